/* SPDX-License-Identifier: MIT */
/*
 * core/report/latency.c - how the times of loops, or recorded values, are
 * distributed.
 */
#include <inttypes.h>
#include <math.h>

#include "result/latency.h"
#include "report/view.h"

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
