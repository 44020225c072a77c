/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/pipe.c - one token back and forth between two tasks over two
 * pipes; an op is one round trip.
 *
 * Strictly one token: task 0 writes and then waits for the answer, so on one
 * CPU every op is exactly two switches. With two tokens both tasks write
 * first, and how many switches an op makes depends on who runs when.
 */
#include <harness/bench.h>

#include <fcntl.h>
#include <sys/epoll.h>

#define MSG_MAX 65536

/**
 * struct pipe_state - shared by the two tasks
 * @msg:	bytes of a message
 * @tokens:	under way at the same time
 * @nonblock:	the pipes do not block: a task waits in epoll_wait and reads
 * @epfd:	epfd[p] watches the reading end of pipe p
 * @fd:		pipe p leads from task p to the other: [p][0] reads, [p][1]
 *		writes
 * @buf:	one for each task
 */
struct pipe_state {
	uint64_t msg;
	uint64_t tokens;
	uint64_t nonblock;
	int epfd[2];
	int fd[2][2];
	char buf[2][MSG_MAX];
};

static const struct bench_option pipe_options[] = {
	BENCH_OPTION(struct pipe_state, msg, BENCH_BYTES, 4, 1, MSG_MAX,
		     "length of a message"),
	BENCH_OPTION(struct pipe_state, tokens, BENCH_COUNT, 1, 1, 2,
		     "tokens under way: 2 like perf bench since 6.15"),
	BENCH_OPTION(struct pipe_state, nonblock, BENCH_BOOL, 0, 0, 1,
		     "non-blocking pipes, tasks wait in epoll_wait"),
	BENCH_END
};

/* Writes a message that carries @seq. */
static inline int put(struct bench_task *t, int fd, char *buf, uint64_t seq)
{
	const struct pipe_state *s = t->state;
	ssize_t n;

	buf[0] = (char)seq;
	do
		n = bench_write(t, fd, buf, s->msg);
	while (n == -EINTR);
	if (n == (ssize_t)s->msg)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write to the pipe");
}

/* Reads from pipe @p, where need be after a wait for its readiness. */
static inline ssize_t read_pipe(struct bench_task *t, int p, char *buf)
{
	const struct pipe_state *s = t->state;
	struct epoll_event ev;

	if (s->nonblock) {
		long n = bench_sys(t, SYS_epoll_pwait, s->epfd[p], &ev, 1, -1,
				   NULL, 8);

		if (n < 0)
			return n;
	}
	return bench_read(t, s->fd[p][0], buf, s->msg);
}

/* Reads a message from pipe @p and checks that it is number @seq. */
static inline int get(struct bench_task *t, int p, char *buf, uint64_t seq)
{
	const struct pipe_state *s = t->state;
	ssize_t n;

	do
		n = read_pipe(t, p, buf);
	while (n == -EINTR || n == -EAGAIN);
	if (n < 0)
		return bench_error(t, (int)n, "read from the pipe");
	if (n == 0)
		return bench_error(t, EPIPE, "end of file on the pipe");
	if (n != (ssize_t)s->msg || buf[0] != (char)seq)
		return bench_error(t, EBADMSG, "wrong message in the pipe");
	return 0;
}

static int watch(struct bench_task *t, int p)
{
	struct pipe_state *s = t->state;
	struct epoll_event ev = { .events = EPOLLIN };

	s->epfd[p] = epoll_create1(EPOLL_CLOEXEC);
	if (s->epfd[p] < 0)
		return bench_error(t, errno, "epoll_create1");
	if (epoll_ctl(s->epfd[p], EPOLL_CTL_ADD, s->fd[p][0], &ev))
		return bench_error(t, errno, "epoll_ctl");
	return 0;
}

/* A task with a token of its own may find the other's already there. */
static void correct_expectation(struct bench_group *g)
{
	static const struct bench_expect up_to_two = { 0, 2 };

	for (int i = 0; i < BENCH_NR_REGIMES; i++)
		g->expect[i] = up_to_two;
}

static int pipe_setup(struct bench_task *t)
{
	struct pipe_state *s = t->state;
	int flags = O_CLOEXEC | (s->nonblock ? O_NONBLOCK : 0);
	int ret = 0;

	if (s->tokens > 1)
		correct_expectation(t->group);
	if (s->nonblock)
		t->group->calls += 2;
	for (int p = 0; p < 2 && !ret; p++) {
		if (pipe2(s->fd[p], flags))
			return bench_error(t, errno, "pipe2");
		if (s->nonblock)
			ret = watch(t, p);
	}
	return ret;
}

