/* SPDX-License-Identifier: MIT */
/*
 * core/run/team.c - the runner's side of a team: its memory, its start, its
 * phases, its end.
 */
#include "run/team.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/procfs.h"
#include "plugin/check.h"
#include "plugin/loader.h"
#include "run/event_set.h"
#include "run/failure.h"
#include "run/runner.h"
#include "run/spinner.h"
#include "run/task.h"
#include "run/timing.h"
#include "run/watch.h"
#include "util/clock.h"
#include "util/futex.h"
#include "util/memory.h"

#define ALIGN 128u
#define COUNTS_SIZE (PMU_MAX_EVENTS * sizeof(struct pmu_reading))

static size_t align_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* Hands out @bytes of the mapping; a NULL base only adds up. */
static void *carve(char *base, size_t *used, size_t bytes)
{
	size_t at = *used;

	*used = align_up(at + bytes, ALIGN);
	return base ? base + at : NULL;
}

/* Lays the team's memory out from @base; returns how much that is. */
static size_t lay_out(struct team *c, char *base)
{
	const struct placement *p = &c->variant->place;
	size_t nr_cpus = (size_t)p->nr_groups * p->nr_tasks;
	size_t used = 0;

	c->state_stride = align_up(c->bench.state_size + 1, 4096);
	c->shm = carve(base, &used, sizeof(*c->shm));
	c->groups = carve(base, &used, p->nr_groups * sizeof(*c->groups));
	c->members = carve(base, &used, c->nr_members * sizeof(*c->members));
	c->tids = carve(base, &used, nr_cpus * sizeof(*c->tids));
	c->cpus = carve(base, &used, nr_cpus * sizeof(*c->cpus));
	c->slices = carve(base, &used, TEAM_SLICES_MAX * sizeof(*c->slices));
	c->chains = carve(base, &used, TEAM_SLICES_MAX * sizeof(*c->chains));
	if (team_nr_histograms(c))
		c->histograms =
			carve(base, &used,
			      team_nr_histograms(c) * sizeof(*c->histograms));
	if (c->variant->event_set)
		c->counts = carve(base, &used, c->nr_members * COUNTS_SIZE);
	used = align_up(used, 4096);
	c->set_stride = align_up(work_shared_bytes(&c->variant->work), 4096);
	if (c->set_stride)
		c->sets = carve(base, &used, p->nr_groups * c->set_stride);
	used = align_up(used, 4096);
	c->states = carve(base, &used, p->nr_groups * c->state_stride);
	return used;
}

static void group_init(struct team *c, uint32_t g)
{
	const struct placement *p = &c->variant->place;
	struct bench_group *bg = &c->groups[g];

	*bg = (struct bench_group){
		.nr_tasks = p->nr_tasks,
		.nr_cpus = (uint32_t)p->group_cpus,
		.regime = c->variant->regime,
		.policy = c->variant->policy,
		.threads = c->variant->threads,
		.control = c->variant->control,
		.cpu = c->cpus + (size_t)g * p->nr_tasks,
		.tid = c->tids + (size_t)g * variant_members(c->variant),
		.ops_per_loop = 1,
		.nr_slots = 1,
		.calls = c->bench.calls,
	};
	memcpy(bg->expect, c->bench.expect, sizeof(bg->expect));
	params_store(c->variant->params, c->variant->config,
		     c->states + g * c->state_stride);
}

static int map_memory(struct team *c)
{
	const struct placement *p = &c->variant->place;
	char *base;

	c->shm_size = lay_out(c, NULL);
	base = shm_alloc(c->shm_size);
	if (!base)
		return -ENOMEM;
	lay_out(c, base);
	memcpy(c->cpus, p->cpu,
	       (size_t)p->nr_groups * p->nr_tasks * sizeof(*c->cpus));
	for (uint32_t g = 0; g < p->nr_groups; g++)
		group_init(c, g);
	/* Pages of the slices must not be missing in the timed region. */
	memset(c->slices, 0, TEAM_SLICES_MAX * sizeof(*c->slices));
	memset(c->chains, 0, TEAM_SLICES_MAX * sizeof(*c->chains));
	return 0;
}

