/* SPDX-License-Identifier: MIT */
/*
 * core/compare/fleet_judge.c - which machines of a fleet stand out.
 */
#include "compare/fleet_judge.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/group.h"
#include "compare/key.h"
#include "stats/quantile.h"
#include "util/memory.h"

/* MAD of a normal distribution to its standard deviation. */
#define MAD_TO_SD 1.4826

/* Machines agree better than this by chance only. */
#define LEAST_SD 0.005

/*
 * Order.
 */

static int by_machine_and_time(const void *a, const void *b)
{
	const struct fleet_session *x = a, *y = b;
	int order;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	order = strcmp(x->created, y->created);
	return order ? order : strcmp(x->path, y->path);
}

static void take_configs(struct fleet *f)
{
	for (size_t i = 0; i < f->nr_sessions; i++) {
		const struct fleet_session *s = &f->sessions[i];
		struct fleet_machine *m = &f->machines[s->machine];

		m->changed |= m->nr_sessions && m->config != s->config;
		m->config = s->config;
		m->nr_sessions++;
	}
	for (size_t i = 0; i < f->nr_machines; i++)
		f->configs[f->machines[i].config].nr_machines++;
}

/* struct place - a configuration on its way to its place */
struct place {
	size_t nr;
	uint32_t from;
};

static int most_first(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->nr != y->nr)
		return x->nr > y->nr ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

/* The most common one first; all indices follow. */
static int sort_configs(struct fleet *f)
{
	struct place *p = calloc(f->nr_configs + 1, sizeof(*p));
	uint32_t *to = calloc(f->nr_configs + 1, sizeof(*to));
	struct fleet_config *v = calloc(f->nr_configs + 1, sizeof(*v));
	int err = p && to && v ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && i < f->nr_configs; i++)
		p[i] = (struct place){ f->configs[i].nr_machines, i };
	if (!err && f->nr_configs)
		qsort(p, f->nr_configs, sizeof(*p), most_first);
	for (uint32_t i = 0; !err && i < f->nr_configs; i++) {
		v[i] = f->configs[p[i].from];
		to[p[i].from] = i;
		compare_label(v[i].label, sizeof(v[i].label), i);
	}
	for (size_t i = 0; !err && i < f->nr_sessions; i++)
		f->sessions[i].config = to[f->sessions[i].config];
	for (size_t i = 0; !err && i < f->nr_machines; i++)
		f->machines[i].config = to[f->machines[i].config];
	if (!err) {
		free(f->configs);
		f->configs = v;
		v = NULL;
	}
	free(p);
	free(to);
	free(v);
	return err;
}

/*
 * One value per machine and benchmark.
 */

