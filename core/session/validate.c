/* SPDX-License-Identifier: MIT */
/*
 * core/session/validate.c - whether a run measured what its benchmark promises.
 */
#include "session/validate.h"

#include <math.h>

#define NO_PROMISE 1e9

static double slack(double expected, const struct sample *s,
		    const struct promise *p)
{
	double per_task = 2.0 * p->nr_tasks;
	double per_ms = (double)s->elapsed_ns / 1e6;

	return fmax(0.001 * expected, fmax(per_task, per_ms));
}

/* Between several CPUs, and in sleep, much of it is nobody's. */
static double outside_ns(const struct sample *s, uint32_t nr_cpus)
{
	if (!nr_cpus || s->figures.cpu_ns == NOT_MEASURED)
		return NAN;
	return (double)s->elapsed_ns * nr_cpus - (double)s->figures.cpu_ns;
}

double validate_foreign_ns(const struct sample *s, uint32_t nr_cpus)
{
	if (s->figures.wait_ns == NOT_MEASURED)
		return NAN;
	return fmax(fmin((double)s->figures.wait_ns, outside_ns(s, nr_cpus)),
		    0);
}

/* The most that others may have had. */
static double foreign_max_ns(const struct sample *s, uint32_t nr_cpus)
{
	double ns = validate_foreign_ns(s, nr_cpus);

	return isnan(ns) && nr_cpus == 1 ? outside_ns(s, nr_cpus) : ns;
}

/* What others on the CPU take at least when they interrupt a task. */
#define FOREIGN_MIN_NS 1000.0

/*
 * Who is interrupted has switched once more than promised, and what it was about
 * to do may then take two switches, or none.
 */
#define SWITCHES_PER_INTERRUPTION 2

static bool others_explain(double off, const struct sample *s,
			   const struct promise *p)
{
	return off <= SWITCHES_PER_INTERRUPTION * (double)s->figures.nivcsw &&
	       foreign_max_ns(s, p->nr_cpus) >= off * FOREIGN_MIN_NS;
}

static double switches_seen(const struct sample *s, const struct promise *p)
{
	/* What never gives the CPU away may still have it taken by others. */
	return p->expect_max > 0 ? run_figures_switches(&s->figures) :
				   (double)s->figures.nvcsw;
}

enum switches_kept validate_switches(const struct sample *s,
				     const struct promise *p)
{
	double min = p->expect_min * (double)s->ops;
	double max = p->expect_max * (double)s->ops;
	double seen = switches_seen(s, p), off;

	if (p->expect_max >= NO_PROMISE ||
	    isnan(run_figures_switches(&s->figures)))
		return SWITCHES_KEPT;
	off = fmax(min - slack(min, s, p) - seen,
		   seen - max - slack(max, s, p));
	if (off <= 0)
		return SWITCHES_KEPT;
	return others_explain(off, s, p) ? SWITCHES_BUSY : SWITCHES_BROKEN;
}

static int check_switches(struct sample *s, const struct promise *p)
{
	double seen = switches_seen(s, p);

	if (validate_switches(s, p) != SWITCHES_BROKEN)
		return 0;
	if (p->expect_min == p->expect_max)
		return findings_add(
			&s->why, "E-SWOP",
			"%.3f switches/op, expected %.3f: the benchmark does not switch as it declares, or other tasks preempted it",
			seen / (double)s->ops, p->expect_min);
	return findings_add(
		&s->why, "E-SWOP",
		"%.3f switches/op, expected %.3f to %.3f: the benchmark does not switch as it declares, or other tasks preempted it",
		seen / (double)s->ops, p->expect_min, p->expect_max);
}

static int check_migrations(struct sample *s, const struct promise *p)
{
	if (!p->pinned || s->figures.migrations <= 0)
		return 0;
	return findings_add(
		&s->why, "E-MIGR",
		"a pinned task migrated %lld times: its affinity was changed from outside",
		(long long)s->figures.migrations);
}

static int check_throttling(struct sample *s)
{
	if (s->throttled_ns == NOT_MEASURED || s->throttled_ns <= 0)
		return 0;
	return findings_add(
		&s->why, "E-THROT",
		"the control group was throttled for %.3f ms of %.3f ms: raise or remove its CPU quota",
		(double)s->throttled_ns / 1e6, (double)s->elapsed_ns / 1e6);
}

static int check_heat(struct sample *s)
{
	if (s->interference.core_throttles == NOT_MEASURED ||
	    s->interference.core_throttles <= 0)
		return 0;
	return findings_add(
		&s->why, "E-HEAT",
		"thermal throttling of a CPU used, %lld times during the run: check its cooling",
		(long long)s->interference.core_throttles);
}

static int check_faults(struct sample *s, const struct promise *p)
{
	double allowed = fmax(2.0 * p->nr_tasks, 0.001 * (double)s->ops);
	int64_t faults;

	if (p->faults || s->figures.minor_faults == NOT_MEASURED ||
	    s->figures.major_faults == NOT_MEASURED)
		return 0;
	faults = s->figures.minor_faults + s->figures.major_faults;
	if ((double)faults <= allowed)
		return 0;
	return findings_add(
		&s->why, "E-FAULT",
		"%lld page faults in the timed region of an op that causes none: raise -w",
		(long long)faults);
}

static int check_records(struct sample *s, const struct promise *p)
{
	if (!p->records || s->nr_records)
		return 0;
	return findings_add(
		&s->why, "E-RECORD",
		"the benchmark recorded no value, and recorded values are its result");
}

/* A slice this long, and so much longer than others, was not all work. */
#define STOPPED_MIN_NS 100e6
#define STOPPED_FACTOR 20
#define STOPPED_MIN_SLICES 5

static double longest_slice(const struct sample *s)
{
	double longest = 0, total = 0;

	for (size_t i = 0; i < s->nr_slices; i++) {
		longest = fmax(longest, (double)s->slice_ns[i]);
		total += (double)s->slice_ns[i];
	}
	if (s->nr_slices < STOPPED_MIN_SLICES || longest < STOPPED_MIN_NS)
		return 0;
	total = (total - longest) / (double)(s->nr_slices - 1);
	return longest >= STOPPED_FACTOR * total ? longest : 0;
}

/*
 * Time in which the tasks neither had a CPU nor waited for one, in the midst of
 * slices that take a fraction of it.
 */
static int check_stops(struct sample *s)
{
	double longest = longest_slice(s), used;

	if (longest <= 0 || s->figures.cpu_ns == NOT_MEASURED ||
	    s->figures.wait_ns == NOT_MEASURED || s->steal_ns == NOT_MEASURED)
		return 0;
	used = (double)s->figures.cpu_ns + (double)s->figures.wait_ns +
	       (double)s->steal_ns;
	if ((double)s->elapsed_ns - used < longest / 2)
		return 0;
	return findings_add(
		&s->why, "E-STOP",
		"for %.3g s no task ran or waited for a CPU: their control group was frozen, or a debugger or the hypervisor stopped them",
		longest / 1e9);
}

int validate(struct sample *s, const struct promise *p)
{
	/* One reason is enough: what was stopped contradicts much else. */
	int ret = s->why.nr ? 0 : check_stops(s);

	if (!ret)
		ret = check_records(s, p);
	if (!ret)
		ret = check_switches(s, p);

	if (!ret)
		ret = check_migrations(s, p);
	if (!ret)
		ret = check_throttling(s);
	if (!ret)
		ret = check_heat(s);
	if (!ret)
		ret = check_faults(s, p);
	s->valid = s->why.nr == 0;
	return ret;
}
