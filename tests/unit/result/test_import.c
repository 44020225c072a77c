/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_import.c - results of other programs as sessions.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "result/file.h"
#include "result/import.h"
#include "result/import_column.h"
#include "result/import_contextswitch.h"
#include "result/import_google.h"
#include "result/import_hyperfine.h"
#include "result/import_perf.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const struct number {
	const char *text;
	int unit, err;
	uint64_t ops, elapsed_ns;
} numbers[] = {
	{ "2105", IMPORT_NS_PER_OP, 0, 1, 2105 },
	{ "2.105", IMPORT_US_PER_OP, 0, 1, 2105 },
	{ "2.10500", IMPORT_US_PER_OP, 0, 1, 2105 },
	{ "0.1234567", IMPORT_US_PER_OP, 0, 10000, 1234567 },
	{ "0.1", IMPORT_NS_PER_OP, 0, 10, 1 },
	{ ".5", IMPORT_NS_PER_OP, 0, 10, 5 },
	{ "5.", IMPORT_NS_PER_OP, 0, 1, 5 },
	{ "0007", IMPORT_NS_PER_OP, 0, 1, 7 },
	{ "1e3", IMPORT_NS_PER_OP, 0, 1, 1000 },
	{ "1.5E-3", IMPORT_MS_PER_OP, 0, 1, 1500 },
	{ "2e+0", IMPORT_S_PER_OP, 0, 1, 2000000000 },
	{ "475059.5", IMPORT_OPS_PER_S, 0, 4750595, 10000000000 },
	{ "1e6", IMPORT_OPS_PER_S, 0, 1000000, 1000000000 },
	{ "123456789012345678", IMPORT_NS_PER_OP, 0, 1, 123456789012345678 },
	{ "0.1234567890123456789", IMPORT_NS_PER_OP, 0, 1000000000000000000,
	  123456789012345678 },
	{ "12345678901234567890", IMPORT_NS_PER_OP, -ERANGE, 0, 0 },
	{ "1e-19", IMPORT_NS_PER_OP, -ERANGE, 0, 0 },
	{ "1e99999999999999999999", IMPORT_NS_PER_OP, -ERANGE, 0, 0 },
	{ "0", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "0.000", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "-1", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "+1", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ ".", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "1e", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "1,5", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "0x10", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "nan", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "inf", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
	{ "1 2", IMPORT_NS_PER_OP, -EINVAL, 0, 0 },
};

START_TEST(a_decimal_number_is_kept_as_a_fraction)
{
	const struct number *n = &numbers[_i];
	uint64_t ops = 0, elapsed_ns = 0;

	ck_assert_msg(import_decimal(n->text, n->unit, &ops, &elapsed_ns) ==
			      n->err,
		      "'%s'", n->text);
	ck_assert_uint_eq(ops, n->ops);
	ck_assert_uint_eq(elapsed_ns, n->elapsed_ns);
}
END_TEST

/* What is imported from a text, which must do without an error. */
static struct import_result imported(int (*reader)(struct import_source *,
						   struct import_result *,
						   char *, size_t),
				     const char *text, int unit)
{
	struct import_result r = { 0 };
	struct import_source s = {
		.text = strdup(text),
		.len = strlen(text),
		.path = "dir/file.txt",
		.title = "file.txt",
		.name = "mine/samples",
		.unit = unit,
	};
	char why[256] = "";

	ck_assert_msg(!reader(&s, &r, why, sizeof(why)), "%s", why);
	free(s.text);
	return r;
}

static double value(const struct entry *e, size_t i)
{
	return (double)e->runs[i].elapsed_ns / (double)e->runs[i].ops;
}

START_TEST(samples_stand_one_a_line)
{
	struct import_result r = imported(
		import_samples, "# us\n2.105\n\n  2.11\t# late\r\n1e-3",
		IMPORT_US_PER_OP);
	const struct entry *e = &r.sessions[0].entries[0];

	ck_assert_uint_eq(r.nr, 1);
	ck_assert_str_eq(e->name, "mine/samples");
	ck_assert_uint_eq(e->nr_runs, 3);
	ck_assert_double_eq(value(e, 0), 2105);
	ck_assert_double_eq(value(e, 1), 2110);
	ck_assert_double_eq(value(e, 2), 1);
	ck_assert_uint_eq(e->runs[2].index, 2);
	ck_assert(e->runs[2].valid);
	ck_assert_int_eq(e->runs[0].figures.nvcsw, NOT_MEASURED);
	ck_assert_str_eq(e->notes.v[0].id, "N-IMPORTED");
	ck_assert_ptr_nonnull(strstr(e->notes.v[0].text, "file.txt"));
	ck_assert_ptr_null(strstr(e->notes.v[0].text, "dir"));
	import_free(&r);
}
END_TEST

START_TEST(an_id_depends_on_the_content_alone)
{
	struct import_result a = imported(import_samples, "1\n2\n", 0);
	struct import_result b = imported(import_samples, "1\n2\n", 0);
	struct import_result c = imported(import_samples, "1\n3\n", 0);

	ck_assert_str_eq(a.sessions[0].id, b.sessions[0].id);
	ck_assert_str_ne(a.sessions[0].id, c.sessions[0].id);
	import_free(&a);
	import_free(&b);
	import_free(&c);
}
END_TEST

static const char perf_output[] =
	"# Running 'sched/pipe' benchmark:\n"
	"# Executed 1000000 pipe operations between two processes\n\n"
	"     Total time: 4.953 [sec]\n\n"
	"       4.953123 usecs/op\n         201893 ops/sec\n"
	"# Running sched/messaging benchmark...\n"
	"# 20 sender and receiver processes per group\n"
	"# 10 groups == 400 processes run\n\n"
	"     Total time: 0.308 [sec]\n\n"
	"# Running 'sched/pipe' benchmark:\n"
	"# Executed 500000 pipe operations between two processes\n\n"
	"     Total time: 2.550 [sec]\n\n"
	"       5.100000 usecs/op\n         196078 ops/sec\n"
	"# Running 'mem/memcpy' benchmark:\n"
	"# function 'default' (Default memcpy() provided by glibc)\n"
	"# Copying 1MB bytes ...\n\n      23.251488 GB/sec\n"
	"# Running 'sched/pipe' benchmark:\n"
	"# Executed 1000000 pipe operations between two threads\n\n"
	"     Total time: 4.200 [sec]\n\n"
	"       4.200000 usecs/op\n         238095 ops/sec\n"
	"# Running 'mem/memcpy' benchmark:\n"
	"# Copying 1MB bytes ...\n\n      23.3 GB/sec\n";

START_TEST(perf_bench_is_read_by_benchmark)
{
	struct import_result r = imported(import_perf, perf_output, 0);
	const struct session *s = &r.sessions[0];

	ck_assert_uint_eq(s->nr_entries, 3);
	ck_assert_str_eq(s->entries[0].name, "sched/pipe");
	ck_assert_str_eq(s->entries[0].op, "op");
	ck_assert_uint_eq(s->entries[0].nr_runs, 2);
	ck_assert_double_eq(value(&s->entries[0], 0), 4953.123);
	ck_assert_double_eq(value(&s->entries[0], 1), 5100);
	ck_assert_str_eq(s->entries[1].name, "sched/messaging");
	ck_assert_str_eq(s->entries[1].op, "whole run");
	ck_assert_double_eq(value(&s->entries[1], 0), 308e6);
	ck_assert_str_eq(s->entries[1].params[0].value,
			 "20 sender and receiver processes per group; "
			 "10 groups == 400 processes run");
	ck_assert(!s->entries[0].threads);
	ck_assert_str_eq(s->entries[2].name, "sched/pipe");
	ck_assert(s->entries[2].threads);
	ck_assert_uint_eq(s->entries[2].nr_runs, 1);
	ck_assert_uint_eq(s->repeat, 1);
	ck_assert_str_eq(r.left_out, "mem/memcpy (no time per op or run)");
	import_free(&r);
}
END_TEST

static const struct unit_case {
	const char *line;
	double ns;
} units[] = {
	{ "2105 nsecs/op", 2105 },
	{ "2.105 usecs/op", 2105 },
	{ "2.105 us/op", 2105 },
	{ "2.105 \u00b5s/op", 2105 },
	{ "2.105 \u03bcs/op", 2105 },
	{ "0.002105 msecs/op", 2105 },
	{ "1e-6 secs/op", 1000 },
	{ "1,050.383 usecs/op 2.330 usecs/op to baseline", 1050383 },
	{ "1.050,383 usecs/op", 1050383 },
	{ "1,234,567.5 nsecs/op", 1234567.5 },
	{ "Total time: 1,050,383 usecs", 1050383000 },
	{ "Total time: 0.308 [sec]", 308e6 },
};

START_TEST(perf_bench_is_read_in_any_unit_and_locale)
{
	char text[256];
	struct import_result r;

	snprintf(text, sizeof(text),
		 "# Running 'x/y' benchmark:\n     Total time: 5.123 [sec]\n"
		 "     %s\n",
		 units[_i].line);
	r = imported(import_perf, text, 0);
	ck_assert_double_eq_tol(value(&r.sessions[0].entries[0], 0),
				units[_i].ns, 1e-9 * units[_i].ns);
	ck_assert_ptr_null(r.left_out);
	import_free(&r);
}
END_TEST

/* A unit that is not known is never read as another number. */
START_TEST(a_bad_result_costs_that_result)
{
	struct import_result r = imported(
		import_perf,
		"# Running 'a/b' benchmark:\n 1 usecs/op\n"
		"# Running 'c/d' benchmark:\n Total time: 5.123 [sec]\n"
		" 2 parsecs/op\n"
		"# Running sched/pipeline benchmark...\n 3 GB/sec\n"
		"# Running sched/pipe benchmark...\n 4 usecs/op\n"
		"# Running 'sched/pipe' benchmark:\n 3 GB/sec\n",
		0);
	const struct session *s = &r.sessions[0];

	ck_assert_uint_eq(s->nr_entries, 2);
	ck_assert_str_eq(s->entries[1].name, "sched/pipe");
	ck_assert_str_eq(r.left_out,
			 "c/d (unknown unit parsecs/op), sched/pipeline (no "
			 "time per op or run), sched/pipe (no time per op or "
			 "run)");
	import_free(&r);
}
END_TEST

START_TEST(every_line_end_ends_a_line)
{
	static const char *const texts[] = {
		"5.1\r5.2\r5.3\r",
		"5.1\r\n5.2\r\n5.3",
		"5.1\n\r5.2\n5.3\r\n",
	};
	struct import_result r =
		imported(import_samples, texts[_i], IMPORT_US_PER_OP);

	ck_assert_uint_eq(r.sessions[0].entries[0].nr_runs, 3);
	import_free(&r);
}
END_TEST

/* Each record that is no number is named, and all others are there. */
START_TEST(a_bad_sample_costs_that_sample)
{
	struct import_result r =
		imported(import_samples,
			 "1,050.5\r\n2 ms/op\r3 parsecs/op\nx\n1,234\n\n7", 1);
	const struct entry *e = &r.sessions[0].entries[0];

	ck_assert_uint_eq(e->nr_runs, 3);
	ck_assert_double_eq(value(e, 0), 1050500);
	ck_assert_double_eq(value(e, 1), 2000000);
	ck_assert_double_eq(value(e, 2), 7000);
	ck_assert_uint_eq(r.nr_left_out, 3);
	ck_assert_ptr_nonnull(strstr(r.left_out, "line 3 (unknown unit par"));
	ck_assert_ptr_nonnull(strstr(r.left_out, "line 4 (x is not"));
	ck_assert_ptr_nonnull(strstr(r.left_out, "line 5 (1,234: the sep"));
	import_free(&r);
}
END_TEST

START_TEST(a_column_is_read_from_any_csv)
{
	static const char *const texts[] = {
		"a,b,t\n1,\"x,\"\"y\",5\n2,z,6\n1,\"x,\"\"y\",7\n",
		"a;b;t\r\n1;x,\"y;5\r\n2;z;6\r\n1;\"x,\"\"y\";7",
		"a\tb\tt\r1\tx,\"y\t5\r2\tz\t6\r1\tx,\"y\t7\r",
	};
	struct import_result r = { 0 };
	struct import_source s = { .text = strdup(texts[_i]),
				   .path = "f",
				   .title = "f",
				   .column = "t",
				   .by = "a,b" };
	const struct entry *e;
	char why[256] = "";

	ck_assert_msg(!import_column(&s, &r, why, sizeof(why)), "%s", why);
	e = r.sessions[0].entries;
	ck_assert_uint_eq(r.sessions[0].nr_entries, 2);
	ck_assert_uint_eq(e[0].nr_runs, 2);
	ck_assert_double_eq(value(&e[0], 1), 7);
	ck_assert_str_eq(e[0].params[1].name, "b");
	ck_assert_str_eq(e[0].params[1].value, "x,\"y");
	ck_assert_uint_eq(e[1].nr_runs, 1);
	ck_assert_ptr_null(r.left_out);
	import_free(&r);
	free(s.text);
}
END_TEST

#define COLUMNS                                                 \
	"cpu,host,packages,cores_per_package,threads_per_core," \
	"placement,test,count,total_ns,ns_per_unit\n"

START_TEST(the_contextswitch_table_is_a_session_per_machine)
{
	struct import_result r = imported(
		import_contextswitch,
		COLUMNS "A CPU,cloud,1,2,2,none,syscall,100,12345,123.5\n"
			"A CPU,bare metal,,,,none,syscall,10,1000,100.0\n"
			"A CPU,cloud,1,2,2,one-cpu,thread-yield,4,10,2.5\n",
		0);
	const struct session *s = &r.sessions[0];

	ck_assert_uint_eq(r.nr, 2);
	ck_assert_str_eq(session_fact(s, "host"), "a-cpu-cloud");
	ck_assert_str_eq(session_fact(s, "cpu_model"), "A CPU");
	ck_assert_str_eq(session_fact(s, "packages"), "1");
	ck_assert_ptr_null(session_fact(&r.sessions[1], "packages"));
	ck_assert_uint_eq(s->nr_entries, 2);
	ck_assert_str_eq(s->entries[0].name, "contextswitch/syscall");
	ck_assert_str_eq(s->entries[0].relation, "any");
	ck_assert_uint_eq(s->entries[0].runs[0].ops, 100);
	ck_assert_uint_eq(s->entries[0].runs[0].elapsed_ns, 12345);
	ck_assert_str_eq(s->entries[1].relation, "same");
	ck_assert(s->entries[1].threads);
	ck_assert_str_eq(s->entries[0].policy, "other");
	ck_assert_ptr_null(s->entries[1].policy);
	ck_assert_str_eq(s->entries[1].calls, "libc");
	import_free(&r);
}
END_TEST

static const struct refused {
	int (*reader)(struct import_source *, struct import_result *, char *,
		      size_t);
	const char *text, *says;
} refusals[] = {
	{ import_samples, "", "no numbers" },
	{ import_samples, "# none\n\n", "no numbers" },
	{ import_samples, "x\n", "line 1 (x is not a number above 0)" },
	{ import_samples, "-2\n", "line 1" },
	{ import_samples, "1 2\n", "line 1 (more than one number" },
	{ import_samples, "1 us/op 2\n", "line 1 (more than one number" },
	{ import_samples, "1e40\n", "line 1 (1e40 is too large" },
	{ import_samples, "1,234\n", "line 1 (1,234: the separator may" },
	{ import_samples, "5 parsecs/op\n", "line 1 (unknown unit parsecs" },
	{ import_hyperfine, "", "line 1" },
	{ import_hyperfine, "[]", "expected" },
	{ import_hyperfine, "{\"results\":[]}", "no results of hyperfine" },
	{ import_hyperfine, "{\"results\":[{\"command\":\"a\",\"times\":[0]}]}",
	  "time 1 of 'a' (0 is not a number above 0), a (no times" },
	{ import_hyperfine, "{\"results\":[3]}", "results[0] (not an object" },
	{ import_google, "{\"benchmarks\":3}", "no result of google" },
	{ import_google, "{\"benchmarks\":[{}]}", "a benchmark (no name" },
	{ import_google,
	  "{\"benchmarks\":[{\"name\":\"a\",\"real_time\":1,"
	  "\"time_unit\":\"fortnight\"}]}",
	  "a (unknown unit fortnight)" },
	{ import_google,
	  "{\"benchmarks\":[{\"name\":\"a\",\"real_time\":\"1\"}]}",
	  "a (no time)" },
	{ import_column, "", "no row with names" },
	{ import_column, "a,b\n1,2\n", "no column 't'" },
	{ import_column, "t,b\n", "no values in it" },
	{ import_column, "t,b\n1\n", "row 2 (1 cells for 2 columns)" },
	{ import_column, "t,b\n,1\n", "row 2 (an empty cell" },
	{ import_column, "t,b\n\"1,2\n", "row 2 (a quote out of place" },
	{ import_perf, "", "no result of perf bench" },
	{ import_perf, "4.9 usecs/op\n", "no result of perf bench" },
	{ import_perf,
	  "# Running 'a/b' benchmark:\n 28.7 GB/sec\n# Running 'c/d' "
	  "benchmark:\n",
	  "nothing to import: a/b (no time per op or run), c/d (no time per op "
	  "or run)" },
	{ import_perf, "# Running 'a/b' benchmark:\n inf usecs/op\n",
	  "a/b (inf is not a number above 0)" },
	{ import_perf, "# Running 'a/b' benchmark:\n -689.4 usecs/op\n",
	  "a/b (-689.4 is not a number above 0)" },
	{ import_perf, "# Running 'a/b' benchmark:\n 5 parsecs/op\n",
	  "a/b (unknown unit parsecs/op)" },
	{ import_perf, "# Running 'a/b' benchmark:\n 5 usecs/op/cpu\n",
	  "a/b (unknown unit usecs/op/cpu)" },
	{ import_perf, "# Running 'a/b' benchmark:\n 1,050 usecs/op\n",
	  "a/b (1,050: the separator may stand for thousands" },
	{ import_perf, "# Running 'a/b' benchmark:\n Total time: 1.050 usecs\n",
	  "a/b (1.050: the separator may stand for thousands" },
	{ import_perf, "# Running 'a/b' benchmark:\n 1,05,0.5 usecs/op\n",
	  "a/b (1,05,0.5 is not a number" },
	{ import_contextswitch, "", "line 1: not the columns" },
	{ import_contextswitch, "a,b\n", "line 1: not the columns" },
	{ import_contextswitch, COLUMNS, "no rows" },
	{ import_contextswitch, COLUMNS "a,b\n", "line 2: not 10 columns" },
	{ import_contextswitch,
	  COLUMNS "A,b,1,2,2,moon,syscall,100,12345,123.5\n", "line 2" },
	{ import_contextswitch,
	  COLUMNS "A,b,1,2,2,none,syscall,100,12345,124.5\n",
	  "line 2: ns_per_unit is not total_ns / count" },
};

START_TEST(refuses_with_the_number_of_the_line)
{
	const struct refused *x = &refusals[_i];
	struct import_result r = { 0 };
	struct import_source s = { .text = strdup(x->text),
				   .path = "f",
				   .title = "f",
				   .column = "t" };
	char why[256] = "";

	s.len = strlen(s.text);
	ck_assert_int_eq(x->reader(&s, &r, why, sizeof(why)), -EINVAL);
	ck_assert_msg(strstr(why, x->says) != NULL, "said: %s", why);
	ck_assert_ptr_null(r.sessions);
	ck_assert_uint_eq(r.nr, 0);
	free(s.text);
}
END_TEST

/* --- the command ------------------------------------------------------------ */

static void in_tmp(struct cli *c, const char *command)
{
	char *dir = cli_tmpdir();

	cli_run(c, "cd '%s' && printf '1.5\\n1.6\\n' >s.txt && %s", dir,
		command);
	free(dir);
}

START_TEST(what_was_imported_can_be_shown_and_compared)
{
	struct cli c;

	in_tmp(&c, "$HARNESS import s.txt --unit us/op --name my/own -o s.json "
		   "&& $HARNESS show s.json && "
		   "$HARNESS compare s.json s.json");
	ck_assert_str_eq(c.err, "");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "# Running 'my/own' benchmark:"));
	ck_assert_ptr_nonnull(strstr(c.out, "# imported; 2 values\n"));
	ck_assert_ptr_nonnull(strstr(c.out, "1.550 us/op"));
	ck_assert_ptr_nonnull(strstr(c.out, "+0.00%"));
	cli_free(&c);
}
END_TEST