/* What the runner itself could not do. */
static int team_fail(const struct team *c, int err, const char *what)
{
	char hint[FAILURE_HINT];

	return runner_fail(c->runner, err, "%s: %s%s", what, strerror(-err),
			   failure_hint(err, what, c->variant, hint));
}

/* In the runner's memory, so that whoever is left can remove them. */
static int make_cgroups(struct team *c)
{
	char what[RUNNER_TEXT / 2];
	int ret;

	if (!c->variant->cgroups)
		return 0;
	c->cgroups = &c->runner->shm->cgroups[c->runner->nr_teams];
	ret = cgroups_make("", c->variant->cgroups, c->variant->threads,
			   c->cgroups);
	snprintf(what, sizeof(what), "control groups%s%.200s",
		 ret == -ENODEV ? "" : " in ", c->cgroups->dir[0]);
	return ret ? team_fail(c, ret, what) : 0;
}

static int remove_cgroups(struct team *c)
{
	int ret = c->cgroups ? cgroups_remove(c->cgroups, NS_PER_SEC) : 0;

	return ret ? team_fail(c, ret, "removing the control groups") : 0;
}

static int start_spinners(struct team *c)
{
	const char *what;
	int ret = spinners_start(c, &what);

	return ret ? team_fail(c, ret, what) : 0;
}

static int start_leaders(struct team *c)
{
	uint32_t nr = c->variant->threads ? 1 : c->variant->place.nr_groups;
	pid_t self = getpid();

	c->leaders = calloc(nr, sizeof(*c->leaders));
	if (!c->leaders)
		return team_fail(c, -ENOMEM, "memory for the groups");
	for (uint32_t g = 0; g < nr; g++) {
		pid_t pid = runner_fork_task(c->runner);

		if (pid < 0)
			return team_fail(c, (int)pid, "creating a process");
		if (pid == 0)
			_exit(team_lead_process(c, g, self) < 0 ? 1 : 0);
		team_note_process(&c->members[g * variant_members(c->variant)],
				  pid);
		c->leaders[c->nr_leaders++] = pid;
	}
	return 0;
}

/* Gives all tasks a command and waits until they have performed it. */
static int command(struct team *c, uint32_t cmd, uint64_t bound_ns)
{
	struct team_shm *shm = c->shm;

	shm->command = cmd;
	__atomic_store_n(&shm->arrived, 0, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&shm->seq, 1, __ATOMIC_SEQ_CST);
	futex_wake_all(&shm->seq);
	if (cmd == TEAM_QUIT)
		return runner_await_end(c->runner, c, bound_ns);
	return runner_await(c->runner, c, bound_ns);
}

static int load(struct team *c)
{
	char why[256];
	int ret;

	ret = plugin_load(c->variant->path, c->variant->name, &c->bench, why,
			  sizeof(why));
	if (ret)
		return runner_fail(c->runner, ret, "%s", why);
	if (c->variant->control && !c->bench.baseline)
		return runner_fail(c->runner, -EINVAL, "has no control");
	return 0;
}

/* What set-up made of it: everybody divides by it. */
static int check_loops(const struct team *c)
{
	for (uint32_t g = 0; g < c->variant->place.nr_groups; g++) {
		uint64_t ops = c->groups[g].ops_per_loop;
		uint32_t slots = c->groups[g].nr_slots;

		if (!slots || slots > PLUGIN_TASKS_MAX)
			return runner_fail(
				c->runner, -EPROTO,
				"its setup set %u slots; 1 to %d are allowed",
				slots, PLUGIN_TASKS_MAX);
		if (!ops || ops > PLUGIN_LOOP_OPS_MAX)
			return runner_fail(
				c->runner, -EPROTO,
				"its setup set %llu ops per loop; 1 to %u are allowed",
				(unsigned long long)ops, PLUGIN_LOOP_OPS_MAX);
	}
	return 0;
}

