/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_benchfmt.c - convert result files to formats of other programs.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "golden.h"
#include "report/benchfmt.h"
#include "report/convert_json.h"
#include "report/openmetrics.h"
#include "sessions.h"
#include "tests.h"

/* Both are freed; @before may be NULL. */
static char *converted(struct session s, struct session *before)
{
	struct session both[2] = { before ? *before : s, s };
	const char *const files[] = { "a.json", "b.json" };
	struct convert_source src = { both, files, before ? 2 : 1 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(convert_benchfmt(f, &src), 0);
	ck_assert_int_eq(fclose(f), 0);
	session_free(&s);
	if (before)
		session_free(before);
	return text;
}

START_TEST(writes_what_benchstat_reads)
{
	char *text = converted(_i ? session_mixed() : session_pipe(), NULL);

	ck_golden(_i ? "convert-mixed.txt" : "convert-pipe.txt", text);
	free(text);
}
END_TEST

START_TEST(other_formats_are_those_of_their_programs)
{
	static const struct {
		int (*convert)(FILE *out, const struct convert_source *src);
		const char *golden;
	} formats[] = {
		{ convert_openmetrics, "convert-counted.openmetrics" },
		{ convert_hyperfine, "convert-counted.hyperfine" },
		{ convert_google, "convert-counted.google" },
	};
	struct session s = session_counted();
	const char *files[] = { "counted.json" };
	const struct convert_source src = { &s, files, 1 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(formats[_i].convert(f, &src), 0);
	ck_assert_int_eq(fclose(f), 0);
	ck_golden(formats[_i].golden, text);
	session_free(&s);
	free(text);
}
END_TEST

/* A line of a benchmark: name, number, then pairs of number and unit. */
static void check_line(const char *line)
{
	static const char prefix[] = "Benchmark";
	char copy[512], *save, *word;
	size_t n = 0;

	ck_assert_uint_lt(strlen(line), sizeof(copy));
	strcpy(copy, line);
	ck_assert(!islower((unsigned char)copy[strlen(prefix)]));
	for (word = strtok_r(copy, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		char *end = word;

		if (n == 1 || (n && n % 2 == 0))
			strtod(word, &end);
		ck_assert_msg(!n || n % 2 == 1 || !*end, "%s", line);
		ck_assert_msg(n != 1 || !*end, "%s", line);
		n++;
	}
	ck_assert_msg(n >= 4 && n % 2 == 0, "%s", line);
}

/* Of every line a reader must know what it is. */
static void check_lines(char *text)
{
	char *save, *line;

	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(line, "Benchmark", 9))
			check_line(line);
		else if (strncmp(line, "Unit ", 5) && *line != '#')
			ck_assert_msg(islower((unsigned char)*line) &&
					      strchr(line, ':'),
				      "%s", line);
	}
}

START_TEST(hostile_names_stay_one_word)
{
	struct session s = session_pipe();
	char *text;

	set_text(&s.entries[0].name, "9 x/\ny=z -8");
	set_text(&s.entries[0].params[0].value, "a b/c\t\x1b");
	set_text(&s.facts[2].value, "a\nBenchmarkX 1 1 ns/op");
	text = converted(s, NULL);
	ck_assert_ptr_nonnull(strstr(text, "\nBenchmark9%20x/%0Ay%3Dz%20-8/"
					   "msg=a%20b%2Fc%09%1B/"));
	ck_assert_ptr_null(strstr(text, "\nBenchmarkX"));
	check_lines(text);
	free(text);
}
END_TEST

/* The name that a benchmark with a message size of @value has. */
static char *name_of(const char *name, const char *value)
{
	struct session s = session_pipe();
	char *text, *start;

	set_text(&s.entries[0].name, name);
	set_text(&s.entries[0].params[0].value, value);
	text = converted(s, NULL);
	start = strstr(text, "\nBenchmark") + 1;
	start = strndup(start, strcspn(start, " "));
	free(text);
	return start;
}

START_TEST(two_names_never_become_one)
{
	static const char *const names[][4] = {
		{ "a/b c", "64", "a/b_c", "64" },
		{ "a/x", "64", "A/x", "64" },
		{ "a/x", "\u00e9", "a/x", "\u00fc" },
		{ "a/x", "a b", "a/x", "a%20b" },
		{ "a/x", "a/b", "a/x", "a_b" },
		{ "_a/x", "64", "-a/x", "64" },
	};
	const char *const *n = names[_i];
	char *a = name_of(n[0], n[1]), *b = name_of(n[2], n[3]);

	ck_assert_str_ne(a, b);
	ck_assert(!islower((unsigned char)a[strlen("Benchmark")]));
	ck_assert(!islower((unsigned char)b[strlen("Benchmark")]));
	free(a);
	free(b);
}
END_TEST

/*
 * benchstat makes a table of its own for each combination of keys: no key of
 * one session may say more than what the machine is.
 */
START_TEST(one_session_has_the_keys_of_go_alone)
{
	char *text = converted(session_pipe(), NULL), *save, *line;

	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		ck_assert_msg(!islower((unsigned char)*line) ||
				      !strncmp(line, "goos: ", 6) ||
				      !strncmp(line, "goarch: ", 8) ||
				      !strncmp(line, "cpu: ", 5),
			      "%s", line);
	free(text);
}
END_TEST

START_TEST(what_is_not_known_takes_back_what_was)
{
	struct session before = session_pipe();
	char *text = converted(session_plain(1), &before);

	ck_assert_ptr_nonnull(strstr(text, "\nkernel: "));
	ck_assert_ptr_nonnull(strstr(text, "\nkernel:\n"));
	free(text);
}
END_TEST

START_TEST(the_command_converts_several_files)
{
	char *doc = document(session_pipe()), *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"cd '%s' && cat >p.json <<'END'\n%s\nEND\n"
		"$HARNESS convert --to benchfmt p.json p.json; echo $?; "
		"$HARNESS convert --to csv p.json p.json | wc -l",
		dir, doc);
	ck_assert_str_eq(c.err, "");
	ck_assert_ptr_nonnull(strstr(c.out, " ns/op 2 switches/op\n0\n21\n"));
	cli_free(&c);
	free(dir);
	free(doc);
}
END_TEST

