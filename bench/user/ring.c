/* SPDX-License-Identifier: MIT */
/*
 * bench/user/ring.c - one token that goes round a ring of coroutines of one
 * task; an op is one hop, a loop is one lap, as in sched/ring.
 */
#include "coro.h"

#define TASKS_MAX 1024

/* struct member - one coroutine: where it waits, its stack, its number */
struct member {
	void *context;
	char *stack;
	struct bench_task *task;
	uint32_t id;
};

/**
 * struct ring_state - of the one task
 * @tasks:	coroutines in the ring; the first is the task itself
 * @token:	hops that were made
 * @members:	@tasks of them
 */
struct ring_state {
	uint64_t tasks;
	uint64_t token;
	struct member members[TASKS_MAX];
};

static const struct bench_option ring_options[] = {
	BENCH_OPTION(struct ring_state, tasks, BENCH_COUNT, 4, 2, TASKS_MAX,
		     "coroutines in the ring"),
	BENCH_END
};

#if CORO_HAVE
/* Passes the token from coroutine @id to the next; returns when it is back. */
static inline void pass(struct ring_state *s, uint32_t id)
{
	uint32_t next = id + 1 == s->tasks ? 0 : id + 1;

	s->token++;
	coro_switch_abi(&s->members[id].context, s->members[next].context);
}

static void other(void *arg)
{
	const struct member *m = arg;
	struct ring_state *s = m->task->state;

	for (;;) {
		bench_work_slot(m->task, m->id);
		pass(s, m->id);
	}
}

static int ring_setup(struct bench_task *t)
{
	struct ring_state *s = t->state;

	t->group->ops_per_loop = t->group->nr_slots = (uint32_t)s->tasks;
	for (uint32_t i = 1; i < s->tasks; i++) {
		struct member *m = &s->members[i];

		*m = (struct member){ NULL, coro_stack(), t, i };
		if (m->stack == MAP_FAILED)
			return bench_error(t, errno, "mmap of a stack");
		m->context = coro_make(m->stack, i, true, other, m);
	}
	return 0;
}

static int ring_teardown(struct bench_task *t)
{
	struct ring_state *s = t->state;

	for (uint32_t i = 1; i < s->tasks; i++)
		munmap(s->members[i].stack, CORO_STACK_BYTES);
	return 0;
}

static int ring_task(struct bench_task *t, uint64_t loops)
{
	struct ring_state *s = t->state;
	uint64_t end = s->token + loops * s->tasks;

	bench_loop (t, loops) {
		pass(s, 0);
		bench_work_slot(t, 0);
	}
	if (s->token != end)
		return bench_error(t, EBADMSG, "the token was not passed on");
	return 0;
}

static const char *ring_supported(void)
{
	return NULL;
}
#else
#define ring_setup NULL
#define ring_teardown NULL

static int ring_task(struct bench_task *t, uint64_t loops)
{
	(void)loops;
	return bench_error(t, ENOSYS, "no switch for this CPU");
}

static const char *ring_supported(void)
{
	return "its assembly exists for x86-64 and aarch64 only";
}
#endif

BENCH(
	.name = "user/ring",
	.summary = "one token passed around a ring of coroutines",
	.op = "hop",
	.description =
		"The hops of sched/ring between coroutines in one task: each "
		"waits for the token from its predecessor and passes it on to "
		"its successor by a stack switch, as in user/asm. An op is one "
		"hop, a loop is one lap.\n\n"
		"With --ws each coroutine walks a working set of its own at "
		"every hop. With the same -p tasks and --ws, the two "
		"benchmarks differ only in who switches. As the sets outgrow "
		"the caches, the difference between a kernel switch and a "
		"coroutine switch fades: both then pay for cold caches.\n\n"
		"The number does not include a scheduler that chooses the next "
		"coroutine: the order is fixed. There is no system call and no "
		"context switch.",
	.nr_tasks = 1,
	.state_size = sizeof(struct ring_state),
	.options = ring_options,
	.supported = ring_supported,
	.setup = ring_setup,
	.teardown = ring_teardown,
	.task = ring_task,
);
