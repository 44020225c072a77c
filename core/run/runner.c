/* SPDX-License-Identifier: MIT */
/*
 * core/run/runner.c - the runner's own process: its start, its tasks' start, its
 * end. The harness's side is in core/run/runner_call.c.
 */
#include "run/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/limits.h"
#include "machine/place.h"
#include "run/failure.h"
#include "run/orphans.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/memory.h"
#include "util/signals.h"

#define STEP_BOUND_NS (30 * NS_PER_SEC)
#define REAP_BOUND_NS (2 * NS_PER_SEC)

/* What the handlers, which have no argument, must reach. */
static struct {
	struct runner_shm *shm;
	pid_t harness;
} handled;

/* Kept from one runner to the next: it takes a while to find out. */
static struct {
	int64_t kills;
} memory;

/* Why runner_prepare() failed, a negative errno; or 0. */
static int not_prepared;

int runner_fail(struct runner *r, int err, const char *fmt, ...)
{
	va_list ap;

	err = err > 0 ? -err : err;
	if (r->shm->error)
		return r->shm->error;
	va_start(ap, fmt);
	vsnprintf(r->shm->text, sizeof(r->shm->text), fmt, ap);
	va_end(ap);
	r->shm->error = err;
	return err;
}

uint64_t runner_bound_ns(const struct runner *r)
{
	return r->timeout_ns ? r->timeout_ns : STEP_BOUND_NS;
}

/*
 * remove the control groups of all teams
 *
 * For when their tasks have been killed; waits a second for them to be gone.
 *
 * Return: 0 or a negative errno.
 */
static int runner_remove_cgroups(struct runner_shm *shm)
{
	int ret = 0;

	for (uint32_t i = 0; i < RUNNER_TEAMS; i++) {
		int err = cgroups_remove(&shm->cgroups[i], NS_PER_SEC);

		ret = ret ? ret : err;
	}
	return ret;
}

/* The harness is gone, or wants the run to end. */
static void on_term(int sig)
{
	(void)sig;
	orphans_end(handled.shm->pgid, REAP_BOUND_NS);
	runner_remove_cgroups(handled.shm);
	_exit(1);
}

/*
 * Resumed, or the harness has died. That is told by SIGCONT, since this gets
 * also a runner going that the harness has stopped: the kernel sees to that
 * itself where nobody of the session is left to do it, but process 1 of a
 * container may well be of the same session.
 */
static void on_cont(int sig)
{
	if (getppid() != handled.harness)
		on_term(sig);
}

/* A child has ended: makes the futex word differ, so that no wait misses it. */
static void on_child(int sig)
{
	(void)sig;
	__atomic_fetch_add(&handled.shm->events, 1, __ATOMIC_SEQ_CST);
}

static void set_handler(int sig, void (*fn)(int))
{
	struct sigaction sa = { .sa_handler = fn };

	sigaction(sig, &sa, NULL);
}

void runner_adopt(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

/* Where memory is short a task is to die, not the harness or anybody else. */
static void offer_to_oom_killer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, "1000", 4) < 0) {
		/* Then it is as likely to be chosen as the harness. */
	}
	close(fd);
}

pid_t runner_fork_task(struct runner *r)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0)
		return -errno;
	if (pid == 0) {
		/* Both sides do this: either may be held up, or stopped. */
		setpgid(0, r->shm->pgid);
		if (!r->shm->pgid)
			r->shm->pgid = getpid();
		signals_default();
		offer_to_oom_killer();
		/* A peer that died is an error of write(2), which says so. */
		signal(SIGPIPE, SIG_IGN);
		runner_adopt(parent);
		return 0;
	}
	setpgid(pid, r->shm->pgid);
	if (!r->shm->pgid)
		r->shm->pgid = pid;
	return pid;
}

static void close_streams(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return;
	dup2(fd, 0);
	dup2(fd, 1);
	if (fd > 2)
		close(fd);
}

static void runner_main(struct runner *r, pid_t harness,
			int (*work)(struct runner *r, void *data), void *data)
	__attribute__((noreturn));

/* Without this, tasks could be left running once the harness is killed. */
static int prepare_to_clean_up(struct runner *r)
{
	if (!prctl(PR_SET_PDEATHSIG, SIGCONT) &&
	    !prctl(PR_SET_CHILD_SUBREAPER, 1))
		return 0;
	return runner_fail(r, -errno, "prctl: %s: tasks could be left running",
			   strerror(errno));
}

/*
 * runner_main - be the runner; does not return
 * @r:		the runner
 * @harness:	process id of the harness
 * @work, @data: of the job
 */
