/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_sweep.c - sweeps over the CPUs of this machine, as run does
 * them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "machine/place_spec.h"
#include "processes.h"
#include "steady.h"
#include "tests.h"

/* Larger machines would take their time. */
#define MOST_CPUS 4

static const int *cpus;
static size_t nr;

/* The first CPUs that this process may use, as an argument of taskset. */
static char *mask(size_t most)
{
	char *list;

	ck_assert_int_eq(place_allowed(&cpus, &nr), 0);
	nr = nr > most ? most : nr;
	list = place_list_text(cpus, nr);
	ck_assert_ptr_nonnull(list);
	return list;
}

static json_t *sweep_of(json_t *doc, size_t i)
{
	json_t *sweep = json_object_get(result_benchmark(doc, i), "sweep");

	ck_assert(json_is_object(sweep));
	return sweep;
}

static int cpu_of(json_t *sweep, size_t i)
{
	json_t *list = json_object_get(sweep, "cpus");
	json_t *c = json_array_get(list, i);

	return (int)json_integer_value(json_object_get(c, "cpu"));
}

/* The CPU of task @task of benchmark @i. */
static int task_cpu(json_t *doc, size_t i, size_t task)
{
	json_t *p = json_object_get(result_benchmark(doc, i), "placement");

	return (int)json_integer_value(
		json_array_get(json_object_get(p, "cpus"), task));
}

START_TEST(each_runs_on_every_cpu_in_turn)
{
	char *list = mask(MOST_CPUS);
	struct cli c;
	json_t *doc;

	steady_expect(
		&c,
		"exec taskset -c %s $HARNESS run sched/pipe $STEADY -c each -r 2 "
		"-l 200 --json",
		list);
	doc = ck_json(c.out);
	ck_assert_uint_eq(json_array_size(json_object_get(doc, "benchmarks")),
			  nr);
	for (size_t i = 0; i < nr; i++) {
		ck_assert_int_eq(cpu_of(sweep_of(doc, i), 0), cpus[i]);
		ck_assert_int_eq(task_cpu(doc, i, 0), cpus[i]);
		ck_assert_int_eq(task_cpu(doc, i, 1), cpus[i]);
	}
	json_decref(doc);
	cli_free(&c);
	free(list);
}
END_TEST

START_TEST(each_prints_one_table_and_show_the_same)
{
	char *list = mask(MOST_CPUS), *dir = cli_tmpdir(), wanted[64];
	struct cli c, again;

	if (nr == 1) {
		free(list);
		free(dir);
		return;
	}
	steady_expect(
		&c,
		"exec taskset -c %s $HARNESS run sched/pipe $STEADY -c each -r 2 "
		"-l 200 -o %s/r.json",
		list, dir);
	snprintf(wanted, sizeof(wanted), "on each of %zu CPUs", nr);
	ck_has(c.out, wanted);
	ck_has(c.out, "  median");
	ck_assert_ptr_null(strstr(c.out, "ops/sec"));
	snprintf(wanted, sizeof(wanted), "harness: %zu CPUs x 2 runs, how", nr);
	ck_has(c.err, wanted);
	ck_one_line(c.err);
	cli_expect(&again, 0, "exec $HARNESS show %s/r.json", dir);
	ck_assert_str_eq(again.out, c.out);
	cli_free(&again);
	cli_free(&c);
	free(list);
	free(dir);
}
END_TEST

START_TEST(pairs_runs_on_every_pair_without_order)
{
	char *list = mask(MOST_CPUS);
	size_t i = 0;
	struct cli c;
	json_t *doc;

	if (nr == 1) {
		free(list);
		return;
	}
	steady_expect(
		&c,
		"exec taskset -c %s $HARNESS run sched/pipe $STEADY -c pairs -r 2 "
		"-l 100 -q --json",
		list);
	ck_assert_str_eq(c.err, "");
	doc = ck_json(c.out);
	for (size_t a = 0; a < nr; a++)
		for (size_t b = a + 1; b < nr; b++, i++) {
			ck_assert_int_eq(cpu_of(sweep_of(doc, i), 0), cpus[a]);
			ck_assert_int_eq(cpu_of(sweep_of(doc, i), 1), cpus[b]);
			ck_assert_int_eq(task_cpu(doc, i, 0), cpus[a]);
			ck_assert_int_eq(task_cpu(doc, i, 1), cpus[b]);
		}
	ck_assert_uint_eq(json_array_size(json_object_get(doc, "benchmarks")),
			  i);
	json_decref(doc);
	cli_free(&c);
	free(list);
}
END_TEST

/* What makes no sense, the exit status, and a part of the one line. */
static const struct {
	const char *words;
	int status;
	const char *why;
} refusals[] = {
	{ "syscall/basic -c pairs", 2, "it has one task, which needs one CPU" },
	{ "wake/cacheline -c each", 2, "refused: " },
	{ "sched/yield -c pairs", 2, "refused: " },
};

START_TEST(a_sweep_that_makes_no_sense_is_refused_once)
{
	char *list = mask(MOST_CPUS);
	struct cli c;

	if (nr > 1) {
		cli_expect(&c, refusals[_i].status,
			   "exec taskset -c %s $HARNESS run %s -r 1 -l 50",
			   list, refusals[_i].words);
		ck_one_line(c.err);
		ck_has(c.err, refusals[_i].why);
		ck_one_line(c.out);
		cli_free(&c);
	}
	free(list);
}
END_TEST

START_TEST(one_cpu_has_a_block_and_no_pair)
{
	char *list = mask(1);
	struct cli c;

	steady_expect(
		&c,
		"exec taskset -c %s $HARNESS run sched/pipe $STEADY -c each -r 1 "
		"-l 100",
		list);
	ck_has(c.out, "ops/sec");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
	cli_expect(&c, 77,
		   "exec taskset -c %s $HARNESS run sched/pipe -c pairs -r 1 "
		   "-l 100",
		   list);
	ck_one_line(c.err);
	ck_has(c.err, "there is no pair of CPUs: only one is allowed");
	cli_free(&c);
	free(list);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static Suite *run_sweep_suite(void)
{
	Suite *s = suite_create("run_sweep");
	TCase *tc = tcase_create("run_sweep");

	tcase_add_test(tc, each_runs_on_every_cpu_in_turn);
	tcase_add_test(tc, each_prints_one_table_and_show_the_same);
	tcase_add_test(tc, pairs_runs_on_every_pair_without_order);
	tcase_add_loop_test(tc, a_sweep_that_makes_no_sense_is_refused_once, 0,
			    COUNT(refusals));
	tcase_add_test(tc, one_cpu_has_a_block_and_no_pair);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE_OF_RUNS(run_sweep_suite);
