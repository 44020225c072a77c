/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/signal.c - one signal back and forth between two tasks; an op is
 * one round trip.
 */
#include "turns.h"

#include <signal.h>
#include <sys/signalfd.h>

enum { METHOD_WAIT, METHOD_HANDLER, METHOD_SIGNALFD };

/* What the kernel takes for a set of signals. */
#define SET_BYTES 8

/**
 * struct signal_state - shared by the two tasks
 * @method:	how a task waits for the signal
 * @token:	just SIGUSR1, which is blocked in both tasks
 * @rest:	the signals that are blocked while a handler is waited for
 * @fd:		signalfd: each task reads its own signals from it
 */
struct signal_state {
	uint64_t method;
	sigset_t token;
	sigset_t rest;
	int fd;
};

static const struct bench_option signal_options[] = {
	BENCH_CHOICE(struct signal_state, method, METHOD_WAIT,
		     "how a task waits: sigtimedwait, sigsuspend with a "
		     "handler, or a read",
		     "wait", "handler", "signalfd"),
	BENCH_END
};

static void on_signal(int sig)
{
	(void)sig;
}

/* The tasks created later inherit mask, handler and descriptor. */
static int signal_setup(struct bench_task *t)
{
	struct signal_state *s = t->state;
	struct sigaction sa = { .sa_handler = on_signal };
	int err;

	sigemptyset(&s->token);
	sigaddset(&s->token, SIGUSR1);
	err = pthread_sigmask(SIG_BLOCK, &s->token, &s->rest);
	if (err)
		return bench_error(t, err, "pthread_sigmask");
	sigdelset(&s->rest, SIGUSR1);
	if (sigaction(SIGUSR1, &sa, NULL))
		return bench_error(t, errno, "sigaction");
	s->fd = signalfd(-1, &s->token, SFD_CLOEXEC);
	return s->fd < 0 ? bench_error(t, errno, "signalfd") : 0;
}

static inline int post(struct bench_task *t, uint32_t id, uint64_t seq)
{
	long n = bench_sys(t, SYS_tkill, t->group->tid[!id], SIGUSR1);

	(void)seq;
	return n < 0 ? bench_error(t, (int)n, "tkill") : 0;
}

/* Waits once; 1: the signal came, 0: something else did. */
static inline long await_once(struct bench_task *t)
{
	const struct signal_state *s = t->state;
	struct signalfd_siginfo info;
	long n;

	switch (s->method) {
	case METHOD_WAIT:
		n = bench_sys(t, SYS_rt_sigtimedwait, &s->token, NULL, NULL,
			      SET_BYTES);
		return n == SIGUSR1 ? 1 : n;
	case METHOD_HANDLER:
		n = bench_sys(t, SYS_rt_sigsuspend, &s->rest, SET_BYTES);
		return n == -EINTR ? 1 : n;
	default:
		n = bench_read(t, s->fd, &info, sizeof(info));
		return n == sizeof(info) ? 1 : n;
	}
}

static inline int await(struct bench_task *t, uint32_t id, uint64_t seq)
{
	long n;

	(void)id;
	(void)seq;
	do
		n = await_once(t);
	while (n == -EINTR);
	return n == 1 ? 0 :
			bench_error(t, n < 0 ? (int)n : EIO,
				    "wait for the signal");
}

static int signal_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, post, await);
}

static inline int post_to_self(struct bench_task *t, uint32_t id, uint64_t seq)
{
	(void)id;
	return post(t, 1, seq);
}

/* Both tasks' calls, made by one, which signals itself. */
static int signal_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, post_to_self, await);
}

static int signal_teardown(struct bench_task *t)
{
	const struct signal_state *s = t->state;

	close(s->fd);
	return 0;
}

BENCH(
	.name = "sched/signal",
	.summary = "one signal sent back and forth between two tasks",
	.op = "round trip",
	.description =
		"Two tasks send each other SIGUSR1 with tkill and wait for it: "
		"in sigtimedwait, in sigsuspend with a handler, or in a read "
		"of a signalfd (-p method). The signal is blocked otherwise, "
		"so none is lost. On one CPU an op is two context switches, "
		"two sends and two waits.\n\n"
		"With method=handler the number includes building the signal "
		"frame and returning from the handler. The control sends the "
		"same signals to itself; they are pending before it waits for "
		"them. On two CPUs it is mostly the exit latency of the idle "
		"state.\n\n"
		"Comparable in kind with rt-tests' sigwaittest and signaltest. "
		"lmbench's lat_sig catch measures a handler without a second "
		"task.",
	.nr_tasks = 2,
	.state_size = sizeof(struct signal_state),
	.options = signal_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = signal_setup,
	.teardown = signal_teardown,
	.task = signal_task,
	.baseline = signal_baseline,
);
