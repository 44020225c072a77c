/* SPDX-License-Identifier: MIT */
/*
 * bench/breakpoint/enable.c - a hardware breakpoint that other tasks have
 * inherited is disabled and enabled; an op is both.
 */
#include "watch.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/ioctl.h>

#define OTHERS_MAX 1024

/**
 * struct enable_state - shared by the tasks
 * @passive:	tasks that sleep meanwhile
 * @active:	tasks that spin meanwhile
 * @fd:		of the breakpoint
 * @phase:	calls of task 0 that have ended; the passive sleep on it
 * @seen:	the same, as far as each task has taken part
 * @word:	what is watched
 */
struct enable_state {
	uint64_t passive;
	uint64_t active;
	int fd;
	uint32_t phase;
	uint32_t seen[2 * OTHERS_MAX + 1];
	_Alignas(64) char word[64];
};

static const struct bench_option enable_options[] = {
	BENCH_OPTION(struct enable_state, passive, BENCH_COUNT, 0, 0,
		     OTHERS_MAX, "sleeping tasks that inherit the breakpoint"),
	BENCH_OPTION(struct enable_state, active, BENCH_COUNT, 0, 0, OTHERS_MAX,
		     "spinning tasks that inherit the breakpoint"),
	BENCH_END
};

static uint32_t enable_tasks(const void *state)
{
	const struct enable_state *s = state;

	return (uint32_t)(1 + s->passive + s->active);
}

static const char *enable_accepts(const void *state,
				  const struct bench_group *g)
{
	const struct enable_state *s = state;

	if (!s->active || (g->policy != SCHED_FIFO && g->policy != SCHED_RR) ||
	    g->nr_cpus == g->nr_tasks)
		return NULL;
	return "a real-time task that spins never leaves its CPU to another: "
	       "give each task one of its own, or use another policy";
}

/* Before there are other tasks, so that they inherit it. */
static int enable_setup(struct bench_task *t)
{
	struct enable_state *s = t->state;
	static const struct bench_expect reported = BENCH_REPORTED;

	for (int r = 0; r < BENCH_NR_REGIMES && s->active; r++)
		t->group->expect[r] = reported;
	s->fd = watch_open(s->word);
	return s->fd < 0 ? bench_error(t, s->fd, "perf_event_open") : 0;
}

static int enable_teardown(struct bench_task *t)
{
	const struct enable_state *s = t->state;

	close(s->fd);
	return 0;
}

static int switch_over(struct bench_task *t, uint64_t loops)
{
	struct enable_state *s = t->state;

	bench_loop (t, loops) {
		long n = bench_sys(t, SYS_ioctl, s->fd, PERF_EVENT_IOC_DISABLE,
				   0);

		if (!n)
			n = bench_sys(t, SYS_ioctl, s->fd,
				      PERF_EVENT_IOC_ENABLE, 0);
		if (n)
			return bench_error(t, (int)n, "ioctl of a breakpoint");
	}
	__atomic_fetch_add(&s->phase, 1, __ATOMIC_RELEASE);
	bench_sys(t, SYS_futex, &s->phase, FUTEX_WAKE, INT_MAX);
	return 0;
}

/* Both kinds stay until task 0 has ended this phase. */
static int enable_task(struct bench_task *t, uint64_t loops)
{
	struct enable_state *s = t->state;
	bool sleeps = t->id <= s->passive;
	uint32_t seen;

	if (t->id == 0)
		return switch_over(t, loops);
	seen = s->seen[t->id]++;
	while (__atomic_load_n(&s->phase, __ATOMIC_ACQUIRE) == seen) {
		if (sleeps)
			bench_sys(t, SYS_futex, &s->phase, FUTEX_WAIT, seen,
				  NULL);
		else
			bench_pause();
	}
	return 0;
}

static const struct bench_peer enable_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "breakpoint enable: the same pair, -r of them (default 10), "
	  "without warm-up" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "breakpoint/enable",
	.summary = "disable and enable a hardware breakpoint",
	.op = "pair of calls",
	.description =
		"One task disables and enables its hardware breakpoint with "
		"two ioctl(2) calls. Other tasks may have inherited the "
		"breakpoint; both calls then visit each of them. -p passive=N "
		"adds tasks that sleep, -p active=N tasks that spin. Spinning "
		"tasks on other CPUs have to be interrupted (-c apart).\n\n"
		"The breakpoint is on a word that is never accessed, and is "
		"never hit. There is no context switch unless spinning tasks "
		"share the CPU.\n\n"
		"Comparable with perf bench breakpoint enable.",
	.state_size = sizeof(struct enable_state),
	.options = enable_options,
	.peers = enable_peers,
	.tasks = enable_tasks,
	.supported = watch_supported,
	.accepts = enable_accepts,
	.setup = enable_setup,
	.teardown = enable_teardown,
	.task = enable_task,
);
