/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_entry_key.c - what makes two entries the same
 * configuration.
 */
#include <stdlib.h>
#include <string.h>

#include "result/entry_key.h"
#include "sessions.h"
#include "tests.h"

static void unknown_policy(struct entry *e)
{
	free(e->policy);
	e->policy = NULL;
}

START_TEST(a_key_is_parameters_and_placement)
{
	static const char *const parts[][2] = {
		{ "msg", "4" },		  { "cpus", "same" },
		{ "tasks", "processes" }, { "sched", "other" },
		{ "calls", "libc" },	  { "groups", "1" },
	};
	struct session s = session_pipe();
	struct key_part part;
	size_t i;

	for (i = 0; entry_key(&s.entries[0], i, &part); i++) {
		ck_assert_str_eq(part.name, parts[i][0]);
		ck_assert_str_eq(part.value, parts[i][1]);
	}
	ck_assert_uint_eq(i, 6);
	unknown_policy(&s.entries[0]);
	ck_assert(entry_key(&s.entries[0], 3, &part));
	ck_assert_ptr_null(part.value);
	session_free(&s);
}
END_TEST

static void other_name(struct entry *e)
{
	set_text(&e->name, "sched/other");
}

static void other_value(struct entry *e)
{
	set_text(&e->params[0].value, "5");
}

static void fewer_params(struct entry *e)
{
	free(e->params[0].name);
	free(e->params[0].value);
	e->nr_params = 0;
}

static void other_place(struct entry *e)
{
	set_text(&e->relation, "smt");
}

static void other_tasks(struct entry *e)
{
	e->threads = !e->threads;
}

static void other_policy(struct entry *e)
{
	set_text(&e->policy, "batch");
}

static void other_calls(struct entry *e)
{
	set_text(&e->calls, "inline");
}

static void other_groups(struct entry *e)
{
	e->nr_groups++;
}

static void (*const changes[])(struct entry *e) = {
	other_name,   other_value,    fewer_params, other_place,  other_tasks,
	other_policy, unknown_policy, other_calls,  other_groups,
};

START_TEST(each_part_tells_entries_apart)
{
	struct session s = session_pipe(), t = session_pipe();
	struct entry *a = &s.entries[0], *b = &t.entries[0];

	ck_assert(entry_same_key(a, b, false));
	changes[_i](b);
	ck_assert(!entry_same_key(a, b, false));
	ck_assert(!entry_same_key(b, a, false));
	ck_assert(entry_same_key(a, b, true) == (changes[_i] == other_place));
	session_free(&s);
	session_free(&t);
}
END_TEST

static Suite *entry_key_suite(void)
{
	Suite *s = suite_create("entry_key");
	TCase *t = tcase_create("entry_key");

	tcase_add_test(t, a_key_is_parameters_and_placement);
	tcase_add_loop_test(t, each_part_tells_entries_apart, 0,
			    sizeof(changes) / sizeof(*changes));
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(entry_key_suite);
