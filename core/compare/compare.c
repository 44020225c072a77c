/* SPDX-License-Identifier: MIT */
/*
 * core/compare/compare.c - take in sessions, keep what is compared of them.
 */
#include "compare/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/counters.h"
#include "compare/cycles.h"
#include "compare/group.h"
#include "compare/key.h"
#include "compare/levels.h"
#include "compare/load.h"
#include "compare/order.h"
#include "compare/ratio.h"
#include "compare/row.h"
#include "compare/status.h"
#include "compare/types.h"
#include "result/latency.h"
#include "result/summary.h"
#include "stats/verdict.h"
#include "stats/welch.h"
#include "util/memory.h"

/*
 * Which rows there are.
 */

static int compare_conclude(struct compare *c, int correction);

static int by_key_and_group(const void *a, const void *b)
{
	const struct compare_cell *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->group < y->group ? -1 : x->group > y->group;
}

static int new_row(struct compare *c, const struct compare_cell *base,
		   const struct compare_cell *new, uint32_t group)
{
	void *array = c->rows;
	struct compare_row *r = array_append(&array, &c->nr_rows, sizeof(*r));

	c->rows = array;
	if (!r)
		return -ENOMEM;
	r->key = base ? base->key : new->key;
	r->group = group;
	r->base = base;
	r->new = new;
	return 0;
}

/*
 * The cells @from to @to are of one key. What the base has is missed in every
 * other group; what it does not have is only mentioned where it is.
 */
static int add_key_rows(struct compare *c, size_t from, size_t to)
{
	const struct compare_cell *base = &c->cells[from];
	int err = 0;

	if (base->group) {
		for (size_t i = from; !err && i < to; i++)
			err = new_row(c, NULL, &c->cells[i], c->cells[i].group);
		return err;
	}
	from++;
	for (uint32_t g = 1; !err && g < c->nr_groups; g++) {
		const struct compare_cell *new = NULL;

		if (from < to && c->cells[from].group == g)
			new = &c->cells[from++];
		err = new_row(c, base, new, g);
	}
	return err;
}

int compare_judge(struct compare *c, const struct compare_rule *rule)
{
	size_t from = 0, to;
	int err = compare_match_unknown(c);

	if (!err)
		err = compare_match_lists(c);
	if (!err)
		err = compare_label_keys(c);
	if (c->nr_cells)
		qsort(c->cells, c->nr_cells, sizeof(*c->cells),
		      by_key_and_group);
	hash_free(&c->cell_table);
	for (; !err && from < c->nr_cells; from = to) {
		to = from + 1;
		while (to < c->nr_cells &&
		       c->cells[to].key == c->cells[from].key)
			to++;
		err = add_key_rows(c, from, to);
	}
	for (size_t i = 0; !err && i < c->nr_rows; i++) {
		err = compare_row_numbers(c, &c->rows[i], rule);
		if (!err)
			err = compare_note_unknown(c, &c->rows[i]);
		compare_row_gates(c, &c->rows[i], rule);
		c->has_cycles |= c->rows[i].in_cycles;
	}
	c->gated = rule->nr_gates > 0;
	for (size_t i = 0; !err && i < rule->nr_gates; i++)
		c->idle_gate |= !compare_gate_decides(c, &rule->gates[i]);
	return err ? err : compare_conclude(c, rule->correction);
}

/*
 * What takes all rows: verdicts after the correction
 * for many tests, geometric means.
 */

/* What one run, file or boot varies by, relative to the whole. */
static double unit_spread(const struct compare_row *r)
{
	const struct compare_test *t = &r->t;

	if (t->unit == COMPARE_RUNS)
		return sqrt((r->a.rsd * r->a.rsd + r->b.rsd * r->b.rsd) / 2);
	return t->error / sqrt(1 / (double)t->n_a + 1 / (double)t->n_b);
}

/*
 * Units a side that would decide; NaN where more of them would not, since what
 * lies between sessions alone is as large as what is looked for.
 */
static double needed_units(const struct compare_row *r)
{
	const struct compare_test *t = &r->t;
	double needed = rank_runs_needed(unit_spread(r), r->threshold);
	bool gap = t->source != COMPARE_SAMPLED &&
		   2 * t->shared > log1p(r->threshold);

	if (gap || !(needed > fmax(t->n_a, t->n_b)))
		return NAN;
	return needed;
}

