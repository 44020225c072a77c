/* SPDX-License-Identifier: MIT */
/*
 * core/compare/status.c - what became of rows, in words, and the exit status
 * they stand for.
 */
#include "compare/status.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/types.h"
#include "plugin/registry.h"
#include "stats/verdict.h"
#include "util/exit_status.h"
#include "util/parse.h"
#include "util/why.h"

/*
 * Which rows decide the exit status of a comparison.
 */

/* The percentage behind the last colon; cut off @text if it is one. */
static int take_threshold(char *text, double *threshold)
{
	char *colon = strrchr(text, ':');
	size_t end;

	*threshold = NAN;
	if (!colon)
		return 0;
	end = strlen(colon);
	if (end > 1 && colon[end - 1] == '%')
		colon[end - 1] = '\0';
	else if (strspn(colon + 1, "0123456789.") != end - 1 || end == 1)
		return 0;
	*colon = '\0';
	return parse_percent(colon + 1, threshold);
}

static int fill(char *text, struct compare_gate *g, char *why, size_t len)
{
	char *colon;

	if (take_threshold(text, &g->threshold))
		return why_set(why, len, -EINVAL,
			       "not a percentage (0 to 100)");
	colon = strchr(text, ':');
	if (colon)
		*colon++ = '\0';
	if (!*text || (colon && !*colon))
		return why_set(why, len, -EINVAL,
			       "not BENCH[:METRIC][:PCT]: "
			       "'sched/*', 'sched/pipe:time:5', "
			       "'all:instructions'");
	if (colon && !strncmp(colon, "IPC", 3))
		return why_set(
			why, len, -EINVAL,
			"more or fewer instructions per cycle is neither "
			"better nor worse: name instructions or cycles");
	g->benchmarks = strdup(text);
	g->metric = strdup(colon ? colon : "time");
	return g->benchmarks && g->metric ? 0 : -ENOMEM;
}

int compare_gate_parse(const char *text, struct compare_gate *out, char *why,
		       size_t len)
{
	struct compare_gate g = { 0 };
	char *copy = strdup(text);
	int err = copy ? fill(copy, &g, why, len) : -ENOMEM;

	free(copy);
	if (err)
		compare_gate_free(&g);
	else
		*out = g;
	return err;
}

bool compare_gate_means(const struct compare_gate *g, const char *benchmark,
			const char *metric)
{
	return !strcmp(g->metric, metric) &&
	       registry_means(g->benchmarks, benchmark);
}

void compare_gate_free(struct compare_gate *g)
{
	free(g->benchmarks);
	free(g->metric);
}

const char *compare_counter_name(const struct compare_counter *k)
{
	return k->base ? k->base->name : k->new->name;
}

const struct compare_counter *compare_row_counter(const struct compare_row *r,
						  const char *name)
{
	for (size_t i = 0; i < r->nr_counters; i++) {
		if (!strcmp(compare_counter_name(&r->counters[i]), name))
			return &r->counters[i];
	}
	return NULL;
}

const char *compare_counter_why(const struct compare_counter *k)
{
	const struct compare_count *none = k->n_a ? k->new : k->base;

	if (k->why)
		return k->why;
	return none && !none->values.n && none->reason ? none->reason : "";
}

const char *const compare_metrics[COMPARE_METRICS + 2] = {
	[COMPARE_TIME] = "time",     [COMPARE_QUIET] = "quiet",
	[COMPARE_P50] = "p50",	     [COMPARE_P90] = "p90",
	[COMPARE_P99] = "p99",	     [COMPARE_P999] = "p99.9",
	[COMPARE_CYCLES] = "cycles",
};

const char *compare_metric_word(int metric)
{
	return compare_metrics[metric];
}

const char *compare_unit_word(int unit)
{
	static const char *const words[] = {
		[COMPARE_RUNS] = "run",
		[COMPARE_SESSIONS] = "session",
		[COMPARE_FILES] = "file",
		[COMPARE_BOOTS] = "boot",
	};

	return words[unit];
}

static const char *missing_word(const struct compare_cell *cell, int metric)
{
	switch (cell->status) {
	case ENTRY_FAILED:
		return "failed";
	case ENTRY_SKIPPED:
		return "skipped";
	default:
		return metric == COMPARE_TIME ? "no valid run" : "no value";
	}
}

/* What rows and their counters say alike. */
#define FEW "too few runs"

static const char *only_in(const char *label, char *buf, size_t len)
{
	snprintf(buf, len, "only in %s", label);
	return buf;
}

const char *compare_word(const struct compare *c, const struct compare_row *r,
			 char *buf, size_t len)
{
	const char *a = c->groups[0].label, *b = c->groups[r->group].label;
	bool in_new = r->new && !r->new->times.n;

	switch (r->state) {
	case COMPARE_JUDGED:
		return verdict_text(r->verdict);
	case COMPARE_FEW:
		return FEW;
	case COMPARE_OTHER_WORK:
		return "not the same work";
	case COMPARE_ONLY_BASE:
		return only_in(a, buf, len);
	case COMPARE_ONLY_NEW:
		return only_in(b, buf, len);
	default:
		if (r->base->times.n && r->new->times.n)
			return "out of range";
		snprintf(buf, len, "%s in %s",
			 missing_word(in_new ? r->new : r->base, c->metric),
			 in_new ? b : a);
	}
	return buf;
}

