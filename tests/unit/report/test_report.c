/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_report.c - each format against fixed text.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "report/report.h"
#include "session/options.h"
#include "sessions.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* Prints and frees the session; the text is owned by the caller. */
static char *printed(struct session s, int format,
		     const struct report_opts *opts)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_print(f, &s, format, opts), 0);
	fclose(f);
	session_free(&s);
	return text;
}

static const struct golden {
	const char *file;
	struct session (*session)(void);
	int format;
	struct report_opts opts;
} goldens[] = {
	{ "pipe.txt", session_pipe, FORMAT_TEXT, { 0 } },
	{ "pipe-q.txt", session_pipe, FORMAT_TEXT, { .quiet = true } },
	{ "pipe-v.txt", session_pipe, FORMAT_TEXT, { .verbose = true } },
	{ "pipe.perf", session_pipe, FORMAT_PERF, { 0 } },
	{ "pipe-q.perf", session_pipe, FORMAT_PERF, { .quiet = true } },
	{ "pipe.simple", session_pipe, FORMAT_SIMPLE, { 0 } },
	{ "pipe.json", session_pipe, FORMAT_JSON, { 0 } },
	{ "pipe.csv", session_pipe, FORMAT_CSV, { 0 } },
	{ "mixed.txt", session_mixed, FORMAT_TEXT, { 0 } },
	{ "mixed-q.txt", session_mixed, FORMAT_TEXT, { .quiet = true } },
	{ "mixed-v.txt", session_mixed, FORMAT_TEXT, { .verbose = true } },
	{ "mixed-force.txt", session_mixed, FORMAT_TEXT, { .force = true } },
	{ "mixed.perf", session_mixed, FORMAT_PERF, { 0 } },
	{ "mixed.simple", session_mixed, FORMAT_SIMPLE, { 0 } },
	{ "mixed.json", session_mixed, FORMAT_JSON, { 0 } },
	{ "mixed.csv", session_mixed, FORMAT_CSV, { 0 } },
	{ "counted.txt", session_counted, FORMAT_TEXT, { 0 } },
	{ "counted-v.txt", session_counted, FORMAT_TEXT, { .verbose = true } },
	{ "counted.perf", session_counted, FORMAT_PERF, { 0 } },
	{ "counted.simple", session_counted, FORMAT_SIMPLE, { 0 } },
	{ "counted.json", session_counted, FORMAT_JSON, { 0 } },
	{ "counted.csv", session_counted, FORMAT_CSV, { 0 } },
};

START_TEST(prints_exactly_the_golden_text)
{
	const struct golden *g = &goldens[_i];
	char *text = printed(g->session(), g->format, &g->opts);

	ck_golden(g->file, text);
	free(text);
}
END_TEST

/* The block of an entry of one run, without header. */
static char *block_of(const char *name, const char *op, uint64_t ops,
		      uint64_t elapsed_ns, int format)
{
	struct session s = session_plain(1);
	struct report_opts quiet = { .quiet = true };

	entry_run(session_entry(&s, name, op), ops, elapsed_ns);
	return printed(s, format, &quiet);
}

static const struct unit {
	uint64_t elapsed_ns;
	const char *line;
} units[] = {
	{ 999, "       0.999 ns/op    one run: no spread\n" },
	{ 1500, "       1.500 ns/op    one run: no spread\n" },
	{ 999999, "     999.999 ns/op    one run: no spread\n" },
	{ 1000000, "       1.000 us/op    one run: no spread\n" },
	{ 1000000000, "       1.000 ms/op    one run: no spread\n" },
	{ 2500000000000, "       2.500 s/op    one run: no spread\n" },
};

START_TEST(chooses_the_unit_by_the_mean)
{
	char *text =
		block_of("a/b", "op", 1000, units[_i].elapsed_ns, FORMAT_TEXT);

	ck_assert_msg(!strncmp(text, units[_i].line, strlen(units[_i].line)),
		      "got: %s", text);
	free(text);
}
END_TEST

