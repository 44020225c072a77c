/* SPDX-License-Identifier: MIT */
/*
 * pmu/tracepoint.c - tracepoints, by their numbers in tracefs.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <string.h>

#include "internal.h"

static const char *const mounts[] = { "/sys/kernel/tracing",
				      "/sys/kernel/debug/tracing" };

#define NR_MOUNTS (sizeof(mounts) / sizeof(*mounts))

/* struct point - "sched:sched_switch" */
struct point {
	char system[PMU_NAME_LEN];
	char name[PMU_NAME_LEN];
};

/* Tracepoints are lower case; what libpfm4 calls "A:B" never is. */
static bool split(const char *text, struct point *t)
{
	const char *colon = strchr(text, ':');

	if (!colon || strlen(text) >= PMU_NAME_LEN)
		return false;
	snprintf(t->system, sizeof(t->system), "%.*s", (int)(colon - text),
		 text);
	snprintf(t->name, sizeof(t->name), "%s", colon + 1);
	return islower((unsigned char)t->system[0]) &&
	       file_plain(t->system, "_-") && file_plain(t->name, "_-");
}

static int read_id(const struct pmu *p, const struct point *t, long *id)
{
	int err = -ENOENT;

	for (size_t i = 0; i < NR_MOUNTS && err; i++)
		err = file_number(p, id, "%s/events/%s/%s/id", mounts[i],
				  t->system, t->name);
	return err;
}

static void fill(const struct point *t, const struct query *q,
		 struct pmu_event *e)
{
	int n = snprintf(e->metric, sizeof(e->metric), "%s", q->name);

	snprintf(e->kind, sizeof(e->kind), "%.*s", n, q->name);
	snprintf(e->pmu, sizeof(e->pmu), "tracepoint");
	snprintf(e->encoding, sizeof(e->encoding), "tracepoint %.80s:%.80s",
		 t->system, t->name);
	e->class = PMU_SEMANTIC;
	e->where = PMU_KERNEL;
	e->type = PERF_TYPE_TRACEPOINT;
	if (q->user || q->kernel)
		e->status = PMU_NO_FILTER;
}

int tracepoint_resolve(const struct pmu *p, const struct query *q,
		       struct pmu_event *e)
{
	struct point t;
	long id;

	if (!split(q->name, &t) || read_id(p, &t, &id))
		return NOT_MINE;
	fill(&t, q, e);
	e->config = (uint64_t)id;
	return 0;
}

static bool readable(const struct pmu *p)
{
	char text[64];

	for (size_t i = 0; i < NR_MOUNTS; i++) {
		if (file_read(p, text, sizeof(text), "%s/events/header_page",
			      mounts[i]) >= 0)
			return true;
	}
	return false;
}

int tracepoint_unreadable(const struct pmu *p, const struct query *q,
			  struct pmu_event *e)
{
	struct point t;

	if (!split(q->name, &t) || readable(p))
		return NOT_MINE;
	fill(&t, q, e);
	e->status = PMU_NO_TRACEFS;
	return 0;
}

/* struct walk - the directories being listed */
struct walk {
	const struct pmu *p;
	const char *mount;
	char system[PMU_NAME_LEN];
	int (*fn)(const struct pmu_name *n, void *data);
	void *data;
};

static int each_point(const char *name, void *data)
{
	const struct walk *w = data;
	char full[2 * PMU_NAME_LEN];
	struct pmu_name n = { .name = full, .source = "tracepoint" };

	if (!file_exists(w->p, "%s/events/%s/%s/id", w->mount, w->system, name))
		return 0;
	if (snprintf(full, sizeof(full), "%s:%s", w->system, name) >=
	    PMU_NAME_LEN)
		return 0;
	return w->fn(&n, w->data);
}

static int each_system(const char *name, void *data)
{
	struct walk *w = data;
	char path[PATH_MAX];
	int ret;

	if (strlen(name) >= sizeof(w->system))
		return 0;
	snprintf(w->system, sizeof(w->system), "%s", name);
	snprintf(path, sizeof(path), "%s/events/%s", w->mount, name);
	ret = file_each(w->p, path, each_point, w);
	return ret < 0 ? 0 : ret;
}

int tracepoint_each(const struct pmu *p,
		    int (*fn)(const struct pmu_name *n, void *data), void *data)
{
	struct walk w = { .p = p, .fn = fn, .data = data };

	for (size_t i = 0; i < NR_MOUNTS; i++) {
		char path[PATH_MAX];
		int ret;

		w.mount = mounts[i];
		snprintf(path, sizeof(path), "%s/events", mounts[i]);
		ret = file_each(p, path, each_system, &w);
		if (ret >= 0 && readable(p))
			return ret;
	}
	return 0;
}
