/* SPDX-License-Identifier: MIT */
/*
 * core/compare/counters.c - counters of entries, kept for a comparison.
 */
#include "compare/counters.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/group.h"
#include "compare/levels.h"
#include "compare/noise.h"
#include "compare/types.h"
#include "pmu.h"
#include "result/counter_text.h"
#include "result/summary.h"
#include "stats/mann_whitney.h"
#include "stats/quantile.h"
#include "stats/stats.h"
#include "util/memory.h"

#define LABEL_LEN 256

static int class_of(const char *word)
{
	for (int i = PMU_SEMANTIC; word && i <= PMU_MICRO; i++) {
		if (!strcmp(word, pmu_class_word(i)))
			return i;
	}
	return -1;
}

static bool same(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

static struct compare_count *find(const struct compare_counts *c,
				  const struct compare_count *like)
{
	for (size_t i = 0; i < c->nr; i++) {
		if (same(c->v[i].name, like->name) &&
		    same(c->v[i].pmu, like->pmu))
			return &c->v[i];
	}
	return NULL;
}

static void count_free(struct compare_count *k)
{
	free(k->name);
	free(k->label);
	free(k->kind);
	free(k->pmu);
	free(k->reason);
	compare_values_free(&k->values);
}

/* The count of that description, which is given up; NULL: no memory. */
static struct compare_count *count_of(struct compare_counts *c,
				      struct compare_count *wanted)
{
	struct compare_count *k = find(c, wanted);
	void *array = c->v;

	if (k) {
		k->mixed |= !same(k->kind, wanted->kind) ||
			    k->class != wanted->class;
		count_free(wanted);
		return k;
	}
	k = array_append(&array, &c->nr, sizeof(*k));
	c->v = array;
	if (k)
		*k = *wanted;
	else
		count_free(wanted);
	return k;
}

static int copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return *to || !from ? 0 : -ENOMEM;
}

static struct compare_count *event_count(struct compare_counts *c,
					 const struct entry *e, size_t i)
{
	const struct counter *k = &e->counters[i];
	struct compare_count wanted = { .class = class_of(k->class) };
	char label[LABEL_LEN];

	if (copy(&wanted.name, k->name) || copy(&wanted.kind, k->kind) ||
	    copy(&wanted.pmu, k->pmu) ||
	    copy(&wanted.label, counter_label(e, i, label, sizeof(label)))) {
		count_free(&wanted);
		return NULL;
	}
	return count_of(c, &wanted);
}

/* Instructions @i per cycle @j. */
static struct compare_count *
ipc_count(struct compare_counts *c, const struct entry *e, size_t i, size_t j)
{
	const char *filter = counter_filter(&e->counters[i]);
	const char *cycles = e->counters[j].kind;
	struct compare_count wanted = { .class = PMU_ISA };
	char label[LABEL_LEN];
	const char *pmu =
		strchr(counter_label(e, i, label, sizeof(label)), '@');

	if (asprintf(&wanted.name, "IPC%s", filter) < 0 ||
	    asprintf(&wanted.label, "IPC%s%s", filter, pmu ? pmu : "") < 0 ||
	    asprintf(&wanted.kind, "instructions/%s", cycles ? cycles : "?") <
		    0 ||
	    copy(&wanted.pmu, e->counters[i].pmu)) {
		count_free(&wanted);
		return NULL;
	}
	return count_of(c, &wanted);
}

static bool usable(const struct sample *r)
{
	return r->valid && r->ops && r->elapsed_ns;
}

/* Count @i of a run; NaN where there is no number. */
static double count_in(const struct sample *r, size_t i)
{
	if (i >= r->nr_counts || r->counts[i].value == NOT_MEASURED)
		return NAN;
	return (double)r->counts[i].value;
}

/* What counts of a run are divided by; NaN: too few of them. */
static double divisor(const struct compare_counts *c, const struct sample *r)
{
	double switches = run_figures_switches(&r->figures);

	if (c->per == COMPARE_PER_OP)
		return (double)r->ops;
	return switches < FEWEST_SWITCHES * (double)r->ops ? NAN : switches;
}