static const struct perf_block {
	const char *name, *op, *text;
} perf_blocks[] = {
	{ "sched/pipe", "round trip",
	  "# Running 'sched/pipe' benchmark:\n"
	  "# Executed 20000 pipe operations between two processes\n"
	  "\n"
	  "     Total time: 0.178 [sec]\n"
	  "\n"
	  "       8.922850 usecs/op\n"
	  "         112071 ops/sec\n" },
	{ "syscall/basic", "call",
	  "# Running 'syscall/basic' benchmark:\n"
	  "# Executed 20000 getppid() calls\n"
	  "     Total time: 0.178 [sec]\n"
	  "\n"
	  "       8.922850 usecs/op\n"
	  "         112071 ops/sec\n" },
	{ "syscall/getpgid", "call",
	  "# Running 'syscall/getpgid' benchmark:\n"
	  "# Executed 20000 getpgid() calls\n"
	  "     Total time: 0.178 [sec]\n"
	  "\n"
	  "       8.922850 usecs/op\n"
	  "         112071 ops/sec\n" },
	{ "sched/seccomp-notify", "system call",
	  "# Running 'sched/seccomp-notify' benchmark:\n"
	  "# Executed 20000 system calls\n"
	  "\n"
	  "     Total time: 0.178 [sec]\n"
	  "\n"
	  "       8.922850 usecs/op\n"
	  "         112071 ops/sec\n" },
	{ "sched/switchy", "switch",
	  "# Running 'sched/switchy' benchmark:\n"
	  "# Executed 20000 switches\n"
	  "\n"
	  "     Total time: 0.178 [sec]\n"
	  "\n"
	  "       8.922850 usecs/op\n"
	  "         112071 ops/sec\n" },
};

START_TEST(prints_the_block_of_perf)
{
	const struct perf_block *b = &perf_blocks[_i];
	char *text = block_of(b->name, b->op, 20000, 178457000, FORMAT_PERF);

	ck_assert_str_eq(text, b->text);
	free(text);
}
END_TEST

START_TEST(prints_the_block_of_perf_messaging)
{
	struct session s = session_plain(1);
	struct report_opts quiet = { .quiet = true };
	struct entry *e = session_entry(&s, "sched/messaging", "message");
	char *text;

	e->threads = true;
	e->nr_tasks = 40;
	e->nr_groups = 2;
	entry_run(e, 80000, 12999999);
	text = printed(s, FORMAT_PERF, &quiet);
	ck_assert_str_eq(text, "# Running 'sched/messaging' benchmark:\n"
			       "# 20 sender and receiver threads per group\n"
			       "# 2 groups == 80 threads run\n"
			       "\n"
			       "     Total time: 0.012 [sec]\n");
	free(text);
}
END_TEST

/* What a parser of perf's output looks for stands there once. */
START_TEST(repeats_nothing_that_parsers_of_perf_look_for)
{
	static const char *const words[] = { "usecs/op", "ops/sec",
					     "Total time", "# Running" };
	char *text = printed(session_pipe(), FORMAT_PERF,
			     &(struct report_opts){ .verbose = true });

	for (size_t i = 0; i < COUNT(words); i++) {
		char *at = strstr(text, words[i]);

		ck_assert_ptr_nonnull(at);
		ck_assert_ptr_null(strstr(at + 1, words[i]));
	}
	free(text);
}
END_TEST

START_TEST(keeps_control_characters_from_the_terminal)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "a/\x1b[31m\nb", "o\x7fp");
	struct session *copy = &s;
	char *text;

	e->status = ENTRY_SKIPPED;
	set_text(&e->reason, "\xc2\x9b"
			     "31m \xc3\xa9 \r");
	text = printed(*copy, FORMAT_TEXT, &(struct report_opts){ 0 });
	ck_assert_str_eq(text, "# a/?[31m?b: skipped: ??31m \xc3\xa9 ?\n");
	free(text);
}
END_TEST

START_TEST(keeps_control_characters_and_quotes_csv)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "a/b", "say \"it\", twice\x1b");
	char *text, *row;

	entry_run(e, 1000, 5000);
	text = printed(s, FORMAT_CSV, &(struct report_opts){ 0 });
	row = strchr(text, '\n');
	ck_assert_ptr_nonnull(
		strstr(row, ",a/b,\"say \"\"it\"\", twice?\",,processes,"));
	free(text);
}
END_TEST

/* A session of one entry that ran once and has @nr notes. */
static struct session noted(int nr)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "a/b", "op");

	entry_run(e, 1000, 5000);
	for (int i = 0; i < nr; i++)
		ck_assert_int_eq(findings_add(&e->notes, "W-X", "note %d", i),
				 0);
	return s;
}

START_TEST(prints_five_notes_and_counts_the_rest)
{
	struct report_opts plain = { 0 }, verbose = { .verbose = true };
	char *text = printed(noted(5), FORMAT_TEXT, &plain);

	ck_assert_ptr_nonnull(strstr(text, "# W-X: note 4\n"));
	ck_assert_ptr_null(strstr(text, "more"));
	free(text);
	text = printed(noted(7), FORMAT_TEXT, &plain);
	ck_assert_ptr_null(strstr(text, "# W-X: note 5\n"));
	ck_assert_ptr_nonnull(strstr(text, "# 2 more: -v prints all\n"));
	free(text);
	text = printed(noted(7), FORMAT_TEXT, &verbose);
	ck_assert_ptr_nonnull(strstr(text, "# W-X: note 6\n"));
	ck_assert_ptr_null(strstr(text, "more:"));
	free(text);
}
END_TEST

