/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_strbuf.c - texts that are put together from parts.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"
#include "util/strbuf.h"

START_TEST(is_an_empty_text_before_anything_is_added)
{
	struct strbuf b = { 0 };
	char *text;

	ck_assert_str_eq(strbuf_text(&b), "");
	text = strbuf_take(&b);
	ck_assert_str_eq(text, "");
	free(text);
}
END_TEST

START_TEST(joins_parts_with_what_stands_between_them)
{
	struct strbuf b = { 0 };

	strbuf_join(&b, ", ", "%d", 1);
	strbuf_join(&b, ", ", "%s", "two");
	strbuf_join(&b, " and ", "%d more", 3);
	ck_assert_str_eq(strbuf_text(&b), "1, two and 3 more");
	strbuf_reset(&b);
	strbuf_join(&b, ", ", "%s", "again");
	ck_assert_str_eq(strbuf_text(&b), "again");
	strbuf_free(&b);
}
END_TEST

START_TEST(texts_of_any_length_are_kept_whole)
{
	struct strbuf b = { 0 };
	char *text;

	for (size_t len = 0; len < 300; len++) {
		strbuf_addf(&b, "%*s", (int)len, "");
		strbuf_add(&b, "x");
		strbuf_add_n(&b, "yz", 1);
	}
	ck_assert_int_eq(b.err, 0);
	ck_assert_uint_eq(b.len, 299 * 300 / 2 + 600);
	text = strbuf_take(&b);
	ck_assert_uint_eq(strlen(text), 299 * 300 / 2 + 600);
	ck_assert_str_eq(text + strlen(text) - 4, "  xy");
	ck_assert_ptr_null(b.text);
	free(text);
}
END_TEST

START_TEST(an_error_stays_and_nothing_is_added_any_more)
{
	struct strbuf b = { 0 };

	strbuf_add(&b, "kept");
	b.err = -ENOMEM;
	strbuf_add(&b, " lost");
	strbuf_addf(&b, "%d", 1);
	ck_assert_uint_eq(b.len, 4);
	ck_assert_str_eq(strbuf_text(&b), "(no memory is left for this text)");
	ck_assert_ptr_null(strbuf_take(&b));
	ck_assert_int_eq(b.err, 0);
}
END_TEST

static Suite *strbuf_suite(void)
{
	Suite *s = suite_create("strbuf");
	TCase *tc = tcase_create("parts");

	tcase_add_test(tc, is_an_empty_text_before_anything_is_added);
	tcase_add_test(tc, joins_parts_with_what_stands_between_them);
	tcase_add_test(tc, texts_of_any_length_are_kept_whole);
	tcase_add_test(tc, an_error_stays_and_nothing_is_added_any_more);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(strbuf_suite);
