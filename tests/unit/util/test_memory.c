/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_memory.c - what a child process writes down, its parent keeps.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/probe.h"
#include "tests.h"
#include "util/memory.h"

START_TEST(hands_out_zeroed_aligned_pieces_that_do_not_overlap)
{
	struct arena *a = arena_open(4096);
	char *one, *two;

	ck_assert_ptr_nonnull(a);
	one = arena_alloc(a, 3);
	two = arena_alloc(a, 100);
	ck_assert_ptr_nonnull(one);
	ck_assert_ptr_nonnull(two);
	ck_assert_uint_eq((uintptr_t)one % _Alignof(max_align_t), 0);
	ck_assert_uint_eq((uintptr_t)two % _Alignof(max_align_t), 0);
	ck_assert(two >= one + 3);
	for (int i = 0; i < 100; i++)
		ck_assert_int_eq(two[i], 0);
	arena_close(a);
}
END_TEST

START_TEST(says_when_it_is_full)
{
	struct arena *a = arena_open(4096);
	size_t mark;

	ck_assert_ptr_nonnull(a);
	mark = arena_mark(a);
	ck_assert_ptr_null(arena_alloc(a, 4096));
	ck_assert_ptr_null(arena_alloc(a, SIZE_MAX));
	ck_assert_ptr_null(arena_alloc(a, SIZE_MAX - 8));
	ck_assert_uint_eq(arena_mark(a), mark);
	ck_assert_ptr_nonnull(arena_alloc(a, 4096 - mark));
	ck_assert_ptr_null(arena_alloc(a, 1));
	ck_assert_ptr_null(arena_strdup(a, ""));
	arena_close(a);
}
END_TEST

START_TEST(clears_again_what_was_given_back)
{
	struct arena *a = arena_open(4096);
	size_t mark;
	char *p;

	ck_assert_ptr_nonnull(a);
	mark = arena_mark(a);
	p = arena_alloc(a, 16);
	ck_assert_ptr_nonnull(p);
	memset(p, 'x', 16);
	arena_reset(a, mark);
	ck_assert_ptr_eq(arena_alloc(a, 16), p);
	ck_assert_int_eq(p[15], 0);
	arena_close(a);
}
END_TEST

START_TEST(keeps_what_a_child_wrote)
{
	struct arena *a = arena_open(4096);
	const char **text;
	pid_t pid;

	ck_assert_ptr_nonnull(a);
	text = arena_alloc(a, sizeof(*text));
	ck_assert_ptr_nonnull(text);
	pid = fork();
	if (!pid) {
		*text = arena_strdup(a, "written by the child");
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_str_eq(*text, "written by the child");
	arena_close(a);
}
END_TEST

START_TEST(a_description_that_does_not_fit_leaves_nothing_behind)
{
	static char longer[5000];
	struct bench b = {
		.name = "demo/x",
		.summary = "summary",
		.op = "op",
		.description = longer,
	};
	struct arena *a = arena_open(4096);
	const struct bench *copy;
	size_t mark;

	ck_assert_ptr_nonnull(a);
	memset(longer, 'x', sizeof(longer) - 1);
	mark = arena_mark(a);
	ck_assert_ptr_null(plugin_copy(a, &b));
	ck_assert_uint_eq(arena_mark(a), mark);
	longer[1000] = '\0';
	copy = plugin_copy(a, &b);
	ck_assert_ptr_nonnull(copy);
	ck_assert_ptr_ne(copy->description, longer);
	ck_assert_str_eq(copy->description, longer);
	ck_assert_ptr_null(copy->options);
	arena_close(a);
}
END_TEST

static Suite *memory_suite(void)
{
	Suite *s = suite_create("memory");
	TCase *tc = tcase_create("arena");

	tcase_add_test(tc, hands_out_zeroed_aligned_pieces_that_do_not_overlap);
	tcase_add_test(tc, says_when_it_is_full);
	tcase_add_test(tc, clears_again_what_was_given_back);
	tcase_add_test(tc, keeps_what_a_child_wrote);
	tcase_add_test(tc,
		       a_description_that_does_not_fit_leaves_nothing_behind);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(memory_suite);
