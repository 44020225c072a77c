/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_selfcheck.c - every benchmark of the catalogue keeps its promises
 * here, and one that does not is found out.
 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "processes.h"
#include "tests.h"

#define PLANTED "HARNESS_PATH=" TEST_BUILD_DIR "/tests/plugins/planted "
#define CATALOGUE TEST_BUILD_DIR "/lib/harness/"

/* The plugins that were built; found once, before there are tests. */
static const glob_t *catalogue(void)
{
	static glob_t g;

	if (!g.gl_pathc && glob(CATALOGUE "*/*.so", 0, NULL, &g))
		abort();
	return &g;
}

/* Its benchmark: "sched/pipe". */
static void benchmark_name(int i, char *buf, size_t len)
{
	const char *path = catalogue()->gl_pathv[i] + strlen(CATALOGUE);

	ck_assert_uint_lt(strlen(path), len);
	strcpy(buf, path);
	*strrchr(buf, '.') = '\0';
}

/* What cannot run here is said to be so by "list", too. */
static void ck_unavailable(const char *name)
{
	struct cli c;

	cli_expect(&c, 0, "$HARNESS list '%s'", name);
	ck_has(c.out, "not on this machine: ");
	cli_free(&c);
}

/* Each in a test of its own, so that each has its own time limit. */
START_TEST(keeps_its_promises)
{
	char name[64];
	struct cli c;

	benchmark_name(_i, name, sizeof(name));
	cli_run(&c, "$HARNESS selfcheck '%s'", name);
	if (c.status == 77)
		ck_unavailable(name);
	else
		ck_assert_msg(c.status == 0 && !strstr(c.out, "\n0 checked"),
			      "%s: status %d\n%s%s", name, c.status, c.out,
			      c.err);
	ck_has(c.out, ", 0 contradicted\n");
	cli_free(&c);
}
END_TEST

/* A lie, and what it is found out by. */
static const struct {
	const char *name;
	const char *finding;
} lies[] = {
	{ "liar/switches", "E-SWOP: 0.000 switches/op, expected 2.000" },
	{ "liar/half", "E-SWOP: 1.00" },
	{ "liar/time", "C-TIME: twice the ops took " },
	{ "liar/faults", "E-FAULT: " },
	{ "liar/moves", "E-MIGR: " },
	{ "liar/control", "C-CONTROL: the control blocks " },
};

START_TEST(finds_out_a_benchmark_that_breaks_its_promise)
{
	struct cli c;

	cli_run(&c, PLANTED "$HARNESS selfcheck %s", lies[_i].name);
	if (c.status != 77) {
		ck_assert_int_eq(c.status, 1);
		ck_has(c.out, "CONTRADICTED");
		ck_has(c.out, lies[_i].finding);
	} else {
		ck_unavailable(lies[_i].name);
	}
	cli_free(&c);
}
END_TEST

START_TEST(finds_nothing_else_in_a_benchmark_that_lies_once)
{
	struct cli c;

	cli_run(&c, PLANTED "$HARNESS selfcheck liar/half");
	ck_assert_ptr_null(strstr(c.out, "C-TIME"));
	ck_assert_ptr_null(strstr(c.out, "E-FAULT"));
	cli_free(&c);
}
END_TEST

START_TEST(refuses_a_benchmark_that_is_not_there)
{
	struct cli c;

	cli_run(&c, "$HARNESS selfcheck sched/nosuch");
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

static Suite *selfcheck_suite(void)
{
	Suite *s = suite_create("selfcheck");
	TCase *t = tcase_create("selfcheck");

	if (RUNS_ARE_VALID)
		tcase_add_loop_test(t, keeps_its_promises, 0,
				    (int)catalogue()->gl_pathc);
	tcase_add_loop_test(t, finds_out_a_benchmark_that_breaks_its_promise, 0,
			    sizeof(lies) / sizeof(*lies));
	if (RUNS_ARE_VALID)
		tcase_add_test(
			t, finds_nothing_else_in_a_benchmark_that_lies_once);
	tcase_add_test(t, refuses_a_benchmark_that_is_not_there);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(selfcheck_suite);
