/* SPDX-License-Identifier: MIT */
/*
 * bench/epoll/ctl.c - descriptors added to an epoll instance, changed, and
 * removed, from every CPU at once; an op is one call.
 */
#include "fds.h"

static const char *ctl_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->nr_tasks > FDS_TASKS_MAX)
		return "there is room for 1024 tasks: name fewer CPUs";
	return NULL;
}

static int ctl_setup(struct bench_task *t)
{
	t->group->ops_per_loop = 3 * t->group->nr_tasks;
	return fds_open(t, 0);
}

static int ctl_teardown(struct bench_task *t)
{
	fds_close(t, 0);
	return 0;
}

static int ctl_task(struct bench_task *t, uint64_t loops)
{
	struct fds_state *s = t->state;
	int epfd = s->epfd[t->id];

	bench_loop (t, loops) {
		int fd = fds_next(s, t->id);
		int ret = fds_ctl(t, epfd, EPOLL_CTL_ADD, fd, "EPOLL_CTL_ADD");

		if (!ret)
			ret = fds_ctl(t, epfd, EPOLL_CTL_MOD, fd,
				      "EPOLL_CTL_MOD");
		if (!ret)
			ret = fds_ctl(t, epfd, EPOLL_CTL_DEL, fd,
				      "EPOLL_CTL_DEL");
		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer ctl_peers[] = {
	{ "perf", "ns of a call", 1,
	  "epoll ctl prints ADD, MOD and DEL ops/sec of one thread, of calls "
	  "drawn at random, many of which fail: the inverse of an op here, "
	  "over the number of tasks" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "epoll/ctl",
	.summary = "epoll_ctl on one epoll instance from every CPU",
	.op = "call",
	.description =
		"One task on each CPU adds one of its event descriptors to an "
		"epoll instance that all share, changes the entry, and removes "
		"it. A loop is these three calls of epoll_ctl(2) by each of "
		"the tasks, an op is one call.\n\n"
		"The instance has one lock, and who finds it taken spins or "
		"sleeps, so context switches are reported and not promised; "
		"with -p multiq=yes every task has an instance of its own. The "
		"number does not include the opening of descriptors.\n\n"
		"perf bench epoll ctl draws its calls at random and counts "
		"those that fail as well; here each call succeeds.",
	.flags = BENCH_APART,
	.nr_tasks = BENCH_PER_CPU,
	.state_size = sizeof(struct fds_state),
	.options = fds_options,
	.peers = ctl_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.accepts = ctl_accepts,
	.setup = ctl_setup,
	.teardown = ctl_teardown,
	.task = ctl_task,
);
