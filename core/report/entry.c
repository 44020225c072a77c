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

/* Columns of the table; the last one, the verdict, has no width. */
#define ROW "%5s %14s %14s %12s  %s%s%s"

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

static void put_run(const struct view *v, const struct sample *r)
{
	char number[NUMBER_LEN], time[NUMBER_LEN], cpu[NUMBER_LEN];
	char switches[NUMBER_LEN];
	const struct finding *f = r->why.nr ? &r->why.v[0] : NULL;
	double cpu_ns = r->figures.cpu_ns == NOT_MEASURED ?
				NAN :
				(double)r->figures.cpu_ns;

	number_text((double)r->index + 1, 0, number);
	view_remark(v, ROW, number,
		    v->e->records ?
			    view_time(v, r->records_ns, time) :
			    per_op_text(v, (double)r->elapsed_ns, r, time),
		    per_op_text(v, cpu_ns, r, cpu), switches_text(r, switches),
		    r->valid ? "yes" :
		    f	     ? f->id :
			       "no",
		    f && !r->valid ? ": " : "", f && !r->valid ? f->text : "");
}

static void put_runs(const struct view *v, const char *title,
		     const struct sample *runs, size_t nr)
{
	char time[NUMBER_LEN], cpu[NUMBER_LEN];

	if (!nr)
		return;
	snprintf(time, sizeof(time), "%s%s", v->unit,
		 v->e->records ? " recorded" : "/op");
	snprintf(cpu, sizeof(cpu), "CPU %s/op", v->unit);
	view_remark(v, ROW, title, time, cpu, "switches/op", "valid", "", "");
	for (size_t i = 0; i < nr; i++)
		put_run(v, &runs[i]);
}

void view_runs(const struct view *v)
{
	put_runs(v, "run", v->e->runs, v->e->nr_runs);
}

void view_counted_runs(const struct view *v)
{
	if (v->e->nr_counted)
		view_remark(v, "with counters:");
	put_runs(v, "run", v->e->counted, v->e->nr_counted);
}

/*
 * How the times of loops, or recorded values, are
 * distributed.
 */

#define LINE_LEN 256

/* "us/op", "us per loop of 8 ops", "us recorded" */
static void unit_text(const struct view *v, char *buf, size_t len)
{
	uint64_t ops = v->e->latency->ops_per_loop;

	if (v->e->records)
		snprintf(buf, len, "%s recorded", v->unit);
	else if (ops == 1)
		snprintf(buf, len, "%s/op", v->unit);
	else
		snprintf(buf, len, "%s per loop of %" PRIu64 " ops", v->unit,
			 ops);
}

/* "p90 5.120, p99 9.301, max 35.200" */
static void tail_text(const struct view *v, const struct latency_stats *st,
		      char *buf, size_t len)
{
	char number[NUMBER_LEN];
	size_t used = 0;

	for (int q = LATENCY_P90; q < LATENCY_QUANTILES; q++)
		if (!isnan(st->quantile[q]))
			used += (size_t)snprintf(
				buf + used, len - used, "%s %s, ",
				latency_quantile_name(q),
				view_time(v, st->quantile[q], number));
	snprintf(buf + used, len - used, "max %s",
		 view_time(v, (double)v->e->latency->buckets.max, number));
}

/* "; each with a clock read (27.1 ns, included)" */
static void clock_text(const struct latency *l, char *buf, size_t len)
{
	char number[NUMBER_LEN];

	buf[0] = '\0';
	if (!isnan(l->clock_ns))
		snprintf(buf, len, ", each with a clock read (%s ns, included)",
			 number_text(l->clock_ns, 1, number));
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
	char clock[LINE_LEN], invalid[LINE_LEN] = "", share[NUMBER_LEN];

	clock_text(l, clock, sizeof(clock));
	if (l->nr_invalid)
		snprintf(invalid, sizeof(invalid), " (%u invalid left out)",
			 l->nr_invalid);
	view_remark(v, "percentiles of %" PRIu64 " %s in %u run%s%s%s%s",
		    buckets_total(&l->buckets),
		    v->e->records ? "recorded values" : "loops", l->nr_runs,
		    l->nr_runs == 1 ? "" : "s",
		    v->e->records ? "" : " of their own", invalid, clock);
	view_remark(
		v,
		"closed loop: percentiles are per %s, not per time; %s %% of the time in %ss longer than %d times the median",
		value_word(v->e), percent_text(st->long_share, share),
		v->e->records ? "value" : "loop", LATENCY_LONG);
}

