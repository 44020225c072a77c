/* SPDX-License-Identifier: MIT */
/*
 * bench/wake/futex.c - the time from before a FUTEX_WAKE to the first
 * instruction of the task that it wakes; an op is one wake.
 */
#include <harness/bench.h>

#include <linux/futex.h>

/**
 * struct wake_state - shared by the two tasks
 * @turn:	the task whose turn it is
 * @stamp:	taken before the turn was handed over
 */
struct wake_state {
	_Alignas(128) uint32_t turn;
	uint64_t stamp;
};

/* A loop is a wake there and one back. */
static int wake_setup(struct bench_task *t)
{
	t->group->ops_per_loop = 2;
	return 0;
}

static inline int hand_over(struct bench_task *t)
{
	struct wake_state *s = t->state;
	long n;

	s->stamp = bench_now(t);
	__atomic_store_n(&s->turn, !t->id, __ATOMIC_RELEASE);
	n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAKE, 1);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

/* Records only where this task did sleep and was woken. */
static inline int await_turn(struct bench_task *t)
{
	struct wake_state *s = t->state;
	bool woken = false;

	while (__atomic_load_n(&s->turn, __ATOMIC_ACQUIRE) != t->id) {
		long n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAIT, !t->id,
				   NULL);

		if (n < 0 && n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
		woken = n == 0;
	}
	if (woken)
		bench_record(t, bench_now(t) - s->stamp);
	return 0;
}

static int wake_task(struct bench_task *t, uint64_t loops)
{
	int ret;

	bench_loop (t, loops) {
		if (t->id == 0) {
			ret = hand_over(t);
			if (ret)
				return ret;
		}
		ret = await_turn(t);
		if (ret)
			return ret;
		bench_work(t);
		if (t->id == 1) {
			ret = hand_over(t);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* The same calls: nobody to wake, and the wait finds the word changed. */
static int wake_baseline(struct bench_task *t, uint64_t loops)
{
	struct wake_state *s = t->state;

	bench_loop (t, loops) {
		for (int i = 0; i < 2; i++) {
			int ret = hand_over(t);
			long n;

			if (ret)
				return ret;
			n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAIT, t->id,
				      NULL);
			if (n != -EAGAIN)
				return bench_error(t, n < 0 ? (int)n : EIO,
						   "FUTEX_WAIT");
			bench_work(t);
		}
	}
	return 0;
}

BENCH(
	.name = "wake/futex",
	.summary = "latency of one wake-up through a futex",
	.op = "wake",
	.description =
		"Two tasks alternately wake each other through a shared futex. "
		"The waker takes a timestamp before it calls FUTEX_WAKE, the "
		"woken task takes one as soon as it runs again. The result is "
		"the difference, one value per wake-up.\n\n"
		"On one CPU and without preemption, the value includes the "
		"waker's way into its own wait, as the CPU is not free before. "
		"On two CPUs it is the interrupt to the other CPU and its exit "
		"from the idle state; a wake that finds nobody asleep is not "
		"recorded. It needs timestamps that agree between CPUs, as "
		"those of the constant-rate counter do.\n\n"
		"A wake-up is half a round trip of sched/futex. Comparable "
		"with the wake-up percentiles of schbench and, in kind, with "
		"rt-tests' ptsematest.",
	.flags = BENCH_RECORDS,
	.nr_tasks = 2,
	.state_size = sizeof(struct wake_state),
	.expect = { { 1, 1 }, { 1, 1 }, { 0, 1 } },
	.setup = wake_setup,
	.task = wake_task,
	.baseline = wake_baseline,
);
