/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/ring.c - one token that goes round a ring of tasks; an op is one
 * hop, a loop is one lap.
 */
#include <harness/bench.h>

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/eventfd.h>

#define TASKS_MAX 1024

enum { OVER_PIPE, OVER_EVENTFD, OVER_FUTEX };

/**
 * struct ring_state - shared by the tasks
 * @tasks:	in the ring
 * @over:	what carries the token
 * @fd:		channel i leads to task i: where to read, where to write
 * @word:	the same for a futex: 1 while the token is there
 */
struct ring_state {
	uint64_t tasks;
	uint64_t over;
	int fd[TASKS_MAX][2];
	struct {
		_Alignas(128) uint32_t token;
	} word[TASKS_MAX];
};

static const struct bench_option ring_options[] = {
	BENCH_OPTION(struct ring_state, tasks, BENCH_COUNT, 4, 2, TASKS_MAX,
		     "tasks in the ring"),
	BENCH_CHOICE(struct ring_state, over, OVER_PIPE,
		     "what carries the token", "pipe", "eventfd", "futex"),
	BENCH_END
};

static uint32_t ring_tasks(const void *state)
{
	const struct ring_state *s = state;

	return (uint32_t)s->tasks;
}

static int open_channel(struct ring_state *s, uint32_t i)
{
	if (s->over == OVER_PIPE)
		return pipe2(s->fd[i], O_CLOEXEC);
	s->fd[i][0] = s->fd[i][1] = eventfd(0, EFD_CLOEXEC);
	return s->fd[i][0];
}

/* Two tasks take turns; among more the fair scheduler has a choice. */
static void correct_expectation(struct bench_group *g)
{
	static const struct bench_expect one = { 1, 1 };

	if (g->nr_tasks == 2)
		g->expect[BENCH_FORCED] = g->expect[BENCH_PREEMPT] = one;
	if (g->policy == SCHED_FIFO || g->policy == SCHED_RR)
		g->expect[BENCH_FORCED] = one;
}

static int ring_setup(struct bench_task *t)
{
	struct ring_state *s = t->state;

	t->group->ops_per_loop = t->group->nr_tasks;
	correct_expectation(t->group);
	for (uint32_t i = 0; i < s->tasks && s->over != OVER_FUTEX; i++)
		if (open_channel(s, i) < 0)
			return bench_error(t, errno,
					   s->over == OVER_PIPE ? "pipe2" :
								  "eventfd");
	return 0;
}

/* Keeps the end that this task reads and the one that it writes. */
static int ring_prepare(struct bench_task *t)
{
	const struct ring_state *s = t->state;
	uint32_t next = (t->id + 1) % (uint32_t)s->tasks;

	for (uint32_t i = 0; i < s->tasks && s->over == OVER_PIPE; i++) {
		if (i != t->id)
			bench_close_unused(t, s->fd[i][0]);
		if (i != next)
			bench_close_unused(t, s->fd[i][1]);
	}
	return 0;
}

/* Puts the token, number @seq, where task @to waits for it. */
static inline int put_word(struct bench_task *t, uint32_t *word)
{
	long n;

	__atomic_store_n(word, 1, __ATOMIC_RELEASE);
	n = bench_sys(t, SYS_futex, word, FUTEX_WAKE, 1);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

static inline int get_word(struct bench_task *t, uint32_t *word)
{
	while (!__atomic_load_n(word, __ATOMIC_ACQUIRE)) {
		long n = bench_sys(t, SYS_futex, word, FUTEX_WAIT, 0, NULL);

		if (n < 0 && n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
	}
	__atomic_store_n(word, 0, __ATOMIC_RELAXED);
	return 0;
}

static inline int put(struct bench_task *t, uint32_t to, uint64_t seq)
{
	struct ring_state *s = t->state;
	ssize_t n;

	if (s->over == OVER_FUTEX)
		return put_word(t, &s->word[to].token);
	do
		n = bench_write(t, s->fd[to][1], &seq, sizeof(seq));
	while (n == -EINTR);
	if (n == sizeof(seq))
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write of the token");
}

/* Waits for the token, as task @id, and checks that it is number @seq. */
static inline int get(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct ring_state *s = t->state;
	uint64_t seen = 0;
	ssize_t n;

	if (s->over == OVER_FUTEX)
		return get_word(t, &s->word[id].token);
	do
		n = bench_read(t, s->fd[id][0], &seen, sizeof(seen));
	while (n == -EINTR);
	if (n == sizeof(seen) && seen == seq)
		return 0;
	if (n < 0)
		return bench_error(t, (int)n, "read of the token");
	return bench_error(t, n ? EBADMSG : EPIPE,
			   n ? "wrong token" :
			       "end of file before the token came");
}

static int first(struct bench_task *t, uint64_t loops)
{
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = put(t, 1, ++seq);
		if (ret)
			return ret;
		ret = get(t, 0, seq);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int other(struct bench_task *t, uint64_t loops)
{
	const struct ring_state *s = t->state;
	uint32_t next = (t->id + 1) % (uint32_t)s->tasks;
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = get(t, t->id, ++seq);
		if (ret)
			return ret;
		bench_work(t);
		ret = put(t, next, seq);
		if (ret)
			return ret;
	}
	return 0;
}

static int ring_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? first(t, loops) : other(t, loops);
}

/* The calls of all tasks, made by one: every hop finds its token. */
static int ring_baseline(struct bench_task *t, uint64_t loops)
{
	const struct ring_state *s = t->state;
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		seq++;
		for (uint32_t i = 0; i < s->tasks; i++) {
			ret = put(t, i, seq);
			if (ret)
				return ret;
			ret = get(t, i, seq);
			if (ret)
				return ret;
			bench_work(t);
		}
	}
	return 0;
}

static const struct bench_peer ring_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_ctx: one hop over pipes, minus the time that a single process "
	  "takes for the pipe and the walk of its array; from 4 processes "
	  "on, a hop is about 1.4 switches under the default policy" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/ring",
	.summary = "one token passed around a ring of tasks",
	.op = "hop",
	.description =
		"Tasks form a ring; each waits for the token from its "
		"predecessor and passes it on to its successor. An op is one "
		"hop, a loop is one lap. With two tasks a hop is exactly one "
		"context switch on one CPU. With more, the default policy adds "
		"useless preemptions, and batch a few.\n\n"
		"With --ws each task walks a working set of its own at every "
		"hop: the growth with the number of tasks is then the cost of "
		"cold caches. user/ring makes the same hops between "
		"coroutines.\n\n"
		"The number includes the system calls and the wake-up; the "
		"control makes the same calls without a switch. Comparable "
		"with lmbench's lat_ctx, which subtracts an overhead measured "
		"in one process.",
	.state_size = sizeof(struct ring_state),
	.options = ring_options,
	.peers = ring_peers,
	.expect = { { 1, 2 }, { 1, 2 }, { 0, 2 } },
	.tasks = ring_tasks,
	.setup = ring_setup,
	.prepare = ring_prepare,
	.task = ring_task,
	.baseline = ring_baseline,
);
