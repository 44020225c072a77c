/* SPDX-License-Identifier: MIT */
/*
 * core/compare/counter.c - the counters of a row: which can be compared, and
 * in what ratio they are.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "compare/internal.h"
#include "pmu.h"
#include "stats/stats.h"

static const char *or_mark(const char *text)
{
	return text ? text : "?";
}

static const char *class_text(int class)
{
	return class < 0 ? "unknown" : pmu_class_word(class);
}

static bool same_arch(const struct compare *c, const struct compare_row *r)
{
	const char *a = compare_fact(&c->groups[0], "arch");
	const char *b = compare_fact(&c->groups[r->group], "arch");

	return !a || !b || !strcmp(a, b);
}

bool compare_same_scope(const struct compare_row *r)
{
	const char *a = or_mark(r->base->counts.scope);

	return !strcmp(a, or_mark(r->new->counts.scope)) && strcmp(a, "mixed");
}

/* Why the two sides are not the same quantity; @why stays NULL if they are. */
static int why_not(const struct compare *c, const struct compare_row *r,
		   const struct compare_count *a, const struct compare_count *b,
		   char **why)
{
	int n = 0;

	if (!compare_same_scope(r))
		n = asprintf(why, "scope %s against %s",
			     or_mark(r->base->counts.scope),
			     or_mark(r->new->counts.scope));
	else if (a->mixed || b->mixed)
		n = asprintf(why, "files in %s count different things",
			     c->groups[a->mixed ? 0 : r->group].label);
	else if (a->class != b->class)
		n = asprintf(why, "%s against %s", class_text(a->class),
			     class_text(b->class));
	else if (strcmp(or_mark(a->kind), or_mark(b->kind)))
		n = asprintf(why, "%s against %s", or_mark(a->kind),
			     or_mark(b->kind));
	else if (a->class < 0 ||
		 !pmu_comparable(a->class, or_mark(a->kind), or_mark(a->pmu),
				 b->class, or_mark(b->kind), or_mark(b->pmu)))
		n = asprintf(why, "%s, of %s and %s", class_text(a->class),
			     or_mark(a->pmu), or_mark(b->pmu));
	else if (a->class == PMU_ISA && !same_arch(c, r))
		n = asprintf(why, "of two instruction sets");
	return n < 0 ? -ENOMEM : 0;
}

/* The event of the new side that is to be held against @a; NULL: none. */
static const struct compare_count *partner(const struct compare_counts *c,
					   const struct compare_count *a)
{
	const struct compare_count *found = NULL;

	for (size_t i = 0; i < c->nr; i++) {
		const struct compare_count *b = &c->v[i];

		if (strcmp(a->name, b->name))
			continue;
		if (!strcmp(or_mark(a->pmu), or_mark(b->pmu)))
			return b;
		if (!found)
			found = b;
	}
	return found;
}

/* --- numbers ---------------------------------------------------------------- */

static int sorted(const struct compare_count *k, struct compare_values *out)
{
	out->n = k->n;
	out->v = calloc(k->n + 1, sizeof(*out->v));
	if (!out->v)
		return -ENOMEM;
	for (size_t i = 0; i < k->n; i++)
		out->v[i] = k->values[i];
	stats_sort(out->v, out->n);
	return 0;
}

static void describe(const struct compare_values *x, size_t *n, double *median,
		     double *rsd)
{
	*n = x->n;
	if (x->n)
		*median = stats_quantile(x->v, x->n, 0.5);
	if (x->n > 1)
		*rsd = stats_stddev(x->v, x->n) / stats_mean(x->v, x->n);
}

/*
 * A count of zero has no ratio. Whether there are more of them than none can
 * be told all the same, and is no matter of a threshold.
 */
