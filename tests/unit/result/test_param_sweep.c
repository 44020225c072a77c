/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_param_sweep.c - which entries are one sweep, and its table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "golden.h"
#include "processes.h"
#include "report/param_sweep.h"
#include "result/param_sweep.h"
#include "sessions.h"
#include "tests.h"

static void set_param(struct entry *e, const char *name, const char *value)
{
	struct param *v = realloc(e->params, (e->nr_params + 1) * sizeof(*v));

	ck_assert_ptr_nonnull(v);
	e->params = v;
	v[e->nr_params] = (struct param){ strdup(name), strdup(value) };
	e->nr_params++;
}

/* Three runs around @ns for each op of the entry. */
static void runs_of(struct entry *e, uint64_t ns)
{
	uint64_t ops = 1000 * e->nr_groups;

	for (uint64_t i = 0; i < 3; i++)
		entry_run(e, ops, ops * ns + i * ops * ns / 100);
}

static void set_groups(struct entry *e, uint32_t nr)
{
	e->nr_groups = nr;
	e->nr_cpus = (size_t)nr * e->nr_tasks;
	e->cpus = realloc(e->cpus, e->nr_cpus * sizeof(*e->cpus));
	ck_assert_ptr_nonnull(e->cpus);
	for (size_t i = 0; i < e->nr_cpus; i++)
		e->cpus[i] = 1;
}

/* 1, 4 and 16 groups of a benchmark that hands over twice in an op. */
static struct session groups(void)
{
	static const uint32_t nr[] = { 1, 4, 16 };
	struct session s = session_plain(3);

	for (size_t i = 0; i < 3; i++) {
		struct entry *e =
			session_entry(&s, "sched/socketpair", "round trip");
		struct sample *r;

		set_param(e, "type", "stream");
		set_groups(e, nr[i]);
		e->regime = i ? REGIME_MIXED : REGIME_PREEMPT;
		e->expect_max = i ? 1e9 : 4;
		runs_of(e, 8000 + 500 * i);
		r = &e->runs[0];
		r->figures.nivcsw = (int64_t)(r->ops / (i + 1));
	}
	return s;
}

/* A ring of tasks and one of coroutines, which lacks the last row. */
static struct session rings(void)
{
	static const char *const tasks[] = { "2", "32" };
	static const char *const sets[] = { "0", "64KiB" };
	struct session s = session_plain(3);

	for (size_t i = 0; i < 7; i++) {
		struct entry *e = session_entry(
			&s, i < 4 ? "sched/ring" : "user/ring", "hop");

		e->threads = i >= 4;
		set_param(e, "tasks", tasks[i % 4 / 2]);
		if (i < 4)
			set_param(e, "over", "pipe");
		set_param(e, "ws", sets[i % 2]);
		if (i != 3)
			runs_of(e, i < 4 ? 1500 + 3000 * i : 14 + 70 * i);
		else
			e->status = ENTRY_FAILED;
	}
	return s;
}

/* Working sets with what the switch costs, and one that is not known. */
static struct session sets(void)
{
	static const char *const ws[] = { "0", "64KiB", "1MiB" };
	struct session s = session_plain(3);

	for (size_t i = 0; i < 3; i++) {
		struct entry *e = session_entry(&s, "sched/pipe", "round trip");

		set_param(e, "msg", "4");
		set_param(e, "ws", ws[i]);
		e->bytes_per_op = 8;
		runs_of(e, 4000 + 9000 * i);
		if (i == 2)
			e->runs[0].figures.cpu_ns /= 2;
		if (i < 2)
			entry_control(e, 2 - 0.5 * i, 1.4 - 0.2 * i, 2.1);
	}
	return s;
}

/* Values that a benchmark recorded, of which one entry has none. */
static struct session records(void)
{
	struct session s = session_plain(3);

