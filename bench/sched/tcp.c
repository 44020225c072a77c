/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/tcp.c - one token back and forth between two tasks over a TCP
 * connection on the loopback device; an op is one round trip.
 */
#include "ends.h"
#include "loopback.h"

#include <netinet/tcp.h>

static const struct bench_option tcp_options[] = { ENDS_OPTION_MSG, BENCH_END };

/* Messages leave at once, not when the last one has been acknowledged. */
static int without_delay(int fd)
{
	int on = 1;

	return setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

static int connect_both(struct bench_task *t, int listener,
			const struct sockaddr_in *address)
{
	struct ends_state *s = t->state;
	struct sockaddr_in own;
	int fd[2];

	if (listen(listener, 1))
		return bench_error(t, errno, "listen");
	fd[0] = loopback_socket(SOCK_STREAM, &own);
	if (fd[0] < 0 || loopback_connect(fd[0], address))
		return bench_error(t, errno, "connect to 127.0.0.1");
	fd[1] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd[1] < 0)
		return bench_error(t, errno, "accept");
	for (int i = 0; i < 2; i++) {
		if (without_delay(fd[i]))
			return bench_error(t, errno, "TCP_NODELAY");
		s->in[i] = s->out[i] = fd[i];
	}
	return 0;
}

static int tcp_setup(struct bench_task *t)
{
	struct sockaddr_in address;
	int listener = loopback_socket(SOCK_STREAM, &address), ret;

	if (listener < 0)
		return bench_error(t, errno, "bind to 127.0.0.1");
	ret = connect_both(t, listener, &address);
	close(listener);
	return ret;
}

static const struct bench_peer tcp_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_tcp: the same round trip; it does not report the number of "
	  "switches" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/tcp",
	.summary = "one token back and forth over a TCP connection",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over a TCP "
		"connection on the loopback device, without Nagle's delay. "
		"Each writes and then blocks in read, so on one CPU an op is "
		"two context switches, two writes and two reads.\n\n"
		"The number includes the TCP/IP stack: each write sends a "
		"segment, which is received in a software interrupt before the "
		"call returns. The control makes the same calls without a "
		"switch, so that the difference is the switch alone. Firewall "
		"rules for the loopback device cost time here. Comparable with "
		"lmbench's lat_tcp and netperf's TCP_RR.",
	.nr_tasks = 2,
	.state_size = sizeof(struct ends_state),
	.options = tcp_options,
	.peers = tcp_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = loopback_supported,
	.setup = tcp_setup,
	.teardown = ends_teardown,
	.prepare = ends_prepare,
	.task = ends_task,
	.baseline = ends_baseline,
	.calls = 4,
);
