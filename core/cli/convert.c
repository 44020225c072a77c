/* SPDX-License-Identifier: MIT */
/*
 * core/cli/convert.c - harness convert: convert result files to formats of other programs.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "report/benchfmt.h"
#include "report/convert_json.h"
#include "report/csv.h"
#include "report/openmetrics.h"
#include "result/saved.h"
#include "util/log.h"
#include "util/opts.h"

struct convert_opts {
	int to;
};

/* In the order of writers[]. */
static const char *const formats[] = { "benchfmt",    "csv",
				       "hyperfine",   "google-benchmark",
				       "openmetrics", NULL };

static convert_fn *const writers[] = { convert_benchfmt, convert_csv,
				       convert_hyperfine, convert_google,
				       convert_openmetrics };

static const struct opt table[] = {
	{ OPT_WORD, 0, "to", "FORMAT",
	  "benchfmt: as Go's benchmarks print, for benchstat; csv: one row per "
	  "run; hyperfine, google-benchmark: their JSON, of one file; "
	  "openmetrics: for Prometheus",
	  NULL, .offset = offsetof(struct convert_opts, to), .words = formats },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "convert",
	.synopsis = "--to FORMAT FILE...",
	.summary = "Writes saved sessions in a format of other programs to "
		   "standard output.",
	.opts = table,
	.min_words = 1,
	.max_words = SIZE_MAX,
	.missing = "no file given (harness run -o FILE saves one)",
	.more = "Only csv contains invalid runs. Nothing is written unless every file can be read.",
	.examples = "harness convert --to benchfmt before.json >before.txt\n"
		    "benchstat before.txt after.txt\n"
		    "harness convert --to csv results/*.json >runs.csv\n",
};

static int put(const struct convert_source *src, int to)
{
	int err = writers[to](stdout, src);

	if (err == -E2BIG)
		log_error(0, "%s is for one file, not %zu: convert each",
			  formats[to], src->nr);
	else if (err == -EEXIST)
		log_error(0, "one session is there twice: name each file once");
	else if (err)
		log_error(err, "cannot convert");
	return err;
}

int cmd_convert(int argc, char **argv)
{
	struct convert_opts o = { .to = -1 };
	struct opts_words w = { 0 };
	struct session *s = NULL;
	int err = opts_read(&command, argc, argv, &o, &w);

	if (err)
		return opts_status(err);
	if (o.to < 0) {
		free(w.v);
		return opts_status(opts_error(
			"convert",
			"no format given (--to benchfmt, csv, hyperfine, google-benchmark or openmetrics)"));
	}
	err = saved_read(&w, &s);
	if (!err) {
		const struct convert_source src = { s, w.v, w.nr };

		err = put(&src, o.to);
		if (!err)
			err = saved_check(&w, s);
		saved_free(s, w.nr);
	}
	free(w.v);
	return err ? EXIT_FAILED : EXIT_DONE;
}
