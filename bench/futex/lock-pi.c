/* SPDX-License-Identifier: MIT */
/*
 * bench/futex/lock-pi.c - a lock with priority inheritance, taken and released
 * in the kernel from every CPU; an op is one pair.
 */
#include <harness/bench.h>

#include "../refused.h"

#include <linux/futex.h>
#include <time.h>

#define TASKS_MAX 2048

enum { HOLD_NOTHING, HOLD_SLEEP };

/**
 * struct pi_state - shared by the tasks
 * @multi:	every task has a lock of its own
 * @hold:	what a task does while it holds the lock
 * @lock:	the thread id of the owner, as the kernel keeps it
 */
struct pi_state {
	uint64_t multi;
	uint64_t hold;
	struct {
		_Alignas(128) uint32_t word;
	} lock[TASKS_MAX];
};

static const struct bench_option pi_options[] = {
	BENCH_OPTION(struct pi_state, multi, BENCH_BOOL, 0, 0, 1,
		     "one lock per task instead of one for all"),
	BENCH_CHOICE(struct pi_state, hold, HOLD_NOTHING,
		     "what the owner does while it holds the lock", "nothing",
		     "sleep"),
	BENCH_END
};

static const char *pi_supported(void)
{
	uint32_t word = 0;

	if (syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL) == 0)
		return NULL;
	if (errno != ENOSYS)
		return refused("FUTEX_LOCK_PI", errno, NULL);
	return "this kernel has no futexes with priority inheritance "
	       "(CONFIG_FUTEX_PI)";
}

static const char *pi_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->nr_tasks > TASKS_MAX)
		return "there are locks for 2048 tasks: name fewer CPUs";
	return NULL;
}

static int pi_setup(struct bench_task *t)
{
	t->group->ops_per_loop = t->group->nr_tasks;
	return 0;
}

static inline int pi_call(struct bench_task *t, uint32_t *word, int op,
			  const char *what)
{
	long n;

	if (t->group->threads)
		op |= FUTEX_PRIVATE_FLAG;
	do
		n = bench_sys(t, SYS_futex, word, op, 0, NULL);
	while (n == -EINTR || n == -EAGAIN);
	return n < 0 ? bench_error(t, (int)n, what) : 0;
}

static int pi_task(struct bench_task *t, uint64_t loops)
{
	const struct timespec us = { .tv_nsec = 1000 };
	struct pi_state *s = t->state;
	uint32_t *word = &s->lock[s->multi ? t->id : 0].word;

	bench_loop (t, loops) {
		int ret = pi_call(t, word, FUTEX_LOCK_PI, "FUTEX_LOCK_PI");

		if (ret)
			return ret;
		if (s->hold == HOLD_SLEEP)
			nanosleep(&us, NULL);
		ret = pi_call(t, word, FUTEX_UNLOCK_PI, "FUTEX_UNLOCK_PI");
		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer pi_peers[] = {
	{ "perf", "operations/sec of all threads", BENCH_RATE(1),
	  "futex lock-pi prints the average of its threads, this divided by "
	  "the number of tasks, with a sleep of a microsecond (and the timer "
	  "slack) in every op: -p hold=sleep" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "futex/lock-pi",
	.summary = "a priority-inheritance lock under contention",
	.op = "lock-unlock pair",
	.description =
		"One task per CPU takes and releases a lock with FUTEX_LOCK_PI "
		"and FUTEX_UNLOCK_PI, always through the kernel, though a free "
		"lock could be taken in user space. All use the same lock, or "
		"with -p multi=yes each its own. An op is one pair of calls of "
		"one task; with N tasks a loop is N ops.\n\n"
		"A task that finds the lock taken waits in the kernel. The "
		"number includes these context switches, which are reported, "
		"not declared.\n\n"
		"perf bench futex lock-pi sleeps a microsecond while it holds "
		"the lock, which is most of its number; -p hold=sleep does the "
		"same.",
	.flags = BENCH_APART,
	.nr_tasks = BENCH_PER_CPU,
	.state_size = sizeof(struct pi_state),
	.options = pi_options,
	.peers = pi_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.supported = pi_supported,
	.accepts = pi_accepts,
	.setup = pi_setup,
	.task = pi_task,
);
