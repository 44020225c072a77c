/* SPDX-License-Identifier: MIT */
/*
 * core/run/runner_call.c - the harness's side of a runner: fork it, wait for it,
 * pass on Ctrl-Z, end it when asked, see that nothing is left.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/affinity.h"
#include "util/clock.h"
#include "util/log.h"
#include "run/orphans.h"
#include "run/runner.h"
#include "run/runner_main.h"
#include "run/watch.h"
#include "util/signals.h"

#define TICK_NS (250 * NS_PER_MS)
#define REAP_BOUND_NS (2 * NS_PER_SEC)

/**
 * struct call - a runner at work, as the harness sees it
 * @runner:	its process, 0 once it is reaped
 * @begin_ns:	when it was started; later by the time spent stopped
 */
struct call {
	const struct runner_job *job;
	struct runner_outcome *out;
	struct runner_shm *shm;
	pid_t runner;
	uint64_t begin_ns;
};

static void signal_tasks(const struct call *c, int sig)
{
	pid_t pgid = __atomic_load_n(&c->shm->pgid, __ATOMIC_SEQ_CST);

	if (pgid > 0)
		kill(-pgid, sig);
}

static void signal_runner(const struct call *c, int sig)
{
	if (c->runner > 0)
		kill(c->runner, sig);
}

/*
 * Ctrl-Z: the runner stops first and goes on last, so that it never takes a
 * task that the harness has stopped for one that somebody else stopped. Its
 * signal is one that the kernel drops when the harness is killed before it is
 * obeyed: SIGSTOP would then stop the runner for ever.
 */
static void suspend(struct call *c)
{
	uint64_t stopped_ns = clock_wait_ns();

	c->out->suspended = true;
	__atomic_fetch_add(&c->shm->suspended, 1, __ATOMIC_SEQ_CST);
	signal_runner(c, SIGTSTP);
	signal_tasks(c, SIGSTOP);
	kill(getpid(), SIGSTOP);
	c->begin_ns += clock_wait_ns() - stopped_ns;
	signal_tasks(c, SIGCONT);
	__atomic_fetch_add(&c->shm->suspended, 1, __ATOMIC_SEQ_CST);
	signal_runner(c, SIGCONT);
}

/* Whether the runner is gone, or stopped by somebody else. */
static bool runner_ended(struct call *c)
{
	siginfo_t si = { 0 };
	char sig[24];

	if (waitid(P_PID, (id_t)c->runner, &si, WEXITED | WSTOPPED | WNOHANG) ||
	    !si.si_pid)
		return false;
	if (si.si_code == CLD_STOPPED) {
		snprintf(c->out->text, sizeof(c->out->text),
			 "the runner (process %d) was stopped", (int)c->runner);
		return true;
	}
	if (si.si_code != CLD_EXITED)
		snprintf(c->out->text, sizeof(c->out->text),
			 "the runner (process %d) was killed by %s",
			 (int)c->runner,
			 signals_name(si.si_status, sig, sizeof(sig)));
	c->runner = 0;
	return true;
}

static bool overdue(const struct call *c)
{
	uint64_t limit_ns = c->job->limit_ns;

	if (!limit_ns || clock_wait_ns() - c->begin_ns < limit_ns)
		return false;
	snprintf(c->out->text, sizeof(c->out->text), "not done within %.3g s",
		 (double)limit_ns / 1e9);
	return true;
}

static void await(struct call *c)
{
	const struct runner_job *job = c->job;

	for (;;) {
		int sig =
			signals_wait(job->tick || job->limit_ns ? TICK_NS : 0);

		if (signals_ends(sig)) {
			c->out->interrupted = sig;
			if (!job->sheltered)
				return;
		}
		if (sig == SIGTSTP)
			suspend(c);
		if ((sig == SIGCHLD && runner_ended(c)) || overdue(c))
			return;
		if (!sig && job->tick)
			job->tick(job->tick_data);
	}
}

/*
 * Whatever the runner has left: kills it and waits until it is gone. A runner
 * that has finished leaves nothing.
 */
static void clean_up(struct call *c)
{
	bool early = c->runner > 0 || !c->shm->finished;
	int ret;

	if (early)
		signal_runner(c, SIGKILL);
	orphans_end(early ? c->shm->pgid : 0, REAP_BOUND_NS);
	ret = runner_remove_cgroups(c->shm);
	if (ret)
		log_warn("a control group of this run cannot be removed: %s",
			 strerror(-ret));
}

static int outcome(struct call *c)
{
	if (c->out->interrupted && !c->job->sheltered)
		return -EINTR;
	if (!c->shm->finished) {
		if (!c->out->text[0])
			snprintf(c->out->text, sizeof(c->out->text),
				 "the runner ended early");
		return -ECHILD;
	}
	if (c->shm->error)
		memcpy(c->out->text, c->shm->text, sizeof(c->out->text));
	return c->shm->error;
}

static int start_failed(struct call *c, int err)
{
	static const char what[] = "creating the runner";
	char hint[FAILURE_HINT];

	snprintf(c->out->text, sizeof(c->out->text), "%s: %s%s", what,
		 strerror(-err), failure_hint(err, what, NULL, hint));
	return err;
}

static int start(struct call *c)
{
	struct runner r = {
		.shm = c->shm,
		.place = c->job->place,
		.timeout_ns = c->job->timeout_ns,
	};
	pid_t harness = getpid();

	c->runner = fork();
	if (c->runner < 0)
		return start_failed(c, -errno);
	if (c->runner == 0) {
		setpgid(0, 0);
		runner_main(&r, harness, c->job->work, c->job->data);
	}
	setpgid(c->runner, c->runner);
	return 0;
}

void runner_prepare(void)
{
	signals_block();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int runner_call(const struct runner_job *job, struct runner_outcome *out)
{
	struct call c = {
		.job = job,
		.out = out,
		.begin_ns = clock_wait_ns(),
	};
	int ret;

	memset(out, 0, sizeof(*out));
	affinity_restore();
	place_elsewhere(job->place);
	c.shm = shm_alloc(sizeof(*c.shm));
	if (!c.shm) {
		snprintf(out->text, sizeof(out->text), "no shared memory");
		return -ENOMEM;
	}
	ret = start(&c);
	if (!ret) {
		await(&c);
		clean_up(&c);
		ret = outcome(&c);
	}
	shm_free(c.shm, sizeof(*c.shm));
	return ret;
}
