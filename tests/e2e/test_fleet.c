/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_fleet.c - harness compare --fleet: planted faults are named,
 * healthy machines are not.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* Two sessions of each of 200 machines in f/, see tests/support/fleet.awk. */
static char *dir;

static void set_up(void)
{
	struct cli c;

	dir = cli_tmpdir();
	cli_run(&c,
		"cd '%s' && mkdir f && awk -v dir=f -v n=200 -v faults=1 "
		"-f " TEST_SOURCE_DIR "/tests/support/fleet.awk",
		dir);
	ck_assert_int_eq(c.status, 0);
	cli_free(&c);
}

static void tear_down(void)
{
	free(dir);
}

static void fleet(struct cli *c, const char *args)
{
	cli_run(c, "cd '%s' && $HARNESS compare --fleet %s", dir, args);
}

static const struct planted {
	const char *name, *what;
} faults[] = {
	{ "h11", "an outlier in 10 of 10 benchmarks" },
	{ "h22", "times the median in fleet/b3" },
	{ "h33", "two modes in fleet/b0 and 9 more" },
	{ "h44", "drifts: last of 2 sessions" },
	{ "h55", "the same /etc/machine-id as h54" },
};

START_TEST(planted_faults_are_named_and_no_healthy_machine_is)
{
	struct cli c;
	json_t *root, *m;
	size_t i, named = 0;

	fleet(&c, "-f json f/*.json");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	root = json_loads(c.out, 0, NULL);
	ck_assert_ptr_nonnull(root);
	json_array_foreach (json_object_get(root, "machines"), i, m) {
		const char *what =
			json_string_value(json_object_get(m, "what"));

		if (!json_is_true(json_object_get(m, "stands_out")))
			continue;
		ck_assert_uint_lt(named, COUNT(faults));
		ck_assert_str_eq(json_string_value(json_object_get(m, "name")),
				 faults[named].name);
		ck_assert_msg(strstr(what, faults[named].what) != NULL, "%s",
			      what);
		named++;
	}
	ck_assert_uint_eq(named, COUNT(faults));
	ck_assert_uint_eq(json_array_size(json_object_get(root, "machines")),
			  200);
	ck_assert_uint_eq(
		json_array_size(json_object_get(root, "configurations")), 2);
	json_decref(root);
	cli_free(&c);
}
END_TEST

static size_t nr_lines(const char *text)
{
	size_t nr = 0;

	for (; *text; text++)
		nr += *text == '\n';
	return nr;
}

START_TEST(it_is_one_screen)
{
	struct cli c;

	fleet(&c, "f/*.json");
	ck_assert_int_eq(c.status, 0);
	ck_assert_uint_lt(nr_lines(c.out), 50);
	ck_assert_ptr_nonnull(strstr(
		c.out, "# 200 machines, 400 sessions, 2 configurations"));
	ck_assert_ptr_nonnull(strstr(c.out, "microcode 0x2 (A: 0x1): h66"));
	for (size_t i = 0; i < COUNT(faults); i++)
		ck_assert_ptr_nonnull(strstr(c.out, faults[i].what));
	cli_free(&c);
}
END_TEST

START_TEST(formats_have_all_machines)
{
	struct cli c;

	fleet(&c, "-f csv f/*.json");
	ck_assert_uint_eq(nr_lines(c.out), 1 + 200 * 10);
	ck_assert_ptr_nonnull(strstr(c.out, "\nh22,A,fleet/b3,"));
	cli_free(&c);
	fleet(&c, "-f markdown f/*.json");
	ck_assert_ptr_nonnull(strstr(c.out, "### Machines that stand out\n"));
	ck_assert_ptr_nonnull(strstr(c.out, "| h11 "));
	cli_free(&c);
}
END_TEST

static const struct bad {
	const char *name, *why;
} bads[] = {
	{ "torn.json", "not JSON" },
	{ "foreign.json", "not a result file" },
	{ "empty.json", "the file is empty" },
	{ "copy.json", "the same session as g/00001-0.json" },
	{ "cut.json", "interrupted" },
	{ "folder.json", "Is a directory" },
	{ "gone.json", "No such file" },
};

#define MAKE_BAD                                                         \
	"mkdir -p g && cp f/0000?-?.json f/0001?-?.json g && "           \
	"head -c 500 f/00001-0.json >g/torn.json && "                    \
	"echo '{\"schema\": \"other\"}' >g/foreign.json && "             \
	": >g/empty.json && cp f/00001-0.json g/copy.json && "           \
	"sed 's/\"complete\":true/\"complete\":false/; "                 \
	"s/\"id\":\"1-0\"/\"id\":\"x\"/' f/00001-0.json >g/cut.json && " \
	"mkdir -p g/folder.json && "

START_TEST(files_that_are_no_use_are_named_and_left_out)
{
	struct cli c;
	char line[128];

	cli_run(&c,
		"cd '%s' && " MAKE_BAD
		"$HARNESS compare --fleet g/*.json g/gone.json",
		dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "# 19 machines, 38 sessions"));
	for (size_t i = 0; i < COUNT(bads); i++) {
		snprintf(line, sizeof(line), "\ng/%s: ", bads[i].name);
		ck_assert_msg(strstr(c.out, line) != NULL, "no %s", line);
		ck_assert_ptr_nonnull(strstr(strstr(c.out, line), bads[i].why));
	}
	cli_free(&c);
	fleet(&c, "--strict g/*.json");
	ck_assert_int_eq(c.status, 5);
	cli_free(&c);
	fleet(&c, "g/torn.json g/empty.json");
	ck_assert_int_eq(c.status, 5);
	cli_free(&c);
}
END_TEST

START_TEST(what_is_missing_of_the_expected_is_named)
{
	struct cli c;

	cli_run(&c,
		"cd '%s' && printf 'h1\\n# a comment\\nh2 # too\\r\\nh900\\n' "
		">hosts && "
		"$HARNESS compare --fleet --expect hosts f/0000[123]-?.json",
		dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "# 3 expected, 1 missing\n"));
	ck_assert_ptr_nonnull(strstr(c.out, "# Missing\nh900\n"));
	ck_assert_ptr_nonnull(strstr(c.out, "# Not expected\nh3\n"));
	cli_free(&c);
	fleet(&c, "--strict --expect hosts f/0000[123]-?.json");
	ck_assert_int_eq(c.status, 1);
	cli_free(&c);
	fleet(&c, "--expect none f/00001-0.json");
	ck_assert_int_eq(c.status, 5);
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(options_of_a_fleet_need_one)
{
	struct cli c;

	cli_run(&c, "cd '%s' && $HARNESS compare --expect x f/00001-0.json",
		dir);
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	cli_free(&c);
	cli_run(&c, "cd '%s' && $HARNESS compare f/00001-0.json", dir);
	ck_assert_int_eq(c.status, 2);
	ck_assert_ptr_nonnull(strstr(c.err, "two files are needed"));
	cli_free(&c);
}
END_TEST

static Suite *fleet_suite(void)
{
	Suite *s = suite_create("fleet");
	TCase *tc = tcase_create("machines");

	tcase_add_unchecked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, planted_faults_are_named_and_no_healthy_machine_is);
	tcase_add_test(tc, it_is_one_screen);
	tcase_add_test(tc, formats_have_all_machines);
	tcase_add_test(tc, files_that_are_no_use_are_named_and_left_out);
	tcase_add_test(tc, what_is_missing_of_the_expected_is_named);
	tcase_add_test(tc, options_of_a_fleet_need_one);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(fleet_suite);
