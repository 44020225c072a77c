/* SPDX-License-Identifier: MIT */
/*
 * bench/epoll/wait.c - one task makes events, the others wait for them with
 * epoll and take them; an op is one event.
 */
#include "fds.h"

#include <time.h>

static const struct bench_option wait_options[] = {
	FDS_OPTIONS,
	BENCH_OPTION(struct fds_state, pause, BENCH_NS, 0, 0, 1000000,
		     "sleep of the writer after each round of all descriptors"),
	BENCH_END
};

static const char *wait_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->nr_tasks < 2)
		return "one task makes the events and the others take them: "
		       "name at least two CPUs";
	if (g->nr_tasks > FDS_TASKS_MAX)
		return "there is room for 1024 tasks: name fewer CPUs";
	return NULL;
}

/* A loop is one event for each of the tasks but the first. */
static int wait_setup(struct bench_task *t)
{
	struct fds_state *s = t->state;
	int ret = fds_open(t, 1);

	t->group->ops_per_loop = t->group->nr_tasks - 1;
	for (uint32_t id = 1; id < t->group->nr_tasks && !ret; id++)
		for (uint32_t i = 0; i < s->fds && !ret; i++)
			ret = fds_ctl(t, s->epfd[id], EPOLL_CTL_ADD,
				      s->fd[id][i], EPOLLIN, "EPOLL_CTL_ADD");
	return ret;
}

static int wait_teardown(struct bench_task *t)
{
	fds_close(t, 1);
	return 0;
}

static int make_events(struct bench_task *t, uint64_t loops)
{
	struct fds_state *s = t->state;
	const struct timespec pause = { .tv_nsec = (long)s->pause };
	const uint64_t one = 1;

	bench_loop (t, loops) {
		if (s->pause && s->cursor[1] == 0)
			nanosleep(&pause, NULL);
		for (uint32_t id = 1; id < t->group->nr_tasks; id++) {
			ssize_t n = bench_write(t, fds_next(s, id), &one,
						sizeof(one));

			if (n != sizeof(one))
				return bench_error(t, n < 0 ? (int)n : EIO,
						   "write to an eventfd");
		}
	}
	return 0;
}

static inline int await_event(struct bench_task *t, int epfd, int *fd)
{
	struct epoll_event event;
	long n;

	do {
		if (t->libc)
			n = epoll_wait(epfd, &event, 1, -1) < 0 ? -errno : 1;
		else
			n = bench_sys(t, SYS_epoll_pwait, epfd, &event, 1, -1,
				      NULL, 0);
	} while (n == -EINTR);
	if (n != 1)
		return bench_error(t, n < 0 ? (int)n : EIO, "epoll_wait");
	*fd = event.data.fd;
	return 0;
}

/* Takes one event; where several tasks see the same, one of them gets it. */
static int take_event(struct bench_task *t, int epfd)
{
	ssize_t n;

	do {
		uint64_t value;
		int fd = -1, ret = await_event(t, epfd, &fd);

		if (ret)
			return ret;
		n = bench_read(t, fd, &value, sizeof(value));
	} while (n == -EAGAIN || n == -EINTR);
	if (n > 0)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "read of an eventfd");
}

static int wait_task(struct bench_task *t, uint64_t loops)
{
	const struct fds_state *s = t->state;

	if (t->id == 0)
		return make_events(t, loops);
	bench_loop (t, loops) {
		int ret = take_event(t, s->epfd[t->id]);

		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer wait_peers[] = {
	{ "perf", "operations/sec of all threads", BENCH_RATE(1),
	  "epoll wait prints the average of the reading threads, this "
	  "divided by their number; its writer sleeps for 500 ns and the "
	  "timer slack after each round: -p pause=500ns" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "epoll/wait",
	.summary = "events written by one task and awaited by the others",
	.op = "event",
	.description =
		"One task writes to its eventfds round robin; one task on each "
		"other CPU waits in epoll_wait(2) for one event at a time and "
		"reads it. All wait on one epoll instance, or with -p "
		"multiq=yes each on its own with its own descriptors. An op is "
		"one event, written, awaited and read. Every event is counted; "
		"none is lost or merged.\n\n"
		"The writer does not wait. A slower waiter finds events ready "
		"and does not sleep: context switches are reported, not "
		"declared. If several tasks are woken for one event, the calls "
		"of the losers are in the number.\n\n"
		"Comparable with perf bench epoll wait, whose writer sleeps "
		"after each round of all descriptors (like -p pause=500ns) and "
		"is an unpinned thread, beside one waiter per CPU. perf counts "
		"reads, and events that meet in one descriptor as one.",
	.flags = BENCH_APART,
	.nr_tasks = BENCH_PER_CPU,
	.state_size = sizeof(struct fds_state),
	.options = wait_options,
	.peers = wait_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.accepts = wait_accepts,
	.setup = wait_setup,
	.teardown = wait_teardown,
	.task = wait_task,
);
