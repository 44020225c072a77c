/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_grid.c - tables as wide as their cells, or as a terminal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal.h"
#include "tests.h"
#include "util/grid.h"
#include "util/text.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define LONG "a text that is long enough to be folded more than once"

/* What a grid prints at a width; 0: into a file. Frees it. */
static char *printed(struct grid *g, int width)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	g->width = width;
	grid_text(f, g);
	fclose(f);
	grid_free(g);
	return text;
}

static void check(struct grid *g, int width, const char *expected)
{
	char *text = printed(g, width);

	ck_assert_str_eq(text, expected);
	free(text);
}

static int widest(const char *text)
{
	int most = 0;

	while (*text) {
		size_t len = strcspn(text, "\n");
		int width = text_columns(text, len);

		most = width > most ? width : most;
		text += len + (text[len] == '\n');
	}
	return most;
}

/* A name, three numbers that matter less and less, a text. */
static struct grid numbers(void)
{
	struct grid g = { 0 };

	grid_title(&g, 0, "name");
	grid_title(&g, 1, "first");
	grid_title(&g, 2, "second");
	grid_title(&g, 3, "third");
	grid_title(&g, 0, "note");
	grid_end_row(&g);
	grid_add(&g, "sched/pipe");
	grid_add(&g, "1.5");
	grid_add(&g, "-");
	grid_add(&g, "3");
	grid_add(&g, LONG);
	grid_end_row(&g);
	grid_add(&g, "x");
	grid_add(&g, "22.25");
	grid_end_row(&g);
	return g;
}

START_TEST(a_file_gets_all_columns_whole)
{
	struct grid g = numbers();

	check(&g, 0,
	      "name        first  second  third  note\n"
	      "sched/pipe    1.5       -      3  " LONG "\n"
	      "x           22.25\n");
}
END_TEST

START_TEST(a_text_is_folded_under_its_own_column)
{
	struct grid g = numbers();

	check(&g, 65,
	      "name        first  second  third  note\n"
	      "sched/pipe    1.5       -      3  a text that is long enough to\n"
	      "                                  be folded more than once\n"
	      "x           22.25\n");
}
END_TEST

START_TEST(the_least_important_columns_go_first_and_are_named)
{
	struct grid g = numbers();

	check(&g, 50,
	      "name        first  note\n"
	      "sched/pipe    1.5  a text that is long enough to\n"
	      "                   be folded more than once\n"
	      "x           22.25\n"
	      "# too narrow for: second, third\n");
}
END_TEST

START_TEST(a_text_without_room_stands_below_its_row)
{
	struct grid g = numbers();

	check(&g, 30,
	      "name\n"
	      "    note\n"
	      "sched/pipe\n"
	      "    a text that is long enough\n"
	      "    to be folded more than\n"
	      "    once\n"
	      "x\n"
	      "# too narrow for: first,\n"
	      "#   second, third\n");
}
END_TEST

START_TEST(columns_that_may_not_go_follow_in_blocks)
{
	struct grid g = { 0 };

	for (int row = 0; row < 2; row++) {
		for (int i = 0; i < 6; i++)
			grid_add(&g, "%d", 100000 + 10 * i + row);
		grid_end_row(&g);
	}
	check(&g, 30,
	      "100000  100010  100020  100030\n"
	      "100001  100011  100021  100031\n"
	      "\n"
	      "100000  100040  100050\n"
	      "100001  100041  100051\n");
}
END_TEST

START_TEST(no_line_is_wider_than_the_terminal)
{
	for (int width = 20; width <= 200; width++) {
		struct grid g = numbers();
		char *text;

		grid_line(&g, 30, "%30s%s", "", LONG);
		grid_paragraph(&g, 6, "      %s", LONG);
		grid_add(&g, "onelongwordwithoutanyblankinitatall");
		grid_end_row(&g);
		text = printed(&g, width);
		ck_assert_int_le(widest(text), width);
		ck_assert_ptr_nonnull(strstr(text, "once"));
		free(text);
	}
}
END_TEST

START_TEST(a_terminal_is_asked_how_wide_it_is)
{
	static const int widths[] = { 40, 80, 200 };

	unsetenv("COLUMNS");
	for (int i = 0; i < COUNT(widths); i++) {
		struct grid a = numbers(), b = numbers();
		struct terminal t;
		char *seen;

		terminal_open(&t, widths[i]);
		grid_text(t.out, &a);
		grid_free(&a);
		seen = terminal_close(&t);
		check(&b, widths[i], seen);
		free(seen);
	}
}
END_TEST

