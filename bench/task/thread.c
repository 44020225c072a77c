/* SPDX-License-Identifier: MIT */
/*
 * bench/task/thread.c - a thread is created, ends at once and is joined; an op
 * is one thread.
 */
#include <harness/bench.h>

#include <limits.h>
#include <pthread.h>

/**
 * struct thread_state - of the one task
 * @stack:	bytes of a thread's stack, 0 for the C library's default
 * @attr:	with that stack
 * @started:	threads that ran
 */
struct thread_state {
	uint64_t stack;
	pthread_attr_t attr;
	uint64_t started;
};

static const struct bench_option thread_options[] = {
	BENCH_OPTION(struct thread_state, stack, BENCH_BYTES, 0, 0, 1ULL << 30,
		     "stack size of a thread; 0: the C library's default"),
	BENCH_END
};

static const char *thread_accepts(const void *state,
				  const struct bench_group *g)
{
	const struct thread_state *s = state;

	(void)g;
	if (s->stack && s->stack < (uint64_t)sysconf(_SC_THREAD_STACK_MIN))
		return "the stack is smaller than the C library allows "
		       "(getconf PTHREAD_STACK_MIN)";
	return NULL;
}

static int thread_setup(struct bench_task *t)
{
	struct thread_state *s = t->state;
	int err = pthread_attr_init(&s->attr);

	if (!err && s->stack)
		err = pthread_attr_setstacksize(&s->attr, s->stack);
	return err ? bench_error(t, err, "the stack's size") : 0;
}

static int thread_teardown(struct bench_task *t)
{
	struct thread_state *s = t->state;

	pthread_attr_destroy(&s->attr);
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
		int err = pthread_create(&thread, &s->attr, thread_main, s);

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
	{ "libMicro", "usecs/call", 1e-3,
	  "pthread_create: only the creation, of threads that then wait; "
	  "joining them is not timed" },
	{ "LEBench", "seconds", 1e-9,
	  "thr create: from the creation until the new thread runs" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "task/thread",
	.summary = "pthread_create and pthread_join",
	.op = "thread",
	.description =
		"One task creates a thread, which exits at once, and joins it. "
		"An op is all of that: the stack (after the first one, from "
		"the C library's cache of used stacks), the creation, the "
		"switch to the new thread and back, and its exit.\n\n"
		"The switches reported are those of the creator only: one, to "
		"wait, and under the default policy another if the new thread "
		"preempts it or it waits for an address space lock. Unlike "
		"syscall/fork, there is no address space to copy and tear "
		"down. libc's functions are called regardless of --calls.\n\n"
		"stress-ng --pthread does the same, with many threads at a "
		"time.",
	.flags = BENCH_CHILDREN | BENCH_FAULTS,
	.nr_tasks = 1,
	.state_size = sizeof(struct thread_state),
	.options = thread_options,
	.peers = thread_peers,
	.expect = { { 1, 2 }, { 1, 3 }, BENCH_REPORTED },
	.accepts = thread_accepts,
	.setup = thread_setup,
	.teardown = thread_teardown,
	.task = thread_task,
);
