/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_check.c - which descriptions are refused, and in which
 * words.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "descriptions.h"
#include "plugin/check.h"
#include "tests.h"

START_TEST(accepts_a_complete_description)
{
	static const char *const words[] = { "a", "b", NULL };
	const struct bench_option options[] = {
		{ "n", "help", 0, BENCH_COUNT, 5, 1, UINT64_MAX, NULL },
		{ "Word", "help", 8, BENCH_COUNT, 1, 0, 1, words },
		{ "flag", "help", 56, BENCH_BOOL, 0, 0, 1, NULL },
		BENCH_END,
	};
	const struct bench_peer peers[] = {
		{ "perf", "usecs/op", 1e-3, "note" },
		{ "lmbench", "us", 1e-3, NULL },
		{ NULL, NULL, 0, NULL },
	};
	struct bench b = good_bench(), out;

	b.options = options;
	b.peers = peers;
	ck_assert_int_eq(plugin_check(&b, "demo/good", &out, why, sizeof(why)),
			 0);
	ck_assert_int_eq(memcmp(&b, &out, sizeof(out)), 0);
}
END_TEST

START_TEST(refuses_more_tasks_than_any_machine_could_take)
{
	struct bench b = good_bench();

	b.nr_tasks = 4000000000u;
	ck_refused(&b, -EINVAL, "'nr_tasks' is 4000000000, above 32768");
	b.nr_tasks = PLUGIN_TASKS_MAX + 1;
	ck_refused(&b, -EINVAL, "'nr_tasks' is 32769");
}
END_TEST

START_TEST(refuses_another_abi)
{
	struct bench b = good_bench();

	b.abi = HARNESS_BENCH_ABI + 1;
	ck_refused(&b, -EPROTO, "built for interface 2, this harness has 1");
	b.abi = 0;
	ck_refused(&b, -EPROTO, "built for interface 0");
}
END_TEST

START_TEST(looks_at_nothing_behind_the_abi_of_another_interface)
{
	uint32_t *abi = malloc(sizeof(*abi));

	ck_assert_ptr_nonnull(abi);
	*abi = HARNESS_BENCH_ABI + 1;
	ck_refused((const void *)abi, -EPROTO, "interface");
	free(abi);
}
END_TEST

START_TEST(refuses_a_size_that_no_release_had)
{
	struct bench b = good_bench();

	b.size = 8;
	ck_refused(&b, -EINVAL, "says it has 8 bytes");
	b.size = offsetof(struct bench, task);
	ck_refused(&b, -EINVAL, "says it has");
	b.size = sizeof(b) - 4;
	ck_refused(&b, -EINVAL, "says it has");
	b.size = UINT32_MAX;
	ck_refused(&b, -EINVAL, "says it has 4294967295 bytes");
}
END_TEST

START_TEST(fields_that_a_shorter_description_lacks_are_zero)
{
	size_t size = offsetof(struct bench, baseline);
	struct bench b = good_bench(), out;
	struct bench *shorter = malloc(size);

	b.size = size;
	b.baseline = some_task;
	ck_assert_ptr_nonnull(shorter);
	memcpy(shorter, &b, size);
	memset(&out, 0xff, sizeof(out));
	ck_assert_int_eq(
		plugin_check(shorter, "demo/good", &out, why, sizeof(why)), 0);
	ck_assert_ptr_null(out.baseline);
	ck_assert(out.task == some_task);
	free(shorter);
}
END_TEST

START_TEST(accepts_a_longer_description_only_if_its_tail_is_zero)
{
	struct {
		struct bench known;
		unsigned char tail[16];
	} newer = { .known = good_bench() };

	newer.known.size = sizeof(newer);
	ck_assert_int_eq(check(&newer.known), 0);
	newer.tail[15] = 1;
	ck_refused(&newer.known, -E2BIG, "made for a newer interface");
	newer.known.size = sizeof(newer) - 8;
	ck_assert_int_eq(check(&newer.known), 0);
}
END_TEST

START_TEST(refuses_each_missing_field)
{
	struct bench b = good_bench();

	b.name = NULL;
	ck_refused(&b, -EINVAL, "'name' is missing");
	b = good_bench();
	b.summary = "";
	ck_refused(&b, -EINVAL, "'summary' is missing");
	b = good_bench();
	b.op = NULL;
	ck_refused(&b, -EINVAL, "'op' is missing");
	b = good_bench();
	b.description = NULL;
	ck_refused(&b, -EINVAL, "'description' is missing");
	b = good_bench();
	b.task = NULL;
	ck_refused(&b, -EINVAL, "'task' is missing");
	b = good_bench();
	b.nr_tasks = 0;
	ck_refused(&b, -EINVAL, "'nr_tasks' or 'tasks' is missing");
}
END_TEST

START_TEST(refuses_a_name_that_is_not_its_path)
{
	struct bench b = good_bench();

	b.name = "demo/other";
	ck_refused(&b, -EINVAL,
		   "it calls itself 'demo/other', its path says 'demo/good'");
}
END_TEST

