/* SPDX-License-Identifier: MIT */
/*
 * core/compare/levels.c - the ratio of two sides whose values are nested.
 *
 * All is done with logarithms, whose differences are ratios.
 */
#include "compare/levels.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare/order.h"
#include "compare/ratio.h"
#include "stats/dist.h"
#include "stats/quantile.h"
#include "stats/stats.h"
#include "stats/welch.h"
#include "util/memory.h"

#define LEVEL 0.95
#define POWER 0.80

/* Spread this many times larger on one side makes rank tests too bold. */
#define SPREAD_RATIO 2

int compare_values_add(struct compare_values *x, double value, uint64_t session)
{
	void *v = x->v, *of = x->session;
	size_t n = x->n;
	double *slot = array_append(&v, &n, sizeof(*slot));
	uint64_t *whose;

	x->v = v;
	n = x->n;
	whose = slot ? array_append(&of, &n, sizeof(*whose)) : NULL;
	x->session = of;
	if (!whose)
		return -ENOMEM;
	*slot = value;
	*whose = session;
	x->n++;
	return 0;
}

void compare_values_free(struct compare_values *x)
{
	free(x->v);
	free(x->session);
	*x = (struct compare_values){ 0 };
}

/* --- files ------------------------------------------------------------------ */

static bool same_boot(const void *array, uint32_t index, const void *key)
{
	return !strcmp(((char *const *)array)[index], key);
}

static int boot_of(struct compare *c, const char *id, uint32_t *boot)
{
	void *array = c->boots;
	char **slot;

	*boot = hash_find(&c->boot_table, hash_text(id), same_boot, c->boots,
			  id);
	if (*boot != COMPARE_NONE)
		return 0;
	slot = array_append(&array, &c->nr_boots, sizeof(*slot));
	c->boots = array;
	if (!slot)
		return -ENOMEM;
	*slot = strdup(id);
	*boot = (uint32_t)c->nr_boots - 1;
	return *slot ? hash_put(&c->boot_table, hash_text(id), *boot) : -ENOMEM;
}

/* Seconds; 0: not known. */
static int64_t start_of(const struct session *s)
{
	struct tm tm = { 0 };

	if (!s->created || !strptime(s->created, "%Y-%m-%dT%H:%M:%SZ", &tm))
		return 0;
	return timegm(&tm);
}

int compare_levels_file(struct compare *c, const struct session *s)
{
	const char *id = session_fact(s, "boot_id");
	void *array = c->files;
	struct compare_file *f = array_append(&array, &c->nr_files, sizeof(*f));

	c->files = array;
	if (!f)
		return -ENOMEM;
	*f = (struct compare_file){ .boot = COMPARE_NONE,
				    .start = start_of(s) };
	return id ? boot_of(c, id, &f->boot) : 0;
}

/* --- one side --------------------------------------------------------------- */

/* struct nested - a run, its session and its cluster: a boot or a file */
struct nested {
	uint64_t cluster, session;
	double log;
};

/**
 * struct level - sets of values at one level
 * @nr:		of them
 * @mean:	of each, of the level below; of a session the median of its runs
 * @squares:	sum of squares of the level below around these
 */
struct level {
	size_t nr;
	double *mean;
	double squares;
};

/**
 * struct side - a side of the comparison
 * @runs:	sorted by cluster, then session
 * @sessions, @clusters: levels
 * @first, @last: when its files began; 0: not known
 */
struct side {
	const struct compare_values *values;
	struct nested *runs;
	struct level sessions, clusters;
	struct compare_order order;
	int64_t first, last;
};

static int by_cluster(const void *a, const void *b)
{
	const struct nested *x = a, *y = b;

	if (x->cluster != y->cluster)
		return x->cluster < y->cluster ? -1 : 1;
	return x->session < y->session ? -1 : x->session > y->session;
}

static uint64_t cluster_of(const struct compare *c, uint64_t session,
			   bool by_file)
{
	size_t file = compare_file_of(session);
	uint32_t boot = c->files[file].boot;

	if (by_file || boot == COMPARE_NONE)
		return UINT64_C(1) << 32 | file;
	return boot;
}

