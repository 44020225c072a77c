/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_list.c - harness list, as a person sees it.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tests.h"

#define PLUGINS TEST_BUILD_DIR "/tests/plugins"
#define GOOD PLUGINS "/good"
#define BROKEN PLUGINS "/broken"

/* Runs it; the status must be @status. */
static struct cli list(int status, const char *words)
{
	struct cli c;

	cli_run(&c, "$HARNESS list %s", words);
	ck_assert_msg(c.status == status, "status %d, stderr: %s", c.status,
		      c.err);
	return c;
}

static void ck_contains(const char *text, const char *words)
{
	ck_assert_msg(strstr(text, words), "\"%s\" lacks \"%s\"", text, words);
}

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

START_TEST(lists_what_was_built_by_collection)
{
	struct cli c = list(0, "");

	ck_assert_str_eq(c.err, "");
	ck_contains(c.out, "sched\n  sched/");
	ck_contains(c.out, "\n  sched/pipe ");
	ck_contains(c.out, "round trip");
	ck_contains(c.out, "2 switches/op");
	ck_contains(c.out, "\n\nself\n  self/null ");
	ck_contains(c.out, "no switches");
	cli_free(&c);
}
END_TEST

START_TEST(says_the_same_from_everywhere)
{
	struct cli here = list(0, "-v"), c;
	char *dir = cli_tmpdir();

	cli_run(&c, "cd / && $HARNESS list -v");
	ck_assert_str_eq(c.out, here.out);
	cli_free(&c);
	cli_run(&c, "ln -s $HARNESS %s/h && cd %s && ./h list -v", dir, dir);
	ck_assert_str_eq(c.out, here.out);
	cli_free(&c);
	cli_run(&c, "PATH=${HARNESS%%/*}:$PATH; cd /; harness list -v");
	ck_assert_str_eq(c.out, here.out);
	cli_free(&c);
	cli_free(&here);
	free(dir);
}
END_TEST

START_TEST(aligns_columns_by_what_is_in_them)
{
	struct cli c = list(0, "--plugins " GOOD " demo");

	ck_contains(c.out, "demo\n"
			   "  demo/elsewhere  turn        "
			   "2..2.5 switches/op  a benchmark for another "
			   "machine\n"
			   "    not on this machine: needs a machine from the "
			   "future\n"
			   "  demo/full       round trip  "
			   "switches reported   a message from task to task\n"
			   "  demo/newer      empty op    "
			   "no switches         a plugin of the tests\n");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
}
END_TEST

START_TEST(says_more_when_asked)
{
	struct cli c = list(0, "-v --plugins " GOOD " demo/full");

	ck_contains(c.out, "The first paragraph says what is measured.\n");
	ck_assert_ptr_null(strstr(c.out, "second"));
	ck_contains(c.out, "tasks     as the options say\n");
	ck_contains(c.out, "per op: reported forced, 2..4 preempt, "
			   "reported spread\n");
	ck_contains(c.out, "option    msg: length of a message (1 to 1MiB; "
			   "default 4KiB)\n");
	ck_contains(c.out, "default socket)\n");
	ck_contains(c.out, "plugin    " GOOD "/demo/full.so\n");
	cli_free(&c);
	c = list(0, "-v --plugins " GOOD " demo/elsewhere");
	ck_contains(c.out, "tasks     one per CPU\n");
	ck_contains(c.out, "flags     apart, processes\n");
	cli_free(&c);
}
END_TEST

static json_t *parse(const char *text)
{
	json_error_t e;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &e);

	ck_assert_msg(root != NULL, "%s in: %s", e.text, text);
	return root;
}

static json_t *named(json_t *root, const char *list_name, const char *name)
{
	json_t *v;
	size_t i;

	json_array_foreach (json_object_get(root, list_name), i, v) {
		if (!strcmp(json_string_value(json_object_get(v, "name")),
			    name))
			return v;
	}
	ck_abort_msg("no %s in %s", name, list_name);
	return NULL;
}

static const char *text_of(json_t *v, const char *key)
{
	return json_string_value(json_object_get(v, key));
}

START_TEST(prints_everything_as_json)
{
	struct cli c = list(0, "--json --plugins " GOOD " demo/full");
	json_t *root = parse(c.out), *b, *switches, *option;

	b = named(root, "benchmarks", "demo/full");
	ck_assert_str_eq(text_of(b, "collection"), "demo");
	ck_assert_str_eq(text_of(b, "op"), "round trip");
	ck_contains(text_of(b, "description"), "\n\nThe second");
	ck_assert_str_eq(text_of(b, "tasks"), "options");
	ck_assert_str_eq(text_of(b, "path"), GOOD "/demo/full.so");
	ck_assert(json_is_true(json_object_get(b, "supported")));
	ck_assert(json_is_null(json_object_get(b, "reason")));
	switches = json_object_get(b, "switches_per_op");
	ck_assert(json_is_null(json_object_get(switches, "forced")));
	ck_assert_double_eq(
		json_number_value(json_object_get(
			json_object_get(switches, "preempt"), "max")),
		4);
	option = json_array_get(json_object_get(b, "options"), 0);
	ck_assert_str_eq(text_of(option, "name"), "msg");
	ck_assert_str_eq(text_of(option, "unit"), "B");
	ck_assert_int_eq(json_integer_value(json_object_get(option, "default")),
			 4096);
	option = json_array_get(json_object_get(b, "options"), 3);
	ck_assert_uint_eq(json_array_size(json_object_get(option, "choices")),
			  2);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "benchmarks")),
			  1);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "broken")), 0);
	json_decref(root);
	cli_free(&c);
}
END_TEST

