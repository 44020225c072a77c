/* SPDX-License-Identifier: MIT */
/*
 * core/cli/import.c - harness import: results of other programs as result
 * files.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "result/encode.h"
#include "result/file.h"
#include "result/import.h"
#include "result/import_column.h"
#include "result/import_contextswitch.h"
#include "result/import_google.h"
#include "result/import_hyperfine.h"
#include "result/import_perf.h"
#include "result/output_name.h"
#include "util/input.h"
#include "util/log.h"
#include "util/opts.h"

#define WHY_LEN 512
#define MOST_BYTES ((size_t)64 << 20)

/* enum import_format - what the file is */
enum import_format {
	IMPORT_SAMPLES,
	IMPORT_PERF,
	IMPORT_CONTEXTSWITCH,
	IMPORT_HYPERFINE,
	IMPORT_GOOGLE,
	IMPORT_COLUMN,
};

struct import_opts {
	int unit, table, format;
	const char *name, *output, *column, *by;
};

static const char *const tables[] = { "contextswitch", NULL };

#define AT(field) .offset = offsetof(struct import_opts, field)

static const struct opt table[] = {
	{ OPT_STRING, 'o', "output", "FILE",
	  "the result file; " OUTPUT_NAME_HELP, NULL, AT(output) },
	{ OPT_WORD, 0, "unit", "UNIT",
	  "unit of samples, one per line, or of a column: ns/op, us/op, ms/op, "
	  "s/op or ops/s",
	  NULL, AT(unit), .words = import_units },
	{ OPT_STRING, 0, "column", "NAME",
	  "FILE is CSV, with the values in the column of that name; needs "
	  "--unit",
	  NULL, AT(column) },
	{ OPT_STRING, 0, "by", "NAME[,NAME...]",
	  "columns whose values tell benchmarks apart; needs --column", NULL,
	  AT(by) },
	{ OPT_STRING, 0, "name", "NAME",
	  "benchmark name, for samples, a column and hyperfine (default: "
	  "import/samples, import/hyperfine)",
	  NULL, AT(name) },
	{ OPT_SET, 0, "hyperfine", NULL,
	  "FILE is what hyperfine --export-json wrote", AT(format),
	  .min = IMPORT_HYPERFINE },
	{ OPT_SET, 0, "google-benchmark", NULL,
	  "FILE is what a program with google-benchmark wrote as JSON",
	  AT(format), .min = IMPORT_GOOGLE },
	{ OPT_SET, 0, "perf", NULL, "FILE is what perf bench printed",
	  AT(format), .min = IMPORT_PERF },
	{ OPT_WORD, 0, "csv", "TABLE",
	  "FILE is a table: contextswitch (the published figures; a session "
	  "for each machine)",
	  NULL, AT(table), .words = tables },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "import",
	.synopsis =
		"FILE -o FILE --unit UNIT|--perf|--hyperfine|--google-benchmark|--csv TABLE",
	.summary =
		"Converts the output of another program to a result file, for show, compare and convert.",
	.opts = table,
	.min_words = 1,
	.max_words = 1,
	.missing = "no file given",
	.more = "Samples are numbers, one per line; text after '#' is ignored. A record that cannot be read is left out and named. Values are stored as elapsed_ns / ops; these two are not real counts.",
	.examples = "harness import samples.txt --unit us/op -o samples.json\n"
		    "perf bench sched pipe >p.txt; "
		    "harness import p.txt --perf -o p.json\n"
		    "harness import runs.csv --column time_ns_per_op --unit "
		    "ns/op --by benchmark -o r.json\n",
};

/* A mark that some editors put before UTF-8 text. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static void drop_mark(struct import_source *s)
{
	const size_t n = sizeof(BYTE_ORDER_MARK) - 1;

	if (strncmp(s->text, BYTE_ORDER_MARK, n))
		return;
	s->len -= n;
	memmove(s->text, s->text + n, s->len + 1);
}

/* A whole file without NULs, malloc'ed. */
static int read_text(const char *path, struct import_source *s)
{
	int err = input_read(path, MOST_BYTES, false, &s->text, &s->len);

	if (!err && strlen(s->text) != s->len)
		err = -EINVAL;
	if (!err)
		drop_mark(s);
	return err;
}

