/* SPDX-License-Identifier: MIT */
/*
 * core/report/entry.c - one benchmark's header, numbers, latency and runs.
 */
#include "report/entry.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "report/counters.h"
#include "report/notes.h"
#include "report/view.h"
#include "result/cpu_sweep.h"
#include "result/latency.h"

/*
 * Every run of an entry, and its environment, for -v.
 */

static const char *switches_text(const struct sample *r, char buf[NUMBER_LEN])
{
	double switches = run_figures_switches(&r->figures);

	if (isnan(switches) || !r->ops)
		return "-";
	return number_text(switches / (double)r->ops, 3, buf);
}

static const char *per_op_text(const struct view *v, double ns,
			       const struct sample *r, char buf[NUMBER_LEN])
{
	if (!r->ops || isnan(ns))
		return "-";
	return view_time(v, ns / (double)r->ops, buf);
}

static void add_run(struct grid *g, const struct view *v,
		    const struct sample *r)
{
	const struct finding *f = r->why.nr ? &r->why.v[0] : NULL;
	double cpu_ns = r->figures.cpu_ns == NOT_MEASURED ?
				NAN :
				(double)r->figures.cpu_ns;
	char text[NUMBER_LEN];

	grid_add(g, "%s", number_text((double)r->index + 1, 0, text));
	grid_add(g, "%s",
		 v->e->records ?
			 view_time(v, r->records_ns, text) :
			 per_op_text(v, (double)r->elapsed_ns, r, text));
	grid_add(g, "%s", per_op_text(v, cpu_ns, r, text));
	grid_add(g, "%s", switches_text(r, text));
	if (r->valid || !f)
		grid_add(g, r->valid ? "yes" : "no");
	else
		grid_add(g, "%s: %s", f->id, f->text);
	grid_end_row(g);
}

static void put_runs(const struct view *v, const struct sample *runs, size_t nr)
{
	static const struct grid_column columns[] = {
		{ .min = 5, .max = 5, .align = GRID_RIGHT },
		{ .min = 14, .max = 14, .gap = 1, .align = GRID_RIGHT },
		{ .min = 14,
		  .max = 14,
		  .gap = 1,
		  .align = GRID_RIGHT,
		  .rank = 2 },
		{ .min = 12,
		  .max = 12,
		  .gap = 1,
		  .align = GRID_RIGHT,
		  .rank = 1 },
		{ .align = GRID_LEFT },
	};
	struct grid g = { .margin = "# " };

	if (!nr)
		return;
	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	grid_add(&g, "run");
	grid_add(&g, "%s%s", v->unit, v->e->records ? " recorded" : "/op");
	grid_add(&g, "CPU %s/op", v->unit);
	grid_add(&g, "switches/op");
	grid_add(&g, "valid");
	grid_end_row(&g);
	for (size_t i = 0; i < nr; i++)
		add_run(&g, v, &runs[i]);
	view_table(v, &g);
}

void view_runs(const struct view *v)
{
	put_runs(v, v->e->runs, v->e->nr_runs);
}

void view_counted_runs(const struct view *v)
{
	if (v->e->nr_counted)
		view_remark(v, "with counters:");
	put_runs(v, v->e->counted, v->e->nr_counted);
}

/*
 * How the times of loops, or recorded values, are
 * distributed.
 */

/* "us/op", "us per loop of 8 ops", "us recorded" */
static void add_unit(struct strbuf *b, const struct view *v)
{
	uint64_t ops = v->e->latency->ops_per_loop;

	if (v->e->records)
		strbuf_addf(b, "%s recorded", v->unit);
	else if (ops == 1)
		strbuf_addf(b, "%s/op", v->unit);
	else
		strbuf_addf(b, "%s per loop of %" PRIu64 " ops", v->unit, ops);
}

/* "p90 5.120, p99 9.301, max 35.200" */
static void add_tail(struct strbuf *b, const struct view *v,
		     const struct latency_stats *st)
{
	char number[NUMBER_LEN];

	for (int q = LATENCY_P90; q < LATENCY_QUANTILES; q++)
		if (!isnan(st->quantile[q]))
			strbuf_addf(b, "%s %s, ", latency_quantile_name(q),
				    view_time(v, st->quantile[q], number));
	strbuf_addf(b, "max %s",
		    view_time(v, (double)v->e->latency->buckets.max, number));
}

