/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_parse.c - numbers, sizes, times, words; likeness of words.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"
#include "util/parse.h"
#include "util/suggest.h"

/* struct row - a text and what it must be read as */
struct row {
	int kind;
	const char *text;
	int err;
	uint64_t value;
};

static const struct row good[] = {
	{ PARSE_COUNT, "0", 0, 0 },
	{ PARSE_COUNT, "10", 0, 10 },
	{ PARSE_COUNT, "007", 0, 7 },
	{ PARSE_COUNT, "4000000000", 0, UINT64_C(4000000000) },
	{ PARSE_COUNT, "18446744073709551615", 0, UINT64_MAX },
	{ PARSE_COUNT, "3k", 0, 3000 },
	{ PARSE_COUNT, "3M", 0, 3000000 },
	{ PARSE_COUNT, "5G", 0, UINT64_C(5000000000) },
	{ PARSE_COUNT, "18446744073G", 0, UINT64_C(18446744073000000000) },
	{ PARSE_BYTES, "64", 0, 64 },
	{ PARSE_BYTES, "64B", 0, 64 },
	{ PARSE_BYTES, "4k", 0, 4096 },
	{ PARSE_BYTES, "4K", 0, 4096 },
	{ PARSE_BYTES, "4KiB", 0, 4096 },
	{ PARSE_BYTES, "1M", 0, 1 << 20 },
	{ PARSE_BYTES, "1MiB", 0, 1 << 20 },
	{ PARSE_BYTES, "2G", 0, UINT64_C(2) << 30 },
	{ PARSE_BYTES, "2GiB", 0, UINT64_C(2) << 30 },
	{ PARSE_BYTES, "16777215T", 0, UINT64_C(16777215) << 40 },
	{ PARSE_BYTES, "3TiB", 0, UINT64_C(3) << 40 },
	{ PARSE_NS, "7ns", 0, 7 },
	{ PARSE_NS, "7us", 0, 7000 },
	{ PARSE_NS, "100ms", 0, 100000000 },
	{ PARSE_NS, "2s", 0, UINT64_C(2000000000) },
	{ PARSE_NS, "2", 0, UINT64_C(2000000000) },
	{ PARSE_NS, "0.1", 0, 100000000 },
	{ PARSE_NS, "1.5s", 0, 1500000000 },
	{ PARSE_NS, "0.5us", 0, 500 },
	{ PARSE_NS, "1.0ns", 0, 1 },
	{ PARSE_NS, "0.000000001s", 0, 1 },
	{ PARSE_NS, "0.00000000000s", 0, 0 },
	{ PARSE_NS, "2m", 0, UINT64_C(120000000000) },
	{ PARSE_NS, "1.5h", 0, UINT64_C(5400000000000) },
	{ PARSE_NS, "7d", 0, UINT64_C(604800000000000) },
};

