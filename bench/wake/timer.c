/* SPDX-License-Identifier: MIT */
/*
 * bench/wake/timer.c - how late a task wakes up that sleeps until a given
 * time; an op is one expiry.
 */
#include <harness/bench.h>

#include <sys/prctl.h>
#include <time.h>

#define SECOND_NS 1000000000ull

/**
 * struct timer_state - of one task
 * @interval:	nanoseconds from one expiry to the next
 * @slack:	nanoseconds by which the kernel may defer the timer
 */
struct timer_state {
	uint64_t interval;
	uint64_t slack;
};

static const struct bench_option timer_options[] = {
	BENCH_OPTION(struct timer_state, interval, BENCH_NS, 200000, 1000,
		     SECOND_NS, "interval to the next expiry"),
	BENCH_OPTION(struct timer_state, slack, BENCH_NS, 1, 1, SECOND_NS,
		     "timer slack; the default for programs is 50us"),
	BENCH_END
};

static inline uint64_t monotonic_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * SECOND_NS + (uint64_t)ts.tv_nsec;
}

static int timer_prepare(struct bench_task *t)
{
	const struct timer_state *s = t->state;

	if (prctl(PR_SET_TIMERSLACK, (unsigned long)s->slack, 0, 0, 0))
		return bench_error(t, errno, "PR_SET_TIMERSLACK");
	/* So that its page is not missing in the loop. */
	monotonic_ns();
	return 0;
}

static inline int sleep_until(struct bench_task *t, uint64_t due)
{
	struct timespec ts = {
		.tv_sec = (time_t)(due / SECOND_NS),
		.tv_nsec = (long)(due % SECOND_NS),
	};
	long n;

	do
		n = bench_sys(t, SYS_clock_nanosleep, CLOCK_MONOTONIC,
			      TIMER_ABSTIME, &ts, NULL);
	while (n == -EINTR);
	return n < 0 ? bench_error(t, (int)n, "clock_nanosleep") : 0;
}

/*
 * The timer's own clock tells how late it is; as a record is in ticks, it is
 * converted by the ticks that the whole sleep took.
 */
static inline int expire(struct bench_task *t)
{
	const struct timer_state *s = t->state;
	uint64_t begin = monotonic_ns(), due = begin + s->interval;
	uint64_t ticks = bench_now(t), now;
	int ret = sleep_until(t, due);

	if (ret)
		return ret;
	now = monotonic_ns();
	ticks = bench_now(t) - ticks;
	if (now < due)
		return bench_error(t, EIO, "the timer expired early");
	bench_record(t, (uint64_t)((double)ticks * (double)(now - due) /
				   (double)(now - begin)));
	return 0;
}

static int timer_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		int ret = expire(t);

		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

BENCH(
	.name = "wake/timer",
	.summary = "how late a task wakes up from a timed sleep",
	.op = "expiry",
	.description =
		"One task repeatedly sleeps until an absolute time that is a "
		"given interval ahead. The result is how much later than "
		"requested it runs: timer interrupt, exit from the idle state, "
		"wake-up and switch, one value per expiry.\n\n"
		"The elapsed time of an op is mostly the interval and says "
		"nothing about the cost. With -p slack=50us the timer may be "
		"deferred like that of an ordinary program. Each op also reads "
		"the clock twice, outside the result.\n\n"
		"Comparable with cyclictest, which by default keeps the CPUs "
		"out of idle states (--idle poll does that here) and runs at a "
		"real-time priority (-s fifo:80).",
	.flags = BENCH_RECORDS,
	.nr_tasks = 1,
	.state_size = sizeof(struct timer_state),
	.options = timer_options,
	.expect = { { 1, 1 }, { 1, 1 }, { 1, 1 } },
	.prepare = timer_prepare,
	.task = timer_task,
);