START_TEST(marks_the_unsupported_and_the_broken_in_json)
{
	struct cli c = list(0, "--json --plugins " GOOD " --plugins " BROKEN);
	json_t *root = parse(c.out), *v;

	v = named(root, "benchmarks", "demo/elsewhere");
	ck_assert(json_is_false(json_object_get(v, "supported")));
	ck_assert_str_eq(text_of(v, "reason"),
			 "needs a machine from the future");
	ck_assert_str_eq(text_of(v, "tasks"), "per-cpu");
	ck_assert_uint_eq(json_array_size(json_object_get(v, "flags")), 2);
	v = named(root, "broken", "bad/crashes");
	ck_assert_str_eq(text_of(v, "path"), BROKEN "/bad/crashes.so");
	ck_assert_str_eq(text_of(v, "reason"),
			 "crashed while it was loaded (SIGSEGV)");
	ck_assert_uint_eq(count_lines(c.err),
			  json_array_size(json_object_get(root, "broken")));
	json_decref(root);
	cli_free(&c);
}
END_TEST

START_TEST(warns_once_for_each_broken_plugin_and_lists_the_others)
{
	struct cli c = list(0, "--plugins " BROKEN);

	ck_contains(c.out, "sched/pipe");
	ck_assert_ptr_null(strstr(c.out, "bad/"));
	ck_contains(c.err, "harness: warning: bad/abi_newer cannot be used: "
			   "built for interface 2, this harness has 1 (" BROKEN
			   "/bad/abi_newer.so)\n");
	ck_contains(c.err, "bad/undefined cannot be used: ");
	cli_free(&c);
}
END_TEST

START_TEST(a_hidden_plugin_is_named_with_the_one_that_hides_it)
{
	char *dir = cli_tmpdir(), *words;
	struct cli c;

	cli_run(&c, "mkdir %s/demo && cp " GOOD "/demo/full.so %s/demo", dir,
		dir);
	ck_assert_int_eq(c.status, 0);
	cli_free(&c);
	ck_assert_int_gt(asprintf(&words,
				  "--plugins " GOOD " --plugins %s demo/full",
				  dir),
			 0);
	c = list(0, words);
	ck_contains(c.out, "demo/full");
	ck_one_line(c.err);
	ck_contains(c.err, "hidden by " GOOD "/demo/full.so (");
	cli_free(&c);
	free(words);
	free(dir);
}
END_TEST

START_TEST(helps_on_stdout)
{
	struct cli c = list(0, "--help");

	ck_contains(c.out, "Usage: harness list");
	ck_contains(c.out, "--plugins DIR");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
}
END_TEST

START_TEST(writes_no_control_bytes)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"mkdir %s/c && printf x >%s/c/\"$(printf 'e\\033[31m\\r')\".so "
		"&& TERM=xterm $HARNESS list -v --plugins %s",
		dir, dir, dir);
	ck_assert_int_eq(c.status, 0);
	ck_one_line(c.err);
	ck_assert_ptr_null(strpbrk(c.out, "\033\r"));
	ck_assert_ptr_null(strpbrk(c.err, "\033\r"));
	cli_free(&c);
	free(dir);
}
END_TEST

/* --- what is refused, and with which status --- */

static void ck_usage(const char *words, const char *message)
{
	struct cli c = list(2, words);

	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_contains(c.err, message);
	cli_free(&c);
}

START_TEST(refuses_what_it_does_not_understand)
{
	ck_usage("--bogus", "harness list: unknown option '--bogus'");
	ck_usage("-x", "unknown option '-x'");
	ck_usage("--json=yes", "--json' takes no argument");
	ck_usage("--plugins", "'--plugins' needs an argument");
	ck_usage("--plugins ''", "--plugins ''");
	ck_usage("''", "no benchmark ''");
	ck_usage("shced/pipe", "no benchmark 'shced/pipe': did you mean "
			       "sched/pipe?");
	ck_usage("sched/pipe pip", "did you mean sched/pipe?");
	ck_usage("'sched/x*'", "no benchmark 'sched/x*'");
}
END_TEST

