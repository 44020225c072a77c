/* SPDX-License-Identifier: MIT */
/*
 * core/util/clock.h - the clocks of a measurement.
 */
#ifndef CORE_UTIL_CLOCK_H
#define CORE_UTIL_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NS_PER_SEC 1000000000ull
#define NS_PER_MS 1000000ull

/* No clock shows 0: what is returned where one cannot be read. */
#define CLOCK_UNREADABLE 0u

static inline uint64_t clock_ns(clockid_t id)
{
	struct timespec ts;

	if (clock_gettime(id, &ts))
		return CLOCK_UNREADABLE;
	return (uint64_t)ts.tv_sec * NS_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* Wall time of the timed region: not slewed by NTP. */
static inline uint64_t clock_raw_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC_RAW);
}

/* CPU time of the calling thread; moves with every nanosecond it runs. */
static inline uint64_t clock_cpu_ns(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* For waits and bounds. */
static inline uint64_t clock_wait_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* The CPU's constant-rate counter, in ticks; 0 where there is none to read. */
static inline uint64_t clock_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t v;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(v));
	return v;
#else
	return 0;
#endif
}

#endif
