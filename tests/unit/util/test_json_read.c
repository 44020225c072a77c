/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_json_read.c - what is JSON, with jansson as the judge, and
 * what is said about the rest.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "tests.h"
#include "util/json_read.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define DOC(text)                      \
	{                              \
		text, sizeof(text) - 1 \
	}

/* struct document - @len bytes, among which may be NUL */
static const struct document {
	const char *text;
	size_t len;
} documents[] = {
	/* white space and the shape of documents */
	DOC(""),
	DOC(" "),
	DOC(" \t\r\n[ ] "),
	DOC("\v[]"),
	DOC("\f[]"),
	DOC("[]\xc2\xa0"),
	DOC("\xef\xbb\xbf[]"),
	DOC("[] []"),
	DOC("[]]"),
	DOC("[]\0"),
	DOC("[\0]"),
	DOC("\0"),
	DOC("["),
	DOC("[1"),
	DOC("[1,"),
	DOC("[1,]"),
	DOC("[,1]"),
	DOC("[1,,2]"),
	DOC("[1 2]"),
	DOC("[1}"),
	DOC("{]"),
	DOC("{"),
	DOC("{\"a\""),
	DOC("{\"a\":"),
	DOC("{\"a\":1"),
	DOC("{\"a\":1,"),
	DOC("{\"a\":1,}"),
	DOC("{\"a\" 1}"),
	DOC("{\"a\"::1}"),
	DOC("{\"a\":1;\"b\":2}"),
	DOC("{a:1}"),
	DOC("{'a':1}"),
	DOC("{1:1}"),
	DOC("{null:1}"),
	DOC("{\"a\" : 1 , \"b\" : [ { } , [ ] ] }"),
	DOC("// no\n[]"),
	DOC("[/* no */]"),
	DOC("# no"),
	/* keys */
	DOC("{\"\":1}"),
	DOC("{\"\":1,\"\":2}"),
	DOC("{\"a\":1,\"a\":1}"),
	DOC("{\"a\":1,\"\\u0061\":1}"),
	DOC("{\"\\u0061\":1,\"a\":1}"),
	DOC("{\"\\u0061\":1,\"\\u0061\":1}"),
	DOC("{\"a\":1,\"A\":1}"),
	DOC("{\"a\":{\"a\":1},\"b\":{\"a\":1}}"),
	DOC("{\"a\":{\"b\":1,\"b\":2}}"),
	DOC("{\"a\":{\"c\":1},\"b\":{},\"a\":2}"),
	DOC("{\"a\\u0000\":1}"),
	DOC("{\"\\n\":1,\"\\u000a\":2}"),
	/* words */
	DOC("null"),
	DOC("true"),
	DOC("false"),
	DOC("[true,false,null]"),
	DOC("True"),
	DOC("nul"),
	DOC("nulll"),
	DOC("truefalse"),
	DOC("[NaN]"),
	DOC("[Infinity]"),
	DOC("[-Infinity]"),
	DOC("undefined"),
	/* numbers */
	DOC("0"),
	DOC("-0"),
	DOC("[0,-0,1,-1]"),
	DOC("00"),
	DOC("0\0"),
	DOC("[0\0]"),
	DOC("01"),
	DOC("-01"),
	DOC("-"),
	DOC("+1"),
	DOC("--1"),
	DOC(".5"),
	DOC("5."),
	DOC("-.5"),
	DOC("1.e5"),
	DOC("1e"),
	DOC("1e+"),
	DOC("1E+05"),
	DOC("1e-5"),
	DOC("0e0"),
	DOC("0.0"),
	DOC("-0.0"),
	DOC("-0e-0"),
	DOC("1.5e3.2"),
	DOC("0x10"),
	DOC("1_000"),
	DOC("1,000"),
	DOC("9223372036854775807"),
	DOC("9223372036854775808"),
	DOC("-9223372036854775808"),
	DOC("-9223372036854775809"),
	DOC("18446744073709551615"),
	DOC("18446744073709551616"),
	DOC("99999999999999999999"),
	DOC("10000000000000000000"),
	DOC("9223372036854775808.0"),
	DOC("1e308"),
	DOC("1.7976931348623157e308"),
	DOC("1.7976931348623159e308"),
	DOC("1e309"),
	DOC("-1e309"),
	DOC("1e999"),
	DOC("0e999"),
	DOC("0.0000001e314"),
	DOC("1e-999"),
	DOC("4.9e-324"),
	DOC("1e99999999999999999999"),
	DOC("1e-99999999999999999999"),
	DOC("0.1000000000000000055511151231257827021181583404541015625"),
	DOC("123456789012345678901234567890123456789012345678901234567890."
	    "123456789012345678901234567890"),
	DOC("2.2250738585072011e-308"),
	DOC("9007199254740993"),
	/* strings */
	DOC("\"\""),
	DOC("\""),
	DOC("\"a"),
	DOC("\"a\nb\""),
	DOC("\"a\tb\""),
	DOC("\"a\x1f\""),
	DOC("\"a\x7f\""),
	DOC("\"a\0b\""),
	DOC("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""),
	DOC("\"\\a\""),
	DOC("\"\\'\""),
	DOC("\"\\0\""),
	DOC("\"\\x41\""),
	DOC("\"\\\""),
	DOC("\"\\"),
	DOC("\"\\u"),
	DOC("\"\\u00e9\""),
	DOC("\"\\u00E9\""),
	DOC("\"\\U00e9\""),
	DOC("\"\\u00g9\""),
	DOC("\"\\u00 9\""),
	DOC("\"\\u00e\""),
	DOC("\"\\u\""),
	DOC("\"\\u0000\""),
	DOC("\"\\u0001\""),
	DOC("\"\\u20ac\\uffff\\ufffe\""),
	DOC("\"\\ud83d\\ude00\""),
	DOC("\"\\uD834\\uDD1E\""),
	DOC("\"\\ud800\\udc00\\udbff\\udfff\""),
	DOC("\"\\ud800\""),
	DOC("\"\\ud800x\""),
	DOC("\"\\ud800\\u0041\""),
	DOC("\"\\ud800\\ud800\""),
	DOC("\"\\udc00\""),
	DOC("\"\\udc00\\ud800\""),
	DOC("\"\\ud800\\n\""),
	DOC("\"\\ud800\\udc0"),
	/* UTF-8 */
	DOC("\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""),
	DOC("{\"\xc3\xa9\":1,\"\\u00e9\":2}"),
	DOC("\"\x80\""),
	DOC("\"\xbf\""),
	DOC("\"\xc3\""),
	DOC("\"\xc3"),
	DOC("\"\xc3(\""),
	DOC("\"\xc0\x80\""),
	DOC("\"\xc1\xbf\""),
	DOC("\"\xe0\x80\x80\""),
	DOC("\"\xe0\x9f\xbf\""),
	DOC("\"\xe0\xa0\x80\""),
	DOC("\"\xe2\x82\""),
	DOC("\"\xed\x9f\xbf\""),
	DOC("\"\xed\xa0\x80\""),
	DOC("\"\xed\xbf\xbf\""),
	DOC("\"\xef\xbf\xbf\""),
	DOC("\"\xf0\x80\x80\x80\""),
	DOC("\"\xf0\x8f\xbf\xbf\""),
	DOC("\"\xf0\x90\x80\x80\""),
	DOC("\"\xf4\x8f\xbf\xbf\""),
	DOC("\"\xf4\x90\x80\x80\""),
	DOC("\"\xf5\x80\x80\x80\""),
	DOC("\"\xf8\x88\x80\x80\x80\""),
	DOC("\"\xfe\""),
	DOC("\"\xff\""),
	DOC("\xc3\xa9"),
};

START_TEST(takes_for_json_what_jansson_takes_for_it)
{
	const struct document *d = &documents[_i];
	/* Without a byte behind it that could be read by mistake. */
	char *text = malloc(d->len ? d->len : 1);
	const char *wrong;

	ck_assert_ptr_nonnull(text);
	memcpy(text, d->text, d->len);
	wrong = judge_json(text, d->len);
	ck_assert_msg(!wrong, "%s: %s", d->text, wrong);
	free(text);
}
END_TEST

/* @open, @inner and @close, the first and the last @depth times. */
static char *nested(const char *open, const char *inner, const char *close,
		    int depth)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	for (int i = 0; i < depth; i++)
		fputs(open, f);
	fputs(inner, f);
	for (int i = 0; i < depth; i++)
		fputs(close, f);
	ck_assert_int_eq(fclose(f), 0);
	return text;
}

static const struct {
	const char *open, *inner, *close;
} nests[] = {
	{ "[", "", "]" },
	{ "[", "1", "]" },
	{ "{\"a\":", "{}", "}" },
	{ "{\"a\":", "\"\"", "}" },
};

START_TEST(is_nested_as_deep_as_jansson_goes)
{
	for (int depth = 2045; depth < 2051; depth++) {
		char *text = nested(nests[_i].open, nests[_i].inner,
				    nests[_i].close, depth);
		const char *wrong = judge_json(text, strlen(text));

		ck_assert_msg(!wrong, "%d levels: %s", depth, wrong);
		free(text);
	}
}
END_TEST

/* An object of @nr keys, of which number @twin is the first one again. */
static char *many_keys(int nr, int twin)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	for (int i = 0; i < nr; i++)
		fprintf(f, "%s\"key%d\":%d", i ? "," : "{", i == twin ? 0 : i,
			i);
	fputc('}', f);
	ck_assert_int_eq(fclose(f), 0);
	return text;
}

