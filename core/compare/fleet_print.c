/* SPDX-License-Identifier: MIT */
/*
 * core/compare/fleet_print.c - a fleet on one screen, or as a document.
 */
#include "compare/fleet_print.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/facts.h"
#include "util/grid.h"
#include "util/json_write.h"
#include "util/memory.h"
#include "util/text.h"

/* Lines of each section that one screen has room for. */
#define MOST_CONFIGS 8
#define MOST_SPREADS 24
#define MOST_MACHINES 24
#define MOST_FILES 8
#define MOST_NAMES 12

/* Machines of a configuration that are named. */
#define FEW_MACHINES 3

/* Longest values of a fact that are shown, in bytes. */
#define LONGEST_FACT 40

/**
 * struct printer - where to
 * @markdown:	tables as in Markdown
 * @all:	everything, not one screen
 */
struct printer {
	FILE *out;
	const struct fleet *f;
	bool markdown, all;
};

static size_t most(const struct printer *p, size_t nr, size_t limit)
{
	return p->all || nr <= limit ? nr : limit;
}

static void put_title(const struct printer *p, const char *title)
{
	text_line(p->out, "%s", "");
	text_line(p->out, "%s%s", p->markdown ? "### " : "# ", title);
	if (p->markdown)
		text_line(p->out, "%s", "");
}

static int put_grid(const struct printer *p, struct grid *g, size_t left)
{
	int err = g->err;

	if (p->markdown)
		grid_markdown(p->out, g);
	else
		grid_text(p->out, g);
	if (left)
		text_line(p->out, "... and %zu more: -v", left);
	grid_free(g);
	return err;
}

/*
 * Configurations.
 */

static const char *fact_of(const struct fleet_config *c, const char *name)
{
	for (size_t i = 0; i < c->nr_facts; i++)
		if (!strcmp(c->facts[i].name, name))
			return c->facts[i].value;
	return NULL;
}

static const char *shown(const char *value)
{
	return value ? value : "?";
}

/* What the most common configuration is. */
static void describe_first(FILE *f, const struct fleet_config *c)
{
	static const char *const names[] = { "cpu_model", "microcode",
					     "kernel" };
	const char *separator = "";

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *value = fact_of(c, names[i]);

		if (!value)
			continue;
		fprintf(f, "%s%.*s", separator, LONGEST_FACT, value);
		separator = ", ";
	}
}

/* In what another one differs from it. */
static void describe_other(FILE *f, const struct fleet_config *first,
			   const struct fleet_config *c)
{
	const char *separator = "";

	for (size_t i = 0; i < c->nr_facts; i++) {
		const struct fact *x = &c->facts[i];
		const char *was = fact_of(first, x->name);

		if (facts_relate(x->name, was, x->value) <= FACT_UNKNOWN)
			continue;
		fprintf(f, "%s%s %.*s (A: %.*s)", separator, x->name,
			LONGEST_FACT, shown(x->value), LONGEST_FACT,
			shown(was));
		separator = "; ";
	}
	if (!*separator)
		fputs("no fact that differs is known", f);
}

static void name_machines(FILE *f, const struct fleet *fl, uint32_t config)
{
	const char *separator = ": ";

	for (size_t i = 0; i < fl->nr_machines; i++) {
		if (fl->machines[i].config != config)
			continue;
		fprintf(f, "%s%s", separator, fl->machines[i].name);
		separator = ", ";
	}
}

