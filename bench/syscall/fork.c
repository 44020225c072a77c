/* SPDX-License-Identifier: MIT */
/*
 * bench/syscall/fork.c - a child is created, ends at once and is reaped; an op
 * is one child.
 */
#include "../task/child.h"

#include <signal.h>
#include <sys/mman.h>

/**
 * struct fork_state - of the one task
 * @rss:	bytes of memory that each child gets page tables for
 * @memory:	of that size, or NULL
 */
struct fork_state {
	uint64_t rss;
	char *memory;
};

static const struct bench_option fork_options[] = {
	BENCH_OPTION(struct fork_state, rss, BENCH_BYTES, 0, 0, 1ULL << 32,
		     "additional memory of the parent, in small pages"),
	BENCH_END
};

static int fork_setup(struct bench_task *t)
{
	struct fork_state *s = t->state;

	if (!s->rss)
		return 0;
	s->memory = mmap(NULL, s->rss, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (s->memory == MAP_FAILED)
		return bench_error(t, errno, "mmap of the parent's memory");
	madvise(s->memory, s->rss, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < s->rss; i += 4096)
		s->memory[i] = 1;
	return 0;
}

static int fork_teardown(struct bench_task *t)
{
	const struct fork_state *s = t->state;

	if (s->rss)
		munmap(s->memory, s->rss);
	return 0;
}

/* Return: the child's pid, 0 in the child, or a negative errno. */
static inline pid_t create(struct bench_task *t)
{
	if (t->libc) {
		pid_t child = fork();

		return child < 0 ? -errno : child;
	}
	return (pid_t)bench_sys(t, SYS_clone, SIGCHLD);
}

static int fork_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		pid_t child = create(t);
		int ret;

		if (child == 0)
			_exit(0);
		if (child < 0)
			return bench_error(t, child, "creating a child");
		ret = child_reap(t, child, ECHILD,
				 "the child did not exit with 0");
		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer fork_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "syscall fork: the same, at most 10000 children regardless of -l" },
	{ "lmbench", "microseconds", 1e-3,
	  "lat_proc fork: the same, from a process of another size" },
	{ "unixbench", "lps", BENCH_RATE(1),
	  "spawn: the same; best two thirds of ten runs" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "syscall/fork",
	.summary = "fork, exit and wait",
	.op = "child",
	.description =
		"One task forks; the child exits at once; the parent waits for "
		"it. An op is all of that: copying the page tables, creating "
		"the child, the switch to the child and back, its exit, and "
		"the faults on pages that both shared.\n\n"
		"The switches reported are those of the parent only: one, to "
		"wait, and under the default policy sometimes another if the "
		"child preempts it. The cost depends on how much memory the "
		"parent has: -p rss=SIZE adds some. It does not include the "
		"start of a program; see syscall/execve. With --calls inline "
		"it is clone(2) without what libc does around fork.\n\n"
		"Comparable with perf bench syscall fork and with lmbench's "
		"lat_proc fork.",
	.flags = BENCH_CHILDREN | BENCH_FAULTS,
	.nr_tasks = 1,
	.state_size = sizeof(struct fork_state),
	.options = fork_options,
	.peers = fork_peers,
	.expect = { { 1, 2 }, { 1, 3 }, BENCH_REPORTED },
	.setup = fork_setup,
	.teardown = fork_teardown,
	.task = fork_task,
);
