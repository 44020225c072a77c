/* SPDX-License-Identifier: MIT */
/*
 * core/report/text.c - the report for people.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "report/cpu_sweep.h"
#include "report/param_sweep.h"
#include "report/view.h"
#include "result/sweep_judge.h"

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
		report_line(v->out, "# imported: %s, cpus=%s%s; %s", tasks,
			    e->relation, params, runs);
	else
		report_line(v->out, "# imported%s; %zu value%s", params,
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
	report_line(v->out, "# Running '%s' benchmark:", e->name);
	if (!e->policy && !e->calls)
		put_imported(v, tasks, params, runs);
	else
		report_line(v->out, "# %s%s, %s%s, %s calls%s; %s", tasks,
			    where, policy, nice, e->calls ? e->calls : "?",
			    params, runs);
	fputc('\n', v->out);
	free(params);
	return 0;
}

static int put_header(const struct view *v)
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

static int put_entry(const struct view *v)
{
	int err;

	if (view_not_run(v)) {
		view_notes(v);
		return 0;
	}
	err = v->opts->quiet ? 0 : put_header(v);
	if (err)
		return err;
	if (view_has_numbers(v)) {
		view_numbers(v);
		view_latency(v);
		view_counters(v);
	} else {
		view_no_numbers(v);
	}
	view_notes(v);
	if (v->opts->verbose) {
		view_runs(v);
		view_counted_runs(v);
	}
	if (v->e->status == ENTRY_FAILED)
		report_line(v->out, "%s: failed: %s", v->e->name,
			    v->e->reason ? v->e->reason : "no reason recorded");
	return 0;
}

static void put_session(FILE *out, const struct session *s,
			const struct report_opts *opts)
{
	static const char *const states[] = { "ok", "warn", "unknown", "n/a" };

	if (!s->complete)
		report_line(out, "# interrupted: not every run was made");
	for (size_t i = 0; opts->verbose && i < s->nr_checks; i++) {
		const struct check *c = &s->checks[i];

		report_line(out, "# %s: %s%s%s%s%s", c->id ? c->id : "?",
			    states[c->state], c->value ? " " : "",
			    c->value ? c->value : "", c->text ? ": " : "",
			    c->text ? c->text : "");
	}
}

static int put_one(FILE *out, const struct session *s, size_t i,
		   const struct report_opts *opts)
{
	struct view v;
	int err = view_open(&v, out, s, &s->entries[i], opts);

	if (err)
		return err;
	err = put_entry(&v);
	view_close(&v);
	return err;
}

/* The places of a sweep in one table; with -v also a block for each. */
static int put_several(FILE *out, const struct session *s, size_t first,
		       size_t nr, const struct report_opts *opts)
{
	int err = 0;

	for (size_t i = 0; opts->verbose && i < nr && !err; i++) {
		err = put_one(out, s, first + i, opts);
		fputc('\n', out);
	}
	return err ? err : report_sweep(out, s, first, nr, opts);
}

int report_text(FILE *out, const struct session *s,
		const struct report_opts *opts)
{
	size_t nr;

	for (size_t i = 0; i < s->nr_entries; i += nr) {
		int err;

		nr = sweep_length(s, i);
		if (i || opts->continued)
			fputc('\n', out);
		if (nr > 1)
			err = put_several(out, s, i, nr, opts);
		else
			err = put_one(out, s, i, opts);
		if (err)
			return err;
	}
	put_session(out, s, opts);
	return report_value_sweeps(out, s, opts);
}
