/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_cpu_sweep.c - the tables of sweeps over CPUs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "report/report.h"
#include "result/read.h"
#include "session/options.h"
#include "sessions.h"
#include "sweeps.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static const struct counter counters[] = {
	{ .name = "cycles", .metric = "cycles", .class = "time" },
	{ .name = "instructions", .metric = "instructions", .class = "isa" },
	{ .name = "page-faults", .metric = "page-faults", .pmu = "software" },
	{ .name = "tlb-flushes",
	  .metric = "tlb-flushes",
	  .status = "no_event",
	  .reason = "tlb-flushes: there is no such event on this machine" },
};

static void count(struct entry *e, double ns)
{
	const int64_t values[] = { (int64_t)(ns * 3000), 8000000, 0,
				   NOT_MEASURED };

	entry_counters(e, counters, COUNT(counters));
	for (int i = 0; i < 2; i++)
		entry_counted(e, values);
}

/* Slow cores of another kind, one disturbed CPU, one that failed. */
static struct session hybrid(void)
{
	struct session s = sweep_session("hybrid", SWEEP_EACH, 0);

	for (size_t i = 0; i < s.nr_entries; i++) {
		struct entry *e = &s.entries[i];
		double ns = i < 8 ? 2000 : 2800;

		if (i == 10)
			continue;
		sweep_runs(e, 10, i == 3 ? 2200 : ns);
		count(e, ns);
	}
	s.entries[3].runs[4].valid = false;
	ck_assert_int_eq(findings_add(&s.entries[3].runs[4].why, "E-SWOP",
				      "switches"),
			 0);
	s.entries[10].status = ENTRY_FAILED;
	set_text(&s.entries[10].reason, "run 1: task 1 died");
	return s;
}

static struct session alike(void)
{
	struct session s = sweep_session("package:2 [numa] l3:1 core:2 pu:1",
					 SWEEP_EACH, 0);

	for (size_t i = 0; i < s.nr_entries; i++)
		sweep_runs(&s.entries[i], 10, 2000);
	return s;
}

static struct session few(void)
{
	struct session s = alike();

	for (size_t i = 0; i < s.nr_entries; i++)
		for (size_t k = 2; k < 10; k++)
			s.entries[i].runs[k].valid = false;
	return s;
}

/* By relation, and a little by CPU. */
static void relate(struct session *s)
{
	static const struct {
		const char *word;
		double ns;
	} costs[] = { { "smt", 3000 },
		      { "llc", 5000 },
		      { "package", 7000 },
		      { "remote", 9000 } };

	for (size_t i = 0; i < s->nr_entries; i++)
		for (size_t k = 0; k < 4; k++)
			if (!strcmp(s->entries[i].relation, costs[k].word))
				sweep_runs(&s->entries[i], 4,
					   costs[k].ns + s->entries[i].cpus[1]);
}

static struct session eight(void)
{
	struct session s =
		sweep_session("package:2 l3:1 core:2 pu:2", SWEEP_PAIRS, 100);

	relate(&s);
	for (size_t k = 0; k < 4; k++)
		s.entries[2].runs[k].valid = false;
	return s;
}

static struct session nodes(void)
{
	struct session s = sweep_session("nodes", SWEEP_PAIRS, 200);

	relate(&s);
	return s;
}

static const struct golden {
	const char *file;
	struct session (*session)(void);
	int format;
} goldens[] = {
	{ "sweeps.txt", session_sweeps, FORMAT_TEXT },
	{ "sweeps.json", session_sweeps, FORMAT_JSON },
	{ "sweeps.csv", session_sweeps, FORMAT_CSV },
	{ "sweep-hybrid.txt", hybrid, FORMAT_TEXT },
	{ "sweep-alike.txt", alike, FORMAT_TEXT },
	{ "sweep-few.txt", few, FORMAT_TEXT },
	{ "sweep-eight.txt", eight, FORMAT_TEXT },
	{ "sweep-nodes.txt", nodes, FORMAT_TEXT },
};

static char *printed(const struct session *s, int format,
		     const struct report_opts *opts)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_print(f, s, format, opts), 0);
	fclose(f);
	return text;
}

START_TEST(prints_exactly_the_golden_table)
{
	struct session s = goldens[_i].session();
	struct report_opts plain = { 0 };
	char *text = printed(&s, goldens[_i].format, &plain);

	ck_golden(goldens[_i].file, text);
	free(text);
	session_free(&s);
}
END_TEST

