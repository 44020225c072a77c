/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_json_write.c - what is written is JSON, and means what was
 * given. jansson is the judge.
 */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"
#include "util/json_write.h"
#include "util/rng.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define MANY 100000

/* struct memory - a writer into memory */
struct memory {
	struct json_writer w;
	char *text;
	size_t len;
};

static void start(struct memory *m, unsigned int indent, bool ascii)
{
	FILE *out = open_memstream(&m->text, &m->len);

	ck_assert_ptr_nonnull(out);
	m->w = json_writer(out, indent, ascii);
}

/* What was written, without the newline at its end; to be freed. */
static char *finish(struct memory *m)
{
	ck_assert_int_eq(json_write_finish(&m->w), 0);
	ck_assert_int_eq(fclose(m->w.out), 0);
	ck_assert_int_eq(m->text[m->len - 1], '\n');
	m->text[m->len - 1] = '\0';
	return m->text;
}

static json_t *parsed(const char *text)
{
	json_error_t e;
	json_t *v =
		json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &e);

	ck_assert_msg(v != NULL, "%s: %s", text, e.text);
	return v;
}

static char *text_written(const char *text, bool ascii)
{
	struct memory m;

	start(&m, 0, ascii);
	json_write_text(&m.w, NULL, text);
	return finish(&m);
}

static char *real_written(double value)
{
	struct memory m;

	start(&m, 0, true);
	json_write_real(&m.w, NULL, value);
	return finish(&m);
}

