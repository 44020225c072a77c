/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_confine.c - what tasks put on themselves: that they have it,
 * alone, and that the result says so.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "cli.h"
#include "golden.h"
#include "run/confine.h"
#include "tests.h"
#include "workdir.h"

#define TOLD                                              \
	"HARNESS_PATH=" TEST_BUILD_DIR                    \
	"/tests/plugins/planted HARNESS_TOLD=told "       \
	"$HARNESS run planted/told -r 1 -l 10 --json -q " \
	"-p tasks=2 --no-control --force "

/* The value of a param of the only benchmark; NULL: it has none of that name. */
static const char *param(const json_t *root, const char *name)
{
	const json_t *b =
		json_array_get(json_object_get(root, "benchmarks"), 0);

	return json_string_value(
		json_object_get(json_object_get(b, "params"), name));
}

/* How many filters each of the two tasks had; -1: the kernel does not say. */
static void filters_of(long *v)
{
	char *text = file_text("told"), *at = text;

	for (int i = 0; i < 2; i++) {
		at = strstr(at, "filters=");
		ck_assert_msg(at != NULL, "%s", text);
		v[i] = strtol(at + strlen("filters="), &at, 10);
	}
	free(text);
	remove("told");
}

static const char *const kinds[] = { "", "-T" };

START_TEST(filters_are_stacked_once_on_every_task)
{
	long without[2], with[2];
	struct cli c;
	json_t *root;

	cli_run(&c, TOLD "%s", kinds[_i]);
	filters_of(without);
	cli_free(&c);
	cli_run(&c, TOLD "--seccomp 3 %s", kinds[_i]);
	root = json_loads(c.out, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_msg(root != NULL, "%s%s", c.out, c.err);
	ck_assert_str_eq(param(root, "seccomp"), "3");
	filters_of(with);
	for (int i = 0; i < 2 && without[i] >= 0; i++)
		ck_assert_int_eq(with[i], without[i] + 3);
	json_decref(root);
	cli_free(&c);
}
END_TEST

START_TEST(a_mitigation_is_on_or_there_is_a_reason)
{
	struct confine confine = { .mitigation = _i };
	char why[128];
	bool not = confine_unsupported(&confine, why, sizeof(why));
	struct cli c;

	cli_run(&c,
		"$HARNESS run sched/pipe -q -r 1 -l 100 --force --mitigate %s",
		confine_words[_i]);
	ck_assert_int_eq(c.status, not ? 77 : 0);
	if (not )
		ck_assert_msg(strstr(c.err, why), "%s: %s", c.err, why);
	cli_free(&c);
}
END_TEST

static const struct {
	const char *words, *says;
} misuse[] = {
	{ "--seccomp 65", "65" },	 { "--mitigate all", "all" },
	{ "--nice 20", "-20 to 19" },	 { "--nice -21", "-20 to 19" },
	{ "--nice x", "-20 to 19" },	 { "--timer-slack 2s", "2s" },
	{ "-p seccomp=1", "--seccomp" },
};

START_TEST(refuses_what_is_out_of_range)
{
	struct cli c;

	cli_run(&c, "$HARNESS run sched/pipe %s", misuse[_i].words);
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, misuse[_i].says), "%s", c.err);
	cli_free(&c);
}
END_TEST

static Suite *confine_suite(void)
{
	Suite *s = suite_create("confine");
	TCase *tc = tcase_create("confine");

	tcase_add_checked_fixture(tc, workdir_enter, workdir_leave);
	tcase_add_loop_test(tc, filters_are_stacked_once_on_every_task, 0, 2);
	tcase_add_loop_test(tc, a_mitigation_is_on_or_there_is_a_reason,
			    CONFINE_SSBD, CONFINE_L1D + 1);
	tcase_add_loop_test(tc, refuses_what_is_out_of_range, 0,
			    sizeof(misuse) / sizeof(*misuse));
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(confine_suite);