START_TEST(a_file_without_a_benchmark_is_an_error)
{
	char *doc = document(session_plain(1)), *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"cd '%s' && cat >e.json <<'END'\n%s\nEND\n"
		"$HARNESS convert --to benchfmt e.json",
		dir, doc);
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "e.json holds no benchmark"));
	cli_free(&c);
	free(dir);
	free(doc);
}
END_TEST

START_TEST(misuse_is_one_line)
{
	static const struct {
		const char *args, *says;
		int status;
	} rows[] = {
		{ "", "no file given", 2 },
		{ "x.json", "no format given", 2 },
		{ "--to xml x.json", "xml", 2 },
		{ "--to csv /nonexistent", "cannot read /nonexistent", 1 },
		{ "--to benchfmt /dev/null", "the file is empty", 1 },
	};
	struct cli c;

	cli_run(&c, "$HARNESS convert %s", rows[_i].args);
	ck_assert_int_eq(c.status, rows[_i].status);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, rows[_i].says));
	cli_free(&c);
}
END_TEST

static Suite *benchfmt_suite(void)
{
	Suite *s = suite_create("benchfmt");
	TCase *t = tcase_create("benchfmt"), *c = tcase_create("command");

	tcase_add_loop_test(t, writes_what_benchstat_reads, 0, 2);
	tcase_add_loop_test(t, other_formats_are_those_of_their_programs, 0, 3);
	tcase_add_test(t, hostile_names_stay_one_word);
	tcase_add_loop_test(t, two_names_never_become_one, 0, 6);
	tcase_add_test(t, one_session_has_the_keys_of_go_alone);
	tcase_add_test(t, what_is_not_known_takes_back_what_was);
	suite_add_tcase(s, t);
	tcase_add_test(c, the_command_converts_several_files);
	tcase_add_test(c, a_file_without_a_benchmark_is_an_error);
	tcase_add_loop_test(c, misuse_is_one_line, 0, 5);
	suite_add_tcase(s, c);
	return s;
}
TEST_SUITE(benchfmt_suite);