/* What a percentile counts. */
static const char *value_word(const struct entry *e)
{
	if (e->records)
		return "value";
	return e->latency->ops_per_loop == 1 ? "op" : "loop";
}

static void put_origin(const struct view *v, const struct latency_stats *st)
{
	const struct latency *l = v->e->latency;
	bool values = v->e->records;
	char number[NUMBER_LEN];
	struct strbuf b = { 0 };

	strbuf_addf(&b, "percentiles of %" PRIu64 " %s in %u run%s%s",
		    buckets_total(&l->buckets),
		    values ? "recorded values" : "loops", l->nr_runs,
		    l->nr_runs == 1 ? "" : "s", values ? "" : " of their own");
	if (l->nr_invalid)
		strbuf_addf(&b, " (%u invalid left out)", l->nr_invalid);
	if (!isnan(l->clock_ns))
		strbuf_addf(&b, ", each with a clock read (%s ns, included)",
			    number_text(l->clock_ns, 1, number));
	view_remark_text(v, &b);
	view_remark(
		v,
		"closed loop: percentiles are per %s, not per time; %s %% of the time in %ss longer than %d times the median",
		value_word(v->e), percent_text(st->long_share, number),
		values ? "value" : "loop", LATENCY_LONG);
}

void view_latency(const struct view *v)
{
	const struct latency *l = v->e->latency;
	struct strbuf b = { 0 };
	struct latency_stats st;
	char median[NUMBER_LEN];

	if (l && l->reason)
		view_remark(v, "percentiles: %s", l->reason);
	if (!l || !l->buckets.nr)
		return;
	latency_stats(&l->buckets, &st);
	add_unit(&b, v);
	strbuf_add(&b, "    p50 (");
	add_tail(&b, v, &st);
	strbuf_add(&b, ")");
	view_number_text(v, view_time(v, st.quantile[LATENCY_P50], median), &b);
	put_origin(v, &st);
}

/*
 * The block of numbers of one entry.
 *
 * A line stands there only when it has something to say.
 */

/* Seen and declared switches count as equal up to here. */
#define AS_DECLARED 0.01

/* In less, what is between the tasks' stamps is no sign of others. */
#define DISTURBED_MIN_NS 1e6

/* Wall time this far above CPU time on one CPU: others were running. */
#define DISTURBED 1.05

/* What follows the mean; every +- says what it is. */
static void add_spread(struct strbuf *b, const struct view *v)
{
	const struct stats *st = &v->sum.time;
	char sem[NUMBER_LEN], stddev[NUMBER_LEN], rsd[NUMBER_LEN];
	char median[NUMBER_LEN], level[NUMBER_LEN];

	if (st->n == 1 || !(st->mean > 0)) {
		strbuf_add(b, st->n == 1 ? "one run: no spread" :
					   "no spread: no time passed");
		return;
	}
	strbuf_addf(b,
		    "+- %s %% standard error (stddev %s %s, %s %%; median %s",
		    percent_text(st->sem / st->mean, sem),
		    digits_text(st->stddev / v->unit_ns, 2, stddev), v->unit,
		    percent_text(st->rsd, rsd),
		    view_time(v, st->median, median));
	if (isnan(st->median_lo))
		strbuf_add(b, ", no interval below 6 runs)");
	else
		strbuf_addf(b, ", %s %% CI %s .. %s)",
			    number_text(st->median_level * 100, 1, level),
			    view_time(v, st->median_lo, sem),
			    view_time(v, st->median_hi, rsd));
}

static void put_time(const struct view *v)
{
	struct strbuf b = { 0 };
	char mean[NUMBER_LEN];

	strbuf_addf(&b, "%s%s    ", v->unit,
		    v->e->records ? " recorded" : "/op");
	add_spread(&b, v);
	view_number_text(v, view_time(v, v->sum.time.mean, mean), &b);
}