/* Without these there is neither a time nor a bound. */
static int check_clocks(const struct team *c)
{
	if (clock_raw_ns() == CLOCK_UNREADABLE)
		return team_fail(c, -errno,
				 "clock_gettime(CLOCK_MONOTONIC_RAW)");
	if (clock_wait_ns() == CLOCK_UNREADABLE)
		return team_fail(c, -errno, "clock_gettime(CLOCK_MONOTONIC)");
	return 0;
}

int team_start(struct team *c, struct runner *r, const struct variant *variant,
	       int turn)
{
	int ret;

	*c = (struct team){
		.variant = variant,
		.runner = r,
		.turn = turn,
		.tsc = procfs_tsc_usable(),
		.mhz_before = NAN,
		.mhz_after = NAN,
		.nr_members =
			variant->place.nr_groups * variant_members(variant),
	};
	ret = check_clocks(c);
	if (!ret)
		ret = load(c);
	if (ret)
		return ret;
	ret = map_memory(c);
	if (ret)
		return team_fail(c, ret, "shared memory for the tasks");
	ret = make_cgroups(c);
	r->teams[r->nr_teams++] = c;
	if (!ret)
		ret = start_spinners(c);
	if (!ret)
		ret = start_leaders(c);
	if (!ret)
		ret = runner_await(r, c, runner_bound_ns(r));
	if (!ret)
		ret = check_loops(c);
	if (!ret)
		ret = command(c, TEAM_PREPARE, runner_bound_ns(r));
	return ret;
}

uint64_t team_ops_per_loop(const struct team *c)
{
	uint64_t ops = 0;

	for (uint32_t g = 0; g < c->variant->place.nr_groups; g++)
		ops += c->groups[g].ops_per_loop;
	return ops;
}

static void add_member(struct phase *p, const struct member *m)
{
	run_figures_add(&p->figures, &m->figures);
	for (int i = 0; i < FIGURES_NR; i++)
		if (!p->errors[i])
			p->errors[i] = m->errors[i];
	p->nr_records += m->nr_records;
	p->records_ns += (double)m->record_ticks;
}

/* What was recorded was in ticks; this phase tells how long one is. */
static void scale_records(const struct team *c, struct phase *p)
{
	p->ns_per_tick = 1;
	if (!p->nr_records)
		return;
	if (c->tsc && p->ticks)
		p->ns_per_tick = (double)p->elapsed_ns / (double)p->ticks;
	p->records_ns *= p->ns_per_tick / (double)p->nr_records;
}

/* Whether a task that entered the measured loop did what it was told. */
static int check_member(const struct team *c, uint32_t i)
{
	const struct member *m = &c->members[i];
	uint32_t id = i % variant_members(c->variant);

	if (m->timed > 1)
		return runner_fail(c->runner, -EPROTO,
				   "task %u entered its loop %u times", id,
				   m->timed);
	if (m->loops != c->shm->loops)
		return runner_fail(c->runner, -EPROTO,
				   "task %u performed %llu loops, not %llu", id,
				   (unsigned long long)m->loops,
				   (unsigned long long)c->shm->loops);
	if (!m->end_ns)
		return runner_fail(c->runner, -EPROTO,
				   "task %u left its loop early", id);
	return 0;
}

/* Nothing that was recorded lasts longer than the phase did. */
static int check_records(const struct team *c, const struct phase *p)
{
	double limit_ns = 2 * (double)p->elapsed_ns + (double)NS_PER_MS;

	for (uint32_t i = 0; i < c->nr_members; i++) {
		double ns = (double)c->members[i].most_ticks * p->ns_per_tick;

		if (ns > limit_ns)
			return runner_fail(
				c->runner, -EPROTO,
				"task %u recorded %.3g s in a run of %.3g s: bench_record() takes the difference of two bench_now(), the later one first",
				i % variant_members(c->variant), ns / 1e9,
				(double)p->elapsed_ns / 1e9);
	}
	return 0;
}

