/* SPDX-License-Identifier: MIT */
/*
 * core/cli/show.c - harness show: saved sessions as run printed them.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "report/report.h"
#include "result/saved.h"
#include "session/options.h"
#include "util/log.h"
#include "util/opts.h"

struct show_opts {
	int format, sort;
	struct report_opts report;
};

/* In the order of enum run_format. */
static const char *const formats[] = {
	"text", "perf", "simple", "json", "csv", NULL,
};

#define AT(field) .offset = offsetof(struct show_opts, field)

static const struct opt show_table[] = {
	{ OPT_WORD, 'f', "format", "FORMAT",
	  "text; perf or simple (as perf bench prints); json; csv", "text",
	  AT(format), .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(format),
	  .min = FORMAT_JSON },
	{ OPT_FLAG, 0, "force", NULL, "also print numbers of invalid runs",
	  AT(report.force) },
	{ OPT_WORD, 0, "sort", "ORDER",
	  "order of several benchmarks in their table: median or given",
	  "median", AT(sort), .words = run_orders },
	{ OPT_FLAG, 'q', "quiet", NULL, "no header lines", AT(report.quiet) },
	{ OPT_FLAG, 'v', "verbose", NULL, "print every run and every note",
	  AT(report.verbose) },
	{ .kind = OPT_END },
};

static const struct opts_command show_command = {
	.name = "show",
	.synopsis = "[options] FILE...",
	.summary =
		"Prints saved sessions (harness run -o FILE) as harness run does.",
	.opts = show_table,
	.min_words = 1,
	.max_words = SIZE_MAX,
	.missing = "no file given (harness run -o FILE saves one)",
	.more = "Nothing is printed unless every file can be read.",
	.examples = "harness show before.json\n"
		    "harness show -f csv before.json after.json\n",
};

static int print_all(const struct session *s, const struct opts_words *files,
		     struct show_opts *o)
{
	o->report.all = s;
	o->report.nr_all = files->nr;
	for (size_t i = 0; i < files->nr; i++) {
		int err;

		o->report.file = files->v[i];
		err = report_print(stdout, &s[i], o->format, &o->report);

		if (err == -ENOMEM)
			return log_error(err, "cannot print the session");
		if (err)
			return err;
		o->report.continued = true;
	}
	return 0;
}

int cmd_show(int argc, char **argv)
{
	struct show_opts o = { 0 };
	struct opts_words w = { 0 };
	struct session *s = NULL;
	int err = opts_read(&show_command, argc, argv, &o, &w);

	if (err)
		return opts_status(err);
	o.report.given_order = o.sort;
	err = saved_read(&w, &s);
	if (!err) {
		err = print_all(s, &w, &o);
		if (!err)
			err = saved_check(&w, s);
		saved_free(s, w.nr);
	}
	free(w.v);
	return err ? EXIT_FAILED : EXIT_DONE;
}