START_TEST(finds_a_key_again_however_many_there_are)
{
	int nr = 2 << _i;

	for (int twin = 1; twin <= nr; twin++) {
		char *text = many_keys(nr, twin);
		const char *wrong = judge_json(text, strlen(text));

		ck_assert_msg(!wrong, "%d of %d: %s", twin, nr, wrong);
		ck_assert(judge_is_json(text, strlen(text)) == (twin == nr));
		free(text);
		if (nr > 64)
			twin += nr / 7;
	}
}
END_TEST

static int skipped(const char *text, char *why, size_t why_len)
{
	struct json_read j;

	json_read_open(&j, text, strlen(text), why, why_len);
	json_read_skip(&j);
	json_read_end(&j);
	return json_read_close(&j);
}

static const struct {
	const char *text, *why;
} mistakes[] = {
	{ "[1,\n2", "not JSON: line 2, column 2: the document ends here, "
		    "but ',' or ']' is missing; was it cut off?" },
	{ "{\"a\":\"\xc3\xa9\", b", "not JSON: line 1, column 11: expected a "
				    "key in quotes, found 'b'" },
	{ "{\"a\":{\"b\":1,\"b\":2}}", "a.b: is there twice" },
	{ "[[], {\"a\":1,\"a\":2}]", "[1].a: is there twice" },
	{ "[1, x]", "not JSON: line 1, column 5: expected a value, found 'x'" },
	{ "[1,\n\n +1]",
	  "not JSON: line 3, column 2: expected a value, found '+'" },
	{ "[\x01]",
	  "not JSON: line 1, column 2: expected a value, found byte 0x01" },
	{ "\xef\xbb\xbf{}", "not JSON: line 1, column 1: a byte order mark; "
			    "save it as UTF-8 without one" },
	{ "[\"\xff\"]",
	  "not JSON: line 1, column 3: a byte that is not UTF-8" },
	{ "[\"\t\"]", "not JSON: line 1, column 3: a control character in "
		      "a string" },
	{ "[\"\\ud800\"]",
	  "not JSON: line 1, column 3: half of a surrogate pair" },
	{ "[\"\\u0000\"]", "not JSON: line 1, column 3: the character NUL, "
			   "'\\u0000', in a string" },
	{ "[\"\\u12\"]", "not JSON: line 1, column 3: '\\u' without four "
			 "hexadecimal digits" },
	{ "[\"\\q\"]", "not JSON: line 1, column 3: no escape begins so" },
	{ "[012]", "not JSON: line 1, column 2: a number with a leading zero" },
	{ "[1.]", "not JSON: line 1, column 4: expected a digit, found ']'" },
	{ "[99999999999999999999]",
	  "not JSON: line 1, column 2: an integer of more than 64 bits" },
	{ "[1e400]", "not JSON: line 1, column 2: a number beyond the range "
		     "of a double" },
	{ "{} x", "not JSON: line 1, column 4: expected the end of the "
		  "document, found 'x'" },
};