static int note_needed(struct compare_row *r)
{
	if (r->state == COMPARE_FEW)
		return findings_add(&r->notes, "W-FEW",
				    "needs >= %d runs a side",
				    COMPARE_MIN_RUNS);
	r->needed = r->t.disputed ? NAN : needed_units(r);
	if (isnan(r->needed))
		return 0;
	return findings_add(&r->notes, "W-NEEDED",
			    "need about %.0f %ss per side", r->needed,
			    compare_unit_word(r->t.unit));
}

/* What is beyond the threshold by chance, among so many, only may be so. */
static int weaken(int v)
{
	return v == VERDICT_SLOWER ? VERDICT_SLOWER_SMALL :
	       v == VERDICT_FASTER ? VERDICT_FASTER_SMALL :
				     v;
}

static int judge(struct compare *c, struct compare_row *r)
{
	bool stands = (r->gated ? r->p_adjusted : r->t.p) < COMPARE_ALPHA;
	int v = (int)verdict(r->t.lo, r->t.hi, r->threshold);

	r->verdict = stands ? v : weaken(v);
	r->gate = r->gated && r->verdict == VERDICT_SLOWER;
	if (r->verdict == v)
		return 0;
	if (!(r->t.p < COMPARE_ALPHA))
		return findings_add(&r->notes, "W-HOLM",
				    "p = %.2g is not enough", r->t.p);
	return findings_add(&r->notes, "W-HOLM",
			    "p = %.2g is not significant among %zu tests",
			    r->t.p, c->nr_tests);
}

/* Counts of zero have a verdict without an interval already. */
static void judge_counter(struct compare_counter *k)
{
	double alpha = k->gated ? COMPARE_ALPHA : COMPARE_FALSE_COUNTERS;

	if (!isnan(k->t.ratio))
		k->verdict = (int)verdict(k->t.lo, k->t.hi, k->threshold);
	if (!(k->p_adjusted < alpha))
		k->verdict = weaken(k->verdict);
	k->gate = k->gated && k->verdict == VERDICT_SLOWER;
}

/*
 * What was not sampled, where it stands in the way of a verdict, and what
 * would help.
 */
static int note_level(struct compare_row *r)
{
	static const char *const sources[] = {
		[COMPARE_FROM_FLOOR] = "floor",
		[COMPARE_STATED] = "stated",
		[COMPARE_ASSUMED] = "assumed",
	};
	const struct compare_test *t = &r->t;
	const char *what = t->one_boot ? "session" : "boot";
	bool large = fabs(log(t->ratio)) > log1p(r->threshold);
	bool open = r->verdict == VERDICT_INCONCLUSIVE ||
		    (large && (r->verdict == VERDICT_SLOWER_SMALL ||
			       r->verdict == VERDICT_FASTER_SMALL));

	if (t->source == COMPARE_SAMPLED || 2 * t->shared < t->own || !open ||
	    !(t->between > 0))
		return 0;
	return findings_add(
		&r->notes, "W-LEVEL",
		"sd between %ss %.2g %% (%s; %zu against %zu %s%s): need three per side%s",
		what, 100 * t->between, sources[t->source], t->clusters_a,
		t->clusters_b, what, t->clusters_b == 1 ? "" : "s",
		t->source == COMPARE_FROM_FLOOR ? "" : ", or noise --between");
}

static int note_welch(struct compare_row *r)
{
	if (!r->t.disputed)
		return 0;
	return findings_add(&r->notes, "W-WELCH",
			    "spread differs and Welch's t disagrees "
			    "(p = %.2g)",
			    r->t.welch_p);
}

static int note_constant(const struct compare *c, struct compare_row *r)
{
	bool a = r->a.n > 1 && r->a.rsd == 0;
	bool b = r->b.n > 1 && r->b.rsd == 0;

	if (!a && !b)
		return 0;
	return findings_add(&r->notes, "W-CONSTANT", "%s%s%s does not vary",
			    a ? c->groups[0].label : "", a && b ? " or " : "",
			    b ? c->groups[r->group].label : "");
}

