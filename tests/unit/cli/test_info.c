/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/cli/test_info.c - harness info, as text and as JSON.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli/info.h"
#include "tests.h"

static const int allowed[] = { 0, 1, 2, 3 };

/* A small machine, on which nothing is owned. */
static struct info sample(struct fact *facts, struct check *checks)
{
	facts[0] = (struct fact){ "kernel", "6.1" };
	facts[1] = (struct fact){ "governor", NULL };
	facts[2] = (struct fact){ "cmdline", "quiet" };
	checks[0] = (struct check){ "a.fine", CHECK_OK, "1", "/a", "good" };
	checks[1] = (struct check){ "b.none", CHECK_NA, NULL, "/b", "absent" };
	checks[2] =
		(struct check){ "c.dark", CHECK_UNKNOWN, NULL, "/c", "hidden" };
	checks[3] = (struct check){ "d.bad", CHECK_WARN, "0", "/d", "fix it" };
	return (struct info){
		.session = { .nr_facts = 3,
			     .facts = facts,
			     .nr_checks = 4,
			     .checks = checks },
		.why = "hwloc is not there",
		.allowed = allowed,
		.nr_allowed = 4,
	};
}

static char *text_of(const struct info *info, bool verbose)
{
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	info_text(f, info, verbose);
	ck_assert_int_eq(fclose(f), 0);
	return text;
}

static json_t *json_of(const struct info *info)
{
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	json_t *o;

	info_json(f, info);
	ck_assert_int_eq(fclose(f), 0);
	o = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(o);
	free(text);
	return o;
}

/* Fails unless both stand in the text, in this order. */
static void ck_order(const char *text, const char *first, const char *second)
{
	const char *a = strstr(text, first);

	if (!a || !strstr(a, second))
		ck_abort_msg("'%s' and '%s' are not in this order in\n%s",
			     first, second, text);
}

START_TEST(warnings_come_first_and_what_is_unknown_next)
{
	struct fact facts[3];
	struct check checks[4];
	struct info info = sample(facts, checks);
	char *text = text_of(&info, false);

	ck_order(text, "kernel          6.1", "governor        unknown");
	ck_order(text, "Environment: 1 warn, 1 unknown, 1 ok", "d.bad");
	ck_order(text, "0: fix it", "c.dark");
	ck_order(text, "hidden", "a.fine");
	ck_assert_ptr_null(strstr(text, "b.none"));
	ck_assert_ptr_null(strstr(text, "cmdline"));
	ck_assert_ptr_null(strstr(text, "/d"));
	ck_order(text, "Topology", "hwloc is not there");
	free(text);
}
END_TEST

START_TEST(verbose_leaves_nothing_out)
{
	struct fact facts[3];
	struct check checks[4];
	struct info info = sample(facts, checks);
	char *text = text_of(&info, true);

	ck_order(text, "cmdline         quiet", "d.bad");
	ck_order(text, "/d\n", "b.none");
	free(text);
}
END_TEST

START_TEST(the_topology_is_summed_up)
{
	struct fact facts[3];
	struct check checks[4];
	struct info info = sample(facts, checks);
	char *text;

	ck_assert_int_eq(topology_load("package:2 l3:1(size=33554432) core:1 "
				       "pu:2",
				       &info.topology, info.why,
				       sizeof(info.why)),
			 0);
	text = text_of(&info, false);
	ck_order(text,
		 "4 CPUs, 2 cores, 2 last-level caches (L3, 32MiB), 2 "
		 "packages",
		 "pairs among the allowed CPUs 0-3: -c smt (2,3), -c remote "
		 "(1,3)\n");
	free(text);
	topology_free(&info.topology);
	ck_assert_int_eq(topology_load("core:1 pu:1", &info.topology, info.why,
				       sizeof(info.why)),
			 0);
	text = text_of(&info, false);
	ck_order(text, "1 CPU, 1 core, last-level caches unknown",
		 "CPUs 0-3: none\n");
	free(text);
	topology_free(&info.topology);
}
END_TEST

static const struct {
	const char *virt, *title, *from;
} origins[] = {
	{ "kvm", "\nTopology (as the hypervisor says)\n", "hypervisor" },
	{ "none", "\nTopology\n", "machine" },
	{ NULL, "\nTopology\n", NULL },
};

