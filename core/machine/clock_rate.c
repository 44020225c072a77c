/* SPDX-License-Identifier: MIT */
/*
 * core/machine/clock_rate.c - how fast a CPU runs right now.
 */
#include "machine/clock_rate.h"

#include <math.h>

#include "util/clock.h"

#define TRIES 5
#define ROUNDS 512
#define ADDS_PER_ROUND 64

/*
 * Both operands are registers: some CPUs add small constants on the side, in
 * no time.
 */
#if defined(__x86_64__)
#define ADDS ".rept 64\n\tadd %1, %0\n\t.endr"
#elif defined(__aarch64__) || defined(__riscv)
#define ADDS ".rept 64\n\tadd %0, %0, %1\n\t.endr"
#endif

#ifdef ADDS
static uint64_t chain_ns(void)
{
	uint64_t sum = 0, one = 1, begin = clock_raw_ns();

	for (int i = 0; i < ROUNDS; i++)
		__asm__ volatile(ADDS : "+r"(sum) : "r"(one));
	return clock_raw_ns() - begin;
}

double clock_rate_mhz(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t ns = chain_ns();

		least = ns < least ? ns : least;
	}
	return least ? 1e3 * ROUNDS * ADDS_PER_ROUND / (double)least : NAN;
}
#else
double clock_rate_mhz(void)
{
	return NAN;
}
#endif