static int add_value(struct compare_count *k, double value, uint64_t session)
{
	return isfinite(value) ?
		       compare_values_add(&k->values, value, session) :
		       0;
}

static int add_event(struct compare_counts *c, const struct entry *e, size_t i,
		     uint64_t file)
{
	struct compare_count *k = event_count(c, e, i);
	const struct counter *of = &e->counters[i];
	int err = k ? 0 : -ENOMEM;

	if (c->per == COMPARE_PER_ALONE) {
		for (size_t n = 0; !err && n < of->nr_of_switch; n++)
			err = add_value(k, of->of_switch[n], file << 32);
	}
	for (size_t n = 0;
	     !err && c->per != COMPARE_PER_ALONE && n < e->nr_counted; n++) {
		const struct sample *r = &e->counted[n];

		if (usable(r))
			err = add_value(k, count_in(r, i) / divisor(c, r),
					file << 32 | r->session);
	}
	if (err || k->values.n || k->reason)
		return err;
	return copy(&k->reason, e->counters[i].reason);
}

static int add_ipc(struct compare_counts *c, const struct entry *e, size_t i,
		   uint64_t file)
{
	const struct counter *k = &e->counters[i];
	struct compare_count *ipc;
	int err;
	size_t j;

	if (!k->metric || strcmp(k->metric, "instructions"))
		return 0;
	j = counter_find(e, k, "cycles", counter_filter(k));
	if (j == e->nr_counters)
		return 0;
	ipc = ipc_count(c, e, i, j);
	err = ipc ? 0 : -ENOMEM;
	if (c->per == COMPARE_PER_ALONE) {
		const struct counter *cycles = &e->counters[j];

		for (size_t n = 0;
		     !err && n < k->nr_of_switch && n < cycles->nr_of_switch;
		     n++)
			err = add_value(ipc,
					k->of_switch[n] / cycles->of_switch[n],
					file << 32);
		return err;
	}
	for (size_t n = 0; !err && n < e->nr_counted; n++) {
		const struct sample *r = &e->counted[n];

		if (usable(r))
			err = add_value(ipc, count_in(r, i) / count_in(r, j),
					file << 32 | r->session);
	}
	return err;
}

/* --- runs ------------------------------------------------------------------- */

/* Only the other type of core can count nothing and yet miss nothing. */
static bool of_other_core(const struct counter *k)
{
	return k->status &&
	       !strcmp(k->status, pmu_status_word(PMU_WRONG_CPU_TYPE));
}

/*
 * Events of a metric and filter added up: hybrid machines have several. NaN
 * where one is missing.
 */
static double sum_of(const struct entry *e, const struct sample *r,
		     const char *metric, const char *filter)
{
	double sum = 0;
	size_t nr = 0;

	for (size_t i = 0; i < e->nr_counters; i++) {
		const struct counter *k = &e->counters[i];

		if (!k->metric || strcmp(k->metric, metric) ||
		    strcmp(counter_filter(k), filter) || of_other_core(k))
			continue;
		sum += count_in(r, i);
		nr++;
	}
	return nr ? sum : NAN;
}

/* User mode and kernel, divided; NaN where not all was counted, or nothing. */
static double whole(const struct entry *e, const struct sample *r,
		    const char *metric, double by)
{
	double all = sum_of(e, r, metric, "");

	if (isnan(all))
		all = sum_of(e, r, metric, ":u") + sum_of(e, r, metric, ":k");
	return all > 0 ? all / by : NAN;
}

static int add_run(struct compare_counts *c, const struct entry *e,
		   const struct sample *r)
{
	void *array = c->runs;
	double by = divisor(c, r);
	struct compare_counted *slot;

	if (isnan(by))
		return 0;
	slot = array_append(&array, &c->nr_runs, sizeof(*slot));

	c->runs = array;
	if (!slot)
		return -ENOMEM;
	slot->ns = (double)r->elapsed_ns / by;
	slot->instructions = whole(e, r, "instructions", by);
	slot->cycles = whole(e, r, "cycles", by);
	return 0;
}

