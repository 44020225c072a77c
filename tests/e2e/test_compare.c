/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_compare.c - harness compare, as a person calls it.
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

/* A directory with a.json, b.json, ... to work in. */
static char *dir;

static void save(const char *name, struct session s)
{
	set_save(dir, name, s);
}

static void add_facts(struct session *s, const char *config, const char *kernel,
		      const char *governor)
{
	const struct fact facts[] = {
		{ (char *)"machine_id", (char *)"5be0cd19137e2179" },
		{ (char *)"config_id", (char *)config },
		{ (char *)"host", (char *)"skl01" },
		{ (char *)"cpu_model", (char *)"A model" },
		{ (char *)"kernel", (char *)kernel },
		{ (char *)"governor", (char *)governor },
	};

	s->facts = calloc(COUNT(facts), sizeof(*s->facts));
	ck_assert_ptr_nonnull(s->facts);
	s->nr_facts = COUNT(facts);
	for (size_t i = 0; i < COUNT(facts); i++) {
		s->facts[i].name = strdup(facts[i].name);
		if (facts[i].value)
			s->facts[i].value = strdup(facts[i].value);
	}
}

/* What moves numbers though machine, kernel and benchmark are the same. */
static const struct {
	const char *name, *a, *b;
} conditions[] = {
	{ "perf_events", "none", "in use by others" },
	{ "task_mitigations", "store bypass: vulnerable",
	  "store bypass: mitigated" },
	{ "huge_pages", "madvise", "always" },
	{ "latency_request", "none", "0 us" },
};

static struct session under(const char *config, const char *name,
			    const char *value)
{
	struct session s = session_plain(10);

	add_facts(&s, config, "6.1.0-28-amd64", NULL);
	set_text(&s.facts[s.nr_facts - 1].name, name);
	set_text(&s.facts[s.nr_facts - 1].value, value);
	set_spread(&s, "sched/pipe", 2105, 0.3);
	return s;
}

START_TEST(a_difference_in_conditions_is_named)
{
	const char *name = conditions[_i].name;
	char row[128];
	struct cli c;

	save("x.json", under("c1", name, conditions[_i].a));
	save("y.json", under("c2", name, conditions[_i].b));
	cli_run(&c, "cd '%s' && $HARNESS compare x.json y.json", dir);
	ck_assert_ptr_nonnull(
		strstr(c.out, "same machine, other configuration"));
	snprintf(row, sizeof(row), "%s ", name);
	ck_assert_ptr_nonnull(strstr(c.out, row));
	ck_assert_ptr_nonnull(strstr(c.out, conditions[_i].a));
	ck_assert_ptr_nonnull(strstr(c.out, conditions[_i].b));
	cli_free(&c);
}
END_TEST

static struct session first(void)
{
	struct session s = session_plain(10);

	add_facts(&s, "c1", "6.1.0-28-amd64", NULL);
	set_spread(&s, "sched/pipe", 2105, 0.3);
	set_spread(&s, "sched/eventfd", 1800, 0.3);
	set_spread(&s, "sched/futex", 1500, 0.3);
	set_spread(&s, "sched/messaging", 9000, 6);
	set_spread(&s, "sched/yield", 600, 0.3);
	set_spread(&s, "sched/mq", 2500, 0.3);
	set_spread(&s, "sched/pipe", 5900, 1)->threads = true;
	return s;
}

/* Slower, faster, a small difference, too noisy, other work, missing. */
static struct session second(void)
{
	struct session s = session_plain(10);
	struct entry *e;

	set_text(&s.id, "second");
	add_facts(&s, "c2", "6.1.0-30-amd64", "performance");
	set_spread(&s, "sched/pipe", 2210, 0.3);
	set_spread(&s, "sched/eventfd", 1700, 0.3);
	set_spread(&s, "sched/futex", 1507, 0.3);
	set_spread(&s, "sched/messaging", 9100, 6);
	e = set_spread(&s, "sched/yield", 600, 0.3);
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].figures.nvcsw = SET_OPS;
	e = set_spread(&s, "sched/pipe", 5900, 1);
	e->threads = true;
	e->runs[3].valid = false;
	set_spread(&s, "wake/timer", 50000, 0.3);
	return s;
}

static struct session scaled(const char *id, double factor, size_t runs)
{
	struct session s = session_plain(10);
	struct entry *e = set_spread(&s, "sched/pipe", 2105 * factor, 0.3);

	set_text(&s.id, id);
	e->nr_runs = runs;
	return s;
}

static struct session failed(void)
{
	struct session s = scaled("failed", 1, 0);