START_TEST(what_has_no_time_is_left_out_and_named)
{
	struct cli c;

	in_tmp(&c, "printf \"# Running 'a/b' benchmark:\\n 2 usecs/op\\n"
		   "# Running 'c/d' benchmark:\\n 3 GB/sec\\n\" >p.txt && "
		   "$HARNESS import p.txt --perf -o p.json && "
		   "$HARNESS show -q p.json");
	ck_assert_int_eq(c.status, 0);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "p.txt: left out: c/d"));
	ck_assert_ptr_nonnull(strstr(c.out, "2.000 us/op"));
	cli_free(&c);
}
END_TEST

#define FIXTURE(name) "'" TEST_SOURCE_DIR "/tests/golden/import/" name "'"

/* Written by hyperfine 1.15.0 and by a program with google-benchmark 1.7.1. */
START_TEST(files_of_the_real_programs_are_read)
{
	struct cli c;

	in_tmp(&c,
	       "$HARNESS import --hyperfine " FIXTURE("hyperfine.json") " -o h.json && $HARNESS import --google-benchmark " FIXTURE(
		       "google-benchmark.json") " -o g.json && $HARNESS convert --to csv h.json g.json | "
						"awk -F, 'NR > 1 { n[$6 \" \" $8]++ } "
						"END { for (i in n) print i, n[i] }' | sort");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(
		strstr(c.err, "left out: BM_refused (no such \"device\")"));
	ck_assert_str_eq(c.out, "BM_copy/4096  3\nBM_copy/64  3\n"
				"BM_par/real_time/threads:2  3\n"
				"BM_yield  3\n"
				"import/hyperfine n=0;command=true 0 5\n"
				"import/hyperfine n=1;command=true 1 5\n");
	cli_free(&c);
}
END_TEST

