/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan_fill.c - decide all that is to be decided about one entry of a
 * plan, and refuse what can be refused.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/plugin_query.h"
#include "run/event_set.h"
#include "util/opts.h"
#include "session/planner.h"

int plan_reason(struct plan_entry *e, int status, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&e->reason, fmt, ap);
	va_end(ap);
	if (n < 0) {
		e->reason = NULL;
		return -ENOMEM;
	}
	e->status = status;
	return 0;
}

/* How many tasks a group has; fills in the placement's number. */
static int count_tasks(struct plan_entry *e, const struct place_spec *spec)
{
	const struct bench *b = e->arm.bench;
	char why[ASK_TEXT];
	int64_t nr = b->nr_tasks;

	if (b->nr_tasks == BENCH_PER_CPU)
		nr = place_per_cpu(spec);
	else if (!b->nr_tasks)
		nr = ask_tasks(&e->arm, why);
	if (nr == -ENOMEM || nr == -EINTR)
		return (int)nr;
	if (nr < 0)
		return plan_reason(e, ENTRY_FAILED, "%s",
				   b->nr_tasks ? strerror((int)-nr) : why);
	e->arm.place.nr_tasks = (uint32_t)nr;
	return 0;
}

/* CPUs that the machine does not have are no failure; refused ones are one. */
static int place_entry(const struct planner *pl, struct plan_entry *e,
		       const struct place_spec *spec)
{
	struct placement *p = &e->arm.place;
	char why[256] = "";
	int ret;

	ret = place_tasks(spec, p->nr_groups, p->nr_tasks, p, why, sizeof(why));
	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return plan_reason(e,
				   ret == -ENODEV || ret == -ENXIO ?
					   ENTRY_SKIPPED :
					   ENTRY_FAILED,
				   "%s", why);
	if (e->sweep && p->group_cpus > 1)
		p->relation = place_kind_name(e->relation);
	e->arm.regime = arm_regime(p, pl->o->policy);
	return 0;
}

static int check_pair(struct plan_entry *e)
{
	if (!e->sweep || e->sweep->kind != SWEEP_PAIRS ||
	    e->arm.place.nr_tasks > 1)
		return 0;
	e->refused = true;
	return plan_reason(e, ENTRY_FAILED,
			   "refused: it has one task, which is on one CPU: try "
			   "-c each");
}

static int ask_entry(struct plan_entry *e)
{
	char why[ASK_TEXT];
	int ret;

	if (!e->arm.bench->accepts)
		return 0;
	ret = ask_accepts(&e->arm, why);
	if (ret == 1)
		return 0;
	if (ret == -ENOMEM || ret == -EINTR)
		return ret;
	e->refused = ret == 0;
	return plan_reason(e, ENTRY_FAILED, "%s%s",
			   ret ? "" : "refused: ", why);
}

/* Threads or processes: the benchmark may insist. */
static int choose_kind(const struct planner *pl, struct plan_entry *e)
{
	uint32_t flags = e->arm.bench->flags;

	e->arm.threads = pl->o->threads || flags & BENCH_THREADS;
	if (!(flags & BENCH_PROCESSES) || !e->arm.threads)
		return 0;
	e->refused = true;
	return plan_reason(
		e, ENTRY_FAILED,
		"refused: its tasks must be processes; leave out -T");
}

static int check_touch(struct plan_entry *e)
{
	const char *why = work_unsupported(e->arm.work.touch);

	return why ? plan_reason(e, ENTRY_SKIPPED, "--touch: %s", why) : 0;
}

static void add_control(const struct planner *pl, struct plan_entry *e)
{
	/* It is the same wherever a pair's second CPU is. */
	if (!e->arm.bench->baseline || pl->o->no_control ||
	    (e->sweep && e->sweep->kind == SWEEP_PAIRS))
		return;
	e->control = e->arm;
	e->control.control = true;
	e->has_control = true;
}

/* What keeps the CPUs out of idle runs on them, and is not to be counted. */
static int scope_of(const struct planner *pl, const struct plan_entry *e)
{
	if (pl->o->scope < 0 && e->arm.poll && e->arm.place.group_cpus > 1)
		return PMU_TASK;
	return pl->o->scope;
}

/* Names are looked up now, nothing is opened before all else was measured. */
static int add_counted(const struct planner *pl, struct plan_entry *e)
{
	struct counting *counting;
	char why[PMU_WHY_LEN] = "";
	int ret;

	if (!pl->plan->pmu)
		return 0;
	ret = counting_make(pl->plan->pmu, pl->o->events, scope_of(pl, e),
			    &e->arm.place, &counting, why, sizeof(why));
	if (ret == -EINVAL || ret == -E2BIG)
		return opts_error(pl->o->command, "-e: %s", why);
	if (ret)
		return ret;
	e->counted = e->arm;
	e->counted.counting = counting;
	return 0;
}

int plan_fill(const struct planner *pl, struct plan_entry *e,
	      const struct place_spec *spec)
{
	int ret;

	ret = choose_kind(pl, e);
	if (!ret && !e->reason)
		ret = check_touch(e);
	if (!ret && !e->reason)
		ret = count_tasks(e, spec);
	if (!ret && !e->reason)
		ret = check_pair(e);
	if (!ret && !e->reason)
		ret = place_entry(pl, e, spec);
	if (!ret && !e->reason)
		ret = ask_entry(e);
	if (!ret && !e->reason)
		add_control(pl, e);
	if (!ret && !e->reason)
		ret = add_counted(pl, e);
	return ret;
}