START_TEST(refuses_texts_that_would_spoil_a_terminal)
{
	struct bench b = good_bench();
	char *longer = malloc(70000);

	b.summary = "two\nlines";
	ck_refused(&b, -EINVAL, "'summary' is not one line");
	b = good_bench();
	b.op = "\033[31mred";
	ck_refused(&b, -EINVAL, "'op' is not one line");
	b = good_bench();
	b.description = "one\rtwo";
	ck_refused(&b, -EINVAL, "'description' is not plain text");
	ck_assert_ptr_nonnull(longer);
	memset(longer, 'x', 69999);
	longer[69999] = '\0';
	b.description = longer;
	ck_refused(&b, -EINVAL, "'description' is longer than 65536");
	b = good_bench();
	b.summary = longer;
	ck_refused(&b, -EINVAL, "'summary' is longer than 512");
	free(longer);
}
END_TEST

START_TEST(refuses_flags_it_does_not_know)
{
	struct bench b = good_bench();

	b.flags = BENCH_APART | 1U << 20;
	ck_refused(&b, -E2BIG, "flags 0x100000");
	b.flags = BENCH_THREADS | BENCH_PROCESSES;
	ck_refused(&b, -EINVAL, "both threads only and processes only");
}
END_TEST

START_TEST(refuses_expectations_that_are_no_range)
{
	static const struct bench_expect wrong[] = {
		{ 2, 1 }, { -1, 1 }, { NAN, 1 }, { 1, NAN }, { 0, INFINITY },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct bench b = good_bench();

		b.expect[BENCH_SPREAD] = wrong[i];
		ck_refused(&b, -EINVAL, "expect[2] is no range");
	}
}
END_TEST

START_TEST(refuses_a_state_beyond_64_mib)
{
	struct bench b = good_bench();

	b.state_size = 64 << 20;
	ck_assert_int_eq(check(&b), 0);
	b.state_size++;
	ck_refused(&b, -EINVAL, "larger than 64 MiB");
}
END_TEST

START_TEST(names_are_two_plain_words)
{
	ck_assert(plugin_name_valid("a/b"));
	ck_assert(plugin_name_valid("sched_2/seccomp-notify"));
	ck_assert(!plugin_name_valid(""));
	ck_assert(!plugin_name_valid("sched"));
	ck_assert(!plugin_name_valid("sched/"));
	ck_assert(!plugin_name_valid("/pipe"));
	ck_assert(!plugin_name_valid("a/b/c"));
	ck_assert(!plugin_name_valid("Sched/pipe"));
	ck_assert(!plugin_name_valid("sched/pi pe"));
	ck_assert(!plugin_name_valid("sched/p\303\244pe"));
}
END_TEST

/* --- tables of options and peers --- */

static void ck_option_refused(struct bench_option option, int err,
			      const char *words)
{
	struct bench_option options[] = { option, BENCH_END };
	struct bench b = good_bench();

	b.options = options;
	ck_refused(&b, err, words);
}

static void ck_peer_refused(struct bench_peer peer, const char *words)
{
	struct bench_peer peers[] = { peer, { NULL, NULL, 0, NULL } };
	struct bench b = good_bench();

	b.peers = peers;
	ck_refused(&b, -EINVAL, words);
}

START_TEST(refuses_options_that_cannot_be_stored)
{
	const struct bench_option fine = { "x", "help", 56, BENCH_COUNT,
					   1,	0,	9,  NULL };
	struct bench_option o = fine;

	o.offset = 57;
	ck_option_refused(o, -EINVAL, "misaligned in a state of 64 bytes");
	o.offset = 64;
	ck_option_refused(o, -EINVAL, "outside a state of 64 bytes");
	o.offset = UINT32_MAX - 7;
	ck_option_refused(o, -EINVAL, "outside");
}
END_TEST

START_TEST(refuses_options_that_contradict_themselves)
{
	const struct bench_option fine = { "x", "help", 0, BENCH_COUNT,
					   1,	0,	9, NULL };
	struct bench_option o = fine;

	o.def = 10;
	ck_option_refused(o, -EINVAL, "default 10, outside its range 0 to 9");
	o = fine;
	o.min = 2;
	ck_option_refused(o, -EINVAL, "default 1, outside");
	o = fine;
	o.name = "a b";
	ck_option_refused(o, -EINVAL, "option 'a b' is not named");
	o = fine;
	o.name = "";
	ck_option_refused(o, -EINVAL, "the name of an option is missing");
	o = fine;
	o.help = NULL;
	ck_option_refused(o, -EINVAL, "the help of option 'x' is missing");
	o = fine;
	o.unit = BENCH_BOOL + 1;
	ck_option_refused(o, -E2BIG, "option 'x' has unit 4");
	o = fine;
	o.unit = BENCH_BOOL;
	ck_option_refused(o, -EINVAL, "switch with values up to 9");
}
END_TEST