/* malloc'ed; NULL: no memory. */
static char *config_text(const struct fleet *fl, uint32_t i)
{
	const struct fleet_config *c = &fl->configs[i];
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	if (i)
		describe_other(f, fl->configs, c);
	else
		describe_first(f, c);
	if (c->nr_machines <= FEW_MACHINES)
		name_machines(f, fl, i);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static int put_configs(const struct printer *p)
{
	const struct fleet *f = p->f;
	size_t nr = most(p, f->nr_configs, MOST_CONFIGS);
	struct grid g = { 0 };

	put_title(p, "Configurations");
	grid_add(&g, "config");
	grid_add(&g, "machines");
	grid_add(&g, "facts");
	grid_end_row(&g);
	for (uint32_t i = 0; i < nr; i++) {
		char *text = config_text(f, i);

		grid_add(&g, "%s", f->configs[i].label);
		grid_add(&g, "%zu", f->configs[i].nr_machines);
		grid_add(&g, "%s", text ? text : "");
		grid_end_row(&g);
		free(text);
	}
	return put_grid(p, &g, f->nr_configs - nr);
}

/*
 * Benchmarks.
 */

static void add_ns(struct grid *g, double ns)
{
	char buf[NUMBER_LEN];

	grid_add(g, "%s", digits_text(ns, 4, buf));
}

static void add_spread(struct grid *g, const struct fleet *f,
		       const struct fleet_spread *s)
{
	char buf[NUMBER_LEN];

	grid_add(g, "%s", f->keys.keys[s->key].label);
	grid_add(g, "%s", f->configs[s->config].label);
	grid_add(g, "%zu", s->nr);
	add_ns(g, s->min);
	add_ns(g, s->q1);
	add_ns(g, s->median);
	add_ns(g, s->q3);
	add_ns(g, s->max);
	grid_add(g, "%s%%", number_text(100 * s->sd, 1, buf));
	grid_add(g, "%zu", s->nr_outliers);
	grid_end_row(g);
}

static int put_spreads(const struct printer *p)
{
	static const char *const titles[] = {
		"benchmark", "config", "machines", "min ns", "q1",
		"median",    "q3",     "max",	   "sd",     "outliers",
	};
	const struct fleet *f = p->f;
	struct grid g = { 0 };
	size_t nr = 0, left = 0;

	put_title(p, "Benchmarks: one value per machine");
	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++)
		grid_add(&g, "%s", titles[i]);
	grid_end_row(&g);
	for (size_t i = 0; i < f->nr_spreads; i++) {
		const struct fleet_spread *s = &f->spreads[i];

		if (!p->all &&
		    ((s->config && s->nr < FLEET_FEW) || nr == MOST_SPREADS)) {
			left++;
			continue;
		}
		add_spread(&g, f, s);
		nr++;
	}
	return put_grid(p, &g, left);
}

/*
 * Machines.
 */

static void say_outliers(FILE *f, const struct fleet *fl,
			 const struct fleet_machine *m)
{
	const struct fleet_value *v = &m->values[m->worst];

	if (!m->nr_outliers)
		return;
	fprintf(f, "%.2f times the median in %s (z %+.0f)", v->ratio,
		fl->keys.keys[v->key].label, v->z);
	if (m->nr_outliers > 1)
		fprintf(f, ", an outlier in %zu of %zu benchmarks",
			m->nr_outliers, m->nr);
	fputs("; ", f);
}

static void say_modes(FILE *f, const struct fleet *fl,
		      const struct fleet_machine *m)
{
	if (!m->nr_two_modes)
		return;
	fprintf(f, "two modes in %s",
		fl->keys.keys[m->values[m->two_modes].key].label);
	if (m->nr_two_modes > 1)
		fprintf(f, " and %zu more", m->nr_two_modes - 1);
	fputs("; ", f);
}

static void say_identity(FILE *f, const struct fleet *fl,
			 const struct fleet_machine *m)
{
	if (m->clone_of != COMPARE_NONE)
		fprintf(f, "clone: the same /etc/machine-id as %s; ",
			fl->machines[m->clone_of].name);
	if (m->same_name)
		fputs("another machine has this host name; ", f);
	if (m->shared)
		fputs("two machines use this name: boots alternate; ", f);
	if (m->changed)
		fputs("its configuration changed; ", f);
}

/* "1.25 times the median in sched/pipe (z +31); ...", malloc'ed. */
static char *machine_text(const struct fleet *fl, const struct fleet_machine *m)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	say_outliers(f, fl, m);
	say_modes(f, fl, m);
	if (m->drifts)
		fprintf(f,
			"drifts: last of %zu sessions %.2f times the first; ",
			m->nr_sessions, m->drift);
	say_identity(f, fl, m);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	if (len > 2)
		text[len - 2] = '\0';
	return text;
}

/* How far off it is, to sort by. */
static double weight(const struct fleet_machine *m)
{
	return m->nr_outliers ? fabs(log(m->values[m->worst].ratio)) :
	       m->drifts      ? fabs(log(m->drift)) :
				0;
}

static int heaviest_first(const void *a, const void *b)
{
	const struct fleet_machine *x = *(struct fleet_machine *const *)a;
	const struct fleet_machine *y = *(struct fleet_machine *const *)b;
	double u = weight(x), v = weight(y);

	return u != v ? (u < v) - (u > v) : strcmp(x->name, y->name);
}

/* Those with something to say, malloc'ed; NULL: no memory. */
static const struct fleet_machine **named(const struct fleet *f)
{
	const struct fleet_machine **v = calloc(f->nr_named + 1, sizeof(*v));
	size_t nr = 0;

	for (size_t i = 0; v && i < f->nr_machines; i++)
		if (fleet_named(&f->machines[i]))
			v[nr++] = &f->machines[i];
	if (v && nr)
		qsort(v, nr, sizeof(*v), heaviest_first);
	return v;
}