static int take_scope(struct compare_counts *c, const struct entry *e)
{
	const char *scope = e->scope;

	if (!e->nr_counters || same(c->scope, scope))
		return 0;
	if (c->scope)
		scope = "mixed";
	free(c->scope);
	return copy(&c->scope, scope);
}

/* The quiet value of each run, as one more number to be compared. */
static int add_quiet(struct compare_counts *c, const struct entry *e,
		     uint64_t file)
{
	struct compare_count wanted = { .class = PMU_TIME }, *k = NULL;
	int err = 0;

	for (size_t i = 0; !err && i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];
		double ns = NAN;

		if (usable(r))
			err = entry_run_quiet(e, r, &ns);
		if (err || !(ns > 0))
			continue;
		if (!k) {
			if (copy(&wanted.name, "quiet") ||
			    copy(&wanted.label, "quiet") ||
			    copy(&wanted.kind, "quiet value") ||
			    copy(&wanted.pmu, COMPARE_OWN)) {
				count_free(&wanted);
				return -ENOMEM;
			}
			k = count_of(c, &wanted);
		}
		err = k ? add_value(k, ns, file << 32 | r->session) : -ENOMEM;
	}
	return err;
}

int compare_counts_add(struct compare_counts *c, const struct entry *e,
		       uint64_t file)
{
	int err = take_scope(c, e);

	for (size_t i = 0; !err && i < e->nr_counters; i++)
		err = add_event(c, e, i, file);
	for (size_t i = 0; !err && i < e->nr_counters; i++)
		err = add_ipc(c, e, i, file);
	for (size_t i = 0; !err && c->per != COMPARE_PER_ALONE &&
			   e->nr_counters && i < e->nr_counted;
	     i++) {
		if (usable(&e->counted[i]))
			err = add_run(c, e, &e->counted[i]);
	}
	return err ? err : add_quiet(c, e, file);
}

void compare_counts_free(struct compare_counts *c)
{
	for (size_t i = 0; i < c->nr; i++)
		count_free(&c->v[i]);
	free(c->scope);
	free(c->v);
	free(c->runs);
}

/*
 * The counters of a row: which can be compared, and
 * in what ratio they are.
 */

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

/* Whether both sides of a row counted the events of the same tasks. */
static bool compare_same_scope(const struct compare_row *r)
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

	if (compare_own(a) && compare_own(b))
		return 0;
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

static int describe(const struct compare_count *k, size_t *n, double *median,
		    double *rsd)
{
	double *x;

	if (!k || !k->values.n)
		return 0;
	*n = k->values.n;
	x = calloc(*n, sizeof(*x));
	if (!x)
		return -ENOMEM;
	memcpy(x, k->values.v, *n * sizeof(*x));
	*median = stats_median(x, *n);
	if (*n > 1)
		*rsd = stats_stddev(x, *n) / stats_mean(x, *n);
	free(x);
	return 0;
}

static void range(const struct compare_values *x, double *least, double *most)
{
	*least = *most = x->v[0];
	for (size_t i = 1; i < x->n; i++) {
		*least = fmin(*least, x->v[i]);
		*most = fmax(*most, x->v[i]);
	}
}

/*
 * A count of zero has no ratio. Whether there are more of them than none can
 * be told all the same, and is no matter of a threshold.
 */
static int test_zeros(struct compare_counter *k)
{
	const struct compare_values *a = &k->base->values;
	const struct compare_values *b = &k->new->values;
	double least_a, most_a, least_b, most_b;

	range(a, &least_a, &most_a);
	range(b, &least_b, &most_b);
	k->verdict = VERDICT_INCONCLUSIVE;
	if (most_a <= 0 && most_b <= 0)
		k->verdict = VERDICT_SAME;
	else if (most_a <= 0 && least_b > 0)
		k->verdict = VERDICT_SLOWER;
	else if (most_b <= 0 && least_a > 0)
		k->verdict = VERDICT_FASTER;
	return rank_sum(a->v, a->n, b->v, b->n, NULL, &k->t.p);
}

