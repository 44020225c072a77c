/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/ptrace.c - a traced task stops, its tracer resumes it; an op is
 * one stop.
 */
#include <harness/bench.h>

#include "../refused.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#define YAMA "/proc/sys/kernel/yama/ptrace_scope"

/* Who traces this process, and its children as a rule; 0: nobody */
static int tracer(void)
{
	FILE *f = fopen("/proc/self/status", "re");
	char line[128];
	int pid = 0;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "TracerPid: %d", &pid) == 1)
			break;
	if (f)
		fclose(f);
	return pid;
}

static const char *why_not(int err)
{
	static char text[64];
	int pid = tracer();

	if (!pid)
		return refused("PTRACE_SEIZE", err,
			       access(YAMA, F_OK) ? NULL : YAMA);
	snprintf(text, sizeof(text), "already traced by process %d", pid);
	return text;
}

static const char *ptrace_supported(void)
{
	const char *why = NULL;
	pid_t child = fork();

	if (child == 0)
		for (;;)
			pause();
	if (child < 0)
		return NULL;
	if (ptrace(PTRACE_SEIZE, child, NULL, NULL))
		why = why_not(errno);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return why;
}

/* Should the tracer die, the signal that stops its child is harmless. */
static int ptrace_setup(struct bench_task *t)
{
	if (signal(SIGUSR1, SIG_IGN) == SIG_ERR)
		return bench_error(t, errno, "signal");
	return 0;
}

static int ptrace_prepare(struct bench_task *t)
{
	if (t->id == 0 && ptrace(PTRACE_SEIZE, t->group->tid[1], NULL, NULL))
		return bench_error(t, errno, "PTRACE_SEIZE");
	return 0;
}

/* Waits for a stop of task 1. Return: its signal, with an event above. */
static inline int await_stop(struct bench_task *t)
{
	int status = 0;
	long n;

	do
		n = bench_sys(t, SYS_wait4, t->group->tid[1], &status, __WALL,
			      NULL);
	while (n == -EINTR);
	if (n < 0)
		return bench_error(t, (int)n, "wait4");
	if (!WIFSTOPPED(status))
		return bench_error(t, ECHILD, "the traced task ended");
	return status >> 8;
}

static inline int resume(struct bench_task *t, int request, int sig)
{
	long n = bench_sys(t, SYS_ptrace, request, t->group->tid[1], 0, sig);

	return n < 0 ? bench_error(t, (int)n, "ptrace") : 0;
}

/* Waits for the stop that is meant; others are let through. */
static inline int trace_one(struct bench_task *t)
{
	int ret, stop;

	for (;;) {
		stop = await_stop(t);
		if (stop < 0)
			return stop;
		if (stop == SIGUSR1)
			return resume(t, PTRACE_CONT, 0);
		if (stop >> 8 == PTRACE_EVENT_STOP && (stop & 0xff) != SIGTRAP)
			ret = resume(t, PTRACE_LISTEN, 0);
		else
			ret = resume(t, PTRACE_CONT,
				     stop >> 8 ? 0 : stop & 0xff);
		if (ret)
			return ret;
	}
}

static int trace(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		int ret = trace_one(t);

		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

/* Signals itself: the stop comes before the call returns. */
static inline int stop_once(struct bench_task *t)
{
	long n = bench_sys(t, SYS_tkill, t->group->tid[t->id], SIGUSR1);

	return n < 0 ? bench_error(t, (int)n, "tkill") : 0;
}

static int be_traced(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		int ret = stop_once(t);

		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int ptrace_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? trace(t, loops) : be_traced(t, loops);
}

/* An ignored signal, a wait without a child, a request without a tracee. */
static int ptrace_baseline(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		int ret = stop_once(t);

		if (ret)
			return ret;
		if (bench_sys(t, SYS_wait4, t->group->tid[0], NULL, __WALL,
			      NULL) != -ECHILD)
			return bench_error(t, EIO, "wait for nobody");
		bench_sys(t, SYS_ptrace, PTRACE_CONT, t->group->tid[0], 0, 0);
		bench_work(t);
	}
	return 0;
}

BENCH(
	.name = "sched/ptrace",
	.summary = "a traced task stops and its tracer resumes it",
	.op = "stop",
	.description =
		"Task 1 sends itself a signal. As task 0 traces it, it stops "
		"before delivery; task 0 waits for the stop, drops the signal "
		"and resumes it. On one CPU an op is two context switches, the "
		"call that raises the signal, a wait4 and a ptrace request: "
		"the minimum that a debugger or a tracing sandbox pays per "
		"stop.\n\n"
		"The number includes raising and dequeueing the signal, and "
		"the wake-ups of tracer and tracee. The control raises an "
		"ignored signal and makes a wait and a request that fail at "
		"once; what needs a tracee is missing there.\n\n"
		"Tasks are processes: a thread cannot trace another one of its "
		"own process. Comparable in kind with rt-tests' ssdd, which "
		"stops after single instructions.",
	.flags = BENCH_PROCESSES,
	.nr_tasks = 2,
	.expect = { { 2, 2 }, { 2, 3 }, { 0, 2 } },
	.supported = ptrace_supported,
	.setup = ptrace_setup,
	.prepare = ptrace_prepare,
	.task = ptrace_task,
	.baseline = ptrace_baseline,
);