static int test_zeros(struct compare_counter *k, const struct compare_values *a,
		      const struct compare_values *b)
{
	bool none_a = a->v[a->n - 1] <= 0, none_b = b->v[b->n - 1] <= 0;
	int err = rank_sum(a->v, a->n, b->v, b->n, NULL, &k->p);

	k->verdict = VERDICT_INCONCLUSIVE;
	if (none_a && none_b)
		k->verdict = VERDICT_SAME;
	else if (none_a && b->v[0] > 0)
		k->verdict = VERDICT_SLOWER;
	else if (none_b && a->v[0] > 0)
		k->verdict = VERDICT_FASTER;
	return err;
}

static int test_ratio(struct compare_counter *k, const struct compare_values *a,
		      const struct compare_values *b)
{
	struct rank_result t = { 0 };
	int err = compare_rank(a, b, &t);

	if (err == -EINVAL) {
		k->state = COMPARE_NO_NUMBERS;
		k->why = strdup("the ratio is no number that fits");
		return k->why ? 0 : -ENOMEM;
	}
	if (err)
		return err;
	k->ratio = t.estimate;
	k->lo = t.lo;
	k->hi = t.hi;
	k->level = t.level;
	k->p = t.p;
	return 0;
}

static int test(struct compare_counter *k, const struct compare_values *a,
		const struct compare_values *b)
{
	bool positive = a->v[0] > 0 && b->v[0] > 0;

	if (a->n < COMPARE_MIN_RUNS || b->n < COMPARE_MIN_RUNS) {
		k->state = COMPARE_FEW;
		if (positive)
			k->ratio = compare_bare_ratio(k->a, k->b);
		return 0;
	}
	return positive ? test_ratio(k, a, b) : test_zeros(k, a, b);
}

static int fill_numbers(struct compare_counter *k)
{
	struct compare_values a = { 0 }, b = { 0 };
	int err = k->base ? sorted(k->base, &a) : 0;

	if (!err && k->new)
		err = sorted(k->new, &b);
	if (!err) {
		describe(&a, &k->n_a, &k->a, &k->rsd_a);
		describe(&b, &k->n_b, &k->b, &k->rsd_b);
		if (k->state == COMPARE_JUDGED)
			err = test(k, &a, &b);
	}
	free(a.v);
	free(b.v);
	return err;
}

static int find_state(const struct compare *c, const struct compare_row *r,
		      struct compare_counter *k)
{
	int err = 0;

	if (!k->base)
		k->state = COMPARE_ONLY_NEW;
	else if (!k->new)
		k->state = COMPARE_ONLY_BASE;
	else if (!k->base->n || !k->new->n)
		k->state = COMPARE_NO_NUMBERS;
	else
		err = why_not(c, r, k->base, k->new, &k->why);
	if (k->why)
		k->state = COMPARE_OTHER_WORK;
	return err;
}

static int add_counter(const struct compare *c, struct compare_row *r,
		       const struct compare_count *base,
		       const struct compare_count *new)
{
	void *array = r->counters;
	struct compare_counter *k =
		array_append(&array, &r->nr_counters, sizeof(*k));
	int err;

	r->counters = array;
	if (!k)
		return -ENOMEM;
	k->base = base;
	k->new = new;
	k->a = k->b = k->rsd_a = k->rsd_b = NAN;
	k->ratio = k->lo = k->hi = k->level = k->p = k->p_adjusted = NAN;
	err = find_state(c, r, k);
	return err ? err : fill_numbers(k);
}

int compare_row_counters(const struct compare *c, struct compare_row *r)
{
	const struct compare_counts *a = &r->base->counts;
	const struct compare_counts *b = &r->new->counts;
	int err = 0;

	if (!a->nr || !b->nr)
		return 0;
	for (size_t i = 0; !err && i < a->nr; i++)
		err = add_counter(c, r, &a->v[i], partner(b, &a->v[i]));
	for (size_t i = 0; !err && i < b->nr; i++) {
		if (!partner(a, &b->v[i]))
			err = add_counter(c, r, NULL, &b->v[i]);
	}
	return err;
}

void compare_counters_free(struct compare_row *r)
{
	for (size_t i = 0; i < r->nr_counters; i++)
		free(r->counters[i].why);
	free(r->counters);
}
