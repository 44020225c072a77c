/* SPDX-License-Identifier: MIT */
/*
 * core/util/rng.h - a small generator for orders that can be repeated.
 *
 * The same seed gives the same sequence on every machine. Not for secrets.
 */
#ifndef CORE_UTIL_RNG_H
#define CORE_UTIL_RNG_H

#include <stddef.h>
#include <stdint.h>

/* struct rng - state of xoshiro256** (Blackman and Vigna); never all zero */
struct rng {
	uint64_t s[4];
};

/**
 * rng_seed - start a sequence
 * @seed:	any number; the state is filled by SplitMix64
 */
void rng_seed(struct rng *r, uint64_t seed);

/* A number that no other process draws: to start from, and for names. */
uint64_t rng_draw(void);

/* The next 64 random bits. */
uint64_t rng_u64(struct rng *r);

/**
 * rng_below - a number from 0 to @n - 1, each equally likely
 * @n:	how many; 0 gives 0, as 1 does
 */
uint64_t rng_below(struct rng *r, uint64_t n);

/**
 * rng_shuffle - put an array into random order, each order equally likely
 * @index:	@n numbers, permuted in place; may be NULL if @n is 0
 */
void rng_shuffle(struct rng *r, size_t *index, size_t n);

#endif
