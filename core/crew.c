/* SPDX-License-Identifier: MIT */
/*
 * core/crew.c - the runner's side of a crew: its memory, its start, its
 * phases, its end.
 */
#include "crew.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "futex.h"
#include "loader.h"
#include "procfs.h"
#include "runner.h"

#define ALIGN 128u

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

/* Lays the crew's memory out from @base; returns how much that is. */
static size_t lay_out(struct crew *c, char *base)
{
	const struct placement *p = &c->arm->place;
	size_t nr_cpus = (size_t)p->nr_groups * p->nr_tasks;
	size_t used = 0;

	c->state_stride = align_up(c->bench.state_size + 1, 4096);
	c->shm = carve(base, &used, sizeof(*c->shm));
	c->groups = carve(base, &used, p->nr_groups * sizeof(*c->groups));
	c->members = carve(base, &used, c->nr_members * sizeof(*c->members));
	c->tids = carve(base, &used, nr_cpus * sizeof(*c->tids));
	c->cpus = carve(base, &used, nr_cpus * sizeof(*c->cpus));
	c->slices = carve(base, &used, CREW_SLICES_MAX * sizeof(*c->slices));
	used = align_up(used, 4096);
	c->states = carve(base, &used, p->nr_groups * c->state_stride);
	return used;
}

static void group_init(struct crew *c, uint32_t g)
{
	const struct placement *p = &c->arm->place;
	struct bench_group *bg = &c->groups[g];

	*bg = (struct bench_group){
		.nr_tasks = p->nr_tasks,
		.nr_cpus = (uint32_t)p->group_cpus,
		.regime = c->arm->regime,
		.policy = c->arm->policy,
		.threads = c->arm->threads,
		.control = c->arm->control,
		.cpu = c->cpus + (size_t)g * p->nr_tasks,
		.tid = c->tids + (size_t)g * arm_members(c->arm),
		.ops_per_loop = 1,
		.nr_slots = 1,
	};
	memcpy(bg->expect, c->bench.expect, sizeof(bg->expect));
	params_store(c->arm->params, c->arm->config,
		     c->states + g * c->state_stride);
}

static int map_memory(struct crew *c)
{
	const struct placement *p = &c->arm->place;
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
	memset(c->slices, 0, CREW_SLICES_MAX * sizeof(*c->slices));
	return 0;
}

static int start_leaders(struct crew *c)
{
	uint32_t nr = c->arm->threads ? 1 : c->arm->place.nr_groups;

	c->leaders = calloc(nr, sizeof(*c->leaders));
	if (!c->leaders)
		return runner_fail(c->runner, -ENOMEM, "memory for %u groups",
				   nr);
	for (uint32_t g = 0; g < nr; g++) {
		pid_t pid = runner_fork_task(c->runner);

		if (pid < 0)
			return runner_fail(c->runner, (int)pid,
					   "creating a process for group %u",
					   g);
		if (pid == 0)
			_exit((c->arm->threads ? crew_host_threads(c) :
			       crew_lead(c, g)) < 0 ? 1 : 0);
		c->leaders[c->nr_leaders++] = pid;
	}
	return 0;
}

/* Gives all tasks a command and waits until they have performed it. */
static int command(struct crew *c, uint32_t cmd, uint64_t bound_ns)
{
	struct crew_shm *shm = c->shm;

	shm->command = cmd;
	__atomic_store_n(&shm->arrived, 0, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&shm->seq, 1, __ATOMIC_SEQ_CST);
	futex_wake_all(&shm->seq);
	if (cmd == CREW_QUIT)
		return runner_await_end(c->runner, c, bound_ns);
	return runner_await(c->runner, c, bound_ns);
}

static int load(struct crew *c)
{
	char why[256];
	int ret;

	ret = plugin_load(c->arm->path, c->arm->name, &c->bench, why,
			  sizeof(why));
	if (ret)
		return runner_fail(c->runner, ret, "%s", why);
	if (c->arm->control && !c->bench.baseline)
		return runner_fail(c->runner, -EINVAL, "has no control");
	return 0;
}

