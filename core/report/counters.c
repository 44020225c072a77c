/* SPDX-License-Identifier: MIT */
/*
 * core/report/counters.c - the block of counts of one entry.
 *
 * What was not counted stands in sentences, never as a number.
 */
#include "report/counters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/notes.h"
#include "report/view.h"
#include "result/counter_text.h"

#define LABEL_LEN 256

/* Right of the column of numbers: per switch, stddev, and what it is. */
#define ROW "%12s  %9s  %s%s%s%s"

static const char *or_mark(const char *text)
{
	return text ? text : "?";
}

/* " (ns)" */
static const char *unit_text(const struct counter *c)
{
	return *counter_unit(c->name) ? " (ns)" : "";
}

static const char *stddev_text(const struct counter_stats *c,
			       char buf[NUMBER_LEN])
{
	char percent[NUMBER_LEN];

	if (isnan(c->op_stddev) || !(c->per_op > 0))
		return "-";
	snprintf(buf, NUMBER_LEN, "%.20s %%",
		 percent_text(c->op_stddev / c->per_op, percent));
	return buf;
}

/* Counted runs that count in the summary. */
static size_t valid_runs(const struct view *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->e->nr_counted; i++)
		n += view_counts(v, &v->e->counted[i]);
	return n;
}

/* Status of the first run that should have counted event @i and did not. */
static const char *failure(const struct view *v, size_t i)
{
	for (size_t k = 0; k < v->e->nr_counted; k++) {
		const struct sample *r = &v->e->counted[k];
		const char *status = i < r->nr_counts ? r->counts[i].status :
							NULL;

		if (view_counts(v, r) && status && strcmp(status, "other_run"))
			return status;
	}
	return NULL;
}

/* " (in 3 of 10 runs)" where groups took turns, or some runs gave none. */
static const char *share_text(const struct view *v, size_t i, char *buf,
			      size_t len)
{
	size_t valid = valid_runs(v), n = v->sum.counters[i].n;
	const char *status = n < valid ? failure(v, i) : NULL;

	buf[0] = '\0';
	if (n < valid)
		snprintf(buf, len, " (in %zu of %zu runs%s%.40s)", n, valid,
			 status ? "; else " : "", status ? status : "");
	return buf;
}

/* "  isa, skx::INSTRUCTION_RETIRED type=4 config=0xc0", for -v */
static const char *encoding_text(const struct view *v, const struct counter *k,
				 char *buf, size_t len)
{
	buf[0] = '\0';
	if (v->opts->verbose)
		snprintf(buf, len, "  %s%s%s", or_mark(k->class),
			 k->encoding && *k->encoding ? ", " : "",
			 k->encoding ? k->encoding : "");
	return buf;
}

static void put_counter(const struct view *v, size_t i)
{
	const struct counter *k = &v->e->counters[i];
	const struct counter_stats *c = &v->sum.counters[i];
	char per_op[NUMBER_LEN], per_switch[NUMBER_LEN], stddev[NUMBER_LEN];
	char label[LABEL_LEN], share[LABEL_LEN], encoding[LABEL_LEN];

	if (!c->n)
		return;
	view_number(v, count_text(c->per_op, per_op), ROW,
		    count_text(c->per_switch, per_switch),
		    stddev_text(c, stddev),
		    counter_label(v->e, i, label, sizeof(label)), unit_text(k),
		    share_text(v, i, share, sizeof(share)),
		    encoding_text(v, k, encoding, sizeof(encoding)));
}

static void put_table(const struct view *v)
{
	size_t counted = 0, runs = valid_runs(v);
	char title[LABEL_LEN];

	for (size_t i = 0; i < v->sum.nr_counters; i++)
		counted += v->sum.counters[i].n > 0;
	if (!counted)
		return;
	snprintf(title, sizeof(title),
		 "counted in %zu run%s of %s own, scope %s; times above are "
		 "without counters",
		 runs, runs == 1 ? "" : "s", runs == 1 ? "its" : "their",
		 or_mark(v->e->scope));
	fputc('\n', v->out);
	view_number(v, "per op", ROW, "per switch", "stddev", title, "", "",
		    "");
	for (size_t i = 0; i < v->sum.nr_counters; i++)
		put_counter(v, i);
}

