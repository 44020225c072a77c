/* SPDX-License-Identifier: MIT */
/*
 * core/run/event_set.c - which counters an variant's tasks are measured with.
 */
#include "run/event_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/summary.h"
#include "util/cpumask.h"
#include "util/memory.h"

/* So many switches, and still 0: see withdraw_zeros(). */
#define ZERO_SWITCHES 1000

static int take_cpus(struct event_set *c, const struct placement *p)
{
	size_t nr = (size_t)p->nr_groups * p->nr_tasks;

	if (!p->nr_cpus)
		return 0;
	c->cpus = calloc(p->nr_cpus, sizeof(*c->cpus));
	if (!c->cpus)
		return -ENOMEM;
	for (size_t i = 0; i < nr && c->nr_cpus < p->nr_cpus; i++)
		if (!cpumask_has(c->cpus, c->nr_cpus, p->cpu[i]))
			c->cpus[c->nr_cpus++] = p->cpu[i];
	return 0;
}

int event_set_make(struct pmu *pmu, const char *list, int scope,
		   const struct placement *p, struct event_set **out, char *why,
		   size_t len)
{
	struct event_set *c = calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return -ENOMEM;
	c->pmu = pmu;
	c->scope = scope >= 0 ? scope : p->group_cpus > 1 ? PMU_CPU : PMU_PAIR;
	c->failed = calloc(PMU_MAX_EVENTS, sizeof(*c->failed));
	ret = c->failed ? take_cpus(c, p) : -ENOMEM;
	if (!ret && c->scope == PMU_CPU && !c->nr_cpus)
		c->scope = PMU_PAIR;
	if (!ret)
		ret = pmu_resolve(pmu, list, c->cpus, c->nr_cpus, &c->events,
				  why, len);
	if (ret) {
		event_set_free(c);
		return ret;
	}
	*out = c;
	return 0;
}

void event_set_free(struct event_set *c)
{
	if (c) {
		free(c->cpus);
		free(c->failed);
	}
	free(c);
}

void event_set_plan(struct event_set *c)
{
	pmu_plan(c->pmu, (enum pmu_scope)c->scope, c->cpus, c->nr_cpus,
		 &c->events, &c->plan);
}

bool event_set_any(const struct event_set *c)
{
	for (size_t i = 0; i < c->events.nr; i++)
		if (c->plan.group[i] >= 0)
			return true;
	return false;
}

static int describe_event(const struct event_set *c, const struct pmu_event *e,
			  struct counter *out)
{
	char why[PMU_WHY_LEN];

	pmu_explain(c->pmu, e, NULL, why, sizeof(why));
	out->name = strdup(e->name);
	out->metric = strdup(e->metric);
	out->kind = strdup(e->kind);
	out->pmu = strdup(e->pmu);
	out->encoding = strdup(e->encoding);
	out->class = strdup(pmu_class_word(e->class));
	out->status = strdup(pmu_status_word(e->status));
	out->reason = why[0] ? strdup(why) : NULL;
	if (!out->name || !out->metric || !out->kind || !out->pmu ||
	    !out->encoding || !out->class || !out->status ||
	    (why[0] && !out->reason))
		return -ENOMEM;
	return 0;
}

int event_set_describe(const struct event_set *c, struct entry *e)
{
	int ret = 0;

	e->scope = strdup(pmu_scope_word(c->scope));
	e->counters = calloc(c->events.nr + 1, sizeof(*e->counters));
	if (!e->scope || !e->counters)
		return -ENOMEM;
	for (size_t i = 0; i < c->events.nr && !ret; i++) {
		e->nr_counters++;
		ret = describe_event(c, &c->events.v[i], &e->counters[i]);
	}
	return ret;
}

static int set_count(struct count *out, const struct pmu_reading *v)
{
	bool ok = v->status == PMU_OK;

	out->value = ok ? (int64_t)v->value : NOT_MEASURED;
	out->enabled_ns = out->running_ns = NOT_MEASURED;
	if (v->enabled_ns) {
		out->enabled_ns = (int64_t)v->enabled_ns;
		out->running_ns = (int64_t)v->running_ns;
	}
	if (ok)
		return 0;
	out->status = strdup(pmu_status_word(v->status));
	return out->status ? 0 : -ENOMEM;
}

static void keep_failure(const struct event_set *c, size_t i,
			 const struct pmu_reading *v)
{
	if (v->status != PMU_OK && v->status != PMU_OTHER_RUN &&
	    c->failed[i].status == PMU_OK)
		c->failed[i] = *v;
}

int event_set_judge(const struct event_set *c, const struct pmu_reading *v,
		    struct sample *s)
{
	struct pmu_reading judged[PMU_MAX_EVENTS];
	double switches = run_figures_switches(&s->figures);
	int ret = 0;

