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
/* A pipe of a megabyte, the most that an ordinary user may have. */
#define HOLD_MAX 256

/**
 * struct messaging_state - shared by the tasks
 * @fds:	receivers, and as many senders
 * @over:	0 pipe, 1 socket
 * @msg:	bytes of a message
 * @hold:	messages that fit into a pipe; 0: the kernel's default of bytes
 * @fd:		receiver i reads [i][0], all senders write [i][1]
 */
struct messaging_state {
	uint64_t fds;
	uint64_t over;
	uint64_t msg;
	uint64_t hold;
	int fd[FDS_MAX][2];
};

static const struct bench_option messaging_options[] = {
	BENCH_OPTION(struct messaging_state, fds, BENCH_COUNT, 20, 1, FDS_MAX,
		     "receivers per group, and as many senders"),
	BENCH_CHOICE(struct messaging_state, over, 1,
		     "what carries the messages", "pipe", "socket"),
	BENCH_OPTION(struct messaging_state, msg, BENCH_BYTES, 100, 1, MSG_MAX,
		     "length of a message"),
	BENCH_OPTION(struct messaging_state, hold, BENCH_COUNT, 0, 0, HOLD_MAX,
		     "capacity of a pipe in messages, a power of two; 0: the "
		     "kernel's default"),
	BENCH_END
};

static const char *messaging_accepts(const void *state,
				     const struct bench_group *g)
{
	const struct messaging_state *s = state;

	(void)g;
	if (s->hold && s->over)
		return "only a pipe holds a number of messages: add -p over=pipe";
	if (s->hold & (s->hold - 1))
		return "a pipe holds a power of two of messages: name one with "
		       "-p hold";
	return NULL;
}

/* Tasks 0 .. fds - 1 receive, the others send. */
static uint32_t messaging_tasks(const void *state)
{
	const struct messaging_state *s = state;

	return 2 * (uint32_t)s->fds;
}

/* A pipe that holds some messages has a page for each, and joins none. */
static int open_pipe(struct bench_task *t, int fd[2])
{
	const struct messaging_state *s = t->state;
	long bytes = (long)s->hold * sysconf(_SC_PAGESIZE);

	if (pipe2(fd, O_CLOEXEC | (s->hold ? O_DIRECT : 0)))
		return bench_error(t, errno, "pipe2");
	if (s->hold && fcntl(fd[1], F_SETPIPE_SZ, bytes) < 0)
		return bench_error(t, errno, "size of a pipe");
	return 0;
}

static int messaging_setup(struct bench_task *t)
{
	struct messaging_state *s = t->state;
	int ret = 0;

	t->group->ops_per_loop = (uint32_t)(s->fds * s->fds);
	for (uint32_t i = 0; i < s->fds && !ret; i++) {
		if (!s->over)
			ret = open_pipe(t, s->fd[i]);
		else if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0,
				    s->fd[i]))
			ret = bench_error(t, errno, "socketpair");
	}
	return ret;
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
	  "its whole default run: 400,000 messages in 10 groups (-g 10), "
	  "including the exit of 400 tasks" },
	{ "hackbench", "seconds", 4e-4,
	  "its whole default run, the same as perf's" },
	{ "stress-ng", "nanosecs per context switch", 1,
	  "--switch with its method pipe (-p over=pipe -p fds=1 -p msg=1 -p "
	  "hold=1): it counts every write as a switch; on one CPU a write "
	  "makes two" },
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
		"Tasks switch when a buffer is full or empty or a time slice "
		"ends. The number of switches per message depends on buffer "
		"sizes and the scheduler: it is reported, not declared, and "
		"usually a few hundredths. The number is therefore mostly the "
		"cost of a write and a read among many tasks, not of a switch. "
		"The control makes the same calls alone. With -p over=pipe -p "
		"fds=1 -p hold=1, sender and receiver wait for each other at "
		"every message: two switches on one CPU.\n\n"
		"Comparable with hackbench and perf bench sched messaging, "
		"whose time includes the exit of all tasks and which print "
		"seconds for the whole run, and with stress-ng --switch.",
	.state_size = sizeof(struct messaging_state),
	.options = messaging_options,
	.peers = messaging_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.tasks = messaging_tasks,
	.accepts = messaging_accepts,
	.setup = messaging_setup,
	.prepare = messaging_prepare,
	.task = messaging_task,
	.baseline = messaging_baseline,
);
