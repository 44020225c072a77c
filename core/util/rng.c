/* SPDX-License-Identifier: MIT */
/*
 * core/util/rng.c - xoshiro256** seeded by SplitMix64, and what is drawn from it.
 */
#include "util/rng.h"

#include <sys/random.h>
#include <unistd.h>

#include "util/clock.h"

static uint64_t rotl(uint64_t v, unsigned int bits)
{
	return v << bits | v >> (64 - bits);
}

static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

void rng_seed(struct rng *r, uint64_t seed)
{
	for (size_t i = 0; i < 4; i++)
		r->s[i] = splitmix64(&seed);
}

uint64_t rng_u64(struct rng *r)
{
	uint64_t *s = r->s;
	uint64_t result = rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint64_t rng_below(struct rng *r, uint64_t n)
{
	uint64_t reject, v;

	if (!n)
		return 0;
	/* 2^64 mod n values too many: redraw those, the rest divides evenly. */
	reject = -n % n;
	do {
		v = rng_u64(r);
	} while (v < reject);
	return v % n;
}

void rng_shuffle(struct rng *r, size_t *index, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = rng_below(r, i);
		size_t tmp = index[i - 1];

		index[i - 1] = index[j];
		index[j] = tmp;
	}
}

/* Early after a boot, or behind a filter, the kernel has none to give. */
uint64_t rng_draw(void)
{
	struct rng r;
	uint64_t v;

	if (getrandom(&v, sizeof(v), GRND_NONBLOCK) == sizeof(v))
		return v;
	rng_seed(&r,
		 clock_wait_ns() ^ (uint64_t)getpid() << 40 ^ (uintptr_t)&v);
	return rng_u64(&r);
}