/* Reading the clock is no part of the run. */
static void leave_out_chains(const struct team *c, struct phase *p)
{
	uint64_t ns = team_chains_ns(c);
	double left;

	if (!ns || ns >= p->elapsed_ns)
		return;
	left = 1 - (double)ns / (double)p->elapsed_ns;
	p->elapsed_ns -= ns;
	p->ticks = (uint64_t)((double)p->ticks * left);
	if (p->figures.cpu_ns != NOT_MEASURED)
		p->figures.cpu_ns -= (int64_t)ns;
}

static int collect(const struct team *c, struct phase *p)
{
	uint64_t begin = UINT64_MAX, begin_ticks = UINT64_MAX;
	uint64_t end = 0, end_ticks = 0;
	int ret;

	memset(p, 0, sizeof(*p));
	for (uint32_t i = 0; i < c->nr_members; i++) {
		const struct member *m = &c->members[i];

		if (!m->timed)
			continue;
		ret = check_member(c, i);
		if (ret)
			return ret;
		add_member(p, m);
		begin = m->begin_ns < begin ? m->begin_ns : begin;
		end = m->end_ns > end ? m->end_ns : end;
		begin_ticks = m->begin_ticks < begin_ticks ? m->begin_ticks :
							     begin_ticks;
		end_ticks = m->end_ticks > end_ticks ? m->end_ticks : end_ticks;
	}
	if (begin >= end)
		return runner_fail(c->runner, -EPROTO,
				   "no task entered the measured loop");
	p->elapsed_ns = end - begin;
	p->ticks = end_ticks - begin_ticks;
	p->ops = team_ops_per_loop(c) * c->shm->loops;
	leave_out_chains(c, p);
	scale_records(c, p);
	return check_records(c, p);
}

/* Members that do not count have left theirs untouched: all zero. */
void team_counts(const struct team *c, struct pmu_reading *sum)
{
	memset(sum, 0, COUNTS_SIZE);
	for (uint32_t i = 0; i < c->nr_members; i++)
		pmu_add(sum, c->counts + (size_t)i * PMU_MAX_EVENTS,
			c->variant->event_set->events.nr);
}

static void clear_members(struct team *c)
{
	for (uint32_t g = 0; g < c->variant->place.nr_groups; g++)
		c->groups[g].stop = 0;
	for (uint32_t i = 0; i < c->nr_members; i++) {
		struct member *m = &c->members[i];

		m->figures.migrations = 0;
		m->figures.wait_ns = 0;
		m->nr_records = 0;
		m->record_ticks = 0;
		m->most_ticks = 0;
		m->timed = 0;
		m->nr_chains = 0;
		m->end_ns = 0;
	}
}

int team_phase(struct team *c, uint64_t loops, uint64_t slice_loops,
	       uint64_t bound_ns, struct phase *out)
{
	struct phase unused;
	int ret;

	clear_members(c);
	team_clear_histograms(c);
	c->shm->loops = loops;
	c->shm->slice_loops = slice_loops;
	c->shm->nr_slices = 0;
	spinners_hold(c);
	ret = command(c, TEAM_RUN, bound_ns);
	spinners_release(c);
	return ret ? ret : collect(c, out ? out : &unused);
}

static void keep_rates(struct team *c)
{
	double before = 0, after = 0;
	uint32_t nr = 0;

	for (uint32_t i = 0; i < c->nr_members; i++) {
		nr += c->members[i].mhz_before > 0;
		before += c->members[i].mhz_before;
		after += c->members[i].mhz_after;
	}
	c->mhz_before = nr ? before / nr : NAN;
	c->mhz_after = nr ? after / nr : NAN;
}

int team_stop(struct team *c)
{
	int ret = command(c, TEAM_QUIT, runner_bound_ns(c->runner));

	if (ret)
		return ret;
	keep_rates(c);
	spinners_end(c);
	ret = remove_cgroups(c);
	c->runner->nr_teams--;
	shm_free(c->shm, c->shm_size);
	free(c->leaders);
	return ret;
}