START_TEST(columns_line_up_whatever_the_script)
{
	struct grid g = { .untitled = true };

	grid_add(&g, "\xe6\xbc\xa2\xe5\xad\x97");
	grid_add(&g, "wide");
	grid_end_row(&g);
	grid_add(&g, "\xc3\xa4u\xcc\x88");
	grid_add(&g, "narrow");
	grid_end_row(&g);
	grid_add(&g, "ab\033");
	grid_add(&g, "clean");
	grid_end_row(&g);
	check(&g, 0,
	      "\xe6\xbc\xa2\xe5\xad\x97  wide\n"
	      "\xc3\xa4u\xcc\x88    narrow\n"
	      "ab?   clean\n");
}
END_TEST

START_TEST(rows_that_come_one_by_one_line_up)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT, .min = 6 },
		{ .align = GRID_RIGHT, .min = 5, .gap = 1, .rank = 1 },
		{ .align = GRID_LEFT },
	};
	struct grid g = { .margin = "# ", .width = 20 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	grid_columns(&g, columns, COUNT(columns));
	for (int i = 0; i < 3; i++) {
		grid_add(&g, "%s", i ? "name" : "title");
		grid_add(&g, "%d", 10 * i);
		grid_add(&g, "%s", i == 1 ? "much too long a text" : "ok");
		grid_end_row(&g);
		grid_flush(f, &g);
	}
	fclose(f);
	grid_free(&g);
	ck_assert_str_eq(text, "# title      0  ok\n"
			       "# name\n"
			       "#     much too long\n"
			       "#     a text\n"
			       "# name    ok\n");
	free(text);
}
END_TEST

START_TEST(what_wraps_is_folded_in_files_too)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT, .min = 5, .max = 5 },
		{ .align = GRID_LEFT, .gap = 1, .wraps = true },
	};
	struct grid g = { .untitled = true, .wrap = 30 };

	grid_columns(&g, columns, COUNT(columns));
	grid_add(&g, "a");
	grid_add(&g, "%s", LONG);
	grid_end_row(&g);
	grid_add(&g, "longer");
	grid_add(&g, "b");
	grid_end_row(&g);
	grid_line(&g, 2, "%s", LONG);
	grid_paragraph(&g, 2, "%s", LONG);
	check(&g, 0,
	      "a     a text that is long\n"
	      "      enough to be folded more\n"
	      "      than once\n"
	      "longer b\n" LONG "\n"
	      "a text that is long enough to\n"
	      "  be folded more than once\n");
}
END_TEST

START_TEST(a_wide_table_of_markdown_stays_whole)
{
	struct grid g = numbers();
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	g.width = 30;
	grid_markdown(f, &g);
	fclose(f);
	grid_free(&g);
	ck_assert_str_eq(text, "| name | first | second | third | note |\n"
			       "| --- | ---: | ---: | ---: | --- |\n"
			       "| sched/pipe | 1.5 | - | 3 | " LONG " |\n"
			       "| x | 22.25 |  |  |  |\n");
	free(text);
}
END_TEST

static Suite *grid_suite(void)
{
	Suite *s = suite_create("grid");
	TCase *tc = tcase_create("tables");

	tcase_add_test(tc, a_file_gets_all_columns_whole);
	tcase_add_test(tc, a_text_is_folded_under_its_own_column);
	tcase_add_test(tc, the_least_important_columns_go_first_and_are_named);
	tcase_add_test(tc, a_text_without_room_stands_below_its_row);
	tcase_add_test(tc, columns_that_may_not_go_follow_in_blocks);
	tcase_add_test(tc, no_line_is_wider_than_the_terminal);
	tcase_add_test(tc, a_terminal_is_asked_how_wide_it_is);
	tcase_add_test(tc, columns_line_up_whatever_the_script);
	tcase_add_test(tc, rows_that_come_one_by_one_line_up);
	tcase_add_test(tc, what_wraps_is_folded_in_files_too);
	tcase_add_test(tc, a_wide_table_of_markdown_stays_whole);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(grid_suite);