/* A few slow runs move the mean and leave the typical run where it was. */
static int note_tail(struct compare_row *r)
{
	double means = compare_bare_ratio(r->a.mean, r->b.mean);
	double above = 1 + r->threshold, below = 1 / above;

	if (!(means > above && r->t.hi <= above) &&
	    !(means < below && r->t.lo >= below))
		return 0;
	return findings_add(
		&r->notes, "W-TAIL",
		"means differ by %+.1f %%, medians do not: a few slow runs",
		100 * (means - 1));
}

static int note_invalid(const struct compare_group *g,
			const struct compare_cell *cell, struct compare_row *r)
{
	if (!cell || !cell->nr_invalid)
		return 0;
	return findings_add(&r->notes, "W-INVALID",
			    "%zu of %zu runs of %s not valid", cell->nr_invalid,
			    cell->nr_invalid + cell->times.n, g->label);
}

static int note_reason(const struct compare_group *g,
		       const struct compare_cell *cell, struct compare_row *r)
{
	if (!cell || cell->times.n || !cell->reason)
		return 0;
	return findings_add(&r->notes, "W-REASON", "%s: %s", g->label,
			    cell->reason);
}

static const char *cpus_word(const struct compare_cell *cell)
{
	return cell->several_cpus ? "several lists" :
	       *cell->cpus	  ? cell->cpus :
				    "any";
}

/* The relation of CPUs is part of the key, which ones they are is not. */
static int note_cpus(const struct compare *c, struct compare_row *r)
{
	if (!r->base || !r->new ||
	    compare_elsewhere(compare_host(c, &c->groups[r->group])) ||
	    (!strcmp(r->base->cpus, r->new->cpus) && !r->base->several_cpus &&
	     !r->new->several_cpus))
		return 0;
	return findings_add(&r->notes, "N-CPUS", "on CPUs %s in %s, %s in %s",
			    cpus_word(r->base), c->groups[0].label,
			    cpus_word(r->new), c->groups[r->group].label);
}

/* Another build of the benchmark is no other machine. */
static int note_code(struct compare_row *r)
{
	if (!r->base || !r->new || !r->base->code || !r->new->code ||
	    !strcmp(r->base->code, r->new->code))
		return 0;
	return findings_add(&r->notes, "N-CODE",
			    "the plugins are not the same code");
}

static int conclude_row(struct compare *c, struct compare_row *r)
{
	const struct compare_group *a = &c->groups[0];
	const struct compare_group *b = &c->groups[r->group];
	bool judged = r->state == COMPARE_JUDGED;
	int err = 0;

	if (judged)
		err |= judge(c, r);
	if (r->state == COMPARE_FEW ||
	    (judged && r->verdict == VERDICT_INCONCLUSIVE))
		err |= note_needed(r);
	if (judged)
		err |= note_level(r) | note_welch(r) | note_constant(c, r) |
		       note_tail(r) |
		       compare_note_order(&r->notes, a->label, &r->t.order_a) |
		       compare_note_order(&r->notes, b->label, &r->t.order_b);
	for (size_t i = 0; i < r->nr_counters; i++) {
		if (r->counters[i].state == COMPARE_JUDGED)
			judge_counter(&r->counters[i]);
	}
	if (r->base && r->base->records)
		err |= findings_add(&r->notes, "N-RECORDED",
				    "ns as recorded, not per op");
	err |= note_cpus(c, r);
	err |= note_code(r);
	err |= note_invalid(a, r->base, r);
	err |= note_invalid(b, r->new, r);
	err |= note_reason(a, r->base, r);
	err |= note_reason(b, r->new, r);
	return err ? -ENOMEM : 0;
}

/* --- means ------------------------------------------------------------------ */

/**
 * struct sum - over rows
 * @logs:	of ratios
 * @own:	squares of half intervals by the runs alone, which rows do not share
 * @shared:	half intervals by what a session has in common: it can move all
 *		of its rows alike
 */
struct sum {
	double logs, own, shared;
};

static void add_row(struct sum *s, struct compare_mean *m,
		    const struct compare_row *r)
{
	m->nr_keys++;
	if (isnan(r->t.ratio))
		return;
	m->nr_rows++;
	s->logs += log(r->t.ratio);
	s->own += r->t.own * r->t.own;
	s->shared += r->t.shared;
	m->few |= r->t.few;
}

