/* SPDX-License-Identifier: MIT */
/*
 * core/machine/clock_rate.c - how fast a CPU runs right now.
 */
#include "machine/clock_rate.h"

#include <math.h>

#include "util/clock.h"

#define TRIES 5
#define CHAINS 8

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
bool clock_chain_known(void)
{
	return true;
}

/* Counting the rounds takes no time of its own: it waits for no addition. */
void clock_chain(unsigned int cycles)
{
	uint64_t sum = 0, one = 1;

	for (unsigned int i = 0; i < cycles / 64; i++)
		__asm__ volatile(ADDS : "+r"(sum) : "r"(one));
}
#else
bool clock_chain_known(void)
{
	return false;
}

void clock_chain(unsigned int cycles)
{
	(void)cycles;
}
#endif

static uint64_t chains_ns(void)
{
	uint64_t begin = clock_raw_ns();

	clock_chain(CHAINS * CLOCK_CHAIN_CYCLES);
	return clock_raw_ns() - begin;
}

double clock_rate_mhz(void)
{
	uint64_t least = UINT64_MAX;

	if (!clock_chain_known())
		return NAN;
	for (int i = 0; i < TRIES; i++) {
		uint64_t ns = chains_ns();

		least = ns < least ? ns : least;
	}
	return least ? 1e3 * CHAINS * CLOCK_CHAIN_CYCLES / (double)least : NAN;
}
