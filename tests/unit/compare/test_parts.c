/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_parts.c - what the time of an op is made of, on two sides.
 */
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/text.h"
#include "compare/types.h"
#include "counted_sets.h"
#include "tests.h"
#include "util/grid.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

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

static Suite *parts_suite(void)
{
	Suite *s = suite_create("compare_parts");
	TCase *t = tcase_create("parts");

	tcase_add_test(t, time_is_instructions_by_cycles_by_clock);
	tcase_add_loop_test(t, what_is_printed_adds_up_to_the_last_digit, 1,
			    25);
	tcase_add_loop_test(t, what_is_not_counted_is_said_and_the_rest_adds_up,
			    0, 2);
	tcase_add_test(t, events_that_take_turns_are_not_put_together);
	tcase_add_test(t, without_cycles_and_instructions_there_are_no_parts);
	tcase_add_test(t, user_mode_and_kernel_make_the_whole);
	tcase_add_test(t, swapped_operands_mirror_the_counters);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(parts_suite);