static void put_derived(const struct view *v, const struct derived *d)
{
	const struct counter *c = &v->e->counters[d->counter];
	char number[NUMBER_LEN], label[LABEL_LEN];
	double value = d->value;

	counter_label(v->e, d->counter, label, sizeof(label));
	switch (d->kind) {
	case DERIVED_IPC:
		view_number(v, digits_text(value, 4, number), "%s per cycle%s",
			    label, counter_filter(c));
		break;
	case DERIVED_CLOCK:
		view_number(v, digits_text(value, 4, number),
			    "%s per ns of CPU time", label);
		break;
	default:
		view_number(v, number_text(value * 100, 1, number),
			    "%% of %s in user mode", c->metric);
		break;
	}
}

const char *derived_title(const struct entry *e, const struct derived *d,
			  char *buf, size_t len)
{
	const struct counter *c = &e->counters[d->counter];

	if (d->kind == DERIVED_IPC)
		snprintf(buf, len, "IPC%s", counter_filter(c));
	else if (d->kind == DERIVED_CLOCK)
		snprintf(buf, len, "%s/ns", c->name);
	else
		snprintf(buf, len, "user %s", c->metric);
	return buf;
}

static void put_derivations(const struct view *v)
{
	for (size_t i = 0; i < v->sum.nr_derived; i++) {
		const struct derived *d = &v->sum.derived[i];

		if (!isnan(d->value))
			put_derived(v, d);
	}
}

/* A share in per cent with what digits it bears, and its sign if wanted. */
static const char *cost_text(double share, bool sign, char buf[NUMBER_LEN])
{
	double percent = share * 100;
	int decimals = fabs(percent) < 1 ? 2 : 1;

	if (!(fabs(percent) < 1e6))
		return "?";
	snprintf(buf, NUMBER_LEN, sign ? "%+.*f" : "%.*f", decimals, percent);
	return buf;
}

static void put_cost(const struct view *v)
{
	const struct paired *c = entry_paired(v->e, "counted");
	const struct summary *s = &v->sum;
	char cost[NUMBER_LEN], level[NUMBER_LEN], lo[NUMBER_LEN];
	char hi[NUMBER_LEN];

	if (!c) {
		if (v->opts->verbose && v->e->nr_counted)
			view_remark(v, "what counters cost is not known: %s",
				    s->event_set_reason);
		return;
	}
	number_text(c->level * 100, 1, level);
	cost_text(s->counting_lo, false, lo);
	cost_text(s->counting_hi, false, hi);
	if (!s->event_set_reason)
		view_remark(v,
			    "counters cost %s %% (%s %% interval %s .. %s %%)",
			    cost_text(s->counting_cost, true, cost), level, lo,
			    hi);
	else if (!c->reason && !isnan(s->counting_lo))
		view_remark(v, "what counters cost is not measurable (< %s %%)",
			    hi);
	else
		view_remark(v, "what counters cost is not known: %s",
			    s->event_set_reason);
}

void view_uncounted(const struct view *v)
{
	for (size_t i = 0; i < v->sum.nr_counters; i++) {
		char *text;

		if (uncounted_text(v->e, &v->sum, i, &text) || !text)
			continue;
		view_remark(v, "not counted: %s", text);
		free(text);
	}
}

static void put_invalid(const struct view *v)
{
	const struct entry *e = v->e;
	size_t invalid = e->nr_counted - valid_runs(v);
	char ids[LABEL_LEN];

	if (!invalid || v->forced)
		return;
	invalid_ids(e->counted, e->nr_counted, ids, sizeof(ids));
	view_remark(v, "%zu of %zu counted runs %s invalid (%s) and left out",
		    invalid, e->nr_counted, invalid == 1 ? "was" : "were", ids);
}

void view_counters(const struct view *v)
{
	if (!v->e->nr_counters)
		return;
	put_table(v);
	put_derivations(v);
	put_cost(v);
	put_invalid(v);
	view_uncounted(v);
}
