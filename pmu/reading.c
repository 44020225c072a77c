/* SPDX-License-Identifier: MIT */
/*
 * pmu/reading.c - which counts are numbers.
 */
#include <string.h>

#include "internal.h"

/* Bounds of what any CPU does; see pmu_plausible(). */
#define LEAST_INSTRUCTIONS 50
#define LEAST_CYCLES_PER_NS 0.05
#define MOST_CYCLES_PER_NS 10.
#define MOST_INSTRUCTIONS_PER_CYCLE 16.
/* Too short a window says nothing. */
#define LEAST_NS 100000

/* The times of partial events are taken by a call each. */
#define PARTIAL_TOLERANCE 0.01

static void take_status(struct pmu_reading *to, const struct pmu_reading *from)
{
	if (to->status != PMU_OK)
		return;
	to->status = from->status;
	to->err = from->err;
}

void pmu_delta(const struct pmu_reading *from, const struct pmu_reading *to,
	       struct pmu_reading *out, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct pmu_reading d = {
			.value = to[i].value - from[i].value,
			.enabled_ns = to[i].enabled_ns - from[i].enabled_ns,
			.running_ns = to[i].running_ns - from[i].running_ns,
			.status = from[i].status,
			.err = from[i].err,
		};

		take_status(&d, &to[i]);
		out[i] = d;
	}
}

void pmu_add(struct pmu_reading *sum, const struct pmu_reading *v, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		sum[i].value += v[i].value;
		sum[i].enabled_ns += v[i].enabled_ns;
		sum[i].running_ns += v[i].running_ns;
		take_status(&sum[i], &v[i]);
	}
}

/* Whether the types of cores together counted all the time. */
static bool parts_complete(const struct pmu_events *events,
			   const struct pmu_reading *v, size_t of)
{
	double running = 0, enabled = (double)v[of].enabled_ns;

	for (size_t i = 0; i < events->nr; i++) {
		if (events->v[i].partial &&
		    !strcmp(events->v[i].name, events->v[of].name))
			running += (double)v[i].running_ns;
	}
	return running > enabled * (1 - PARTIAL_TOLERANCE) &&
	       running < enabled * (1 + PARTIAL_TOLERANCE);
}

static int judge_one(const struct pmu_events *events,
		     const struct pmu_reading *v, size_t i)
{
	const struct pmu_reading *r = &v[i];

	if (!r->running_ns)
		return PMU_NOT_COUNTED;
	if (r->value > INT64_MAX)
		return PMU_IMPLAUSIBLE;
	if (r->running_ns == r->enabled_ns)
		return PMU_OK;
	if (events->v[i].partial && parts_complete(events, v, i))
		return PMU_OK;
	return r->running_ns < r->enabled_ns ? PMU_MULTIPLEXED : PMU_ERROR;
}

void pmu_judge(const struct pmu_events *events, struct pmu_reading *v)
{
	for (size_t i = 0; i < events->nr; i++) {
		if (v[i].status == PMU_OK)
			v[i].status = judge_one(events, v, i);
	}
}

/* Sum over the types of cores of an unfiltered metric; 0: not counted. */
static double sum_of(const struct pmu_events *events,
		     const struct pmu_reading *v, const char *name, bool *known)
{
	double sum = 0;

	*known = false;
	for (size_t i = 0; i < events->nr; i++) {
		if (v[i].status != PMU_OK || strcmp(events->v[i].name, name))
			continue;
		sum += (double)v[i].value;
		*known = true;
	}
	return sum;
}

static bool absurd(const struct pmu_events *events, const struct pmu_reading *v,
		   uint64_t switches, uint64_t cpu_ns)
{
	bool has_instructions, has_cycles;
	double instructions =
		sum_of(events, v, "instructions", &has_instructions);
	double cycles = sum_of(events, v, "cycles", &has_cycles);
	double ns = (double)cpu_ns;

	if (has_instructions &&
	    instructions < LEAST_INSTRUCTIONS * (double)switches)
		return true;
	if (has_cycles && cpu_ns > LEAST_NS &&
	    (cycles < LEAST_CYCLES_PER_NS * ns ||
	     cycles > MOST_CYCLES_PER_NS * ns))
		return true;
	return has_instructions && has_cycles &&
	       instructions > MOST_INSTRUCTIONS_PER_CYCLE * cycles;
}

void pmu_plausible(const struct pmu_events *events, struct pmu_reading *v,
		   uint64_t switches, uint64_t cpu_ns)
{
	if (!absurd(events, v, switches, cpu_ns))
		return;
	for (size_t i = 0; i < events->nr; i++) {
		if (events->v[i].where == PMU_CORE && v[i].status == PMU_OK)
			v[i].status = PMU_IMPLAUSIBLE;
	}
}
