/* SPDX-License-Identifier: MIT */
/*
 * core/stats/multiple_tests.h - p-values of many tests, corrected. Pure.
 */
#ifndef CORE_STATS_MULTIPLE_TESTS_H
#define CORE_STATS_MULTIPLE_TESTS_H

#include <stddef.h>

/**
 * rank_holm - p-values corrected for testing @n things at once (family-wise)
 * @p:		@n p-values, 0 to 1 (else -EINVAL); @n may be 0
 * @adjusted:	@n results in the same order; may be @p itself
 */
int rank_holm(const double *p, size_t n, double *adjusted);

/* rank_bh - as rank_holm(), false discovery rate (Benjamini and Hochberg) */
int rank_bh(const double *p, size_t n, double *adjusted);

#endif
