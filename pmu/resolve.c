/* SPDX-License-Identifier: MIT */
/*
 * pmu/resolve.c - a list of names to events.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* The events that say most about a switch. */
static const char *const preset_default[] = {
	"cycles",	    "instructions",
	"llc-misses",	    "dtlb-misses",
	"itlb-misses",	    "branch-misses",
	"context-switches", "cpu-migrations",
	"page-faults",	    NULL
};

/**
 * struct resolver - a list on its way
 * @p:		from pmu_open()
 * @index:	CPU PMUs of the CPUs asked for: @nr of them, at least one; -1:
 *		whatever there is
 * @out:	events so far
 * @why, @len:	room for the message
 */
struct resolver {
	struct pmu *p;
	int index[MAX_CPU_PMUS];
	size_t nr;
	struct pmu_events *out;
	char *why;
	size_t len;
};

static void add_index(struct resolver *r, int index)
{
	for (size_t i = 0; i < r->nr; i++) {
		if (r->index[i] == index)
			return;
	}
	if (r->nr < MAX_CPU_PMUS)
		r->index[r->nr++] = index;
}

/* Which types of cores the CPUs are. */
static void find_indexes(struct resolver *r, const int *cpus, size_t nr_cpus)
{
	r->nr = 0;
	for (size_t i = 0; i < nr_cpus; i++)
		add_index(r, machine_pmu_of(r->p, cpus[i]));
	for (int i = 0; !nr_cpus && i < r->p->caps.nr_cpu_pmus; i++)
		add_index(r, i);
	if (!r->nr)
		add_index(r, -1);
}

void event_spell(struct pmu_event *e)
{
	size_t used = strlen(e->encoding), len = sizeof(e->encoding);

	if (!used || e->status == PMU_NO_TRACEFS)
		return;
	used += (size_t)snprintf(e->encoding + used, len - used,
				 " type=%" PRIu32 " config=0x%" PRIx64, e->type,
				 e->config);
	if (e->config1 && used < len)
		used += (size_t)snprintf(e->encoding + used, len - used,
					 " config1=0x%" PRIx64, e->config1);
	if (e->config2 && used < len)
		snprintf(e->encoding + used, len - used, " config2=0x%" PRIx64,
			 e->config2);
}

static int unknown(struct pmu *p, const struct query *q)
{
	char near[160], state[200];

	near_names(p, q->name, near, sizeof(near));
	if (near[0])
		return why_say(q->why, q->len, -EINVAL,
			       "no event '%.64s': did you mean %s?", q->name,
			       near);
	if (!pmu_library(p, state, sizeof(state)))
		return why_say(q->why, q->len, -EINVAL,
			       "no event '%.64s' among those known without "
			       "libpfm4, which is not installed (see "
			       "scripts/install-deps)",
			       q->name);
	return why_say(q->why, q->len, -EINVAL,
		       "no event '%.64s' (harness events shows them)", q->name);
}

/* Adds to the message what was probably meant. */
static int suggest(struct pmu *p, const struct query *q)
{
	size_t used = strlen(q->why);
	char near[160];

	near_names(p, q->name, near, sizeof(near));
	if (near[0] && used < q->len)
		snprintf(q->why + used, q->len - used, ": did you mean %s?",
			 near);
	return -EINVAL;
}

static int ask_sources(struct pmu *p, const struct query *q,
		       struct pmu_event *e)
{
	int ret = sysfs_resolve(p, q, e);

	if (ret == -EINVAL)
		return suggest(p, q);
	if (ret == NOT_MINE)
		ret = metric_resolve(p, q, e);
	if (ret == NOT_MINE)
		ret = software_resolve(q, e);
	if (ret == NOT_MINE)
		ret = tracepoint_resolve(p, q, e);
	if (ret == NOT_MINE)
		ret = raw_resolve(p, q, e);
	if (ret == NOT_MINE)
		ret = pfm_resolve(p, q, e);
	if (ret == NOT_MINE)
		ret = tracepoint_unreadable(p, q, e);
	return ret == NOT_MINE ? unknown(p, q) : ret;
}

static int append(struct resolver *r, const struct pmu_event *e)
{
	for (size_t i = 0; i < r->out->nr; i++) {
		struct pmu_event *o = &r->out->v[i];

		if (strcmp(o->name, e->name) || o->cpu_pmu != e->cpu_pmu)
			continue;
		if (e->status != PMU_OK)
			o->status = e->status;
		return 0;
	}
	if (r->out->nr == PMU_MAX_EVENTS)
		return why_say(r->why, r->len, -E2BIG, "more than %d events",
			       PMU_MAX_EVENTS);
	r->out->v[r->out->nr++] = *e;
	return 0;
}

