/* SPDX-License-Identifier: MIT */
/*
 * core/report/runs.c - every run of an entry, and its environment, for -v.
 */
#include <math.h>
#include <stdlib.h>

#include "report/view.h"

/* Columns of the table; the last one, the verdict, has no width. */
#define ROW "%5s %14s %14s %12s  %s%s%s"

static const char *switches_text(const struct sample *r, char buf[NUMBER_LEN])
{
	if (r->nvcsw == NOT_MEASURED || r->nivcsw == NOT_MEASURED || !r->ops)
		return "-";
	return number_text(((double)r->nvcsw + (double)r->nivcsw) /
				   (double)r->ops,
			   3, buf);
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
	double cpu_ns = r->cpu_ns == NOT_MEASURED ? NAN : (double)r->cpu_ns;

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
