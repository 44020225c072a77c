/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/pipe.c - one token back and forth between two tasks over two
 * pipes; an op is one round trip.
 *
 * Strictly one token: task 0 writes and then waits for the answer, so on one
 * CPU every op is exactly two switches.
 */
#include <harness/bench.h>

#include <fcntl.h>

#define MSG_MAX 65536

/**
 * struct pipe_state - shared by the two tasks
 * @msg:	bytes of a message
 * @fd:		pipe p leads from task p to the other: [p][0] reads, [p][1]
 *		writes
 * @buf:	one for each task
 */
struct pipe_state {
	uint64_t msg;
	int fd[2][2];
	char buf[2][MSG_MAX];
};

static const struct bench_option pipe_options[] = {
	BENCH_OPTION(struct pipe_state, msg, BENCH_BYTES, 4, 1, MSG_MAX,
		     "length of a message"),
	BENCH_END
};

/* Writes a message that carries @seq. */
static inline int put(struct bench_task *t, int fd, char *buf, uint64_t seq)
{
	const struct pipe_state *s = t->state;
	ssize_t n;

	buf[0] = (char)seq;
	do
		n = bench_write(t, fd, buf, s->msg);
	while (n == -EINTR);
	if (n == (ssize_t)s->msg)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write to the pipe");
}

/* Reads a message and checks that it is number @seq. */
static inline int get(struct bench_task *t, int fd, char *buf, uint64_t seq)
{
	const struct pipe_state *s = t->state;
	ssize_t n;

	do
		n = bench_read(t, fd, buf, s->msg);
	while (n == -EINTR);
	if (n < 0)
		return bench_error(t, (int)n, "read from the pipe");
	if (n == 0)
		return bench_error(t, EPIPE, "end of file on the pipe");
	if (n != (ssize_t)s->msg || buf[0] != (char)seq)
		return bench_error(t, EBADMSG, "wrong message in the pipe");
	return 0;
}

static int pipe_setup(struct bench_task *t)
{
	struct pipe_state *s = t->state;

	for (int p = 0; p < 2; p++)
		if (pipe2(s->fd[p], O_CLOEXEC))
			return bench_error(t, errno, "pipe2");
	return 0;
}

/* Keeps only the two ends that this task uses. */
static int pipe_prepare(struct bench_task *t)
{
	const struct pipe_state *s = t->state;
	uint32_t other = !t->id;

	bench_close_unused(t, s->fd[t->id][0]);
	bench_close_unused(t, s->fd[other][1]);
	return 0;
}

static int ping(struct bench_task *t, uint64_t loops)
{
	struct pipe_state *s = t->state;
	int in = s->fd[1][0], out = s->fd[0][1];
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = put(t, out, s->buf[0], seq);
		if (ret)
			return ret;
		ret = get(t, in, s->buf[0], seq++);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int pong(struct bench_task *t, uint64_t loops)
{
	struct pipe_state *s = t->state;
	int in = s->fd[0][0], out = s->fd[1][1];
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = get(t, in, s->buf[1], seq);
		if (ret)
			return ret;
		bench_work(t);
		ret = put(t, out, s->buf[1], seq++);
		if (ret)
			return ret;
	}
	return 0;
}

static int pipe_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? ping(t, loops) : pong(t, loops);
}

/* Both tasks' calls, made by one: every read finds its message. */
static int pipe_baseline(struct bench_task *t, uint64_t loops)
{
	struct pipe_state *s = t->state;
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		for (int p = 0; p < 2; p++) {
			ret = put(t, s->fd[p][1], s->buf[p], seq);
			if (ret)
				return ret;
			ret = get(t, s->fd[p][0], s->buf[p], seq);
			if (ret)
				return ret;
			bench_work(t);
		}
		seq++;
	}
	return 0;
}

static int pipe_teardown(struct bench_task *t)
{
	const struct pipe_state *s = t->state;

	close(s->fd[0][1]);
	close(s->fd[1][0]);
	if (t->group->threads || t->group->control) {
		close(s->fd[0][0]);
		close(s->fd[1][1]);
	}
	return 0;
}

static const struct bench_peer pipe_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "up to 6.14 the same round trip, with the creation and end of the "
	  "tasks inside the timed region; from 6.15 on two tokens are under "
	  "way and an op makes one to two switches" },
	{ "lmbench", "microseconds", 1e-3,
	  "lat_pipe: the same round trip" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/pipe",
	.summary = "one token back and forth over two pipes",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two pipes. Each "
		"writes and then blocks in read, so on one CPU an op is two "
		"context switches, two writes and two reads.\n\n"
		"The number includes the system calls, the pipe's locking and "
		"the wake-up; the control makes the same calls without a "
		"switch. On two CPUs it is mostly the time to leave the idle "
		"state. It does not include the creation, pinning or end of the "
		"tasks.\n\n"
		"Comparable with perf bench sched pipe up to version 6.14 and "
		"with lmbench's lat_pipe. perf from 6.15 on has two tokens "
		"under way.",
	.nr_tasks = 2,
	.state_size = sizeof(struct pipe_state),
	.options = pipe_options,
	.peers = pipe_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 2, 2 } },
	.setup = pipe_setup,
	.teardown = pipe_teardown,
	.prepare = pipe_prepare,
	.task = pipe_task,
	.baseline = pipe_baseline,
);