static void take_mean(const struct sum *s, struct compare_mean *m)
{
	double k = (double)m->nr_rows, half;

	m->ratio = m->lo = m->hi = NAN;
	if (!m->nr_rows)
		return;
	half = hypot(s->shared, sqrt(s->own)) / k;
	m->ratio = exp(s->logs / k);
	if (m->few)
		return;
	m->lo = exp(s->logs / k - half);
	m->hi = exp(s->logs / k + half);
}

static int take_means(struct compare *c)
{
	struct sum *sums = calloc(c->nr_groups + 1, sizeof(*sums));

	c->means = calloc(c->nr_groups + 1, sizeof(*c->means));
	if (!sums || !c->means) {
		free(sums);
		return -ENOMEM;
	}
	for (size_t i = 0; i < c->nr_rows; i++) {
		uint32_t g = c->rows[i].group;

		add_row(&sums[g], &c->means[g], &c->rows[i]);
	}
	for (size_t g = 0; g < c->nr_groups; g++)
		take_mean(&sums[g], &c->means[g]);
	free(sums);
	return 0;
}

/* Corrects p-values, judges, takes means. Return: 0 or -ENOMEM. */
static int compare_conclude(struct compare *c, int correction)
{
	int err = compare_correct(c, correction);

	for (size_t i = 0; !err && i < c->nr_rows; i++)
		err = conclude_row(c, &c->rows[i]);
	return err ? err : take_means(c);
}

/* --- cells ------------------------------------------------------------------ */

static bool same_cell(const void *array, uint32_t index, const void *key)
{
	const struct compare_cell *cell =
		(const struct compare_cell *)array + index;
	const struct compare_cell *wanted = key;

	return cell->group == wanted->group && cell->key == wanted->key;
}

static uint64_t cell_hash(uint32_t group, uint32_t key)
{
	uint64_t h = ((uint64_t)group << 32 | key) * 0x9e3779b97f4a7c15;

	return h ^ h >> 32;
}

