/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_check_options.c - which option and peer tables are refused, and
 * in which words.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "descriptions.h"
#include "tests.h"

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

static Suite *plugin_options_suite(void)
{
	Suite *s = suite_create("plugin_options");
	TCase *tc = tcase_create("plugin_options");

	tcase_add_test(tc, refuses_options_that_cannot_be_stored);
	tcase_add_test(tc, refuses_options_that_contradict_themselves);
	tcase_add_test(tc, refuses_choices_that_do_not_fit_their_numbers);
	tcase_add_test(tc, refuses_option_tables_that_repeat_or_never_end);
	tcase_add_test(tc, refuses_peers_that_say_nothing);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(plugin_options_suite);
