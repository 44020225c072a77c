/* SPDX-License-Identifier: MIT */
/*
 * bench/pmu/attached.c - sched/pipe with perf events open around it: what
 * being monitored costs each switch.
 *
 * Nobody reads the events. They are opened enabled before the first loop and
 * closed after the last one, so that the kernel has them to switch, or not,
 * each time the tasks change places.
 */
#define harness_bench piped
#include "../sched/pipe.c"

#include "../refused.h"
#undef harness_bench

#include "cgroup.h"
#include "event.h"

#define EVENTS_MAX 16
/* The tasks are two, and so are the CPUs under them at most. */
#define FDS_MAX (2 * EVENTS_MAX)

enum scope { TASK, INHERIT, CPU, CGROUP };

/**
 * struct attached_state - the pipe's, and the events
 * @events:	how many on each task, CPU or control group
 * @kind:	enum kind
 * @scope:	enum scope
 * @fd:		those that each task has opened, @nr_fds
 */
struct attached_state {
	struct pipe_state pipe;
	uint64_t events, kind, scope;
	uint32_t nr_fds[2];
	int fd[2][FDS_MAX];
};

static const struct bench_option attached_options[] = {
	BENCH_OPTION(struct attached_state, events, BENCH_COUNT, 1, 0,
		     EVENTS_MAX, "events per task, CPU or control group"),
	BENCH_CHOICE(struct attached_state, kind, SOFTWARE, "kind of events",
		     "dummy", "software", "hardware", "tracepoint", "msr"),
	BENCH_CHOICE(struct attached_state, scope, TASK,
		     "attached to each task, to task 0 and inherited by the "
		     "other, to the CPUs used, or to control groups there",
		     "task", "inherit", "cpu", "cgroup"),
	{ "msg", "length of a message",
	  offsetof(struct attached_state, pipe.msg), BENCH_BYTES, 4, 1, MSG_MAX,
	  NULL },
	BENCH_END
};

/* Event @i of the options. Return: a descriptor or a negative errno. */
static int open_event(const struct attached_state *s, uint32_t i, int pid,
		      int cpu)
{
	unsigned long flags = PERF_FLAG_FD_CLOEXEC;
	struct perf_event_attr a;
	int ret = describe_event(&a, s->kind, i);

	if (ret)
		return ret;
	a.inherit = s->scope == INHERIT;
	if (s->scope == CGROUP)
		flags |= PERF_FLAG_PID_CGROUP;
	ret = (int)syscall(SYS_perf_event_open, &a, pid, cpu, -1, flags);
	return ret < 0 ? -errno : ret;
}

static int open_events(struct bench_task *t, int pid, int cpu)
{
	struct attached_state *s = t->state;

	for (uint32_t i = 0; i < s->events; i++) {
		int fd = open_event(s, i, pid, cpu);

		if (fd < 0)
			return bench_error(t, fd, "perf_event_open");
		s->fd[t->id][s->nr_fds[t->id]++] = fd;
	}
	return 0;
}

static int open_on_cpus(struct bench_task *t, int pid)
{
	const int *cpu = t->group->cpu;
	int ret = open_events(t, pid, cpu[0]);

	if (!ret && cpu[1] != cpu[0])
		ret = open_events(t, pid, cpu[1]);
	return ret;
}

