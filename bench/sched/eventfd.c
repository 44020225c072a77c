/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/eventfd.c - one token back and forth between two tasks over two
 * eventfds; an op is one round trip.
 */
#include "turns.h"

#include <sys/eventfd.h>

/**
 * struct eventfd_state - shared by the two tasks
 * @semaphore:	a read takes one, not all
 * @fd:		eventfd i is written by task i and read by the other
 */
struct eventfd_state {
	uint64_t semaphore;
	int fd[2];
};

static const struct bench_option eventfd_options[] = {
	BENCH_OPTION(struct eventfd_state, semaphore, BENCH_BOOL, 0, 0, 1,
		     "semaphore mode: a read takes one, not all"),
	BENCH_END
};

static inline int post(struct bench_task *t, uint32_t id, uint64_t seq)
{
	const struct eventfd_state *s = t->state;
	uint64_t one = 1;
	ssize_t n;

	(void)seq;
	do
		n = bench_write(t, s->fd[id], &one, sizeof(one));
	while (n == -EINTR);
	if (n == sizeof(one))
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write to the eventfd");
}

/* Waits for the token: there is only one, so the counter can be only 1. */
static inline int await(struct bench_task *t, uint32_t id, uint64_t seq)
{
	const struct eventfd_state *s = t->state;
	uint64_t value = 0;
	ssize_t n;

	(void)seq;
	do
		n = bench_read(t, s->fd[!id], &value, sizeof(value));
	while (n == -EINTR);
	if (n == sizeof(value) && value == 1)
		return 0;
	if (n < 0)
		return bench_error(t, (int)n, "read from the eventfd");
	return bench_error(t, EBADMSG, "wrong count in the eventfd");
}

static int eventfd_setup(struct bench_task *t)
{
	struct eventfd_state *s = t->state;
	int flags = EFD_CLOEXEC | (s->semaphore ? EFD_SEMAPHORE : 0);

	for (int i = 0; i < 2; i++) {
		s->fd[i] = eventfd(0, flags);
		if (s->fd[i] < 0)
			return bench_error(t, errno, "eventfd");
	}
	return 0;
}

static int eventfd_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, post, await);
}

/* Both tasks' calls, made by one: every read finds the counter at 1. */
static int eventfd_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, post, await);
}

static int eventfd_teardown(struct bench_task *t)
{
	const struct eventfd_state *s = t->state;

	close(s->fd[0]);
	close(s->fd[1]);
	return 0;
}

BENCH(
	.name = "sched/eventfd",
	.summary = "one token back and forth over two eventfds",
	.op = "round trip",
	.description =
		"Two tasks pass a token back and forth: each adds one to an "
		"eventfd and blocks in read on the other. On one CPU an op is "
		"two context switches, two writes and two reads of eight "
		"bytes.\n\n"
		"It is the shortest path through the file layer: compared with "
		"sched/pipe it shows the cost of the pipe's buffers. The "
		"number includes the system calls and the wake-up; the control "
		"makes the same calls without a switch. On two CPUs it is "
		"mostly the exit latency of the idle state.\n\n"
		"No peer measures it between two tasks: will-it-scale's "
		"eventfd1 and stress-ng's eventfd stay within one task, or "
		"count without a fixed relation to switches.",
	.nr_tasks = 2,
	.state_size = sizeof(struct eventfd_state),
	.options = eventfd_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = eventfd_setup,
	.teardown = eventfd_teardown,
	.task = eventfd_task,
	.baseline = eventfd_baseline,
	.calls = 4,
);