static const struct {
	const char *text, *ascii, *utf8;
} texts[] = {
	{ "", "\"\"", "\"\"" },
	{ "a/b", "\"a/b\"", "\"a/b\"" },
	{ "\"\\", "\"\\\"\\\\\"", "\"\\\"\\\\\"" },
	{ "\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"", "\"\\b\\f\\n\\r\\t\"" },
	{ "\x01\x1f\x7f", "\"\\u0001\\u001F\x7f\"", "\"\\u0001\\u001F\x7f\"" },
	{ "\xc3\xa9", "\"\\u00E9\"", "\"\xc3\xa9\"" },
	{ "\xe2\x82\xac", "\"\\u20AC\"", "\"\xe2\x82\xac\"" },
	{ "\xf0\x9f\x98\x80", "\"\\uD83D\\uDE00\"", "\"\xf0\x9f\x98\x80\"" },
	{ "\xf4\x8f\xbf\xbf", "\"\\uDBFF\\uDFFF\"", "\"\xf4\x8f\xbf\xbf\"" },
	/* alone, cut off, too long, a surrogate, beyond Unicode */
	{ "\x80", "\"\\uFFFD\"", "\"\xef\xbf\xbd\"" },
	{ "\xff", "\"\\uFFFD\"", "\"\xef\xbf\xbd\"" },
	{ "\xe2\x82", "\"\\uFFFD\\uFFFD\"", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
	{ "\xc3z", "\"\\uFFFDz\"", "\"\xef\xbf\xbdz\"" },
	{ "\xc1\xbf", "\"\\uFFFD\\uFFFD\"", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
	{ "\xed\xa0\x80", "\"\\uFFFD\\uFFFD\\uFFFD\"",
	  "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
	{ "\xf4\x90\x80\x80", "\"\\uFFFD\\uFFFD\\uFFFD\\uFFFD\"",
	  "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
};

START_TEST(escapes_what_json_does_not_take)
{
	char *ascii = text_written(texts[_i].text, true);
	char *utf8 = text_written(texts[_i].text, false);

	ck_assert_str_eq(ascii, texts[_i].ascii);
	ck_assert_str_eq(utf8, texts[_i].utf8);
	free(ascii);
	free(utf8);
}
END_TEST

/* Whether jansson takes it: no such string holds what is not UTF-8. */
static bool is_utf8(const char *text)
{
	json_t *v = json_string(text);

	json_decref(v);
	return v != NULL;
}

START_TEST(any_bytes_become_a_string_that_means_the_same)
{
	/* Bytes that begin and continue sequences, and a few others. */
	static const char bytes[] = "a\"\\\n\x1b\x7f\x80\x8f\x90\x9f\xa0\xbf"
				    "\xc0\xc2\xdf\xe0\xe1\xed\xef\xf0\xf1\xf4"
				    "\xf5\xff";
	struct rng rng;

	rng_seed(&rng, 1);
	for (int i = 0; i < MANY; i++) {
		size_t len = 1 + rng_below(&rng, 5);
		char text[6] = "";
		json_t *v[2];

		for (size_t k = 0; k < len; k++)
			text[k] = bytes[rng_below(&rng, sizeof(bytes) - 1)];
		for (int ascii = 0; ascii < 2; ascii++) {
			char *out = text_written(text, ascii);

			v[ascii] = parsed(out);
			free(out);
		}
		ck_assert(json_equal(v[0], v[1]));
		ck_assert_int_eq(!strcmp(json_string_value(v[0]), text),
				 is_utf8(text));
		json_decref(v[0]);
		json_decref(v[1]);
	}
}
END_TEST

static const struct {
	double value;
	const char *text;
} reals[] = {
	{ 0, "0.0" },
	{ -0.0, "-0.0" },
	{ 2, "2.0" },
	{ 0.05, "0.050000000000000003" },
	{ -1.25, "-1.25" },
	{ 1e16, "10000000000000000.0" },
	{ 1e17, "1e17" },
	{ 1e-5, "1.0000000000000001e-5" },
	{ 1.5e300, "1.5000000000000001e300" },
	{ NAN, "null" },
	{ INFINITY, "null" },
	{ -INFINITY, "null" },
};

START_TEST(real_numbers_stay_real)
{
	char *text = real_written(reals[_i].value);

	ck_assert_str_eq(text, reals[_i].text);
	free(text);
}
END_TEST

START_TEST(real_numbers_keep_every_bit)
{
	struct rng rng;

	rng_seed(&rng, 2);
	for (int i = 0; i < MANY; i++) {
		uint64_t bits = rng_u64(&rng);
		double value;
		char *text;
		json_t *v;

		memcpy(&value, &bits, sizeof(value));
		text = real_written(value);
		v = parsed(text);
		if (isfinite(value)) {
			ck_assert(json_is_real(v));
			ck_assert(json_real_value(v) == value);
		} else {
			ck_assert(json_is_null(v));
		}
		json_decref(v);
		free(text);
	}
}
END_TEST

START_TEST(integers_have_no_point_and_big_ones_are_strings)
{
	struct memory m;

	start(&m, 0, true);
	json_write_flat_array(&m.w, NULL);
	json_write_int(&m.w, NULL, INT64_MIN);
	json_write_int(&m.w, NULL, -1);
	json_write_u64(&m.w, NULL, 0);
	json_write_u64(&m.w, NULL, INT64_MAX);
	json_write_u64(&m.w, NULL, (uint64_t)INT64_MAX + 1);
	json_write_u64(&m.w, NULL, UINT64_MAX);
	json_write_end(&m.w);
	ck_assert_str_eq(finish(&m),
			 "[-9223372036854775808,-1,0,9223372036854775807,"
			 "\"9223372036854775808\",\"18446744073709551615\"]");
	free(m.text);
}
END_TEST

/* Everything there is, nested, empty ones among it. */
static char *sample(unsigned int indent, bool flat)
{
	struct memory m;

	start(&m, indent, false);
	if (flat)
		json_write_flat_object(&m.w, NULL);
	else
		json_write_object(&m.w, NULL);
	json_write_object(&m.w, "empty");
	json_write_end(&m.w);
	json_write_array(&m.w, "a \"key\"");
	json_write_null(&m.w, NULL);
	json_write_array(&m.w, NULL);
	json_write_end(&m.w);
	json_write_array(&m.w, NULL);
	json_write_bool(&m.w, NULL, true);
	json_write_bool(&m.w, NULL, false);
	json_write_end(&m.w);
	json_write_object(&m.w, NULL);
	json_write_text(&m.w, "x", "y");
	json_write_text(&m.w, "z", NULL);
	json_write_end(&m.w);
	json_write_end(&m.w);
	json_write_real(&m.w, "last", 0.1);
	json_write_end(&m.w);
	return finish(&m);
}

static const struct {
	unsigned int indent;
	bool flat;
	size_t flags;
} layouts[] = {
	{ 1, false, JSON_INDENT(1) },
	{ 2, false, JSON_INDENT(2) },
	{ 2, true, JSON_COMPACT },
};

START_TEST(lines_are_broken_as_jansson_does)
{
	char *text = sample(layouts[_i].indent, layouts[_i].flat);
	json_t *v = parsed(text);
	char *judge =
		json_dumps(v, layouts[_i].flags | JSON_REAL_PRECISION(17));

	ck_assert_str_eq(text, judge);
	free(judge);
	json_decref(v);
	free(text);
}
END_TEST

START_TEST(a_flat_one_is_on_one_line_among_others)
{
	struct memory m;

	start(&m, 2, true);
	json_write_object(&m.w, NULL);
	json_write_flat_array(&m.w, "runs");
	json_write_object(&m.w, NULL);
	json_write_int(&m.w, "ops", 1);
	json_write_array(&m.w, "why");
	json_write_end(&m.w);
	json_write_end(&m.w);
	json_write_end(&m.w);
	json_write_array(&m.w, "list");
	json_write_flat_object(&m.w, NULL);
	json_write_end(&m.w);
	json_write_int(&m.w, NULL, 2);
	json_write_end(&m.w);
	json_write_end(&m.w);
	ck_assert_str_eq(finish(&m), "{\n"
				     "  \"runs\": [{\"ops\":1,\"why\":[]}],\n"
				     "  \"list\": [\n"
				     "    {},\n"
				     "    2\n"
				     "  ]\n"
				     "}");
	free(m.text);
}
END_TEST

START_TEST(the_first_error_stays)
{
	FILE *full = fopen("/dev/full", "w");
	struct json_writer w = json_writer(full, 0, true);

	ck_assert_ptr_nonnull(full);
	json_write_fail(&w, -ENOMEM);
	json_write_fail(&w, -EINVAL);
	json_write_int(&w, NULL, 1);
	ck_assert_int_eq(json_write_finish(&w), -ENOMEM);
	fclose(full);
}
END_TEST

START_TEST(a_stream_that_fails_is_an_error)
{
	FILE *full = fopen("/dev/full", "w");
	struct json_writer w = json_writer(full, 0, true);

	ck_assert_ptr_nonnull(full);
	setvbuf(full, NULL, _IONBF, 0);
	json_write_int(&w, NULL, 1);
	ck_assert_int_eq(json_write_finish(&w), -EIO);
	fclose(full);
}
END_TEST

static Suite *json_write_suite(void)
{
	Suite *s = suite_create("json_write");
	TCase *tc = tcase_create("json_write");

	tcase_add_loop_test(tc, escapes_what_json_does_not_take, 0,
			    COUNT(texts));
	tcase_add_test(tc, any_bytes_become_a_string_that_means_the_same);
	tcase_add_loop_test(tc, real_numbers_stay_real, 0, COUNT(reals));
	tcase_add_test(tc, real_numbers_keep_every_bit);
	tcase_add_test(tc, integers_have_no_point_and_big_ones_are_strings);
	tcase_add_loop_test(tc, lines_are_broken_as_jansson_does, 0,
			    COUNT(layouts));
	tcase_add_test(tc, a_flat_one_is_on_one_line_among_others);
	tcase_add_test(tc, the_first_error_stays);
	tcase_add_test(tc, a_stream_that_fails_is_an_error);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(json_write_suite);