static const struct fleet_value *find_value(const struct fleet_value *v,
					    size_t nr, uint32_t key)
{
	size_t lo = 0, hi = nr;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (v[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < nr && v[lo].key == key ? &v[lo] : NULL;
}

/* Sessions @s to @s + @nr of one machine, all of its configuration. */
static int take_value(struct fleet_machine *m, const struct fleet_session *s,
		      size_t nr, uint32_t key, double *x)
{
	struct fleet_value *v = ARRAY_ADD(m->values, m->nr);
	size_t n = 0;

	if (!v)
		return -ENOMEM;
	*v = (struct fleet_value){ .key = key, .ratio = NAN, .z = NAN };
	for (size_t i = 0; i < nr; i++) {
		const struct fleet_value *of =
			s[i].config == m->config ?
				find_value(s[i].v, s[i].nr, key) :
				NULL;

		if (!of)
			continue;
		v->two_modes |= of->two_modes;
		x[n++] = of->ns;
	}
	v->two_modes |= fleet_two_levels(x, n);
	v->ns = n ? stats_median(x, n) : NAN;
	m->nr -= !n;
	return 0;
}

/* Median of what the last session took in relation to the first one. */
static double drift_of(const struct fleet_session *first,
		       const struct fleet_session *last, double *x)
{
	size_t n = 0;

	for (size_t i = 0; i < last->nr; i++) {
		const struct fleet_value *v =
			find_value(first->v, first->nr, last->v[i].key);

		if (v)
			x[n++] = last->v[i].ns / v->ns;
	}
	return n ? stats_median(x, n) : NAN;
}

static int take_machine(struct fleet *f, struct fleet_machine *m,
			const struct fleet_session *s, size_t nr)
{
	size_t room = (nr > f->keys.nr_keys ? nr : f->keys.nr_keys) + 1;
	double *x = calloc(room, sizeof(*x));
	size_t first = 0;
	int err = x ? 0 : -ENOMEM;

	for (uint32_t key = 0; !err && key < f->keys.nr_keys; key++)
		err = take_value(m, s, nr, key, x);
	while (first + 1 < nr && s[first].config != m->config)
		first++;
	m->drift = NAN;
	if (!err && first + 1 < nr)
		m->drift = drift_of(&s[first], &s[nr - 1], x);
	/* One boot after another: a boot that comes back is another machine. */
	for (size_t i = 2; i < nr; i++)
		for (size_t k = 0; k + 1 < i && !m->shared; k++)
			m->shared = s[i].boot && s[k].boot && s[i - 1].boot &&
				    !strcmp(s[i].boot, s[k].boot) &&
				    strcmp(s[i].boot, s[i - 1].boot) != 0;
	for (size_t i = 1; i < nr; i++)
		m->shared |= *s[i].created && s[i].boot && s[i - 1].boot &&
			     !strcmp(s[i].created, s[i - 1].created) &&
			     strcmp(s[i].boot, s[i - 1].boot) != 0;
	free(x);
	return err;
}

static int take_machines(struct fleet *f)
{
	int err = 0;

	for (size_t i = 0, end; !err && i < f->nr_sessions; i = end) {
		uint32_t machine = f->sessions[i].machine;

		for (end = i; end < f->nr_sessions &&
			      f->sessions[end].machine == machine;)
			end++;
		err = take_machine(f, &f->machines[machine], &f->sessions[i],
				   end - i);
	}
	return err;
}

/*
 * Against the others of the configuration.
 */

/* struct centre - median of logarithms, and their robust sd; @n values */
struct centre {
	double median, sd;
	size_t n;
};

/* @x is sorted, @y has room for as many. */
static struct centre centre_of(double *x, double *y, size_t n)
{
	struct centre c = { .n = n, .median = NAN, .sd = NAN };

	if (!n)
		return c;
	c.median = stats_median(x, n);
	for (size_t i = 0; i < n; i++)
		y[i] = fabs(x[i] - c.median);
	c.sd = fmax(MAD_TO_SD * stats_median(y, n), LEAST_SD);
	return c;
}

static bool stands_out(double log_ratio, double sd)
{
	return fabs(log_ratio) > log1p(FLEET_LEAST) &&
	       fabs(log_ratio) > FLEET_Z * sd;
}

static struct fleet_value *value_in(const struct fleet *f, size_t machine,
				    uint32_t config, uint32_t key)
{
	const struct fleet_machine *m = &f->machines[machine];

	return m->config == config ?
		       (struct fleet_value *)find_value(m->values, m->nr, key) :
		       NULL;
}

static int add_spread(struct fleet *f, const struct centre *c, uint32_t config,
		      uint32_t key, const double *sorted)
{
	struct fleet_spread *s = ARRAY_ADD(f->spreads, f->nr_spreads);

	if (!s)
		return -ENOMEM;
	*s = (struct fleet_spread){
		.config = config,
		.key = key,
		.nr = c->n,
		.min = exp(sorted[0]),
		.q1 = exp(stats_quantile(sorted, c->n, 0.25)),
		.median = exp(c->median),
		.q3 = exp(stats_quantile(sorted, c->n, 0.75)),
		.max = exp(sorted[c->n - 1]),
		.sd = c->sd,
	};
	return 0;
}

/* What one machine's value is worth beside the others'. */
static void judge_value(struct fleet_machine *m, struct fleet_value *v,
			const struct centre *c, bool all_two)
{
	size_t index = (size_t)(v - m->values);

	v->ratio = v->ns / exp(c->median);
	if (c->n < FLEET_FEW)
		return;
	v->z = (log(v->ns) - c->median) / c->sd;
	v->outlier = stands_out(log(v->ns) - c->median, c->sd);
	if (v->outlier) {
		if (!m->nr_outliers ||
		    fabs(log(v->ratio)) > fabs(log(m->values[m->worst].ratio)))
			m->worst = index;
		m->nr_outliers++;
	}
	/* Of most machines it is the benchmark's nature. */
	if (v->two_modes && !all_two && !m->nr_two_modes++)
		m->two_modes = index;
}

static int judge_key(struct fleet *f, uint32_t config, uint32_t key, double *x,
		     double *y, const uint32_t *members, size_t nr)
{
	struct centre c;
	size_t n = 0, two = 0;
	int err;

	for (size_t i = 0; i < nr; i++) {
		const struct fleet_value *v =
			value_in(f, members[i], config, key);

		if (!v)
			continue;
		x[n++] = log(v->ns);
		two += v->two_modes;
	}
	if (!n)
		return 0;
	c = centre_of(x, y, n);
	err = add_spread(f, &c, config, key, x);
	for (size_t i = 0; i < nr && !err; i++) {
		struct fleet_value *v = value_in(f, members[i], config, key);

		if (!v)
			continue;
		judge_value(&f->machines[members[i]], v, &c, 2 * two > n);
		f->spreads[f->nr_spreads - 1].nr_outliers += v->outlier;
	}
	return err;
}

/* Machines that moved although the others did not, or did so less. */
static void judge_drift(struct fleet *f, double *x, double *y,
			const uint32_t *members, size_t nr)
{
	struct centre c;
	size_t n = 0;

	for (size_t i = 0; i < nr; i++)
		if (!isnan(f->machines[members[i]].drift))
			x[n++] = log(f->machines[members[i]].drift);
	c = centre_of(x, y, n);
	for (size_t i = 0; i < nr; i++) {
		struct fleet_machine *m = &f->machines[members[i]];
		double d = log(m->drift);

		if (n >= FLEET_FEW)
			m->drifts = stands_out(d - c.median, c.sd);
		else if (!isnan(d))
			m->drifts = fabs(d) > log1p(2 * FLEET_LEAST);
	}
}

/* Machines of a configuration, side by side in @members. */
static int judge_config(struct fleet *f, uint32_t config, double *x, double *y,
			uint32_t *members)
{
	size_t nr = 0;
	int err = 0;

	for (uint32_t i = 0; i < f->nr_machines; i++)
		if (f->machines[i].config == config)
			members[nr++] = i;
	for (uint32_t key = 0; !err && key < f->keys.nr_keys; key++)
		err = judge_key(f, config, key, x, y, members, nr);
	judge_drift(f, x, y, members, nr);
	return err;
}

static int judge_configs(struct fleet *f)
{
	double *x = calloc(f->nr_machines + 1, sizeof(*x));
	double *y = calloc(f->nr_machines + 1, sizeof(*y));
	uint32_t *members = calloc(f->nr_machines + 1, sizeof(*members));
	int err = x && y && members ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && i < f->nr_configs; i++)
		err = judge_config(f, i, x, y, members);
	free(x);
	free(y);
	free(members);
	return err;
}

/*
 * Clones.
 */

static bool same_install(const void *array, uint32_t index, const void *key)
{
	const struct fleet_machine *m =
		(const struct fleet_machine *)array + index;

	return !strcmp(m->install, key);
}

static int find_clones(struct fleet *f)
{
	struct hash_table t = { 0 };
	int err = 0;

	for (uint32_t i = 0; !err && i < f->nr_machines; i++) {
		struct fleet_machine *m = &f->machines[i];

		if (!m->install)
			continue;
		m->clone_of = hash_find(&t, hash_text(m->install), same_install,
					f->machines, m->install);
		if (m->clone_of == COMPARE_NONE)
			err = hash_put(&t, hash_text(m->install), i);
	}
	hash_free(&t);
	return err;
}

int fleet_judge(struct fleet *f)
{
	int err;

	if (f->nr_sessions)
		qsort(f->sessions, f->nr_sessions, sizeof(*f->sessions),
		      by_machine_and_time);
	take_configs(f);
	err = sort_configs(f);
	if (!err)
		err = compare_label_keys(&f->keys);
	if (!err)
		err = take_machines(f);
	if (!err)
		err = judge_configs(f);
	if (!err)
		err = find_clones(f);
	for (size_t i = 0; i < f->nr_machines; i++)
		f->nr_named += fleet_named(&f->machines[i]);
	return err;
}