static struct compare_cell *add_cell(struct compare *c, uint32_t group,
				     uint32_t key)
{
	void *array = c->cells;
	uint32_t index = (uint32_t)c->nr_cells;
	struct compare_cell *cell =
		array_append(&array, &c->nr_cells, sizeof(*cell));

	c->cells = array;
	if (!cell)
		return NULL;
	cell->group = group;
	cell->key = key;
	c->keys[key].used = true;
	cell->switches_min = cell->switches_max = NAN;
	cell->coverage = cell->switch_ns = NAN;
	if (hash_put(&c->cell_table, cell_hash(group, key), index))
		return NULL;
	return cell;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* What the first entry of a group says holds for the others. */
static int describe(struct compare_cell *cell, const struct entry *e)
{
	if (cell->op)
		return 0;
	cell->op = strdup(e->op ? e->op : "op");
	cell->tasks = e->nr_tasks;
	cell->bytes_per_op = e->bytes_per_op;
	cell->records = e->records;
	cell->code = e->code_id ? strdup(e->code_id) : NULL;
	return cell->op && (cell->code || !e->code_id) ? 0 : -ENOMEM;
}

/* The CPUs of all entries of a cell, if they have the same. */
static int take_cpus(struct compare_cell *cell, const struct entry *e)
{
	char *text = compare_cpus_text(e);

	if (!text)
		return -ENOMEM;
	if (!cell->cpus) {
		cell->cpus = text;
		return 0;
	}
	cell->several_cpus |= strcmp(cell->cpus, text) != 0;
	free(text);
	return 0;
}

static bool agrees(const struct compare_cell *cell, const struct entry *e)
{
	return same_text(cell->op, e->op ? e->op : "op") &&
	       cell->tasks == e->nr_tasks && cell->records == e->records &&
	       cell->bytes_per_op == e->bytes_per_op;
}

static struct compare_cell *cell_of(struct compare *c, uint32_t group,
				    uint32_t key, const struct entry *e)
{
	struct compare_cell wanted = { .group = group, .key = key }, *cell;
	uint32_t i = hash_find(&c->cell_table, cell_hash(group, key), same_cell,
			       c->cells, &wanted);

	cell = i == COMPARE_NONE ? add_cell(c, group, key) : &c->cells[i];
	if (!cell || describe(cell, e))
		return NULL;
	if (!agrees(cell, e))
		cell->mixed = true;
	if (!same_text(cell->code, e->code_id)) {
		free(cell->code);
		cell->code = NULL;
	}
	return cell;
}

static void count_switches(struct compare_cell *cell, const struct sample *r)
{
	double switches = run_figures_switches(&r->figures);

	if (isnan(switches))
		return;
	cell->switches += switches;
	cell->ops += (double)r->ops;
	switches /= (double)r->ops;
	cell->switches_min = fmin(cell->switches_min, switches);
	cell->switches_max = fmax(cell->switches_max, switches);
}

static double time_of(const struct entry *e, const struct sample *r)
{
	if (e->records)
		return r->records_ns;
	return (double)r->elapsed_ns / (double)r->ops;
}

/* A run counts if it is valid and its time has a logarithm. */
static bool usable(const struct entry *e, const struct sample *r)
{
	return r->valid && r->ops && isfinite(time_of(e, r)) &&
	       time_of(e, r) > 0;
}

static int add_run(struct compare_cell *cell, const struct entry *e,
		   const struct sample *r, int metric, uint64_t session)
{
	double value = time_of(e, r);
	int err = 0;

	if (cell->per != COMPARE_PER_OP)
		value *= (double)r->ops / run_figures_switches(&r->figures);
	if (metric == COMPARE_QUIET)
		err = entry_run_quiet(e, r, &value);
	if (err || !(value > 0) || metric >= COMPARE_P50)
		return err;
	err = compare_values_add(&cell->times, value, session);
	if (err || metric != COMPARE_TIME)
		return err;
	return compare_cycles_add(cell, r, value, session);
}

/* A quantile of all runs of a session together. */
static int add_latency(struct compare_cell *cell, const struct entry *e,
		       int metric, uint64_t session)
{
	struct latency_stats s;
	double ns;

	if (metric < COMPARE_P50 || !e->latency)
		return 0;
	latency_stats(&e->latency->buckets, &s);
	ns = s.quantile[LATENCY_P50 + metric - COMPARE_P50];
	return ns > 0 ? compare_values_add(&cell->times, ns, session) : 0;
}

/* Sessions are numbered by file, then as the file numbers them. */
static int add_runs(struct compare_cell *cell, const struct entry *e,
		    uint64_t file, int metric)
{
	int err = add_latency(cell, e, metric, file << 32);

	for (size_t i = 0; !err && i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		if (!usable(e, r)) {
			cell->nr_invalid++;
			continue;
		}
		err = add_run(cell, e, r, metric, file << 32 | r->session);
		count_switches(cell, r);
		compare_load_add(&cell->load, e, r);
	}
	return err;
}

static int keep_reason(struct compare_cell *cell, const struct entry *e)
{
	cell->status = e->status;
	if (!e->reason)
		return 0;
	free(cell->reason);
	cell->reason = strdup(e->reason);
	return cell->reason ? 0 : -ENOMEM;
}

/* An op without switches, or a recorded value, is not divided by them. */
static int per_of(const struct compare *c, const struct entry *e,
		  const struct summary *s)
{
	if (e->records || !(s->switches_per_op >= FEWEST_SWITCHES))
		return COMPARE_PER_OP;
	return c->per;
}

/* What a profile has beside times and counts. */
static int take_profile(const struct compare *c, struct compare_cell *cell,
			const struct entry *e)
{
	struct summary s;
	int err;

	if (!c->by_place)
		return 0;
	err = summarize(e, &s);
	if (err)
		return err;
	cell->per = cell->counts.per = per_of(c, e, &s);
	cell->coverage = fmin(cell->coverage, s.coverage);
	cell->switch_ns = s.switch_ns / s.switches_per_op;
	summary_free(&s);
	return 0;
}

static int add_entry(struct compare *c, uint32_t group, uint32_t key,
		     const struct entry *e)
{
	struct compare_cell *cell = cell_of(c, group, key, e);
	uint64_t file = c->nr_files - 1;
	int err = cell ? keep_reason(cell, e) : -ENOMEM;

	if (!err)
		err = take_profile(c, cell, e);

	if (!err)
		err = take_cpus(cell, e);
	if (!err)
		err = add_runs(cell, e, file, c->metric);
	return err ? err : compare_counts_add(&cell->counts, e, file);
}

/* --- sessions --------------------------------------------------------------- */

static bool same_cpus(const struct entry *a, const struct entry *b)
{
	return a->nr_cpus == b->nr_cpus &&
	       (!a->nr_cpus ||
		!memcmp(a->cpus, b->cpus, a->nr_cpus * sizeof(*a->cpus)));
}

/*
 * Entries of one session that differ by nothing but their CPUs are not the
 * same: their lists become part of the key.
 */
static int key_entries(struct compare *c, const struct session *s,
		       uint32_t *keys)
{
	const struct entry **first;
	bool *several;
	int err = 0;

	for (size_t i = 0; !err && i < s->nr_entries; i++)
		err = compare_key_of(c, &s->entries[i],
				     compare_list_matters(&s->entries[i]),
				     &keys[i]);
	first = calloc(c->nr_keys + 1, sizeof(*first));
	several = calloc(c->nr_keys + 1, sizeof(*several));
	if (!first || !several)
		err = -ENOMEM;
	for (size_t i = 0; !err && i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		if (!first[keys[i]])
			first[keys[i]] = e;
		several[keys[i]] |= !same_cpus(first[keys[i]], e);
	}
	for (size_t i = 0; !err && i < s->nr_entries; i++) {
		if (several[keys[i]])
			err = compare_key_of(c, &s->entries[i], true, &keys[i]);
	}
	free(several);
	free(first);
	return err;
}

static int add_entries(struct compare *c, const struct session *s,
		       uint32_t group)
{
	uint32_t *keys = calloc(s->nr_entries + 1, sizeof(*keys));
	int err = keys ? key_entries(c, s, keys) : -ENOMEM;

	for (size_t i = 0; !err && i < s->nr_entries; i++)
		err = add_entry(c, group, keys[i], &s->entries[i]);
	free(keys);
	return err;
}

/* The CPUs of a sweep, each a group. */
static int add_places(struct compare *c, const struct session *s,
		      const char *path)
{
	size_t first = c->nr_groups;
	int err = compare_levels_file(c, s);

	for (size_t i = 0; !err && i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];
		uint32_t group, key;

		if (!e->sweep)
			continue;
		err = compare_group_of_place(c, s, path, e->sweep, first,
					     &group);
		if (!err)
			err = compare_key_of(c, e, false, &key);
		if (!err)
			err = add_entry(c, group, key, e);
	}
	return err;
}

