/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/socketpair.c - one token back and forth between two tasks over
 * a pair of connected local sockets; an op is one round trip.
 */
#include "turns.h"

#include <sched.h>
#include <sys/socket.h>

/* One buffer in the kernel: also a stream delivers it in one piece. */
#define MSG_MAX 32768

/**
 * struct socketpair_state - shared by the two tasks
 * @type:	index of the socket's type
 * @msg:	bytes of a message
 * @fd:		task i's end
 * @buf:	task i's message
 */
struct socketpair_state {
	uint64_t type;
	uint64_t msg;
	int fd[2];
	char buf[2][MSG_MAX];
};

static const int types[] = { SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET };

static const struct bench_option socketpair_options[] = {
	BENCH_CHOICE(struct socketpair_state, type, 0, "type of the sockets",
		     "stream", "dgram", "seqpacket"),
	BENCH_OPTION(struct socketpair_state, msg, BENCH_BYTES, 1, 1, MSG_MAX,
		     "length of a message"),
	BENCH_END
};

/* Writes a message that carries @seq. */
static inline int put(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct socketpair_state *s = t->state;
	ssize_t n;

	s->buf[id][0] = (char)seq;
	do
		n = bench_write(t, s->fd[id], s->buf[id], s->msg);
	while (n == -EINTR);
	if (n == (ssize_t)s->msg)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write to the socket");
}

/* Reads a message and checks that it is number @seq. */
static inline int get(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct socketpair_state *s = t->state;
	ssize_t n;

	do
		n = bench_read(t, s->fd[id], s->buf[id], s->msg);
	while (n == -EINTR);
	if (n < 0)
		return bench_error(t, (int)n, "read from the socket");
	if (n == 0)
		return bench_error(t, EPIPE, "end of file on the socket");
	if (n != (ssize_t)s->msg || s->buf[id][0] != (char)seq)
		return bench_error(t, EBADMSG, "wrong message in the socket");
	return 0;
}

/* Only a stream wakes its reader in vain, and only fair tasks then yield. */
static void correct_expectation(const struct socketpair_state *s,
				struct bench_group *g)
{
	static const struct bench_expect two = { 2, 2 }, up_to_two = { 0, 2 };

	if (s->type || g->policy == SCHED_FIFO || g->policy == SCHED_RR)
		g->expect[BENCH_FORCED] = two;
	if (s->type) {
		g->expect[BENCH_PREEMPT] = two;
		g->expect[BENCH_SPREAD] = up_to_two;
	}
}

static int socketpair_setup(struct bench_task *t)
{
	struct socketpair_state *s = t->state;

	correct_expectation(s, t->group);
	if (socketpair(AF_UNIX, types[s->type] | SOCK_CLOEXEC, 0, s->fd))
		return bench_error(t, errno, "socketpair");
	return 0;
}

static int socketpair_prepare(struct bench_task *t)
{
	const struct socketpair_state *s = t->state;

	bench_close_unused(t, s->fd[!t->id]);
	return 0;
}

static int socketpair_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, put, get);
}

/* Both tasks' calls, made by one: every read finds its message. */
static int socketpair_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, put, get);
}

static int socketpair_teardown(struct bench_task *t)
{
	const struct socketpair_state *s = t->state;

	close(s->fd[0]);
	if (t->group->threads || t->group->control)
		close(s->fd[1]);
	return 0;
}

static const struct bench_peer socketpair_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_unix: the same round trip; it does not report the number of "
	  "switches" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/socketpair",
	.summary = "one token back and forth over a pair of local sockets",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two connected "
		"AF_UNIX sockets. Each writes and then blocks in read, so on "
		"one CPU an op is at least two context switches, two writes "
		"and two reads.\n\n"
		"The reader of a stream is also woken when its previous "
		"message is freed, and may then preempt its peer uselessly: an "
		"op makes about 2.6 switches under the default policy and up "
		"to 2.1 under batch. Datagrams, sequenced packets and the "
		"policies fifo and rr make exactly two. With -g N there are N "
		"pairs with a token each.\n\n"
		"The number includes the system calls, the allocation of "
		"socket buffers and the wake-ups; the control makes the same "
		"calls without a switch. On two CPUs it is mostly the exit "
		"latency of the idle state. Comparable with lmbench's lat_unix.",
	.nr_tasks = 2,
	.state_size = sizeof(struct socketpair_state),
	.options = socketpair_options,
	.peers = socketpair_peers,
	.expect = { { 2, 3 }, { 2, 4 }, { 0, 3 } },
	.setup = socketpair_setup,
	.teardown = socketpair_teardown,
	.prepare = socketpair_prepare,
	.task = socketpair_task,
	.baseline = socketpair_baseline,
	.calls = 4,
);
