/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_waterfall.c - where the time of an op goes: estimates,
 * file and text, on sessions that were recorded.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "report/waterfall.h"
#include "session/explain.h"
#include "tests.h"
#include "workdir.h"

#define DATA TEST_SOURCE_DIR "/tests/data/explain/"

static struct waterfall recorded(const char *path)
{
	struct waterfall w;
	char why[256] = "";

	ck_assert_msg(!waterfall_read(path, &w, why, sizeof(why)), "%s", why);
	return w;
}

static double sum_of_rows(const struct waterfall *w)
{
	double sum = 0;

	for (int i = 0; i <= WATERFALL_REMAINDER; i++)
		if (w->rows[i].values)
			sum += w->rows[i].ns;
	return sum;
}

START_TEST(parts_and_remainder_are_the_whole)
{
	struct waterfall w = recorded(DATA "pipe.json");
	const struct waterfall_row *rest = &w.rows[WATERFALL_REMAINDER];

	ck_assert_double_eq_tol(sum_of_rows(&w), w.rows[WATERFALL_WHOLE].ns,
				1e-9);
	ck_assert(rest->lo <= rest->ns && rest->ns <= rest->hi);
	ck_assert(w.level >= 0.95);
	waterfall_free(&w);
}
END_TEST

static char *text_of(int (*put)(FILE *, const struct waterfall *),
		     const struct waterfall *w)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(put(f, w), 0);
	fclose(f);
	return text;
}

START_TEST(what_is_written_is_read)
{
	struct waterfall w = recorded(DATA "pipe.json"), again;
	char *text = text_of(waterfall_write, &w), *twice;

	put_file("again.json", text, 0600);
	again = recorded("again.json");
	twice = text_of(waterfall_write, &again);
	ck_assert_str_eq(text, twice);
	free(text);
	free(twice);
	waterfall_free(&w);
	waterfall_free(&again);
}
END_TEST

START_TEST(prints_parts_with_bars)
{
	struct waterfall w = recorded(DATA "pipe.json");
	char *text;

	/* One that is left out belongs to the next. */
	free(w.rows[WATERFALL_SPACE].values);
	w.rows[WATERFALL_SPACE].values = NULL;
	w.rows[WATERFALL_SPACE].reason = strdup("tasks share one");
	text = text_of(report_waterfall, &w);
	ck_golden("explain-left-out.txt", text);
	free(text);
	waterfall_free(&w);
	w = recorded(DATA "pipe.json");
	text = text_of(report_waterfall, &w);
	ck_golden("explain.txt", text);
	free(text);
	waterfall_free(&w);
}
END_TEST

static int put_both(FILE *out, const struct waterfall *a)
{
	struct waterfall b = recorded(DATA "pipe-other.json");
	int ret = report_waterfalls(out, a, "pipe.json", &b, "other.json");

	waterfall_free(&b);
	return ret;
}

START_TEST(prints_which_part_differs)
{
	struct waterfall a = recorded(DATA "pipe.json");
	char *text = text_of(put_both, &a);

	ck_golden("explain-vs.txt", text);
	free(text);
	waterfall_free(&a);
	a = recorded(DATA "pipe-other.json");
	text = text_of(put_both, &a);
	ck_assert_ptr_nonnull(strstr(text, "no significant difference"));
	free(text);
	waterfall_free(&a);
}
END_TEST

static const struct {
	const char *text, *says;
} spoilt[] = {
	{ "", "line 1" },
	{ "{}", "not a file of harness explain" },
	{ "{\"schema\": \"harness.explain\", \"schema_version\": \"2.0\"}",
	  "version 1.x" },
	{ "{\"schema\": \"harness.explain\", \"schema_version\": \"1.0\", "
	  "\"benchmark\": \"b\", \"op\": \"o\", \"config\": \"c\", "
	  "\"samples\": 1, \"slowness\": [0]}",
	  "not above 0" },
	{ "{\"schema\": \"harness.explain\", \"schema_version\": \"1.0\", "
	  "\"benchmark\": \"b\", \"op\": \"o\", \"config\": \"c\", "
	  "\"samples\": 1, \"slowness\": [1], \"parts\": []}",
	  "is missing" },
	{ "{\"schema\": \"harness.explain\", \"schema_version\": \"1.0\", "
	  "\"benchmark\": \"b\", \"op\": \"o\", \"config\": \"c\", "
	  "\"samples\": 1, \"slowness\": [1], \"parts\": "
	  "[{\"part\": \"work\", \"values\": [null]}]}",
	  "'work': not a number" },
	{ "{\"schema\": \"harness.explain\", \"schema_version\": \"1.0\", "
	  "\"benchmark\": \"b\", \"op\": \"o\", \"config\": \"c\", "
	  "\"samples\": 1, \"slowness\": [1], \"parts\": "
	  "[{\"part\": \"work\", \"values\": [1, 2]}]}",
	  "'work' has not 1 values" },
};

START_TEST(refuses_other_files)
{
	char why[256] = "";
	struct waterfall w;

	put_file("spoilt.json", spoilt[_i].text, 0600);
	ck_assert_int_eq(waterfall_read("spoilt.json", &w, why, sizeof(why)),
			 -EINVAL);
	ck_assert_msg(strstr(why, spoilt[_i].says), "%s", why);
	ck_assert_int_eq(waterfall_read("/nowhere/x", &w, why, sizeof(why)),
			 -ENOENT);
}
END_TEST

/* Half of the rounds fall into a phase in which all is twice as slow. */
START_TEST(slow_phases_do_not_move_differences)
{
	double ns[3][41], medians[3];
	double *v[3] = { ns[0], ns[1], ns[2] };

	for (int i = 0; i < 41; i++)
		for (int k = 0; k < 3; k++)
			ns[k][i] = (i % 2 ? 2 : 1) * (100.0 + 10 * k);
	ns[1][4] = 5000;
	ck_assert_int_eq(explain_medians(v, 3, 41, medians), 0);
	ck_assert_double_eq_tol(medians[1] / medians[0], 1.1, 1e-9);
	ck_assert_double_eq_tol(medians[2] / medians[0], 1.2, 1e-9);
}
END_TEST

static Suite *waterfall_suite(void)
{
	Suite *s = suite_create("waterfall");
	TCase *tc = tcase_create("waterfall");

	tcase_add_checked_fixture(tc, workdir_enter, workdir_leave);
	tcase_add_test(tc, parts_and_remainder_are_the_whole);
	tcase_add_test(tc, what_is_written_is_read);
	tcase_add_test(tc, prints_parts_with_bars);
	tcase_add_test(tc, prints_which_part_differs);
	tcase_add_loop_test(tc, refuses_other_files, 0,
			    sizeof(spoilt) / sizeof(*spoilt));
	tcase_add_test(tc, slow_phases_do_not_move_differences);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(waterfall_suite);