static void put_rate(const struct view *v)
{
	char rate[NUMBER_LEN];

	/* Under a block of perf it would be a second one to its parsers. */
	if (isnan(v->sum.ops_per_sec) || v->comment)
		return;
	if (v->sum.ops_per_sec >= 100)
		number_text(v->sum.ops_per_sec, 0, rate);
	else
		digits_text(v->sum.ops_per_sec, 4, rate);
	view_number(v, rate, "ops/sec");
}

static bool about(double seen, double declared)
{
	return fabs(seen - declared) <= AS_DECLARED * fmax(declared, 1);
}

/* What is declared is one number: with preemption, the fewest. */
static bool one_number(const struct entry *e)
{
	return e->expect_min == e->expect_max ||
	       (e->regime == REGIME_PREEMPT && e->expect_min > 0);
}

static bool preempted(const struct entry *e, double seen)
{
	return e->regime == REGIME_PREEMPT && e->expect_min > 0 &&
	       e->expect_max > e->expect_min && seen > e->expect_min;
}

/* How the switches that were seen relate to those that were declared. */
static void add_promise(struct strbuf *b, const struct view *v)
{
	const struct entry *e = v->e;
	double seen = v->sum.switches_per_op;
	char min[NUMBER_LEN], more[NUMBER_LEN];

	number_text(e->expect_min, 2, min);
	if (e->regime == REGIME_MIXED)
		return;
	if (one_number(e) && about(seen, e->expect_min))
		strbuf_addf(b, " (declared %s)", min);
	else if (preempted(e, seen))
		strbuf_addf(b, " (declared %s; wake-up preemption added %s)",
			    min, number_text(seen - e->expect_min, 2, more));
	else if (e->expect_max >= 1e9)
		return;
	else if (e->expect_min == e->expect_max)
		strbuf_addf(b, " (declared %s)", min);
	else
		strbuf_addf(b, " (declared %s to %s)", min,
			    number_text(e->expect_max, 2, more));
}

static void put_switches(const struct view *v)
{
	char cost[NUMBER_LEN], seen[NUMBER_LEN];
	bool priced = !isnan(v->sum.ns_per_switch);
	struct strbuf b = { 0 };

	if (isnan(v->sum.switches_per_op))
		return;
	number_text(v->sum.switches_per_op, 2, seen);
	if (priced)
		strbuf_addf(&b, "%s/switch, %s ", v->unit, seen);
	strbuf_add(&b, "switches/op");
	add_promise(&b, v);
	view_number_text(
		v, priced ? view_time(v, v->sum.ns_per_switch, cost) : seen,
		&b);
}

bool view_disturbed(const struct view *v)
{
	double run_ns = v->sum.time.mean * (double)v->e->ops * v->e->nr_groups;

	return entry_one_cpu(v->e) && !v->e->records &&
	       run_ns >= DISTURBED_MIN_NS &&
	       v->sum.time.mean > DISTURBED * v->sum.cpu_ns_per_op;
}

static void put_quiet_and_cpu(const struct view *v)
{
	double above = v->sum.time.mean / v->sum.cpu_ns_per_op - 1;
	char number[NUMBER_LEN], cpu[NUMBER_LEN];
	bool quiet = !isnan(v->sum.quiet_ns);
	struct strbuf b = { 0 };

	view_time(v, v->sum.cpu_ns_per_op, cpu);
	if (quiet)
		strbuf_addf(&b, "%s/op quiet (1 %% quantile of %zu slices)",
			    v->unit, v->sum.nr_slices);
	if (!isnan(v->sum.cpu_ns_per_op)) {
		if (quiet)
			strbuf_addf(&b, "; %s ", cpu);
		strbuf_addf(&b, "%s/op of CPU time", v->unit);
		if (view_disturbed(v))
			strbuf_addf(
				&b,
				": the CPU was disturbed: wall %s %% above CPU time",
				number_text(above * 100, 0, number));
	}
	if (b.len)
		view_number_text(
			v, quiet ? view_time(v, v->sum.quiet_ns, number) : cpu,
			&b);
	strbuf_free(&b);
}

