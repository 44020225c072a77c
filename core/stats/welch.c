/* SPDX-License-Identifier: MIT */
/*
 * core/stats/welch.c - Welch's t test, and what a design can see.
 */
#include "stats/welch.h"

#include <errno.h>
#include <math.h>

#include "stats/dist.h"
#include "stats/rank.h"
#include "stats/stats.h"

#define LEVEL 0.95
#define POWER 0.80
#define MIN_RUNS 4

double welch_parts_df(const struct welch_part *parts, size_t nr)
{
	long double sum = 0;
	double over = 0;

	for (size_t i = 0; i < nr; i++)
		sum += parts[i].v;
	for (size_t i = 0; sum > 0 && i < nr; i++) {
		double share = (double)(parts[i].v / sum);

		over += share * share / parts[i].df;
	}
	return 1 / over;
}

/* @va, @vb: squared standard errors, not both zero. */
static double welch_df(long double va, size_t n, long double vb, size_t m)
{
	const struct welch_part parts[] = { { va, (double)n - 1 },
					    { vb, (double)m - 1 } };

	return welch_parts_df(parts, 2);
}

static long double squared_error(long double stddev, size_t n)
{
	return stddev * stddev / n;
}

int rank_welch(const double *a, size_t n, const double *b, size_t m,
	       double level, struct welch *w)
{
	long double va, vb;
	double sem, half;

	if (n < 2 || m < 2 || !rank_values_ok(a, n) || !rank_values_ok(b, m) ||
	    !rank_level_ok(level))
		return -EINVAL;
	va = squared_error(stats_stddev(a, n), n);
	vb = squared_error(stats_stddev(b, m), m);
	w->diff = stats_mean(b, m) - stats_mean(a, n);
	w->t = w->df = w->p = w->lo = w->hi = NAN;
	if (va + vb == 0)
		return 0;
	sem = sqrtl(va + vb);
	w->df = welch_df(va, n, vb, m);
	w->t = w->diff / sem;
	w->p = dist_t_two_sided(w->t, w->df);
	half = dist_t_quantile((1 + level) / 2, w->df) * sem;
	w->lo = w->diff - half;
	w->hi = w->diff + half;
	return 0;
}

double rank_visible(double rsd_a, size_t n, double rsd_b, size_t m)
{
	long double va, vb;
	double df;

	if (!(rsd_a >= 0 && rsd_b >= 0) || n < 2 || m < 2)
		return NAN;
	va = squared_error(rsd_a, n);
	vb = squared_error(rsd_b, m);
	if (va + vb == 0)
		return 0;
	df = welch_df(va, n, vb, m);
	return (dist_t_quantile((1 + LEVEL) / 2, df) +
		dist_t_quantile(POWER, df)) *
	       sqrtl(va + vb);
}

double rank_runs_needed(double rsd, double change)
{
	double z = dist_normal_quantile((1 + LEVEL) / 2) +
		   dist_normal_quantile(POWER);

	if (!(rsd >= 0 && change > 0))
		return NAN;
	return fmax(MIN_RUNS, ceil(2 * pow(z * rsd / change, 2)));
}