/* Return: a descriptor of the directory, or a negative errno. */
static int open_cgroup(const struct hierarchy *h, const char *path)
{
	char dir[2 * CGROUP_LEN];
	int fd;

	cgroup_dir(h, path, dir);
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Where both tasks are in one group, task 0 has opened its events. */
static int open_in_cgroup(struct bench_task *t)
{
	char own[CGROUP_LEN], first[CGROUP_LEN];
	struct hierarchy h;
	int fd, ret = find_hierarchy(&h);

	if (!ret)
		ret = cgroup_path(&h, gettid(), own);
	if (!ret && t->id)
		ret = cgroup_path(&h, t->group->tid[0], first);
	if (ret)
		return bench_error(t, ret, "looking for the control group");
	if (t->id && !strcmp(own, first))
		return 0;
	fd = open_cgroup(&h, own);
	if (fd < 0)
		return bench_error(t, fd, "opening the control group");
	ret = open_on_cpus(t, fd);
	close(fd);
	return ret;
}

/* What each task opens for itself. */
static int attach_own(struct bench_task *t)
{
	const struct attached_state *s = t->state;

	if (!s->events)
		return 0;
	if (s->scope == TASK)
		return open_events(t, 0, -1);
	return s->scope == CGROUP ? open_in_cgroup(t) : 0;
}

/* What must be there before task 1. */
static int attach_common(struct bench_task *t)
{
	const struct attached_state *s = t->state;

	if (!s->events)
		return 0;
	if (s->scope == INHERIT)
		return open_events(t, 0, -1);
	return s->scope == CPU ? open_on_cpus(t, -1) : 0;
}

static int attached_setup(struct bench_task *t)
{
	int ret = pipe_setup(t);

	if (!ret)
		ret = attach_common(t);
	/* The control is monitored as well, but is never prepared. */
	if (!ret && t->group->control)
		ret = attach_own(t);
	return ret;
}

static int attached_prepare(struct bench_task *t)
{
	int ret = pipe_prepare(t);

	return ret ? ret : attach_own(t);
}

/* Those of another process end with it. */
static int attached_teardown(struct bench_task *t)
{
	struct attached_state *s = t->state;

	for (uint32_t id = 0; id < (t->group->threads ? 2 : 1); id++)
		while (s->nr_fds[id])
			close(s->fd[id][--s->nr_fds[id]]);
	return pipe_teardown(t);
}

static const char *why_not(int err, const struct attached_state *s)
{
	if (err == -EACCES || err == -EPERM)
		return s->kind == TRACEPOINT ?
			       "this kernel lets only root use tracepoints" :
			       "events on CPUs and control groups need "
			       "CAP_PERFMON, or kernel.perf_event_paranoid of 0 "
			       "or less";
	if (s->kind == TRACEPOINT)
		return "there is no tracepoint sched:sched_switch to be "
		       "found: tracefs is not mounted, or not readable";
	if (s->kind == MSR)
		return "this machine has no PMU called msr";
	if (s->kind == HARDWARE)
		return "this machine offers no hardware counters, as many "
		       "virtual ones do not";
	return s->scope == CGROUP ?
		       "there is no control group to be monitored: this kernel "
		       "has no cgroup events, or no hierarchy is mounted" :
		       "the kernel does not open such an event";
}

/* Opens one on the caller or its group, as the tasks will on theirs. */
static int try_event(const struct attached_state *s, int cpu)
{
	char path[CGROUP_LEN];
	struct hierarchy h;
	int fd, ret, pid = s->scope == CPU ? -1 : 0;

	if (s->scope == CGROUP) {
		ret = find_hierarchy(&h);
		if (!ret)
			ret = cgroup_path(&h, gettid(), path);
		pid = ret ? ret : open_cgroup(&h, path);
		if (pid < 0)
			return pid;
	}
	fd = open_event(s, 0, pid, s->scope < CPU ? -1 : cpu);
	if (s->scope == CGROUP)
		close(pid);
	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static const char *attached_accepts(const void *state,
				    const struct bench_group *g)
{
	const struct attached_state *s = state;
	int ret;

	if (!s->events)
		return NULL;
	if (s->scope >= CPU && !g->nr_cpus)
		return "events on CPUs and control groups need pinned tasks, "
		       "not -c any";
	ret = try_event(s, g->cpu[0]);
	return ret ? why_not(ret, s) : NULL;
}

static const char *attached_supported(void)
{
	const struct attached_state s = { .kind = DUMMY, .scope = TASK };
	int fd = open_event(&s, 0, 0, -1);

	if (fd < 0)
		return refused_perf("perf_event_open", -fd);
	close(fd);
	return NULL;
}

BENCH(
	.name = "pmu/attached",
	.summary = "sched/pipe while perf events are open around it",
	.op = "round trip",
	.description =
		"sched/pipe with perf_event_open(2) events open around it, as "
		"a monitor would have them: on each of the two tasks, on task "
		"0 and inherited by task 1 (perf stat COMMAND), on the CPUs "
		"used (perf stat -a), or there on the tasks' control groups "
		"(perf stat -a -G). The difference to events=0 is the cost of "
		"being monitored per op, which is two switches. The events are "
		"never read.\n\n"
		"Events on a control group cost something only if a switch "
		"leaves the group: use --cgroups two. Software events cycle "
		"through context switches, task clock, migrations, page faults "
		"and CPU clock. Hardware events cycle through cycles, "
		"instructions, branches, branch misses and cache misses; the "
		"kernel multiplexes them if there are too many. dummy events "
		"count nothing and show the cost of perf itself, msr reads the "
		"time-stamp counter on x86, tracepoint is "
		"sched:sched_switch.\n\n"
		"The number does not include reading, sampling, opening or "
		"closing events. A system-wide monitor that is running adds to "
		"events=0 too. The control has the same events open. In "
		"harness ab, events on a CPU or on control groups affect both "
		"sides: use --by-run or separate runs for them.",
	.nr_tasks = 2,
	.state_size = sizeof(struct attached_state),
	.options = attached_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = attached_supported,
	.accepts = attached_accepts,
	.setup = attached_setup,
	.teardown = attached_teardown,
	.prepare = attached_prepare,
	.task = pipe_task,
	.baseline = pipe_baseline,
);