static const char *const round_trips[][2] = {
	{ "hyperfine", "--hyperfine" },
	{ "google-benchmark", "--google-benchmark" },
	{ "csv", "--unit ns/op --column time_ns_per_op --by benchmark" },
};

/* The times of both are the same digits, in the same order. */
START_TEST(what_convert_writes_import_reads_back)
{
	struct cli c;
	char *command;

	ck_assert_int_gt(
		asprintf(
			&command,
			"$HARNESS import --google-benchmark " FIXTURE(
				"google-benchmark.json") " -o a.json 2>/dev/null && "
							 "$HARNESS convert --to %s a.json | "
							 "$HARNESS import - %s -o - | "
							 "$HARNESS convert --to csv - | cut -d, -f25 >b && "
							 "$HARNESS convert --to csv a.json | cut -d, -f25 | "
							 "cmp - b && wc -l <b",
			round_trips[_i][0], round_trips[_i][1]),
		0);
	in_tmp(&c, command);
	ck_assert_str_eq(c.err, "");
	ck_assert_str_eq(c.out, "13\n");
	cli_free(&c);
	free(command);
}
END_TEST

START_TEST(a_million_samples_can_be_read_again)
{
	struct cli c;

	in_tmp(&c, "awk 'BEGIN { for (i = 0; i < 1000000; i++) "
		   "print 5000 + i % 97 }' | $HARNESS import - --unit ns/op "
		   "-o m.json && $HARNESS show -q m.json | grep -c us/op");
	ck_assert_str_eq(c.err, "");
	ck_assert_str_eq(c.out, "1\n");
	cli_free(&c);
}
END_TEST

