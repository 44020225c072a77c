/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_counters.c - counters of two sides: which are the same
 * quantity, and in what ratio.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/status.h"
#include "counted_sets.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* --- counters --------------------------------------------------------------- */

START_TEST(counts_per_op_have_a_ratio_with_an_interval)
{
	struct compare c = both(usual(), counted(RUNS, 10500, 12000, 4100));
	const struct compare_counter *k = counter(&c, "instructions");

	ck_assert_uint_eq(k->n_a, RUNS);
	near(k->a, 10025);
	near(k->b, 10526.25);
	near(k->t.ratio, 1.05);
	ck_assert(k->t.lo < k->t.ratio && k->t.ratio < k->t.hi &&
		  k->t.lo > 1.02);
	ck_assert(k->t.p < 0.01);
	ck_assert_str_eq(counter_word(&c, "instructions"), "more");
	ck_assert_str_eq(counter_word(&c, "cycles"), "same");
	near(counter(&c, "IPC")->t.ratio, 1.05);
	ck_assert_str_eq(counter_word(&c, "IPC"), "more");
	ck_assert_str_eq(set_word(&c, 0), "same");
	ck_assert_int_eq(compare_status(&c, true), EXIT_DONE);
	compare_free(&c);
}
END_TEST

START_TEST(what_only_one_side_has_is_left_out)
{
	struct compare c = both(usual(), set_one());

	ck_assert_uint_eq(c.rows[0].nr_counters, 0);
	ck_assert_uint_eq(c.rows[0].parts.nr, 0);
	compare_free(&c);
}
END_TEST

START_TEST(three_counted_runs_have_a_ratio_and_no_interval)
{
	struct compare c = both(usual(), counted(3, 10000, 12000, 4000));
	const struct compare_counter *k = counter(&c, "cycles");

	ck_assert_int_eq(k->state, COMPARE_FEW);
	ck_assert_str_eq(counter_word(&c, "cycles"), "too few runs");
	ck_assert(k->t.ratio > 0.99 && k->t.ratio < 1.01);
	ck_assert(isnan(k->t.lo) && isnan(k->t.p));
	compare_free(&c);
}
END_TEST

START_TEST(counts_of_zero_have_no_ratio_but_a_verdict)
{
	struct session b = usual();
	struct compare c;

	for (size_t i = 0; i < RUNS; i++)
		b.entries[0].counted[i].counts[FAULTS].value = 3;
	c = both(usual(), b);
	ck_assert(isnan(counter(&c, "page-faults")->t.ratio));
	ck_assert_str_eq(counter_word(&c, "page-faults"), "more");
	compare_free(&c);
	c = both(usual(), usual());
	ck_assert_str_eq(counter_word(&c, "page-faults"), "same");
	compare_free(&c);
}
END_TEST

START_TEST(only_valid_runs_with_a_number_count)
{
	struct session b = usual();
	struct entry *e = &b.entries[0];
	struct compare c;

	e->counted[0].valid = false;
	e->counted[1].counts[CYCLES].value = NOT_MEASURED;
	c = both(usual(), b);
	ck_assert_uint_eq(counter(&c, "cycles")->n_b, RUNS - 2);
	ck_assert_uint_eq(counter(&c, "instructions")->n_b, RUNS - 1);
	ck_assert_uint_eq(counter(&c, "IPC")->n_b, RUNS - 2);
	compare_free(&c);
}
END_TEST

START_TEST(why_nothing_was_counted_is_kept)
{
	struct session b = usual();
	struct entry *e = &b.entries[0];
	struct compare c;

	for (size_t i = 0; i < RUNS; i++)
		e->counted[i].counts[CYCLES].value = NOT_MEASURED;
	set_text(&e->counters[CYCLES].reason, "no such counter here");
	c = both(usual(), b);
	ck_assert_str_eq(counter_word(&c, "cycles"), "not counted in B");
	ck_assert_str_eq(compare_counter_why(counter(&c, "cycles")),
			 "no such counter here");
	compare_free(&c);
}
END_TEST

/* --- which are the same quantity -------------------------------------------- */

static const struct quantity {
	int event;
	const char *field, *value;
	const char *word, *why;
} quantities[] = {
	/* Another encoding of the same thing. */
	{ CYCLES, "pmu", "zen4", "same", "" },
	{ INSTRUCTIONS, "pmu", "zen4", "same", "" },
	/* Another thing of the same name. */
	{ CYCLES, "kind", "reference cycles", "not the same",
	  "core cycles against reference cycles" },
	{ INSTRUCTIONS, "class", "micro-architectural", "not the same",
	  "isa against micro-architectural" },
	{ INSTRUCTIONS, "class", "nosuch", "not the same",
	  "isa against unknown" },
};

