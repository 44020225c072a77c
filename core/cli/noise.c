/* SPDX-License-Identifier: MIT */
/*
 * core/cli/noise.c - "noise": A against A, to see what difference this
 * machine can show.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cmd.h"
#include "compare/floor.h"
#include "machine/facts.h"
#include "plugin/registry.h"
#include "result/file.h"
#include "result/summary.h"
#include "run/runner.h"
#include "session/options.h"
#include "session/paired.h"
#include "session/plan.h"
#include "session/session.h"
#include "stats/stats.h"
#include "util/clock.h"
#include "util/json_write.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/signals.h"
#include "util/text.h"
#include "util/why.h"

#define SLICES 50
#define FLOOR_QUANTILE 0.95

/* Runs of a session, which is to be short. */
#define SESSION_RUNS 5

#define WHY_LEN 256

struct noise_opts {
	uint32_t times;
	uint64_t between_ns;
	const char *output;
	bool save, json, no_progress;
};

#define AT(field) .offset = offsetof(struct noise_opts, field)

static const struct opt table[] = {
	{ OPT_U32, 0, "times", "N",
	  "number of A/A comparisons, or with --between of sessions", "20",
	  AT(times), 5, 10000 },
	{ OPT_NS, 0, "between", "T",
	  "run short sessions, spread over this time, instead of interleaved comparisons: how much do two of them differ?",
	  NULL, AT(between_ns), 1, 7 * 86400 * 1000000000ull },
	{ OPT_STRING, 'o', "output", "FILE",
	  "save the floors, for harness compare --floor; other kinds, benchmarks and boots in the file are kept",
	  NULL, AT(output) },
	{ OPT_FLAG, 0, "save", NULL,
	  "save them where harness compare finds those of this machine and configuration ($XDG_STATE_HOME/harness)",
	  NULL, AT(save) },
	{ OPT_FLAG, 0, "json", NULL, "the result as JSON", NULL, AT(json) },
	{ OPT_FLAG, 0, "no-progress", NULL,
	  "print no progress line on a terminal", NULL, AT(no_progress) },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "noise",
	.synopsis = "[options] [BENCH...]",
	.summary = "Measures the noise floor: how much A/A comparisons of a "
		   "benchmark with itself differ on this machine.",
	.opts = table,
	.min_words = 0,
	.max_words = SIZE_MAX,
	.more = "Without a benchmark: sched/pipe. The floor of interleaved "
		"comparisons, as harness ab makes them, is the 95 % quantile of "
		"the distances of their ratios from 1; each comparison has ten "
		"samples. Sessions, as harness run makes them, differ by far "
		"more: --between measures that. If it is repeated with --save "
		"after each boot, the file collects the boots.",
	.examples = "harness noise\n"
		    "harness noise sched/pipe sched/futex -o floors.json\n"
		    "harness noise --between 3600s --save sched/pipe\n",
};

/* --- interleaved ------------------------------------------------------------- */

static int one_ratio(const struct variant *variant, uint64_t seed,
		     struct progress *progress, double *distance)
{
	struct entry holder = { 0 };
	struct paired *c = entry_add_paired(&holder);
	struct paired_job job = {
		.name = "noise",
		.a = variant,
		.b = variant,
		.nr_pairs = PAIRED_SAMPLES,
		.nr_slices = SLICES,
		.seed = seed,
		.progress = progress,
	};
	int ret = c ? paired_run(&job, c) : -ENOMEM;

	if (!ret && c->reason) {
		log_error(0, "noise: %s: %s", variant->name, c->reason);
		ret = -ECHILD;
	}
	if (!ret)
		*distance = fabs(c->ratio - 1);
	entry_free(&holder);
	return ret;
}

static int find_floor(const struct plan_entry *pe, const struct noise_opts *o,
		      struct compare_floor *f)
{
	double *distance = calloc(o->times, sizeof(*distance));
	struct progress progress;
	int ret = distance ? 0 : -ENOMEM;
	size_t nr = 0;

	progress_init(&progress, !o->no_progress, PAIRED_SAMPLES);
	for (; nr < o->times && !ret; nr++)
		ret = one_ratio(&pe->variant, nr * PAIRED_SAMPLES, &progress,
				&distance[nr]);
	progress_clear(&progress);
	if (!ret) {
		stats_sort(distance, nr);
		f->share = stats_quantile(distance, nr, FLOOR_QUANTILE);
		f->median = stats_quantile(distance, nr, 0.5);
		f->nr_comparisons = nr;
	}
	free(distance);
	return ret;
}

