/* SPDX-License-Identifier: MIT */
/*
 * bench/breakpoint/thread.c - a thread that inherits hardware breakpoints is
 * created and joined; an op is one thread.
 */
#include "watch.h"

#include <pthread.h>

#define BREAKPOINTS_MAX 16

/**
 * struct thread_state - of the one task
 * @breakpoints: that a thread inherits
 * @fd:		of each
 * @started:	threads that ran
 * @word:	one for each breakpoint, eight bytes apart
 */
struct thread_state {
	uint64_t breakpoints;
	int fd[BREAKPOINTS_MAX];
	uint64_t started;
	_Alignas(64) char word[BREAKPOINTS_MAX][8];
};

static const struct bench_option thread_options[] = {
	BENCH_OPTION(struct thread_state, breakpoints, BENCH_COUNT, 1, 0,
		     BREAKPOINTS_MAX, "breakpoints that each thread inherits"),
	BENCH_END
};

static int thread_setup(struct bench_task *t)
{
	struct thread_state *s = t->state;

	for (uint64_t i = 0; i < s->breakpoints; i++) {
		s->fd[i] = watch_open(s->word[i]);
		if (s->fd[i] == -ENOSPC)
			return bench_error(t, ENOSPC,
					   "more breakpoints than are free");
		if (s->fd[i] < 0)
			return bench_error(t, s->fd[i], "perf_event_open");
	}
	return 0;
}

static int thread_teardown(struct bench_task *t)
{
	const struct thread_state *s = t->state;

	for (uint64_t i = 0; i < s->breakpoints; i++)
		close(s->fd[i]);
	return 0;
}

static void *thread_main(void *arg)
{
	struct thread_state *s = arg;

	s->started++;
	return NULL;
}

static int thread_task(struct bench_task *t, uint64_t loops)
{
	struct thread_state *s = t->state;
	uint64_t end = s->started + loops;

	bench_loop (t, loops) {
		pthread_t thread;
		int err = pthread_create(&thread, NULL, thread_main, s);

		if (err)
			return bench_error(t, err, "creating a thread");
		err = pthread_join(thread, NULL);
		if (err)
			return bench_error(t, err, "pthread_join");
	}
	if (s->started != end)
		return bench_error(t, EBADMSG, "a thread did not run");
	return 0;
}

static const struct bench_peer thread_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "breakpoint thread: the same for -r threads (default 10), without "
	  "warm-up; each also sleeps on a futex until it is told to end" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "breakpoint/thread",
	.summary = "create and join threads that inherit hardware breakpoints",
	.op = "thread",
	.description =
		"One task has hardware breakpoints on words that are never "
		"accessed, like those that a debugger sets. It creates and "
		"joins threads, each of which inherits the breakpoints. An op "
		"is one thread. The difference to task/thread is the cost of "
		"inheriting the breakpoints, loading the debug registers at "
		"switches, and releasing the breakpoints.\n\n"
		"No breakpoint is ever hit. The switches reported are those of "
		"the creator only. -p breakpoints=0 runs the same loop without "
		"any.\n\n"
		"Comparable with perf bench breakpoint thread.",
	.flags = BENCH_CHILDREN | BENCH_FAULTS,
	.nr_tasks = 1,
	.state_size = sizeof(struct thread_state),
	.options = thread_options,
	.peers = thread_peers,
	.expect = { { 1, 2 }, { 1, 3 }, BENCH_REPORTED },
	.supported = watch_supported,
	.setup = thread_setup,
	.teardown = thread_teardown,
	.task = thread_task,
);