void view_latency(const struct view *v)
{
	const struct latency *l = v->e->latency;
	char median[NUMBER_LEN], unit[LINE_LEN], tail[LINE_LEN];
	struct latency_stats st;

	if (l && l->reason)
		view_remark(v, "percentiles: %s", l->reason);
	if (!l || !l->buckets.nr)
		return;
	latency_stats(&l->buckets, &st);
	unit_text(v, unit, sizeof(unit));
	tail_text(v, &st, tail, sizeof(tail));
	view_number(v, view_time(v, st.quantile[LATENCY_P50], median),
		    "%s    p50 (%s)", unit, tail);
	put_origin(v, &st);
}

/*
 * The block of numbers of one entry.
 *
 * A line stands there only when it has something to say.
 */

#define SPREAD_LEN 320

/* Seen and declared switches count as equal up to here. */
#define AS_DECLARED 0.01

/* In less, what is between the tasks' stamps is no sign of others. */
#define DISTURBED_MIN_NS 1e6

/* Wall time this far above CPU time on one CPU: others were running. */
#define DISTURBED 1.05

/* ", 97.9 % CI 2.101 .. 2.109" */
static void interval_text(const struct view *v, char *buf, size_t len)
{
	const struct stats *st = &v->sum.time;
	char level[NUMBER_LEN], lo[NUMBER_LEN], hi[NUMBER_LEN];

	if (isnan(st->median_lo))
		snprintf(buf, len, ", no interval below 6 runs");
	else
		snprintf(buf, len, ", %s %% CI %s .. %s",
			 number_text(st->median_level * 100, 1, level),
			 view_time(v, st->median_lo, lo),
			 view_time(v, st->median_hi, hi));
}

/* What follows the mean; every +- says what it is. */
static void spread_text(const struct view *v, char *buf, size_t len)
{
	const struct stats *st = &v->sum.time;
	char sem[NUMBER_LEN], stddev[NUMBER_LEN], rsd[NUMBER_LEN];
	char median[NUMBER_LEN], interval[SPREAD_LEN / 2];

	if (st->n == 1 || !(st->mean > 0)) {
		snprintf(buf, len,
			 st->n == 1 ? "one run: no spread" :
				      "no spread: no time passed");
		return;
	}
	interval_text(v, interval, sizeof(interval));
	snprintf(buf, len,
		 "+- %s %% standard error (stddev %s %s, %s %%; median %s%s)",
		 percent_text(st->sem / st->mean, sem),
		 digits_text(st->stddev / v->unit_ns, 2, stddev), v->unit,
		 percent_text(st->rsd, rsd), view_time(v, st->median, median),
		 interval);
}

