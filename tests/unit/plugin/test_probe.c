/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_probe.c - plugins are loaded and described without any of them
 * being able to do harm.
 */
#include <stdlib.h>
#include <string.h>

#include "registries.h"
#include "tests.h"

START_TEST(knows_nothing_of_a_plugin_before_it_is_probed)
{
	struct registry *r = open_dirs(GOOD, NULL);

	ck_assert_ptr_null(find(r, "demo/full")->bench);
	ck_assert_ptr_null(find(r, "demo/full")->broken);
	probe_word(r, "demo/full");
	ck_assert_ptr_nonnull(find(r, "demo/full")->bench);
	ck_assert_ptr_null(find(r, "demo/older")->bench);
	registry_close(r);
}
END_TEST

START_TEST(keeps_a_copy_of_all_that_a_plugin_says)
{
	struct registry *r = open_dirs(GOOD, NULL);
	const struct bench_option *o;
	const struct bench *b;

	probe_word(r, "demo/full");
	b = find(r, "demo/full")->bench;
	ck_assert_ptr_nonnull(b);
	ck_assert_str_eq(b->name, "demo/full");
	ck_assert_str_eq(b->op, "round trip");
	ck_assert_ptr_nonnull(strstr(b->description, "\n\nThe second"));
	ck_assert_ptr_nonnull(b->tasks);
	ck_assert_ptr_nonnull(b->baseline);
	ck_assert_ptr_null(b->setup);
	ck_assert_double_eq(b->expect[BENCH_PREEMPT].max, 4);
	o = b->options;
	ck_assert_str_eq(o[0].name, "msg");
	ck_assert_uint_eq(o[0].def, 4096);
	ck_assert_str_eq(o[3].choices[1], "socket");
	ck_assert_ptr_null(o[3].choices[2]);
	ck_assert_uint_eq(o[4].max, UINT64_MAX);
	ck_assert_ptr_null(o[5].name);
	ck_assert_str_eq(b->peers[0].unit, "usecs/op");
	ck_assert_ptr_null(b->peers[1].name);
	registry_close(r);
}
END_TEST

START_TEST(an_unsupported_benchmark_is_known_with_its_reason)
{
	struct registry *r = open_dirs(GOOD, NULL);

	probe_word(r, "demo");
	ck_assert_ptr_nonnull(find(r, "demo/elsewhere")->bench);
	ck_assert_str_eq(find(r, "demo/elsewhere")->unsupported,
			 "needs a machine from the future");
	ck_assert_ptr_null(find(r, "demo/full")->unsupported);
	registry_close(r);
}
END_TEST

/* demo/noisy closes the probe's pipe, too: the others must not miss it. */
START_TEST(a_noisy_plugin_disturbs_neither_the_harness_nor_others)
{
	struct registry *r = open_dirs(GOOD, NULL);

	probe_word(r, "demo");
	ck_assert_ptr_nonnull(find(r, "demo/noisy")->bench);
	ck_assert_ptr_nonnull(find(r, "demo/older")->bench);
	ck_assert_ptr_nonnull(find(r, "demo/newer")->bench);
	registry_close(r);
}
END_TEST

static const struct {
	const char *name;
	const char *broken;
} crashing[] = {
	{ "bad/crashes", "crashed while it was loaded (SIGSEGV)" },
	{ "bad/aborts", "crashed while it was loaded (SIGABRT)" },
	{ "bad/wild_pointer", "crashed while it was loaded (SIGSEGV)" },
	{ "bad/exits",
	  "ended its process while it was loaded (exit status 3)" },
	{ "bad/crashes_asked",
	  "crashed when asked whether this machine can run it (SIGBUS)" },
};

#define NR_CRASHING ((int)(sizeof(crashing) / sizeof(*crashing)))

START_TEST(a_plugin_that_dies_is_broken_alone)
{
	struct registry *r = open_dirs(BROKEN, GOOD);
	const struct plugin *p;

	probe_word(r, "all");
	p = find(r, crashing[_i].name);
	ck_assert_ptr_null(p->bench);
	ck_assert_str_eq(p->broken, crashing[_i].broken);
	ck_assert_ptr_nonnull(find(r, "demo/full")->bench);
	registry_close(r);
}
END_TEST

START_TEST(every_broken_file_has_a_reason_and_no_description)
{
	struct registry *r = open_dirs(BROKEN, NULL);
	size_t nr = 0;

	probe_word(r, "bad");
	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (strcmp(p->collection, "bad"))
			continue;
		nr++;
		ck_assert_ptr_null(p->bench);
		ck_assert_ptr_nonnull(p->broken);
		ck_assert_ptr_null(strpbrk(p->broken, "\n\033"));
	}
	ck_assert_uint_ge(nr, 20);
	registry_close(r);
}
END_TEST

START_TEST(a_plugin_that_hangs_is_given_up)
{
	struct registry *r = open_dirs(PLUGINS "/hang", GOOD);

	probe_word(r, "all");
	ck_assert_str_eq(find(r, "bad/hangs")->broken,
			 "did not finish loading within 2 s");
	ck_assert_ptr_nonnull(find(r, "demo/full")->bench);
	registry_close(r);
}
END_TEST

static Suite *probe_suite(void)
{
	Suite *s = suite_create("probe");
	TCase *tc = tcase_create("probe");

	tcase_add_test(tc, knows_nothing_of_a_plugin_before_it_is_probed);
	tcase_add_test(tc, keeps_a_copy_of_all_that_a_plugin_says);
	tcase_add_test(tc, an_unsupported_benchmark_is_known_with_its_reason);
	tcase_add_test(tc,
		       a_noisy_plugin_disturbs_neither_the_harness_nor_others);
	tcase_add_loop_test(tc, a_plugin_that_dies_is_broken_alone, 0,
			    NR_CRASHING);
	tcase_add_test(tc, every_broken_file_has_a_reason_and_no_description);
	tcase_add_test(tc, a_plugin_that_hangs_is_given_up);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(probe_suite);
