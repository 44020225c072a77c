/* SPDX-License-Identifier: MIT */
/*
 * core/report/text.c - the report for people.
 */
#include "report/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "report/counters.h"
#include "report/cpu_sweep.h"
#include "report/entry.h"
#include "report/notes.h"
#include "report/param_sweep.h"
#include "report/ranking.h"
#include "report/view.h"
#include "result/cpu_sweep.h"
#include "result/fields.h"
#include "result/latency.h"

static int put_entry(const struct view *v)
{
	int err;

	if (view_not_run(v)) {
		view_notes(v);
		return 0;
	}
	err = v->opts->quiet ? 0 : view_own_header(v);
	if (err)
		return err;
	if (v->opts->quiet && v->session->nr_entries > 1)
		text_line(v->out, "# %s", v->e->name);
	if (view_has_numbers(v)) {
		view_numbers(v);
		view_latency(v);
		view_counters(v);
	} else {
		view_no_numbers(v);
	}
	view_notes(v);
	if (v->opts->verbose) {
		view_runs(v);
		view_counted_runs(v);
	}
	if (v->e->status == ENTRY_FAILED)
		text_line(v->out, "%s: failed: %s", v->e->name,
			  v->e->reason ? v->e->reason : "no reason recorded");
	return 0;
}

static void put_session(FILE *out, const struct session *s,
			const struct report_opts *opts)
{
	if (!s->complete)
		text_line(out, "# interrupted: some runs are missing");
	for (size_t i = 0; opts->verbose && i < s->nr_checks; i++) {
		const struct check *c = &s->checks[i];

		text_line(out, "# %s: %s%s%s%s%s", c->id ? c->id : "?",
			  check_state_word(c->state), c->value ? " " : "",
			  c->value ? c->value : "", c->text ? ": " : "",
			  c->text ? c->text : "");
	}
}

static int put_one(FILE *out, const struct session *s, size_t i,
		   const struct report_opts *opts)
{
	struct view v;
	int err = view_open(&v, out, s, &s->entries[i], opts);

	if (err)
		return err;
	err = put_entry(&v);
	view_close(&v);
	return err;
}

/* The places of a sweep in one table; with -v also a block for each. */
static int put_several(FILE *out, const struct session *s, size_t first,
		       size_t nr, const struct report_opts *opts)
{
	int err = 0;

	for (size_t i = 0; opts->verbose && i < nr && !err; i++) {
		err = put_one(out, s, first + i, opts);
		fputc('\n', out);
	}
	return err ? err : report_sweep(out, s, first, nr, opts);
}

/* What was asked for and has no place in a line. */
static bool has_details(const struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		if (e->nr_counters || (e->latency && !e->records))
			return true;
		for (size_t k = 0; k < e->notes.nr; k++)
			if (!strcmp(e->notes.v[k].id, "N-COMPAT"))
				return true;
	}
	return false;
}

int report_text(FILE *out, const struct session *s,
		const struct report_opts *opts)
{
	int ranking = report_is_ranking(s), err = 0;
	bool blocks = !ranking || opts->verbose || has_details(s);
	size_t nr;

	if (ranking < 0)
		return ranking;
	for (size_t i = 0; i < s->nr_entries; i += nr) {
		nr = sweep_length(s, i);
		if (!blocks)
			continue;
		if (i || opts->continued)
			fputc('\n', out);
		if (nr > 1)
			err = put_several(out, s, i, nr, opts);
		else
			err = put_one(out, s, i, opts);
		if (err)
			return err;
	}
	if (ranking && (opts->continued || blocks))
		fputc('\n', out);
	if (ranking)
		err = report_ranking(out, s, opts, !blocks);
	if (err)
		return err;
	put_session(out, s, opts);
	return report_param_sweeps(out, s, opts);
}