/* One name with at most one filter, once for each type of core. */
static int resolve_filtered(struct resolver *r, struct query *q,
			    const char *suffix)
{
	int ret = 0;

	for (size_t i = 0; i < r->nr && !ret; i++) {
		struct pmu_event e = { .cpu_pmu = -1, .status = PMU_OK };

		q->index = r->index[i];
		ret = ask_sources(r->p, q, &e);
		if (ret)
			return ret;
		e.exclude_kernel |= q->user;
		e.exclude_user |= q->kernel;
		if (e.exclude_kernel && e.exclude_user)
			return why_say(r->why, r->len, -EINVAL,
				       "%.64s%s: counts neither user nor "
				       "kernel",
				       q->name, suffix);
		/* A name that names its PMU, and a CPU of another one. */
		if (e.cpu_pmu >= 0 && q->index >= 0 && e.cpu_pmu != q->index)
			e.status = PMU_WRONG_CPU_TYPE;
		e.partial = e.where == PMU_CORE && r->nr > 1;
		snprintf(e.name, sizeof(e.name), "%.*s%s", PMU_NAME_LEN - 3,
			 e.metric, suffix);
		event_spell(&e);
		ret = append(r, &e);
		if (e.where != PMU_CORE)
			break;
	}
	return ret;
}

/* Cuts ":u", ":k", ":uk" (after a slash also without colon) off @name. */
static void cut_filter(char *name, bool *user, bool *kernel)
{
	size_t n = strlen(name);

	while (n && strchr("uk", name[n - 1]))
		n--;
	*user = *kernel = false;
	if (!n || !name[n] || (name[n - 1] != ':' && name[n - 1] != '/'))
		return;
	*user = strchr(name + n, 'u');
	*kernel = strchr(name + n, 'k');
	name[name[n - 1] == ':' ? n - 1 : n] = '\0';
}

static int resolve_name(struct resolver *r, char *name)
{
	struct query q = { .name = name, .why = r->why, .len = r->len };
	bool user, kernel;
	int ret = 0;

	cut_filter(name, &user, &kernel);
	if (!*name)
		return why_say(r->why, r->len, -EINVAL,
			       "an event without a name");
	if (!user && !kernel)
		return resolve_filtered(r, &q, "");
	if (user) {
		q.user = true;
		ret = resolve_filtered(r, &q, ":u");
	}
	if (!ret && kernel) {
		q.user = false;
		q.kernel = true;
		ret = resolve_filtered(r, &q, ":k");
	}
	return ret;
}

/* A name of a preset with the filter that the preset was given. */
static int resolve_preset(struct resolver *r, const char *name,
			  const char *filter)
{
	char copy[PMU_NAME_LEN];

	snprintf(copy, sizeof(copy), "%s%s", name, filter);
	return resolve_name(r, copy);
}

/* Metrics that this CPU does not have are no part of "all". */
static void drop_absent(struct pmu_events *events, size_t first)
{
	size_t nr = first;

	for (size_t i = first; i < events->nr; i++) {
		if (events->v[i].status != PMU_NO_EVENT)
			events->v[nr++] = events->v[i];
	}
	events->nr = nr;
}

static int resolve_all(struct resolver *r, const char *filter)
{
	size_t first = r->out->nr;
	int ret = 0;

	for (const struct metric *m = metric_table; m->name && !ret; m++)
		ret = resolve_preset(r, m->name, filter);
	drop_absent(r->out, first);
	for (const struct software *s = software_table; s->name && !ret; s++) {
		if (strcmp(s->name, "dummy"))
			ret = resolve_preset(r, s->name, filter);
	}
	if (!ret && file_exists(r->p, "/sys/bus/event_source/devices/msr/"
				      "events/tsc"))
		ret = resolve_preset(r, "msr/tsc/", filter);
	return ret;
}

/* Whether @word is @preset, alone or with a filter, which @filter is then. */
static bool is_preset(const char *word, const char *preset, const char **filter)
{
	size_t n = strlen(preset);
	const char *rest = word + n;

	*filter = rest;
	return !strncmp(word, preset, n) &&
	       (!*rest ||
		(*rest == ':' && rest[1] && !rest[1 + strspn(rest + 1, "uk")]));
}

static int resolve_word(struct resolver *r, char *word)
{
	const char *filter;
	int ret = 0;

	if (is_preset(word, "all", &filter))
		return resolve_all(r, filter);
	if (!is_preset(word, "default", &filter))
		return resolve_name(r, word);
	for (size_t i = 0; preset_default[i] && !ret; i++)
		ret = resolve_preset(r, preset_default[i], filter);
	return ret;
}

/* Length of the first word of a list: commas between slashes are its own. */
static size_t word_len(const char *list)
{
	bool inside = false;
	size_t n = 0;

	for (; list[n] && (inside || list[n] != ','); n++) {
		if (list[n] == '/')
			inside = !inside;
	}
	return n;
}

int pmu_resolve(struct pmu *p, const char *list, const int *cpus,
		size_t nr_cpus, struct pmu_events *out, char *why, size_t len)
{
	struct resolver r = { .p = p, .out = out, .why = why, .len = len };
	char word[PMU_NAME_LEN];
	int ret = 0;

	memset(out, 0, sizeof(*out));
	find_indexes(&r, cpus, nr_cpus);
	while (!ret) {
		size_t n = word_len(list);

		if (n >= sizeof(word))
			return why_say(why, len, -EINVAL,
				       "%.32s...: too long for an event", list);
		memcpy(word, list, n);
		word[n] = '\0';
		ret = resolve_word(&r, word);
		if (!list[n])
			break;
		list += n + 1;
	}
	return ret;
}