const char *compare_counter_word(const struct compare *c,
				 const struct compare_row *r,
				 const struct compare_counter *k, char *buf,
				 size_t len)
{
	static const char *const verdicts[] = {
		[VERDICT_INCONCLUSIVE] = "inconclusive",
		[VERDICT_SAME] = "same",
		[VERDICT_SLOWER] = "more",
		[VERDICT_FASTER] = "fewer",
		[VERDICT_SLOWER_SMALL] = "more?",
		[VERDICT_FASTER_SMALL] = "fewer?",
	};
	const char *a = c->groups[0].label, *b = c->groups[r->group].label;

	switch (k->state) {
	case COMPARE_JUDGED:
		return compare_own(k->base) ? verdict_text(k->verdict) :
					      verdicts[k->verdict];
	case COMPARE_FEW:
		return FEW;
	case COMPARE_OTHER_WORK:
		return "not the same";
	case COMPARE_ONLY_BASE:
		return only_in(a, buf, len);
	case COMPARE_ONLY_NEW:
		return only_in(b, buf, len);
	default:
		if (k->n_a && k->n_b)
			return "out of range";
		snprintf(buf, len, "not counted in %s", k->n_a ? b : a);
	}
	return buf;
}

/* --- status ----------------------------------------------------------------- */

/**
 * struct decision - what all that decides comes to
 * @gate:	a regression
 * @other:	not the same work
 * @compared:	something was compared
 * @open:	something could not be decided
 */
struct decision {
	bool gate, other, compared, open;
};

static bool compared(int state)
{
	return state == COMPARE_JUDGED || state == COMPARE_FEW;
}

static void decide(struct decision *d, int state, int verdict, bool gate)
{
	d->gate |= gate;
	d->other |= state == COMPARE_OTHER_WORK;
	d->compared |= compared(state);
	d->open |= state != COMPARE_JUDGED || verdict == VERDICT_INCONCLUSIVE;
}

static void decide_row(struct decision *d, const struct compare_row *r)
{
	if (r->gated)
		decide(d, r->state, r->verdict, r->gate);
	if (r->lacks) {
		d->open = true;
		d->other |= r->state == COMPARE_OTHER_WORK;
	}
	for (size_t i = 0; i < r->nr_counters; i++) {
		const struct compare_counter *k = &r->counters[i];

		if (k->gated)
			decide(d, k->state, k->verdict, k->gate);
	}
}

int compare_status(const struct compare *c, bool strict)
{
	struct decision d = { 0 };

	for (size_t i = 0; i < c->nr_rows; i++)
		decide_row(&d, &c->rows[i]);
	if (d.gate)
		return EXIT_REGRESSION;
	if (d.other || c->idle_gate)
		return EXIT_NOT_COMPARABLE;
	if (c->gated && (d.open || !d.compared))
		return EXIT_INCONCLUSIVE;
	if (!d.compared)
		return EXIT_NOT_COMPARABLE;
	return d.open && strict ? EXIT_INCONCLUSIVE : EXIT_DONE;
}

/* --- gates ------------------------------------------------------------------ */

static bool undecided(int state, int verdict)
{
	return state != COMPARE_JUDGED || verdict == VERDICT_INCONCLUSIVE;
}

/* The first one gives the reason. */
static void count(struct compare_gate_result *g, bool open, bool regression,
		  const char *benchmark, const char *word)
{
	g->judged += !open;
	g->regressions += regression;
	if (open && !g->open++)
		snprintf(g->why, sizeof(g->why), "%s: %s", benchmark, word);
}

static void count_row(const struct compare *c, const struct compare_row *r,
		      const struct compare_gate *g,
		      struct compare_gate_result *out)
{
	const char *name = c->keys[r->key].name;
	char word[64];

	if (compare_gate_means(g, name, compare_metric_word(c->metric)))
		count(out, undecided(r->state, r->verdict), r->gate, name,
		      compare_word(c, r, word, sizeof(word)));
	for (size_t i = 0; i < r->nr_counters; i++) {
		const struct compare_counter *k = &r->counters[i];

		if (!compare_gate_means(g, name, compare_counter_name(k)))
			continue;
		count(out, undecided(k->state, k->verdict), k->gate, name,
		      compare_counter_word(c, r, k, word, sizeof(word)));
	}
}

/* Benchmarks that a gate means and that have no such counter. */
static void count_lacking(const struct compare *c, const struct compare_gate *g,
			  struct compare_gate_result *out)
{
	for (size_t i = 0; i < c->nr_rows; i++) {
		const struct compare_row *r = &c->rows[i];
		const char *name = c->keys[r->key].name;

		if (r->lacks && compare_gate_means(g, name, g->metric) &&
		    !compare_row_counter(r, g->metric))
			count(out, true, false, name, "no such counter");
	}
}

struct compare_gate_result compare_gate_result(const struct compare *c,
					       const struct compare_gate *g)
{
	struct compare_gate_result out = { 0 };

	for (size_t i = 0; i < c->nr_rows; i++)
		count_row(c, &c->rows[i], g, &out);
	if (out.judged || out.open)
		count_lacking(c, g, &out);
	return out;
}

bool compare_gate_decides(const struct compare *c, const struct compare_gate *g)
{
	const struct compare_gate_result r = compare_gate_result(c, g);

	return r.judged || r.open;
}
