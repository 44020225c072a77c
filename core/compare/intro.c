/* SPDX-License-Identifier: MIT */
/*
 * core/compare/intro.c - what stands before and behind the table: who is
 * compared, and how to read it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/internal.h"
#include "compare/print.h"
#include "report/view.h"

/* Longer values are not printed, only that they differ. */
#define LONGEST_FACT 40

const char *compare_host_word(int host)
{
	static const char *const words[] = {
		[COMPARE_HOST_UNKNOWN] = "machine not known",
		[COMPARE_HOST_SAME] = "same machine and configuration",
		[COMPARE_HOST_CONFIG] = "same machine, other configuration",
		[COMPARE_HOST_OTHER] = "other machine",
	};

	return words[host];
}

static void put_fact_change(FILE *f, const char *name, const char *a,
			    const char *b)
{
	a = a ? a : "unknown";
	b = b ? b : "unknown";
	if (strlen(a) > LONGEST_FACT || strlen(b) > LONGEST_FACT)
		fprintf(f, "; %s differs", name);
	else
		fprintf(f, "; %s %s -> %s", name, a, b);
}

/* Facts of either side, each once. */
static void put_changes(FILE *f, const struct compare *c,
			const struct compare_group *g)
{
	const struct compare_group *base = &c->groups[0];

	for (size_t i = 0; i < base->nr_facts; i++) {
		const char *name = base->facts[i].name;

		if (compare_changed(c, g, name))
			put_fact_change(f, name, base->facts[i].value,
					compare_fact(g, name));
	}
	for (size_t i = 0; i < g->nr_facts; i++) {
		const char *name = g->facts[i].name;

		if (!compare_has_fact(base, name) &&
		    compare_changed(c, g, name))
			put_fact_change(f, name, NULL, g->facts[i].value);
	}
}

static void put_machine(FILE *f, const struct compare_group *g)
{
	static const char *const names[] = { "host", "cpu_model", "kernel" };
	const char *separator = ": ";

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *value = compare_fact(g, names[i]);

		if (!value)
			continue;
		fprintf(f, "%s%s", separator, value);
		separator = ", ";
	}
}

static void put_files(FILE *f, const struct compare_group *g)
{
	fprintf(f, "%s  %s", g->label, g->path);
	if (g->nr_files > 1)
		fprintf(f, " and %zu more", g->nr_files - 1);
	if (g->nr_copies)
		fprintf(f, " (%zu left out: the same session again)",
			g->nr_copies);
	if (g->nr_partial)
		fprintf(f, " (%zu interrupted)", g->nr_partial);
}

/* One line about a group, whatever its facts hold. */
static void put_group(FILE *out, const struct compare_view *v,
		      const struct compare_group *g, const char *prefix)
{
	bool base = g == v->c->groups;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return;
	put_files(f, g);
	if (base) {
		put_machine(f, g);
	} else {
		fprintf(f, ": %s", compare_host_word(compare_host(v->c, g)));
		put_changes(f, v->c, g);
	}
	if (!fclose(f))
		report_line(out, "%s%s", prefix, text);
	free(text);
}

/*
 * What all rows have in common, and what is not said where it is as usual:
 * " cpus=same sched=other ...", malloc'ed; "" for nothing.
 */
