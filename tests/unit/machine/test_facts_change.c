/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_facts_change.c - a machine that changed during the runs is told
 * from one that did not.
 */
#include <stdlib.h>
#include <string.h>

#include "machine/facts.h"
#include "tests.h"

static void begin(struct session *s)
{
	memset(s, 0, sizeof(*s));
	ck_assert_ptr_nonnull(session_add_entry(s));
	ck_assert_ptr_nonnull(session_add_entry(s));
	ck_assert_int_eq(facts_collect(s), 0);
}

START_TEST(an_unchanged_machine_gives_no_note)
{
	struct session s;

	begin(&s);
	ck_assert_int_eq(config_compare(&s), 0);
	ck_assert_uint_eq(s.entries[0].notes.nr, 0);
	session_free(&s);
}
END_TEST

START_TEST(a_changed_fact_is_noted_with_both_values)
{
	struct session s;

	begin(&s);
	for (size_t i = 0; i < s.nr_facts; i++)
		if (!strcmp(s.facts[i].name, "kernel")) {
			free(s.facts[i].value);
			s.facts[i].value = strdup("1.2.3-before");
		}
	ck_assert_int_eq(config_compare(&s), 0);
	for (size_t e = 0; e < 2; e++) {
		ck_assert_uint_eq(s.entries[e].notes.nr, 1);
		ck_assert_str_eq(s.entries[e].notes.v[0].id, "W-CONFIG");
		ck_assert_ptr_nonnull(strstr(s.entries[e].notes.v[0].text,
					     "kernel was 1.2.3-before"));
	}
	session_free(&s);
}
END_TEST

START_TEST(without_facts_nothing_is_read)
{
	struct session s = { 0 };

	ck_assert_ptr_nonnull(session_add_entry(&s));
	ck_assert_int_eq(config_compare(&s), 0);
	ck_assert_uint_eq(s.entries[0].notes.nr, 0);
	session_free(&s);
}
END_TEST

static Suite *config_change_suite(void)
{
	Suite *s = suite_create("config_change");
	TCase *t = tcase_create("config_change");

	tcase_add_test(t, an_unchanged_machine_gives_no_note);
	tcase_add_test(t, a_changed_fact_is_noted_with_both_values);
	tcase_add_test(t, without_facts_nothing_is_read);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(config_change_suite);