static int find_floors(const struct plan *p, const struct noise_opts *o,
		       struct compare_floors *all)
{
	int ret = 0;

	for (size_t i = 0; i < p->nr && !ret; i++) {
		const struct plan_entry *pe = &p->entries[i];
		struct compare_floor *f;

		if (pe->reason)
			continue;
		f = compare_floor_of(all, pe->variant.name);
		ret = f ? find_floor(pe, o, f) : -ENOMEM;
		if (ret || o->json)
			continue;
		printf("%-22s noise floor %.3f %%: 95 %% of %zu A/A comparisons differ by less (median %.3f %%)\n",
		       f->name, 100 * f->share, f->nr_comparisons,
		       100 * f->median);
		fflush(stdout);
	}
	return ret;
}

/* --- between sessions -------------------------------------------------------- */

static int medians_of(const struct entry *e, double *ns, double *clock_mhz)
{
	struct summary s;
	int ret = summarize(e, &s);

	if (ret)
		return ret;
	*ns = s.time.median;
	*clock_mhz = s.clock_mhz;
	summary_free(&s);
	return 0;
}

static int take_session(const struct session *s, const char *boot,
			struct compare_floors *all)
{
	char *now = text_utc_now();
	int ret = now ? 0 : -ENOMEM;

	for (size_t i = 0; i < s->nr_entries && !ret; i++) {
		struct compare_floor *f;
		double ns, mhz;

		ret = medians_of(&s->entries[i], &ns, &mhz);
		if (ret || !(ns > 0))
			continue;
		f = compare_floor_of(all, s->entries[i].name);
		ret = f ? compare_floor_add(f, boot, now, ns, mhz) : -ENOMEM;
	}
	free(now);
	return ret;
}

static int one_session(const struct run_opts *ro, struct plan *p,
		       const char *boot, struct compare_floors *all)
{
	struct session s = { .complete = true };
	int ret = session_describe(p, &s);

	if (!ret)
		ret = session_run(ro, p, &s);
	if (!ret)
		ret = take_session(&s, boot, all);
	session_free(&s);
	return ret;
}

/* Return: 0; -EINTR: a signal that ends. */
static int sleep_until(uint64_t when_ns)
{
	for (;;) {
		uint64_t now = clock_wait_ns();
		int sig = now < when_ns ? signals_wait(when_ns - now) : 0;

		if (signals_ends(sig))
			return -EINTR;
		if (now >= when_ns)
			return 0;
	}
}

static void print_between(const struct compare_floor *f)
{
	if (!f->nr_sessions)
		return;
	printf("%-22s", f->name);
	if (!isnan(f->noise.sessions))
		printf(" %8.3f %% sd between sessions",
		       100 * f->noise.sessions);
	if (!isnan(f->cycles.sessions))
		printf(" (%.3f %% in cycles)", 100 * f->cycles.sessions);
	if (!isnan(f->noise.boots))
		printf(" %8.3f %% sd between boots", 100 * f->noise.boots);
	printf(" (%zu session%s of %zu boot%s; 95 %% of the pairs within "
	       "%.3f %%)\n",
	       f->nr_sessions, f->nr_sessions == 1 ? "" : "s", f->nr_boots,
	       f->nr_boots == 1 ? "" : "s", 100 * expm1(f->pairs));
}

static int find_between(const struct run_opts *ro, struct plan *p,
			const struct noise_opts *o, const char *boot,
			struct compare_floors *all)
{
	uint64_t begin = clock_wait_ns();
	int ret = 0;

	for (uint32_t i = 0; i < o->times && !ret; i++) {
		ret = sleep_until(begin + o->between_ns / (o->times - 1) * i);
		if (!ret)
			ret = one_session(ro, p, boot, all);
	}
	for (size_t i = 0; i < all->nr && !ret; i++) {
		ret = compare_floor_estimate(&all->v[i]);
		if (!ret && !o->json)
			print_between(&all->v[i]);
	}
	return ret;
}

/* --- files ------------------------------------------------------------------- */

/**
 * struct target - where floors are saved
 * @path:	or NULL
 * @w:		reserved, so that nothing is measured in vain
 */
struct target {
	char *path;
	struct result_writer *w;
};

/* Creates the directories of a path below @path. */
static void make_dirs(char *path)
{
	for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
}

