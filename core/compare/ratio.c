/* SPDX-License-Identifier: MIT */
/*
 * core/compare/ratio.c - is there a difference between two sets of values?
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "compare/internal.h"

#define LEVEL 0.95

/* Spread this many times larger on one side makes rank tests too bold. */
#define SPREAD_RATIO 2

/* Any order of two sets will do, as long as it is one. */
static bool in_order(const struct compare_values *a,
		     const struct compare_values *b)
{
	for (size_t i = 0; i < a->n && i < b->n; i++) {
		if (a->v[i] != b->v[i])
			return a->v[i] < b->v[i];
	}
	return a->n <= b->n;
}

static int log_welch(const struct compare_values *a,
		     const struct compare_values *b, struct welch *w)
{
	double *x = calloc(a->n + b->n + 1, sizeof(*x));
	int err;

	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < a->n; i++)
		x[i] = log(a->v[i]);
	for (size_t i = 0; i < b->n; i++)
		x[a->n + i] = log(b->v[i]);
	err = rank_welch(x, a->n, x + a->n, b->n, LEVEL, w);
	free(x);
	return err;
}

/*
 * Three sessions are too few for ranks: Welch's t of the logarithms of their
 * medians, whose difference is the logarithm of a ratio.
 */
static int few_sessions(const struct compare_values *a,
			const struct compare_values *b, struct rank_result *r)
{
	struct welch w;
	int err = log_welch(a, b, &w);

	if (err)
		return err;
	*r = (struct rank_result){ .estimate = exp(w.diff),
				   .lo = exp(w.lo),
				   .hi = exp(w.hi),
				   .level = isnan(w.lo) ? NAN : LEVEL,
				   .p = w.p };
	if (w.diff == 0 && isnan(w.p))
		r->lo = r->hi = r->level = r->p = 1;
	return 0;
}

static int test(const struct compare_values *a, const struct compare_values *b,
		struct rank_result *r)
{
	if (a->n >= COMPARE_MIN_RUNS && b->n >= COMPARE_MIN_RUNS)
		return compare_ratio(a->v, a->n, b->v, b->n, LEVEL, r);
	return few_sessions(a, b, r);
}

int compare_rank(const struct compare_values *a, const struct compare_values *b,
		 struct rank_result *r)
{
	double lo;
	int err;

	if (in_order(a, b))
		return test(a, b, r);
	err = test(b, a, r);
	if (err)
		return err;
	lo = r->lo;
	r->estimate = 1 / r->estimate;
	r->lo = 1 / r->hi;
	r->hi = 1 / lo;
	return 0;
}

double compare_bare_ratio(double a, double b)
{
	return a <= b ? b / a : 1 / (a / b);
}

static bool enough(const struct compare_row *r)
{
	size_t least = r->by_session ? COMPARE_MIN_SESSIONS : COMPARE_MIN_RUNS;

	return r->a.nr_values >= least && r->b.nr_values >= least;
}

static int run_test(struct compare_row *r, const struct compare_values *a,
		    const struct compare_values *b)
{
	struct rank_result t = { 0 };
	int err;

	if (!enough(r)) {
		r->state = COMPARE_FEW;
		r->ratio = compare_bare_ratio(r->a.median, r->b.median);
		return 0;
	}
	err = compare_rank(a, b, &t);
	if (err == -EINVAL) {
		r->state = COMPARE_NO_NUMBERS;
		return findings_add(&r->notes, "W-RANGE",
				    "the ratio is no number that fits");
	}
	if (err)
		return err;
	r->ratio = t.estimate;
	r->lo = t.lo;
	r->hi = t.hi;
	r->level = t.level;
	r->p = t.p;
	return 0;
}

static bool spread_differs(const struct compare_row *r)
{
	double small = fmin(r->a.mad, r->b.mad);
	double large = fmax(r->a.mad, r->b.mad);

	return r->a.nr_values != r->b.nr_values && large > SPREAD_RATIO * small;
}

/*
 * With unequal numbers and unequal spread the rank test finds too much. What
 * it finds then stands only if Welch's t finds the same.
 */
static int cross_check(struct compare_row *r, const struct compare_values *a,
		       const struct compare_values *b)
{
	struct welch w;
	int err;

	if (r->state != COMPARE_JUDGED || !spread_differs(r))
		return 0;
	err = rank_welch(a->v, a->n, b->v, b->n, LEVEL, &w);
	if (err || isnan(w.p))
		return err;
	r->welch_p = w.p;
	if ((w.p < COMPARE_ALPHA) == (r->p < COMPARE_ALPHA) &&
	    (w.p >= COMPARE_ALPHA || (w.diff > 0) == (r->ratio > 1)))
		return 0;
	r->doubtful = true;
	return findings_add(&r->notes, "W-WELCH",
			    "n and spread differ and Welch's t disagrees "
			    "(p = %.2g)",
			    w.p);
}

int compare_test(struct compare_row *r, const struct compare_values *a,
		 const struct compare_values *b)
{
	int err = run_test(r, a, b);

	return err ? err : cross_check(r, a, b);
}
