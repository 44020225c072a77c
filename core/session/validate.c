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

static int check_switches(struct sample *s, const struct promise *p)
{
	double seen, min, max;

	if (p->expect_max >= NO_PROMISE || s->figures.nvcsw == NOT_MEASURED ||
	    s->figures.nivcsw == NOT_MEASURED)
		return 0;
	/* What never gives the CPU away may still have it taken by others. */
	seen = (double)s->figures.nvcsw +
	       (p->expect_max > 0 ? (double)s->figures.nivcsw : 0);
	min = p->expect_min * (double)s->ops;
	max = p->expect_max * (double)s->ops;
	if (seen >= min - slack(min, s, p) && seen <= max + slack(max, s, p))
		return 0;
	if (p->expect_min == p->expect_max)
		return findings_add(
			&s->why, "E-SWOP",
			"%.3f switches/op, expected %.3f: the tasks did not change places as the benchmark assumes, or did not have the CPU to themselves",
			seen / (double)s->ops, p->expect_min);
	return findings_add(
		&s->why, "E-SWOP",
		"%.3f switches/op, expected %.3f to %.3f: the tasks did not change places as the benchmark assumes, or did not have the CPU to themselves",
		seen / (double)s->ops, p->expect_min, p->expect_max);
}

static int check_migrations(struct sample *s, const struct promise *p)
{
	if (!p->pinned || s->figures.migrations <= 0)
		return 0;
	return findings_add(
		&s->why, "E-MIGR",
		"a pinned task was moved to another CPU %lld times: somebody changed its affinity",
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
		"heat slowed a CPU used %lld times during the run: see to its cooling",
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
		"%lld page faults in the timed region, and this op takes none: warm up longer (-w)",
		(long long)faults);
}

int validate(struct sample *s, const struct promise *p)
{
	int ret = check_switches(s, p);

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
