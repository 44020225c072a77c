/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_show.c - harness show, as a person calls it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "golden.h"
#include "processes.h"
#include "sessions.h"
#include "tests.h"

/* Two saved sessions. */
static struct {
	char *dir, *pipe, *mixed;
} fx;

static char *saved(const char *name, struct session s)
{
	char *text = document(s), *path;
	FILE *f;

	ck_assert_int_gt(asprintf(&path, "%s/%s", fx.dir, name), 0);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	free(text);
	return path;
}

static void set_up(void)
{
	fx.dir = cli_tmpdir();
	fx.pipe = saved("pipe.json", session_pipe());
	fx.mixed = saved("mixed.json", session_mixed());
	free(saved("empty.json", session_plain(1)));
}

static void tear_down(void)
{
	free(fx.pipe);
	free(fx.mixed);
	free(fx.dir);
}

/* The output of a command that succeeds and has nothing to say besides. */
static char *shown(const char *options, const char *files)
{
	struct cli c;
	char *out;

	cli_run(&c, "$HARNESS show %s %s", options, files);
	ck_assert_str_eq(c.err, "");
	ck_assert_int_eq(c.status, 0);
	out = strdup(c.out);
	cli_free(&c);
	return out;
}

static const struct golden {
	const char *options, *file;
	bool mixed;
} goldens[] = {
	{ "", "pipe.txt", false },
	{ "-f text -q", "pipe-q.txt", false },
	{ "-v", "pipe-v.txt", false },
	{ "-f perf", "pipe.perf", false },
	{ "-f simple", "pipe.simple", false },
	{ "-f json", "pipe.json", false },
	{ "--json", "pipe.json", false },
	{ "", "mixed.txt", true },
	{ "--force", "mixed-force.txt", true },
	{ "--json", "mixed.json", true },
};

START_TEST(prints_what_run_printed)
{
	const struct golden *g = &goldens[_i];
	char *out = shown(g->options, g->mixed ? fx.mixed : fx.pipe);

	ck_golden(g->file, out);
	free(out);
}
END_TEST

START_TEST(prints_files_one_after_the_other)
{
	char *one = shown("", fx.pipe), *files, *both, *expected;

	ck_assert_int_gt(asprintf(&files, "%s %s", fx.pipe, fx.pipe), 0);
	ck_assert_int_gt(asprintf(&expected, "%s\n%s", one, one), 0);
	both = shown("", files);
	ck_assert_str_eq(both, expected);
	free(one);
	free(both);
	free(expected);
	free(files);
}
END_TEST

/* Only in the first column: run does not know of a file. */
START_TEST(csv_names_the_file)
{
	char *csv = shown("-f csv", fx.pipe), *plain = NULL;
	size_t len = strlen(fx.pipe), at = 0;

	plain = calloc(strlen(csv) + 1, 1);
	ck_assert_ptr_nonnull(plain);
	for (char *line = csv; *line; line = strchr(line, '\n') + 1) {
		size_t n = strcspn(line, "\n") + 1;
		size_t skip = line == csv ? 0 : len;

		ck_assert(!skip || !strncmp(line, fx.pipe, len));
		memcpy(plain + at, line + skip, n - skip);
		at += n - skip;
	}
	ck_golden("pipe.csv", plain);
	free(plain);
	free(csv);
}
END_TEST

START_TEST(csv_of_several_files_has_one_header)
{
	char *files, *csv;

	ck_assert_int_gt(asprintf(&files, "%s %s", fx.pipe, fx.mixed), 0);
	csv = shown("-f csv", files);
	ck_assert_ptr_eq(strstr(csv, "file,host,"), csv);
	ck_assert_ptr_null(strstr(csv + 1, "file,host,"));
	free(csv);
	free(files);
}
END_TEST

static const struct refused {
	const char *args;
	int status;
	const char *says;
} refusals[] = {
	{ "", 2, "no file given" },
	{ "--nosuch \"$F\"", 2, "--nosuch" },
	{ "-f xml \"$F\"", 2, "xml" },
	{ "-f", 2, "-f" },
	{ "/nonexistent/r.json", 1,
	  "cannot read /nonexistent/r.json: No such file or directory" },
	{ "/", 1, "cannot read /: Is a directory" },
	{ "/dev/null", 1, "cannot read /dev/null: the file is empty" },
	{ "\"$F\" /nonexistent", 1, "cannot read /nonexistent: " },
	{ "\"$HARNESS\"", 1, ": not JSON: line 1, column 1: " },
	{ "\"${F%/*}/empty.json\"", 1, "empty.json holds no benchmark" },
};