static bool has_places(const struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++) {
		if (s->entries[i].sweep)
			return true;
	}
	return false;
}

int compare_add(struct compare *c, const struct session *s, const char *path,
		int by)
{
	uint32_t group;
	int err;

	if (c->by_place && has_places(s))
		return add_places(c, s, path);
	err = compare_group_of(c, s, path, by, &group);

	if (err || group == COMPARE_NONE)
		return err;
	err = compare_levels_file(c, s);
	return err ? err : add_entries(c, s, group);
}

static void cell_free(struct compare_cell *cell)
{
	free(cell->op);
	free(cell->reason);
	free(cell->code);
	free(cell->cpus);
	compare_values_free(&cell->times);
	compare_values_free(&cell->cycles);
	compare_counts_free(&cell->counts);
}

void compare_free(struct compare *c)
{
	for (size_t i = 0; i < c->nr_groups; i++)
		compare_group_free(&c->groups[i]);
	for (size_t i = 0; i < c->nr_keys; i++)
		compare_key_free(&c->keys[i]);
	for (size_t i = 0; i < c->nr_cells; i++)
		cell_free(&c->cells[i]);
	for (size_t i = 0; i < c->nr_rows; i++) {
		findings_free(&c->rows[i].notes);
		compare_counters_free(&c->rows[i]);
	}
	for (size_t i = 0; i < c->nr_boots; i++)
		free(c->boots[i]);
	findings_free(&c->left_out);
	free(c->boots);
	free(c->files);
	free(c->groups);
	free(c->keys);
	free(c->cells);
	free(c->rows);
	free(c->means);
	hash_free(&c->group_table);
	hash_free(&c->key_table);
	hash_free(&c->cell_table);
	hash_free(&c->boot_table);
	*c = (struct compare){ 0 };
}
