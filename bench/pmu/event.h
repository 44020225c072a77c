/* SPDX-License-Identifier: MIT */
/*
 * bench/pmu/event.h - kinds of perf events, as perf_event_open(2) wants them
 * described.
 */
#ifndef BENCH_PMU_EVENT_H
#define BENCH_PMU_EVENT_H

#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>

enum kind { DUMMY, SOFTWARE, HARDWARE, TRACEPOINT, MSR };

static const uint32_t software[] = {
	PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_TASK_CLOCK,
	PERF_COUNT_SW_CPU_MIGRATIONS,	PERF_COUNT_SW_PAGE_FAULTS,
	PERF_COUNT_SW_CPU_CLOCK,
};

static const uint32_t hardware[] = {
	PERF_COUNT_HW_CPU_CYCLES,	   PERF_COUNT_HW_INSTRUCTIONS,
	PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES,
	PERF_COUNT_HW_CACHE_MISSES,
};

#define PICK(list, i) (list)[(i) % (sizeof(list) / sizeof(*(list)))]

/* The number in a file of one line, or a negative errno. */
static long file_number(const char *path)
{
	FILE *f = fopen(path, "re");
	long n = -EINVAL;

	if (!f)
		return -errno;
	if (fscanf(f, "%ld", &n) != 1)
		n = -EINVAL;
	fclose(f);
	return n;
}

static long tracepoint_id(void)
{
	long id = file_number(
		"/sys/kernel/tracing/events/sched/sched_switch/id");

	return id >= 0 ? id :
			 file_number(
		"/sys/kernel/debug/tracing/events/sched/sched_switch/id");
}

static void set_event(struct perf_event_attr *a, uint32_t type, uint64_t config)
{
	a->type = type;
	a->config = config;
}

/* What event @i of a kind is. Return: 0 or a negative errno. */
static int describe_event(struct perf_event_attr *a, uint64_t kind, uint32_t i)
{
	long n = 0;

	*a = (struct perf_event_attr){ .size = sizeof(*a) };
	if (kind == TRACEPOINT)
		n = tracepoint_id();
	if (kind == MSR)
		n = file_number("/sys/bus/event_source/devices/msr/type");
	if (n < 0)
		return (int)n;
	if (kind == DUMMY)
		set_event(a, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	else if (kind == SOFTWARE)
		set_event(a, PERF_TYPE_SOFTWARE, PICK(software, i));
	else if (kind == HARDWARE)
		set_event(a, PERF_TYPE_HARDWARE, PICK(hardware, i));
	else if (kind == TRACEPOINT)
		set_event(a, PERF_TYPE_TRACEPOINT, (uint64_t)n);
	else /* 0 is the time-stamp counter */
		set_event(a, (uint32_t)n, 0);
	return 0;
}

#endif
