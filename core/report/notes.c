/* SPDX-License-Identifier: MIT */
/*
 * core/report/notes.c - what is to be said about an entry besides numbers.
 *
 * Findings of the session come from the file, findings about the shape of
 * the data from the summary. Runs are numbered from 1.
 */
#include "report/notes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/view.h"
#include "session/interference.h"

#define MOST_NOTES 5
#define MOST_IDS 8
#define MOST_OUTLIERS 10

/**
 * struct notes - remarks on their way out
 * @v:		the view
 * @nr:		how many there were; beyond MOST_NOTES only counted
 */
struct notes {
	const struct view *v;
	size_t nr;
};

static bool wanted(struct notes *n)
{
	return n->nr++ < MOST_NOTES || n->v->opts->verbose;
}

static bool stored(const struct view *v, const char *id)
{
	for (size_t i = 0; i < v->e->notes.nr; i++) {
		if (!strcmp(v->e->notes.v[i].id, id))
			return true;
	}
	return false;
}

/* Whether a finding that follows from the summary is to be printed. */
static bool derived(struct notes *n, uint32_t flag, const char *id)
{
	return n->v->sum.time.flags & flag && !stored(n->v, id) && wanted(n);
}

static void note_findings(struct notes *n)
{
	const struct findings *f = &n->v->e->notes;

	for (size_t i = 0; i < f->nr; i++) {
		if (wanted(n))
			view_remark(n->v, "%s: %s", f->v[i].id, f->v[i].text);
	}
}

static void note_errors(struct notes *n)
{
	const struct entry *e = n->v->e;

	for (size_t i = 0; i < e->nr_errors; i++) {
		bool said = e->reason && !strcmp(e->errors[i], e->reason);

		if (!said && wanted(n))
			view_remark(n->v, "a run failed: %s", e->errors[i]);
	}
}

/* Number of a run for people, from its place among those that count. */
static size_t run_number(const struct view *v, size_t place)
{
	const struct entry *e = v->e;
	size_t i = 0;

	for (; i < e->nr_runs; i++) {
		if (view_counts(v, &e->runs[i]) && !place--)
			break;
	}
	return i < e->nr_runs ? e->runs[i].index + (size_t)1 : 0;
}

static void note_outliers(struct notes *n)
{
	const struct stats *st = &n->v->sum.time;
	struct strbuf b = { 0 };

	if (!derived(n, STATS_OUTLIERS, "W-OUTLIER"))
		return;
	strbuf_add(&b, "W-OUTLIER: run ");
	for (size_t i = 0; i < st->nr_outliers && i < MOST_OUTLIERS; i++)
		strbuf_addf(&b, "%s%zu", i ? ", " : "",
			    run_number(n->v, st->outliers[i]));
	if (st->nr_outliers > MOST_OUTLIERS)
		strbuf_addf(&b, " and %zu more",
			    st->nr_outliers - MOST_OUTLIERS);
	strbuf_add(
		&b,
		": beyond three interquartile ranges, included in all numbers");
	view_remark_text(n->v, &b);
}

static void note_warmup(struct notes *n)
{
	size_t last = run_number(n->v, n->v->sum.time.warmup_runs - 1);

	if (last == 1)
		view_remark(
			n->v,
			"W-WARMUP: run 1 differs from the later ones: raise -w");
	else
		view_remark(
			n->v,
			"W-WARMUP: runs 1-%zu differ from the later ones: raise -w",
			last);
}

static void note_order(struct notes *n)
{
	const struct stats *st = &n->v->sum.time;
	char value[NUMBER_LEN], eff[NUMBER_LEN];

	if (derived(n, STATS_TREND, "W-DRIFT"))
		view_remark(
			n->v,
			"W-DRIFT: runs get %s with time (rank correlation %s)",
			st->trend > 0 ? "slower" : "faster",
			number_text(st->trend, 2, value));
	if (derived(n, STATS_WARMUP, "W-WARMUP"))
		note_warmup(n);
	if (derived(n, STATS_CORRELATED, "W-CORR"))
		view_remark(
			n->v,
			"W-CORR: runs are autocorrelated (lag 1: %s): effective sample size %s",
			number_text(st->lag1, 2, value),
			number_text(st->n_eff, 1, eff));
	if (derived(n, STATS_ALTERNATING, "W-ALTERN"))
		view_remark(
			n->v,
			"W-ALTERN: neighbouring runs differ (lag-1 correlation %s)",
			number_text(st->lag1, 2, value));
}

static void note_clusters(struct notes *n)
{
	const struct view *v = n->v;
	const struct stats *st = &v->sum.time;
	double middle = (st->cluster_lo + st->cluster_hi) / 2;
	char lo[NUMBER_LEN], hi[NUMBER_LEN];
	size_t low = 0, high = 0;

	if (!derived(n, STATS_MULTIMODAL, "W-BIMODAL"))
		return;
	for (size_t i = 0; i < v->e->nr_runs; i++) {
		const struct sample *r = &v->e->runs[i];

		if (!view_counts(v, r))
			continue;
		if (entry_run_ns(v->e, r) < middle)
			low++;
		else
			high++;
	}
	view_remark(v,
		    "W-BIMODAL: two clusters, %s %s (n=%zu) and %s %s (n=%zu)",
		    view_time(v, st->cluster_lo, lo), v->unit, low,
		    view_time(v, st->cluster_hi, hi), v->unit, high);
}

static void note_resolution(struct notes *n)
{
	if (n->v->sum.time.n && n->v->sum.time.mean <= 0 && wanted(n))
		view_remark(
			n->v,
			"W-ZERO: the runs are shorter than the resolution of the clock");
}