/* The sessions of a cluster, runs @from to @to. */
static void add_cluster(struct side *s, double *scratch, size_t from, size_t to)
{
	struct level *l = &s->sessions, *k = &s->clusters;
	size_t first = l->nr, n = 0;

	for (size_t i = from; i < to; i++) {
		scratch[n++] = s->runs[i].log;
		if (i + 1 < to && s->runs[i + 1].session == s->runs[i].session)
			continue;
		l->mean[l->nr++] = stats_median(scratch, n);
		n = 0;
	}
	k->mean[k->nr] = stats_mean(l->mean + first, l->nr - first);
	for (size_t i = first; i < l->nr; i++)
		k->squares += pow(l->mean[i] - k->mean[k->nr], 2);
	k->nr++;
}

static int build(struct side *s, const struct compare *c, bool by_file)
{
	size_t n = s->values->n, to;
	double *scratch = calloc(n + 1, sizeof(*scratch));

	s->runs = calloc(n + 1, sizeof(*s->runs));
	s->sessions.mean = calloc(n + 1, sizeof(double));
	s->clusters.mean = calloc(n + 1, sizeof(double));
	if (!scratch || !s->runs || !s->sessions.mean || !s->clusters.mean) {
		free(scratch);
		return -ENOMEM;
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t session = s->values->session[i];

		s->runs[i] = (struct nested){
			.cluster = cluster_of(c, session, by_file),
			.session = session,
			.log = log(s->values->v[i]),
		};
	}
	qsort(s->runs, n, sizeof(*s->runs), by_cluster);
	for (size_t from = 0; from < n; from = to) {
		to = from + 1;
		while (to < n && s->runs[to].cluster == s->runs[from].cluster)
			to++;
		add_cluster(s, scratch, from, to);
	}
	free(scratch);
	return 0;
}

static void find_times(struct side *s, const struct compare *c)
{
	for (size_t i = 0; i < s->values->n; i++) {
		int64_t t =
			c->files[compare_file_of(s->values->session[i])].start;

		if (!i || t < s->first)
			s->first = t;
		if (!i || t > s->last)
			s->last = t;
	}
}

static int take_side(struct side *s, const struct compare *c,
		     const struct compare_values *x, bool by_file)
{
	int err;

	s->values = x;
	err = build(s, c, by_file);
	find_times(s, c);
	return err ? err : compare_order(x, &s->order);
}

static void side_free(struct side *s)
{
	free(s->runs);
	free(s->sessions.mean);
	free(s->clusters.mean);
}

/* The one boot that all runs of a side are of; COMPARE_NONE: there is none. */
static uint32_t only_boot(const struct compare *c,
			  const struct compare_values *x)
{
	uint32_t boot = c->files[compare_file_of(x->session[0])].boot;

	for (size_t i = 1; i < x->n; i++) {
		if (c->files[compare_file_of(x->session[i])].boot != boot)
			return COMPARE_NONE;
	}
	return boot;
}

/* --- the noise that was not sampled ------------------------------------------ */

/* struct gap - variance of the difference that the values do not show */
struct gap {
	struct welch_part v;
	int source;
	double sd;
};

/*
 * One boot on both sides: what differs are sessions, at other times. More
 * files help only as far as they are from other times too, which nobody knows
 * of an assumption.
 */
static struct gap gap_of(const struct side *a, const struct side *b,
			 const struct compare_noise *n, bool one_boot)
{
	double sd = one_boot ? n->sessions : n->boots;
	double df = one_boot ? n->sessions_df : n->boots_df;
	double share = 1 / (double)a->clusters.nr + 1 / (double)b->clusters.nr;

	if (!isnan(sd) && df > 0)
		return (struct gap){ { sd * sd * share, df },
				     COMPARE_FROM_FLOOR,
				     sd };
	if (one_boot)
		share = 2;
	return (struct gap){ { n->assumed * n->assumed * share, INFINITY },
			     n->stated ? COMPARE_STATED : COMPARE_ASSUMED,
			     n->assumed };
}

