/* SPDX-License-Identifier: MIT */
/*
 * pmu/resolve_metric.c - a portable name to an event of this CPU; a name of
 * libpfm4 likewise.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <strings.h>

#include "internal.h"

#define DEVICES "/sys/bus/event_source/devices"

void event_name_cpu(const struct pmu *p, int index, struct pmu_event *e)
{
	for (int i = 0; i < p->nr_tables; i++) {
		if (pfm_table_fits(p, p->table[i], index)) {
			snprintf(e->pmu, sizeof(e->pmu), "%s", p->table[i]);
			return;
		}
	}
	snprintf(e->pmu, sizeof(e->pmu), "%.40s%s%.50s",
		 index >= 0 ? p->cpu_pmu[index].name : "cpu",
		 p->model[0] ? " " : "", p->model);
}

static bool is_arm(const struct pmu *p, int index)
{
	return index >= 0 && !strncmp(p->cpu_pmu[index].name, "armv", 4);
}

/* The architecture's event as the kernel offers it for this CPU. */
static bool try_arm(const struct pmu *p, int index, const struct candidate *c,
		    struct pmu_event *e)
{
	const char *pmu = p->cpu_pmu[index].name;
	char event[48], unused[PMU_WHY_LEN];
	size_t n = 0;

	for (; n < sizeof(event) - 1 && c->event[n]; n++)
		event[n] = (char)tolower((unsigned char)c->event[n]);
	event[n] = '\0';
	if (!file_exists(p, DEVICES "/%s/events/%s", pmu, event) ||
	    sysfs_encode(p, pmu, event, e, unused, sizeof(unused)))
		return false;
	snprintf(e->encoding, sizeof(e->encoding), "%s/%s/", pmu, event);
	e->exclude_guest = true;
	return true;
}

static bool try_tables(struct pmu *p, int index, const struct candidate *c,
		       struct pmu_event *e)
{
	char name[160];

	for (int i = 0; i < p->nr_tables; i++) {
		const char *table = p->table[i];

		if (!metric_has_table(c->tables, table) ||
		    !pfm_table_fits(p, table, index))
			continue;
		snprintf(name, sizeof(name), "%s::%s", table, c->event);
		if (pfm_encode(p, name, e) == PFM_FOUND)
			return true;
	}
	return false;
}

static bool try_candidate(struct pmu *p, int index, const struct candidate *c,
			  struct pmu_event *e)
{
	if (!strcmp(c->tables, "perf"))
		return generic_encode(c->event, e);
	if (is_arm(p, index))
		return !strcmp(c->tables, "arm_*") && try_arm(p, index, c, e);
	return try_tables(p, index, c, e);
}

/* Why no candidate was found. */
static int missing(const struct pmu *p)
{
	if (p->caps.sysfs && !p->caps.nr_cpu_pmus)
		return PMU_NO_PMU;
	if (p->pfm_err < 0)
		return PMU_NO_LIBRARY;
	return p->nr_tables ? PMU_NO_EVENT : PMU_NO_TABLE;
}

int metric_resolve(struct pmu *p, const struct query *q, struct pmu_event *e)
{
	const struct metric *m = metric_find(q->name);

	if (!m)
		return NOT_MINE;
	pfm_load(p);
	snprintf(e->metric, sizeof(e->metric), "%s", m->name);
	e->class = m->class;
	e->where = PMU_CORE;
	e->cpu_pmu = q->index;
	for (const struct candidate *c = m->candidates; c->tables; c++) {
		if (!try_candidate(p, q->index, c, e))
			continue;
		snprintf(e->kind, sizeof(e->kind), "%s", c->kind);
		event_name_cpu(p, q->index, e);
		event_place(p, q->index, e);
		return 0;
	}
	event_name_cpu(p, q->index, e);
	e->status = missing(p);
	return 0;
}

static int missing_umask(struct pmu *p, const struct query *q)
{
	char umasks[256];

	if (!pfm_umasks(p, q->name, umasks, sizeof(umasks)))
		return why_say(q->why, q->len, -EINVAL,
			       "%.64s: no such unit mask, or not in this "
			       "combination (see harness events -v %.*s)",
			       q->name, (int)strcspn(q->name, ":"), q->name);
	return why_say(q->why, q->len, -EINVAL,
		       "%.64s needs a unit mask, one of: %s", q->name, umasks);
}

