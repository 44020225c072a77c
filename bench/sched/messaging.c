/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/messaging.c - many senders write to many receivers, as hackbench
 * does; an op is one message, a loop one message from every sender to every
 * receiver.
 */
#include <harness/bench.h>

#include <fcntl.h>
#include <sys/socket.h>

#define FDS_MAX 256
/* What a pipe takes in one piece however many write to it. */
#define MSG_MAX 4096

/**
 * struct messaging_state - shared by the tasks
 * @fds:	receivers, and as many senders
 * @over:	0 pipe, 1 socket
 * @msg:	bytes of a message
 * @fd:		receiver i reads [i][0], all senders write [i][1]
 */
struct messaging_state {
	uint64_t fds;
	uint64_t over;
	uint64_t msg;
	int fd[FDS_MAX][2];
};

static const struct bench_option messaging_options[] = {
	BENCH_OPTION(struct messaging_state, fds, BENCH_COUNT, 20, 1, FDS_MAX,
		     "receivers in a group, and as many senders"),
	BENCH_CHOICE(struct messaging_state, over, 1,
		     "what carries the messages", "pipe", "socket"),
	BENCH_OPTION(struct messaging_state, msg, BENCH_BYTES, 100, 1, MSG_MAX,
		     "length of a message"),
	BENCH_END
};

/* Tasks 0 .. fds - 1 receive, the others send. */
static uint32_t messaging_tasks(const void *state)
{
	const struct messaging_state *s = state;

	return 2 * (uint32_t)s->fds;
}

static int messaging_setup(struct bench_task *t)
{
	struct messaging_state *s = t->state;

	t->group->ops_per_loop = (uint32_t)(s->fds * s->fds);
	for (uint32_t i = 0; i < s->fds; i++)
		if (s->over ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0,
					 s->fd[i]) :
			      pipe2(s->fd[i], O_CLOEXEC))
			return bench_error(t, errno,
					   s->over ? "socketpair" : "pipe2");
	return 0;
}

/* A receiver keeps its own end, a sender all ends that are written to. */
static int messaging_prepare(struct bench_task *t)
{
	const struct messaging_state *s = t->state;
	bool sender = t->id >= s->fds;

	for (uint32_t i = 0; i < s->fds; i++) {
		if (i != t->id)
			bench_close_unused(t, s->fd[i][0]);
		if (!sender)
			bench_close_unused(t, s->fd[i][1]);
	}
	return 0;
}

static inline int put(struct bench_task *t, uint32_t to, const char *buf)
{
	const struct messaging_state *s = t->state;
	ssize_t n;

	do
		n = bench_write(t, s->fd[to][1], buf, s->msg);
	while (n == -EINTR);
	if (n == (ssize_t)s->msg)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "write of a message");
}

static inline int get(struct bench_task *t, uint32_t id, char *buf)
{
	const struct messaging_state *s = t->state;
	ssize_t n;

	do
		n = bench_read(t, s->fd[id][0], buf, s->msg);
	while (n == -EINTR);
	if (n == (ssize_t)s->msg)
		return 0;
	if (n < 0)
		return bench_error(t, (int)n, "read of a message");
	return bench_error(t, n ? EBADMSG : EPIPE,
			   n ? "part of a message" :
			       "end of file before all messages came");
}

static int send_all(struct bench_task *t, uint64_t loops)
{
	const struct messaging_state *s = t->state;
	char buf[MSG_MAX] = { 0 };

	bench_loop (t, loops) {
		for (uint32_t to = 0; to < s->fds; to++) {
			int ret = put(t, to, buf);

			if (ret)
				return ret;
		}
	}
	return 0;
}

static int receive_all(struct bench_task *t, uint64_t loops)
{
	const struct messaging_state *s = t->state;
	char buf[MSG_MAX];

	bench_loop (t, loops) {
		for (uint32_t i = 0; i < s->fds; i++) {
			int ret = get(t, t->id, buf);

			if (ret)
				return ret;
			bench_work(t);
		}
	}
	return 0;
}

static int messaging_task(struct bench_task *t, uint64_t loops)
{
	const struct messaging_state *s = t->state;

	return t->id < s->fds ? receive_all(t, loops) : send_all(t, loops);
}

/* The calls of all tasks, made by one: each message is read at once. */
static int messaging_baseline(struct bench_task *t, uint64_t loops)
{
	const struct messaging_state *s = t->state;
	char buf[MSG_MAX] = { 0 };

	bench_loop (t, loops) {
		for (uint64_t i = 0; i < s->fds * s->fds; i++) {
			uint32_t to = (uint32_t)(i % s->fds);
			int ret = put(t, to, buf);

			if (!ret)
				ret = get(t, to, buf);
			if (ret)
				return ret;
			bench_work(t);
		}
	}
	return 0;
}

static const struct bench_peer messaging_peers[] = {
	{ "perf", "sec", 4e-4,
	  "the whole of its default run: 400,000 messages in 10 groups (-g 10), "
	  "with the end of 400 tasks inside the timed region" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/messaging",
	.summary = "many senders write to many receivers (hackbench)",
	.op = "message",
	.description =
		"In each group every sender writes to every receiver, over "
		"sockets or pipes that hold many messages; -g sets the number "
		"of groups. An op is one message, a loop one message from each "
		"sender to each receiver.\n\n"
		"The tasks switch when a buffer is full or empty or a slice is "
		"over, so the number of switches per message depends on buffer "
		"sizes and on the scheduler: it is reported, not promised, and "
		"usually is a few hundredths. The number is therefore mostly "
		"the price of a write and a read among many tasks, not of a "
		"switch; the control makes the same calls alone.\n\n"
		"Comparable with hackbench and perf bench sched messaging, "
		"whose time includes the end of all tasks and which print "
		"seconds for the whole run.",
	.state_size = sizeof(struct messaging_state),
	.options = messaging_options,
	.peers = messaging_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.tasks = messaging_tasks,
	.setup = messaging_setup,
	.prepare = messaging_prepare,
	.task = messaging_task,
	.baseline = messaging_baseline,
);
