/* SPDX-License-Identifier: MIT */
/*
 * core/compare/group.c - files of one machine as one column, and how machines
 * differ.
 */
#include "compare/group.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/types.h"
#include "machine/facts.h"
#include "util/memory.h"

static const struct fact *find_fact(const struct compare_group *g,
				    const char *name)
{
	for (size_t i = 0; i < g->nr_facts; i++) {
		if (!strcmp(g->facts[i].name, name))
			return &g->facts[i];
	}
	return NULL;
}

const char *compare_fact(const struct compare_group *g, const char *name)
{
	const struct fact *f = find_fact(g, name);

	return f ? f->value : NULL;
}

bool compare_has_fact(const struct compare_group *g, const char *name)
{
	return find_fact(g, name) != NULL;
}

const char *compare_session_fact(const struct session *s, const char *name)
{
	const size_t len = strlen(COMPARE_LABEL);

	return strncmp(name, COMPARE_LABEL, len) ? session_fact(s, name) :
						   session_label(s, name + len);
}

/* The fact that files of one group share; NULL: each is its own. */
static const char *id_fact(const struct compare *c, const struct session *s,
			   int by)
{
	switch (by) {
	case COMPARE_BY_HOST:
		return "host";
	case COMPARE_BY_MODEL:
		return "machine_id";
	case COMPARE_BY_LABEL:
		return c->label;
	case COMPARE_BY_CONFIG:
		return "config_id";
	case COMPARE_BY_MACHINE:
		return session_fact(s, "instance_id") ? "instance_id" :
							"machine_id";
	default:
		return NULL;
	}
}

/* struct wanted - the group of which this fact has this value */
struct wanted {
	const char *name, *value;
};

static bool same_group(const void *array, uint32_t index, const void *key)
{
	const struct compare_group *g =
		(const struct compare_group *)array + index;
	const struct wanted *w = key;
	const char *value = compare_fact(g, w->name);

	return !g->closed && value && !strcmp(value, w->value);
}

void compare_label(char *label, size_t len, size_t n)
{
	char reversed[8];
	size_t digits = 0, i;

	for (n++; n && digits < len - 1; n = (n - 1) / 26)
		reversed[digits++] = (char)('A' + (n - 1) % 26);
	for (i = 0; i < digits; i++)
		label[i] = reversed[digits - 1 - i];
	label[i] = '\0';
}

static int add_fact(struct compare_group *g, const char *name,
		    const char *value)
{
	void *array = g->facts;
	struct fact *f = array_append(&array, &g->nr_facts, sizeof(*f));

	g->facts = array;
	if (!f)
		return -ENOMEM;
	f->name = strdup(name);
	f->value = value ? strdup(value) : NULL;
	return f->name && (f->value || !value) ? 0 : -ENOMEM;
}

/* As a fact called "label:KEY", which no fact of a machine is. */
static int add_label(struct compare_group *g, const struct param *label)
{
	char *name;
	int err;

	if (asprintf(&name, COMPARE_LABEL "%s", label->name) < 0)
		return -ENOMEM;
	err = add_fact(g, name, label->value);
	free(name);
	return err;
}

static int add_facts(struct compare_group *g, const struct session *s)
{
	int err = 0;

	for (size_t i = 0; i < s->nr_facts; i++)
		err |= add_fact(g, s->facts[i].name, s->facts[i].value);
	for (size_t i = 0; i < s->nr_labels; i++)
		err |= add_label(g, &s->labels[i]);
	if (s->version) {
		err |= add_fact(g, "harness", s->version);
		err |= add_fact(g, "compiler", s->compiler);
		err |= add_fact(g, "cflags", s->cflags);
	}
	return err ? -ENOMEM : 0;
}

static struct compare_group *add_group(struct compare *c,
				       const struct session *s,
				       const char *path, const struct wanted *w)
{
	void *array = c->groups;
	uint32_t index = (uint32_t)c->nr_groups;
	struct compare_group *g =
		array_append(&array, &c->nr_groups, sizeof(*g));

	c->groups = array;
	if (!g)
		return NULL;
	compare_label(g->label, sizeof(g->label), index);
	g->path = strdup(path);
	g->closed = !w->value;
	if (!g->path || add_facts(g, s))
		return NULL;
	if (w->value && hash_put(&c->group_table, hash_text(w->value), index))
		return NULL;
	return g;
}

static bool same_id(const void *array, uint32_t index, const void *key)
{
	return !strcmp(((char *const *)array)[index], key);
}

/* Whether that session is in the group; if not, it is from now on. */
static int remember_id(struct compare_group *g, const char *id, bool *known)
{
	void *array = g->id;
	char **slot;
	uint64_t hash;

	*known = false;
	if (!id)
		return 0;
	hash = hash_text(id);
	*known = hash_find(&g->ids, hash, same_id, g->id, id) != COMPARE_NONE;
	if (*known)
		return 0;
	slot = array_append(&array, &g->nr_ids, sizeof(*slot));
	g->id = array;
	if (!slot)
		return -ENOMEM;
	*slot = strdup(id);
	if (!*slot)
		return -ENOMEM;
	return hash_put(&g->ids, hash, (uint32_t)g->nr_ids - 1);
}

