/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/udp.c - one token back and forth between two tasks over UDP
 * sockets on the loopback device; an op is one round trip.
 */
#include "ends.h"
#include "loopback.h"

static const struct bench_option udp_options[] = { ENDS_OPTION_MSG, BENCH_END };

static int udp_setup(struct bench_task *t)
{
	struct ends_state *s = t->state;
	struct sockaddr_in address[2];

	for (int i = 0; i < 2; i++) {
		int fd = loopback_socket(SOCK_DGRAM, &address[i]);

		if (fd < 0)
			return bench_error(t, errno, "bind to 127.0.0.1");
		s->in[i] = s->out[i] = fd;
	}
	for (int i = 0; i < 2; i++) {
		if (loopback_connect(s->in[i], &address[!i]))
			return bench_error(t, errno, "connect to 127.0.0.1");
	}
	return 0;
}

static const struct bench_peer udp_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_udp: the same round trip; it does not report the number of "
	  "switches" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/udp",
	.summary = "one token back and forth over UDP",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two connected "
		"UDP sockets on the loopback device. Each writes and then "
		"blocks in read, so on one CPU an op is two context "
		"switches, two writes and two reads.\n\n"
		"The number includes the UDP/IP stack: each write sends a "
		"datagram, which is received in a software interrupt before "
		"the call returns. The control makes the same calls without a "
		"switch. Firewall rules for the loopback device cost time "
		"here. Comparable with lmbench's lat_udp and netperf's UDP_RR.",
	.nr_tasks = 2,
	.state_size = sizeof(struct ends_state),
	.options = udp_options,
	.peers = udp_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = loopback_supported,
	.setup = udp_setup,
	.teardown = ends_teardown,
	.prepare = ends_prepare,
	.task = ends_task,
	.baseline = ends_baseline,
	.calls = 4,
);