START_TEST(nothing_but_broken_plugins_is_a_failure)
{
	struct cli c = list(1, "--plugins " BROKEN " bad/no_op");

	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(refuses_a_bad_search_path)
{
	struct cli c;

	cli_run(&c, "HARNESS_PATH= $HARNESS list");
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
	cli_run(&c, "HARNESS_PATH=plugins $HARNESS list --json");
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
	c = list(1, "--plugins /nonexistent");
	ck_one_line(c.err);
	ck_contains(c.err, "/nonexistent");
	cli_free(&c);
}
END_TEST

START_TEST(finding_nothing_at_all_is_a_failure)
{
	static const char *const commands[] = { "list", "run all",
						"run sched/pipe", "selfcheck" };
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c, "mkdir %s/bin && cp $HARNESS %s/bin/h && %s/bin/h %s", dir,
		dir, dir, commands[_i]);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_contains(c.err, "/lib/harness");
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(fails_when_its_output_cannot_be_written)
{
	struct cli c = list(1, ">/dev/full");

	ck_one_line(c.err);
	cli_free(&c);
	c = list(1, "--json >/dev/full");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(a_library_path_does_not_change_what_is_loaded)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"echo decoy | tee %s/pipe.so %s/null.so >%s/harness_bench; "
		"cd %s; LD_LIBRARY_PATH=%s:. $HARNESS list sched/pipe",
		dir, dir, dir, dir, dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_contains(c.out, "sched/pipe");
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(a_file_system_without_execution_is_named)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c, "unshare -m mount -t tmpfs none %s", dir);
	if (c.status == 0) {
		cli_free(&c);
		cli_run(&c,
			"unshare -m sh -c 'mount -t tmpfs -o noexec none %s && "
			"chmod 755 %s && cp -r " GOOD "/demo %s && "
			"$HARNESS list --plugins %s'",
			dir, dir, dir, dir);
		ck_assert_int_eq(c.status, 0);
		ck_contains(c.err, "demo/full cannot be used: its file system "
				   "is mounted noexec");
	}
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(with_rights_that_others_lack_their_plugins_are_refused)
{
	char *dir = cli_tmpdir();
	struct cli c;
	int root = geteuid() == 0;

	cli_run(&c,
		"cp -r " GOOD "/demo %s && chmod 777 %s && chmod 755 %s/demo "
		"&& $HARNESS list --plugins %s demo/full",
		dir, dir, dir, dir);
	ck_assert_int_eq(c.status, root ? 1 : 0);
	if (root) {
		ck_one_line(c.err);
		ck_contains(c.err, "is refused: every user can change it (mode "
				   "0777): chmod o-w it");
	}
	cli_free(&c);
	cli_run(&c,
		"chmod 755 %s && chmod 666 %s/demo/full.so && "
		"$HARNESS list --plugins %s demo",
		dir, dir, dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_int_eq(!!strstr(c.err, "demo/full cannot be used: every"),
			 root);
	ck_contains(c.out, "demo/newer");
	cli_free(&c);
	cli_run(&c, "chmod 777 %s/demo && $HARNESS list --plugins %s", dir,
		dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_int_eq(!!strstr(c.err, "demo cannot be used: its folder"),
			 root);
	cli_free(&c);
	free(dir);
}
END_TEST

static TCase *failures_case(void)
{
	TCase *tc = tcase_create("failures");

	tcase_add_test(tc, refuses_what_it_does_not_understand);
	tcase_add_test(tc, nothing_but_broken_plugins_is_a_failure);
	tcase_add_test(tc, refuses_a_bad_search_path);
	tcase_add_loop_test(tc, finding_nothing_at_all_is_a_failure, 0, 4);
	tcase_add_test(tc, fails_when_its_output_cannot_be_written);
	tcase_add_test(tc, a_library_path_does_not_change_what_is_loaded);
	tcase_add_test(tc, a_file_system_without_execution_is_named);
	tcase_add_test(tc,
		       with_rights_that_others_lack_their_plugins_are_refused);
	return tc;
}

static Suite *list_suite(void)
{
	Suite *s = suite_create("list");
	TCase *tc = tcase_create("list");

	tcase_add_test(tc, lists_what_was_built_by_collection);
	tcase_add_test(tc, says_the_same_from_everywhere);
	tcase_add_test(tc, aligns_columns_by_what_is_in_them);
	tcase_add_test(tc, says_more_when_asked);
	tcase_add_test(tc, prints_everything_as_json);
	tcase_add_test(tc, marks_the_unsupported_and_the_broken_in_json);
	tcase_add_test(tc,
		       warns_once_for_each_broken_plugin_and_lists_the_others);
	tcase_add_test(tc, a_hidden_plugin_is_named_with_the_one_that_hides_it);
	tcase_add_test(tc, helps_on_stdout);
	tcase_add_test(tc, writes_no_control_bytes);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, failures_case());
	return s;
}

TEST_SUITE(list_suite);
