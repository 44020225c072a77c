/* SPDX-License-Identifier: MIT */
/*
 * core/cmd_convert.c - harness convert: result files for other programs.
 */
#include "cmd.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "convert.h"
#include "log.h"
#include "opts.h"
#include "report.h"
#include "result_file.h"

#define WHY_LEN 512

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
	.missing = "no file named (harness run -o FILE saves one)",
	.more = "benchfmt has the valid runs only. Nothing is written unless "
		"every file can be read.",
	.examples = "harness convert --to benchfmt before.json >before.txt\n"
		    "benchstat before.txt after.txt\n",
};

static int put(const struct session *s, int to, bool first)
{
	const struct report_opts opts = { .continued = !first };

	if (to == CONVERT_CSV)
		return report_csv(stdout, s, &opts);
	convert_benchfmt(stdout, s, first);
	return 0;
}

static int convert(const struct opts_words *w, struct session *s, int to)
{
	char why[WHY_LEN] = "";
	int err = 0;

	for (size_t i = 0; i < w->nr; i++) {
		err = result_read(w->v[i], &s[i], why, sizeof(why));
		if (err)
			return log_error(0, "cannot read %s: %s", w->v[i], why);
	}
	for (size_t i = 0; !err && i < w->nr; i++)
		err = put(&s[i], to, !i);
	return err;
}

int cmd_convert(int argc, char **argv)
{
	struct convert_opts o = { .to = -1 };
	struct opts_words w = { 0 };
	struct session *s;
	int err = opts_read(&command, argc, argv, &o, &w);

	if (err)
		return opts_status(err);
	if (o.to < 0) {
		free(w.v);
		return opts_status(opts_error(
			"convert", "no format named (--to benchfmt or csv)"));
	}
	s = calloc(w.nr, sizeof(*s));
	err = s ? convert(&w, s, o.to) : log_error(ENOMEM, "harness convert");
	for (size_t i = 0; s && i < w.nr; i++)
		session_free(&s[i]);
	free(s);
	free(w.v);
	return err ? EXIT_FAILED : EXIT_DONE;
}