/* How often each reason stands in an entry; others beyond MOST_IDS kinds. */
struct tally {
	const char *id[MOST_IDS];
	size_t nr[MOST_IDS];
	size_t kinds, others;
};

static void tally_add(struct tally *t, const char *id)
{
	for (size_t i = 0; i < t->kinds; i++) {
		if (!strcmp(t->id[i], id)) {
			t->nr[i]++;
			return;
		}
	}
	if (t->kinds == MOST_IDS) {
		t->others++;
		return;
	}
	t->id[t->kinds] = id;
	t->nr[t->kinds++] = 1;
}

void add_invalid_ids(struct strbuf *b, const struct sample *runs, size_t nr)
{
	struct tally t = { 0 };

	for (size_t i = 0; i < nr; i++) {
		const struct findings *why = &runs[i].why;

		for (size_t k = 0; !runs[i].valid && k < why->nr; k++)
			tally_add(&t, why->v[k].id);
	}
	for (size_t i = 0; i < t.kinds; i++)
		strbuf_addf(b, "%s%zu %.20s", i ? ", " : "", t.nr[i], t.id[i]);
	if (t.others)
		strbuf_addf(b, ", %zu others", t.others);
	if (!t.kinds)
		strbuf_add(b, "no reason recorded");
}

/* The first reason of the first invalid run, or NULL. */
static const struct finding *first_reason(const struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++) {
		if (!e->runs[i].valid && e->runs[i].why.nr)
			return &e->runs[i].why.v[0];
	}
	return NULL;
}

static void note_invalid(struct notes *n)
{
	const struct view *v = n->v;
	size_t invalid = v->sum.nr_invalid, nr = v->e->nr_runs;
	struct strbuf b = { 0 };

	if (v->forced || !invalid || !v->sum.time.n)
		return;
	strbuf_addf(&b, "%zu of %zu runs %s invalid (", invalid, nr,
		    invalid == 1 ? "was" : "were");
	add_invalid_ids(&b, v->e->runs, nr);
	if (v->e->nr_replaced >= invalid)
		strbuf_add(&b, ") and replaced");
	else if (v->e->nr_replaced)
		strbuf_addf(&b, "); %u replaced", v->e->nr_replaced);
	else
		strbuf_add(&b, ") and not replaced");
	view_remark_text(v, &b);
}

static void note_forced(struct notes *n)
{
	struct strbuf b = { 0 };

	if (!n->v->forced)
		return;
	strbuf_add(&b, "every run is invalid (");
	add_invalid_ids(&b, n->v->e->runs, n->v->e->nr_runs);
	strbuf_add(&b, "): these numbers are not reliable");
	view_remark_text(n->v, &b);
}

static void note_clock(const struct view *v)
{
	double least, most;

	interference_clock(v->e, &least, &most);
	if (!isnan(least))
		view_remark(
			v,
			"clock of the CPUs used, before and after runs: %.0f to %.0f MHz",
			least, most);
}

static void note_verbose(struct notes *n)
{
	const struct view *v = n->v;

	if (!v->opts->verbose || !view_has_numbers(v))
		return;
	if (v->sum.quiet_reason)
		view_remark(v, "no quiet value: %s", v->sum.quiet_reason);
	if (v->sum.clock_reason)
		view_remark(v, "no cycles: %s", v->sum.clock_reason);
	note_clock(v);
	if (v->sum.switch_reason && !entry_paired(v->e, "control"))
		view_remark(v, "no switch cost: %s", v->sum.switch_reason);
}

void view_notes(const struct view *v)
{
	struct notes n = { .v = v };

	note_forced(&n);
	note_invalid(&n);
	note_findings(&n);
	note_errors(&n);
	note_resolution(&n);
	note_outliers(&n);
	note_order(&n);
	note_clusters(&n);
	if (n.nr > MOST_NOTES && !v->opts->verbose)
		view_remark(v, "%zu more: -v prints all", n.nr - MOST_NOTES);
	note_verbose(&n);
}

void view_no_numbers(const struct view *v)
{
	const struct entry *e = v->e;
	const struct finding *f = first_reason(e);
	struct strbuf b = { 0 };

	strbuf_addf(&b, "%s%s: no ", v->comment ? "# " : "", e->name);
	if (e->nr_runs) {
		strbuf_addf(&b, "number: %zu of %zu runs are invalid (",
			    e->nr_runs, e->nr_runs);
		add_invalid_ids(&b, e->runs, e->nr_runs);
		strbuf_addf(&b, ")%s%s; --force prints them", f ? ": " : "",
			    f ? f->text : "");
	} else {
		strbuf_add(&b, "run");
	}
	text_line(v->out, "%s", strbuf_text(&b));
	strbuf_free(&b);
}

bool view_not_run(const struct view *v)
{
	const struct entry *e = v->e;
	const char *reason = e->reason ? e->reason : "no reason recorded";

	if (e->status == ENTRY_SKIPPED) {
		text_line(v->out, "# %s: skipped: %s", e->name, reason);
		return true;
	}
	if (e->status != ENTRY_FAILED && !e->nr_runs && !v->session->complete) {
		text_line(v->out,
			  "# %s: interrupted before the first run ended",
			  e->name);
		return true;
	}
	if (e->status == ENTRY_FAILED && !view_has_numbers(v)) {
		text_line(v->out, "%s%s: failed: %s", v->comment ? "# " : "",
			  e->name, reason);
		return true;
	}
	return false;
}
