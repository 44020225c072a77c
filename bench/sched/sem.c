/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/sem.c - one token back and forth between two tasks over two
 * POSIX semaphores; an op is one round trip.
 */
#include "turns.h"

#include <linux/futex.h>
#include <semaphore.h>

/**
 * struct sem_state - shared by the two tasks
 * @sem:	semaphore i is posted by task i
 * @word:	what the control wakes and waits on
 */
struct sem_state {
	sem_t sem[2];
	uint32_t word;
};

static int sem_setup(struct bench_task *t)
{
	struct sem_state *s = t->state;

	for (int i = 0; i < 2; i++)
		if (sem_init(&s->sem[i], 1, 0))
			return bench_error(t, errno, "sem_init");
	return 0;
}

static inline int post(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct sem_state *s = t->state;

	(void)seq;
	return sem_post(&s->sem[id]) ? bench_error(t, errno, "sem_post") : 0;
}

static inline int await(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct sem_state *s = t->state;

	(void)seq;
	while (sem_wait(&s->sem[!id]))
		if (errno != EINTR)
			return bench_error(t, errno, "sem_wait");
	return 0;
}

static int sem_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, post, await);
}

/*
 * A post without a waiter and a wait that finds the token make no system
 * call: the two calls of a hand-over are made by hand.
 */
static inline int post_alone(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct sem_state *s = t->state;
	int ret = post(t, id, seq);

	if (ret)
		return ret;
	bench_sys(t, SYS_futex, &s->word, FUTEX_WAKE, 1);
	bench_sys(t, SYS_futex, &s->word, FUTEX_WAIT, 1, NULL);
	return 0;
}

static int sem_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, post_alone, await);
}

static int sem_teardown(struct bench_task *t)
{
	struct sem_state *s = t->state;

	sem_destroy(&s->sem[0]);
	sem_destroy(&s->sem[1]);
	return 0;
}

BENCH(
	.name = "sched/sem",
	.summary = "one token back and forth over two POSIX semaphores",
	.op = "round trip",
	.description =
		"Two tasks pass a token back and forth: each posts one "
		"process-shared POSIX semaphore and waits for the other. On "
		"one CPU an op is two context switches.\n\n"
		"The semaphore is a futex with a counter in user space: "
		"compared with sched/futex it shows the library's share. The "
		"library functions are called directly; --calls has no effect "
		"on them.\n\n"
		"The number includes the futex calls and the wake-up. The "
		"control posts and waits alone, and makes one wake call and "
		"one wait call that returns at once per hand-over. On two CPUs "
		"a task may find the token before it has gone to sleep, and "
		"then makes fewer than two switches. will-it-scale's "
		"posix_semaphore1 stays within one task and never switches.",
	.nr_tasks = 2,
	.state_size = sizeof(struct sem_state),
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = sem_setup,
	.teardown = sem_teardown,
	.task = sem_task,
	.baseline = sem_baseline,
);