static const struct row bad[] = {
	{ PARSE_COUNT, "", -EINVAL, 0 },
	{ PARSE_COUNT, " 5", -EINVAL, 0 },
	{ PARSE_COUNT, "5 ", -EINVAL, 0 },
	{ PARSE_COUNT, "5\n", -EINVAL, 0 },
	{ PARSE_COUNT, "-1", -EINVAL, 0 },
	{ PARSE_COUNT, "-0", -EINVAL, 0 },
	{ PARSE_COUNT, "+5", -EINVAL, 0 },
	{ PARSE_COUNT, "10abc", -EINVAL, 0 },
	{ PARSE_COUNT, "abc", -EINVAL, 0 },
	{ PARSE_COUNT, "0x10", -EINVAL, 0 },
	{ PARSE_COUNT, "1e3", -EINVAL, 0 },
	{ PARSE_COUNT, "1.5", -EINVAL, 0 },
	{ PARSE_COUNT, "1,5", -EINVAL, 0 },
	{ PARSE_COUNT, "1_000", -EINVAL, 0 },
	{ PARSE_COUNT, "k", -EINVAL, 0 },
	{ PARSE_COUNT, "1K", -EINVAL, 0 },
	{ PARSE_COUNT, "1kk", -EINVAL, 0 },
	{ PARSE_COUNT, "1 k", -EINVAL, 0 },
	{ PARSE_COUNT, "nan", -EINVAL, 0 },
	{ PARSE_COUNT, "inf", -EINVAL, 0 },
	{ PARSE_COUNT, "\xd9\xa3", -EINVAL, 0 },
	{ PARSE_COUNT, "18446744073709551616", -ERANGE, 0 },
	{ PARSE_COUNT, "99999999999999999999999999", -ERANGE, 0 },
	{ PARSE_COUNT, "99999999999999999999999999x", -EINVAL, 0 },
	{ PARSE_COUNT, "18446744074G", -ERANGE, 0 },
	{ PARSE_BYTES, "1kB", -EINVAL, 0 },
	{ PARSE_BYTES, "1kib", -EINVAL, 0 },
	{ PARSE_BYTES, "1.5k", -EINVAL, 0 },
	{ PARSE_BYTES, "16777216T", -ERANGE, 0 },
	{ PARSE_NS, "", -EINVAL, 0 },
	{ PARSE_NS, "s", -EINVAL, 0 },
	{ PARSE_NS, "-1", -EINVAL, 0 },
	{ PARSE_NS, "nan", -EINVAL, 0 },
	{ PARSE_NS, "1e3", -EINVAL, 0 },
	{ PARSE_NS, ".5s", -EINVAL, 0 },
	{ PARSE_NS, "5.s", -EINVAL, 0 },
	{ PARSE_NS, "1.5.5s", -EINVAL, 0 },
	{ PARSE_NS, "1S", -EINVAL, 0 },
	{ PARSE_NS, "1s500ms", -EINVAL, 0 },
	{ PARSE_NS, "0.5ns", -EINVAL, 0 },
	{ PARSE_NS, "1.50ns", -EINVAL, 0 },
	{ PARSE_NS, "0.0000000001", -EINVAL, 0 },
	{ PARSE_NS, "213504d", -ERANGE, 0 },
	{ PARSE_NS, "18446744073.8", -ERANGE, 0 },
};

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static void check_row(const struct row *row)
{
	uint64_t value = 4711;
	int err = parse_number(row->kind, row->text, 0, UINT64_MAX, &value);

	ck_assert_msg(err == row->err, "'%s': %d, expected %d", row->text, err,
		      row->err);
	ck_assert_msg(value == (err ? 4711 : row->value), "'%s': %llu",
		      row->text, (unsigned long long)value);
}

START_TEST(reads_whole_numbers_sizes_and_times)
{
	check_row(&good[_i]);
}
END_TEST

START_TEST(refuses_what_is_not_exactly_a_number)
{
	check_row(&bad[_i]);
}
END_TEST

START_TEST(range_includes_both_ends)
{
	uint64_t v = 0;

	ck_assert_int_eq(parse_number(PARSE_COUNT, "1", 1, 9, &v), 0);
	ck_assert_int_eq(parse_number(PARSE_COUNT, "9", 1, 9, &v), 0);
	ck_assert_int_eq(parse_number(PARSE_COUNT, "0", 1, 9, &v), -ERANGE);
	ck_assert_int_eq(parse_number(PARSE_COUNT, "10", 1, 9, &v), -ERANGE);
	ck_assert_uint_eq(v, 9);
}
END_TEST

START_TEST(reasons_name_the_range)
{
	char why[128];

	parse_why(PARSE_COUNT, -EINVAL, 1, 1000000, why, sizeof(why));
	ck_assert_str_eq(why, "not a whole number (1 to 1000000)");
	parse_why(PARSE_COUNT, -ERANGE, 1, 1000000, why, sizeof(why));
	ck_assert_str_eq(why, "out of range (1 to 1000000)");
	parse_why(PARSE_BYTES, -ERANGE, 1, 1 << 20, why, sizeof(why));
	ck_assert_str_eq(why, "out of range (1 to 1MiB)");
	parse_why(PARSE_NS, -EINVAL, 1000, UINT64_C(3600000000000), why,
		  sizeof(why));
	ck_assert_str_eq(why, "not a time such as 500us, 100ms or 1.5s "
			      "(1us to 1h)");
}
END_TEST