static int put_machines(const struct printer *p)
{
	const struct fleet *f = p->f;
	const struct fleet_machine **v = named(f);
	size_t nr = most(p, f->nr_named, MOST_MACHINES);
	struct grid g = { 0 };

	if (!v)
		return -ENOMEM;
	put_title(p, "Machines that stand out");
	if (!f->nr_named) {
		text_line(p->out, "none");
		free(v);
		return 0;
	}
	grid_add(&g, "machine");
	grid_add(&g, "config");
	grid_add(&g, "what");
	grid_end_row(&g);
	for (size_t i = 0; i < nr; i++) {
		char *text = machine_text(f, v[i]);

		grid_add(&g, "%s", v[i]->name);
		grid_add(&g, "%s", f->configs[v[i]->config].label);
		grid_add(&g, "%s", text ? text : "");
		grid_end_row(&g);
		free(text);
	}
	free(v);
	return put_grid(p, &g, f->nr_named - nr);
}

/*
 * The rest.
 */

static void put_names(const struct printer *p, const char *what, char **v,
		      size_t nr)
{
	size_t shown_nr = most(p, nr, MOST_NAMES), len = 0;
	char *text = NULL;
	FILE *f = nr ? open_memstream(&text, &len) : NULL;

	if (!f)
		return;
	for (size_t i = 0; i < shown_nr; i++)
		fprintf(f, "%s%s", i ? ", " : "", v[i]);
	if (shown_nr < nr)
		fprintf(f, " and %zu more: -v", nr - shown_nr);
	if (!fclose(f)) {
		put_title(p, what);
		text_line(p->out, "%s", text);
	}
	free(text);
}

static void put_left_out(const struct printer *p)
{
	const struct findings *l = &p->f->left_out;
	size_t nr = most(p, l->nr, MOST_FILES);

	if (!l->nr)
		return;
	put_title(p, "Files left out");
	for (size_t i = 0; i < nr; i++)
		text_line(p->out, "%s%s: %s", p->markdown ? "- " : "",
			  l->v[i].id, l->v[i].text);
	if (nr < l->nr)
		text_line(p->out, "... and %zu more: -v", l->nr - nr);
}

static void put_head(const struct printer *p)
{
	const struct fleet *f = p->f;

	text_line(
		p->out,
		"%s%zu machines, %zu sessions, %zu configurations, %zu benchmarks; %zu machines stand out, %zu files left out",
		p->markdown ? "" : "# ", f->nr_machines, f->nr_sessions,
		f->nr_configs, f->keys.nr_keys, f->nr_named, f->left_out.nr);
	if (f->nr_expected)
		text_line(p->out, "%s%zu expected, %zu missing",
			  p->markdown ? "" : "# ", f->nr_expected,
			  f->nr_missing);
}

static int put_text(const struct printer *p)
{
	int err;

	put_head(p);
	err = put_configs(p);
	if (!err)
		err = put_spreads(p);
	if (!err)
		err = put_machines(p);
	put_names(p, "Missing", p->f->missing, p->f->nr_missing);
	put_names(p, "Not expected", p->f->unexpected, p->f->nr_unexpected);
	put_left_out(p);
	return err;
}

/*
 * Documents.
 */

static void write_config(struct json_writer *w, const struct fleet_config *c)
{
	json_write_flat_object(w, NULL);
	json_write_text(w, "label", c->label);
	json_write_text(w, "config_id", c->id);
	json_write_u64(w, "machines", c->nr_machines);
	json_write_object(w, "facts");
	for (size_t i = 0; i < c->nr_facts; i++)
		json_write_text(w, c->facts[i].name, c->facts[i].value);
	json_write_end(w);
	json_write_end(w);
}

static void write_spread(struct json_writer *w, const struct fleet *f,
			 const struct fleet_spread *s)
{
	json_write_flat_object(w, NULL);
	json_write_text(w, "benchmark", f->keys.keys[s->key].label);
	json_write_text(w, "config", f->configs[s->config].label);
	json_write_u64(w, "machines", s->nr);
	json_write_real(w, "min_ns", s->min);
	json_write_real(w, "q1_ns", s->q1);
	json_write_real(w, "median_ns", s->median);
	json_write_real(w, "q3_ns", s->q3);
	json_write_real(w, "max_ns", s->max);
	json_write_real(w, "sd", s->sd);
	json_write_u64(w, "outliers", s->nr_outliers);
	json_write_end(w);
}

