/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_view.c - the words and numbers of reports.
 */
#include <math.h>

#include "report/view.h"
#include "tests.h"
#include "util/text.h"

static const struct words {
	const char *word;
	double n;
	const char *text;
} plurals[] = {
	{ "round trip", 2, "round trips" },
	{ "round trip", 1, "round trip" },
	{ "switch", 2, "switches" },
	{ "entry", 0, "entries" },
	{ "delay", 2, "delays" },
	{ "pass", 2, "passes" },
	{ "flush", 2, "flushes" },
	{ "y", 2, "ys" },
	{ "", 2, "s" },
};

START_TEST(forms_the_plural)
{
	char buf[32];

	ck_assert_str_eq(plural(plurals[_i].word, plurals[_i].n, buf,
				sizeof(buf)),
			 plurals[_i].text);
}
END_TEST

START_TEST(writes_numbers_with_the_digits_they_deserve)
{
	char buf[NUMBER_LEN];

	ck_assert_str_eq(digits_text(0.00438, 2, buf), "0.0044");
	ck_assert_str_eq(digits_text(0, 2, buf), "0.0");
	ck_assert_str_eq(digits_text(1234.5, 2, buf), "1234");
	ck_assert_str_eq(digits_text(1e-30, 2, buf), "1e-30");
	ck_assert_str_eq(digits_text(5e-7, 2, buf), "5e-07");
	ck_assert_str_eq(number_text(5e-7, 3, buf), "5e-07");
	ck_assert_str_eq(number_text(0.0004, 3, buf), "0.00040");
	ck_assert_str_eq(number_text(0.0006, 3, buf), "0.001");
	ck_assert_str_eq(number_text(0, 3, buf), "0.000");
	ck_assert_str_eq(number_text(1e300, 3, buf), "1e+300");
	ck_assert_str_eq(number_text(NAN, 3, buf), "?");
	ck_assert_str_eq(percent_text(0.0021, buf), "0.21");
	ck_assert_str_eq(percent_text(0.000041, buf), "0.004");
	ck_assert_str_eq(percent_text(0.0000041, buf), "under 0.001");
	ck_assert_str_eq(percent_text(0, buf), "0.00");
}
END_TEST

static Suite *report_view_suite(void)
{
	Suite *s = suite_create("report_view");
	TCase *t = tcase_create("words");

	tcase_add_loop_test(t, forms_the_plural, 0,
			    sizeof(plurals) / sizeof(*plurals));
	tcase_add_test(t, writes_numbers_with_the_digits_they_deserve);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(report_view_suite);
