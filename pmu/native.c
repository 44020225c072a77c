/* SPDX-License-Identifier: MIT */
/*
 * pmu/native.c - events known without libpfm4: the kernel's own, its generic
 * hardware events, raw codes.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "internal.h"

const struct software software_table[] = {
	{ "context-switches", "cs", PERF_COUNT_SW_CONTEXT_SWITCHES,
	  PMU_SEMANTIC, false, "context switches of the tasks counted" },
	{ "cpu-migrations", "migrations", PERF_COUNT_SW_CPU_MIGRATIONS,
	  PMU_SEMANTIC, false, "moves of a task to another CPU" },
	{ "page-faults", "faults", PERF_COUNT_SW_PAGE_FAULTS, PMU_SEMANTIC,
	  true, "page faults, minor and major" },
	{ "minor-faults", NULL, PERF_COUNT_SW_PAGE_FAULTS_MIN, PMU_SEMANTIC,
	  true, "page faults served from memory" },
	{ "major-faults", NULL, PERF_COUNT_SW_PAGE_FAULTS_MAJ, PMU_SEMANTIC,
	  true, "page faults that waited for a device" },
	{ "task-clock", NULL, PERF_COUNT_SW_TASK_CLOCK, PMU_TIME, false,
	  "time on a CPU, in ns" },
	{ "cpu-clock", NULL, PERF_COUNT_SW_CPU_CLOCK, PMU_TIME, false,
	  "time on a CPU, in ns, by the CPU's clock" },
	{ "alignment-faults", NULL, PERF_COUNT_SW_ALIGNMENT_FAULTS,
	  PMU_SEMANTIC, true, "unaligned accesses that the kernel fixed up" },
	{ "emulation-faults", NULL, PERF_COUNT_SW_EMULATION_FAULTS,
	  PMU_SEMANTIC, true, "instructions that the kernel emulated" },
	{ "cgroup-switches", NULL, PERF_COUNT_SW_CGROUP_SWITCHES, PMU_SEMANTIC,
	  false, "context switches to a task of another cgroup" },
	{ "dummy", NULL, PERF_COUNT_SW_DUMMY, PMU_SEMANTIC, false,
	  "counts nothing: what an open event costs" },
	{ NULL, NULL, 0, 0, false, NULL },
};

/* struct generic - a hardware event that every kernel maps to the CPU's */
struct generic {
	const char *name;
	uint32_t type;
	uint64_t config;
};

#define CACHE_MISS(cache)                                                 \
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

static const struct generic generic_table[] = {
	{ "CYCLES", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "INSTRUCTIONS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "REF-CYCLES", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "BRANCH-MISSES", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "CACHE-REFERENCES", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_CACHE_REFERENCES },
	{ "CACHE-MISSES", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "DTLB-LOAD-MISSES", PERF_TYPE_HW_CACHE, CACHE_MISS(DTLB) },
	{ "ITLB-LOAD-MISSES", PERF_TYPE_HW_CACHE, CACHE_MISS(ITLB) },
};

const struct software *software_find(const char *name)
{
	for (const struct software *s = software_table; s->name; s++) {
		if (!strcmp(s->name, name) ||
		    (s->alias && !strcmp(s->alias, name)))
			return s;
	}
	return NULL;
}

int software_resolve(const struct query *q, struct pmu_event *e)
{
	const struct software *s = software_find(q->name);

	if (!s)
		return NOT_MINE;
	snprintf(e->metric, sizeof(e->metric), "%s", s->name);
	snprintf(e->kind, sizeof(e->kind), "%s", s->name);
	snprintf(e->pmu, sizeof(e->pmu), "software");
	snprintf(e->encoding, sizeof(e->encoding), "software::%s", s->name);
	e->class = s->class;
	e->where = PMU_KERNEL;
	e->type = PERF_TYPE_SOFTWARE;
	e->config = s->config;
	if ((q->user || q->kernel) && !s->filter)
		e->status = PMU_NO_FILTER;
	return 0;
}

bool generic_encode(const char *name, struct pmu_event *e)
{
	size_t nr = sizeof(generic_table) / sizeof(*generic_table);

	for (size_t i = 0; i < nr; i++) {
		const struct generic *g = &generic_table[i];

		if (strcmp(g->name, name))
			continue;
		e->type = g->type;
		e->config = g->config;
		e->exclude_guest = true;
		snprintf(e->encoding, sizeof(e->encoding), "perf::%s", g->name);
		return true;
	}
	return false;
}

/* "r01c2": what a CPU's manual calls event and unit mask */
int raw_resolve(struct pmu *p, const struct query *q, struct pmu_event *e)
{
	char *end;
	uint64_t code;

	if (q->name[0] != 'r' || !isxdigit((unsigned char)q->name[1]))
		return NOT_MINE;
	errno = 0;
	code = strtoull(q->name + 1, &end, 16);
	if (*end)
		return NOT_MINE;
	if (errno)
		return why_say(q->why, q->len, -EINVAL,
			       "%s: a raw code has at most 16 digits", q->name);
	snprintf(e->metric, sizeof(e->metric), "r%" PRIx64, code);
	snprintf(e->kind, sizeof(e->kind), "raw r%" PRIx64, code);
	snprintf(e->encoding, sizeof(e->encoding), "%s",
		 q->index >= 0 ? p->cpu_pmu[q->index].name : "cpu");
	e->class = PMU_MICRO;
	e->type = PERF_TYPE_RAW;
	e->config = code;
	e->exclude_guest = true;
	pfm_load(p);
	event_name_cpu(p, q->index, e);
	event_place(p, q->index, e);
	return 0;
}
