/* SPDX-License-Identifier: MIT */
/*
 * core/run/watch.c - how a runner waits for its tasks, and how it finds
 * out which of them died, stopped or never ends.
 *
 * A task that its runner did not fork is not its child, and a thread is none
 * at all: what became of those is read from /proc, but only when a task has
 * reported a failure, nothing has moved for a while, or a second is over.
 */
#include "run/watch.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/failure.h"
#include "run/outside.h"
#include "run/runner.h"
#include "util/clock.h"
#include "util/futex.h"
#include "util/signals.h"

#define TICK_NS (250 * NS_PER_MS)
#define EXAMINE_TICKS 4
#define GRACE_NS (50 * NS_PER_MS)
#define GRACE_STEP_NS (5 * NS_PER_MS)

/* "task 1 (process 4711)", with the group where there are several. */
static const char *member_name(const struct team *c, uint32_t i, char *buf,
			       size_t len)
{
	uint32_t per_group = variant_members(c->variant);
	const char *kind = c->variant->threads ? "thread" : "process";
	int n = snprintf(buf, len, "task %u", i % per_group);

	if (c->variant->place.nr_groups > 1 && n > 0 && (size_t)n < len)
		n += snprintf(buf + n, len - (size_t)n, " of group %u",
			      i / per_group);
	if (c->members[i].tid && n > 0 && (size_t)n < len)
		snprintf(buf + n, len - (size_t)n, " (%s %d)", kind,
			 (int)c->members[i].tid);
	return buf;
}

/* Where /proc is missing: a task that is there is taken for one that is well. */
static int ask_kernel(pid_t pid, pid_t tid, char *state, int *status)
{
	if (!access("/proc/self/stat", F_OK) ||
	    (syscall(SYS_tgkill, pid, tid, 0) && errno == ESRCH))
		return -ENOENT;
	*state = 'R';
	*status = 0;
	return 0;
}

/**
 * read_state - state letter and exit status of a task
 *
 * Return: 0; -ENOENT when there is no such task.
 */
static int read_state(pid_t pid, pid_t tid, char *state, int *status)
{
	char path[64], text[1024];
	const char *p;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", (int)pid,
		 (int)tid);
	f = fopen(path, "re");
	if (!f)
		return ask_kernel(pid, tid, state, status);
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	p = strrchr(text, ')');
	if (!p || p[1] != ' ')
		return -ENOENT;
	*state = p[2];
	p = strrchr(text, ' ');
	*status = p ? atoi(p + 1) : 0;
	return 0;
}

static int fail_status(struct runner *r, const char *who, int status)
{
	char sig[24], hint[FAILURE_HINT] = "";

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		limits_kill_text(r->shm->kills, hint);
	if (WIFSIGNALED(status))
		return runner_fail(
			r, -ECHILD, "%s was killed by %s%s", who,
			signals_name(WTERMSIG(status), sig, sizeof(sig)), hint);
	return runner_fail(r, -ECHILD, "%s ended with status %d", who,
			   WEXITSTATUS(status));
}

/* A moment later: whether the process of a thread that is gone is, too. */
static bool process_ends(pid_t pid)
{
	const struct timespec moment = { .tv_nsec = GRACE_STEP_NS };
	char state = 0;
	int status;

	nanosleep(&moment, NULL);
	return read_state(pid, pid, &state, &status) || state == 'Z' ||
	       state == 'X';
}

static bool has_ended_well(const struct member *m)
{
	return __atomic_load_n(&m->done, __ATOMIC_SEQ_CST);
}

/* Its process's end says more, and is noticed without a look. */
static int examine_gone(struct runner *r, const struct team *c, uint32_t i)
{
	char who[80], state;
	int status;

	/* Without /proc nothing is known of anybody. */
	if (read_state(getpid(), getpid(), &state, &status))
		return 0;
	if (c->variant->threads && process_ends(c->members[i].pid))
		return 0;
	return runner_fail(r, -ECHILD, "%s is gone",
			   member_name(c, i, who, sizeof(who)));
}

/* Whether that member is dead or stopped; then the failure is noted. */
static int examine_member(struct runner *r, struct team *c, uint32_t i)
{
	const struct member *m = &c->members[i];
	uint32_t before = __atomic_load_n(&r->shm->suspended, __ATOMIC_SEQ_CST);
	char who[80], state = 0;
	int ret, status = 0;

	if (!m->tid || m->error || has_ended_well(m))
		return 0;
	ret = read_state(m->pid, m->tid, &state, &status);
	/* It may have ended between the two looks. */
	if (has_ended_well(m))
		return 0;
	if (ret)
		return examine_gone(r, c, i);
	/* A signal ended the process: which thread it was for is not told. */
	if ((state == 'Z' || state == 'X') && c->variant->threads)
		return examine_gone(r, c, i);
	if (state == 'Z' || state == 'X')
		return fail_status(r, member_name(c, i, who, sizeof(who)),
				   status);
	if (state == 't')
		r->shm->tracer = outside_tracer(m->tid, r->shm->pgid);
	if (state != 'T' || before & 1 ||
	    before != __atomic_load_n(&r->shm->suspended, __ATOMIC_SEQ_CST))
		return 0;
	return runner_fail(r, -ECHILD, "%s was stopped",
			   member_name(c, i, who, sizeof(who)));
}

