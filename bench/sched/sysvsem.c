/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/sysvsem.c - one token back and forth between two tasks over two
 * System V semaphores; an op is one round trip.
 */
#include "turns.h"

#include "../refused.h"

#include <sys/ipc.h>
#include <sys/sem.h>

/* struct sysvsem_state - @id: set of two; semaphore i is raised by task i */
struct sysvsem_state {
	int id;
};

/* A set of none is invalid: nothing is made that a signal could leave here. */
static const char *sysvsem_supported(void)
{
	if (semget(IPC_PRIVATE, 0, 0600) < 0 && is_refusal(errno))
		return refused("semget", errno, NULL);
	return NULL;
}

static int sysvsem_setup(struct bench_task *t)
{
	struct sysvsem_state *s = t->state;
	unsigned short zero[2] = { 0, 0 };

	s->id = semget(IPC_PRIVATE, 2, 0600);
	if (s->id < 0)
		return bench_error(t, errno, "semget");
	if (semctl(s->id, 0, SETALL, zero))
		return bench_error(t, errno, "semctl");
	return 0;
}

/* Adds @by to semaphore @i; waits where that would make it negative. */
static inline int add(struct bench_task *t, unsigned short i, short by)
{
	const struct sysvsem_state *s = t->state;
	struct sembuf op = { .sem_num = i, .sem_op = by };
	long n;

	do
		n = bench_sys(t, SYS_semtimedop, s->id, &op, 1, NULL);
	while (n == -EINTR);
	return n < 0 ? bench_error(t, (int)n, "semop") : 0;
}

static inline int raise_own(struct bench_task *t, uint32_t id, uint64_t seq)
{
	(void)seq;
	return add(t, (unsigned short)id, 1);
}

static inline int lower_other(struct bench_task *t, uint32_t id, uint64_t seq)
{
	(void)seq;
	return add(t, !id, -1);
}

static int sysvsem_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, raise_own, lower_other);
}

/* Both tasks' calls, made by one: every semaphore is found raised. */
static int sysvsem_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, raise_own, lower_other);
}

static int sysvsem_teardown(struct bench_task *t)
{
	const struct sysvsem_state *s = t->state;

	if (semctl(s->id, 0, IPC_RMID))
		return bench_error(t, errno, "semctl");
	return 0;
}

static const struct bench_peer sysvsem_peers[] = {
	{ "lmbench", "microseconds", 0.5e-3,
	  "lat_sem: half a round trip, about one switch" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/sysvsem",
	.summary = "one token back and forth over two System V semaphores",
	.op = "round trip",
	.description =
		"Two tasks pass a token back and forth: each raises one "
		"semaphore of a set and lowers the other, on which it blocks. "
		"On one CPU an op is two context switches and four semop "
		"calls.\n\n"
		"The number includes the system calls, the kernel's queue of "
		"pending operations and the wake-up; the control makes the "
		"same calls without a switch. On two CPUs it is mostly the "
		"exit latency of the idle state.\n\n"
		"Comparable with lmbench's lat_sem (half an op) and in kind "
		"with rt-tests' svsematest. stress-ng's switch test over one "
		"System V semaphore takes back its own token and hardly ever "
		"switches.",
	.flags = BENCH_SYSV,
	.nr_tasks = 2,
	.state_size = sizeof(struct sysvsem_state),
	.peers = sysvsem_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = sysvsem_supported,
	.setup = sysvsem_setup,
	.teardown = sysvsem_teardown,
	.task = sysvsem_task,
	.baseline = sysvsem_baseline,
);
