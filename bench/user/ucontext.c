/* SPDX-License-Identifier: MIT */
/*
 * bench/user/ucontext.c - two contexts of one task, switched by the C library's
 * swapcontext; an op is one switch, one way.
 */
#include <harness/bench.h>

#include <ucontext.h>

#define STACK_BYTES 65536

/**
 * struct ucontext_state - of the one task
 * @main:	the task's own context
 * @other:	the second one
 * @visits:	switches to it
 * @stack:	its stack
 */
struct ucontext_state {
	ucontext_t main, other;
	uint64_t visits;
	_Alignas(64) char stack[STACK_BYTES];
};

/* makecontext() hands over ints only: a pointer comes in two halves. */
static void visitor(unsigned int low, unsigned int high)
{
	struct bench_task *t =
		(void *)((uintptr_t)low | (uintptr_t)((uint64_t)high << 32));
	struct ucontext_state *s = t->state;

	for (;;) {
		bench_work(t);
		s->visits++;
		swapcontext(&s->other, &s->main);
	}
}

static int ucontext_setup(struct bench_task *t)
{
	struct ucontext_state *s = t->state;
	uint64_t arg = (uintptr_t)t;

	t->group->ops_per_loop = 2;
	if (getcontext(&s->other))
		return bench_error(t, errno, "getcontext");
	s->other.uc_stack.ss_sp = s->stack;
	s->other.uc_stack.ss_size = sizeof(s->stack);
	s->other.uc_link = NULL;
	makecontext(&s->other, (void (*)(void))visitor, 2, (unsigned int)arg,
		    (unsigned int)(arg >> 32));
	/* The first time maps what it touches. */
	if (swapcontext(&s->main, &s->other))
		return bench_error(t, errno, "swapcontext");
	return 0;
}

/* There and back. */
static int ucontext_task(struct bench_task *t, uint64_t loops)
{
	struct ucontext_state *s = t->state;
	uint64_t end = s->visits + loops;

	bench_loop (t, loops) {
		if (swapcontext(&s->main, &s->other))
			return bench_error(t, errno, "swapcontext");
		bench_work(t);
	}
	if (s->visits != end)
		return bench_error(t, EBADMSG, "the context was not reached");
	return 0;
}

static const struct bench_peer ucontext_peers[] = {
	{ "boost", "ns", 1,
	  "performance_callcc with ucontext: one switch and the book-keeping "
	  "of the library" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "user/ucontext",
	.summary = "a coroutine switch by swapcontext",
	.op = "one-way switch",
	.description =
		"One task switches back and forth between two contexts with "
		"swapcontext(3). An op is one switch, one way. It saves what "
		"user/asm saves and, on most machines, makes a system call to "
		"save and set the signal mask, which is most of its cost.\n\n"
		"There is no context switch by the kernel. stress-ng --context "
		"makes the same calls between three contexts.",
	.nr_tasks = 1,
	.state_size = sizeof(struct ucontext_state),
	.peers = ucontext_peers,
	.setup = ucontext_setup,
	.task = ucontext_task,
);