static void write_value(struct json_writer *w, const struct fleet *f,
			const struct fleet_value *v)
{
	json_write_object(w, NULL);
	json_write_text(w, "benchmark", f->keys.keys[v->key].label);
	json_write_real(w, "ns", v->ns);
	json_write_real(w, "ratio", v->ratio);
	json_write_real(w, "z", v->z);
	json_write_bool(w, "outlier", v->outlier);
	json_write_bool(w, "two_modes", v->two_modes);
	json_write_end(w);
}

static void write_machine(struct json_writer *w, const struct fleet *f,
			  const struct fleet_machine *m)
{
	char *text = machine_text(f, m);

	json_write_flat_object(w, NULL);
	json_write_text(w, "name", m->name);
	json_write_text(w, "host", m->host);
	json_write_text(w, "config", f->configs[m->config].label);
	json_write_u64(w, "sessions", m->nr_sessions);
	json_write_bool(w, "stands_out", fleet_named(m));
	json_write_text(w, "what", text);
	json_write_real(w, "drift", m->drift);
	json_write_bool(w, "drifts", m->drifts);
	json_write_text(w, "clone_of",
			m->clone_of == COMPARE_NONE ?
				NULL :
				f->machines[m->clone_of].name);
	json_write_array(w, "values");
	for (size_t i = 0; i < m->nr; i++)
		write_value(w, f, &m->values[i]);
	json_write_end(w);
	json_write_end(w);
	free(text);
}

static void write_names(struct json_writer *w, const char *key, char **v,
			size_t nr)
{
	json_write_flat_array(w, key);
	for (size_t i = 0; i < nr; i++)
		json_write_text(w, NULL, v[i]);
	json_write_end(w);
}

static int write_json(const struct printer *p)
{
	struct json_writer w = json_writer(p->out, 2, true);
	const struct fleet *f = p->f;

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", "harness.fleet");
	json_write_text(&w, "schema_version", "1.0");
	json_write_u64(&w, "sessions", f->nr_sessions);
	json_write_array(&w, "configurations");
	for (size_t i = 0; i < f->nr_configs; i++)
		write_config(&w, &f->configs[i]);
	json_write_end(&w);
	json_write_array(&w, "benchmarks");
	for (size_t i = 0; i < f->nr_spreads; i++)
		write_spread(&w, f, &f->spreads[i]);
	json_write_end(&w);
	json_write_array(&w, "machines");
	for (size_t i = 0; i < f->nr_machines; i++)
		write_machine(&w, f, &f->machines[i]);
	json_write_end(&w);
	write_names(&w, "missing", f->missing, f->nr_missing);
	write_names(&w, "unexpected", f->unexpected, f->nr_unexpected);
	json_write_array(&w, "left_out");
	for (size_t i = 0; i < f->left_out.nr; i++) {
		json_write_flat_object(&w, NULL);
		json_write_text(&w, "file", f->left_out.v[i].id);
		json_write_text(&w, "why", f->left_out.v[i].text);
		json_write_end(&w);
	}
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

/* NaN is an empty cell. */
static void csv_real(FILE *out, double value)
{
	if (isnan(value))
		fputc(',', out);
	else
		fprintf(out, ",%.9g", value);
}

static int write_csv(const struct printer *p)
{
	const struct fleet *f = p->f;

	fputs("machine,config,benchmark,ns,ratio,z,outlier,two_modes,drift,drifts\n",
	      p->out);
	for (size_t i = 0; i < f->nr_machines; i++) {
		const struct fleet_machine *m = &f->machines[i];

		for (size_t k = 0; k < m->nr; k++) {
			const struct fleet_value *v = &m->values[k];

			csv_text(p->out, m->name);
			fprintf(p->out, ",%s,", f->configs[m->config].label);
			csv_text(p->out, f->keys.keys[v->key].label);
			csv_real(p->out, v->ns);
			csv_real(p->out, v->ratio);
			csv_real(p->out, v->z);
			fprintf(p->out, ",%d,%d", v->outlier, v->two_modes);
			csv_real(p->out, m->drift);
			fprintf(p->out, ",%d\n", m->drifts);
		}
	}
	return 0;
}

int fleet_print(FILE *out, const struct fleet *f, int format, bool verbose)
{
	const struct printer p = { .out = out,
				   .f = f,
				   .markdown = format == COMPARE_MARKDOWN,
				   .all = verbose };

	switch (format) {
	case COMPARE_JSON:
		return write_json(&p);
	case COMPARE_CSV:
		return write_csv(&p);
	default:
		return put_text(&p);
	}
}
