/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_ranking.c - many benchmarks in one table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "session/options.h"
#include "sessions.h"
#include "tests.h"

/* Three benchmarks: 3000, 1000 and 2000 ns, the second with a warning. */
static struct session three(void)
{
	static const char *const names[] = { "sched/c", "sched/a", "other/b" };
	struct session s = session_plain(6);

	for (uint64_t i = 0; i < 3; i++) {
		struct entry *e = session_entry(&s, names[i], "op");

		for (uint64_t k = 0; k < 6; k++)
			entry_run(e, 1000, (3 - i * 2 % 3) * 1000000 + k);
	}
	ck_assert_int_eq(findings_add(&s.entries[1].notes, "W-X", "one only"),
			 0);
	return s;
}

static char *printed(struct session *s, const struct report_opts *o)
{
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_print(f, s, FORMAT_TEXT, o), 0);
	ck_assert_int_eq(fclose(f), 0);
	session_free(s);
	return text;
}

static size_t place(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	ck_assert_msg(at != NULL, "'%s' is not in\n%s", name, text);
	return (size_t)(at - text);
}

START_TEST(it_is_sorted_by_median)
{
	struct session s = three();
	char *text = printed(&s, &(struct report_opts){ 0 });

	ck_assert_uint_lt(place(text, "\nsched/a "), place(text, "\nother/b "));
	ck_assert_uint_lt(place(text, "\nother/b "), place(text, "\nsched/c "));
	ck_assert_ptr_null(strstr(text, "# Running "));
	free(text);
}
END_TEST

START_TEST(it_keeps_the_given_order)
{
	struct session s = three();
	char *text = printed(&s, &(struct report_opts){ .given_order = true });

	ck_assert_uint_lt(place(text, "\nsched/c "), place(text, "\nsched/a "));
	ck_assert_uint_lt(place(text, "\nsched/a "), place(text, "\nother/b "));
	free(text);
}
END_TEST

START_TEST(a_warning_is_a_mark_and_one_of_all_is_said_once)
{
	struct session s = three();
	char *text;

	for (size_t i = 0; i < 3; i++)
		ck_assert_int_eq(findings_add(&s.entries[i].notes, "W-Y",
					      "everywhere"),
				 0);
	text = printed(&s, &(struct report_opts){ 0 });
	place(text, ": W-X: one only\n");
	place(text, "# all: W-Y: everywhere\n");
	ck_assert_ptr_null(
		strstr(strstr(text, "everywhere") + 1, "everywhere"));
	free(text);
}
END_TEST

START_TEST(verbose_has_the_blocks_too)
{
	struct session s = three();
	char *text = printed(&s, &(struct report_opts){ .verbose = true });

	place(text, "# Running 'sched/a' benchmark:");
	place(text, "\nsched/a ");
	free(text);
}
END_TEST

/* What tells them apart stands beside the name. */
START_TEST(two_ways_of_one_benchmark_have_two_names)
{
	struct session s = three();
	struct entry *e = session_entry(&s, "sched/a", "op");
	char *text;

	e->threads = true;
	entry_run(e, 1000, 1000000);
	text = printed(&s, &(struct report_opts){ 0 });
	place(text, "\nsched/a tasks=threads ");
	place(text, "\nsched/a tasks=processes ");
	place(text, "\nsched/c ");
	free(text);
}
END_TEST

static Suite *ranking_suite(void)
{
	Suite *s = suite_create("ranking");
	TCase *t = tcase_create("ranking");

	tcase_add_test(t, it_is_sorted_by_median);
	tcase_add_test(t, it_keeps_the_given_order);
	tcase_add_test(t, a_warning_is_a_mark_and_one_of_all_is_said_once);
	tcase_add_test(t, verbose_has_the_blocks_too);
	tcase_add_test(t, two_ways_of_one_benchmark_have_two_names);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(ranking_suite);
