/* SPDX-License-Identifier: MIT */
/*
 * core/report/view.c - one entry with its summary, lines and numbers.
 */
#include "report/view.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Wide enough for 999999999 ops/sec and a blank before it. */
#define COLUMN 12

void view_set_unit(struct view *v, double ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 } };

	v->unit = "ns";
	v->unit_ns = 1;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (ns >= units[i].ns) {
			v->unit = units[i].name;
			v->unit_ns = units[i].ns;
			return;
		}
	}
}

/* Copies of the runs that have a number, as if they were all valid. */
static struct sample *forced_runs(const struct sample *runs, size_t *nr)
{
	struct sample *all = calloc(*nr + 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; all && i < *nr; i++) {
		if (!runs[i].ops)
			continue;
		all[n] = runs[i];
		all[n++].valid = true;
	}
	*nr = n;
	return all;
}

/* The summary that the entry would have if its runs were all valid. */
static int summarize_forced(const struct entry *e, struct summary *out)
{
	struct entry all = *e;
	int err = -ENOMEM;

	all.runs = forced_runs(e->runs, &all.nr_runs);
	all.counted = forced_runs(e->counted, &all.nr_counted);
	if (all.runs && all.counted)
		err = summarize(&all, out);
	free(all.runs);
	free(all.counted);
	return err;
}

int view_open(struct view *v, FILE *out, const struct session *s,
	      const struct entry *e, const struct report_opts *opts)
{
	int err;

	memset(v, 0, sizeof(*v));
	v->out = out;
	v->session = s;
	v->e = e;
	v->opts = opts;
	err = summarize(e, &v->sum);
	if (!err && !v->sum.time.n && opts->force && e->nr_runs) {
		summary_free(&v->sum);
		err = summarize_forced(e, &v->sum);
		v->forced = true;
	}
	view_set_unit(v, v->sum.time.mean);
	return err;
}

void view_close(struct view *v)
{
	summary_free(&v->sum);
}

bool view_has_numbers(const struct view *v)
{
	return v->sum.time.n > 0 && isfinite(v->sum.time.mean);
}

bool view_counts(const struct view *v, const struct sample *r)
{
	return v->forced ? r->ops > 0 : r->valid;
}

void view_number(const struct view *v, const char *number, const char *fmt, ...)
{
	char prefix[NUMBER_LEN + COLUMN];
	va_list ap;

	snprintf(prefix, sizeof(prefix), v->comment ? "# %*s " : "%*s ",
		 v->comment ? 0 : COLUMN, number ? number : "-");
	va_start(ap, fmt);
	text_vline(v->out, prefix, fmt, ap);
	va_end(ap);
}

void view_remark(const struct view *v, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vline(v->out, "# ", fmt, ap);
	va_end(ap);
}

void view_number_text(const struct view *v, const char *number,
		      struct strbuf *text)
{
	view_number(v, number, "%s", strbuf_text(text));
	strbuf_free(text);
}

void view_remark_text(const struct view *v, struct strbuf *text)
{
	view_remark(v, "%s", strbuf_text(text));
	strbuf_free(text);
}

void view_table(const struct view *v, struct grid *g)
{
	if (g->err)
		view_remark(v, "(no memory is left for this table)");
	else
		grid_text(v->out, g);
	grid_free(g);
}

const char *view_time(const struct view *v, double ns, char buf[NUMBER_LEN])
{
	return number_text(ns / v->unit_ns, 3, buf);
}

const char *task_word(const struct entry *e, double n)
{
	if (e->threads)
		return n == 1 ? "thread" : "threads";
	return n == 1 ? "process" : "processes";
}

double sweep_mean_ns(const struct sweep_view *s, size_t i)
{
	return view_has_numbers(&s->v[i]) ? s->v[i].sum.time.mean : NAN;
}

const char *sweep_cpus_text(const struct entry *e, char *buf, size_t len)
{
	const struct sweep *w = e->sweep;

	if (w->nr > 1)
		snprintf(buf, len, "CPUs %" PRId64 ",%" PRId64, w->cpus[0].cpu,
			 w->cpus[1].cpu);
	else
		snprintf(buf, len, "CPU %" PRId64, w->cpus[0].cpu);
	return buf;
}