START_TEST(printed_numbers_are_read_as_the_same)
{
	static const uint64_t values[] = { 0,
					   1,
					   999,
					   1000,
					   1024,
					   4096,
					   1500000000,
					   UINT64_C(3600000000000),
					   UINT64_C(1) << 40,
					   UINT64_MAX };

	for (int kind = PARSE_COUNT; kind <= PARSE_NS; kind++) {
		for (int i = 0; i < COUNT(values); i++) {
			char text[32];
			uint64_t back = 4711;

			parse_text(kind, values[i], text, sizeof(text));
			ck_assert_int_eq(parse_number(kind, text, 0, UINT64_MAX,
						      &back),
					 0);
			ck_assert_uint_eq(back, values[i]);
		}
	}
}
END_TEST

START_TEST(printed_numbers_have_the_largest_whole_unit)
{
	char text[32];

	ck_assert_str_eq(parse_text(PARSE_COUNT, 5000, text, 32), "5000");
	ck_assert_str_eq(parse_text(PARSE_BYTES, 4096, text, 32), "4KiB");
	ck_assert_str_eq(parse_text(PARSE_BYTES, 4097, text, 32), "4097");
	ck_assert_str_eq(parse_text(PARSE_NS, 1500000000, text, 32), "1500ms");
	ck_assert_str_eq(parse_text(PARSE_NS, 2000000000, text, 32), "2s");
}
END_TEST

START_TEST(reads_yes_and_no)
{
	static const char *const yes[] = { "yes", "on", "true", "1" };
	static const char *const no[] = { "no", "off", "false", "0" };
	bool b;

	for (int i = 0; i < COUNT(yes); i++) {
		b = false;
		ck_assert_int_eq(parse_bool(yes[i], &b), 0);
		ck_assert(b);
		ck_assert_int_eq(parse_bool(no[i], &b), 0);
		ck_assert(!b);
	}
}
END_TEST

START_TEST(refuses_other_words_for_yes_and_no)
{
	static const char *const words[] = { "",   "y",	   "YES", "2",
					     " 1", "yes ", "ja" };
	bool b = true;

	for (int i = 0; i < COUNT(words); i++)
		ck_assert_int_eq(parse_bool(words[i], &b), -EINVAL);
	ck_assert(b);
}
END_TEST

START_TEST(finds_whole_words_only)
{
	static const char *const words[] = { "text", "perf", "json", NULL };
	char why[64];
	uint64_t i = 9;

	ck_assert_int_eq(parse_word("json", words, &i), 0);
	ck_assert_uint_eq(i, 2);
	ck_assert_int_eq(parse_word("jso", words, &i), -EINVAL);
	ck_assert_int_eq(parse_word("", words, &i), -EINVAL);
	ck_assert_int_eq(parse_word("JSON", words, &i), -EINVAL);
	ck_assert_uint_eq(i, 2);
	parse_word_why(words, why, sizeof(why));
	ck_assert_str_eq(why, "not one of: text, perf, json");
}
END_TEST

START_TEST(word_list_is_cut_where_the_room_ends)
{
	static const char *const words[] = { "text", "perf", "json", NULL };
	char list[20];

	parse_word_why(words, list, sizeof(list));
	ck_assert_str_eq(list, "not one of: text, p");
}
END_TEST

