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
#include <unistd.h>

#include "util/clock.h"
#include "run/orphans.h"
#include "run/runner_main.h"
#include "util/signals.h"

#define STEP_BOUND_NS (30 * NS_PER_SEC)
#define REAP_BOUND_NS (2 * NS_PER_SEC)

/* What the handlers, which have no argument, must reach. */
static struct runner_shm *handled;

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

static void kill_tasks(const struct runner_shm *shm)
{
	if (shm->pgid > 0)
		kill(-shm->pgid, SIGKILL);
}

int runner_remove_cgroups(struct runner_shm *shm)
{
	int ret = 0;

	for (uint32_t i = 0; i < RUNNER_CREWS; i++) {
		int err = cgroups_remove(&shm->cgroups[i], NS_PER_SEC);

		ret = ret ? ret : err;
	}
	return ret;
}

/* The harness is gone, or wants the run to end. */
static void on_term(int sig)
{
	(void)sig;
	kill_tasks(handled);
	runner_remove_cgroups(handled);
	_exit(1);
}

/* A child has ended: makes the futex word differ, so that no wait misses it. */
static void on_child(int sig)
{
	(void)sig;
	__atomic_fetch_add(&handled->events, 1, __ATOMIC_SEQ_CST);
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

void runner_main(struct runner *r, pid_t harness,
		 int (*work)(struct runner *r, void *data), void *data)
{
	int ret;

	handled = r->shm;
	signal(SIGTSTP, SIG_DFL);
	signals_default();
	set_handler(SIGTERM, on_term);
	set_handler(SIGCHLD, on_child);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != harness)
		_exit(1);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_NAME, "harness-runner");
	close_streams();
	ret = work(r, data);
	if (ret < 0)
		runner_fail(r, ret, "%s", strerror(-ret));
	orphans_end(r->shm->pgid, REAP_BOUND_NS);
	__atomic_store_n(&r->shm->finished, 1, __ATOMIC_SEQ_CST);
	_exit(0);
}
