/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_events.c - harness events.
 */
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "cli.h"
#include "tests.h"

#define EVENTS "$HARNESS events "

static struct cli c;

static void teardown(void)
{
	cli_free(&c);
}

static void succeed(const char *args)
{
	cli_run(&c, EVENTS "%s", args);
	ck_assert_msg(c.status == 0, "status %d: %s", c.status, c.err);
}

static void has(const char *text)
{
	ck_assert_msg(strstr(c.out, text) != NULL, "no '%s' in: %s", text,
		      c.out);
}

START_TEST(metrics_and_events_of_the_kernel_are_listed)
{
	succeed("");
	ck_assert_str_eq(c.err, "");
	has("metric\n  cycles ");
	has("\n  instructions ");
	has("software\n  context-switches ");
	has("libpfm4");
}
END_TEST

START_TEST(a_name_stands_for_itself_alone)
{
	succeed("cycles");
	has("  cycles  ");
	ck_assert_ptr_null(strstr(c.out, "ref-cycles"));
	cli_free(&c);
	succeed("page-faults");
	ck_assert_ptr_null(strstr(c.out, "perf::"));
}
END_TEST

START_TEST(a_part_of_a_name_or_a_glob_finds_all_that_match)
{
	succeed("OR-FAULT");
	has("minor-faults");
	has("major-faults");
	cli_free(&c);
	succeed("'m*-faults'");
	has("minor-faults");
	ck_assert_ptr_null(strstr(c.out, "page-faults"));
}
END_TEST

START_TEST(what_run_would_take_is_shown_though_in_no_list)
{
	succeed("cycles:uk r01c2");
	has("cycles:u ");
	has("cycles:k ");
	has("config=0x1c2");
}
END_TEST

START_TEST(verbose_explains)
{
	succeed("-v context-switches");
	has("counts    context switches of the tasks counted");
	has("compare   with any machine");
	cli_free(&c);
	succeed("-v context-switches:u");
	has("cannot be divided into user and kernel");
}
END_TEST

START_TEST(a_mistyped_name_is_refused_with_what_was_meant)
{
	cli_run(&c, EVENTS "cylces");
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "did you mean cycles?"));
	ck_assert_str_eq(c.out, "");
}
END_TEST

START_TEST(an_empty_name_is_not_a_part_of_every_name)
{
	cli_run(&c, EVENTS "''");
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "no event ''"));
	ck_assert_str_eq(c.out, "");
}
END_TEST

START_TEST(cpus_are_a_list_of_those_there_are)
{
	cli_run(&c, EVENTS "-c same");
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	cli_free(&c);
	cli_run(&c, EVENTS "-c 60000 cycles");
	ck_assert_int_eq(c.status, 77);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "60000"));
}
END_TEST

/* Every event has a status, and a reason exactly where it does not count. */
START_TEST(json_has_a_reason_for_everything_that_does_not_count)
{
	json_error_t error;
	json_t *root, *e;
	size_t i;

	succeed("--json");
	root = json_loads(c.out, 0, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	ck_assert_uint_gt(json_array_size(json_object_get(root, "events")), 20);
	json_array_foreach (json_object_get(root, "events"), i, e) {
		const char *status =
			json_string_value(json_object_get(e, "status"));
		bool ok;

		ck_assert_ptr_nonnull(status);
		ok = !strcmp(status, "ok");
		ck_assert(json_is_null(json_object_get(e, "reason")) == ok);
		ck_assert(json_is_string(json_object_get(e, "name")));
		ck_assert(!ok || json_is_integer(json_object_get(e, "type")));
	}
	json_decref(root);
}
END_TEST

START_TEST(each_reason_is_said_once)
{
	const char *first;

	succeed("cycles instructions branches cache-misses");
	first = strstr(c.out, "no hardware counters:");
	if (first)
		ck_assert_ptr_null(strstr(first + 1, "no hardware counters:"));
}
END_TEST

START_TEST(a_changed_table_is_warned_of)
{
	cli_run(&c, "LIBPFM_ENCODE_INACTIVE=1 $HARNESS events cs");
	ck_assert_int_eq(c.status, 0);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "LIBPFM_ENCODE_INACTIVE"));
}
END_TEST

static Suite *events_suite(void)
{
	Suite *s = suite_create("events");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, metrics_and_events_of_the_kernel_are_listed);
	tcase_add_test(t, a_name_stands_for_itself_alone);
	tcase_add_test(t, a_part_of_a_name_or_a_glob_finds_all_that_match);
	tcase_add_test(t, what_run_would_take_is_shown_though_in_no_list);
	tcase_add_test(t, verbose_explains);
	tcase_add_test(t, a_mistyped_name_is_refused_with_what_was_meant);
	tcase_add_test(t, an_empty_name_is_not_a_part_of_every_name);
	tcase_add_test(t, cpus_are_a_list_of_those_there_are);
	tcase_add_test(t, json_has_a_reason_for_everything_that_does_not_count);
	tcase_add_test(t, each_reason_is_said_once);
	tcase_add_test(t, a_changed_table_is_warned_of);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(events_suite);