static void put_time(const struct view *v)
{
	char mean[NUMBER_LEN], spread[SPREAD_LEN];

	spread_text(v, spread, sizeof(spread));
	view_number(v, view_time(v, v->sum.time.mean, mean), "%s%s    %s",
		    v->unit, v->e->records ? " recorded" : "/op", spread);
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
static void promise_text(const struct view *v, char *buf, size_t len)
{
	const struct entry *e = v->e;
	double seen = v->sum.switches_per_op;
	char min[NUMBER_LEN], max[NUMBER_LEN], more[NUMBER_LEN];

	buf[0] = '\0';
	number_text(e->expect_min, 2, min);
	number_text(e->expect_max, 2, max);
	if (e->regime == REGIME_MIXED)
		return;
	if (one_number(e) && about(seen, e->expect_min))
		snprintf(buf, len, " as declared");
	else if (preempted(e, seen))
		snprintf(
			buf, len,
			" (%s declared without wake-up preemption: preemption added %s)",
			min, number_text(seen - e->expect_min, 2, more));
	else if (e->expect_max >= 1e9)
		return;
	else if (e->expect_min == e->expect_max)
		snprintf(buf, len, " (%s declared)", min);
	else
		snprintf(buf, len, " (%s to %s declared)", min, max);
}

static void put_switches(const struct view *v)
{
	char cost[NUMBER_LEN], seen[NUMBER_LEN], promise[SPREAD_LEN];

	if (isnan(v->sum.switches_per_op))
		return;
	promise_text(v, promise, sizeof(promise));
	number_text(v->sum.switches_per_op, 2, seen);
	if (isnan(v->sum.ns_per_switch))
		view_number(v, seen, "switches/op%s", promise);
	else
		view_number(v, view_time(v, v->sum.ns_per_switch, cost),
			    "%s/switch, %s switches/op%s", v->unit, seen,
			    promise);
}

bool view_disturbed(const struct view *v)
{
	double run_ns = v->sum.time.mean * (double)v->e->ops * v->e->nr_groups;

	return entry_one_cpu(v->e) && !v->e->records &&
	       run_ns >= DISTURBED_MIN_NS &&
	       v->sum.time.mean > DISTURBED * v->sum.cpu_ns_per_op;
}

/* What CPU time says about the wall time, for tasks that share one CPU. */
static void disturbance_text(const struct view *v, char *buf, size_t len)
{
	double ratio = v->sum.time.mean / v->sum.cpu_ns_per_op;
	char percent[NUMBER_LEN];

	buf[0] = '\0';
	if (view_disturbed(v))
		snprintf(buf, len,
			 ": the CPU was disturbed: wall %s %% above CPU time",
			 number_text((ratio - 1) * 100, 0, percent));
}

static void put_quiet_and_cpu(const struct view *v)
{
	char quiet[NUMBER_LEN], cpu[NUMBER_LEN], wall[SPREAD_LEN];
	bool has_quiet = !isnan(v->sum.quiet_ns);
	bool has_cpu = !isnan(v->sum.cpu_ns_per_op);

	view_time(v, v->sum.quiet_ns, quiet);
	view_time(v, v->sum.cpu_ns_per_op, cpu);
	disturbance_text(v, wall, sizeof(wall));
	if (has_quiet && has_cpu)
		view_number(
			v, quiet,
			"%s/op quiet (1 %% quantile of %zu slices); %s %s/op of CPU time%s",
			v->unit, v->sum.nr_slices, cpu, v->unit, wall);
	else if (has_quiet)
		view_number(v, quiet,
			    "%s/op quiet (1 %% quantile of %zu slices)",
			    v->unit, v->sum.nr_slices);
	else if (has_cpu)
		view_number(v, cpu, "%s/op of CPU time%s", v->unit, wall);
}

/* The interval reaches 1: no number, but both sides and the interval. */
static void put_below_resolution(const struct view *v, const struct paired *c)
{
	char ratio[NUMBER_LEN], level[NUMBER_LEN], lo[NUMBER_LEN];
	char hi[NUMBER_LEN], control[NUMBER_LEN];

	view_number(
		v, NULL,
		"the switch itself is below resolution: the same calls without a switch take %s %s/op, ratio %s (%s %% CI %s .. %s)",
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
			"%s/op more than the same calls without a switch (%s %s/op)",
			v->unit, view_time(v, v->sum.control_ns, control),
			v->unit);
	else if (!c->reason && c->ratio > 0 && !isnan(c->lo))
		put_below_resolution(v, c);
	else
		view_number(v, NULL, "the share of the switch is not known: %s",
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
	put_share(v);
}

#define WORD_LEN 128

/* "SCHED_OTHER", "SCHED_FIFO priority 10" */
static void policy_words(const char *policy, char *buf, size_t len)
{
	const char *colon = strchr(policy, ':');
	size_t i;

	i = snprintf(buf, len, "SCHED_%.*s",
		     (int)(colon ? colon - policy : (ssize_t)strlen(policy)),
		     policy);
	if (i >= len)
		return;
	for (char *p = buf; *p; p++)
		*p = toupper((unsigned char)*p);
	if (colon)
		snprintf(buf + i, len - i, " priority %s", colon + 1);
}

/* The usual one goes without saying. */
static void nice_words(const struct entry *e, char *buf, size_t len)
{
	buf[0] = '\0';
	if (e->nice != NOT_MEASURED && e->nice)
		snprintf(buf, len, ", nice %" PRId64, e->nice);
}

/* "4 groups of 2 processes" */
static void task_words(const struct entry *e, char *buf, size_t len)
{
	if (e->nr_groups == 1)
		snprintf(buf, len, "%u %s", e->nr_tasks,
			 task_word(e, e->nr_tasks));
	else
		snprintf(buf, len, "%u groups of %u %s", e->nr_groups,
			 e->nr_tasks, task_word(e, e->nr_tasks));
}

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

static void put_param(FILE *f, const struct param *p)
{
	if (!strcmp(p->name, PARAM_CPU_IDLE) && !strcmp(p->value, "poll"))
		fputs(", CPUs kept out of idle", f);
	else
		fprintf(f, ", %s=%s", p->name, p->value);
}

/* ", msg=4, mode=x"; malloc'ed or NULL */
static char *param_words(const struct entry *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (size_t i = 0; i < e->nr_params; i++)
		put_param(f, &e->params[i]);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	return text;
}

/* "10 runs of 47000 round trips", "3 of 10 runs of 4 x 47000 round trips" */
static void run_words(const struct view *v, char *buf, size_t len)
{
	const struct entry *e = v->e;
	const struct session *s = v->session;
	char asked[32] = "", groups[32] = "", op[WORD_LEN];
	size_t n = v->sum.time.n ? v->sum.time.n : e->nr_runs;

	if (v->sum.time.n && n < s->repeat)
		snprintf(asked, sizeof(asked), " of %u", s->repeat);
	if (e->nr_groups > 1)
		snprintf(groups, sizeof(groups), "%u x ", e->nr_groups);
	plural(e->op ? e->op : "op", e->ops, op, sizeof(op));
	snprintf(buf, len, "%zu%s run%s of %s%" PRIu64 " %s", n, asked,
		 n == 1 && !*asked ? "" : "s", groups, e->ops, op);
}

/* Of results that another program measured little is known. */
static void put_imported(const struct view *v, const char *tasks,
			 const char *params, const char *runs)
{
	const struct entry *e = v->e;

	if (e->relation)
		text_line(v->out, "# imported: %s, cpus=%s%s; %s", tasks,
			  e->relation, params, runs);
	else
		text_line(v->out, "# imported%s; %zu value%s", params,
			  e->nr_runs, e->nr_runs == 1 ? "" : "s");
}

int view_header(const struct view *v, const char *where, const char *runs)
{
	const struct entry *e = v->e;
	char policy[WORD_LEN], tasks[WORD_LEN], nice[WORD_LEN];
	char *params = param_words(e);

	if (!params)
		return -ENOMEM;
	policy_words(e->policy ? e->policy : "?", policy, sizeof(policy));
	task_words(e, tasks, sizeof(tasks));
	nice_words(e, nice, sizeof(nice));
	text_line(v->out, "# Running '%s' benchmark:", e->name);
	if (!e->policy && !e->calls)
		put_imported(v, tasks, params, runs);
	else
		text_line(v->out, "# %s%s, %s%s, %s calls%s; %s", tasks, where,
			  policy, nice, e->calls ? e->calls : "?", params,
			  runs);
	fputc('\n', v->out);
	free(params);
	return 0;
}

int view_own_header(const struct view *v)
{
	char runs[3 * WORD_LEN];
	char *cpus = cpu_words(v->e);
	int err = -ENOMEM;

	if (cpus) {
		run_words(v, runs, sizeof(runs));
		err = view_header(v, cpus, runs);
	}
	free(cpus);
	return err;
}
