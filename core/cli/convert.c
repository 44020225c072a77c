/* SPDX-License-Identifier: MIT */
/*
 * core/cli/convert.c - harness convert: convert result files to formats of other programs.
 */
#include <stdint.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "report/benchfmt.h"
#include "report/csv.h"
#include "report/report.h"
#include "result/saved.h"
#include "util/opts.h"

enum convert_format { CONVERT_BENCHFMT, CONVERT_CSV };

struct convert_opts {
	int to;
};

/* In the order of enum convert_format. */
static const char *const formats[] = { "benchfmt", "csv", NULL };

static const struct opt table[] = {
	{ OPT_WORD, 0, "to", "FORMAT",
	  "benchfmt: as Go's benchmarks print, for benchstat; csv: one row per "
	  "run",
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
	.more = "benchfmt contains valid runs only. Nothing is written unless every file can be read.",
	.examples = "harness convert --to benchfmt before.json >before.txt\n"
		    "benchstat before.txt after.txt\n",
};

static int put(const struct session *s, int to, const struct session *before)
{
	const struct report_opts opts = { .continued = before != NULL };

	if (to == CONVERT_CSV)
		return report_csv(stdout, s, &opts);
	convert_benchfmt(stdout, s, before);
	return 0;
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
			"convert", "no format given (--to benchfmt or csv)"));
	}
	err = saved_read(&w, &s);
	if (!err) {
		for (size_t i = 0; !err && i < w.nr; i++)
			err = put(&s[i], o.to, i ? &s[i - 1] : NULL);
		if (!err)
			err = saved_check(&w, s);
		saved_free(s, w.nr);
	}
	free(w.v);
	return err ? EXIT_FAILED : EXIT_DONE;
}
