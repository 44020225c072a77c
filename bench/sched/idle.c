/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/idle.c - how long it takes to start a task on a CPU that has
 * been idle for a while; an op is one such wake-up.
 */
#include <harness/bench.h>

#include <linux/futex.h>
#include <time.h>

/**
 * struct idle_state - shared by the two tasks
 * @idle:	nanoseconds for which the CPU of task 1 is left idle
 * @turn:	the task whose turn it is
 * @stamp:	taken before task 1 was woken
 */
struct idle_state {
	uint64_t idle;
	_Alignas(128) uint32_t turn;
	uint64_t stamp;
};

static const struct bench_option idle_options[] = {
	BENCH_OPTION(struct idle_state, idle, BENCH_NS, 100000, 1000,
		     1000000000, "idle time of the CPU before the wake-up"),
	BENCH_END
};

static const char *idle_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->regime != BENCH_SPREAD)
		return "the CPU of the woken task is not idle unless its waker "
		       "has another one: name two CPUs";
	return NULL;
}

static inline int hand_over(struct bench_task *t)
{
	struct idle_state *s = t->state;
	long n;

	s->stamp = bench_now(t);
	__atomic_store_n(&s->turn, !t->id, __ATOMIC_RELEASE);
	n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAKE, 1);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

/* Return: 1 if this task was woken, 0 if it did not have to sleep. */
static inline int await_turn(struct bench_task *t)
{
	struct idle_state *s = t->state;
	int woken = 0;

	while (__atomic_load_n(&s->turn, __ATOMIC_ACQUIRE) != t->id) {
		long n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAIT, !t->id,
				   NULL);

		if (n < 0 && n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
		woken = n == 0;
	}
	return woken;
}

static inline int leave_idle(struct bench_task *t)
{
	const struct idle_state *s = t->state;
	struct timespec left = {
		.tv_sec = (time_t)(s->idle / 1000000000),
		.tv_nsec = (long)(s->idle % 1000000000),
	};
	long n;

	do
		n = bench_sys(t, SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &left,
			      &left);
	while (n == -EINTR);
	return n < 0 ? bench_error(t, (int)n, "clock_nanosleep") : 0;
}

static int waker(struct bench_task *t, uint64_t loops)
{
	int ret;

	bench_loop (t, loops) {
		ret = leave_idle(t);
		if (!ret)
			ret = hand_over(t);
		if (!ret)
			ret = await_turn(t);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int sleeper(struct bench_task *t, uint64_t loops)
{
	struct idle_state *s = t->state;
	int ret;

	bench_loop (t, loops) {
		ret = await_turn(t);
		if (ret < 0)
			return ret;
		if (ret > 0)
			bench_record(t, bench_now(t) - s->stamp);
		bench_work(t);
		ret = hand_over(t);
		if (ret)
			return ret;
	}
	return 0;
}

static int idle_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? waker(t, loops) : sleeper(t, loops);
}

BENCH(
	.name = "sched/idle",
	.summary = "wake a task whose CPU has been idle for a while",
	.op = "wake",
	.description =
		"Task 1 sleeps on a CPU of its own. Task 0 waits for a given "
		"time, takes a timestamp and wakes task 1 through a futex; "
		"task 1 takes a timestamp when it runs. The result is the "
		"difference.\n\n"
		"A sweep of -p idle=T shows the exit latency of the idle "
		"states that the kernel enters after T. With --idle poll the "
		"CPU does not enter them, and what remains is interrupt, "
		"wake-up and switch. wake/futex measures the same wake-up "
		"without the wait.\n\n"
		"The elapsed time of an op is mostly the sleep of task 0, and "
		"says nothing about the cost. The CPU is only idle if nothing "
		"else runs there. Tasks on one CPU are refused. In a virtual "
		"machine, the host wakes the CPU. There is no control: without "
		"sleep and wake-up nothing is left. Comparable in kind with "
		"cyclictest with and without --latency.",
	.flags = BENCH_RECORDS | BENCH_APART,
	.nr_tasks = 2,
	.state_size = sizeof(struct idle_state),
	.options = idle_options,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, { 1, 3 } },
	.accepts = idle_accepts,
	.task = idle_task,
);