	for (size_t i = 0; i < 2; i++) {
		struct entry *e = session_entry(&s, "mem/indirect", "walk");

		e->records = true;
		set_param(e, "size", i ? "1MiB" : "64KiB");
		runs_of(e, 5000);
		for (size_t r = 0; r < e->nr_runs; r++) {
			e->runs[r].records_ns = 580 + (double)r;
			e->runs[r].nr_records = 1000;
			e->runs[r].valid = !i;
		}
	}
	return s;
}

/* What is no sweep: placement, policy, kind of task, other options. */
static struct session others(void)
{
	struct session s = session_plain(3);
	struct entry *e;

	for (size_t i = 0; i < 6; i++)
		set_param(session_entry(&s, "sched/pipe", "round trip"), "msg",
			  i ? "64" : "4");
	e = s.entries;
	e[1].cpus[0] = e[1].cpus[1] = 0;
	set_text(&e[2].policy, "batch");
	e[3].threads = true;
	set_text(&e[4].calls, "inline");
	set_param(&e[5], "ws", "64KiB");
	for (size_t i = 0; i < s.nr_entries; i++)
		runs_of(&e[i], 4000 + 100 * i);
	return s;
}

static char *tables(struct session s, const struct report_opts *opts)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_param_sweeps(f, &s, opts), 0);
	fclose(f);
	session_free(&s);
	return text;
}

static const struct golden {
	const char *file;
	struct session (*session)(void);
	struct report_opts opts;
} goldens[] = {
	{ "sweep-groups.txt", groups, { 0 } },
	{ "sweep-groups-q.txt", groups, { .quiet = true } },
	{ "sweep-rings.txt", rings, { 0 } },
	{ "sweep-sets.txt", sets, { 0 } },
	{ "sweep-records.txt", records, { 0 } },
	{ "sweep-records-force.txt", records, { .force = true } },
};

#define NR_GOLDENS ((int)(sizeof(goldens) / sizeof(*goldens)))

START_TEST(a_table_is_exactly_the_golden_text)
{
	const struct golden *g = &goldens[_i];
	char *text = tables(g->session(), &g->opts);

	ck_golden(g->file, text);
	free(text);
}
END_TEST

START_TEST(a_file_that_was_read_gives_the_same_table)
{
	const struct golden *g = &goldens[_i];
	struct session s;
	char *doc = document(g->session()), *text;

	s = decoded(doc);
	text = tables(s, &g->opts);
	ck_golden(g->file, text);
	free(text);
	free(doc);
}
END_TEST

START_TEST(what_differs_in_more_than_values_is_no_sweep)
{
	struct report_opts opts = { 0 };
	char *text = tables(others(), &opts);

	ck_assert_str_eq(text, "");
	free(text);
}
END_TEST

START_TEST(nothing_with_a_number_is_no_table)
{
	struct report_opts opts = { 0 };
	struct session s = session_plain(3);
	char *text;

	for (uint32_t i = 1; i <= 2; i++)
		set_groups(session_entry(&s, "sched/pipe", "round trip"), i);
	text = tables(s, &opts);
	ck_assert_str_eq(text, "");
	free(text);
}
END_TEST

/* A wider group needs more CPUs; that is the same relation still. */
START_TEST(tasks_with_a_cpu_each_may_be_swept)
{
	struct session s = session_plain(1);
	struct param_sweeps all;

	for (uint32_t i = 2; i <= 3; i++) {
		struct entry *e = session_entry(&s, "wake/ipi", "call");

		set_param(e, "targets", i == 2 ? "1" : "2");
		e->nr_tasks = i;
		e->cpus = realloc(e->cpus, i * sizeof(*e->cpus));
		ck_assert_ptr_nonnull(e->cpus);
		for (uint32_t c = 0; c < i; c++)
			e->cpus[c] = (int)c;
		e->nr_cpus = i;
		set_text(&e->relation, "llc");
	}
	ck_assert_int_eq(param_sweeps_find(&s, &all), 0);
	ck_assert_uint_eq(all.nr, 1);
	ck_assert_uint_eq(all.v[0].nr, 2);
	ck_assert_str_eq(all.v[0].columns[0], "targets");
	param_sweeps_free(&all);
	set_text(&s.entries[1].relation, "package");
	ck_assert_int_eq(param_sweeps_find(&s, &all), 0);
	ck_assert_uint_eq(all.nr, 0);
	param_sweeps_free(&all);
	session_free(&s);
}
END_TEST