START_TEST(refuses_in_one_line_and_prints_nothing)
{
	const struct refused *r = &refusals[_i];
	struct cli c;

	cli_run(&c, "F='%s'; $HARNESS show %s", fx.pipe, r->args);
	ck_assert_int_eq(c.status, r->status);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, r->says) != NULL, "said: %s", c.err);
	cli_free(&c);
}
END_TEST

START_TEST(names_both_versions)
{
	struct cli c;

	cli_run(&c,
		"sed 's/\"1\\.0\"/\"9.2\"/' '%s' >'%s/new'; $HARNESS show '%s/new'",
		fx.pipe, fx.dir, fx.dir);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	ck_assert_ptr_nonnull(strstr(
		c.err, "schema version 9.2, but this harness reads 1.x"));
	cli_free(&c);
}
END_TEST

START_TEST(reads_from_a_pipe)
{
	struct cli c;

	cli_run(&c, "cat '%s' | $HARNESS show -f simple /dev/stdin", fx.pipe);
	ck_assert_int_eq(c.status, 0);
	ck_golden("pipe.simple", c.out);
	cli_free(&c);
}
END_TEST

/* "-" wherever a file is named; @from: what writes to the program's pipe */
static const struct {
	const char *from, *command, *says;
} pipes[] = {
	{ "cat pipe.json", "show -", "Running 'sched/pipe'" },
	{ "cat pipe.json", "convert --to csv -", "sched/pipe" },
	{ "cat pipe.json", "compare - pipe.json", "same machine" },
	{ "cat pipe.json", "compare pipe.json -", "same machine" },
	{ "$HARNESS run self/null -r 2 -l 10 -o - 2>err", "show -",
	  "Running 'self/null'" },
	{ "$HARNESS run self/null -r 2 -l 10 -o -", "show -f csv -",
	  "self/null" },
	{ "echo '5.25 # us' | $HARNESS import - --unit us/op -o -", "show -",
	  "5.250 us/op" },
};

START_TEST(a_dash_is_a_standard_stream)
{
	struct cli c;

	cli_run(&c, "cd '%s' && %s | $HARNESS %s && test ! -e ./-", fx.dir,
		pipes[_i].from, pipes[_i].command);
	ck_assert_msg(c.status == 0, "%s", c.err);
	ck_has(c.out, pipes[_i].says);
	cli_free(&c);
}
END_TEST

/* Whoever pipes the document on still sees what was measured. */
START_TEST(the_report_of_a_piped_document_goes_to_standard_error)
{
	struct cli c;
	json_t *doc;

	cli_expect(&c, 0, "$HARNESS run self/null -q -r 2 -l 10 -o - %s",
		   _i ? "--json" : "");
	doc = ck_json(c.out);
	json_decref(doc);
	ck_assert_int_eq(!!strstr(c.err, "/op"), !_i);
	cli_free(&c);
}
END_TEST

START_TEST(standard_input_is_read_once)
{
	static const char *const commands[] = { "show", "compare" };
	struct cli c;

	cli_expect(&c, _i ? 5 : 1, "cat '%s' | $HARNESS %s - -", fx.pipe,
		   commands[_i]);
	ck_one_line(c.err);
	ck_has(c.err, "only once");
	cli_free(&c);
}
END_TEST

START_TEST(fails_when_the_output_cannot_be_written)
{
	struct cli c;

	cli_run(&c, "$HARNESS show '%s' >/dev/full", fx.pipe);
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(helps_on_standard_output)
{
	char *help = shown("--help", "");

	ck_assert_ptr_nonnull(strstr(help, "harness show [options] FILE..."));
	ck_assert_ptr_nonnull(strstr(help, "--format"));
	free(help);
}
END_TEST

static Suite *show_suite(void)
{
	Suite *s = suite_create("show");
	TCase *t = tcase_create("show");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, prints_what_run_printed, 0,
			    sizeof(goldens) / sizeof(*goldens));
	tcase_add_test(t, prints_files_one_after_the_other);
	tcase_add_test(t, csv_names_the_file);
	tcase_add_test(t, csv_of_several_files_has_one_header);
	tcase_add_loop_test(t, refuses_in_one_line_and_prints_nothing, 0,
			    sizeof(refusals) / sizeof(*refusals));
	tcase_add_test(t, names_both_versions);
	tcase_add_test(t, reads_from_a_pipe);
	tcase_add_loop_test(t, a_dash_is_a_standard_stream, 0,
			    (int)(sizeof(pipes) / sizeof(*pipes)));
	tcase_add_loop_test(
		t, the_report_of_a_piped_document_goes_to_standard_error, 0, 2);
	tcase_add_loop_test(t, standard_input_is_read_once, 0, 2);
	tcase_add_test(t, fails_when_the_output_cannot_be_written);
	tcase_add_test(t, helps_on_standard_output);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(show_suite);
