/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_counters.c - counters of two sides: which are the same
 * quantity, in what ratio, and what time is made of.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/status.h"
#include "compare/text.h"
#include "compare/types.h"
#include "counted_sets.h"
#include "tests.h"
#include "util/grid.h"

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

/* --- what the time of an op is made of --------------------------------------- */

static double log_ratio(double a, double b)
{
	return log(b / a);
}

/* The logarithms of the factors add up to that of the time. */
static void adds_up(const struct compare_parts *p)
{
	double sum = 0;

	for (size_t i = 0; i < p->nr; i++)
		sum += log_ratio(p->factors[i].a, p->factors[i].b);
	ck_assert_double_eq_tol(sum, log_ratio(p->a, p->b), 1e-14);
}

START_TEST(time_is_instructions_by_cycles_by_clock)
{
	struct compare c = both(usual(), counted(RUNS, 10300, 14832, 5493.33));
	const struct compare_parts *p = &c.rows[0].parts;

	ck_assert_uint_eq(p->nr, 3);
	adds_up(p);
	near(p->b / p->a, 1.37333);
	ck_assert_str_eq(p->factors[0].name, "instructions/op");
	near(p->factors[0].b / p->factors[0].a, 1.03);
	ck_assert_str_eq(p->factors[1].name, "cycles/instruction");
	near(p->factors[1].b / p->factors[1].a, 1.2);
	ck_assert_str_eq(p->factors[2].name, "ns/cycle");
	near(p->factors[2].b / p->factors[2].a, 1.11111);
	ck_assert_ptr_null(p->missing);
	compare_free(&c);
}
END_TEST

/* "+31.72" of the line with that in it, in hundredths. */
static long printed(const char *text, const char *in)
{
	const char *at = strstr(text, in), *end, *sign;
	double value;

	ck_assert_msg(at != NULL, "no %s in:\n%s", in, text);
	end = strchr(at, '\n');
	for (sign = end; *sign != '+' && *sign != '-'; sign--)
		ck_assert(sign > at);
	ck_assert_int_eq(sscanf(sign, "%lf", &value), 1);
	return lround(100 * value);
}

START_TEST(what_is_printed_adds_up_to_the_last_digit)
{
	double r = 1 + 0.001 * _i;
	struct compare c =
		both(usual(), counted(RUNS, 10000 * r * r, 12000 * r * sqrt(r),
				      4000 / r));
	const struct compare_rule rule = { .threshold = 0.02 };
	const struct compare_view v = {
		.c = &c, .rule = &rule, .counters = true, .verbose = true
	};
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(compare_text(f, &v), 0);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(printed(text, "= instructions/op") +
				 printed(text, "* cycles/instruction") +
				 printed(text, "* ns/cycle"),
			 printed(text, "time when counted"));
	free(text);
	compare_free(&c);
}
END_TEST

/* Takes an event out of the runs of a session from @from on. */
static void uncount(struct session *s, int event, size_t from)
{
	for (size_t i = from; i < s->entries[0].nr_counted; i++)
		s->entries[0].counted[i].counts[event].value = NOT_MEASURED;
}

START_TEST(what_is_not_counted_is_said_and_the_rest_adds_up)
{
	static const struct {
		int event;
		const char *first, *last, *missing, *note;
	} rows[] = {
		{ INSTRUCTIONS, "cycles/op", "ns/cycle", "instructions",
		  "instructions not counted in B" },
		{ CYCLES, "instructions/op", "ns/instruction", "cycles",
		  "cycles not counted in B" },
	};
	struct session b = counted(RUNS, 10300, 14832, 5493.33);
	const struct compare_parts *p;
	struct compare c;

	uncount(&b, rows[_i].event, 0);
	c = both(usual(), b);
	p = &c.rows[0].parts;
	ck_assert_uint_eq(p->nr, 2);
	adds_up(p);
	ck_assert_str_eq(p->factors[0].name, rows[_i].first);
	ck_assert_str_eq(p->factors[1].name, rows[_i].last);
	ck_assert_str_eq(p->missing, rows[_i].missing);
	ck_assert(set_has_note(&c.rows[0], "W-PARTS", rows[_i].note));
	compare_free(&c);
}
END_TEST

START_TEST(events_that_take_turns_are_not_put_together)
{
	struct session b = usual();
	struct compare c;

	/* Instructions in the first three runs, cycles in the others. */
	uncount(&b, INSTRUCTIONS, 3);
	for (size_t i = 0; i < 3; i++)
		b.entries[0].counted[i].counts[CYCLES].value = NOT_MEASURED;
	c = both(usual(), b);
	ck_assert_uint_eq(c.rows[0].parts.nr, 2);
	ck_assert_uint_eq(c.rows[0].parts.n_b, 3);
	adds_up(&c.rows[0].parts);
	ck_assert(set_has_note(&c.rows[0], "W-PARTS",
			       "instructions and cycles not counted together "
			       "in B"));
	compare_free(&c);
}
END_TEST

