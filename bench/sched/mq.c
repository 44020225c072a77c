/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/mq.c - one message back and forth between two tasks over two
 * POSIX message queues; an op is one round trip.
 */
#include "turns.h"

#include "../refused.h"

#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>

/* What an ordinary user may ask for without a change of the settings. */
#define MSG_MAX 8192

/**
 * struct mq_state - shared by the two tasks
 * @msg:	bytes of a message
 * @mq:		queue i leads from task i to the other
 * @buf:	task i's message
 */
struct mq_state {
	uint64_t msg;
	mqd_t mq[2];
	char buf[2][MSG_MAX];
};

static const struct bench_option mq_options[] = {
	BENCH_OPTION(struct mq_state, msg, BENCH_BYTES, 4, 1, MSG_MAX,
		     "length of a message"),
	BENCH_END
};

/* A queue that has lost its name as soon as it exists. */
static mqd_t open_queue(const struct mq_state *s, int i)
{
	struct mq_attr attr = { .mq_maxmsg = 1, .mq_msgsize = (long)s->msg };
	char name[48];
	mqd_t mq;

	snprintf(name, sizeof(name), "/harness-mq-%d-%d", (int)gettid(), i);
	mq = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, &attr);
	if (mq != (mqd_t)-1)
		mq_unlink(name);
	return mq;
}

static const char *mq_supported(void)
{
	struct mq_state s = { .msg = 1 };
	mqd_t mq = open_queue(&s, 0);

	if (mq == (mqd_t)-1 && is_refusal(errno))
		return refused("mq_open", errno, NULL);
	if (mq != (mqd_t)-1)
		mq_close(mq);
	return NULL;
}

static int mq_setup(struct bench_task *t)
{
	struct mq_state *s = t->state;

	for (int i = 0; i < 2; i++) {
		s->mq[i] = open_queue(s, i);
		if (s->mq[i] == (mqd_t)-1)
			return bench_error(t, errno, "mq_open");
	}
	return 0;
}

/* Sends, as task @id, a message that carries @seq. */
static inline int put(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct mq_state *s = t->state;
	long n;

	s->buf[id][0] = (char)seq;
	do
		n = bench_sys(t, SYS_mq_timedsend, s->mq[id], s->buf[id],
			      s->msg, 0, NULL);
	while (n == -EINTR);
	return n < 0 ? bench_error(t, (int)n, "mq_send") : 0;
}

/* Receives, as task @id, a message and checks that it is number @seq. */
static inline int get(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct mq_state *s = t->state;
	long n;

	do
		n = bench_sys(t, SYS_mq_timedreceive, s->mq[!id], s->buf[id],
			      s->msg, NULL, NULL);
	while (n == -EINTR);
	if (n < 0)
		return bench_error(t, (int)n, "mq_receive");
	if (n != (long)s->msg || s->buf[id][0] != (char)seq)
		return bench_error(t, EBADMSG, "wrong message in the queue");
	return 0;
}

static int mq_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, put, get);
}

/* Both tasks' calls, made by one: every receive finds its message. */
static int mq_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, put, get);
}

static int mq_teardown(struct bench_task *t)
{
	const struct mq_state *s = t->state;

	mq_close(s->mq[0]);
	mq_close(s->mq[1]);
	return 0;
}

BENCH(
	.name = "sched/mq",
	.summary = "one message back and forth over two POSIX message queues",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two POSIX "
		"message queues that hold one message each. On one CPU an op "
		"is two context switches, two sends and two receives.\n\n"
		"A receiver that is already waiting gets the message directly, "
		"without the queue. The number includes the system calls, "
		"copying and the wake-up. The control makes the same calls "
		"without a switch, and its messages do go through the queue. "
		"On two CPUs it is mostly the exit latency of the idle "
		"state.\n\n"
		"Comparable in kind with rt-tests' pmqtest. stress-ng's switch "
		"test over a queue sends one way and counts a switch per "
		"message, though it makes fewer or more.",
	.nr_tasks = 2,
	.state_size = sizeof(struct mq_state),
	.options = mq_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = mq_supported,
	.setup = mq_setup,
	.teardown = mq_teardown,
	.task = mq_task,
	.baseline = mq_baseline,
	.calls = 4,
);