static bool positive(const struct compare_values *x)
{
	double least, most;

	range(x, &least, &most);
	return least > 0;
}

/*
 * Instructions and calls do not depend on the clock and little on what else a
 * machine does: where the noise between sessions is assumed, theirs is less.
 */
#define STEADY_NOISE 0.2

static double noise_share(const struct compare_count *k)
{
	bool rate = !strncmp(k->name, "IPC", 3);

	return !rate && (k->class == PMU_SEMANTIC || k->class == PMU_ISA) ?
		       STEADY_NOISE :
		       1;
}

static int test(const struct compare *c, const struct compare_row *r,
		const struct compare_rule *rule, struct compare_counter *k)
{
	const struct compare_values *a = &k->base->values;
	const struct compare_values *b = &k->new->values;
	const struct compare_noise noise =
		compare_noise(c, r, rule, false, noise_share(k->base));
	int err;

	if (!positive(a) || !positive(b)) {
		if (a->n >= COMPARE_MIN_RUNS && b->n >= COMPARE_MIN_RUNS)
			return test_zeros(k);
		k->state = COMPARE_FEW;
		return 0;
	}
	err = compare_levels(c, a, b, &noise, &k->t);
	if (err == -EINVAL) {
		k->state = COMPARE_NO_NUMBERS;
		k->why = strdup("the ratio is no number that fits");
		return k->why ? 0 : -ENOMEM;
	}
	if (k->t.few)
		k->state = COMPARE_FEW;
	return err;
}

static int fill_numbers(const struct compare *c, const struct compare_row *r,
			const struct compare_rule *rule,
			struct compare_counter *k)
{
	int err = describe(k->base, &k->n_a, &k->a, &k->rsd_a);

	if (!err)
		err = describe(k->new, &k->n_b, &k->b, &k->rsd_b);
	if (!err && k->state == COMPARE_JUDGED)
		err = test(c, r, rule, k);
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
	else if (!k->base->values.n || !k->new->values.n)
		k->state = COMPARE_NO_NUMBERS;
	else
		err = why_not(c, r, k->base, k->new, &k->why);
	if (k->why)
		k->state = COMPARE_OTHER_WORK;
	return err;
}

static int add_counter(const struct compare *c, struct compare_row *r,
		       const struct compare_rule *rule,
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
	k->p_adjusted = NAN;
	k->t = compare_no_test;
	err = find_state(c, r, k);
	return err ? err : fill_numbers(c, r, rule, k);
}

static bool counts_events(const struct compare_counts *c)
{
	for (size_t i = 0; i < c->nr; i++) {
		if (!compare_own(&c->v[i]))
			return true;
	}
	return false;
}

int compare_row_counters(const struct compare *c, struct compare_row *r,
			 const struct compare_rule *rule)
{
	const struct compare_counts *a = &r->base->counts;
	const struct compare_counts *b = &r->new->counts;
	bool events = counts_events(a) && counts_events(b);
	int err = 0;

	for (size_t i = 0; !err && i < a->nr; i++) {
		const struct compare_count *new = partner(b, &a->v[i]);

		if (compare_own(&a->v[i]) ? new != NULL : events)
			err = add_counter(c, r, rule, &a->v[i], new);
	}
	for (size_t i = 0; !err && events && i < b->nr; i++) {
		if (!compare_own(&b->v[i]) && !partner(a, &b->v[i]))
			err = add_counter(c, r, rule, NULL, &b->v[i]);
	}
	return err;
}

void compare_counters_free(struct compare_row *r)
{
	for (size_t i = 0; i < r->nr_counters; i++)
		free(r->counters[i].why);
	free(r->counters);
}

/*
 * What makes an op take longer: more instructions,
 * more cycles for each, or longer cycles.
 *
 * ns/op = instructions/op * cycles/instruction * ns/cycle holds in each
 * counted run with that run's own time, and so for geometric means over the
 * same runs.
 */

/* What is looked at in a run. */
#define INSTRUCTIONS 1u
#define CYCLES 2u

/* struct means - over the @n runs that have all that is looked at */
struct means {
	size_t n;
	double ns, instructions, cycles;
};

