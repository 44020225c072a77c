/* SPDX-License-Identifier: MIT */
/*
 * pmu/sysfs.c - PMUs that the kernel describes in sysfs: "msr/tsc/",
 * "cpu/event=0x3c,umask=0/".
 *
 * A term is the name of a file in events/, whose text is terms again; or
 * key=number, where the file format/key says into which bits of which
 * configuration word the number goes; or config=, config1=, config2=.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define DEVICES "/sys/bus/event_source/devices"
#define TERMS_LEN 256

/* struct terms - what is being encoded */
struct terms {
	const struct pmu *p;
	const char *pmu;
	struct pmu_event *e;
	char *why;
	size_t len;
};

static uint64_t *word_of(struct pmu_event *e, const char *name, size_t len)
{
	if (len == 6 && !strncmp(name, "config", len))
		return &e->config;
	if (len == 7 && !strncmp(name, "config1", len))
		return &e->config1;
	if (len == 7 && !strncmp(name, "config2", len))
		return &e->config2;
	return NULL;
}

/*
 * Puts @value into the bits "0-7,32-35" of @word, low bits first. Return: 0,
 * -ERANGE if it does not fit, -EINVAL if these are no bits.
 */
static int scatter(uint64_t *word, const char *bits, uint64_t value)
{
	while (isdigit((unsigned char)*bits)) {
		char *end;
		unsigned long lo = strtoul(bits, &end, 10), hi = lo;

		if (*end == '-')
			hi = strtoul(end + 1, &end, 10);
		if (hi > 63 || lo > hi || (*end && *end != ','))
			return -EINVAL;
		for (; lo <= hi; lo++, value >>= 1) {
			*word &= ~(UINT64_C(1) << lo);
			*word |= (value & 1) << lo;
		}
		bits = *end ? end + 1 : end;
	}
	if (*bits)
		return -EINVAL;
	return value ? -ERANGE : 0;
}

static int set_key(const struct terms *t, const char *key, uint64_t value)
{
	uint64_t *word = word_of(t->e, key, strlen(key));
	char format[128];
	size_t n;
	int err;

	if (word) {
		*word = value;
		return 0;
	}
	if (!file_plain(key, "_-") ||
	    file_read(t->p, format, sizeof(format), DEVICES "/%s/format/%s",
		      t->pmu, key) < 0)
		return why_say(t->why, t->len, -EINVAL,
			       "PMU %s has no event or field '%.64s'", t->pmu,
			       key);
	n = strcspn(format, ":");
	word = word_of(t->e, format, n);
	err = word && format[n] ? scatter(word, format + n + 1, value) :
				  -EINVAL;
	if (err == -ERANGE)
		return why_say(t->why, t->len, -EINVAL,
			       "%s=0x%llx does not fit into the bits of "
			       "PMU %s, %s",
			       key, (unsigned long long)value, t->pmu, format);
	return err ? why_say(t->why, t->len, -EINVAL,
			     "field %s of PMU %s is not one of an event", key,
			     t->pmu) :
		     0;
}

/* One term that is no named event: "key=number" or "key". */
static int set_term(const struct terms *t, char *term)
{
	char *equals = strchr(term, '='), *end;
	uint64_t value = 1;

	if (equals) {
		*equals = '\0';
		errno = 0;
		value = strtoull(equals + 1, &end, 0);
		if (!isdigit((unsigned char)equals[1]) || *end || errno)
			return why_say(t->why, t->len, -EINVAL,
				       "%s=%.64s: not a number", term,
				       equals + 1);
	}
	return set_key(t, term, value);
}

static int set_terms(const struct terms *t, const char *text, bool named)
{
	char copy[TERMS_LEN], deeper[TERMS_LEN], *save = NULL;
	int err = 0;

	if (snprintf(copy, sizeof(copy), "%s", text) >= TERMS_LEN)
		return why_say(t->why, t->len, -EINVAL,
			       "%.32s...: too long for an event", text);
	for (char *term = strtok_r(copy, ",", &save); term && !err;
	     term = strtok_r(NULL, ",", &save)) {
		if (named && file_plain(term, "_-") &&
		    file_read(t->p, deeper, sizeof(deeper),
			      DEVICES "/%s/events/%s", t->pmu, term) >= 0)
			err = set_terms(t, deeper, false);
		else
			err = set_term(t, term);
	}
	return err;
}

int sysfs_encode(const struct pmu *p, const char *pmu, const char *terms,
		 struct pmu_event *e, char *why, size_t len)
{
	struct terms t = { .p = p, .pmu = pmu, .e = e, .why = why, .len = len };
	long type;

	if (file_number(p, &type, DEVICES "/%s/type", pmu))
		return why_say(why, len, -EINVAL,
			       "this kernel has no PMU '%.64s' (see " DEVICES
			       ")",
			       pmu);
	e->type = (uint32_t)type;
	return set_terms(&t, terms, true);
}