/* A spinner that was stopped holds nothing; one that died was reaped. */
static int examine_spinners(struct runner *r, const struct team *c)
{
	uint32_t before = __atomic_load_n(&r->shm->suspended, __ATOMIC_SEQ_CST);
	int status;

	for (uint32_t i = 0; i < c->nr_spinners; i++) {
		pid_t pid = c->spinners[i];
		char state = 0;

		if (read_state(pid, pid, &state, &status) || state != 'T' ||
		    before & 1 ||
		    before != __atomic_load_n(&r->shm->suspended,
					      __ATOMIC_SEQ_CST))
			continue;
		return runner_fail(r, -ECHILD,
				   "the polling task (process %d) was stopped",
				   (int)pid);
	}
	return 0;
}

/* Looks at all tasks of all teams; the first that is not well is the cause. */
static int examine(struct runner *r)
{
	for (uint32_t k = 0; k < r->nr_teams; k++) {
		struct team *c = r->teams[k];

		for (uint32_t i = 0; i < c->nr_members; i++) {
			int ret = examine_member(r, c, i);

			if (ret)
				return ret;
		}
		if (examine_spinners(r, c))
			return r->shm->error;
	}
	return 0;
}

static void report_error(struct runner *r, const struct team *c, uint32_t i)
{
	const struct member *m = &c->members[i];
	char who[80], hint[FAILURE_HINT];

	member_name(c, i, who, sizeof(who));
	r->shm->refused = m->callback && failure_is_refusal(m->error);
	runner_fail(r, m->error, "%s: %s: %s%s", who, m->what,
		    strerror(-m->error),
		    failure_hint(m->error, m->what, c->variant, hint));
}

/*
 * A task has reported an error. Where a peer died, that is the cause and the
 * error only its echo; the peer may still be on its way out.
 */
static int explain(struct runner *r)
{
	for (uint64_t t = 0; t < GRACE_NS; t += GRACE_STEP_NS) {
		if (examine(r))
			return r->shm->error;
		futex_wait(&r->shm->events,
			   __atomic_load_n(&r->shm->events, __ATOMIC_SEQ_CST),
			   GRACE_STEP_NS);
	}
	for (uint32_t k = 0; k < r->nr_teams; k++)
		for (uint32_t i = 0; i < r->teams[k]->nr_members; i++)
			if (r->teams[k]->members[i].error) {
				report_error(r, r->teams[k], i);
				return r->shm->error;
			}
	return runner_fail(r, -ECHILD, "a task failed");
}

static struct team *team_of_leader(struct runner *r, pid_t pid, uint32_t *at)
{
	for (uint32_t k = 0; k < r->nr_teams; k++)
		for (uint32_t g = 0; g < r->teams[k]->nr_leaders; g++)
			if (r->teams[k]->leaders[g] == pid) {
				*at = g;
				return r->teams[k];
			}
	return NULL;
}

/* Whether the tasks that a leader speaks for came to their own end. */
static bool all_done(const struct team *c, uint32_t leader)
{
	uint32_t per_group = variant_members(c->variant);
	uint32_t from = c->variant->threads ? 0 : leader * per_group;
	uint32_t to = c->variant->threads ? c->nr_members : from + per_group;

	for (uint32_t i = from; i < to; i++)
		if (!has_ended_well(&c->members[i]))
			return false;
	return true;
}

static int leader_ended(struct runner *r, struct team *c, uint32_t g,
			int status)
{
	char who[80];

	c->nr_reaped++;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
	    c->shm->command == TEAM_QUIT && all_done(c, g))
		return 0;
	if (r->shm->failed && WIFEXITED(status))
		return explain(r);
	if (c->variant->threads)
		snprintf(who, sizeof(who), "a thread of process %d",
			 (int)c->leaders[g]);
	else
		member_name(c, g * variant_members(c->variant), who,
			    sizeof(who));
	return fail_status(r, who, status);
}

static bool is_spinner(const struct runner *r, pid_t pid)
{
	for (uint32_t k = 0; k < r->nr_teams; k++)
		for (uint32_t i = 0; i < r->teams[k]->nr_spinners; i++)
			if (r->teams[k]->spinners[i] == pid)
				return true;
	return false;
}

static int spinner_ended(struct runner *r, pid_t pid, int status)
{
	char who[80];

	snprintf(who, sizeof(who), "the polling task (process %d)", (int)pid);
	return fail_status(r, who, status);
}

