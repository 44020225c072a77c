/* SPDX-License-Identifier: MIT */
/* tests/plugins/faults/fault/happens.c - any mishap in any callback. */
#include "../../plugin.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>

enum where {
	NOWHERE,
	IN_TASKS,
	IN_ACCEPTS,
	IN_SETUP,
	IN_PREPARE,
	IN_WARMUP,
	IN_TASK,
	IN_TEARDOWN,
	IN_BASELINE
};

enum what {
	ERROR,
	SEGV,
	BUS,
	ABORT,
	EXIT,
	SPIN,
	SLEEP,
	STOP,
	DEAF,
	MUTE,
	QUIT
};

/**
 * struct happens_state - two tasks that pass a byte over two pipes
 * @where, @what: what is to happen
 * @who:	to which task
 * @phase:	of task 0: counts the calls of task()
 */
struct happens_state {
	uint64_t where;
	uint64_t what;
	uint64_t who;
	uint32_t phase;
	int fd[2][2];
};

static const struct bench_option happens_options[] = {
	BENCH_CHOICE(struct happens_state, where, NOWHERE, "callback",
		     "nowhere", "tasks", "accepts", "setup", "prepare",
		     "warmup", "task", "teardown", "baseline"),
	BENCH_CHOICE(struct happens_state, what, ERROR, "mishap", "error",
		     "segv", "bus", "abort", "exit", "spin", "sleep", "stop",
		     "deaf", "mute", "quit"),
	BENCH_OPTION(struct happens_state, who, BENCH_COUNT, 0, 0, 1, "task"),
	BENCH_END,
};

static void sleep_for_ever(void)
{
	for (;;)
		pause();
}

/* From now on only SIGKILL and SIGSTOP get through. */
static void block_signals(void)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	sleep_for_ever();
}

static void ignore_signals(void)
{
	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_IGN);
	sleep_for_ever();
}

static void spin(void)
{
	for (;;)
		bench_pause();
}

static void befall(uint64_t what)
{
	switch (what) {
	case SEGV:
		kill(getpid(), SIGSEGV);
		break;
	case BUS:
		kill(getpid(), SIGBUS);
		break;
	case ABORT:
		abort();
	case EXIT:
		exit(3);
	case SPIN:
		spin();
		break;
	case SLEEP:
		sleep_for_ever();
		break;
	case STOP:
		raise(SIGSTOP);
		break;
	case DEAF:
		block_signals();
		break;
	case MUTE:
		ignore_signals();
		break;
	case QUIT:
		exit(0);
	}
}

static int happen(struct bench_task *t, uint64_t where)
{
	const struct happens_state *s = t->state;

	if (s->where != where || s->who != t->id)
		return 0;
	if (s->what == ERROR)
		return bench_error(t, EUCLEAN, "made to fail");
	befall(s->what);
	return 0;
}

static uint32_t happens_tasks(const void *state)
{
	const struct happens_state *s = state;

	if (s->where == IN_TASKS && s->what == ERROR)
		return 0;
	if (s->where == IN_TASKS)
		befall(s->what);
	return 2;
}

static const char *happens_accepts(const void *state,
				   const struct bench_group *g)
{
	const struct happens_state *s = state;

	(void)g;
	if (s->where == IN_ACCEPTS && s->what == ERROR)
		return "made to refuse";
	if (s->where == IN_ACCEPTS)
		befall(s->what);
	return NULL;
}

static int happens_setup(struct bench_task *t)
{
	struct happens_state *s = t->state;

	for (int i = 0; i < 2; i++)
		if (pipe2(s->fd[i], O_CLOEXEC))
			return bench_error(t, errno, "pipe2");
	return happen(t, IN_SETUP);
}

static int happens_prepare(struct bench_task *t)
{
	return happen(t, IN_PREPARE);
}

/* Both ends stay open in both tasks: a dead peer does not show. */
static int pass(struct bench_task *t, int in, int out, bool first)
{
	char byte = 0;

	if (first && bench_write(t, out, &byte, 1) != 1)
		return bench_error(t, EIO, "write");
	if (bench_read(t, in, &byte, 1) != 1)
		return bench_error(t, EIO, "read");
	if (!first && bench_write(t, out, &byte, 1) != 1)
		return bench_error(t, EIO, "write");
	return 0;
}

static int happens_task(struct bench_task *t, uint64_t loops)
{
	struct happens_state *s = t->state;
	int in = s->fd[!t->id][0], out = s->fd[t->id][1];
	uint64_t at = loops / 2;
	int ret = happen(t, IN_WARMUP);

	bench_loop (t, loops) {
		if (!ret && at-- == 0)
			ret = happen(t, IN_TASK);
		if (!ret)
			ret = pass(t, in, out, t->id == 0);
		if (ret)
			return ret;
	}
	return 0;
}

static int happens_baseline(struct bench_task *t, uint64_t loops)
{
	struct happens_state *s = t->state;
	int ret = happen(t, IN_BASELINE);

	bench_loop (t, loops) {
		if (!ret)
			ret = pass(t, s->fd[0][0], s->fd[0][1], true);
		if (ret)
			return ret;
	}
	return 0;
}

static int happens_teardown(struct bench_task *t)
{
	return happen(t, IN_TEARDOWN);
}

BENCH(.name = "fault/happens", .summary = "a mishap in a callback",
      .op = "round trip", .description = "Fails as its options say.",
      .tasks = happens_tasks, .state_size = sizeof(struct happens_state),
      .options = happens_options, .accepts = happens_accepts,
      .expect = { { 2, 2 }, BENCH_REPORTED, BENCH_REPORTED },
      .setup = happens_setup, .prepare = happens_prepare,
      .task = happens_task, .baseline = happens_baseline,
      .teardown = happens_teardown, );