/*
 * Files of one boot that lie close together, all of one side before all of the
 * other, do not show what changes in the time between.
 */
static bool far_apart(const struct side *a, const struct side *b)
{
	int64_t span_a = a->last - a->first, span_b = b->last - b->first;
	int64_t between = a->first > b->last ? a->first - b->last :
					       b->first - a->last;

	if (!a->first || !b->first)
		return false;
	return between > (span_a > span_b ? span_a : span_b);
}

/* --- the three ways ----------------------------------------------------------*/

static double mean_of(const struct level *l)
{
	return stats_mean(l->mean, l->nr);
}

/* Sample variance of the mean of sets. */
static struct welch_part part_of_mean(const struct level *l)
{
	double sd = stats_stddev(l->mean, l->nr);

	return (struct welch_part){ sd * sd / (double)l->nr,
				    (double)l->nr - 1 };
}

/* Of the mean of sessions, around the clusters that they are in. */
static struct welch_part part_within(const struct side *s)
{
	double df = (double)(s->sessions.nr - s->clusters.nr);

	return (struct welch_part){
		s->clusters.squares / df / (double)s->sessions.nr, df
	};
}

/* @bias: a change that is none of what is compared, in no known direction */
static void conclude(struct compare_test *t, double diff, double bias,
		     const struct welch_part parts[3])
{
	double v = parts[0].v + parts[1].v + parts[2].v, half;

	t->ratio = exp(diff);
	t->level = LEVEL;
	t->error = sqrt(v);
	t->df = INFINITY;
	if (v == 0) {
		t->lo = t->hi = t->p = diff == 0 ? 1 : NAN;
		t->level = diff == 0 ? 1 : NAN;
		return;
	}
	t->df = welch_parts_df(parts, 3);
	half = dist_t_quantile((1 + LEVEL) / 2, t->df) * t->error + bias;
	t->shared = half;
	t->lo = exp(diff - half);
	t->hi = exp(diff + half);
	t->p = dist_t_two_sided(fmax(0, fabs(diff) - bias) / t->error, t->df);
}

static void by_clusters(const struct side *a, const struct side *b,
			const struct gap *g, double bias,
			struct compare_test *t)
{
	const struct welch_part parts[] = { part_of_mean(&a->clusters),
					    part_of_mean(&b->clusters), g->v };

	t->n_a = a->clusters.nr;
	t->n_b = b->clusters.nr;
	conclude(t, mean_of(&b->clusters) - mean_of(&a->clusters), bias, parts);
}

static void by_sessions(const struct side *a, const struct side *b,
			const struct gap *g, double bias,
			struct compare_test *t)
{
	const struct welch_part parts[] = { part_within(a), part_within(b),
					    g->v };

	t->unit = COMPARE_SESSIONS;
	t->n_a = a->sessions.nr;
	t->n_b = b->sessions.nr;
	conclude(t, mean_of(&b->clusters) - mean_of(&a->clusters), bias, parts);
}

static int sorted(const struct compare_values *x, double **out)
{
	*out = calloc(x->n + 1, sizeof(**out));
	if (!*out)
		return -ENOMEM;
	memcpy(*out, x->v, x->n * sizeof(**out));
	stats_sort(*out, x->n);
	return 0;
}

static double mad_of(const double *sorted_x, size_t n, double *scratch)
{
	double median = stats_quantile(sorted_x, n, 0.5);

	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(sorted_x[i] - median) / median;
	return stats_median(scratch, n);
}

/* struct width - how far an interval reaches from the estimate, in logs */
struct width {
	double down, up;
};

/*
 * With ties the interval can reach 1 though the test says that there is a
 * difference. It then is as wide as the test's p says.
 */
static void trust_p(struct width *w, const struct rank_result *r)
{
	double d = log(r->estimate), z, by_p;

	if (!(r->p < 1) || d == 0)
		return;
	z = dist_normal_quantile(1 - r->p / 2);
	by_p = fabs(d) * dist_normal_quantile((1 + r->level) / 2) / z;
	if (d > 0)
		w->down = fmin(w->down, by_p);
	else
		w->up = fmin(w->up, by_p);
}

