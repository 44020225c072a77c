/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/liar/control.c - its control gives the CPU away.
 */
#include <harness/bench.h>

#include <time.h>

static int control_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops)
		bench_sys(t, SYS_getppid);
	return 0;
}

static int control_baseline(struct bench_task *t, uint64_t loops)
{
	const struct timespec moment = { .tv_nsec = 1 };
	unsigned int nr = 0;

	/* Now and then is enough, and takes less time. */
	bench_loop (t, loops) {
		if (nr++ % 16)
			bench_sys(t, SYS_getppid);
		else
			bench_sys(t, SYS_nanosleep, &moment, NULL);
	}
	return 0;
}

BENCH(
	.name = "liar/control",
	.summary = "its control switches",
	.op = "lie",
	.description = "The op makes a system call, the control also sleeps.",
	.nr_tasks = 1,
	.task = control_task,
	.baseline = control_baseline,
);
