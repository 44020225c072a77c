/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_clock.c - checks of how time is read, and how dear that is.
 */
#include <inttypes.h>
#include <stdio.h>

#include "machine/checks.h"
#include "util/clock.h"
#include "machine/procfs.h"

#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/"

/* The fastest of some batches is what a reading costs undisturbed. */
#define BATCHES 8
#define BATCH_READS 32

/* Slower than this it is a system call, or goes over a bus. */
#define READ_LIMIT_NS 100

/* Clock sources that are read without a system call. */
static bool is_fast_clock(const char *name)
{
	return procfs_has_word("tsc arch_sys_counter kvm-clock "
			       "hyperv_clocksource_tsc_page riscv_clocksource "
			       "timebase tod Constant",
			       name);
}

static void check_source(struct checker *c)
{
	const char *path = CLOCKSOURCE "current_clocksource";
	char name[64];

	if (procfs_line(c->root, name, sizeof(name), "%s", path) <= 0)
		check_add(c, "clock", CHECK_UNKNOWN, NULL, path,
			  "the clock source cannot be seen");
	else if (is_fast_clock(name))
		check_add(c, "clock", CHECK_OK, name, path,
			  "time is read without a system call");
	else
		check_add(c, "clock", CHECK_WARN, name, path,
			  "reading the time may be a system call of a "
			  "microsecond with this clock source: see %s for "
			  "others",
			  CLOCKSOURCE "available_clocksource");
}

static uint64_t read_cost_ns(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < BATCHES; i++) {
		uint64_t begin = clock_raw_ns(), ns = 0;

		for (int k = 0; k < BATCH_READS; k++)
			ns = clock_raw_ns() - begin;
		least = ns < least ? ns : least;
	}
	return least / BATCH_READS;
}

static void check_read(struct checker *c)
{
	uint64_t ns = read_cost_ns();
	char value[32];

	snprintf(value, sizeof(value), "%" PRIu64 " ns", ns);
	if (ns > READ_LIMIT_NS)
		check_add(c, "clock.read", CHECK_WARN, value, NULL,
			  "reading the time is slow: a run of few ops contains "
			  "it, and --latency most of all; see check clock");
	else
		check_add(c, "clock.read", CHECK_OK, value, NULL,
			  "this is what reading the time takes");
}

void checks_clock(struct checker *c)
{
	check_source(c);
	if (!c->quick)
		check_read(c);
}
