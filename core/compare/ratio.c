/* SPDX-License-Identifier: MIT */
/*
 * core/compare/ratio.c - is there a difference between two sets of values?
 */
#include "compare/ratio.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/mann_whitney.h"

/*
 * Hodges-Lehmann ratio and Moses' interval without
 * forming all ratios.
 *
 * The k-th smallest of b_j / a_i is found by halving the range of the doubles
 * themselves: how many ratios are at most t takes one pass over both sorted
 * sets. The result is one of the ratios, to the last bit.
 */

/* Up to here all ratios are formed: sorting them is faster. */
#define FEW_RATIOS ((size_t)1 << 14)

/* struct sets - two sets of values > 0, ascending */
struct sets {
	const double *a, *b;
	size_t n, m;
};

/*
 * First index from @j on whose ratio to a[i] is above @t: steps that double,
 * then halving, so that a small set against a large one is fast.
 */
static size_t first_above(const struct sets *s, size_t i, size_t j, double t)
{
	size_t step = 1, hi;

	while (j < s->m && s->b[j] / s->a[i] <= t) {
		hi = j + step < s->m ? j + step : s->m;
		if (hi < s->m && s->b[hi] / s->a[i] <= t) {
			j = hi;
			step *= 2;
			continue;
		}
		while (hi - j > 1) {
			size_t mid = j + (hi - j) / 2;

			if (s->b[mid] / s->a[i] <= t)
				j = mid;
			else
				hi = mid;
		}
		return hi;
	}
	return j;
}

/* First index from @i on whose ratio b[j] / a[i] is at most @t. */
static size_t first_below(const struct sets *s, size_t j, size_t i, double t)
{
	size_t step = 1, hi;

	while (i < s->n && s->b[j] / s->a[i] > t) {
		hi = i + step < s->n ? i + step : s->n;
		if (hi < s->n && s->b[j] / s->a[hi] > t) {
			i = hi;
			step *= 2;
			continue;
		}
		while (hi - i > 1) {
			size_t mid = i + (hi - i) / 2;

			if (s->b[j] / s->a[mid] > t)
				i = mid;
			else
				hi = mid;
		}
		return hi;
	}
	return i;
}

/* How many ratios are at most @t; walks through the smaller set. */
static size_t count_below(const struct sets *s, double t)
{
	size_t nr = 0, at = 0;

	if (s->n <= s->m) {
		for (size_t i = 0; i < s->n; i++) {
			at = first_above(s, i, at, t);
			nr += at;
		}
		return nr;
	}
	for (size_t j = 0; j < s->m; j++) {
		at = first_below(s, j, at, t);
		nr += s->n - at;
	}
	return nr;
}

/* Doubles above 0 are in the order of their bits. */
static uint64_t bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static double of_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* The @k-th smallest ratio, counted from 1. */
static double kth_ratio(const struct sets *s, size_t k)
{
	uint64_t lo = bits_of(s->b[0] / s->a[s->n - 1]);
	uint64_t hi = bits_of(s->b[s->m - 1] / s->a[0]);

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (count_below(s, of_bits(mid)) >= k)
			hi = mid;
		else
			lo = mid + 1;
	}
	return of_bits(lo);
}

int compare_ratio(const double *a, size_t n, const double *b, size_t m,
		  double level, struct rank_result *r)
{
	struct sets s = { .a = a, .b = b, .n = n, .m = m };
	size_t nr = n * m;
	int64_t k;
	int err;

	if (nr <= FEW_RATIOS)
		return rank_ratio(a, n, b, m, level, r);
	err = rank_sum(a, n, b, m, NULL, &r->p);
	if (err)
		return err;
	k = rank_sum_index(n, m, level, &r->level);
	if (k < 0)
		return (int)k;
	r->exact = rank_sum_exact(n, m);
	r->estimate =
		(kth_ratio(&s, (nr + 1) / 2) + kth_ratio(&s, nr / 2 + 1)) / 2;
	r->lo = k ? kth_ratio(&s, (size_t)k) : NAN;
	r->hi = k ? kth_ratio(&s, nr + 1 - (size_t)k) : NAN;
	return 0;
}

double compare_bare_ratio(double a, double b)
{
	return a <= b ? b / a : 1 / (a / b);
}