START_TEST(a_guests_topology_is_called_the_hypervisors)
{
	struct fact facts[3];
	struct check checks[4];
	struct info info = sample(facts, checks);
	json_t *o, *from;
	char *text;

	facts[0] = (struct fact){ "virt", (char *)origins[_i].virt };
	ck_assert_int_eq(topology_load("package:2 core:1 pu:2", &info.topology,
				       info.why, sizeof(info.why)),
			 0);
	info.topology.nodes_differ = _i == 0;
	text = text_of(&info, false);
	ck_order(text, origins[_i].title, "4 CPUs");
	ck_assert(!!strstr(text, "contradict") == (_i == 0));
	o = json_of(&info);
	from = json_object_get(o, "topology_from");
	ck_assert_pstr_eq(json_string_value(from), origins[_i].from);
	ck_assert(json_is_boolean(json_object_get(o, "topology_nodes_differ")));
	json_decref(o);
	free(text);
	topology_free(&info.topology);
}
END_TEST

START_TEST(json_has_null_for_what_is_not_known)
{
	struct fact facts[3];
	struct check checks[4];
	struct info info = sample(facts, checks);
	json_t *o = json_of(&info), *host = json_object_get(o, "host");

	ck_assert_str_eq(json_string_value(json_object_get(o, "schema")),
			 "harness.info");
	ck_assert_str_eq(json_string_value(json_object_get(host, "kernel")),
			 "6.1");
	ck_assert(json_is_null(json_object_get(host, "governor")));
	ck_assert(json_is_null(json_object_get(o, "topology")));
	ck_assert_str_eq(
		json_string_value(json_object_get(o, "topology_reason")),
		"hwloc is not there");
	json_decref(o);
}
END_TEST

START_TEST(json_has_every_check_and_every_cpu)
{
	struct fact facts[3];
	struct check checks[4];
	struct info info = sample(facts, checks);
	json_t *o, *list, *first;

	ck_assert_int_eq(topology_load("package:2 core:1 pu:2", &info.topology,
				       info.why, sizeof(info.why)),
			 0);
	o = json_of(&info);
	list = json_object_get(json_object_get(o, "env"), "checks");
	ck_assert_uint_eq(json_array_size(list), 4);
	first = json_array_get(list, 1);
	ck_assert_str_eq(json_string_value(json_object_get(first, "state")),
			 "n/a");
	ck_assert(json_is_null(json_object_get(first, "value")));
	list = json_object_get(o, "topology");
	ck_assert_uint_eq(json_array_size(list), 4);
	first = json_array_get(list, 2);
	ck_assert_int_eq(json_integer_value(json_object_get(first, "package")),
			 1);
	ck_assert(json_is_null(json_object_get(first, "llc")));
	json_decref(o);
	topology_free(&info.topology);
}
END_TEST

START_TEST(the_command_says_what_this_machine_is)
{
	struct cli c;

	cli_run(&c, "$HARNESS info");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_order(c.out, "Machine\n", "machine_id");
	ck_order(c.out, "Topology", "Environment: ");
	cli_free(&c);
}
END_TEST

START_TEST(the_command_writes_one_json_document)
{
	struct cli c;
	json_t *o;

	cli_run(&c, "$HARNESS info --json");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	o = json_loads(c.out, JSON_REJECT_DUPLICATES, NULL);
	ck_assert(json_is_string(
		json_object_get(json_object_get(o, "host"), "config_id")));
	ck_assert_uint_gt(json_array_size(json_object_get(o, "topology")), 0);
	json_decref(o);
	cli_free(&c);
}
END_TEST

START_TEST(misuse_is_one_line_and_status_2)
{
	static const char *const bad[] = { "--jsom", "-x", "word", "--json=1" };
	struct cli c;

	cli_run(&c, "$HARNESS info %s", bad[_i]);
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(output_that_cannot_be_written_is_a_failure)
{
	struct cli c;

	cli_run(&c, "$HARNESS info %s >/dev/full", _i ? "--json" : "");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

static Suite *info_suite(void)
{
	Suite *s = suite_create("info");
	TCase *tc = tcase_create("print"), *cli = tcase_create("command");

	tcase_add_test(tc, warnings_come_first_and_what_is_unknown_next);
	tcase_add_test(tc, verbose_leaves_nothing_out);
	tcase_add_test(tc, the_topology_is_summed_up);
	tcase_add_test(tc, json_has_null_for_what_is_not_known);
	tcase_add_loop_test(tc, a_guests_topology_is_called_the_hypervisors, 0,
			    3);
	tcase_add_test(tc, json_has_every_check_and_every_cpu);
	suite_add_tcase(s, tc);
	tcase_add_test(cli, the_command_says_what_this_machine_is);
	tcase_add_test(cli, the_command_writes_one_json_document);
	tcase_add_loop_test(cli, misuse_is_one_line_and_status_2, 0, 4);
	tcase_add_loop_test(cli, output_that_cannot_be_written_is_a_failure, 0,
			    2);
	suite_add_tcase(s, cli);
	return s;
}
TEST_SUITE(info_suite);
