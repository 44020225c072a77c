/* SPDX-License-Identifier: MIT */
/*
 * bench/epoll/fds.h - event descriptors of the tasks, and one epoll instance
 * for all or one for each.
 */
#ifndef BENCH_EPOLL_FDS_H
#define BENCH_EPOLL_FDS_H

#include <harness/bench.h>

#include <sys/epoll.h>
#include <sys/eventfd.h>

#define FDS_TASKS_MAX 1024
#define FDS_MAX 256

/**
 * struct fds_state - shared by the tasks
 * @fds:	descriptors of a task
 * @multiq:	an epoll instance for each task instead of one for all
 * @epfd:	the instance of each task
 * @fd:		eventfds of each task
 * @cursor:	next descriptor of each task
 * @pause:	how long who makes the events sleeps after each round, in ns
 */
struct fds_state {
	uint64_t fds;
	uint64_t multiq;
	int epfd[FDS_TASKS_MAX];
	int fd[FDS_TASKS_MAX][FDS_MAX];
	uint32_t cursor[FDS_TASKS_MAX];
	uint64_t pause;
};

#define FDS_OPTIONS							\
	BENCH_OPTION(struct fds_state, fds, BENCH_COUNT, 64, 1, FDS_MAX,	\
		     "descriptors per task"),				\
	BENCH_OPTION(struct fds_state, multiq, BENCH_BOOL, 0, 0, 1,	\
		     "one epoll instance per task instead of one for all")

/* Opens what tasks @first and up need, in task 0. */
static inline int fds_open(struct bench_task *t, uint32_t first)
{
	struct fds_state *s = t->state;

	for (uint32_t id = first; id < t->group->nr_tasks; id++) {
		s->epfd[id] = s->multiq || id == first ?
			      epoll_create1(EPOLL_CLOEXEC) : s->epfd[first];
		if (s->epfd[id] < 0)
			return bench_error(t, errno, "epoll_create1");
		for (uint32_t i = 0; i < s->fds; i++) {
			s->fd[id][i] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC |
					       EFD_SEMAPHORE);
			if (s->fd[id][i] < 0)
				return bench_error(t, errno, "eventfd");
		}
	}
	return 0;
}

static inline void fds_close(struct bench_task *t, uint32_t first)
{
	struct fds_state *s = t->state;

	for (uint32_t id = first; id < t->group->nr_tasks; id++) {
		if (s->multiq || id == first)
			close(s->epfd[id]);
		for (uint32_t i = 0; i < s->fds; i++)
			close(s->fd[id][i]);
	}
}

/* Return: the next descriptor of task @id, round robin. */
static inline int fds_next(struct fds_state *s, uint32_t id)
{
	uint32_t i = s->cursor[id];

	s->cursor[id] = i + 1 == s->fds ? 0 : i + 1;
	return s->fd[id][i];
}

static inline int fds_ctl(struct bench_task *t, int epfd, int op, int fd,
			  uint32_t events, const char *what)
{
	struct epoll_event event = { .events = events, .data.fd = fd };
	long n;

	if (t->libc)
		n = epoll_ctl(epfd, op, fd, &event) ? -errno : 0;
	else
		n = bench_sys(t, SYS_epoll_ctl, epfd, op, fd, &event);
	return n < 0 ? bench_error(t, (int)n, what) : 0;
}

#endif
