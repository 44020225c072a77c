/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/planted/alone.c - needs a name that only one set of
 * tasks of a runner can have.
 */
#include <harness/bench.h>

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static int alone_setup(struct bench_task *t)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return bench_error(t, errno, "socket");
	/* An abstract name: it goes with its last descriptor. */
	snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1,
		 "harness-alone-%d", (int)getppid());
	if (bind(fd, (struct sockaddr *)&name, sizeof(name)))
		return bench_error(t, errno, "the only name");
	return 0;
}

static int alone_task(struct bench_task *t, uint64_t loops)
{
	uint64_t n = 0;

	bench_loop (t, loops)
		bench_keep(n);
	return 0;
}

BENCH(
	.name = "planted/alone",
	.summary = "needs a name that only one can have",
	.op = "loop",
	.description = "Nothing is measured.",
	.nr_tasks = 1,
	.setup = alone_setup,
	.task = alone_task,
);
