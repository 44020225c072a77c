/* SPDX-License-Identifier: MIT */
/*
 * core/stats/dist.c - normal, Student's t and binomial distributions.
 */
#include "stats/dist.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define BETA_MAX_STEPS 200000
#define NEARLY_NORMAL 1e6

/* Keeps a denominator of the continued fraction away from zero. */
static long double off_zero(long double v)
{
	return fabsl(v) < LDBL_MIN ? LDBL_MIN : v;
}

/* The fraction of I_x(a, b) by Lentz's method; fast for x < a / (a + b). */
static long double beta_fraction(long double a, long double b, long double x)
{
	long double c = 1;
	long double d = 1 / off_zero(1 - (a + b) * x / (a + 1));
	long double f = d;

	for (long i = 1; i <= BETA_MAX_STEPS; i++) {
		long double m = i;
		long double even =
			m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		long double odd = -(a + m) * (a + b + m) * x /
				  ((a + 2 * m) * (a + 2 * m + 1));
		long double step;

		d = 1 / off_zero(1 + even * d);
		c = off_zero(1 + even / c);
		f *= c * d;
		d = 1 / off_zero(1 + odd * d);
		c = off_zero(1 + odd / c);
		step = c * d;
		f *= step;
		if (fabsl(step - 1) < 4 * LDBL_EPSILON)
			break;
	}
	return f;
}

static long double log_gamma(long double v)
{
	int sign;

	return lgammal_r(v, &sign);
}

/* I_x(a, b) with y = 1 - x given, so that neither end loses digits. */
static long double beta_xy(long double a, long double b, long double x,
			   long double y)
{
	long double front;

	if (x <= 0)
		return 0;
	if (y <= 0)
		return 1;
	front = expl(log_gamma(a + b) - log_gamma(a) - log_gamma(b) +
		     a * logl(x) + b * logl(y));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, y) / b;
}

double dist_beta(double a, double b, double x)
{
	if (!(a > 0 && b > 0 && x >= 0 && x <= 1) || isinf(a) || isinf(b))
		return NAN;
	return beta_xy(a, b, x, 1 - (long double)x);
}

double dist_normal_cdf(double z)
{
	return erfcl(-(long double)z * sqrtl(0.5L)) / 2;
}

static long double normal_tail(long double z)
{
	return erfcl(z * sqrtl(0.5L)) / 2;
}

/* Hill's normal deviate for t (Algorithm 395, CACM 13, 1970). */
static long double normal_deviate(long double t, long double nu)
{
	long double a = nu - 0.5L;
	long double w = sqrtl(a * log1pl(t * t / nu));

	return w + (w * w * w + 3 * w) / (48 * a * a);
}

/* P(T > t) for t >= 0. */
static long double t_tail(double t, double nu)
{
	long double q, n = nu;

	if (isinf(t))
		return 0;
	if (isinf(nu))
		return normal_tail(t);
	if (nu > NEARLY_NORMAL)
		return normal_tail(normal_deviate(t, n));
	q = (long double)t * t;
	return beta_xy(n / 2, 0.5L, n / (n + q), q / (n + q)) / 2;
}

double dist_t_cdf(double t, double nu)
{
	if (isnan(t) || !(nu > 0))
		return NAN;
	return t < 0 ? t_tail(-t, nu) : 1 - t_tail(t, nu);
}

double dist_t_two_sided(double t, double nu)
{
	if (isnan(t) || !(nu > 0))
		return NAN;
	return 2 * t_tail(fabs(t), nu);
}

/* struct bracket - tail(lo) > q >= tail(hi) */
struct bracket {
	double lo, hi;
};

/* Close to the t whose tail is @q: secants of the logarithm of the tail. */
static double t_near(long double q, double nu, struct bracket *k)
{
	long double at = logl(t_tail(k->lo, nu) / q), next;
	double from = k->lo, to = k->hi, t;

	next = logl(t_tail(to, nu) / q);
	for (int i = 0; i < 64 && fabs(to - from) > 4 * DBL_EPSILON * to; i++) {
		t = to - (double)(next * (to - from) / (next - at));
		if (!(t > k->lo && t < k->hi))
			t = k->lo + (k->hi - k->lo) / 2;
		from = to;
		at = next;
		to = t;
		next = logl(t_tail(t, nu) / q);
		if (next > 0)
			k->lo = t;
		else
			k->hi = t;
	}
	return to;
}

/* Narrows @k to a few doubles around @t, if they hold what is looked for. */
static void close_in(long double q, double nu, double t, struct bracket *k)
{
	double step = 4 * DBL_EPSILON * t;

	if (t - step > k->lo && t_tail(t - step, nu) > q)
		k->lo = t - step;
	if (t + step < k->hi && t_tail(t + step, nu) <= q)
		k->hi = t + step;
}

/* The t >= 0 whose tail is q <= 1/2, in the end by bisection between doubles. */
static double t_tail_inverse(long double q, double nu)
{
	struct bracket k = { 0, 1 };
	double mid;

	while (t_tail(k.hi, nu) > q) {
		k.lo = k.hi;
		k.hi *= 2;
	}
	close_in(q, nu, t_near(q, nu, &k), &k);
	for (mid = k.lo + (k.hi - k.lo) / 2; mid > k.lo && mid < k.hi;
	     mid = k.lo + (k.hi - k.lo) / 2) {
		if (t_tail(mid, nu) > q)
			k.lo = mid;
		else
			k.hi = mid;
	}
	return k.hi;
}

double dist_normal_quantile(double p)
{
	return dist_t_quantile(p, INFINITY);
}

double dist_t_quantile(double p, double nu)
{
	bool lower = p < 0.5;
	long double q = lower ? (long double)p : 1 - (long double)p;
	double t;

	if (!(p >= 0 && p <= 1 && nu > 0))
		return NAN;
	if (q == 0.5L)
		return 0;
	t = q == 0 ? INFINITY : t_tail_inverse(q, nu);
	return lower ? -t : t;
}

double dist_binomial_cdf(int64_t k, uint64_t n, double p)
{
	if (!(p >= 0 && p <= 1))
		return NAN;
	if (k < 0)
		return 0;
	if ((uint64_t)k >= n)
		return 1;
	return beta_xy((long double)n - k, (long double)k + 1,
		       1 - (long double)p, p);
}