int compare_group_of(struct compare *c, const struct session *s,
		     const char *path, int by, uint32_t *group)
{
	struct wanted w = { .name = id_fact(c, s, by) };
	struct compare_group *g;
	uint32_t i = COMPARE_NONE;
	bool known;

	if (w.name)
		w.value = compare_session_fact(s, w.name);
	if (w.value)
		i = hash_find(&c->group_table, hash_text(w.value), same_group,
			      c->groups, &w);
	if (by == COMPARE_BY_LAST && c->nr_groups)
		i = (uint32_t)c->nr_groups - 1;
	g = i == COMPARE_NONE ? add_group(c, s, path, &w) : &c->groups[i];
	if (!g || remember_id(g, s->id, &known))
		return -ENOMEM;
	*group = known ? COMPARE_NONE : (uint32_t)(g - c->groups);
	g->nr_files++;
	g->nr_copies += known;
	g->nr_partial += !s->complete;
	return 0;
}

int compare_group_of_place(struct compare *c, const struct session *s,
			   const char *path, const struct sweep *place,
			   size_t first, uint32_t *group)
{
	const struct wanted none = { 0 };
	const struct sweep_cpu *cpu = place->cpus;
	struct compare_group *g;
	char text[sizeof(g->place)];

	memset(text, 0, sizeof(text));
	snprintf(text, sizeof(text), "CPU %d", (int)cpu[0].cpu);
	if (place->nr > 1)
		snprintf(text, sizeof(text), "CPUs %d,%d", (int)cpu[0].cpu,
			 (int)cpu[1].cpu);
	else if (cpu->type)
		snprintf(text, sizeof(text), "CPU %d %.30s", (int)cpu->cpu,
			 cpu->type);
	for (size_t i = first; i < c->nr_groups; i++) {
		if (strcmp(c->groups[i].place, text))
			continue;
		*group = (uint32_t)i;
		return 0;
	}
	*group = (uint32_t)c->nr_groups;
	g = add_group(c, s, path, &none);
	if (!g)
		return -ENOMEM;
	memcpy(g->place, text, sizeof(text));
	g->nr_files = 1;
	g->nr_partial = !s->complete;
	return 0;
}

void compare_group_free(struct compare_group *g)
{
	for (size_t i = 0; i < g->nr_facts; i++) {
		free(g->facts[i].name);
		free(g->facts[i].value);
	}
	for (size_t i = 0; i < g->nr_ids; i++)
		free(g->id[i]);
	free(g->facts);
	free(g->id);
	free(g->path);
	hash_free(&g->ids);
}

/* --- how machines differ ---------------------------------------------------- */

static bool same_fact(const struct compare_group *a,
		      const struct compare_group *b, const char *name)
{
	const char *x = compare_fact(a, name), *y = compare_fact(b, name);

	return x == y || (x && y && !strcmp(x, y));
}

/* The worst that one of the facts says, and whether one is not known. */
static int relate(const struct compare_group *a, const struct compare_group *b,
		  bool *unknown)
{
	int worst = FACT_SAME;

	*unknown = false;
	for (size_t i = 0; i < a->nr_facts; i++) {
		const struct fact *f = &a->facts[i];
		int r = facts_relate(f->name, f->value,
				     compare_fact(b, f->name));

		*unknown |= r == FACT_UNKNOWN;
		worst = r > worst ? r : worst;
	}
	for (size_t i = 0; i < b->nr_facts; i++)
		*unknown |= facts_relate(b->facts[i].name, b->facts[i].value,
					 compare_fact(a, b->facts[i].name)) ==
			    FACT_UNKNOWN;
	return worst;
}

/* Known on both sides, and not the same. */
static bool contradict(const struct compare_group *a,
		       const struct compare_group *b, const char *name)
{
	return compare_fact(a, name) && compare_fact(b, name) &&
	       !same_fact(a, b, name);
}

/* Two servers of one model are two machines. */
static bool other_instance(const struct compare_group *a,
			   const struct compare_group *b)
{
	return contradict(a, b, "instance_id") ||
	       contradict(a, b, "product_id");
}

int compare_host(const struct compare *c, const struct compare_group *g)
{
	const struct compare_group *base = &c->groups[0];
	bool unknown;
	int worst;

	if (!compare_fact(base, "machine_id") || !compare_fact(g, "machine_id"))
		return COMPARE_HOST_UNKNOWN;
	worst = relate(base, g, &unknown);
	if (worst == FACT_OTHER_MACHINE ||
	    (!same_fact(base, g, "machine_id") &&
	     !(unknown && same_fact(base, g, "instance_id"))))
		return COMPARE_HOST_OTHER;
	if (other_instance(base, g))
		return COMPARE_HOST_MODEL;
	if (worst == FACT_OTHER_CONFIG ||
	    (!same_fact(base, g, "config_id") && !unknown))
		return COMPARE_HOST_CONFIG;
	return COMPARE_HOST_SAME;
}

bool compare_changed(const struct compare *c, const struct compare_group *g,
		     const char *name)
{
	static const char *const ignored[] = {
		"machine_id", "config_id",  "host",    "cpus_allowed",
		"memory_kib", "clock_mhz",  "boot_id", "instance_id",
		"install_id", "product_id",
	};

	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++) {
		if (!strcmp(name, ignored[i]))
			return false;
	}
	return !same_fact(&c->groups[0], g, name);
}
