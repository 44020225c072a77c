/* SPDX-License-Identifier: MIT */
/* tests/plugins/faults/fault/leaves.c - leaves things behind. */
#include "../../plugin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum what { NOTHING, CHILD, DAEMON, FILES, OUTPUT };

struct leaves_state {
	uint64_t what;
};

static const struct bench_option leaves_options[] = {
	BENCH_CHOICE(struct leaves_state, what, NOTHING, "what it leaves",
		     "nothing", "child", "daemon", "files", "output"),
	BENCH_END,
};

static int leave_child(struct bench_task *t, bool session)
{
	pid_t pid = fork();

	if (pid < 0)
		return bench_error(t, errno, "fork");
	if (pid)
		return 0;
	if (session)
		setsid();
	for (;;)
		pause();
}

static int leave_files(struct bench_task *t)
{
	for (int i = 0; i < 8; i++)
		if (open("/dev/null", O_RDONLY) < 0)
			return bench_error(t, errno, "open");
	return 0;
}

static int leaves_setup(struct bench_task *t)
{
	const struct leaves_state *s = t->state;

	switch (s->what) {
	case CHILD:
		return leave_child(t, false);
	case DAEMON:
		return leave_child(t, true);
	case FILES:
		return leave_files(t);
	case OUTPUT:
		dprintf(STDOUT_FILENO, "noise of a plugin\n");
		return 0;
	default:
		return 0;
	}
}

BENCH(.name = "fault/leaves", .summary = "leaves things behind",
      .op = "empty op", .description = "Leaves what its options say.",
      .nr_tasks = 1, .state_size = sizeof(struct leaves_state),
      .options = leaves_options,
      .expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
      .setup = leaves_setup, .task = empty_task, );
