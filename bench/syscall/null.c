/* SPDX-License-Identifier: MIT */
/*
 * bench/syscall/null.c - the cheapest system calls; an op is one call.
 */
#include <harness/bench.h>

/**
 * struct null_state - of the one task
 * @call:	index into the table below
 */
struct null_state {
	uint64_t call;
};

/* What each word of the option calls, with 0 or a descriptor nobody has. */
static const struct {
	long nr;
	long arg;
	long error;
} calls[] = {
	{ SYS_getuid, 0, 0 },  { SYS_getpid, 0, 0 },	 { SYS_gettid, 0, 0 },
	{ SYS_getppid, 0, 0 }, { SYS_close, -1, EBADF }, { -1, 0, ENOSYS },
};

static const struct bench_option null_options[] = {
	BENCH_CHOICE(struct null_state, call, 0, "the system call", "getuid",
		     "getpid", "gettid", "getppid", "badclose", "invalid"),
	BENCH_END
};

static int null_task(struct bench_task *t, uint64_t loops)
{
	const struct null_state *s = t->state;
	long nr = calls[s->call].nr;
	long arg = calls[s->call].arg;
	long error = calls[s->call].error;

	bench_loop (t, loops) {
		long ret = bench_sys(t, nr, arg);

		if (ret < 0 && ret != -error)
			return bench_error(t, (int)ret, "the null call");
	}
	return 0;
}

static const struct bench_peer null_peers[] = {
	{ "tsuna", "ns/syscall", 1,
	  "timesyscall: -p call=gettid, the average of one long run" },
	{ "phoronix", "Clocks", 1,
	  "ctx-clock: -p call=invalid, the fastest of many single calls in "
	  "ticks of the time-stamp counter, here at one tick per nanosecond; "
	  "published as a context switch though it makes none" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "syscall/null",
	.summary = "the cheapest system calls",
	.op = "system call",
	.description =
		"One task makes a system call that does next to nothing: "
		"getuid by default, which reads one number and maps it into "
		"the user namespace. getpid, gettid and getppid look up their "
		"number in the pid namespace; badclose closes a descriptor "
		"that does not exist; invalid is an unknown system call "
		"number, which the kernel rejects without looking into its "
		"table.\n\n"
		"The number is the cost of entering and leaving the kernel, "
		"including mitigations of CPU bugs and any seccomp filter. "
		"Through libc it is always syscall(3), and a failing call also "
		"stores errno. There is no context switch, though Phoronix "
		"publishes the invalid call as one.\n\n"
		"Comparable with tsuna's timesyscall and, in ticks, with "
		"Phoronix's ctx-clock.",
	.nr_tasks = 1,
	.state_size = sizeof(struct null_state),
	.options = null_options,
	.peers = null_peers,
	.task = null_task,
);