/*
 * Where spread differs the rank test finds too much: the interval then holds
 * that of Welch's t too.
 */
static int widen_by_welch(struct width *w, struct compare_test *t,
			  const double *a, const double *b)
{
	size_t n = t->n_a, m = t->n_b;
	double *logs = calloc(n + m, sizeof(*logs));
	double mad_a, mad_b, d = log(t->ratio);
	struct welch k;
	int err;

	if (!logs)
		return -ENOMEM;
	mad_a = mad_of(a, n, logs);
	mad_b = mad_of(b, m, logs);
	for (size_t i = 0; i < n + m; i++)
		logs[i] = log(i < n ? a[i] : b[i - n]);
	err = rank_welch(logs, n, logs + n, m, LEVEL, &k);
	free(logs);
	if (err || isnan(k.p) ||
	    fmax(mad_a, mad_b) <= SPREAD_RATIO * fmin(mad_a, mad_b))
		return err;
	t->welch_p = k.p;
	t->disputed = k.p >= COMPARE_ALPHA && t->p < COMPARE_ALPHA;
	w->down = fmax(w->down, d - k.lo);
	w->up = fmax(w->up, k.hi - d);
	return 0;
}

/* How much wider the runs' own interval is because neighbours are alike. */
static double stretch(const struct side *a, const struct side *b)
{
	double x = (double)a->values->n / a->order.n_eff;
	double y = (double)b->values->n / b->order.n_eff;

	return sqrt((x + y) / 2);
}

static double drift_of(const struct side *s)
{
	return fabs(s->order.drift) + fabs(s->order.warmup);
}

/* Interval and p: runs by their ranks, and what they do not show. */
static void add_gap(struct compare_test *t, struct width w, const struct gap *g,
		    double bias)
{
	double z = dist_normal_quantile((1 + LEVEL) / 2), d = log(t->ratio);
	double q = dist_t_quantile((1 + LEVEL) / 2, g->v.df);
	double toward = d > 0 ? w.down : w.up, half, distance;
	const struct welch_part parts[] = {
		{ toward * toward / z / z, INFINITY }, g->v
	};

	t->shared = q * sqrt(g->v.v);
	t->own = (w.down + w.up) / 2 + bias;
	t->lo = exp(d - hypot(w.down, t->shared) - bias);
	t->hi = exp(d + hypot(w.up, t->shared) + bias);
	t->df = welch_parts_df(parts, 2);
	half = hypot(toward, t->shared);
	t->error = half / dist_t_quantile((1 + LEVEL) / 2, t->df);
	distance = fmax(0, fabs(d) - bias);
	if (half > 0)
		t->p = fmax(t->p, dist_t_two_sided(distance / t->error, t->df));
}

static int by_runs(const struct side *a, const struct side *b,
		   const struct gap *g, double bias, struct compare_test *t)
{
	struct rank_result r = { 0 };
	double *x = NULL, *y = NULL, wider = stretch(a, b), d;
	struct width w;
	int err = sorted(a->values, &x);

	if (!err)
		err = sorted(b->values, &y);
	t->unit = COMPARE_RUNS;
	t->n_a = a->values->n;
	t->n_b = b->values->n;
	if (!err)
		err = compare_ratio(x, t->n_a, y, t->n_b, LEVEL, &r);
	if (err)
		goto out_free;
	t->ratio = r.estimate;
	t->level = r.level;
	t->p = r.p;
	d = log(r.estimate);
	w = (struct width){ d - log(r.lo), log(r.hi) - d };
	trust_p(&w, &r);
	err = widen_by_welch(&w, t, x, y);
	w.down *= wider;
	w.up *= wider;
	add_gap(t, w, g, bias + drift_of(a) + drift_of(b));
out_free:
	free(x);
	free(y);
	return err;
}

/* --- which of them ---------------------------------------------------------- */

/* Whether there are sessions enough beside those that stand for a boot. */
static bool sessions_vary(const struct side *s)
{
	return s->sessions.nr - s->clusters.nr + 1 >= COMPARE_MIN_SESSIONS;
}

