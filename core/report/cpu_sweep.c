/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_sweep.c - the session's entries that are one sweep over CPUs.
 */
#include "report/cpu_sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/counters.h"
#include "report/cpu_matrix.h"
#include "report/cpu_table.h"
#include "report/entry.h"
#include "result/cpu_sweep.h"
#include "util/grid.h"

#define WORDS_LEN 64

/* Places without a number that are named, without -v. */
#define MOST_NAMED 5

/* One unit for all, by the median of the means. */
static int choose_unit(struct sweep_view *s)
{
	double *means = calloc(s->nr, sizeof(*means));
	size_t n = 0;

	if (!means)
		return -ENOMEM;
	for (size_t i = 0; i < s->nr; i++)
		if (view_has_numbers(&s->v[i]))
			means[n++] = s->v[i].sum.time.mean;
	if (n) {
		double median = stats_median(means, n);

		for (size_t i = 0; i < s->nr; i++)
			view_set_unit(&s->v[i], median);
	}
	free(means);
	return 0;
}

static void close_all(struct sweep_view *s)
{
	for (size_t i = 0; i < s->nr; i++)
		view_close(&s->v[i]);
	free(s->v);
}

static int open_all(struct sweep_view *s, FILE *out, const struct session *from,
		    size_t nr, const struct report_opts *opts)
{
	int err = 0;

	s->v = calloc(nr, sizeof(*s->v));
	if (!s->v)
		return -ENOMEM;
	for (; s->nr < nr && !err; s->nr++)
		err = view_open(&s->v[s->nr], out, from, &s->e[s->nr], opts);
	return err ? err : choose_unit(s);
}

/* " on each of 16 CPUs", " on 200 of 32640 pairs of CPUs, a sample" */
static void add_where(struct strbuf *b, const struct sweep_view *s)
{
	const struct sweep *w = s->e->sweep;
	const char *what = w->kind == SWEEP_PAIRS ? "pairs of CPUs" : "CPUs";

	if (w->total > s->nr)
		strbuf_addf(b, " on %zu of %" PRIu64 " %s, a sample", s->nr,
			    w->total, what);
	else
		strbuf_addf(b, " on each of %zu %s", s->nr, what);
}

/* "10 runs on each", "9 to 10 runs on each" */
static void add_runs(struct strbuf *b, const struct sweep_view *s)
{
	size_t least = SIZE_MAX, most = 0;

	for (size_t i = 0; i < s->nr; i++) {
		size_t n = s->v[i].sum.time.n;

		least = n < least ? n : least;
		most = n > most ? n : most;
	}
	if (least != most)
		strbuf_addf(b, "%zu to ", least);
	strbuf_addf(b, "%zu run%s on each", most, most == 1 ? "" : "s");
}

static int put_header(const struct sweep_view *s)
{
	struct strbuf where = { 0 }, runs = { 0 };
	int err;

	if (s->v->opts->quiet)
		return 0;
	add_where(&where, s);
	add_runs(&runs, s);
	err = where.err ? where.err : runs.err;
	if (!err)
		err = view_header(s->v, strbuf_text(&where),
				  strbuf_text(&runs));
	strbuf_free(&where);
	strbuf_free(&runs);
	return err;
}

static void put_missing_one(const struct view *v)
{
	char cpus[WORDS_LEN];

	sweep_cpus_text(v->e, cpus, sizeof(cpus));
	if (v->e->reason)
		text_line(v->out, "%s: %s: failed: %s", v->e->name, cpus,
			  v->e->reason);
	else
		view_remark(v, "%s: no valid run%s", cpus,
			    v->e->nr_runs ? "" : " was made");
}

/* Places without a number, and those that failed later. */
static void put_missing(const struct sweep_view *s)
{
	size_t nr = 0;

	for (size_t i = 0; i < s->nr; i++) {
		if (view_has_numbers(&s->v[i]) && !s->e[i].reason)
			continue;
		if (nr++ < MOST_NAMED || s->v->opts->verbose)
			put_missing_one(&s->v[i]);
	}
	if (nr > MOST_NAMED && !s->v->opts->verbose)
		view_remark(s->v, "%zu more without a number: -v prints all",
			    nr - MOST_NAMED);
}

static void put_invalid(const struct sweep_view *s)
{
	size_t invalid = 0, runs = 0;

	for (size_t i = 0; i < s->nr; i++) {
		invalid += s->v[i].forced ? 0 : s->v[i].sum.nr_invalid;
		runs += s->e[i].nr_runs;
	}
	if (invalid)
		view_remark(s->v, "%zu of %zu runs %s invalid and left out%s",
			    invalid, runs, invalid == 1 ? "was" : "were",
			    s->v->opts->verbose ? "" : ": -v says why");
}

static int put_table(const struct sweep_view *s)
{
	int err = put_header(s);

	if (!err)
		err = s->e->sweep->kind == SWEEP_PAIRS ? report_pairs(s) :
							 report_each(s);
	if (err)
		return err;
	put_invalid(s);
	put_missing(s);
	return 0;
}

int report_sweep(FILE *out, const struct session *from, size_t first, size_t nr,
		 const struct report_opts *opts)
{
	struct sweep_view s = { .e = &from->entries[first] };
	int err = open_all(&s, out, from, nr, opts);

	if (!err)
		err = put_table(&s);
	close_all(&s);
	return err;
}
