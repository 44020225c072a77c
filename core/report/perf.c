/* SPDX-License-Identifier: MIT */
/*
 * core/report/perf.c - what perf bench 6.1 would print, byte for byte.
 *
 * Scripts read these lines. What perf does not say follows the block as "# "
 * lines, in words that its parsers do not take for a second result.
 */
#include "report/perf.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/entry.h"
#include "report/notes.h"
#include "report/view.h"

#define WORD_LEN 128

/* Largest number that is printed as an integer. */
#define LARGEST 1e18

/**
 * struct mean_run - the run that the block is about
 * @ops:	per run
 * @ns:		elapsed
 * @op_ns:	per op
 */
struct mean_run {
	double ops, ns, op_ns;
};

static struct mean_run mean_run(const struct view *v)
{
	struct mean_run m = { 0 };

	for (size_t i = 0; i < v->e->nr_runs; i++) {
		const struct sample *r = &v->e->runs[i];

		if (!view_counts(v, r))
			continue;
		m.ops += (double)r->ops;
		m.ns += (double)r->elapsed_ns;
	}
	m.op_ns = v->e->records ? v->sum.time.mean : m.ns / m.ops;
	m.ops /= (double)v->sum.time.n;
	m.ns /= (double)v->sum.time.n;
	return m;
}

/* perf cuts where others round. */
static uint64_t cut(double value)
{
	if (!(value > 0))
		return 0;
	return value < LARGEST ? (uint64_t)value : (uint64_t)LARGEST;
}

static bool is(const struct view *v, const char *name)
{
	return !strcmp(v->e->name, name);
}

static bool is_syscall(const struct view *v)
{
	return !strncmp(v->e->name, "syscall/", strlen("syscall/"));
}

static void put_executed(const struct view *v, const struct mean_run *m)
{
	uint64_t ops = cut(m->ops + 0.5);
	char op[WORD_LEN];

	if (is(v, "sched/pipe"))
		text_line(v->out,
			  "# Executed %" PRIu64
			  " pipe operations between two %s",
			  ops, task_word(v->e, 2));
	else if (is(v, "syscall/basic"))
		text_line(v->out, "# Executed %" PRIu64 " getppid() calls",
			  ops);
	else if (is_syscall(v))
		text_line(v->out, "# Executed %" PRIu64 " %s() calls", ops,
			  v->e->name + strlen("syscall/"));
	else if (is(v, "sched/seccomp-notify"))
		text_line(v->out, "# Executed %" PRIu64 " system calls", ops);
	else
		text_line(v->out, "# Executed %" PRIu64 " %s", ops,
			  plural(v->e->op ? v->e->op : "op", (double)ops, op,
				 sizeof(op)));
	if (!is_syscall(v))
		fputc('\n', v->out);
}

static void put_total(const struct view *v, const struct mean_run *m)
{
	uint64_t ms = cut(m->ns / 1e6);

	text_line(v->out, " %14s: %" PRIu64 ".%03" PRIu64 " [sec]",
		  "Total time", ms / 1000, ms % 1000);
}

static void put_messaging(const struct view *v, const struct mean_run *m)
{
	const struct entry *e = v->e;
	const char *tasks = task_word(e, 2);

	text_line(v->out, "# %u sender and receiver %s per group",
		  e->nr_tasks / 2, tasks);
	text_line(v->out, "# %u groups == %" PRIu64 " %s run", e->nr_groups,
		  (uint64_t)e->nr_groups * e->nr_tasks, tasks);
	fputc('\n', v->out);
	put_total(v, m);
}

static void put_block(const struct view *v)
{
	struct mean_run m = mean_run(v);

	if (is(v, "sched/messaging")) {
		put_messaging(v, &m);
		return;
	}
	put_executed(v, &m);
	put_total(v, &m);
	fputc('\n', v->out);
	text_line(v->out, " %14lf usecs/op", m.op_ns / 1e3);
	text_line(v->out, " %14" PRIu64 " ops/sec",
		  cut(m.ns > 0 ? m.ops * 1e9 / m.ns : 0));
}

static void put_entry(struct view *v)
{
	v->comment = true;
	if (view_not_run(v))
		return;
	if (!view_has_numbers(v)) {
		view_no_numbers(v);
		return;
	}
	put_block(v);
	if (v->opts->quiet)
		return;
	view_numbers(v);
	view_latency(v);
	view_notes(v);
	if (v->opts->verbose)
		view_runs(v);
}

/* perf prints seconds with three decimals, cut, and nothing else. */
static void put_simple(struct view *v)
{
	struct mean_run m;
	uint64_t ms;

	v->comment = true;
	if (view_not_run(v))
		return;
	if (!view_has_numbers(v)) {
		view_no_numbers(v);
		return;
	}
	m = mean_run(v);
	ms = cut(m.ns / 1e6);
	fprintf(v->out, "%" PRIu64 ".%03" PRIu64 "\n", ms / 1000, ms % 1000);
}

/* Of several benchmarks each has another header and a blank line below. */
static int each_entry(FILE *out, const struct session *s,
		      const struct report_opts *opts, bool header,
		      void (*put)(struct view *v))
{
	bool several = s->nr_entries > 1;

	for (size_t i = 0; i < s->nr_entries; i++) {
		struct view v;
		int err = view_open(&v, out, s, &s->entries[i], opts);

		if (err)
			return err;
		if (several)
			text_line(out, "# Running %s benchmark...", v.e->name);
		else if (header)
			text_line(out, "# Running '%s' benchmark:", v.e->name);
		put(&v);
		if (several)
			fputc('\n', out);
		view_close(&v);
	}
	return 0;
}

int report_perf(FILE *out, const struct session *s,
		const struct report_opts *opts)
{
	return each_entry(out, s, opts, true, put_entry);
}

int report_simple(FILE *out, const struct session *s,
		  const struct report_opts *opts)
{
	return each_entry(out, s, opts, false, put_simple);
}
