/* SPDX-License-Identifier: MIT */
/*
 * bench/user/asm.c - two coroutines of one task, switched by a few instructions
 * of our own; an op is one switch, one way.
 */
#include "coro.h"

enum { SAVE_ABI, SAVE_GP };

/**
 * struct asm_state - of the one task
 * @save:	what a switch saves and loads
 * @main:	where the task's own stack waits
 * @other:	where the coroutine waits
 * @stack:	of the coroutine, its lowest address
 * @visits:	switches to the coroutine
 */
struct asm_state {
	uint64_t save;
	void *main, *other;
	char *stack;
	uint64_t visits;
};

static const struct bench_option asm_options[] = {
	BENCH_CHOICE(struct asm_state, save, SAVE_ABI,
		     "registers to save: all that the ABI requires, or only the "
		     "general-purpose ones",
		     "abi", "gp"),
	BENCH_END
};

#if CORO_HAVE
static void visitor(void *arg)
{
	struct bench_task *t = arg;
	struct asm_state *s = t->state;
	bool fp = s->save == SAVE_ABI;

	for (;;) {
		bench_work(t);
		s->visits++;
		coro_switch(&s->other, s->main, fp);
	}
}

static int asm_setup(struct bench_task *t)
{
	struct asm_state *s = t->state;

	t->group->ops_per_loop = 2;
	s->stack = coro_stack();
	if (s->stack == MAP_FAILED)
		return bench_error(t, errno, "mmap of a stack");
	s->other = coro_make(s->stack, 0, s->save == SAVE_ABI, visitor, t);
	return 0;
}

static int asm_teardown(struct bench_task *t)
{
	const struct asm_state *s = t->state;

	munmap(s->stack, CORO_STACK_BYTES);
	return 0;
}

/* There and back. */
static int asm_task(struct bench_task *t, uint64_t loops)
{
	struct asm_state *s = t->state;
	uint64_t end = s->visits + loops;
	bool fp = s->save == SAVE_ABI;

	bench_loop (t, loops) {
		coro_switch(&s->main, s->other, fp);
		bench_work(t);
	}
	if (s->visits != end)
		return bench_error(t, EBADMSG, "the coroutine was not reached");
	return 0;
}

static const char *asm_supported(void)
{
	return NULL;
}
#else
#define asm_setup NULL
#define asm_teardown NULL

static int asm_task(struct bench_task *t, uint64_t loops)
{
	(void)loops;
	return bench_error(t, ENOSYS, "no switch for this CPU");
}

static const char *asm_supported(void)
{
	return "its assembly exists for x86-64 and aarch64 only";
}
#endif

static const struct bench_peer asm_peers[] = {
	{ "boost", "ns", 1,
	  "performance_fcontext: one jump; the library saves the same "
	  "registers, see user/boost" },
	{ "libaco", "ns/op", 2,
	  "the benchmark's resume and yield together: two switches and the "
	  "book-keeping of the library" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "user/asm",
	.summary = "a coroutine switch in a dozen instructions",
	.op = "one-way switch",
	.description =
		"One task has a second stack and switches back and forth "
		"between the two: it pushes the callee-saved registers, "
		"exchanges the stack pointer, and pops those of the other "
		"side. An op is one such switch, one way, without any system "
		"call.\n\n"
		"It is the cost of a switch without scheduling, sleeping or a "
		"change of address space: compare it with sched/yield. It does "
		"not include a coroutine scheduler. With -p save=gp the "
		"floating-point registers and modes that the ABI wants "
		"preserved are left out, as in several libraries.\n\n"
		"Comparable with the switches of boost.context, libaco and "
		"minicoro.",
	.nr_tasks = 1,
	.state_size = sizeof(struct asm_state),
	.options = asm_options,
	.peers = asm_peers,
	.supported = asm_supported,
	.setup = asm_setup,
	.teardown = asm_teardown,
	.task = asm_task,
);
