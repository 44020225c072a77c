/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/unix-dgram.c - one token back and forth between two tasks over
 * local datagram sockets that have addresses; an op is one round trip.
 */
#include "ends.h"

#include <sys/socket.h>
#include <sys/un.h>

/* struct address - in the abstract namespace, chosen by the kernel */
struct address {
	struct sockaddr_un un;
	socklen_t len;
};

static const struct bench_option unix_dgram_options[] = { ENDS_OPTION_MSG,
							  BENCH_END };

static int open_end(struct bench_task *t, struct address *address)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return bench_error(t, errno, "socket");
	address->un = (struct sockaddr_un){ .sun_family = AF_UNIX };
	address->len = sizeof(address->un);
	if (bind(fd, (struct sockaddr *)&address->un, sizeof(sa_family_t)) ||
	    getsockname(fd, (struct sockaddr *)&address->un, &address->len))
		return bench_error(t, errno, "bind to a local address");
	return fd;
}

static int unix_dgram_setup(struct bench_task *t)
{
	struct ends_state *s = t->state;
	struct address address[2];

	for (int i = 0; i < 2; i++) {
		int fd = open_end(t, &address[i]);

		if (fd < 0)
			return fd;
		s->in[i] = s->out[i] = fd;
	}
	for (int i = 0; i < 2; i++) {
		const struct address *to = &address[!i];

		if (connect(s->in[i], (const struct sockaddr *)&to->un,
			    to->len))
			return bench_error(t, errno,
					   "connect to a local address");
	}
	return 0;
}

BENCH(
	.name = "sched/unix-dgram",
	.summary = "one token back and forth over local datagram sockets",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two AF_UNIX "
		"datagram sockets that are bound to addresses and connected to "
		"each other, as services do that log or notify. Each writes "
		"and then blocks in read, so on one CPU an op is two context "
		"switches, two writes and two reads.\n\n"
		"The number includes the system calls, the allocation of "
		"socket buffers and the wake-ups; the control makes the same "
		"calls without a switch. sched/socketpair -p type=dgram is the "
		"same without addresses.",
	.nr_tasks = 2,
	.state_size = sizeof(struct ends_state),
	.options = unix_dgram_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = unix_dgram_setup,
	.teardown = ends_teardown,
	.prepare = ends_prepare,
	.task = ends_task,
	.baseline = ends_baseline,
	.calls = 4,
);