/* An event of the kernel under libpfm4's name: what it is under its own. */
static bool describe_software(const struct query *q, struct pmu_event *e)
{
	const struct software *s = software_table;
	bool filter = q->user || q->kernel || e->exclude_user ||
		      e->exclude_kernel;

	while (s->name && s->config != e->config)
		s++;
	if (e->type == PERF_TYPE_TRACEPOINT) {
		e->class = PMU_SEMANTIC;
		e->status = filter ? PMU_NO_FILTER : PMU_OK;
	} else if (e->type == PERF_TYPE_SOFTWARE && s->name) {
		snprintf(e->kind, sizeof(e->kind), "%s", s->name);
		e->class = s->class;
		e->status = filter && !s->filter ? PMU_NO_FILTER : PMU_OK;
	} else {
		return false;
	}
	e->exclude_hv = e->exclude_guest = false;
	return true;
}

/* Which of the names that libpfm4 gives to hardware is a clock's. */
static int class_of(const struct pmu_event *e)
{
	if (e->type == PERF_TYPE_HARDWARE &&
	    (e->config == PERF_COUNT_HW_CPU_CYCLES ||
	     e->config == PERF_COUNT_HW_REF_CPU_CYCLES))
		return PMU_TIME;
	if (e->type == PERF_TYPE_HARDWARE &&
	    e->config == PERF_COUNT_HW_INSTRUCTIONS)
		return PMU_ISA;
	return PMU_MICRO;
}

/* The CPU PMU whose events a table has. */
static int owner_of(const struct pmu *p, const char *table, int index)
{
	for (int i = 0; machine_hybrid(p) && i < p->caps.nr_cpu_pmus; i++) {
		if (pfm_table_fits(p, table, i))
			return i;
	}
	return index;
}

static void describe(const struct pmu *p, const struct query *q,
		     struct pmu_event *e)
{
	int index = q->index;
	bool table = false;

	snprintf(e->metric, sizeof(e->metric), "%.*s", PMU_NAME_LEN - 1,
		 q->name);
	snprintf(e->kind, sizeof(e->kind), "%.*s", PMU_NAME_LEN - 1,
		 e->encoding);
	for (int i = 0; i < p->nr_tables; i++)
		table |= !strcmp(p->table[i], e->pmu);
	if (table)
		index = owner_of(p, e->pmu, index);
	event_place(p, index, e);
	if (describe_software(q, e))
		return;
	e->class = class_of(e);
	if (e->where == PMU_CORE && !table)
		event_name_cpu(p, index, e);
}

/*
 * A modifier of libpfm4 about when or where an event counts, which is decided
 * here by the scope. NULL: there is none. A unit mask may be called CPU, but has
 * no value.
 */
static const char *idle_modifier(const char *name)
{
	static const struct {
		const char *word;
		bool has_value;
	} idle[] = { { "cpu", true },
		     { "freq", true },
		     { "period", true },
		     { "pinned", false },
		     { "excl", false } };

	for (const char *at = strchr(name, ':'); at; at = strchr(at, ':')) {
		size_t n = strcspn(++at, ":=");

		for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++) {
			if (n == strlen(idle[i].word) &&
			    !strncasecmp(at, idle[i].word, n) &&
			    (at[n] == '=' || !idle[i].has_value))
				return idle[i].word;
		}
	}
	return NULL;
}

int pfm_resolve(struct pmu *p, const struct query *q, struct pmu_event *e)
{
	const char *idle = idle_modifier(q->name);

	if (idle)
		return why_say(
			q->why, q->len, -EINVAL,
			"%.64s: the modifier '%s' has no effect here: leave it out (--scope and -c say what is counted)",
			q->name, idle);
	switch (pfm_encode(p, q->name, e)) {
	case PFM_FOUND:
		describe(p, q, e);
		return 0;
	case PFM_UMASK:
		return missing_umask(p, q);
	case PFM_ATTRIBUTE:
		return why_say(q->why, q->len, -EINVAL,
			       "%.64s: no such unit mask or modifier", q->name);
	default:
		return NOT_MINE;
	}
}
