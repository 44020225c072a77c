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

#include "cli/cmd.h"
#include "plugin/registry.h"
#include "result/file.h"
#include "run/runner.h"
#include "session/options.h"
#include "session/paired.h"
#include "session/plan.h"
#include "stats/stats.h"
#include "util/grid.h"
#include "util/json_write.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/signals.h"

#define SLICES 50
#define FLOOR_QUANTILE 0.95

struct noise_opts {
	uint32_t times;
	const char *output;
	bool json, no_progress;
};

#define AT(field) .offset = offsetof(struct noise_opts, field)

static const struct opt table[] = {
	{ OPT_U32, 0, "times", "N", "comparisons of A with A", "20", AT(times),
	  5, 10000 },
	{ OPT_STRING, 'o', "output", "FILE",
	  "save the floors, for harness compare --floor", NULL, AT(output) },
	{ OPT_FLAG, 0, "json", NULL, "the result as JSON", NULL, AT(json) },
	{ OPT_FLAG, 0, "no-progress", NULL, "no line that tells how far it is",
	  NULL, AT(no_progress) },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "noise",
	.synopsis = "[options] [BENCH...]",
	.summary = "Compares benchmarks with themselves, slice by slice in "
		   "turn: differences as large as these mean nothing here.",
	.opts = table,
	.min_words = 0,
	.max_words = SIZE_MAX,
	.more = "Without a benchmark: sched/pipe. The floor is the 95 % "
		"quantile of the distances from 1; each comparison is one of "
		"ten fresh pairs of forks.",
	.examples = "harness noise\n"
		    "harness noise sched/pipe sched/futex -o floors.json\n",
};

/* struct floor - of one benchmark, as shares */
struct floor {
	const char *name;
	size_t nr;
	double *distance;
	double floor, median;
};

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
		      struct floor *f)
{
	struct progress progress;
	int ret = 0;

	f->name = pe->variant.name;
	f->distance = calloc(o->times, sizeof(*f->distance));
	if (!f->distance)
		return -ENOMEM;
	progress_init(&progress, !o->no_progress, PAIRED_SAMPLES);
	for (f->nr = 0; f->nr < o->times && !ret; f->nr++)
		ret = one_ratio(&pe->variant, f->nr * PAIRED_SAMPLES, &progress,
				&f->distance[f->nr]);
	progress_clear(&progress);
	stats_sort(f->distance, f->nr);
	f->floor = stats_quantile(f->distance, f->nr, FLOOR_QUANTILE);
	f->median = stats_quantile(f->distance, f->nr, 0.5);
	return ret;
}

static int floors_json(FILE *out, const struct floor *f, size_t nr)
{
	struct json_writer w = json_writer(out, 1, false);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", "harness.noise");
	json_write_text(&w, "schema_version", "1.0");
	json_write_array(&w, "floors");
	for (size_t i = 0; i < nr; i++) {
		json_write_object(&w, NULL);
		json_write_text(&w, "benchmark", f[i].name);
		json_write_real(&w, "floor_pct", 100 * f[i].floor);
		json_write_real(&w, "median_pct", 100 * f[i].median);
		json_write_u64(&w, "comparisons", f[i].nr);
		json_write_end(&w);
	}
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

/* @w is used up: NULL after it. */
static int write_floors(const struct floor *f, size_t nr,
			const struct noise_opts *o, struct result_writer **w)
{
	int ret;

	if (o->json)
		floors_json(stdout, f, nr);
	if (!*w)
		return 0;
	ret = floors_json(result_writer_stream(*w), f, nr);
	ret = result_writer_commit(*w, ret);
	*w = NULL;
	return ret ? log_error(ret, "noise: cannot save '%s'", o->output) : 0;
}

static void print_floor(struct grid *g, const struct floor *f)
{
	grid_add(g, "%s", f->name);
	grid_add(
		g,
		"%8.3f %% floor (95 %% quantile of %zu comparisons; median %.3f %%)",
		100 * f->floor, f->nr, 100 * f->median);
	grid_end_row(g);
	grid_flush(stdout, g);
	fflush(stdout);
}

static int find_all(const struct plan *p, const struct noise_opts *o,
		    struct result_writer **w)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT, .min = 22 },
		{ .align = GRID_LEFT, .gap = 1 },
	};
	struct grid g = { .untitled = true };
	struct floor *f = calloc(p->nr + 1, sizeof(*f));
	size_t nr = 0;
	int ret = f ? 0 : -ENOMEM;

	grid_columns(&g, columns, 2);
	for (size_t i = 0; i < p->nr && !ret; i++) {
		if (p->entries[i].reason) {
			log_warn("%s: %s", p->entries[i].variant.name,
				 p->entries[i].reason);
			continue;
		}
		ret = find_floor(&p->entries[i], o, &f[nr++]);
		if (!ret && !o->json)
			print_floor(&g, &f[nr - 1]);
	}
	if (ret == -EINTR)
		log_warn("interrupted by %s", signals_ended_by());
	else if (!ret && nr)
		ret = write_floors(f, nr, o, w);
	grid_free(&g);
	for (size_t i = 0; i < nr; i++)
		free(f[i].distance);
	free(f);
	return ret ? EXIT_FAILED : plan_status(p);
}

/* The file is reserved first, so that nothing is measured in vain. */
static int find_and_save(const struct plan *p, const struct noise_opts *o)
{
	struct result_writer *w = NULL;
	int ret = 0;

	if (o->output)
		ret = result_writer_open(o->output, &w);
	if (ret) {
		log_error(ret, "noise: cannot write '%s'", o->output);
		return EXIT_FAILED;
	}
	ret = find_all(p, o, &w);
	result_writer_abort(w);
	return ret;
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
	ret = plan_make(&ro, r, &p);
	if (ret)
		ret = opts_status(ret);
	else
		ret = find_and_save(&p, o);
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