START_TEST(says_where_and_what_is_not_json)
{
	char why[256] = "";

	ck_assert_int_eq(skipped(mistakes[_i].text, why, sizeof(why)), -EINVAL);
	ck_assert_str_eq(why, mistakes[_i].why);
}
END_TEST

/* As many values as a list may have that weigh so much. */
static const struct {
	const char *part;
	size_t nr;
} floods[] = { { "1,", 33554429 }, { "[],", 6710885 }, { "{},", 3728269 } };

START_TEST(refuses_more_values_than_memory_bears)
{
	size_t size = strlen(floods[_i].part), len = 1;
	char *text = malloc((floods[_i].nr + 1) * size + 2), why[128] = "";

	ck_assert_ptr_nonnull(text);
	text[0] = '[';
	for (size_t i = 0; i <= floods[_i].nr; i++, len += size)
		memcpy(text + len, floods[_i].part, size);
	memcpy(text + len - 1, "]", 2);
	ck_assert_int_eq(skipped(text, why, sizeof(why)), -EINVAL);
	ck_assert_ptr_nonnull(strstr(why, "more than 33554432 values"));
	memcpy(text + len - 1 - size, "]", 2);
	ck_assert_int_eq(skipped(text, why, sizeof(why)), 0);
	free(text);
}
END_TEST

