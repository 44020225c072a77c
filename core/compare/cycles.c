/* SPDX-License-Identifier: MIT */
/*
 * core/compare/cycles.c - time as cycles x clock: which of the two a row is
 * judged by.
 */
#include "compare/cycles.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "compare/group.h"
#include "compare/levels.h"
#include "stats/stats.h"

/*
 * Time is proportional to the length of a cycle where the slope of their
 * logarithms is 1. It is not if the slope is further from that than this, and
 * further than so many of its standard errors.
 */
#define SLOPE_LIMIT 0.3
#define SLOPE_ERRORS 3.0

/* A clock that moves less within the sessions, relatively, shows no slope. */
#define CLOCK_MOVES 0.005

int compare_cycles_add(struct compare_cell *cell, const struct sample *r,
		       double ns, uint64_t session)
{
	if (!(r->clock_mhz > 0))
		return 0;
	return compare_values_add(&cell->cycles, ns * r->clock_mhz / 1e3,
				  session);
}

static bool has_clock(const struct compare_cell *cell)
{
	return cell->cycles.n == cell->times.n;
}

static double clock_mhz(const struct compare_cell *cell, size_t i)
{
	return 1e3 * cell->cycles.v[i] / cell->times.v[i];
}

static int median_clock(const struct compare_cell *cell, double *mhz)
{
	double *x = calloc(cell->times.n, sizeof(*x));

	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < cell->times.n; i++)
		x[i] = clock_mhz(cell, i);
	*mhz = stats_median(x, cell->times.n);
	free(x);
	return 0;
}

/**
 * struct slope - sums of squares and products around the means of sessions, of
 *	logarithms: x of the length of a cycle, y of time
 * @df:	values less sessions
 */
struct slope {
	double xx, xy, yy;
	size_t df;
};

/* The values @from to before @end, which are of one session. */
static void add_session(struct slope *s, const struct compare_cell *cell,
			size_t from, size_t end)
{
	double x = 0, y = 0, n = (double)(end - from);

	for (size_t i = from; i < end; i++) {
		x -= log(clock_mhz(cell, i)) / n;
		y += log(cell->times.v[i]) / n;
	}
	for (size_t i = from; i < end; i++) {
		double dx = -log(clock_mhz(cell, i)) - x;
		double dy = log(cell->times.v[i]) - y;

		s->xx += dx * dx;
		s->xy += dx * dy;
		s->yy += dy * dy;
	}
	s->df += end - from - 1;
}

static void add_cell(struct slope *s, const struct compare_cell *cell)
{
	const struct compare_values *t = &cell->times;
	size_t from = 0;

	for (size_t i = 1; i <= t->n; i++) {
		if (i < t->n && t->session[i] == t->session[from])
			continue;
		add_session(s, cell, from, i);
		from = i;
	}
}

/* Return: the slope where it is not 1; NaN where it may be. */
static double other_slope(const struct compare_row *r)
{
	struct slope s = { 0 };
	double slope, error;

	add_cell(&s, r->base);
	add_cell(&s, r->new);
	if (s.df < 3 || sqrt(s.xx / (double)s.df) < CLOCK_MOVES)
		return NAN;
	slope = s.xy / s.xx;
	error = sqrt(fmax(s.yy - slope * s.xy, 0) / (double)(s.df - 1) / s.xx);
	if (fabs(slope - 1) <= fmax(SLOPE_LIMIT, SLOPE_ERRORS * error))
		return NAN;
	return slope;
}

int compare_cycles(const struct compare *c, struct compare_row *r)
{
	int err;

	if (!has_clock(r->base) || !has_clock(r->new))
		return 0;
	err = median_clock(r->base, &r->a.mhz);
	if (!err)
		err = median_clock(r->new, &r->b.mhz);
	if (err || !c->by_cycles ||
	    compare_host(c, &c->groups[r->group]) == COMPARE_HOST_OTHER)
		return err;
	r->clock_slope = other_slope(r);
	r->in_cycles = isnan(r->clock_slope);
	if (r->in_cycles)
		return 0;
	return findings_add(
		&r->notes, "W-CLOCK",
		"time does not change as the clock does: judged by time");
}
