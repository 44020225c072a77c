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

static Suite *plugin_check_suite(void)
{
	Suite *s = suite_create("plugin_check");
	TCase *tc = tcase_create("plugin_check");

	tcase_add_test(tc, accepts_a_complete_description);
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
	return s;
}

TEST_SUITE(plugin_check_suite);