	s.entries[0].status = ENTRY_FAILED;
	set_text(&s.entries[0].reason, "killed by SIGKILL");
	return s;
}

static void set_up(void)
{
	dir = cli_tmpdir();
	save("a.json", first());
	save("b.json", second());
	save("same.json", scaled("same", 1.0005, 10));
	save("slow.json", scaled("slow", 1.3, 10));
	save("few.json", scaled("few", 1.3, 3));
	save("empty.json", session_plain(1));
	save("failed.json", failed());
	save("pipe.json", scaled("pipe", 1, 10));
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
	{ "a.json b.json", "compare-two.txt" },
	{ "b.json a.json", "compare-swapped.txt" },
	{ "-v --session-noise 0.1 a.json b.json", "compare-two-v.txt" },
	{ "-f markdown a.json b.json", "compare-two.md" },
	{ "-f csv a.json b.json", "compare-two.csv" },
	{ "a.json b.json same.json", "compare-three.txt" },
	{ "--session-noise 0.1 --threshold 0.2 --force a.json b.json",
	  "compare-force.txt" },
};

START_TEST(prints_a_comparison)
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
	{ "pipe.json pipe.json", 0 },
	{ "pipe.json same.json", 0 },
	{ "--strict pipe.json same.json", 3 },
	{ "--strict --session-noise 0.1 pipe.json same.json", 0 },
	{ "pipe.json slow.json", 1 },
	{ "--strict pipe.json slow.json", 1 },
	{ "--threshold 50 pipe.json slow.json", 0 },
	{ "slow.json pipe.json", 0 },
	{ "pipe.json few.json", 0 },
	{ "--strict pipe.json few.json", 3 },
	{ "pipe.json same.json slow.json", 1 },
	{ "pipe.json -- same.json slow.json", 0 },
	{ "pipe.json same.json -- slow.json", 1 },
	{ "pipe.json empty.json", 4 },
	{ "empty.json empty.json", 4 },
	{ "--session-noise 0.1 a.json b.json", 1 },
	{ "--session-noise 0.1 b.json a.json", 1 },
	{ "--threshold 20 a.json b.json", 4 },
	{ "--gate sched/eventfd --session-noise 0.1 a.json b.json", 0 },
	{ "--gate sched/pipe:20 --gate sched/yield a.json b.json", 4 },
	{ "--gate nosuch pipe.json pipe.json", 4 },
	{ "--gate all:cycles pipe.json pipe.json", 4 },
	/* What a gate names and cannot be judged is no "no regression". */
	{ "--gate sched/pipe pipe.json few.json", 3 },
	{ "--gate sched/pipe pipe.json same.json", 3 },
	{ "--gate sched/pipe pipe.json empty.json", 3 },
	{ "--gate sched/mq a.json b.json", 3 },
	{ "--gate 'sched/[em]*' --session-noise 0.1 a.json b.json", 3 },
	{ "--gate sched/pipe pipe.json failed.json", 3 },
	{ "--gate sched/pipe pipe.json slow.json", 1 },
};

START_TEST(exits_with_what_was_found)
{
	static const char *const formats[] = { "text", "json", "csv",
					       "markdown" };

	for (size_t i = 0; i < COUNT(formats); i++) {
		struct cli c;

		cli_run(&c, "cd '%s' && $HARNESS compare -f %s %s", dir,
			formats[i], statuses[_i].args);
		ck_assert_msg(c.status == statuses[_i].status, "%s %s: %d",
			      formats[i], statuses[_i].args, c.status);
		cli_free(&c);
	}
}
END_TEST

static const struct refused {
	const char *args;
	int status;
	const char *says;
} refusals[] = {
	{ "", 2, "two files are needed" },
	{ "pipe.json", 2, "two files are needed" },
	{ "--threshold x pipe.json pipe.json", 2, "not a percentage" },
	{ "--threshold -1 pipe.json pipe.json", 2, "not a percentage" },
	{ "--threshold 1e1 pipe.json pipe.json", 2, "not a percentage" },
	{ "--threshold 101 pipe.json pipe.json", 2, "not a percentage" },
	{ "--threshold '' pipe.json pipe.json", 2, "not a percentage" },
	{ "-f xml pipe.json pipe.json", 2, "xml" },
	{ "--by cpu pipe.json pipe.json", 2, "cpu" },
	{ "--gate all: pipe.json pipe.json", 2, "not BENCH[:METRIC][:PCT]" },
	{ "--gate x --gate x:101 pipe.json pipe.json", 2, "not a percentage" },
	{ "--correction bonferroni pipe.json pipe.json", 2, "bonferroni" },
	{ "pipe.json none.json", 5, "cannot read none.json: No such file" },
	{ "none.json pipe.json", 5, "cannot read none.json: No such file" },
	{ "pipe.json /dev/null", 5, "the file is empty" },
	{ "pipe.json .", 5, "Is a directory" },
	{ "pipe.json cut.json", 5, "cannot read cut.json: not JSON" },
	{ "pipe.json newer.json", 5, "schema version 9.2" },
	{ "pipe.json unit.json", 5, "time in 'us/op'" },
	{ "pipe.json zero.json", 5, "a valid run of 0 ops" },
	{ "--floor none.json pipe.json pipe.json", 5,
	  "cannot read none.json: No such file" },
	{ "--floor pipe.json pipe.json pipe.json", 5,
	  "not a file of noise floors" },
	{ "--by config m.json m.json", 4, "nothing to compare" },
};