START_TEST(the_file_prints_what_the_session_did)
{
	struct session s = goldens[_i].session(), again;
	struct report_opts verbose = { .verbose = true };
	char *before = printed(&s, FORMAT_TEXT, &verbose);
	char *doc = document(s), *after;

	again = decoded(doc);
	after = printed(&again, FORMAT_TEXT, &verbose);
	ck_assert_str_eq(after, before);
	free(before);
	free(after);
	free(doc);
	session_free(&again);
}
END_TEST

START_TEST(verbose_has_the_block_of_each_cpu_above_the_table)
{
	struct session s = alike();
	struct report_opts verbose = { .verbose = true };
	char *text = printed(&s, FORMAT_TEXT, &verbose);
	const char *block = strstr(text, "# 2 processes on CPU 3, ");
	const char *table = strstr(text, "# 2 processes on each of 4 CPUs, ");

	ck_assert_ptr_nonnull(block);
	ck_assert_ptr_nonnull(table);
	ck_assert(block < table);
	free(text);
	session_free(&s);
}
END_TEST

/* 17 CPUs are 136 pairs: their relations are there, no matrix. */
START_TEST(a_matrix_is_no_wider_than_a_screen)
{
	struct session s =
		sweep_session("package:1 l3:1 core:17 pu:1", SWEEP_PAIRS, 200);
	struct report_opts plain = { 0 };
	char *text;

	relate(&s);
	text = printed(&s, FORMAT_TEXT, &plain);
	ck_assert_ptr_null(strstr(text, "us/op, CPU"));
	ck_assert_ptr_nonnull(strstr(text, "on each of 136 pairs of CPUs"));
	ck_assert_ptr_nonnull(strstr(text, "\nllc"));
	free(text);
	session_free(&s);
}
END_TEST

START_TEST(a_sample_is_called_one)
{
	struct session s =
		sweep_session("package:2 l3:8 core:8 pu:2", SWEEP_PAIRS, 200);
	struct report_opts plain = { 0 };
	char *text;

	relate(&s);
	text = printed(&s, FORMAT_TEXT, &plain);
	ck_assert_ptr_nonnull(
		strstr(text, "on 200 of 32640 pairs of CPUs, a sample,"));
	ck_assert_ptr_nonnull(strstr(text, "50 of 16384"));
	free(text);
	session_free(&s);
}
END_TEST

/* What a document must not make a report do. */
static const char *const hostile[] = {
	"\"cpus\":[]",
	"\"cpus\":[{\"cpu\":0},{\"cpu\":1},{\"cpu\":2}]",
	"\"cpus\":[{\"cpu\":-1}]",
	"\"cpus\":[{}]",
	"\"cpus\":[7]",
	"\"cpus\":{}",
	"\"cpu\":[]",
};

START_TEST(a_place_that_is_none_is_refused)
{
	struct session s =
		sweep_session("package:1 l3:1 core:1 pu:1", SWEEP_EACH, 0);
	static const char place[] =
		"\"cpus\":[{\"cpu\":0,\"package\":0,\"node\":0,\"type\":null}]";
	char why[256], *doc = document(s), *text, *at;

	at = strstr(doc, place);
	ck_assert_ptr_nonnull(at);
	ck_assert_int_gt(asprintf(&text, "%.*s%s%s", (int)(at - doc), doc,
				  hostile[_i], at + strlen(place)),
			 0);
	ck_assert_int_ne(result_read_text(text, strlen(text), RESULT_WHOLE, &s,
					  why, sizeof(why)),
			 0);
	ck_assert_ptr_nonnull(strstr(why, "sweep"));
	free(text);
	free(doc);
}
END_TEST

static Suite *report_sweep_suite(void)
{
	Suite *s = suite_create("report_sweep");
	TCase *tc = tcase_create("tables");

	tcase_add_loop_test(tc, prints_exactly_the_golden_table, 0,
			    COUNT(goldens));
	tcase_add_loop_test(tc, the_file_prints_what_the_session_did, 0,
			    COUNT(goldens));
	tcase_add_test(tc, verbose_has_the_block_of_each_cpu_above_the_table);
	tcase_add_test(tc, a_matrix_is_no_wider_than_a_screen);
	tcase_add_test(tc, a_sample_is_called_one);
	tcase_add_loop_test(tc, a_place_that_is_none_is_refused, 0,
			    COUNT(hostile));
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(report_sweep_suite);
