/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/socketpair.c - one token back and forth between two tasks over
 * a pair of connected local sockets; an op is one round trip.
 */
#include "ends.h"

#include <sched.h>
#include <sys/socket.h>

/**
 * struct socketpair_state - shared by the two tasks
 * @ends:	in and out are the same
 * @type:	index of the sockets' type
 */
struct socketpair_state {
	struct ends_state ends;
	uint64_t type;
};

static const int types[] = { SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET };

static const struct bench_option socketpair_options[] = {
	BENCH_CHOICE(struct socketpair_state, type, 0, "type of the sockets",
		     "stream", "dgram", "seqpacket"),
	ENDS_OPTION_MSG, BENCH_END
};

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
	int fd[2];

	correct_expectation(s, t->group);
	if (socketpair(AF_UNIX, types[s->type] | SOCK_CLOEXEC, 0, fd))
		return bench_error(t, errno, "socketpair");
	for (int i = 0; i < 2; i++)
		s->ends.in[i] = s->ends.out[i] = fd[i];
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
	.teardown = ends_teardown,
	.prepare = ends_prepare,
	.task = ends_task,
	.baseline = ends_baseline,
	.calls = 4,
);