int crew_start(struct crew *c, struct runner *r, const struct arm *arm)
{
	int ret;

	*c = (struct crew){
		.arm = arm,
		.runner = r,
		.tsc = procfs_tsc_usable(),
		.nr_members = arm->place.nr_groups * arm_members(arm),
	};
	ret = load(c);
	if (ret)
		return ret;
	ret = map_memory(c);
	if (ret)
		return runner_fail(r, ret, "shared memory for %u tasks",
				   c->nr_members);
	r->crews[r->nr_crews++] = c;
	ret = start_leaders(c);
	if (!ret)
		ret = runner_await(r, c, runner_bound_ns(r));
	if (!ret)
		ret = command(c, CREW_PREPARE, runner_bound_ns(r));
	return ret;
}

uint64_t crew_ops_per_loop(const struct crew *c)
{
	uint64_t ops = 0;

	for (uint32_t g = 0; g < c->arm->place.nr_groups; g++)
		ops += c->groups[g].ops_per_loop;
	return ops;
}

static void add_member(struct phase *p, const struct member *m)
{
	p->cpu_ns += m->cpu_ns;
	p->nvcsw += m->nvcsw;
	p->nivcsw += m->nivcsw;
	p->minor_faults += m->minor_faults;
	p->major_faults += m->major_faults;
	p->moves += m->moves;
	p->nr_records += m->nr_records;
	p->records_ns += (double)m->record_ticks;
}

/* What was recorded was in ticks; this phase tells how long one is. */
static void scale_records(const struct crew *c, struct phase *p)
{
	double ns_per_tick = 1;

	if (!p->nr_records)
		return;
	if (c->tsc && p->ticks)
		ns_per_tick = (double)p->elapsed_ns / (double)p->ticks;
	p->records_ns *= ns_per_tick / (double)p->nr_records;
}

static int collect(const struct crew *c, struct phase *p)
{
	uint64_t begin = UINT64_MAX, begin_ticks = UINT64_MAX;
	uint64_t end = 0, end_ticks = 0;

	memset(p, 0, sizeof(*p));
	for (uint32_t i = 0; i < c->nr_members; i++) {
		const struct member *m = &c->members[i];

		if (!m->timed)
			continue;
		if (!m->end_ns)
			return runner_fail(c->runner, -EPROTO,
					   "task %u left its loop early", i);
		add_member(p, m);
		begin = m->begin_ns < begin ? m->begin_ns : begin;
		end = m->end_ns > end ? m->end_ns : end;
		begin_ticks = m->begin_ticks < begin_ticks ?
			      m->begin_ticks : begin_ticks;
		end_ticks = m->end_ticks > end_ticks ? m->end_ticks : end_ticks;
	}
	if (begin >= end)
		return runner_fail(c->runner, -EPROTO,
				   "no task entered the measured loop");
	p->elapsed_ns = end - begin;
	p->ticks = end_ticks - begin_ticks;
	p->ops = crew_ops_per_loop(c) * c->shm->loops;
	scale_records(c, p);
	return 0;
}

static void clear_members(struct crew *c)
{
	for (uint32_t g = 0; g < c->arm->place.nr_groups; g++)
		c->groups[g].stop = 0;
	for (uint32_t i = 0; i < c->nr_members; i++) {
		struct member *m = &c->members[i];

		m->moves = 0;
		m->nr_records = 0;
		m->record_ticks = 0;
		m->timed = 0;
		m->end_ns = 0;
	}
}

int crew_phase(struct crew *c, uint64_t loops, uint64_t slice_loops,
	       uint64_t bound_ns, struct phase *out)
{
	struct phase unused;
	int ret;

	clear_members(c);
	c->shm->loops = loops;
	c->shm->slice_loops = slice_loops;
	c->shm->nr_slices = 0;
	ret = command(c, CREW_RUN, bound_ns);
	return ret ? ret : collect(c, out ? out : &unused);
}

int crew_stop(struct crew *c)
{
	int ret = command(c, CREW_QUIT, runner_bound_ns(c->runner));

	if (ret)
		return ret;
	c->runner->nr_crews--;
	shm_free(c->shm, c->shm_size);
	free(c->leaders);
	return 0;
}
