/* SPDX-License-Identifier: MIT */
/*
 * core/compare/fleet.c - sessions of many machines, sorted by machine and
 * configuration.
 */
#include "compare/fleet.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/key.h"
#include "machine/facts.h"
#include "result/status.h"
#include "result/summary.h"
#include "stats/quantile.h"
#include "util/memory.h"

/* So many configurations are compared fact by fact; more are told by id. */
#define MOST_RELATED 64

/* A run's level differs by that much from the other's. */
#define LEAST_GAP 0.05

int fleet_leave_out(struct fleet *f, const char *path, const char *why)
{
	return findings_add(&f->left_out, path, "%s", why);
}

/*
 * Values.
 */

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * Two levels: the widest gap is far wider than what either side of it spans,
 * and each side has a fifth of the values.
 */
bool fleet_two_levels(double *x, size_t n)
{
	size_t least = n / 5 > 2 ? n / 5 : 2, at = 0;
	double gap = 0, span;

	if (n < 2 * least)
		return false;
	qsort(x, n, sizeof(*x), by_value);
	for (size_t i = least; i + least <= n; i++) {
		double g = log(x[i] / x[i - 1]);

		if (g > gap) {
			gap = g;
			at = i;
		}
	}
	if (!at || gap < LEAST_GAP)
		return false;
	span = fmax(log(x[at - 1] / x[0]), log(x[n - 1] / x[at]));
	return gap > 2 * span;
}

/* Median of the usable runs. Return: whether there is one. */
static bool value_of(const struct entry *e, double *x, struct fleet_value *v)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nr_runs; i++) {
		double ns = e->runs[i].valid && e->runs[i].ops ?
				    entry_run_ns(e, &e->runs[i]) :
				    NAN;

		if (isfinite(ns) && ns > 0)
			x[n++] = ns;
	}
	if (!n)
		return false;
	v->two_modes = fleet_two_levels(x, n);
	v->ns = stats_median(x, n);
	return true;
}