static int write_to(const char *path, const struct session *s)
{
	struct result_writer *w;
	int err = result_writer_open(path, &w);

	if (!err) {
		err = result_encode(result_writer_stream(w), s);
		err = result_writer_commit(w, err);
	}
	return err ? log_error(err, "cannot write %s", path) : 0;
}

static int save(const struct session *s, const char *pattern)
{
	char *path = output_name(pattern, s);
	int err = path ? write_to(path, s) : log_error(ENOMEM, "cannot save");

	free(path);
	return err;
}

static int save_all(const struct import_result *r, const struct import_opts *o)
{
	int err = 0;

	if (r->nr > 1 && !output_name_has(o->output, 'h'))
		return opts_error(
			"import",
			"the table has %zu machines: put %%h into the name after -o to get one file per machine",
			r->nr);
	for (size_t i = 0; !err && i < r->nr; i++)
		err = save(&r->sessions[i], o->output);
	return err;
}

static void warn_left_out(const struct import_result *r, const char *path)
{
	if (r->nr_left_out > IMPORT_MOST_NAMED)
		log_warn("%s: left out: %s, and %zu more", path, r->left_out,
			 r->nr_left_out - IMPORT_MOST_NAMED);
	else if (r->nr_left_out)
		log_warn("%s: left out: %s", path, r->left_out);
}

static int import_file(struct import_source *s, const struct import_opts *o)
{
	static int (*const readers[])(struct import_source *,
				      struct import_result *, char *,
				      size_t) = {
		[IMPORT_SAMPLES] = import_samples,
		[IMPORT_PERF] = import_perf,
		[IMPORT_CONTEXTSWITCH] = import_contextswitch,
		[IMPORT_HYPERFINE] = import_hyperfine,
		[IMPORT_GOOGLE] = import_google,
		[IMPORT_COLUMN] = import_column,
	};
	struct import_result r = { 0 };
	char why[WHY_LEN] = "";
	int err = read_text(s->path, s), status;

	if (err == -EINVAL) {
		log_error(0, "cannot import %s: not text", s->path);
		return EXIT_FAILED;
	}
	if (err) {
		log_error(0, "cannot read %s: %s", s->path,
			  input_why(err, MOST_BYTES, why, sizeof(why)));
		return EXIT_FAILED;
	}
	err = readers[o->format](s, &r, why, sizeof(why));
	if (err) {
		log_error(0, "cannot import %s: %s", s->path, why);
		return EXIT_FAILED;
	}
	warn_left_out(&r, s->path);
	err = save_all(&r, o);
	status = opts_status(err);
	import_free(&r);
	return status;
}

/* Exactly one format, what belongs to it, and an output. */
static int check(struct import_opts *o)
{
	char why[WHY_LEN] = "";
	int given = (o->unit >= 0) + (o->table >= 0) + (o->format >= 0);

	if (given != 1)
		return opts_error(
			"import",
			"name the file's format: one of --unit, --perf, --hyperfine, --google-benchmark and --csv");
	if ((o->column && o->unit < 0) || (o->by && !o->column))
		return opts_error("import", o->by && !o->column ?
						    "--by needs --column" :
						    "--column needs --unit");
	if (!o->output)
		return opts_error("import", "no output named (-o FILE)");
	if (output_name_check(o->output, why, sizeof(why)))
		return opts_error("import", "-o %s: %s", o->output, why);
	if (o->format < 0)
		o->format = o->table >= 0 ? IMPORT_CONTEXTSWITCH :
			    o->column	  ? IMPORT_COLUMN :
					    IMPORT_SAMPLES;
	return 0;
}

int cmd_import(int argc, char **argv)
{
	struct import_opts o = { .unit = -1, .table = -1, .format = -1 };
	struct import_source s = { 0 };
	struct opts_words w = { 0 };
	int err = opts_read(&command, argc, argv, &o, &w), status;

	if (err)
		return opts_status(err);
	err = check(&o);
	if (err) {
		status = opts_status(err);
	} else {
		s.path = w.v[0];
		s.title = strcmp(s.path, "-") ? basename(s.path) :
						"standard input";
		s.name = o.name;
		s.unit = o.unit;
		s.column = o.column;
		s.by = o.by;
		status = import_file(&s, &o);
	}
	free(s.text);
	free(w.v);
	return status;
}