START_TEST(refuses_in_one_line_and_prints_nothing)
{
	const struct refused *r = &refusals[_i];
	struct cli c;

	cli_run(&c,
		"cd '%s' && head -c 999 pipe.json >cut.json && "
		"sed 's/\"1\\.0\"/\"9.2\"/' pipe.json >newer.json && "
		"sed 's,\"ns/op\",\"us/op\",' pipe.json >unit.json && "
		"sed 's/\"ops\":1000000/\"ops\":0/' pipe.json >zero.json && "
		"cp a.json m.json && $HARNESS compare %s",
		dir, r->args);
	ck_assert_msg(c.status == r->status, "%s: %d", r->args, c.status);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, r->says) != NULL, "said: %s", c.err);
	cli_free(&c);
}
END_TEST

static const struct left_out {
	const char *make, *says;
} left_outs[] = {
	{ "head -c 999 pipe.json >x.json", "not JSON" },
	{ "echo '{\"schema\": \"other\"}' >x.json", "not a result file" },
	{ ": >x.json", "the file is empty" },
	{ "rm -f x.json", "No such file" },
	{ "rm -f x.json && mkdir x.json", "Is a directory" },
};

/* A torn file among others costs that file; only --strict refuses. */
START_TEST(a_file_that_cannot_be_read_is_named_and_left_out)
{
	const struct left_out *l = &left_outs[_i];
	struct cli with, without, strict;

	cli_run(&with,
		"cd '%s' && %s && $HARNESS compare pipe.json x.json pipe.json",
		dir, l->make);
	ck_assert_int_eq(with.status, 0);
	ck_one_line(with.err);
	ck_assert_ptr_nonnull(strstr(with.err, "x.json is left out: "));
	ck_assert_ptr_nonnull(strstr(with.err, l->says));
	run(&without, "pipe.json pipe.json");
	ck_assert_str_eq(with.out, without.out);
	run(&strict, "--strict pipe.json x.json pipe.json");
	ck_assert_int_eq(strict.status, 5);
	ck_assert_str_eq(strict.out, "");
	ck_one_line(strict.err);
	cli_free(&with);
	cli_free(&without);
	cli_free(&strict);
}
END_TEST

START_TEST(a_side_whose_first_file_is_left_out_keeps_the_others)
{
	struct cli with, without;

	run(&with, "pipe.json -- none.json slow.json");
	ck_one_line(with.err);
	run(&without, "pipe.json -- slow.json");
	ck_assert_int_eq(with.status, without.status);
	ck_assert_str_eq(with.out, without.out);
	cli_free(&with);
	cli_free(&without);
}
END_TEST

/* Files of two hosts of one model, each with labels. */
static void save_host(const char *name, const char *host, const char *rack)
{
	struct session s = session_plain(10);

	set_text(&s.id, name);
	set_spread(&s, "sched/pipe", 2105, 0.3);
	s.facts = calloc(2, sizeof(*s.facts));
	ck_assert_ptr_nonnull(s.facts);
	s.nr_facts = 2;
	s.facts[0] = (struct fact){ strdup("machine_id"), strdup("model") };
	s.facts[1] = (struct fact){ strdup("instance_id"), strdup(host) };
	ck_assert_int_eq(session_set_label(&s, "rack", rack), 0);
	save(name, s);
}

