/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_compare_counted.c - harness compare of files with counters, as a
 * person calls it.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare_sets.h"
#include "golden.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* A directory with skx.json and zen.json to work in. */
static char *dir;

/* Six counted runs with three events, of which each op takes so much. */
static struct session counted(const char *id, double instructions,
			      double cycles, double ns)
{
	static const struct counter events[] = {
		{ .name = (char *)"cycles",
		  .metric = (char *)"cycles",
		  .kind = (char *)"core cycles",
		  .class = (char *)"time" },
		{ .name = (char *)"instructions",
		  .metric = (char *)"instructions",
		  .class = (char *)"isa" },
		{ .name = (char *)"llc-misses",
		  .metric = (char *)"llc-misses",
		  .class = (char *)"micro-architectural" },
	};
	struct session s = session_plain(10);
	struct entry *e = set_spread(&s, "sched/pipe", ns, 0.3);

	set_text(&s.id, id);
	entry_counters(e, events, COUNT(events));
	for (int i = 0; i < 6; i++) {
		double f = 1000 * (1 + 0.001 * i);
		const int64_t values[] = { (int64_t)(cycles * f *
						     (1 + 0.002 * (i % 3))),
					   (int64_t)(instructions * f), 7 + i };

		entry_counted(e, values)->elapsed_ns = (uint64_t)(ns * f);
	}
	return s;
}

static struct session other_cpu(void)
{
	struct session s = counted("zen", 10300, 14832, 5493.33);

	for (size_t i = 0; i < s.entries[0].nr_counters; i++)
		set_text(&s.entries[0].counters[i].pmu, "zen4");
	return s;
}

static void set_up(void)
{
	dir = cli_tmpdir();
	set_save(dir, "skx.json", counted("skx", 10000, 12000, 4000));
	set_save(dir, "zen.json", other_cpu());
}

static void tear_down(void)
{
	free(dir);
}

static void run(struct cli *c, const char *args)
{
	cli_run(c, "cd '%s' && $HARNESS compare %s", dir, args);
}

static const struct golden {
	const char *args, *file;
} goldens[] = {
	{ "skx.json zen.json", "compare-counted.txt" },
	{ "-v skx.json zen.json", "compare-counted-v.txt" },
	{ "-v skx.json skx.json zen.json", "compare-counted-three.txt" },
	{ "-f csv skx.json zen.json", "compare-counted.csv" },
	{ "--no-counters --gate all:time:50 --correction none skx.json "
	  "zen.json",
	  "compare-gate.txt" },
};

START_TEST(prints_counters_beneath_their_row)
{
	struct cli c;

	run(&c, goldens[_i].args);
	ck_assert_str_eq(c.err, "");
	ck_golden(goldens[_i].file, c.out);
	cli_free(&c);
}
END_TEST

static const struct status {
	const char *args;
	int status;
} statuses[] = {
	{ "--gate all:cycles skx.json zen.json", 1 },
	{ "--gate all:instructions:8 skx.json zen.json", 0 },
	{ "--gate all:llc-misses skx.json zen.json", 4 },
	{ "--gate all:time:50 skx.json zen.json", 0 },
	{ "--session-noise 0.1 --gate all:cycles skx.json skx.json", 0 },
};

START_TEST(a_gate_on_a_counter_decides)
{
	struct cli c;

	run(&c, statuses[_i].args);
	ck_assert_int_eq(c.status, statuses[_i].status);
	cli_free(&c);
}
END_TEST

/* "name" of an element of a list, or NULL. */
static const json_t *named(const json_t *list, const char *name)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const json_t *value = json_object_get(o, "name");

		if (!strcmp(json_string_value(value), name))
			return o;
	}
	return NULL;
}

START_TEST(counters_are_in_the_document_unless_unwanted)
{
	const json_t *row, *list, *parts;
	struct cli c;
	json_t *root;

	run(&c, "--json skx.json zen.json");
	root = json_loads(c.out, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_ptr_nonnull(root);
	row = json_array_get(json_object_get(root, "rows"), 0);
	list = json_object_get(row, "counters");
	parts = json_object_get(row, "time_parts");
	ck_assert_uint_eq(json_array_size(list), 4);
	ck_assert(fabs(json_real_value(json_object_get(
			       named(list, "instructions"), "ratio")) -
		       1.03) < 1e-6);
	ck_assert(json_is_null(
		json_object_get(named(list, "llc-misses"), "ratio")));
	ck_assert(fabs(json_real_value(json_object_get(
			       named(json_object_get(parts, "factors"),
				     "cycles/instruction"),
			       "log_ratio")) -
		       log(1.2)) < 1e-6);
	ck_assert(json_is_null(json_object_get(parts, "missing")));
	json_decref(root);
	cli_free(&c);
	run(&c, "--json --no-counters skx.json zen.json");
	ck_assert_ptr_null(strstr(c.out, "counters"));
	cli_free(&c);
}
END_TEST

static Suite *counted_suite(void)
{
	Suite *s = suite_create("compare_counted");
	TCase *t = tcase_create("command");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, prints_counters_beneath_their_row, 0,
			    COUNT(goldens));
	tcase_add_loop_test(t, a_gate_on_a_counter_decides, 0, COUNT(statuses));
	tcase_add_test(t, counters_are_in_the_document_unless_unwanted);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(counted_suite);
