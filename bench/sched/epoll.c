/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/epoll.c - a task that waits for one of many descriptors in
 * epoll_wait(2), and one that makes them ready round robin; an op is one request
 * and its answer.
 */
#include <harness/bench.h>

#include <sys/epoll.h>
#include <sys/eventfd.h>

#define FDS_MAX 1024

/**
 * struct epoll_state - shared by the two tasks
 * @fds:	that are waited for
 * @edge:	edge-triggered
 * @epfd:	what task 1 waits in
 * @answer:	eventfd that task 0 reads
 * @next:	the descriptor that is made ready next
 * @fd:		the eventfds that are waited for
 */
struct epoll_state {
	uint64_t fds;
	uint64_t edge;
	int epfd;
	int answer;
	uint32_t next;
	int fd[FDS_MAX];
};

static const struct bench_option epoll_options[] = {
	BENCH_OPTION(struct epoll_state, fds, BENCH_COUNT, 8, 1, FDS_MAX,
		     "descriptors to wait for"),
	BENCH_OPTION(struct epoll_state, edge, BENCH_BOOL, 0, 0, 1,
		     "edge-triggered"),
	BENCH_END
};

static int watch(struct bench_task *t, uint32_t i)
{
	struct epoll_state *s = t->state;
	struct epoll_event ev = {
		.events = EPOLLIN | (s->edge ? EPOLLET : 0),
		.data.u32 = i,
	};

	s->fd[i] = eventfd(0, EFD_CLOEXEC);
	if (s->fd[i] < 0)
		return bench_error(t, errno, "eventfd");
	if (epoll_ctl(s->epfd, EPOLL_CTL_ADD, s->fd[i], &ev))
		return bench_error(t, errno, "epoll_ctl");
	return 0;
}

static int epoll_setup(struct bench_task *t)
{
	struct epoll_state *s = t->state;
	int ret = 0;

	s->epfd = epoll_create1(EPOLL_CLOEXEC);
	if (s->epfd < 0)
		return bench_error(t, errno, "epoll_create1");
	s->answer = eventfd(0, EFD_CLOEXEC);
	if (s->answer < 0)
		return bench_error(t, errno, "eventfd");
	for (uint32_t i = 0; i < s->fds && !ret; i++)
		ret = watch(t, i);
	return ret;
}

static inline int post(struct bench_task *t, int fd)
{
	uint64_t one = 1;
	ssize_t n;

	do
		n = bench_write(t, fd, &one, sizeof(one));
	while (n == -EINTR);
	if (n == sizeof(one))
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write to the eventfd");
}

static inline int take(struct bench_task *t, int fd)
{
	uint64_t value = 0;
	ssize_t n;

	do
		n = bench_read(t, fd, &value, sizeof(value));
	while (n == -EINTR);
	if (n == sizeof(value) && value == 1)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EBADMSG,
			   "read from the eventfd");
}

/* Makes the next descriptor ready. */
static inline int request(struct bench_task *t)
{
	struct epoll_state *s = t->state;
	int fd = s->fd[s->next];

	s->next = s->next + 1 < s->fds ? s->next + 1 : 0;
	return post(t, fd);
}

/* Waits for the descriptor that is ready and empties it. */
static inline int serve(struct bench_task *t)
{
	const struct epoll_state *s = t->state;
	struct epoll_event ev;
	long n;

	do
		n = bench_sys(t, SYS_epoll_pwait, s->epfd, &ev, 1, -1, NULL, 8);
	while (n == -EINTR);
	if (n != 1)
		return bench_error(t, n < 0 ? (int)n : EIO, "epoll_wait");
	return take(t, s->fd[ev.data.u32]);
}

static int client(struct bench_task *t, uint64_t loops)
{
	const struct epoll_state *s = t->state;
	int ret;

	bench_loop (t, loops) {
		ret = request(t);
		if (ret)
			return ret;
		ret = take(t, s->answer);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int server(struct bench_task *t, uint64_t loops)
{
	const struct epoll_state *s = t->state;
	int ret;

	bench_loop (t, loops) {
		ret = serve(t);
		if (ret)
			return ret;
		bench_work(t);
		ret = post(t, s->answer);
		if (ret)
			return ret;
	}
	return 0;
}

static int epoll_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? client(t, loops) : server(t, loops);
}

/* Both tasks' calls, made by one: nothing is waited for. */
static int epoll_baseline(struct bench_task *t, uint64_t loops)
{
	const struct epoll_state *s = t->state;
	int ret;

	bench_loop (t, loops) {
		ret = request(t);
		if (!ret)
			ret = serve(t);
		if (!ret)
			ret = post(t, s->answer);
		if (!ret)
			ret = take(t, s->answer);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int epoll_teardown(struct bench_task *t)
{
	const struct epoll_state *s = t->state;

	for (uint32_t i = 0; i < s->fds; i++)
		close(s->fd[i]);
	close(s->answer);
	close(s->epfd);
	return 0;
}

BENCH(
	.name = "sched/epoll",
	.summary = "a task in epoll_wait answers requests on many descriptors",
	.op = "round trip",
	.description =
		"Task 1 waits in epoll_wait for any of N eventfds, reads the "
		"one that is ready and answers through another eventfd. Task 0 "
		"makes them ready round robin and waits for each answer in "
		"read. On one CPU an op is two context switches and five "
		"system calls.\n\n"
		"Compared with sched/eventfd it shows the cost of waiting "
		"through epoll: one more call per op, the ready list and the "
		"callback. The control makes the same calls without a switch. "
		"On two CPUs it is mostly the exit latency of the idle "
		"state.\n\n"
		"perf bench epoll wait lets several writers and waiters run "
		"freely and counts events per second, not round trips.",
	.nr_tasks = 2,
	.state_size = sizeof(struct epoll_state),
	.options = epoll_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = epoll_setup,
	.teardown = epoll_teardown,
	.task = epoll_task,
	.baseline = epoll_baseline,
);
