/* SPDX-License-Identifier: MIT */
/*
 * core/stats/dist.h - the distributions that tests and intervals need.
 *
 * Pure. An argument outside its range gives NaN. Relative accuracy is about
 * 1e-12, for binomial and beta as long as shapes and trials stay below a
 * million.
 */
#ifndef CORE_STATS_DIST_H
#define CORE_STATS_DIST_H

#include <stdint.h>

/**
 * dist_beta - regularised incomplete beta function I_x(a, b)
 * @a:	shape, > 0
 * @b:	shape, > 0
 * @x:	0 to 1
 *
 * Continued fraction 8.17.22 of the NIST Digital Library of Mathematical
 * Functions.
 */
double dist_beta(double a, double b, double x);

/* Standard normal distribution function. */
double dist_normal_cdf(double z);

/**
 * dist_normal_quantile - inverse of dist_normal_cdf()
 * @p:	0 to 1; the ends give -INFINITY and INFINITY
 */
double dist_normal_quantile(double p);

/**
 * dist_t_cdf - Student's t distribution function
 * @t:	any number, also infinite
 * @nu:	degrees of freedom, > 0, need not be whole; INFINITY: normal
 */
double dist_t_cdf(double t, double nu);

/* Probability of a |T| of at least |@t|; keeps its digits far out. */
double dist_t_two_sided(double t, double nu);

/**
 * dist_t_quantile - inverse of dist_t_cdf()
 * @p:	0 to 1; the ends give -INFINITY and INFINITY
 * @nu:	degrees of freedom, > 0
 */
double dist_t_quantile(double p, double nu);

/**
 * dist_binomial_cdf - probability of at most @k successes in @n trials
 * @k:	negative gives 0, @n or more gives 1
 * @n:	trials
 * @p:	probability of a success, 0 to 1
 */
double dist_binomial_cdf(int64_t k, uint64_t n, double p);

#endif