static void put_cycles(const struct view *v)
{
	char cycles[NUMBER_LEN], quiet[NUMBER_LEN], clock[NUMBER_LEN];
	struct strbuf b = { 0 };

	if (isnan(v->sum.cycles_per_op))
		return;
	strbuf_addf(&b, "cycles/op at %s GHz (clock measured in the run)",
		    number_text(v->sum.clock_mhz / 1e3, 2, clock));
	if (!isnan(v->sum.quiet_cycles))
		strbuf_addf(&b, "; %s quiet",
			    digits_text(v->sum.quiet_cycles, 4, quiet));
	view_number_text(v, digits_text(v->sum.cycles_per_op, 4, cycles), &b);
	strbuf_free(&b);
}

/* The interval reaches 1: no number, but both sides and the interval. */
static void put_below_resolution(const struct view *v, const struct paired *c)
{
	char ratio[NUMBER_LEN], level[NUMBER_LEN], lo[NUMBER_LEN];
	char hi[NUMBER_LEN], control[NUMBER_LEN];

	view_number(
		v, NULL,
		"the switch cost is below resolution: the same system calls without a switch take %s %s/op, ratio %s (%s %% CI %s .. %s)",
		view_time(v, v->sum.control_ns, control), v->unit,
		number_text(c->ratio, 3, ratio),
		number_text(c->level * 100, 1, level),
		number_text(c->lo, 3, lo), number_text(c->hi, 3, hi));
}

static void put_share(const struct view *v)
{
	const struct paired *c = entry_paired(v->e, "control");
	char share[NUMBER_LEN], control[NUMBER_LEN];

	if (!c || v->e->records)
		return;
	if (!isnan(v->sum.switch_ns))
		view_number(
			v, view_time(v, v->sum.switch_ns, share),
			"%s/op switch cost (op minus the same system calls without a switch, %s %s/op)",
			v->unit, view_time(v, v->sum.control_ns, control),
			v->unit);
	else if (!c->reason && c->ratio > 0 && !isnan(c->lo))
		put_below_resolution(v, c);
	else
		view_number(v, NULL, "the switch cost is not known: %s",
			    v->sum.switch_reason);
}

static void put_bandwidth(const struct view *v)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	double rate = v->sum.bytes_per_sec;
	char text[NUMBER_LEN];
	size_t i = 0;

	if (isnan(rate))
		return;
	for (; rate >= 1000 && i + 1 < sizeof(units) / sizeof(*units); i++)
		rate /= 1000;
	view_number(v, digits_text(rate, 4, text), "%s/sec", units[i]);
}

void view_numbers(const struct view *v)
{
	put_time(v);
	put_rate(v);
	put_bandwidth(v);
	put_switches(v);
	put_quiet_and_cpu(v);
	put_cycles(v);
	put_share(v);
}

/* "SCHED_OTHER", "SCHED_FIFO priority 10", ", nice 5" where it is not usual */
static void add_policy(struct strbuf *b, const struct entry *e)
{
	const char *policy = e->policy ? e->policy : "?";

	strbuf_add(b, "SCHED_");
	for (; *policy && *policy != ':'; policy++)
		strbuf_addf(b, "%c", toupper((unsigned char)*policy));
	if (*policy)
		strbuf_addf(b, " priority %s", policy + 1);
	if (e->nice != NOT_MEASURED && e->nice)
		strbuf_addf(b, ", nice %" PRId64, e->nice);
}

/* "4 groups of 2 processes" */
static void add_tasks(struct strbuf *b, const struct entry *e)
{
	if (e->nr_groups != 1)
		strbuf_addf(b, "%u groups of ", e->nr_groups);
	strbuf_addf(b, "%u %s", e->nr_tasks, task_word(e, e->nr_tasks));
}

/* Room for what an op is called, in the plural. */
#define WORD_LEN 128

static bool on_node0(const struct entry *e)
{
	return e->relation &&
	       !strcmp(e->relation, place_kind_name(PLACE_NODE0));
}