static void runner_main(struct runner *r, pid_t harness,
			int (*work)(struct runner *r, void *data), void *data)
{
	int ret;

	handled.shm = r->shm;
	signal(SIGTSTP, SIG_DFL);
	signals_default();
	handled.harness = harness;
	set_handler(SIGTERM, on_term);
	set_handler(SIGCONT, on_cont);
	set_handler(SIGCHLD, on_child);
	ret = prepare_to_clean_up(r);
	if (getppid() != harness)
		_exit(1);
	prctl(PR_SET_NAME, "harness-runner");
	close_streams();
	if (!ret)
		ret = work(r, data);
	if (ret < 0)
		runner_fail(r, ret, "%s", strerror(-ret));
	if (!r->shm->error)
		orphans_name(r->shm->left, sizeof(r->shm->left));
	orphans_end(r->shm->pgid, REAP_BOUND_NS);
	__atomic_store_n(&r->shm->finished, 1, __ATOMIC_SEQ_CST);
	_exit(0);
}

/*
 * The harness's side of a runner: fork it, wait for it,
 * pass on Ctrl-Z, end it when asked, see that nothing is left.
 */

#define TICK_NS (250 * NS_PER_MS)
/* Its end comes as a signal; a look now and then is for when that is lost. */
#define LOOK_NS (2 * NS_PER_SEC)

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
	stopped_ns = clock_wait_ns() - stopped_ns;
	c->begin_ns += stopped_ns;
	c->out->stopped_ns += stopped_ns;
	signal_tasks(c, SIGCONT);
	__atomic_fetch_add(&c->shm->suspended, 1, __ATOMIC_SEQ_CST);
	signal_runner(c, SIGCONT);
}

/* Whether the runner is gone, or stopped by somebody else. */
static bool runner_ended(struct call *c)
{
	siginfo_t si = { 0 };
	char sig[24], hint[LIMITS_TEXT] = "";

	if (waitid(P_PID, (id_t)c->runner, &si, WEXITED | WSTOPPED | WNOHANG)) {
		snprintf(c->out->text, sizeof(c->out->text),
			 "the runner (process %d) cannot be waited for: %s",
			 (int)c->runner, strerror(errno));
		return true;
	}
	if (!si.si_pid)
		return false;
	if (si.si_code == CLD_STOPPED) {
		snprintf(c->out->text, sizeof(c->out->text),
			 "the runner (process %d) was stopped", (int)c->runner);
		return true;
	}
	if (si.si_code != CLD_EXITED && si.si_status == SIGKILL)
		limits_kill_text(c->shm->kills, hint);
	if (si.si_code != CLD_EXITED)
		snprintf(c->out->text, sizeof(c->out->text),
			 "the runner (process %d) was killed by %s%s",
			 (int)c->runner,
			 signals_name(si.si_status, sig, sizeof(sig)), hint);
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
		int sig = signals_wait(job->tick || job->limit_ns ? TICK_NS :
								    LOOK_NS);

		if (signals_ends(sig)) {
			c->out->interrupted = sig;
			if (!job->sheltered)
				return;
		}
		if (sig == SIGTSTP)
			suspend(c);
		if (((!sig || sig == SIGCHLD) && runner_ended(c)) || overdue(c))
			return;
		if (!sig && job->tick)
			job->tick(job->tick_data);
	}
}

/*
 * What a task leaves is ended, which its author or who runs it should know.
 * Once for the same in a row: a benchmark has many runs.
 */
static void name_left(const struct runner_shm *shm)
{
	static struct {
		char text[RUNNER_LEFT];
	} said;
	char names[RUNNER_LEFT], *to = names;

	/* Without the numbers, which differ. */
	for (const char *at = shm->left; *at; at++)
		if (*at < '0' || *at > '9')
			*to++ = *at;
	*to = '\0';
	if (shm->left[0] && strcmp(names, said.text))
		log_warn("left behind by a task and killed: %s", shm->left);
	strcpy(said.text, names);
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
	if (c->shm->finished)
		name_left(c->shm);
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
	c->out->refused = c->shm->refused;
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

static int refuse_unprepared(struct runner_outcome *out)
{
	snprintf(out->text, sizeof(out->text), "cannot block signals: %s",
		 strerror(-not_prepared));
	return not_prepared;
}

static int no_memory(struct runner_outcome *out, int err)
{
	char hint[LIMITS_TEXT];

	snprintf(out->text, sizeof(out->text), "no shared memory: %s%s",
		 strerror(err), limits_text(-err, "", hint));
	return -err;
}

void runner_prepare(void)
{
	not_prepared = signals_block();
	memory.kills = limits_kills();
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
	if (not_prepared)
		return refuse_unprepared(out);
	affinity_restore();
	place_elsewhere(job->place);
	c.shm = shm_alloc(sizeof(*c.shm));
	if (!c.shm) {
		return no_memory(out, errno);
	}
	c.shm->kills = memory.kills;
	ret = start(&c);
	if (!ret) {
		await(&c);
		clean_up(&c);
		out->stopped_ns += c.shm->frozen_ns;
		ret = outcome(&c);
	}
	if (ret)
		memory.kills = limits_kills();
	shm_free(c.shm, sizeof(*c.shm));
	return ret;
}