START_TEST(two_servers_of_one_model_are_two_machines)
{
	struct cli c;

	save_host("h1.json", "1", "r1");
	save_host("h2.json", "2", "r1");
	save_host("h3.json", "3", "r2");
	run(&c, "h1.json h2.json");
	ck_assert_ptr_nonnull(
		strstr(c.out, "another machine of the same model"));
	cli_free(&c);
	run(&c, "--by model h1.json h2.json h3.json");
	ck_assert_int_eq(c.status, 4);
	cli_free(&c);
	run(&c, "--by label:rack -f json h1.json h2.json h3.json");
	ck_assert_ptr_nonnull(
		strstr(c.out, "\"path\":\"h1.json\",\"files\":2"));
	ck_assert_ptr_nonnull(
		strstr(c.out, "\"path\":\"h3.json\",\"files\":1"));
	cli_free(&c);
}
END_TEST

START_TEST(a_summary_in_the_file_changes_nothing)
{
	struct cli plain, edited;

	run(&plain, "pipe.json slow.json");
	cli_run(&edited,
		"cd '%s' && mkdir e && sed 's/\"mean\":[0-9.]*/\"mean\":1/; "
		"s/\"median\":[0-9.]*/\"median\":1/' slow.json >e/slow.json && "
		"! cmp -s slow.json e/slow.json && cp pipe.json e && cd e && "
		"$HARNESS compare pipe.json slow.json",
		dir);
	ck_assert_int_eq(edited.status, plain.status);
	ck_assert_str_eq(edited.out, plain.out);
	cli_free(&plain);
	cli_free(&edited);
}
END_TEST

START_TEST(a_stored_noise_floor_is_a_threshold)
{
	struct cli c;

	cli_run(&c,
		"cd '%s' && echo '{\"schema\": \"harness.noise\", "
		"\"schema_version\": \"1.0\", \"floors\": [{\"benchmark\": "
		"\"sched/pipe\", \"floor_pct\": 37.5}]}' >floor.json && "
		"$HARNESS compare --json --session-noise 0.1 --floor "
		"floor.json pipe.json slow.json",
		dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "\"threshold\":0.375"));
	ck_assert_ptr_nonnull(strstr(c.out, "\"verdict\":\"slower?\""));
	cli_free(&c);
}
END_TEST

/* What noise --between --save has kept of the machine of A is found and said. */
START_TEST(saved_floors_of_the_machine_are_found)
{
	struct cli c;

	cli_run(&c,
		"cd '%s' && mkdir -p state/harness && echo '{\"schema\": "
		"\"harness.noise\", \"schema_version\": \"1.0\", \"floors\": "
		"[{\"benchmark\": \"sched/pipe\", \"sessions\": ["
		"{\"boot\": \"1\", \"created\": \"\", \"ns\": 2100},"
		"{\"boot\": \"2\", \"created\": \"\", \"ns\": 2101},"
		"{\"boot\": \"3\", \"created\": \"\", \"ns\": 2102},"
		"{\"boot\": \"4\", \"created\": \"\", \"ns\": 2101}]}]}' "
		">state/harness/5be0cd19137e2179-c1.json && "
		"XDG_STATE_HOME=$PWD/state $HARNESS compare a.json b.json",
		dir);
	ck_assert_ptr_nonnull(strstr(c.out, "# noise floors: "));
	ck_assert_ptr_nonnull(
		strstr(c.out, "/state/harness/5be0cd19137e2179-c1.json\n"));
	/* 5 % is now told, of sched/pipe alone. */
	ck_assert_int_eq(c.status, 1);
	ck_assert_ptr_nonnull(strstr(c.out, "  slower  "));
	ck_assert_ptr_null(strstr(c.out, "  faster  "));
	cli_free(&c);
}
END_TEST

/* Nine files of one configuration: the base, and the others together. */
START_TEST(many_files_are_grouped)
{
	const char *at;
	struct cli c;

	cli_run(&c,
		"cd '%s' && mkdir g && for i in 1 2 3 4 5 6 7 8 9; do "
		"sed \"s/\\\"id\\\": \\\"00/\\\"id\\\": \\\"$i$i/\" a.json "
		">g/$i.json; done && $HARNESS compare g/*.json",
		dir);
	ck_assert_str_eq(c.err, "");
	ck_assert_int_eq(c.status, 0);
	at = strstr(c.out, "# B  g/2.json and 7 more: same machine and "
			   "configuration\n");
	ck_assert_msg(at != NULL, "%s", c.out);
	ck_assert_ptr_null(strstr(c.out, "# C  "));
	cli_free(&c);
}
END_TEST

START_TEST(a_gate_that_decides_nothing_is_named)
{
	struct cli c;

	run(&c, "--json --session-noise 0.1 --gate all --gate no/such:time "
		"pipe.json pipe.json");
	ck_assert_int_eq(c.status, 4);
	ck_assert_ptr_nonnull(strstr(c.out, "\"status\": 4\n"));
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(
		strstr(c.err, "--gate no/such:time has no effect"));
	cli_free(&c);
}
END_TEST