void event_place(const struct pmu *p, int index, struct pmu_event *e)
{
	bool core = e->type == PERF_TYPE_RAW || e->type == PERF_TYPE_HARDWARE ||
		    e->type == PERF_TYPE_HW_CACHE;

	e->where = e->type == PERF_TYPE_SOFTWARE ||
				   e->type == PERF_TYPE_TRACEPOINT ||
				   e->type == PERF_TYPE_BREAKPOINT ?
			   PMU_KERNEL :
			   PMU_DEVICE;
	/* The first type of cores of a hybrid has PERF_TYPE_RAW. */
	for (int i = 0; i < p->caps.nr_cpu_pmus && !(core && index >= 0); i++) {
		if (p->cpu_pmu[i].type == e->type) {
			core = true;
			index = i;
		}
	}
	if (!core)
		return;
	e->where = PMU_CORE;
	e->cpu_pmu = index;
	if (!machine_hybrid(p) || index < 0)
		return;
	/* Without this the kernel takes the first type of cores. */
	if (e->type == PERF_TYPE_RAW)
		e->type = p->cpu_pmu[index].type;
	else if (e->type != p->cpu_pmu[index].type)
		e->config |= (uint64_t)p->cpu_pmu[index].type << 32;
}

/* struct notation - "cpu/event=0x3c/" taken apart */
struct notation {
	char pmu[64];
	char terms[TERMS_LEN];
};

static int take_apart(const struct query *q, struct notation *n)
{
	const char *slash = strchr(q->name, '/');
	const char *last = slash ? strrchr(q->name, '/') : NULL;

	if (!slash)
		return NOT_MINE;
	if (last == slash || last[1] || slash == q->name || slash[1] == '/' ||
	    strchr(slash + 1, '/') != last ||
	    (size_t)(slash - q->name) >= sizeof(n->pmu) ||
	    (size_t)(last - slash) > sizeof(n->terms))
		return why_say(q->why, q->len, -EINVAL, "%.64s: not PMU/EVENT/",
			       q->name);
	snprintf(n->pmu, sizeof(n->pmu), "%.*s", (int)(slash - q->name),
		 q->name);
	snprintf(n->terms, sizeof(n->terms), "%.*s", (int)(last - slash - 1),
		 slash + 1);
	if (!file_plain(n->pmu, "_-."))
		return why_say(q->why, q->len, -EINVAL, "%.64s: not PMU/EVENT/",
			       q->name);
	return 0;
}

/* Counters that run at the rate of a clock. */
static bool is_clock(const struct notation *n)
{
	return !strcmp(n->pmu, "msr") &&
	       (!strcmp(n->terms, "tsc") || !strcmp(n->terms, "aperf") ||
		!strcmp(n->terms, "mperf"));
}

int sysfs_resolve(const struct pmu *p, const struct query *q,
		  struct pmu_event *e)
{
	struct notation n;
	int err = take_apart(q, &n);

	if (err)
		return err;
	err = sysfs_encode(p, n.pmu, n.terms, e, q->why, q->len);
	if (err)
		return err;
	snprintf(e->metric, sizeof(e->metric), "%.*s", PMU_NAME_LEN - 1,
		 q->name);
	snprintf(e->kind, sizeof(e->kind), "%.*s", PMU_NAME_LEN - 1, q->name);
	snprintf(e->pmu, sizeof(e->pmu), "%s", n.pmu);
	snprintf(e->encoding, sizeof(e->encoding), "%.*s", PMU_NAME_LEN - 1,
		 q->name);
	e->class = is_clock(&n) ? PMU_TIME : PMU_MICRO;
	event_place(p, -1, e);
	if (e->where == PMU_DEVICE &&
	    file_exists(p, DEVICES "/%s/cpumask", n.pmu))
		e->status = PMU_NO_CPU;
	return 0;
}

/* struct listing - the PMUs being listed */
struct listing {
	const struct pmu *p;
	const char *pmu;
	int (*fn)(const struct pmu_name *n, void *data);
	void *data;
};

static int each_event(const char *name, void *data)
{
	const struct listing *l = data;
	char full[PMU_NAME_LEN];
	struct pmu_name n = { .name = full, .source = l->pmu };

	/* "energy-pkg.unit" and the like describe another file. */
	if (!file_plain(name, "_-") || snprintf(full, sizeof(full), "%s/%s/",
						l->pmu, name) >= PMU_NAME_LEN)
		return 0;
	return l->fn(&n, l->data);
}

static int each_pmu(const char *name, void *data)
{
	struct listing *l = data;
	char path[PATH_MAX];
	int ret;

	l->pmu = name;
	snprintf(path, sizeof(path), DEVICES "/%s/events", name);
	ret = file_each(l->p, path, each_event, l);
	return ret < 0 ? 0 : ret;
}

int sysfs_each(const struct pmu *p,
	       int (*fn)(const struct pmu_name *n, void *data), void *data)
{
	struct listing l = { .p = p, .fn = fn, .data = data };
	int ret = file_each(p, DEVICES, each_pmu, &l);

	return ret < 0 ? 0 : ret;
}
