/* SPDX-License-Identifier: MIT */
/*
 * core/cli/check.c - harness check: which saved sessions are complete and
 * successful.
 */
#include <stdint.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "result/read.h"
#include "result/status.h"
#include "util/json_write.h"
#include "util/opts.h"
#include "util/text.h"

#define WHY_LEN 512

enum check_format { CHECK_TEXT, CHECK_JSON };

struct check_opts {
	int format;
	bool quiet;
};

/* In the order of enum check_format. */
static const char *const formats[] = { "text", "json", NULL };

#define AT(field) .offset = offsetof(struct check_opts, field)

static const struct opt table[] = {
	{ OPT_WORD, 'f', "format", "FORMAT", "text: one line per file; json",
	  "text", AT(format), .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(format),
	  .min = CHECK_JSON },
	{ OPT_FLAG, 'q', "quiet", NULL, "print nothing, only the exit status",
	  AT(quiet) },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "check",
	.synopsis = "[options] FILE...",
	.summary =
		"Tells whether saved sessions are complete and successful, so that a script knows what is left to measure.",
	.opts = table,
	.min_words = 1,
	.max_words = SIZE_MAX,
	.missing = "no file given (harness run -o FILE saves one)",
	.more = "Each file is done, failed (a benchmark has no result), interrupted, nothing (no benchmark can run there) or unreadable (missing, torn, not a result file).\n"
		"Exit status: 0 all files are done, 1 one is not, 2 wrong usage.",
	.examples =
		"harness check results/*.json\n"
		"harness check -q n1.json || harness run @quick -o n1.json\n",
};

/* struct verdict - of one file */
struct verdict {
	const char *path, *status;
	char why[WHY_LEN];
	size_t done, total;
	bool ok;
};

static void judge(const char *path, struct verdict *v)
{
	struct session s;
	int status;

	*v = (struct verdict){ .path = path, .status = "unreadable" };
	if (result_read(path, RESULT_CONTEXT | RESULT_FINDINGS, &s, v->why,
			sizeof(v->why)))
		return;
	status = session_status(&s);
	v->status = session_status_word(status);
	v->ok = status == SESSION_DONE;
	v->total = s.nr_entries;
	for (size_t i = 0; i < s.nr_entries; i++)
		v->done += s.entries[i].status == ENTRY_DONE;
	session_status_why(&s, v->why, sizeof(v->why));
	session_free(&s);
}

static void put_json(struct json_writer *w, const struct verdict *v)
{
	json_write_flat_object(w, NULL);
	json_write_text(w, "file", v->path);
	json_write_bool(w, "ok", v->ok);
	json_write_text(w, "status", v->status);
	json_write_text(w, "why", v->why);
	json_write_u64(w, "done", v->done);
	json_write_u64(w, "benchmarks", v->total);
	json_write_end(w);
}

static int check_all(const struct opts_words *w, const struct check_opts *o)
{
	struct json_writer out = json_writer(stdout, 2, true);
	bool json = o->format == CHECK_JSON && !o->quiet;
	struct verdict v;
	bool ok = true;

	if (json)
		json_write_array(&out, NULL);
	for (size_t i = 0; i < w->nr; i++) {
		judge(w->v[i], &v);
		ok &= v.ok;
		if (json)
			put_json(&out, &v);
		else if (!o->quiet)
			text_line(stdout, "%s: %s: %s", v.path, v.status,
				  v.why);
	}
	if (json) {
		json_write_end(&out);
		json_write_finish(&out);
	}
	return ok ? EXIT_DONE : EXIT_FAILED;
}

int cmd_check(int argc, char **argv)
{
	struct check_opts o = { 0 };
	struct opts_words w = { 0 };
	int err = opts_read(&command, argc, argv, &o, &w), status;

	if (err)
		return opts_status(err);
	status = check_all(&w, &o);
	free(w.v);
	return status;
}