static bool has(const struct compare_counted *r, unsigned int what)
{
	return !((what & INSTRUCTIONS && isnan(r->instructions)) ||
		 (what & CYCLES && isnan(r->cycles)));
}

static size_t count_runs(const struct compare_counts *c, unsigned int what)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nr_runs; i++)
		n += has(&c->runs[i], what);
	return n;
}

static struct means means_of(const struct compare_counts *c, unsigned int what)
{
	struct means m = { .n = count_runs(c, what) };

	for (size_t i = 0; i < c->nr_runs; i++) {
		const struct compare_counted *r = &c->runs[i];

		if (!has(r, what))
			continue;
		m.ns += log(r->ns);
		m.instructions += log(r->instructions);
		m.cycles += log(r->cycles);
	}
	m.ns = exp(m.ns / (double)m.n);
	m.instructions = exp(m.instructions / (double)m.n);
	m.cycles = exp(m.cycles / (double)m.n);
	return m;
}

static void add_factor(struct compare_parts *p, const char *name, double a,
		       double b)
{
	p->factors[p->nr++] = (struct compare_factor){ name, a, b };
}

static void add_factors(struct compare_parts *p, unsigned int what,
			const struct means *a, const struct means *b)
{
	if (what & INSTRUCTIONS)
		add_factor(p, "instructions/op", a->instructions,
			   b->instructions);
	if (what == CYCLES)
		add_factor(p, "cycles/op", a->cycles, b->cycles);
	if (what == (INSTRUCTIONS | CYCLES))
		add_factor(p, "cycles/instruction", a->cycles / a->instructions,
			   b->cycles / b->instructions);
	if (what & CYCLES)
		add_factor(p, "ns/cycle", a->ns / a->cycles, b->ns / b->cycles);
	else
		add_factor(p, "ns/instruction", a->ns / a->instructions,
			   b->ns / b->instructions);
}

static void divide(struct compare_row *r, unsigned int what)
{
	struct means a = means_of(&r->base->counts, what);
	struct means b = means_of(&r->new->counts, what);
	struct compare_parts *p = &r->parts;

	p->n_a = a.n;
	p->n_b = b.n;
	p->a = a.ns;
	p->b = b.ns;
	add_factors(p, what, &a, &b);
}

static bool both(const struct compare_row *r, unsigned int what)
{
	return count_runs(&r->base->counts, what) &&
	       count_runs(&r->new->counts, what);
}

static bool either(const struct compare_row *r, unsigned int what)
{
	return count_runs(&r->base->counts, what) ||
	       count_runs(&r->new->counts, what);
}

/* Where that is not counted in any run: "A", "B" or "A and B". */
static int note_missing(const struct compare *c, struct compare_row *r,
			unsigned int what)
{
	bool a = !count_runs(&r->base->counts, what);
	bool b = !count_runs(&r->new->counts, what);

	return findings_add(&r->notes, "W-PARTS",
			    "time is divided no further: %s not counted%s in "
			    "%s%s%s",
			    r->parts.missing,
			    what == (INSTRUCTIONS | CYCLES) ? " together" : "",
			    a ? c->groups[0].label : "", a && b ? " and " : "",
			    b ? c->groups[r->group].label : "");
}

int compare_row_parts(const struct compare *c, struct compare_row *r)
{
	const unsigned int all = INSTRUCTIONS | CYCLES;
	unsigned int what = all, lacking;

	if (r->base->records || !compare_same_scope(r) ||
	    !(either(r, INSTRUCTIONS) || either(r, CYCLES)))
		return 0;
	if (!both(r, all))
		what = both(r, CYCLES) ? CYCLES : INSTRUCTIONS;
	if (both(r, what))
		divide(r, what);
	if (both(r, all))
		return 0;
	lacking = all & ~what;
	if (!r->parts.nr || both(r, lacking))
		lacking = all;
	r->parts.missing = lacking == all	   ? "instructions and cycles" :
			   lacking == INSTRUCTIONS ? "instructions" :
						     "cycles";
	return note_missing(c, r, lacking);
}
