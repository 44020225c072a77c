/* SPDX-License-Identifier: MIT */
/*
 * core/report/numbers.c - the block of numbers of one entry.
 *
 * A line stands there only when it has something to say.
 */
#include <math.h>
#include <string.h>

#include "report/view.h"

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

	if (st->n == 1) {
		snprintf(buf, len, "one run: no spread");
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
static void put_below_resolution(const struct view *v, const struct contrast *c)
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
	const struct contrast *c = entry_contrast(v->e, "control");
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