static void set_field(struct counter *k, const char *field, const char *value)
{
	set_text(!strcmp(field, "pmu")	? &k->pmu :
		 !strcmp(field, "kind") ? &k->kind :
					  &k->class,
		 value);
}

START_TEST(counts_are_compared_within_one_class)
{
	const struct quantity *q = &quantities[_i];
	const char *name = events[q->event].name;
	struct session b = usual();
	struct compare c;

	set_field(&b.entries[0].counters[q->event], q->field, q->value);
	c = both(usual(), b);
	ck_assert_str_eq(counter_word(&c, name), q->word);
	ck_assert_str_eq(compare_counter_why(counter(&c, name)), q->why);
	ck_assert_int_eq(isnan(counter(&c, name)->t.ratio), *q->why != '\0');
	compare_free(&c);
}
END_TEST

START_TEST(misses_are_compared_on_one_kind_of_cpu)
{
	for (int other = 0; other < 2; other++) {
		struct session a = usual(), b = usual();
		struct compare c;

		set_text(&a.entries[0].counters[FAULTS].class,
			 "micro-architectural");
		set_text(&b.entries[0].counters[FAULTS].class,
			 "micro-architectural");
		if (other)
			set_text(&b.entries[0].counters[FAULTS].pmu, "zen4");
		c = both(a, b);
		ck_assert_str_eq(counter_word(&c, "page-faults"),
				 other ? "not the same" : "same");
		compare_free(&c);
	}
}
END_TEST

START_TEST(counts_are_compared_within_one_scope)
{
	struct session b = usual();
	struct compare c;

	set_text(&b.entries[0].scope, "cpu");
	c = both(usual(), b);
	ck_assert_str_eq(counter_word(&c, "cycles"), "not the same");
	ck_assert_str_eq(compare_counter_why(counter(&c, "cycles")),
			 "scope pair against cpu");
	ck_assert_uint_eq(c.rows[0].parts.nr, 0);
	compare_free(&c);
}
END_TEST

/* Two files of one machine make one side. */
START_TEST(files_of_one_group_are_compared_within_one_scope)
{
	struct compare c = { 0 };

	for (int i = 0; i < 3; i++) {
		struct session s = usual();

		s.facts = calloc(1, sizeof(*s.facts));
		ck_assert_ptr_nonnull(s.facts);
		s.nr_facts = 1;
		set_text(&s.facts[0].name, "config_id");
		set_text(&s.facts[0].value, i ? "new" : "base");
		set_text(&s.id, i == 1 ? "one" : "two");
		if (i == 2)
			set_text(&s.entries[0].scope, "cpu");
		ck_assert_int_eq(compare_add(&c, &s, "f", COMPARE_BY_CONFIG),
				 0);
		session_free(&s);
	}
	set_judge(&c, 0.02);
	ck_assert_uint_eq(counter(&c, "cycles")->n_b, 2 * RUNS);
	ck_assert_str_eq(compare_counter_why(counter(&c, "cycles")),
			 "scope pair against mixed");
	compare_free(&c);
}
END_TEST

START_TEST(instructions_are_compared_on_one_instruction_set)
{
	static const char *const archs[] = { "x86_64", "aarch64" };
	struct session s[2] = { usual(), usual() };
	struct compare c;

	for (int i = 0; i < 2; i++) {
		s[i].facts = calloc(1, sizeof(*s[i].facts));
		ck_assert_ptr_nonnull(s[i].facts);
		s[i].nr_facts = 1;
		set_text(&s[i].facts[0].name, "arch");
		set_text(&s[i].facts[0].value, archs[i]);
	}
	c = both(s[0], s[1]);
	ck_assert_str_eq(counter_word(&c, "instructions"), "not the same");
	ck_assert_str_eq(counter_word(&c, "IPC"), "not the same");
	ck_assert_str_eq(counter_word(&c, "cycles"), "same");
	compare_free(&c);
}
END_TEST

static Suite *counters_suite(void)
{
	Suite *s = suite_create("compare_counters");
	TCase *t = tcase_create("counters");

	tcase_add_test(t, counts_per_op_have_a_ratio_with_an_interval);
	tcase_add_test(t, what_only_one_side_has_is_left_out);
	tcase_add_test(t, three_counted_runs_have_a_ratio_and_no_interval);
	tcase_add_test(t, counts_of_zero_have_no_ratio_but_a_verdict);
	tcase_add_test(t, only_valid_runs_with_a_number_count);
	tcase_add_test(t, why_nothing_was_counted_is_kept);
	tcase_add_loop_test(t, counts_are_compared_within_one_class, 0,
			    COUNT(quantities));
	tcase_add_test(t, misses_are_compared_on_one_kind_of_cpu);
	tcase_add_test(t, counts_are_compared_within_one_scope);
	tcase_add_test(t, files_of_one_group_are_compared_within_one_scope);
	tcase_add_test(t, instructions_are_compared_on_one_instruction_set);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(counters_suite);
