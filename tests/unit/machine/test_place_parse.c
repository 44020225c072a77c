/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_place_parse.c - placements and CPU lists as text.
 */
#include <errno.h>
#include <stdlib.h>

#include "machine/place.h"
#include "machine/place_spec.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static const struct {
	const char *text;
	int nr;
	int cpus[6];
} lists[] = {
	{ "0", 1, { 0 } },
	{ "1,1", 2, { 1, 1 } },
	{ "2,0", 2, { 2, 0 } },
	{ "0,2-5", 5, { 0, 2, 3, 4, 5 } },
	{ "0-7:2", 4, { 0, 2, 4, 6 } },
	{ "1-6:2,0", 4, { 1, 3, 5, 0 } },
	{ "3-3", 1, { 3 } },
	{ "1-4:9", 1, { 1 } },
	{ "007", 1, { 7 } },
	{ "1024,4095,65535", 3, { 1024, 4095, 65535 } },
};

START_TEST(reads_a_list_in_the_order_given)
{
	struct place_spec s;

	ck_assert_int_eq(place_parse(lists[_i].text, &s), 0);
	ck_assert_int_eq(s.kind, PLACE_LIST);
	ck_assert_uint_eq(s.nr, (size_t)lists[_i].nr);
	for (int i = 0; i < lists[_i].nr; i++)
		ck_assert_int_eq(s.cpus[i], lists[_i].cpus[i]);
	place_spec_free(&s);
}
END_TEST

static const struct {
	const char *text;
	int err;
} refused[] = {
	{ "", -EINVAL },	  { ",", -EINVAL },
	{ "0,", -EINVAL },	  { ",0", -EINVAL },
	{ "0,,1", -EINVAL },	  { "1-0", -EINVAL },
	{ "0-", -EINVAL },	  { "-1", -EINVAL },
	{ "-", -EINVAL },	  { "0-3:0", -EINVAL },
	{ "0-3:", -EINVAL },	  { "3:2", -EINVAL },
	{ "0-3:1:1", -EINVAL },	  { "0 1", -EINVAL },
	{ " 0", -EINVAL },	  { "0 ", -EINVAL },
	{ "0x1", -EINVAL },	  { "1e3", -EINVAL },
	{ "+1", -EINVAL },	  { "0.5", -EINVAL },
	{ "0-1-2", -EINVAL },	  { "all", -EINVAL },
	{ "list", -EINVAL },	  { "Same", -EINVAL },
	{ "sam", -EINVAL },	  { "same ", -EINVAL },
	{ "same,0", -EINVAL },	  { "65536", -ERANGE },
	{ "0-65536", -ERANGE },	  { "18446744073709551617", -ERANGE },
	{ "0-65535,0", -ERANGE },
};

START_TEST(refuses_what_is_no_placement)
{
	struct place_spec s;

	ck_assert_int_eq(place_parse(refused[_i].text, &s), refused[_i].err);
	ck_assert_ptr_null(s.cpus);
	ck_assert_uint_eq(s.nr, 0);
}
END_TEST

START_TEST(every_word_is_read_as_it_is_printed)
{
	struct place_spec s;

	ck_assert_str_eq(place_kind_name(PLACE_LIST), "list");
	for (int kind = PLACE_SAME; kind <= PLACE_PAIRS; kind++) {
		ck_assert_int_eq(place_parse(place_kind_name(kind), &s), 0);
		ck_assert_int_eq(s.kind, kind);
		ck_assert_uint_eq(s.nr, 0);
	}
	ck_assert_str_eq(place_kind_name(PLACE_PAIRS + 1), "unknown");
	ck_assert_str_eq(place_kind_name(-1), "unknown");
}
END_TEST

START_TEST(prints_numbers_as_a_sorted_list)
{
	static const struct {
		int nr, cpus[6];
		const char *text;
	} t[] = {
		{ 0, { 0 }, "" },
		{ 1, { 7 }, "7" },
		{ 2, { 1, 1 }, "1" },
		{ 6, { 5, 0, 4, 2, 3, 3 }, "0,2-5" },
		{ 4, { 0, 2, 4, 6 }, "0,2,4,6" },
	};

	for (int i = 0; i < COUNT(t); i++) {
		char *text = place_list_text(t[i].cpus, (size_t)t[i].nr);

		ck_assert_str_eq(text, t[i].text);
		free(text);
	}
}
END_TEST

static TCase *parse_case(void)
{
	TCase *tc = tcase_create("parse");

	tcase_add_loop_test(tc, reads_a_list_in_the_order_given, 0,
			    COUNT(lists));
	tcase_add_loop_test(tc, refuses_what_is_no_placement, 0,
			    COUNT(refused));
	tcase_add_test(tc, every_word_is_read_as_it_is_printed);
	tcase_add_test(tc, prints_numbers_as_a_sorted_list);
	return tc;
}

static Suite *place_parse_suite(void)
{
	Suite *s = suite_create("place_parse");

	suite_add_tcase(s, parse_case());
	return s;
}
TEST_SUITE(place_parse_suite);
