/* SPDX-License-Identifier: MIT */
/*
 * bench/syscall/vdso.c - reading a clock without entering the kernel, and with
 * entering it; an op is one reading.
 */
#include <harness/bench.h>

#include <time.h>

enum { BY_VDSO, BY_SYSCALL };

/**
 * struct vdso_state - of the one task
 * @clock:	index into the table below
 * @by:		through the vDSO, or by a system call
 */
struct vdso_state {
	uint64_t clock;
	uint64_t by;
};

static const clockid_t ids[] = {
	CLOCK_MONOTONIC,
	CLOCK_MONOTONIC_COARSE,
	CLOCK_MONOTONIC_RAW,
	CLOCK_REALTIME,
};

/* The object that is measured, not a clock of this file's own. */
static int (*const read_clock)(clockid_t id,
			       struct timespec *ts) = clock_gettime;

static const struct bench_option vdso_options[] = {
	BENCH_CHOICE(struct vdso_state, clock, 0, "clock to read", "monotonic",
		     "coarse", "raw", "realtime"),
	BENCH_CHOICE(struct vdso_state, by, BY_VDSO, "how to read it", "vdso",
		     "syscall"),
	BENCH_END
};

static int by_vdso(struct bench_task *t, uint64_t loops, clockid_t id)
{
	struct timespec ts;

	bench_loop (t, loops) {
		if (read_clock(id, &ts))
			return bench_error(t, errno, "clock_gettime");
	}
	return 0;
}

static int by_syscall(struct bench_task *t, uint64_t loops, clockid_t id)
{
	struct timespec ts;

	bench_loop (t, loops) {
		long ret = bench_sys(t, SYS_clock_gettime, id, &ts);

		if (ret < 0)
			return bench_error(t, (int)ret, "clock_gettime");
	}
	return 0;
}

static int vdso_task(struct bench_task *t, uint64_t loops)
{
	const struct vdso_state *s = t->state;
	clockid_t id = ids[s->clock];

	return s->by == BY_VDSO ? by_vdso(t, loops, id) :
				  by_syscall(t, loops, id);
}

BENCH(
	.name = "syscall/vdso",
	.summary = "read a clock in user space, or with a system call",
	.op = "clock reading",
	.description =
		"One task reads a clock with clock_gettime(2), through the "
		"code page that the kernel maps into every process (vDSO). "
		"With -p by=syscall it calls the kernel instead: the "
		"difference is what the vDSO saves.\n\n"
		"The number is the reading of the counter and its conversion "
		"to nanoseconds; coarse reads no counter. If the clock source "
		"cannot be read in user space (some virtual machines), the "
		"vDSO itself makes the system call, and both cost the same. "
		"There is no context switch. stress-ng --vdso makes the same "
		"calls, mixed with others.",
	.nr_tasks = 1,
	.state_size = sizeof(struct vdso_state),
	.options = vdso_options,
	.task = vdso_task,
);