static char *parts_text(const struct compare *c, bool common)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (const struct compare_usual *u = compare_usual; u->part; u++) {
		const char *value = compare_common(c, u->part);

		if ((value != NULL) == common)
			fprintf(f, " %s=%s", u->part,
				common ? value : u->value);
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static void put_parts(FILE *out, const struct compare_view *v,
		      const char *prefix)
{
	char *common = parts_text(v->c, true);
	char *usual = parts_text(v->c, false);

	if (common && *common)
		report_line(out, "%sall rows:%s", prefix, common);
	if (usual && *usual && v->c->nr_rows)
		report_line(out, "%sunless said:%s", prefix, usual);
	free(common);
	free(usual);
}

void compare_intro(FILE *out, const struct compare_view *v, const char *prefix)
{
	for (size_t i = 0; i < v->c->nr_groups; i++)
		put_group(out, v, &v->c->groups[i], prefix);
	put_parts(out, v, prefix);
}

/* --- behind the table ------------------------------------------------------- */

/**
 * struct extent - what the judged rows have in common
 * @nr:		of them
 * @sessions:	fewest on a side
 * @small, @large: changes that could be seen
 * @lowest, @highest: thresholds
 */
struct extent {
	size_t nr, sessions;
	double small, large;
	double lowest, highest;
};

static struct extent extent_of(const struct compare *c)
{
	struct extent x = {
		.small = NAN, .large = NAN, .lowest = NAN, .highest = NAN
	};

	for (size_t i = 0; i < c->nr_rows; i++) {
		const struct compare_row *r = &c->rows[i];
		size_t n = r->a.nr_sessions < r->b.nr_sessions ?
				   r->a.nr_sessions :
				   r->b.nr_sessions;

		if (r->state != COMPARE_JUDGED)
			continue;
		x.sessions = x.nr && x.sessions < n ? x.sessions : n;
		x.small = fmin(x.small, r->visible);
		x.large = fmax(x.large, r->visible);
		x.lowest = fmin(x.lowest, r->threshold);
		x.highest = fmax(x.highest, r->threshold);
		x.nr++;
	}
	return x;
}

/* Floors and gates give rows thresholds of their own. */
static const char *thresholds_text(const struct extent *x, char *buf,
				   size_t len)
{
	if (x->lowest == x->highest)
		snprintf(buf, len, "%.3g", 100 * x->lowest);
	else
		snprintf(buf, len, "%.3g to %.3g", 100 * x->lowest,
			 100 * x->highest);
	return buf;
}

static void put_session_note(FILE *out, const struct extent *x,
			     const char *prefix)
{
	if (x->sessions == 1)
		report_line(out,
			    "%s1 session per side: between-session noise not "
			    "measured",
			    prefix);
	else if (x->sessions < COMPARE_MIN_SESSIONS)
		report_line(out,
			    "%s%zu sessions per side: too few to measure "
			    "between-session noise (%d do)",
			    prefix, x->sessions, COMPARE_MIN_SESSIONS);
	else
		report_line(out,
			    "%s%zu sessions per side or more: medians of "
			    "sessions are compared",
			    prefix, x->sessions);
}

static void put_correction(FILE *out, const struct compare_view *v,
			   const char *prefix)
{
	static const char *const words[] = {
		[COMPARE_HOLM] = "after Holm's correction",
		[COMPARE_BH] = "after Benjamini and Hochberg's correction",
		[COMPARE_NO_CORRECTION] = "without a correction",
	};
	size_t nr = v->c->nr_tests;

	report_line(out, "%sp %s for %zu test%s", prefix,
		    words[v->rule->correction], nr, nr == 1 ? "" : "s");
	if (v->rule->nr_gates)
		report_line(out,
			    "%sonly what --gate names decides the exit status: "
			    "it has a p",
			    prefix);
}

static void put_counter_note(FILE *out, const struct compare_view *v,
			     const char *prefix)
{
	bool counters = false, parts = false;

	for (size_t i = 0; v->counters && i < v->c->nr_rows; i++) {
		counters |= v->c->rows[i].nr_counters > 0;
		parts |= v->c->rows[i].parts.nr > 0;
	}
	if (counters)
		report_line(out,
			    "%scounters: of counted runs; more, fewer: beyond "
			    "the threshold, of which one in ten by chance",
			    prefix);
	if (parts)
		report_line(out,
			    "%slog %%: 100 ln of the ratio, so that the "
			    "factors of the time of counted runs add up",
			    prefix);
}

void compare_legend(FILE *out, const struct compare_view *v, const char *prefix)
{
	struct extent x = extent_of(v->c);
	char small[NUMBER_LEN], large[NUMBER_LEN];
	char thresholds[2 * NUMBER_LEN];

	if (!x.nr)
		return;
	report_line(
		out,
		"%sratios above 1: takes longer than A; median of runs; sd: "
		"standard deviation; n: runs",
		prefix);
	report_line(out,
		    "%sslower, faster: beyond %s %%; same: within; '?': may be "
		    "less; inconclusive: may be more or nothing",
		    prefix,
		    thresholds_text(&x, thresholds, sizeof(thresholds)));
	put_correction(out, v, prefix);
	if (!isnan(x.small))
		report_line(out,
			    "%ssmallest change that could be seen: %s to %s %%",
			    prefix, digits_text(100 * x.small, 2, small),
			    digits_text(100 * x.large, 2, large));
	put_session_note(out, &x, prefix);
	put_counter_note(out, v, prefix);
}

char *compare_notes(const struct compare_row *r)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (size_t i = 0; i < r->notes.nr; i++)
		fprintf(f, "%s%s", i ? "; " : "", r->notes.v[i].text);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}