START_TEST(says_what_the_shape_of_the_data_is)
{
	struct session s = session_plain(40);
	struct entry *e = session_entry(&s, "a/b", "op");
	char *text;

	for (int i = 0; i < 40; i++)
		entry_run(e, 1000, (i < 20 ? 2000000 : 5000000) + i * 100);
	text = printed(s, FORMAT_TEXT, &(struct report_opts){ 0 });
	ck_assert_ptr_nonnull(strstr(
		text,
		"# W-BIMODAL: two clusters, 2.001 us (n=20) and 5.003 us (n=20)\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "# W-DRIFT: runs get slower with time"));
	free(text);
}
END_TEST

START_TEST(names_outliers_by_run_number_once)
{
	struct session s = session_plain(12);
	struct entry *e = session_entry(&s, "a/b", "op");
	char *text;

	for (int i = 0; i < 12; i++)
		entry_run(e, 1000, i == 7 ? 9000000 : 2000000 + i % 3 * 1000);
	e->runs[2].valid = false;
	text = printed(s, FORMAT_TEXT, &(struct report_opts){ 0 });
	ck_assert_ptr_nonnull(strstr(text, "# W-OUTLIER: run 8: "));
	free(text);
}
END_TEST

START_TEST(leaves_out_what_the_session_has_said)
{
	struct session s = session_plain(12);
	struct entry *e = session_entry(&s, "a/b", "op");
	char *text;

	for (int i = 0; i < 12; i++)
		entry_run(e, 1000, i == 7 ? 9000000 : 2000000 + i % 3 * 1000);
	ck_assert_int_eq(findings_add(&e->notes, "W-OUTLIER", "said"), 0);
	text = printed(s, FORMAT_TEXT, &(struct report_opts){ 0 });
	ck_assert_ptr_nonnull(strstr(text, "# W-OUTLIER: said\n"));
	ck_assert_ptr_null(strstr(text, "# W-OUTLIER: run 8"));
	free(text);
}
END_TEST

START_TEST(never_prints_a_number_of_no_time)
{
	char *text = block_of("a/b", "op", 1000, 0, FORMAT_TEXT);

	ck_assert_ptr_nonnull(strstr(text, "# W-ZERO: "));
	ck_assert_ptr_null(strstr(text, "inf"));
	ck_assert_ptr_null(strstr(text, "nan"));
	ck_assert_ptr_null(strstr(text, "ops/sec"));
	free(text);
}
END_TEST

START_TEST(reports_a_stream_that_failed)
{
	struct session s = session_pipe();
	FILE *full = fopen("/dev/full", "w");

	ck_assert_ptr_nonnull(full);
	setvbuf(full, NULL, _IONBF, 0);
	for (int format = FORMAT_TEXT; format <= FORMAT_CSV; format++) {
		clearerr(full);
		ck_assert_int_eq(report_print(full, &s, format,
					      &(struct report_opts){ 0 }),
				 -EIO);
	}
	fclose(full);
	session_free(&s);
}
END_TEST

static Suite *report_suite(void)
{
	Suite *s = suite_create("report");
	TCase *t = tcase_create("formats");

	tcase_add_loop_test(t, prints_exactly_the_golden_text, 0,
			    COUNT(goldens));
	tcase_add_loop_test(t, chooses_the_unit_by_the_mean, 0, COUNT(units));
	tcase_add_loop_test(t, prints_the_block_of_perf, 0, COUNT(perf_blocks));
	tcase_add_test(t, prints_the_block_of_perf_messaging);
	tcase_add_test(t, repeats_nothing_that_parsers_of_perf_look_for);
	tcase_add_test(t, keeps_control_characters_from_the_terminal);
	tcase_add_test(t, keeps_control_characters_and_quotes_csv);
	tcase_add_test(t, reports_a_stream_that_failed);
	suite_add_tcase(s, t);
	t = tcase_create("notes");
	tcase_add_test(t, prints_five_notes_and_counts_the_rest);
	tcase_add_test(t, says_what_the_shape_of_the_data_is);
	tcase_add_test(t, names_outliers_by_run_number_once);
	tcase_add_test(t, leaves_out_what_the_session_has_said);
	tcase_add_test(t, never_prints_a_number_of_no_time);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(report_suite);