/* A file that was made to keep the reader busy. */
START_TEST(too_many_entries_are_no_sweep)
{
	struct session s = session_plain(1);
	struct param_sweeps all;

	for (uint32_t i = 0; i <= VALUE_SWEEP_MOST; i++)
		session_entry(&s, "sched/pipe", "round trip")->nr_groups =
			i + 1;
	ck_assert_int_eq(param_sweeps_find(&s, &all), 0);
	ck_assert_uint_eq(all.nr, 0);
	param_sweeps_free(&all);
	session_free(&s);
}
END_TEST

/* Numbers are forced: only which rows there are matters here. */
START_TEST(what_run_prints_show_prints)
{
	char *dir = cli_tmpdir();
	struct cli run, show;

	cli_run(&run,
		"$HARNESS run sched/ring,user/ring -p tasks=2,4 -r 1 -l 400 "
		"--force --no-control -o %s/r.json",
		dir);
	cli_run(&show, "$HARNESS show --force %s/r.json", dir);
	ck_assert_str_eq(show.out, run.out);
	ck_has(run.out, "\n# sched/ring, user/ring by tasks\ntasks  sched/");
	cli_free(&run);
	cli_free(&show);
	free(dir);
}
END_TEST

START_TEST(each_name_of_a_list_must_be_there)
{
	struct cli c;

	cli_run(&c, "$HARNESS run self/null,shed/pipe -r 1 -l 10");
	ck_assert_int_eq(c.status, 2);
	ck_has(c.err, "no benchmark 'shed/pipe': did you mean sched/pipe?");
	cli_free(&c);
	cli_run(&c, "$HARNESS run self/null, -r 1 -l 10");
	ck_assert_int_eq(c.status, 2);
	ck_has(c.err, "no benchmark ''");
	cli_free(&c);
}
END_TEST

START_TEST(values_that_one_of_them_cannot_take_are_refused_by_name)
{
	struct cli c;

	cli_run(&c, "$HARNESS run sched/ring,user/ring -p over=pipe,futex");
	ck_assert_int_eq(c.status, 2);
	ck_has(c.err, "-p 'over': no option of user/ring, it has tasks");
	cli_free(&c);
	cli_run(&c, "$HARNESS run sched/yield,sched/ring -p tasks=2,4096");
	ck_assert_int_eq(c.status, 2);
	ck_has(c.err, "sched/ring: -p tasks '4096': out of range (2 to 1024)");
	cli_free(&c);
}
END_TEST

static Suite *param_sweep_suite(void)
{
	Suite *s = suite_create("value_sweep");
	TCase *tc = tcase_create("sweep");

	tcase_add_loop_test(tc, a_table_is_exactly_the_golden_text, 0,
			    NR_GOLDENS);
	tcase_add_loop_test(tc, a_file_that_was_read_gives_the_same_table, 0,
			    NR_GOLDENS);
	tcase_add_test(tc, what_differs_in_more_than_values_is_no_sweep);
	tcase_add_test(tc, nothing_with_a_number_is_no_table);
	tcase_add_test(tc, tasks_with_a_cpu_each_may_be_swept);
	tcase_add_test(tc, too_many_entries_are_no_sweep);
	tcase_add_test(tc, what_run_prints_show_prints);
	tcase_add_test(tc, each_name_of_a_list_must_be_there);
	tcase_add_test(tc,
		       values_that_one_of_them_cannot_take_are_refused_by_name);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(param_sweep_suite);