START_TEST(refuses_choices_that_do_not_fit_their_numbers)
{
	static const char *const two[] = { "a", "b", NULL };
	static const char *const same[] = { "a", "a", NULL };
	static const char *const none[] = { NULL };
	static const char *const blank[] = { "a", "", NULL };
	struct bench_option o = { "x", "help", 0, BENCH_COUNT, 0, 0, 1, two };
	static const char *endless[PLUGIN_CHOICES_MAX + 2];

	o.max = 2;
	ck_option_refused(o, -EINVAL, "2 choices for values from 0 to 2");
	o.max = 1;
	o.choices = same;
	ck_option_refused(o, -EINVAL, "the choice 'a' twice");
	o.choices = blank;
	ck_option_refused(o, -EINVAL, "the word of a choice is missing");
	o.choices = none;
	ck_option_refused(o, -EINVAL, "0 choices");
	for (size_t i = 0; i < PLUGIN_CHOICES_MAX + 2; i++)
		endless[i] = "w";
	o.choices = endless;
	ck_option_refused(o, -EINVAL, "choices for values");
}
END_TEST

START_TEST(refuses_option_tables_that_repeat_or_never_end)
{
	static struct bench_option options[PLUGIN_OPTIONS_MAX + 2];
	static char names[PLUGIN_OPTIONS_MAX + 2][8];
	struct bench b = good_bench();

	for (size_t i = 0; i < PLUGIN_OPTIONS_MAX + 1; i++) {
		snprintf(names[i], sizeof(names[i]), "o%zu", i);
		options[i] = (struct bench_option){
			names[i], "help", 0, BENCH_COUNT, 0, 0, 0, NULL,
		};
	}
	b.options = options;
	ck_refused(&b, -EINVAL, "more than 64 options, or no BENCH_END");
	options[PLUGIN_OPTIONS_MAX].name = NULL;
	ck_assert_int_eq(check(&b), 0);
	options[63].name = "o0";
	ck_refused(&b, -EINVAL, "option 'o0' is there twice");
}
END_TEST

START_TEST(refuses_peers_that_say_nothing)
{
	static struct bench_peer peers[PLUGIN_PEERS_MAX + 1];
	struct bench b = good_bench();

	ck_peer_refused((struct bench_peer){ "", "us", 1, NULL },
			"the name of a peer is missing");
	ck_peer_refused((struct bench_peer){ "p", NULL, 1, NULL },
			"the unit of a peer is missing");
	ck_peer_refused((struct bench_peer){ "p", "us", 1, "a\nb" },
			"the note of a peer is not one line");
	ck_peer_refused((struct bench_peer){ "p", "us", 0, NULL },
			"per_op 0, neither a number");
	ck_peer_refused((struct bench_peer){ "p", "us", NAN, NULL },
			"neither a number nor BENCH_RATE()");
	for (size_t i = 0; i < PLUGIN_PEERS_MAX + 1; i++)
		peers[i] = (struct bench_peer){ "p", "us", 1, NULL };
	b.peers = peers;
	ck_refused(&b, -EINVAL, "more than 32 peers");
}
END_TEST

static TCase *options_case(void)
{
	TCase *tc = tcase_create("options");

	tcase_add_test(tc, refuses_options_that_cannot_be_stored);
	tcase_add_test(tc, refuses_options_that_contradict_themselves);
	tcase_add_test(tc, refuses_choices_that_do_not_fit_their_numbers);
	tcase_add_test(tc, refuses_option_tables_that_repeat_or_never_end);
	tcase_add_test(tc, refuses_peers_that_say_nothing);
	return tc;
}

static Suite *plugin_check_suite(void)
{
	Suite *s = suite_create("plugin_check");
	TCase *tc = tcase_create("plugin_check");

	tcase_add_test(tc, accepts_a_complete_description);
	tcase_add_test(tc, refuses_more_tasks_than_any_machine_could_take);
	tcase_add_test(tc, refuses_another_abi);
	tcase_add_test(tc,
		       looks_at_nothing_behind_the_abi_of_another_interface);
	tcase_add_test(tc, refuses_a_size_that_no_release_had);
	tcase_add_test(tc, fields_that_a_shorter_description_lacks_are_zero);
	tcase_add_test(tc,
		       accepts_a_longer_description_only_if_its_tail_is_zero);
	tcase_add_test(tc, refuses_each_missing_field);
	tcase_add_test(tc, refuses_a_name_that_is_not_its_path);
	tcase_add_test(tc, refuses_texts_that_would_spoil_a_terminal);
	tcase_add_test(tc, refuses_flags_it_does_not_know);
	tcase_add_test(tc, refuses_expectations_that_are_no_range);
	tcase_add_test(tc, refuses_a_state_beyond_64_mib);
	tcase_add_test(tc, names_are_two_plain_words);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, options_case());
	return s;
}

TEST_SUITE(plugin_check_suite);