/* What is in the file already is added to. */
static int reserve(struct target *t, struct compare_floors *all)
{
	struct compare_floors old;
	char why[WHY_LEN] = "";
	int ret = compare_floors_read(t->path, &old, why, sizeof(why));

	if (!ret) {
		compare_floors_free(all);
		*all = old;
	} else if (ret != -ENOENT) {
		log_error(0, "noise: %s is in the way: %s", t->path, why);
		return ret;
	}
	ret = result_writer_open(t->path, &t->w);
	if (ret)
		log_error(ret, "noise: cannot write '%s'", t->path);
	return ret;
}

static int name_target(struct target *t, const struct noise_opts *o,
		       const struct session *host)
{
	if (o->output)
		t->path = strdup(o->output);
	else if (o->save)
		t->path = compare_floor_path(session_fact(host, "machine_id"),
					     session_fact(host, "config_id"));
	if ((o->output || o->save) && !t->path) {
		log_error(0, "noise: no place to save to: neither "
			     "XDG_STATE_HOME nor HOME is a path");
		return -ENOENT;
	}
	if (o->save && !o->output)
		make_dirs(t->path);
	return 0;
}

/* @t->w is used up: NULL after it. */
static int write_floors(const struct compare_floors *all,
			const struct noise_opts *o, struct target *t)
{
	int ret;

	if (o->json)
		compare_floors_write(stdout, all);
	if (!t->w)
		return 0;
	ret = compare_floors_write(result_writer_stream(t->w), all);
	ret = result_writer_commit(t->w, ret);
	t->w = NULL;
	return ret ? log_error(ret, "noise: cannot save '%s'", t->path) : 0;
}

/* --- the command ------------------------------------------------------------- */

static size_t count_possible(const struct plan *p)
{
	size_t nr = 0;

	for (size_t i = 0; i < p->nr; i++) {
		nr += !p->entries[i].reason;
		if (p->entries[i].reason)
			log_warn("%s: %s", p->entries[i].variant.name,
				 p->entries[i].reason);
	}
	return nr;
}

static int measure(const struct run_opts *ro, struct plan *p,
		   const struct noise_opts *o, const struct session *host,
		   struct target *t)
{
	const char *boot = session_fact(host, "boot_id");
	struct compare_floors all = { 0 };
	int ret = name_target(t, o, host);

	if (!ret && t->path)
		ret = reserve(t, &all);
	if (!ret && o->between_ns)
		ret = find_between(ro, p, o, boot ? boot : "?", &all);
	else if (!ret)
		ret = find_floors(p, o, &all);
	if (!ret)
		ret = write_floors(&all, o, t);
	else if (ret == -EINTR)
		log_warn("interrupted by %s", signals_ended_by());
	compare_floors_free(&all);
	return ret;
}

static int find_and_save(const struct run_opts *ro, struct plan *p,
			 const struct noise_opts *o)
{
	struct session host = { 0 };
	struct target t = { 0 };
	int ret;

	if (!count_possible(p))
		return plan_status(p);
	ret = facts_collect(&host);
	if (!ret)
		ret = measure(ro, p, o, &host, &t);
	result_writer_abort(t.w);
	free(t.path);
	session_free(&host);
	return ret ? EXIT_FAILED : plan_status(p);
}

static int plan_and_find(const struct noise_opts *o,
			 const struct opts_words *words, struct registry *r)
{
	static const char *usual[] = { "sched/pipe", NULL };
	struct run_opts ro;
	struct plan p = { 0 };
	int ret;

	run_opts_default(&ro, words->nr ? words->v : usual);
	ro.command = command.name;
	ro.repeat = SESSION_RUNS;
	ro.no_control = true;
	ro.no_progress = o->no_progress;
	ret = plan_make(&ro, r, &p);
	if (ret)
		ret = opts_status(ret);
	else
		ret = find_and_save(&ro, &p, o);
	plan_free(&p);
	return ret;
}

int cmd_noise(int argc, char **argv)
{
	struct noise_opts o = { 0 };
	struct opts_words words;
	struct registry *r;
	int ret = opts_read(&command, argc, argv, &o, &words);

	if (ret)
		return opts_status(ret);
	/* To standard output go the floors, and nothing else. */
	if (result_to_stdout(o.output)) {
		o.json = true;
		o.output = NULL;
	}
	runner_prepare();
	ret = registry_open(NULL, &r);
	if (ret) {
		ret = opts_status(ret);
	} else {
		ret = plan_and_find(&o, &words, r);
		registry_close(r);
	}
	free(words.v);
	return ret;
}