	memcpy(judged, v, c->events.nr * sizeof(*judged));
	pmu_judge(&c->events, judged);
	if (!isnan(switches) && c->scope != PMU_CPU)
		pmu_plausible(&c->events, judged, (uint64_t)switches,
			      (uint64_t)s->figures.cpu_ns);
	s->counts = calloc(c->events.nr + 1, sizeof(*s->counts));
	if (!s->counts)
		return -ENOMEM;
	for (size_t i = 0; i < c->events.nr && !ret; i++) {
		s->nr_counts++;
		keep_failure(c, i, &judged[i]);
		ret = set_count(&s->counts[i], &judged[i]);
	}
	return ret;
}

static void judge_side(const struct event_set *c,
		       const struct event_set_side *s,
		       struct pmu_reading *judged)
{
	memcpy(judged, s->counts, c->events.nr * sizeof(*judged));
	pmu_judge(&c->events, judged);
}

int event_set_keep_switch(const struct event_set *c,
			  const struct event_set_side *op,
			  const struct event_set_side *control, struct entry *e)
{
	struct pmu_reading a[PMU_MAX_EVENTS], b[PMU_MAX_EVENTS];
	double switches = op->switches - control->switches;

	/* Fewer are noise, not something to divide by; or not known. */
	if (!(switches >= FEWEST_SWITCHES))
		return 0;
	judge_side(c, op, a);
	judge_side(c, control, b);
	for (size_t i = 0; i < e->nr_counters; i++) {
		struct counter *k = &e->counters[i];
		double *value;

		if (a[i].status != PMU_OK || b[i].status != PMU_OK || k->reason)
			continue;
		value = ARRAY_ADD(k->of_switch, k->nr_of_switch);
		if (!value)
			return -ENOMEM;
		*value = ((double)a[i].value / (double)op->ops -
			  (double)b[i].value / (double)control->ops) /
			 switches;
	}
	return 0;
}

static bool has_number(const struct entry *e, size_t i)
{
	for (size_t k = 0; k < e->nr_counted; k++)
		if (e->counted[k].counts[i].value != NOT_MEASURED)
			return true;
	return false;
}

/* Switches of the counted runs in which event @i was 0; 0: it was not always */
static uint64_t switches_at_zero(const struct entry *e, size_t i)
{
	uint64_t sum = 0;

	for (size_t k = 0; k < e->nr_counted; k++) {
		const struct sample *s = &e->counted[k];
		double switches = run_figures_switches(&s->figures);

		if (s->counts[i].value == NOT_MEASURED)
			continue;
		if (s->counts[i].value || isnan(switches))
			return 0;
		sum += (uint64_t)switches;
	}
	return sum;
}

static int withdraw(struct entry *e, size_t i, int status)
{
	for (size_t k = 0; k < e->nr_counted; k++) {
		struct count *n = &e->counted[k].counts[i];

		if (n->value == NOT_MEASURED)
			continue;
		n->value = NOT_MEASURED;
		n->status = strdup(pmu_status_word(status));
		if (!n->status)
			return -ENOMEM;
	}
	return 0;
}

/*
 * Some PMUs, of virtual machines above all, take events that they do not
 * count. Next to nothing in a CPU happens never in so many passes through the
 * kernel.
 */
static int withdraw_zeros(const struct event_set *c, struct entry *e)
{
	int ret = 0;

	for (size_t i = 0; i < e->nr_counters && !ret; i++) {
		const struct pmu_event *v = &c->events.v[i];

		if (v->where != PMU_CORE || v->exclude_user ||
		    v->exclude_kernel || switches_at_zero(e, i) < ZERO_SWITCHES)
			continue;
		c->failed[i].status = PMU_ONLY_ZERO;
		ret = withdraw(e, i, PMU_ONLY_ZERO);
	}
	return ret;
}

/* A cause that lies in no event has one sentence for all. */
static char *failed_why(const struct event_set *c, const struct entry *e,
			size_t i)
{
	int status = c->failed[i].status;
	char why[PMU_WHY_LEN];

	for (size_t k = 0; k < i && !pmu_status_of_event(status); k++)
		if (c->failed[k].status == status && e->counters[k].reason)
			return strdup(e->counters[k].reason);
	pmu_explain(c->pmu, &c->events.v[i], &c->failed[i], why, sizeof(why));
	return strdup(why);
}

static char *turn_why(const struct event_set *c, const struct entry *e)
{
	char *why;

	if (asprintf(
		    &why,
		    "%d groups of events are multiplexed over runs, and only %zu counted run%s made: raise -r",
		    c->plan.nr_turns, e->nr_counted,
		    e->nr_counted == 1 ? " was" : "s were") < 0)
		return NULL;
	return why;
}

int event_set_conclude(const struct event_set *c, struct entry *e)
{
	int ret = withdraw_zeros(c, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < e->nr_counters && e->nr_counted; i++) {
		bool failed = c->failed[i].status != PMU_OK;
		struct counter *k = &e->counters[i];

		if (k->reason || has_number(e, i))
			continue;
		free(k->status);
		k->status = strdup(pmu_status_word(
			failed ? c->failed[i].status : PMU_OTHER_RUN));
		k->reason = failed ? failed_why(c, e, i) : turn_why(c, e);
		if (!k->status || !k->reason)
			return -ENOMEM;
	}
	return 0;
}