static int by_key(const void *a, const void *b)
{
	const struct fleet_value *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

/* The first of several entries of one key counts. */
static void drop_repeats(struct fleet_session *d)
{
	size_t nr = 0;

	if (d->nr)
		qsort(d->v, d->nr, sizeof(*d->v), by_key);
	for (size_t i = 0; i < d->nr; i++)
		if (!nr || d->v[i].key != d->v[nr - 1].key)
			d->v[nr++] = d->v[i];
	d->nr = nr;
}

static int add_value(struct fleet *f, struct fleet_session *d,
		     const struct entry *e)
{
	struct fleet_value v = { .ratio = NAN, .z = NAN }, *slot;
	double *x = calloc(e->nr_runs + 1, sizeof(*x));
	int err = x ? 0 : -ENOMEM;

	if (!err && value_of(e, x, &v)) {
		err = compare_key_of(&f->keys, e, compare_list_matters(e),
				     &v.key);
		slot = err ? NULL : ARRAY_ADD(d->v, d->nr);
		if (slot)
			*slot = v;
		else
			err = -ENOMEM;
		if (!err)
			f->keys.keys[v.key].used = true;
	}
	free(x);
	return err;
}

/*
 * Machines.
 */

/* struct identity - what a session says of its machine; NULL: not known */
struct identity {
	const char *host, *instance, *install, *product;
};

static bool conflict(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

static bool same_machine(const void *array, uint32_t index, const void *key)
{
	const struct fleet_machine *m =
		(const struct fleet_machine *)array + index;
	const struct identity *id = key;

	return m->host && !strcmp(m->host, id->host) &&
	       !conflict(m->instance, id->instance) &&
	       !conflict(m->product, id->product);
}

/* Copies what is known for the first time. Return: 0 or -ENOMEM. */
static int learn(char **slot, const char *value)
{
	if (*slot || !value)
		return 0;
	*slot = strdup(value);
	return *slot ? 0 : -ENOMEM;
}

static size_t nr_called(const struct fleet *f, const char *host)
{
	size_t nr = 0;

	for (size_t i = 0; i < f->nr_machines; i++)
		nr += f->machines[i].host && !strcmp(f->machines[i].host, host);
	return nr;
}

static int name_machine(const struct fleet *f, struct fleet_machine *m,
			const struct identity *id, const char *path, bool again)
{
	if (!id->host)
		m->name = strdup(path);
	else if (!again)
		m->name = strdup(id->host);
	else if (asprintf(&m->name, "%s #%zu", id->host,
			  nr_called(f, id->host) + 1) < 0)
		m->name = NULL;
	m->same_name = again;
	return m->name ? 0 : -ENOMEM;
}

static bool same_host(const void *array, uint32_t index, const void *key)
{
	const struct fleet_machine *m =
		(const struct fleet_machine *)array + index;

	return m->host && !strcmp(m->host, key);
}

static int machine_of(struct fleet *f, const struct session *s,
		      const char *path, uint32_t *index)
{
	const struct identity id = { session_fact(s, "host"),
				     session_fact(s, "instance_id"),
				     session_fact(s, "install_id"),
				     session_fact(s, "product_id") };
	uint64_t hash = id.host ? hash_text(id.host) : 0;
	struct fleet_machine *m;
	bool again = false;
	int err = 0;

	*index = COMPARE_NONE;
	if (id.host) {
		*index = hash_find(&f->names, hash, same_machine, f->machines,
				   &id);
		again = hash_find(&f->names, hash, same_host, f->machines,
				  id.host) != COMPARE_NONE;
	}
	if (*index == COMPARE_NONE) {
		m = ARRAY_ADD(f->machines, f->nr_machines);
		if (!m)
			return -ENOMEM;
		*index = (uint32_t)f->nr_machines - 1;
		m->clone_of = COMPARE_NONE;
		err = name_machine(f, m, &id, path, again);
		if (!err && id.host)
			err = hash_put(&f->names, hash, *index);
	}
	m = &f->machines[*index];
	err |= learn(&m->host, id.host) | learn(&m->instance, id.instance) |
	       learn(&m->install, id.install) | learn(&m->product, id.product);
	return err ? -ENOMEM : 0;
}

/*
 * Configurations.
 */

static bool same_config(const void *array, uint32_t index, const void *key)
{
	return !strcmp(((const struct fleet_config *)array)[index].id, key);
}

/* Whether they contradict each other nowhere, and something is not known. */
static bool may_be_same(const struct fleet_config *c, const struct session *s)
{
	bool unknown = false;

	for (size_t i = 0; i < c->nr_facts; i++) {
		const struct fact *f = &c->facts[i];
		int r = facts_relate(f->name, f->value,
				     session_fact(s, f->name));

		if (r > FACT_UNKNOWN)
			return false;
		unknown |= r == FACT_UNKNOWN;
	}
	return unknown;
}

static int add_config(struct fleet *f, const struct session *s, const char *id)
{
	struct fleet_config *c = ARRAY_ADD(f->configs, f->nr_configs);
	int err = 0;

	if (!c)
		return -ENOMEM;
	c->id = strdup(id);
	c->facts = calloc(s->nr_facts + 1, sizeof(*c->facts));
	if (!c->id || !c->facts)
		return -ENOMEM;
	for (size_t i = 0; i < s->nr_facts && !err; i++) {
		struct fact *slot = &c->facts[c->nr_facts++];

		err = learn(&slot->name, s->facts[i].name) |
		      learn(&slot->value, s->facts[i].value);
	}
	return err ? -ENOMEM : 0;
}

static int config_of(struct fleet *f, const struct session *s, uint32_t *index)
{
	const char *id = session_fact(s, "config_id");
	uint64_t hash;
	int err = 0;

	if (!id)
		id = "not known";
	hash = hash_text(id);
	*index = hash_find(&f->config_ids, hash, same_config, f->configs, id);
	if (*index != COMPARE_NONE)
		return 0;
	for (size_t i = 0; i < f->nr_configs && i < MOST_RELATED; i++)
		if (may_be_same(&f->configs[i], s)) {
			*index = (uint32_t)i;
			return 0;
		}
	err = add_config(f, s, id);
	*index = (uint32_t)f->nr_configs - 1;
	return err ? err : hash_put(&f->config_ids, hash, *index);
}

/*
 * Sessions.
 */

static bool same_session(const void *array, uint32_t index, const void *key)
{
	return !strcmp(((const struct fleet_session *)array)[index].id, key);
}

/* Why a session is left out, or NULL. */
static const char *unfit(const struct fleet *f, const struct session *s,
			 char *buf, size_t len)
{
	uint32_t i;

	if (!s->complete)
		return "interrupted";
	if (session_status(s) == SESSION_NOTHING)
		return "no benchmark has a result";
	i = s->id ? hash_find(&f->ids, hash_text(s->id), same_session,
			      f->sessions, s->id) :
		    COMPARE_NONE;
	if (i == COMPARE_NONE)
		return NULL;
	snprintf(buf, len, "the same session as %s", f->sessions[i].path);
	return buf;
}

int fleet_add(struct fleet *f, const char *path, const struct session *s)
{
	char why[512];
	const char *reason = unfit(f, s, why, sizeof(why));
	struct fleet_session *d;
	int err = 0;

	if (reason)
		return fleet_leave_out(f, path, reason);
	d = ARRAY_ADD(f->sessions, f->nr_sessions);
	if (!d)
		return -ENOMEM;
	err = learn(&d->path, path) | learn(&d->id, s->id ? s->id : path) |
	      learn(&d->created, s->created ? s->created : "") |
	      learn(&d->boot, session_fact(s, "boot_id"));
	for (size_t i = 0; i < s->nr_entries && !err; i++)
		err = add_value(f, d, &s->entries[i]);
	if (!err)
		err = machine_of(f, s, path, &d->machine);
	if (!err)
		err = config_of(f, s, &d->config);
	if (!err)
		err = hash_put(&f->ids, hash_text(d->id),
			       (uint32_t)f->nr_sessions - 1);
	drop_repeats(d);
	return err;
}

/*
 * Who should be there.
 */

/* Whether @name is the host's, with or without its domain. */
static bool names_host(const char *name, const char *host)
{
	size_t len = strlen(name);

	return !strcmp(name, host) || (!strncmp(name, host, len) &&
				       host[len] == '.' && !strchr(name, '.'));
}

static int keep_name(char ***v, size_t *nr, const char *name)
{
	char **slot = ARRAY_ADD(*v, *nr);

	if (!slot)
		return -ENOMEM;
	*slot = strdup(name);
	return *slot ? 0 : -ENOMEM;
}

static int expect_one(struct fleet *f, const char *name, bool *seen)
{
	bool found = false;

	f->nr_expected++;
	for (size_t i = 0; i < f->nr_machines; i++)
		if (f->machines[i].host &&
		    names_host(name, f->machines[i].host))
			found = seen[i] = true;
	return found ? 0 : keep_name(&f->missing, &f->nr_missing, name);
}

int fleet_expect(struct fleet *f, const char *text)
{
	bool *seen = calloc(f->nr_machines + 1, sizeof(*seen));
	char *copy = strdup(text), *save = NULL;
	int err = seen && copy ? 0 : -ENOMEM;

	for (char *line = err ? NULL : strtok_r(copy, "\r\n", &save);
	     line && !err; line = strtok_r(NULL, "\r\n", &save)) {
		line[strcspn(line, "#")] = '\0';
		line += strspn(line, " \t");
		line[strcspn(line, " \t")] = '\0';
		if (*line)
			err = expect_one(f, line, seen);
	}
	for (size_t i = 0; i < f->nr_machines && !err; i++)
		if (!seen[i])
			err = keep_name(&f->unexpected, &f->nr_unexpected,
					f->machines[i].name);
	free(copy);
	free(seen);
	return err;
}

bool fleet_named(const struct fleet_machine *m)
{
	return m->nr_outliers || m->nr_two_modes || m->drifts || m->shared ||
	       m->same_name || m->clone_of != COMPARE_NONE;
}

static void machine_free(struct fleet_machine *m)
{
	free(m->name);
	free(m->host);
	free(m->instance);
	free(m->install);
	free(m->product);
	free(m->values);
}

static void config_free(struct fleet_config *c)
{
	for (size_t i = 0; i < c->nr_facts; i++) {
		free(c->facts[i].name);
		free(c->facts[i].value);
	}
	free(c->facts);
	free(c->id);
}

static void names_free(char **v, size_t nr)
{
	while (nr)
		free(v[--nr]);
	free(v);
}

void fleet_free(struct fleet *f)
{
	for (size_t i = 0; i < f->nr_sessions; i++) {
		free(f->sessions[i].path);
		free(f->sessions[i].id);
		free(f->sessions[i].created);
		free(f->sessions[i].boot);
		free(f->sessions[i].v);
	}
	for (size_t i = 0; i < f->nr_machines; i++)
		machine_free(&f->machines[i]);
	for (size_t i = 0; i < f->nr_configs; i++)
		config_free(&f->configs[i]);
	names_free(f->missing, f->nr_missing);
	names_free(f->unexpected, f->nr_unexpected);
	free(f->sessions);
	free(f->machines);
	free(f->configs);
	free(f->spreads);
	findings_free(&f->left_out);
	hash_free(&f->ids);
	hash_free(&f->names);
	hash_free(&f->config_ids);
	compare_free(&f->keys);
	*f = (struct fleet){ 0 };
}
