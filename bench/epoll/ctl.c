/* SPDX-License-Identifier: MIT */
/*
 * bench/epoll/ctl.c - descriptors added to an epoll instance, changed, and
 * removed, from every CPU at once; an op is one call.
 */
#include "fds.h"

static const struct bench_option ctl_options[] = { FDS_OPTIONS, BENCH_END };

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
		int ret = fds_ctl(t, epfd, EPOLL_CTL_ADD, fd, EPOLLIN,
				  "EPOLL_CTL_ADD");

		if (!ret)
			ret = fds_ctl(t, epfd, EPOLL_CTL_MOD, fd, EPOLLOUT,
				      "EPOLL_CTL_MOD");
		if (!ret)
			ret = fds_ctl(t, epfd, EPOLL_CTL_DEL, fd, 0,
				      "EPOLL_CTL_DEL");
		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer ctl_peers[] = {
	{ "perf", "ADD, MOD and DEL operations of all threads in a second",
	  BENCH_RATE(1),
	  "epoll ctl prints the average of its threads for each of the "
	  "three, over all its -r seconds; with -R it picks calls at random, "
	  "many of which fail" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "epoll/ctl",
	.summary = "epoll_ctl on one epoll instance from every CPU",
	.op = "call",
	.description =
		"One task per CPU adds one of its eventfds to a shared epoll "
		"instance, changes the events from reading to writing, for "
		"which it is ready, and removes it. A loop is these three "
		"epoll_ctl(2) calls by each task, an op is one call.\n\n"
		"The instance has one lock. A task that finds it taken spins "
		"or sleeps, so context switches are reported, not declared. "
		"With -p multiq=yes each task has an instance of its own. The "
		"number does not include opening descriptors.\n\n"
		"Comparable with perf bench epoll ctl without -R, with threads.",
	.flags = BENCH_APART,
	.nr_tasks = BENCH_PER_CPU,
	.state_size = sizeof(struct fds_state),
	.options = ctl_options,
	.peers = ctl_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.accepts = ctl_accepts,
	.setup = ctl_setup,
	.teardown = ctl_teardown,
	.task = ctl_task,
);
