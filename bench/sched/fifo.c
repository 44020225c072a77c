/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/fifo.c - one token back and forth between two tasks over two
 * named pipes; an op is one round trip.
 */
#include "ends.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define PATH_LEN 4096

static const struct bench_option fifo_options[] = { ENDS_OPTION_MSG,
						    BENCH_END };

/*
 * Both ends of a named pipe: the reader is opened first and must not wait for
 * a writer. The name is gone before anything is measured.
 */
static int open_ends(struct bench_task *t, const char *path, int *in, int *out)
{
	if (mkfifo(path, 0600))
		return bench_error(t, errno, "mkfifo");
	*in = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	*out = *in < 0 ? -1 : open(path, O_WRONLY | O_CLOEXEC);
	unlink(path);
	if (*out < 0 || fcntl(*in, F_SETFL, 0))
		return bench_error(t, errno, "open a named pipe");
	return 0;
}

static int fifo_setup(struct bench_task *t)
{
	struct ends_state *s = t->state;
	const char *tmp = getenv("TMPDIR");
	char dir[PATH_LEN], path[PATH_LEN + 8];
	int ret = 0;

	snprintf(dir, sizeof(dir), "%s/harness-fifo-XXXXXX",
		 tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(dir))
		return bench_error(t, errno, "make a directory in $TMPDIR");
	snprintf(path, sizeof(path), "%s/fifo", dir);
	for (int i = 0; i < 2 && !ret; i++)
		ret = open_ends(t, path, &s->in[i], &s->out[!i]);
	rmdir(dir);
	return ret;
}

static const struct bench_peer fifo_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_fifo: the same round trip; it does not report the number of "
	  "switches" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/fifo",
	.summary = "one token back and forth over two named pipes",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two named "
		"pipes, made in $TMPDIR or /tmp. Each writes and then blocks "
		"in read, so on one CPU an op is two context switches, two "
		"writes and two reads.\n\n"
		"A named pipe is a pipe whose inode lies in a file system: a "
		"write may also update the time stamps there. sched/pipe is "
		"the same without a name. The control makes the same calls "
		"without a switch. Comparable with lmbench's lat_fifo.",
	.nr_tasks = 2,
	.state_size = sizeof(struct ends_state),
	.options = fifo_options,
	.peers = fifo_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = fifo_setup,
	.teardown = ends_teardown,
	.prepare = ends_prepare,
	.task = ends_task,
	.baseline = ends_baseline,
	.calls = 4,
);