static void bare_ratio(const struct side *a, const struct side *b,
		       struct compare_test *t)
{
	t->few = true;
	t->n_a = a->values->n;
	t->n_b = b->values->n;
	t->ratio = exp(mean_of(&b->clusters) - mean_of(&a->clusters));
}

static int choose(const struct side *a, const struct side *b,
		  const struct compare_noise *noise, bool one_boot,
		  struct compare_test *t)
{
	struct gap g = gap_of(a, b, noise, one_boot);
	bool clusters = a->clusters.nr >= COMPARE_MIN_SESSIONS &&
			b->clusters.nr >= COMPARE_MIN_SESSIONS;

	if (clusters && !(one_boot && far_apart(a, b)))
		g = (struct gap){ { 0, INFINITY }, COMPARE_SAMPLED, NAN };
	t->between = g.sd;
	t->between_df = g.v.df;
	t->source = g.source;
	if (clusters) {
		by_clusters(a, b, &g, noise->load, t);
		return 0;
	}
	if (sessions_vary(a) && sessions_vary(b)) {
		by_sessions(a, b, &g, noise->load, t);
		return 0;
	}
	if (a->values->n >= COMPARE_MIN_RUNS &&
	    b->values->n >= COMPARE_MIN_RUNS)
		return by_runs(a, b, &g, noise->load, t);
	bare_ratio(a, b, t);
	return 0;
}

static int test(const struct compare *c, const struct compare_values *x,
		const struct compare_values *y,
		const struct compare_noise *noise, struct compare_test *t)
{
	uint32_t boot = only_boot(c, x);
	bool one_boot = boot != COMPARE_NONE && boot == only_boot(c, y);
	struct side a = { 0 }, b = { 0 };
	int err = take_side(&a, c, x, one_boot);

	if (!err)
		err = take_side(&b, c, y, one_boot);
	if (!err) {
		t->unit = a.runs[0].cluster >> 32 ? COMPARE_FILES :
						    COMPARE_BOOTS;
		t->one_boot = one_boot;
		t->clusters_a = a.clusters.nr;
		t->clusters_b = b.clusters.nr;
		t->order_a = a.order;
		t->order_b = b.order;
		err = choose(&a, &b, noise, one_boot, t);
	}
	side_free(&b);
	side_free(&a);
	return err;
}

/* Any order of two sides will do, as long as it is one. */
static bool in_order(const struct compare_values *a,
		     const struct compare_values *b)
{
	for (size_t i = 0; i < a->n && i < b->n; i++) {
		if (a->v[i] != b->v[i])
			return a->v[i] < b->v[i];
	}
	return a->n <= b->n;
}

static void invert(struct compare_test *t)
{
	struct compare_test was = *t;

	t->ratio = 1 / was.ratio;
	t->lo = 1 / was.hi;
	t->hi = 1 / was.lo;
	t->n_a = was.n_b;
	t->n_b = was.n_a;
	t->clusters_a = was.clusters_b;
	t->clusters_b = was.clusters_a;
	t->order_a = was.order_b;
	t->order_b = was.order_a;
}

const struct compare_test compare_no_test = {
	.ratio = NAN,
	.lo = NAN,
	.hi = NAN,
	.level = NAN,
	.p = NAN,
	.welch_p = NAN,
	.error = NAN,
	.df = NAN,
	.between = NAN,
	.visible = NAN,
	.between_df = NAN,
};

int compare_levels(const struct compare *c, const struct compare_values *a,
		   const struct compare_values *b,
		   const struct compare_noise *noise, struct compare_test *out)
{
	bool straight = in_order(a, b);
	int err;

	*out = compare_no_test;
	err = straight ? test(c, a, b, noise, out) : test(c, b, a, noise, out);
	if (err)
		return err;
	if (!isfinite(out->ratio) || !(out->ratio > 0))
		return -EINVAL;
	if (!straight)
		invert(out);
	if (out->error > 0)
		out->visible = (dist_t_quantile((1 + LEVEL) / 2, out->df) +
				dist_t_quantile(POWER, out->df)) *
			       out->error;
	return 0;
}