START_TEST(without_cycles_and_instructions_there_are_no_parts)
{
	struct session a = usual(), b = usual();
	struct compare c;

	uncount(&b, CYCLES, 0);
	uncount(&b, INSTRUCTIONS, 0);
	c = both(usual(), b);
	ck_assert_uint_eq(c.rows[0].parts.nr, 0);
	ck_assert_str_eq(c.rows[0].parts.missing, "instructions and cycles");
	compare_free(&c);
	b = usual();
	for (int event = CYCLES; event <= INSTRUCTIONS; event++) {
		uncount(&a, event, 0);
		uncount(&b, event, 0);
	}
	c = both(a, b);
	ck_assert_uint_eq(c.rows[0].parts.nr, 0);
	ck_assert_ptr_null(c.rows[0].parts.missing);
	compare_free(&c);
}
END_TEST

START_TEST(user_mode_and_kernel_make_the_whole)
{
	static const char *const names[] = { "cycles:u", "cycles:k",
					     "instructions:u",
					     "instructions:k" };
	struct session s[2] = { set_one(), set_one() };
	struct compare c;

	for (int side = 0; side < 2; side++) {
		struct counter k[COUNT(names)] = { 0 };

		for (size_t i = 0; i < COUNT(names); i++) {
			k[i].name = (char *)names[i];
			k[i].metric =
				(char *)(i < 2 ? "cycles" : "instructions");
			k[i].class = (char *)(i < 2 ? "time" : "isa");
		}
		entry_counters(&s[side].entries[0], k, COUNT(names));
		for (int i = 0; i < RUNS; i++)
			entry_counted(&s[side].entries[0],
				      (int64_t[]){ 1000000, 5000000,
						   side ? 2000000 : 1000000,
						   4000000 });
	}
	c = both(s[0], s[1]);
	ck_assert_uint_eq(c.rows[0].parts.nr, 3);
	near(c.rows[0].parts.factors[0].a, 5000);
	near(c.rows[0].parts.factors[0].b, 6000);
	near(c.rows[0].parts.factors[1].a, 1.2);
	near(counter(&c, "IPC:u")->t.ratio, 2);
	near(counter(&c, "IPC:k")->t.ratio, 1);
	compare_free(&c);
}
END_TEST

START_TEST(swapped_operands_mirror_the_counters)
{
	struct compare c = both(usual(), counted(RUNS, 10300, 14832, 5493.33));
	struct compare d = both(counted(RUNS, 10300, 14832, 5493.33), usual());
	const struct compare_parts *p = &c.rows[0].parts, *q = &d.rows[0].parts;

	ck_assert_uint_eq(c.rows[0].nr_counters, d.rows[0].nr_counters);
	near(counter(&c, "cycles")->t.ratio * counter(&d, "cycles")->t.ratio,
	     1);
	near(counter(&c, "cycles")->t.lo * counter(&d, "cycles")->t.hi, 1);
	ck_assert_str_eq(counter_word(&c, "cycles"), "more");
	ck_assert_str_eq(counter_word(&d, "cycles"), "fewer");
	for (size_t i = 0; i < p->nr; i++) {
		ck_assert_double_eq(p->factors[i].a, q->factors[i].b);
		ck_assert_double_eq(p->factors[i].b, q->factors[i].a);
	}
	compare_free(&c);
	compare_free(&d);
}
END_TEST

static Suite *counters_suite(void)
{
	Suite *s = suite_create("compare_counters");
	TCase *t = tcase_create("counters"), *parts = tcase_create("parts");

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
	tcase_add_test(parts, time_is_instructions_by_cycles_by_clock);
	tcase_add_loop_test(parts, what_is_printed_adds_up_to_the_last_digit, 1,
			    25);
	tcase_add_loop_test(
		parts, what_is_not_counted_is_said_and_the_rest_adds_up, 0, 2);
	tcase_add_test(parts, events_that_take_turns_are_not_put_together);
	tcase_add_test(parts,
		       without_cycles_and_instructions_there_are_no_parts);
	tcase_add_test(parts, user_mode_and_kernel_make_the_whole);
	tcase_add_test(parts, swapped_operands_mirror_the_counters);
	suite_add_tcase(s, parts);
	return s;
}
TEST_SUITE(counters_suite);