START_TEST(the_published_figures_are_what_the_table_gives)
{
	struct cli c;

	in_tmp(&c,
	       "cp '" TEST_SOURCE_DIR
	       "/Documentation/reference/contextswitch.csv' . && "
	       "$HARNESS import contextswitch.csv --csv contextswitch "
	       "-o '%h.json' && ls *.json | wc -l && for f in *.json; do "
	       "$HARNESS show -f csv \"$f\" >x && (cd '" TEST_SOURCE_DIR
	       "/Documentation/reference' && $HARNESS show -f csv \"$f\") | "
	       "cmp - x; done");
	ck_assert_str_eq(c.err, "");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.out, "11\n");
	cli_free(&c);
}
END_TEST

static const struct misuse {
	const char *command, *says;
	int status;
} misuses[] = {
	{ "$HARNESS import", "no file given", 2 },
	{ "$HARNESS import s.txt -o o", "name the file's format", 2 },
	{ "$HARNESS import s.txt -o o --perf --unit s/op",
	  "name the file's format", 2 },
	{ "$HARNESS import s.txt -o o --column t", "name the file's format",
	  2 },
	{ "$HARNESS import s.txt -o o --unit s/op --by t", "--by needs", 2 },
	{ "$HARNESS import s.txt -o o --perf --column t", "--column needs", 2 },
	{ "$HARNESS import s.txt -o o --hyperfine", "cannot import s.txt", 1 },
	{ "$HARNESS import s.txt -o o --unit parsec", "parsec", 2 },
	{ "$HARNESS import s.txt --unit s/op", "no output named", 2 },
	{ "$HARNESS import none --unit s/op -o o", "cannot read none", 1 },
	{ "$HARNESS import s.txt --perf -o o", "cannot import s.txt", 1 },
	{ "$HARNESS import s.txt --unit s/op -o no/dir/o", "cannot write", 1 },
	{ "printf '1\\0\\n' >z && $HARNESS import z --unit s/op -o o",
	  "not text", 1 },
	{ "$HARNESS import '" TEST_SOURCE_DIR
	  "/Documentation/reference/contextswitch.csv' --csv contextswitch "
	  "-o o",
	  "11 machines", 2 },
};

