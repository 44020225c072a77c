/* SPDX-License-Identifier: MIT */
/*
 * core/compare/conclude.c - what takes all rows: verdicts after the correction
 * for many tests, geometric means.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "compare/internal.h"
#include "stats/dist.h"

/* The larger of the two spreads would ask for too many, the smaller for too
 * few. */
static double needed_runs(const struct compare_row *r)
{
	double rsd = sqrt((r->a.rsd * r->a.rsd + r->b.rsd * r->b.rsd) / 2);
	double needed = rank_runs_needed(rsd, r->threshold);
	double most = fmax(r->a.nr_values, r->b.nr_values);

	return needed > most ? needed : NAN;
}

static int note_needed(struct compare_row *r)
{
	const char *what = r->by_session ? "sessions" : "runs";

	if (r->state == COMPARE_FEW)
		return findings_add(&r->notes, "W-FEW",
				    "needs >= %d runs a side",
				    COMPARE_MIN_RUNS);
	r->needed = r->doubtful ? NAN : needed_runs(r);
	if (isnan(r->needed))
		return 0;
	return findings_add(&r->notes, "W-NEEDED",
			    "about %.0f %s a side would tell", r->needed, what);
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
	bool stands = (r->gated ? r->p_adjusted : r->p) < COMPARE_ALPHA;
	int v = r->doubtful ? VERDICT_INCONCLUSIVE :
			      (int)verdict(r->lo, r->hi, r->threshold);

	r->verdict = stands ? v : weaken(v);
	r->gate = r->gated && r->verdict == VERDICT_SLOWER;
	if (r->verdict == v)
		return 0;
	if (!(r->p < COMPARE_ALPHA))
		return findings_add(&r->notes, "W-HOLM",
				    "p = %.2g is not enough", r->p);
	return findings_add(&r->notes, "W-HOLM",
			    "p = %.2g is not enough among %zu tests", r->p,
			    c->nr_tests);
}

/* Counts of zero have a verdict without an interval already. */
static void judge_counter(struct compare_counter *k)
{
	double alpha = k->gated ? COMPARE_ALPHA : COMPARE_FALSE_COUNTERS;

	if (!isnan(k->ratio))
		k->verdict = (int)verdict(k->lo, k->hi, k->threshold);
	if (!(k->p_adjusted < alpha))
		k->verdict = weaken(k->verdict);
	k->gate = k->gated && k->verdict == VERDICT_SLOWER;
}

static int note_constant(const struct compare *c, struct compare_row *r)
{
	bool a = r->a.nr_values > 1 && r->a.rsd == 0;
	bool b = r->b.nr_values > 1 && r->b.rsd == 0;

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

	if (!(means > above && r->hi <= above) &&
	    !(means < below && r->lo >= below))
		return 0;
	return findings_add(&r->notes, "W-TAIL",
			    "means differ by %+.1f %%: single runs, not the "
			    "typical one",
			    100 * (means - 1));
}

static int note_invalid(const struct compare_group *g,
			const struct compare_cell *cell, struct compare_row *r)
{
	if (!cell || !cell->nr_invalid)
		return 0;
	return findings_add(&r->notes, "W-INVALID",
			    "%zu of %zu runs of %s not valid", cell->nr_invalid,
			    cell->nr_invalid + cell->n, g->label);
}

static int note_reason(const struct compare_group *g,
		       const struct compare_cell *cell, struct compare_row *r)
{
	if (!cell || cell->n || !cell->reason)
		return 0;
	return findings_add(&r->notes, "W-REASON", "%s: %s", g->label,
			    cell->reason);
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
		err |= note_constant(c, r) | note_tail(r);
	for (size_t i = 0; i < r->nr_counters; i++) {
		if (r->counters[i].state == COMPARE_JUDGED)
			judge_counter(&r->counters[i]);
	}
	if (r->base && r->base->records)
		err |= findings_add(&r->notes, "N-RECORDED",
				    "ns as recorded, not per op");
	err |= note_invalid(a, r->base, r);
	err |= note_invalid(b, r->new, r);
	err |= note_reason(a, r->base, r);
	err |= note_reason(b, r->new, r);
	return err ? -ENOMEM : 0;
}

/* --- means ------------------------------------------------------------------ */

/* struct sum - logarithms of ratios, their variances, degrees of freedom */
struct sum {
	double logs, variance, df;
};

static double variance_of(const struct compare_side *s)
{
	return s->rsd * s->rsd / (double)s->nr_values;
}

static void add_row(struct sum *s, struct compare_mean *m,
		    const struct compare_row *r)
{
	m->nr_keys++;
	if (isnan(r->ratio))
		return;
	m->nr_rows++;
	s->logs += log(r->ratio);
	s->variance += variance_of(&r->a) + variance_of(&r->b);
	s->df += (double)(r->a.nr_values + r->b.nr_values) - 2;
}

/* exp(mean of ln r +- t sqrt(sum of variances) / k) */
static void take_mean(const struct sum *s, struct compare_mean *m)
{
	double k = (double)m->nr_rows, half;

	m->ratio = m->lo = m->hi = NAN;
	if (!m->nr_rows)
		return;
	half = dist_t_quantile(0.975, s->df) * sqrt(s->variance) / k;
	m->ratio = exp(s->logs / k);
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

int compare_conclude(struct compare *c, int correction)
{
	int err = compare_correct(c, correction);

	for (size_t i = 0; !err && i < c->nr_rows; i++)
		err = conclude_row(c, &c->rows[i]);
	return err ? err : take_means(c);
}