/* " on CPU 1", " on CPUs 0,2-5 (llc)", ", not pinned"; malloc'ed or NULL */
static char *cpu_words(const struct entry *e)
{
	char *list, *text;
	int n;

	if (!e->nr_cpus)
		return strdup(on_node0(e) ? ", not pinned, on NUMA node 0" :
					    ", not pinned");
	list = place_list_text(e->cpus, e->nr_cpus);
	if (!list)
		return NULL;
	if (entry_one_cpu(e))
		n = asprintf(&text, " on CPU %s", list);
	else
		n = asprintf(&text, " on CPUs %s (%s)", list,
			     e->relation ? e->relation : "list");
	free(list);
	return n < 0 ? NULL : text;
}

/* ", msg=4, mode=x" */
static void add_params(struct strbuf *b, const struct entry *e)
{
	for (size_t i = 0; i < e->nr_params; i++) {
		const struct param *p = &e->params[i];

		if (!strcmp(p->name, PARAM_CPU_IDLE) &&
		    !strcmp(p->value, "poll"))
			strbuf_add(b, ", idle states disabled by polling");
		else
			strbuf_addf(b, ", %s=%s", p->name, p->value);
	}
}

/* "10 runs of 47000 round trips", "3 of 10 runs of 4 x 47000 round trips" */
static void add_runs(struct strbuf *b, const struct view *v)
{
	const struct entry *e = v->e;
	size_t n = v->sum.time.n ? v->sum.time.n : e->nr_runs;
	bool some = v->sum.time.n && n < v->session->repeat;
	char op[WORD_LEN];

	strbuf_addf(b, "%zu", n);
	if (some)
		strbuf_addf(b, " of %u", v->session->repeat);
	strbuf_addf(b, " run%s of ", n == 1 && !some ? "" : "s");
	if (e->nr_groups > 1)
		strbuf_addf(b, "%u x ", e->nr_groups);
	strbuf_addf(b, "%" PRIu64 " %s", e->ops,
		    plural(e->op ? e->op : "op", e->ops, op, sizeof(op)));
}

/* Of results that another program measured little is known. */
static void add_imported(struct strbuf *b, const struct entry *e,
			 const char *runs)
{
	strbuf_add(b, "# imported");
	if (e->relation) {
		strbuf_add(b, ": ");
		add_tasks(b, e);
		strbuf_addf(b, ", cpus=%s", e->relation);
	}
	add_params(b, e);
	if (e->relation)
		strbuf_addf(b, "; %s", runs);
	else
		strbuf_addf(b, "; %zu value%s", e->nr_runs,
			    e->nr_runs == 1 ? "" : "s");
}

static void add_config(struct strbuf *b, const struct entry *e,
		       const char *where)
{
	add_tasks(b, e);
	strbuf_addf(b, "%s, ", where);
	add_policy(b, e);
	strbuf_addf(b, ", %s calls", e->calls ? e->calls : "?");
	add_params(b, e);
}

char *entry_config_text(const struct entry *e)
{
	struct strbuf b = { 0 };
	char *cpus = cpu_words(e);

	if (cpus)
		add_config(&b, e, cpus);
	free(cpus);
	return cpus ? strbuf_take(&b) : NULL;
}

int view_header(const struct view *v, const char *where, const char *runs)
{
	const struct entry *e = v->e;
	struct strbuf b = { 0 };
	int err;

	if (!e->policy && !e->calls) {
		add_imported(&b, e, runs);
	} else {
		strbuf_add(&b, "# ");
		add_config(&b, e, where);
		strbuf_addf(&b, "; %s", runs);
	}
	err = b.err;
	if (!err) {
		text_line(v->out, "# Running '%s' benchmark:", e->name);
		text_line(v->out, "%s", strbuf_text(&b));
		fputc('\n', v->out);
	}
	strbuf_free(&b);
	return err;
}

int view_own_header(const struct view *v)
{
	struct strbuf runs = { 0 };
	char *cpus = cpu_words(v->e);
	int err = -ENOMEM;

	add_runs(&runs, v);
	if (cpus && !runs.err)
		err = view_header(v, cpus, strbuf_text(&runs));
	strbuf_free(&runs);
	free(cpus);
	return err;
}