/* Keeps only the two ends that this task uses. */
static int pipe_prepare(struct bench_task *t)
{
	const struct pipe_state *s = t->state;
	uint32_t other = !t->id;

	bench_close_unused(t, s->fd[t->id][0]);
	bench_close_unused(t, s->fd[other][1]);
	if (s->nonblock)
		bench_close_unused(t, s->epfd[t->id]);
	return 0;
}

static int ping(struct bench_task *t, uint64_t loops)
{
	struct pipe_state *s = t->state;
	char *buf = s->buf[t->id];
	int out = s->fd[t->id][1];
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = put(t, out, buf, seq);
		if (ret)
			return ret;
		ret = get(t, !t->id, buf, seq++);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int pong(struct bench_task *t, uint64_t loops)
{
	struct pipe_state *s = t->state;
	int out = s->fd[1][1];
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = get(t, 0, s->buf[1], seq);
		if (ret)
			return ret;
		bench_work(t);
		ret = put(t, out, s->buf[1], seq++);
		if (ret)
			return ret;
	}
	return 0;
}

static int pipe_task(struct bench_task *t, uint64_t loops)
{
	const struct pipe_state *s = t->state;

	return t->id == 0 || s->tokens > 1 ? ping(t, loops) : pong(t, loops);
}

/* Both tasks' calls, made by one: every read finds its message. */
static int pipe_baseline(struct bench_task *t, uint64_t loops)
{
	struct pipe_state *s = t->state;
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		for (int p = 0; p < 2; p++) {
			ret = put(t, s->fd[p][1], s->buf[p], seq);
			if (ret)
				return ret;
			ret = get(t, p, s->buf[p], seq);
			if (ret)
				return ret;
			bench_work(t);
		}
		seq++;
	}
	return 0;
}

/* Everything but the reading end and the watch that task 1 took over. */
static int pipe_teardown(struct bench_task *t)
{
	const struct pipe_state *s = t->state;
	bool all = t->group->threads || t->group->control;

	close(s->fd[0][1]);
	close(s->fd[1][0]);
	if (s->nonblock)
		close(s->epfd[1]);
	if (all) {
		close(s->fd[0][0]);
		close(s->fd[1][1]);
		if (s->nonblock)
			close(s->epfd[0]);
	}
	return 0;
}

static const struct bench_peer pipe_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "up to 6.14 the same round trip, including creation and exit of "
	  "the tasks; since 6.15 two tokens are under way and an op makes "
	  "one to two switches" },
	{ "lmbench", "microseconds", 1e-3, "lat_pipe: the same round trip" },
	{ "will-it-scale", "ops/s", BENCH_RATE(2),
	  "context_switch1: counts two per round trip, for one task of a "
	  "pair; it pins a pair to a core, so that with SMT the two may be "
	  "on two CPUs (option -m keeps them on one)" },
	{ "unixbench", "lps", BENCH_RATE(1),
	  "context1: the same round trip, not pinned, with 8 bytes; best two "
	  "thirds of ten runs" },
	{ "lebench", "seconds", 1e-6,
	  "context_switch_test: a thousand round trips, at nice level -20" },
	{ "context_switch", "switches per second", BENCH_RATE(2),
	  "the kernel's selftest for powerpc, --test=pipe: counts two per "
	  "round trip" },
	{ "eliben", "ns/switch", 0.5,
	  "thread-switch-pipe: half a round trip, between unpinned threads" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/pipe",
	.summary = "one token back and forth over two pipes",
	.op = "round trip",
	.description =
		"Two tasks pass one message back and forth over two pipes. "
		"Each writes and then blocks in read, so on one CPU an op is "
		"two context switches, two writes and two reads.\n\n"
		"The number includes the system calls, the pipe's locking and "
		"the wake-up; the control makes the same calls without a "
		"switch. On two CPUs it is mostly the exit latency of the idle "
		"state. It does not include creating, pinning or ending the "
		"tasks.\n\n"
		"Comparable with perf bench sched pipe up to version 6.14 and "
		"with lmbench's lat_pipe. perf since 6.15 has two tokens under "
		"way (-p tokens=2): both tasks write before they read, so that "
		"a read often finds its message, and an op makes one to two "
		"switches on one CPU and less than one on two. -p nonblock=1 "
		"is perf's option -n: one more epoll_wait per read.",
	.nr_tasks = 2,
	.state_size = sizeof(struct pipe_state),
	.options = pipe_options,
	.peers = pipe_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = pipe_setup,
	.teardown = pipe_teardown,
	.prepare = pipe_prepare,
	.task = pipe_task,
	.baseline = pipe_baseline,
	.calls = 4,
);