/* Each gate is listed with what became of it, and why it could not be judged. */
START_TEST(a_gate_that_could_not_be_judged_says_why)
{
	struct cli c;

	run(&c, "--gate sched/pipe pipe.json few.json");
	ck_assert_int_eq(c.status, 3);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "--gate sched/pipe:time could not "
					    "be judged: sched/pipe: too few "
					    "runs"));
	ck_assert_ptr_nonnull(strstr(c.out, "# gate sched/pipe:time: 0 judged, "
					    "0 regressions; not judged: "
					    "sched/pipe: too few runs\n"));
	cli_free(&c);
	run(&c, "--json --gate sched/pipe pipe.json slow.json");
	ck_assert_int_eq(c.status, 1);
	ck_assert_ptr_nonnull(
		strstr(c.out, "{\"benchmarks\":\"sched/pipe\",\"metric\":"
			      "\"time\",\"threshold\":null,\"judged\":1,"
			      "\"regressions\":1,\"open\":0,\"why\":null}"));
	cli_free(&c);
}
END_TEST

START_TEST(json_is_one_document)
{
	const json_t *row, *key;
	struct cli c;
	json_t *root;

	run(&c, "--json pipe.json slow.json empty.json");
	root = json_loads(c.out, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_ptr_nonnull(root);
	ck_assert_str_eq(json_string_value(json_object_get(root, "schema")),
			 "harness.compare");
	ck_assert_uint_eq(json_array_size(json_object_get(root, "rows")), 2);
	row = json_array_get(json_object_get(root, "rows"), 0);
	key = json_object_get(row, "key");
	ck_assert_str_eq(json_string_value(json_object_get(row, "verdict")),
			 "slower");
	ck_assert(fabs(json_real_value(json_object_get(row, "ratio")) - 1.3) <
		  1e-6);
	ck_assert(json_is_true(json_object_get(row, "regression")));
	ck_assert(json_is_null(json_object_get(row, "needed")));
	ck_assert_str_eq(json_string_value(json_object_get(key, "cpus")),
			 "same");
	ck_assert_int_eq(json_integer_value(json_object_get(root, "status")),
			 c.status);
	json_decref(root);
	cli_free(&c);
}
END_TEST

START_TEST(reads_from_a_pipe)
{
	struct cli c;

	cli_run(&c,
		"cd '%s' && cat slow.json | $HARNESS compare pipe.json "
		"/dev/stdin",
		dir);
	ck_assert_int_eq(c.status, 1);
	cli_free(&c);
}
END_TEST

START_TEST(fails_when_the_output_cannot_be_written)
{
	struct cli c;

	run(&c, "pipe.json pipe.json >/dev/full");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	cli_free(&c);

	/* More than one buffer: it fails before the end. */
	run(&c, "--json a.json b.json b.json b.json >/dev/full");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, "cannot write the output") != NULL,
		      "said: %s", c.err);
	cli_free(&c);
}
END_TEST

static Suite *command_suite(void)
{
	Suite *s = suite_create("compare_command");
	TCase *t = tcase_create("compare");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, prints_a_comparison, 0, COUNT(goldens));
	tcase_add_loop_test(t, exits_with_what_was_found, 0, COUNT(statuses));
	tcase_add_loop_test(t, refuses_in_one_line_and_prints_nothing, 0,
			    COUNT(refusals));
	tcase_add_loop_test(t, a_difference_in_conditions_is_named, 0,
			    COUNT(conditions));
	tcase_add_loop_test(t, a_file_that_cannot_be_read_is_named_and_left_out,
			    0, COUNT(left_outs));
	tcase_add_test(t, a_side_whose_first_file_is_left_out_keeps_the_others);
	tcase_add_test(t, two_servers_of_one_model_are_two_machines);
	tcase_add_test(t, a_summary_in_the_file_changes_nothing);
	tcase_add_test(t, a_stored_noise_floor_is_a_threshold);
	tcase_add_test(t, saved_floors_of_the_machine_are_found);
	tcase_add_test(t, many_files_are_grouped);
	tcase_add_test(t, a_gate_that_decides_nothing_is_named);
	tcase_add_test(t, a_gate_that_could_not_be_judged_says_why);
	tcase_add_test(t, json_is_one_document);
	tcase_add_test(t, reads_from_a_pipe);
	tcase_add_test(t, fails_when_the_output_cannot_be_written);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(command_suite);