/*
 * Reaps what has ended: leaders, spinners, and orphans that came to the
 * runner.
 */
static int reap(struct runner *r)
{
	int status, ret = 0;
	uint32_t g;
	pid_t pid;

	while (!ret && (pid = waitpid(-1, &status, WNOHANG)) > 0) {
		struct team *c = team_of_leader(r, pid, &g);

		if (c)
			ret = leader_ended(r, c, g, status);
		else if (is_spinner(r, pid))
			ret = spinner_ended(r, pid, status);
	}
	return ret;
}

static uint64_t progress_of(const struct team *c)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < c->nr_members; i++)
		sum += __atomic_load_n(&c->members[i].progress,
				       __ATOMIC_RELAXED);
	return sum + __atomic_load_n(&c->shm->arrived, __ATOMIC_SEQ_CST);
}

/**
 * struct patience - how long a wait has lasted
 * @last_ns:	when it was looked at last
 * @waited_ns:	without the time that this process was stopped
 * @progress:	of the team at the last look
 * @ticks:	looks so far
 * @tick_ns:	from look to look; a short bound needs closer ones
 */
struct patience {
	uint64_t last_ns, waited_ns;
	uint64_t progress;
	uint32_t ticks;
	uint64_t tick_ns;
};

static int lose_patience(struct runner *r, struct team *c, struct patience *p,
			 uint64_t bound_ns)
{
	uint64_t now = clock_wait_ns(), progress = progress_of(c);
	uint64_t step = now - p->last_ns;
	int ret = 0;

	p->last_ns = now;
	p->waited_ns += step < 2 * p->tick_ns ? step : 2 * p->tick_ns;
	/* One task may be gone while others, of its group or not, go on. */
	if (progress == p->progress || ++p->ticks % EXAMINE_TICKS == 0)
		ret = examine(r);
	p->progress = progress;
	if (ret || p->waited_ns < bound_ns)
		return ret;
	return runner_fail(
		r, -ETIMEDOUT,
		"did not end within %.3g s (%u of %u tasks arrived); see --timeout",
		(double)bound_ns / 1e9, c->shm->arrived, c->nr_members);
}

static bool all_arrived(const struct team *c)
{
	return __atomic_load_n(&c->shm->arrived, __ATOMIC_SEQ_CST) >=
	       c->nr_members;
}

static bool all_ended(const struct team *c)
{
	return c->nr_reaped >= c->nr_leaders;
}

/*
 * Later than that, though it had a CPU to go on with: it was kept from
 * running. Where the kernel does not say how long it waited for a CPU, only
 * what no load explains counts.
 */
#define LATE_NS (50 * NS_PER_MS)
#define LATE_UNKNOWN_NS (2 * NS_PER_SEC)

/* Sleeps until there is something to look at, and notices if it was frozen. */
static void sleep_on(struct runner *r, uint32_t seen, uint64_t tick_ns)
{
	uint32_t before = __atomic_load_n(&r->shm->suspended, __ATOMIC_SEQ_CST);
	uint64_t begin_ns = clock_wait_ns(), limit_ns = tick_ns + LATE_NS;
	uint64_t took_ns;
	int64_t now;

	futex_wait(&r->shm->events, seen, tick_ns);
	took_ns = clock_wait_ns() - begin_ns;
	if (took_ns < limit_ns ||
	    before != __atomic_load_n(&r->shm->suspended, __ATOMIC_SEQ_CST))
		return;
	now = outside_wait_ns(0, 0);
	limit_ns += now < 0 || r->queued_ns < 0 ?
			    LATE_UNKNOWN_NS :
			    (uint64_t)(now - r->queued_ns);
	if (took_ns > limit_ns)
		r->shm->frozen_ns += took_ns - tick_ns;
}

static int await(struct runner *r, struct team *c, uint64_t bound_ns,
		 bool (*done)(const struct team *c))
{
	struct patience p = {
		.last_ns = clock_wait_ns(),
		.tick_ns = bound_ns / 4 < TICK_NS ? bound_ns / 4 : TICK_NS,
	};

	for (;;) {
		uint32_t seen =
			__atomic_load_n(&r->shm->events, __ATOMIC_SEQ_CST);
		int ret = reap(r);

		if (!ret && __atomic_load_n(&r->shm->failed, __ATOMIC_SEQ_CST))
			ret = explain(r);
		if (ret || done(c))
			return ret;
		if (clock_wait_ns() - p.last_ns >= p.tick_ns)
			ret = lose_patience(r, c, &p, bound_ns);
		if (ret)
			return ret;
		sleep_on(r, seen, p.tick_ns);
	}
}

int runner_await(struct runner *r, struct team *c, uint64_t bound_ns)
{
	return await(r, c, bound_ns, all_arrived);
}

int runner_await_end(struct runner *r, struct team *c, uint64_t bound_ns)
{
	return await(r, c, bound_ns, all_ended);
}