START_TEST(quotes_stay_one_line_of_bounded_length)
{
	char text[300], quoted[PARSE_QUOTE_LEN];

	ck_assert_str_eq(parse_quote("10abc", quoted, sizeof(quoted)),
			 "'10abc'");
	ck_assert_str_eq(parse_quote("", quoted, sizeof(quoted)), "''");
	ck_assert_str_eq(parse_quote("a\nb\033c\x7f", quoted, sizeof(quoted)),
			 "'a?b?c?'");
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	parse_quote(text, quoted, sizeof(quoted));
	ck_assert_uint_eq(strlen(quoted), sizeof(quoted) - 1);
	ck_assert_str_eq(quoted + sizeof(quoted) - 6, "x...'");
	text[74] = '\0';
	parse_quote(text, quoted, sizeof(quoted));
	ck_assert_uint_eq(strlen(quoted), 76);
	ck_assert_str_eq(quoted + 74, "x'");
}
END_TEST

START_TEST(counts_the_edits_between_words)
{
	static const struct {
		const char *a, *b;
		size_t edits;
	} rows[] = {
		{ "", "", 0 },
		{ "", "abc", 3 },
		{ "abc", "", 3 },
		{ "repeat", "repeat", 0 },
		{ "repeet", "repeat", 1 },
		{ "repet", "repeat", 1 },
		{ "reepeat", "repeat", 1 },
		{ "erpeat", "repeat", 1 },
		{ "rnu", "run", 1 },
		{ "kitten", "sitting", 3 },
		{ "ca", "abc", 3 },
		{ "abcd", "badc", 2 },
	};

	for (int i = 0; i < COUNT(rows); i++)
		ck_assert_uint_eq(suggest_distance(rows[i].a, rows[i].b),
				  rows[i].edits);
}
END_TEST

START_TEST(very_long_words_are_like_nothing)
{
	char longest[65], longer[66];

	memset(longest, 'a', sizeof(longest));
	memset(longer, 'a', sizeof(longer));
	longest[64] = '\0';
	longer[65] = '\0';
	ck_assert_uint_eq(suggest_distance(longest, "a"), 63);
	ck_assert_uint_eq(suggest_distance(longer, "a"), SIZE_MAX);
	ck_assert_uint_eq(suggest_distance("a", longer), SIZE_MAX);
}
END_TEST

START_TEST(suggests_the_nearest_word_or_none)
{
	static const char *const words[] = { "list", "run",  "show",
					     "info", "help", NULL };

	ck_assert_str_eq(suggest_word("rnu", words), "run");
	ck_assert_str_eq(suggest_word("lits", words), "list");
	ck_assert_str_eq(suggest_word("sh", words), "show");
	ck_assert_ptr_null(suggest_word("compare", words));
	ck_assert_ptr_null(suggest_word("", words));
	ck_assert_ptr_null(suggest_word("x", words));
}
END_TEST

static Suite *parse_suite(void)
{
	Suite *s = suite_create("parse");
	TCase *numbers = tcase_create("numbers");
	TCase *words = tcase_create("words");

	tcase_add_loop_test(numbers, reads_whole_numbers_sizes_and_times, 0,
			    COUNT(good));
	tcase_add_loop_test(numbers, refuses_what_is_not_exactly_a_number, 0,
			    COUNT(bad));
	tcase_add_test(numbers, range_includes_both_ends);
	tcase_add_test(numbers, reasons_name_the_range);
	tcase_add_test(numbers, printed_numbers_are_read_as_the_same);
	tcase_add_test(numbers, printed_numbers_have_the_largest_whole_unit);
	suite_add_tcase(s, numbers);

	tcase_add_test(words, reads_yes_and_no);
	tcase_add_test(words, refuses_other_words_for_yes_and_no);
	tcase_add_test(words, finds_whole_words_only);
	tcase_add_test(words, word_list_is_cut_where_the_room_ends);
	tcase_add_test(words, quotes_stay_one_line_of_bounded_length);
	tcase_add_test(words, counts_the_edits_between_words);
	tcase_add_test(words, very_long_words_are_like_nothing);
	tcase_add_test(words, suggests_the_nearest_word_or_none);
	suite_add_tcase(s, words);
	return s;
}

TEST_SUITE(parse_suite);