START_TEST(misuse_is_one_line_and_leaves_nothing)
{
	const struct misuse *m = &misuses[_i];
	struct cli c;
	char *command;

	ck_assert_int_gt(asprintf(&command,
				  "{ %s; s=$?; ls o 2>/dev/null; exit $s; }",
				  m->command),
			 0);
	in_tmp(&c, command);
	ck_assert_int_eq(c.status, m->status);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, m->says) != NULL, "said: %s", c.err);
	cli_free(&c);
	free(command);
}
END_TEST

static Suite *import_suite(void)
{
	Suite *s = suite_create("import");
	TCase *t = tcase_create("read"), *c = tcase_create("command");

	tcase_add_loop_test(t, a_decimal_number_is_kept_as_a_fraction, 0,
			    COUNT(numbers));
	tcase_add_test(t, samples_stand_one_a_line);
	tcase_add_test(t, an_id_depends_on_the_content_alone);
	tcase_add_test(t, perf_bench_is_read_by_benchmark);
	tcase_add_loop_test(t, perf_bench_is_read_in_any_unit_and_locale, 0,
			    COUNT(units));
	tcase_add_test(t, a_bad_result_costs_that_result);
	tcase_add_loop_test(t, every_line_end_ends_a_line, 0, 3);
	tcase_add_test(t, a_bad_sample_costs_that_sample);
	tcase_add_loop_test(t, a_column_is_read_from_any_csv, 0, 3);
	tcase_add_test(t, the_contextswitch_table_is_a_session_per_machine);
	tcase_add_loop_test(t, refuses_with_the_number_of_the_line, 0,
			    COUNT(refusals));
	suite_add_tcase(s, t);
	tcase_add_test(c, what_was_imported_can_be_shown_and_compared);
	tcase_add_test(c, what_has_no_time_is_left_out_and_named);
	tcase_add_test(c, files_of_the_real_programs_are_read);
	tcase_add_loop_test(c, what_convert_writes_import_reads_back, 0,
			    COUNT(round_trips));
	if (!SANITIZED)
		tcase_add_test(c, a_million_samples_can_be_read_again);
	tcase_add_test(c, the_published_figures_are_what_the_table_gives);
	tcase_add_loop_test(c, misuse_is_one_line_and_leaves_nothing, 0,
			    COUNT(misuses));
	suite_add_tcase(s, c);
	return s;
}
TEST_SUITE(import_suite);