START_TEST(says_how_deep_is_too_deep)
{
	char why[256] = "", *text = nested("[", "", "]", 3000);

	ck_assert_int_eq(skipped(text, why, sizeof(why)), -EINVAL);
	ck_assert_str_eq(why, "not JSON: line 1, column 2049: nested deeper "
			      "than 2048 levels");
	free(text);
}
END_TEST

START_TEST(a_document_cut_anywhere_is_not_json)
{
	static const char text[] =
		"{\"a\": [1.5e3, -2, \"\\ud83d\\ude00\\n\", \"\xe2\x82\xac\"], "
		"\"b\": {\"c\": null, \"d\": true, \"e\": false}}";
	char why[256];

	for (size_t len = 0; len < strlen(text); len++) {
		char *cut = strndup(text, len);

		ck_assert_msg(skipped(cut, why, sizeof(why)) == -EINVAL, "%s",
			      cut);
		ck_assert_ptr_null(judge_json(cut, len));
		free(cut);
	}
	ck_assert_int_eq(skipped(text, why, sizeof(why)), 0);
}
END_TEST

START_TEST(after_an_error_everything_is_empty)
{
	static const char text[] = "{\"a\": x, \"b\": [1, 2]}";
	struct json_read j;
	char why[256] = "";

	json_read_open(&j, text, strlen(text), why, sizeof(why));
	ck_assert(json_read_object(&j));
	ck_assert(json_text_is(json_read_key(&j), "a", 1));
	ck_assert_uint_eq(json_read_u64(&j, UINT64_MAX), 0);
	ck_assert(!json_read_next(&j));
	ck_assert(!json_read_list(&j));
	ck_assert(!json_read_object(&j));
	ck_assert(!json_read_bool(&j));
	ck_assert(!json_read_null(&j));
	ck_assert_ptr_null(json_read_text(&j));
	ck_assert_uint_eq(json_read_key(&j).len, 0);
	ck_assert(!json_read_fail(&j, -EPROTO, "a later one"));
	json_read_skip(&j);
	json_read_end(&j);
	ck_assert_int_eq(json_read_close(&j), -EINVAL);
	ck_assert_str_eq(why, "not JSON: line 1, column 7: expected a value, "
			      "found 'x'");
}
END_TEST

static Suite *json_read_suite(void)
{
	Suite *s = suite_create("json_read");
	TCase *t = tcase_create("json_read");

	tcase_add_loop_test(t, takes_for_json_what_jansson_takes_for_it, 0,
			    COUNT(documents));
	tcase_add_loop_test(t, is_nested_as_deep_as_jansson_goes, 0,
			    COUNT(nests));
	tcase_add_loop_test(t, finds_a_key_again_however_many_there_are, 0, 10);
	tcase_add_loop_test(t, says_where_and_what_is_not_json, 0,
			    COUNT(mistakes));
	tcase_add_loop_test(t, refuses_more_values_than_memory_bears, 0,
			    COUNT(floods));
	tcase_add_test(t, says_how_deep_is_too_deep);
	tcase_add_test(t, a_document_cut_anywhere_is_not_json);
	tcase_add_test(t, after_an_error_everything_is_empty);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(json_read_suite);
