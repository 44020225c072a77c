/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/ends.h - messages back and forth over file descriptors: each of
 * two tasks has one to read from and one to write to.
 */
#ifndef BENCH_SCHED_ENDS_H
#define BENCH_SCHED_ENDS_H

#include "turns.h"

/* One buffer in the kernel: also a stream delivers it in one piece. */
#define ENDS_MSG_MAX 32768

/**
 * struct ends_state - shared by the two tasks
 * @msg:	bytes of a message
 * @in, @out:	what task i reads from and writes to; may be the same
 * @buf:	task i's message
 */
struct ends_state {
	uint64_t msg;
	int in[2], out[2];
	char buf[2][ENDS_MSG_MAX];
};

#define ENDS_OPTION_MSG                                                       \
	BENCH_OPTION(struct ends_state, msg, BENCH_BYTES, 1, 1, ENDS_MSG_MAX, \
		     "length of a message")

/* Writes a message that carries @seq. */
TURNS_INLINE int ends_put(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct ends_state *s = t->state;
	ssize_t n;

	s->buf[id][0] = (char)seq;
	do
		n = bench_write(t, s->out[id], s->buf[id], s->msg);
	while (n == -EINTR);
	if (n == (ssize_t)s->msg)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write to the peer");
}

/* Reads a message, which a stream may deliver in parts, and checks it. */
TURNS_INLINE int ends_get(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct ends_state *s = t->state;
	uint64_t got = 0;

	while (got < s->msg) {
		ssize_t n = bench_read(t, s->in[id], s->buf[id] + got,
				       s->msg - got);

		if (n == -EINTR)
			continue;
		if (n < 0)
			return bench_error(t, (int)n, "read from the peer");
		if (n == 0)
			return bench_error(t, EPIPE, "the peer has closed");
		got += (uint64_t)n;
	}
	if (s->buf[id][0] != (char)seq)
		return bench_error(t, EBADMSG, "wrong message from the peer");
	return 0;
}

static int ends_prepare(struct bench_task *t)
{
	const struct ends_state *s = t->state;

	bench_close_unused(t, s->in[!t->id]);
	if (s->out[!t->id] != s->in[!t->id])
		bench_close_unused(t, s->out[!t->id]);
	return 0;
}

static int ends_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, ends_put, ends_get);
}

/* Both tasks' calls, made by one: every read finds its message. */
static int ends_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, ends_put, ends_get);
}

static int ends_teardown(struct bench_task *t)
{
	const struct ends_state *s = t->state;
	bool both = t->group->threads || t->group->control;

	for (int i = 0; i < (both ? 2 : 1); i++) {
		close(s->in[i]);
		if (s->out[i] != s->in[i])
			close(s->out[i]);
	}
	return 0;
}

#endif
