/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_work.c - what is the same work, and what is compared with
 * what.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/row.h"
#include "compare/status.h"
#include "compare_sets.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* --- what is the same work -------------------------------------------------- */

static void other_op(struct entry *e)
{
	set_text(&e->op, "message");
}

static void other_tasks(struct entry *e)
{
	e->nr_tasks = 3;
}

static void other_bytes(struct entry *e)
{
	e->bytes_per_op = 100;
}

static void recorded(struct entry *e)
{
	e->records = true;
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].records_ns = 1000 + (double)i;
}

static void fewer_switches(struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].figures.nvcsw = e->runs[i].figures.nvcsw * 98 / 100;
}

static const struct difference {
	void (*make)(struct entry *e);
	const char *says;
} differences[] = {
	{ other_op, "an op is 'round trip' in A, 'message' in B" },
	{ other_tasks, "2 tasks in A, 3 in B" },
	{ other_bytes, "0 bytes per op in A, 100 in B" },
	{ recorded, "recorded values in B, time per op in A" },
	{ fewer_switches, "2.000 switches/op in A, 1.960 in B" },
};

static struct compare different(const struct difference *d, bool force)
{
	const struct compare_rule rule = { .threshold = 0.02, .force = force };
	struct compare c = { 0 };
	struct session s = set_one();

	d->make(&s.entries[0]);
	set_add(&c, set_one());
	set_add(&c, s);
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_uint_eq(c.nr_rows, 1);
	return c;
}

START_TEST(other_work_has_no_verdict)
{
	const struct difference *d = &differences[_i];
	struct compare c = different(d, false);

	ck_assert_int_eq(c.rows[0].state, COMPARE_OTHER_WORK);
	ck_assert_str_eq(set_word(&c, 0), "not the same work");
	ck_assert(set_has_note(&c.rows[0], "W-WORK", d->says));
	ck_assert(isnan(c.rows[0].t.ratio) && isnan(c.rows[0].t.p));
	ck_assert_uint_eq(c.nr_tests, 0);
	ck_assert_uint_eq(c.means[1].nr_rows, 0);
	ck_assert_int_eq(compare_status(&c, false), EXIT_NOT_COMPARABLE);
	compare_free(&c);
}
END_TEST

START_TEST(other_work_is_judged_by_force_and_says_so)
{
	const struct difference *d = &differences[_i];
	struct compare c = different(d, true);

	ck_assert_int_eq(c.rows[0].state, COMPARE_JUDGED);
	ck_assert(set_has_note(&c.rows[0], "W-WORK", d->says));
	ck_assert(c.rows[0].t.ratio > 0.9);
	compare_free(&c);
}
END_TEST

static void one_per_cent_of_one(struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].figures.nivcsw = SET_OPS / 100;
}

/* Preemption adds switches, another number in each run. */
static void as_many_as_there_happen(struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].figures.nivcsw = (int64_t)(i * SET_OPS / 10);
}

static void not_counted(struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].figures.nvcsw = NOT_MEASURED;
}

static void other_number_of_ops(struct entry *e)
{
	e->ops = 5;
	for (size_t i = 0; i < e->nr_runs; i++) {
		e->runs[i].ops *= 3;
		e->runs[i].elapsed_ns *= 3;
		e->runs[i].figures.nvcsw *= 3;
	}
}

static void (*const alike[])(struct entry *e) = {
	one_per_cent_of_one,
	as_many_as_there_happen,
	not_counted,
	other_number_of_ops,
};

START_TEST(the_same_work_is_compared)
{
	const struct difference d = { alike[_i], NULL };
	struct compare c = different(&d, false);

	ck_assert_int_eq(c.rows[0].state, COMPARE_JUDGED);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

/* --- keys ------------------------------------------------------------------- */

static void other_relation(struct entry *e)
{
	set_text(&e->relation, "llc");
}

static void other_policy(struct entry *e)
{
	set_text(&e->policy, "fifo:1");
}

static void other_calls(struct entry *e)
{
	set_text(&e->calls, "inline");
}

static void other_groups(struct entry *e)
{
	e->nr_groups = 2;
}

static void threads(struct entry *e)
{
	e->threads = true;
}

static void with_param(struct entry *e)
{
	e->params = calloc(1, sizeof(*e->params));
	e->params[0].name = strdup("msg");
	e->params[0].value = strdup("4");
	e->nr_params = 1;
}

static const struct variation {
	void (*make)(struct entry *e);
	const char *label;
} variations[] = {
	{ other_relation, "sched/pipe cpus=llc" },
	{ other_policy, "sched/pipe sched=fifo:1" },
	{ other_calls, "sched/pipe calls=inline" },
	{ other_groups, "sched/pipe groups=2" },
	{ threads, "sched/pipe tasks=threads" },
	{ with_param, "sched/pipe msg=4" },
};

START_TEST(another_configuration_is_another_row)
{
	struct session s = set_one();
	struct compare c = { 0 };

	variations[_i].make(&s.entries[0]);
	set_add(&c, set_one());
	set_add(&c, s);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 2);
	ck_assert_str_eq(set_word(&c, 0), "only in A");
	ck_assert_str_eq(set_word(&c, 1), "only in B");
	ck_assert_str_eq(c.keys[c.rows[1].key].label, variations[_i].label);
	ck_assert_int_eq(compare_status(&c, false), EXIT_NOT_COMPARABLE);
	compare_free(&c);
}
END_TEST

/* The same benchmark on CPU 1, 2 and 3. */
static struct session sweep(void)
{
	struct session s = session_plain(6);

	for (int cpu = 1; cpu <= 3; cpu++) {
		struct entry *e =
			set_entry(&s, "sched/pipe", set_base, SET_RUNS);

		e->cpus[0] = e->cpus[1] = cpu;
	}
	return s;
}

START_TEST(a_sweep_over_cpus_has_a_row_for_each)
{
	struct compare c = { 0 };

	set_add(&c, sweep());
	set_add(&c, sweep());
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 3);
	ck_assert_str_eq(c.keys[c.rows[1].key].label, "sched/pipe list=2,2");
	ck_assert_uint_eq(c.rows[1].a.n, SET_RUNS);
	ck_assert_int_eq(c.rows[1].verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

/* One CPU on one side, three on the other: the row that both have is compared. */
START_TEST(a_key_does_not_depend_on_what_else_is_in_the_session)
{
	struct session one = set_one();
	struct compare c = { 0 };

	one.entries[0].cpus[0] = one.entries[0].cpus[1] = 2;
	set_add(&c, sweep());
	set_add(&c, one);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 3);
	ck_assert_str_eq(set_word(&c, 0), "only in A");
	ck_assert_int_eq(c.rows[1].verdict, VERDICT_SAME);
	ck_assert_str_eq(set_word(&c, 2), "only in A");
	compare_free(&c);
}
END_TEST

/* The relation is the same; which CPUs they are is said. */
START_TEST(other_cpus_in_the_same_relation_are_compared_and_named)
{
	struct session a = set_one(), b = set_one();
	struct compare c = { 0 };

	set_text(&a.entries[0].relation, "llc");
	set_text(&b.entries[0].relation, "llc");
	a.entries[0].cpus[0] = 0;
	b.entries[0].cpus[0] = 4;
	b.entries[0].cpus[1] = 9;
	set_add(&c, a);
	set_add(&c, b);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 1);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	ck_assert(set_has_note(&c.rows[0], "N-CPUS",
			       "on CPUs 0,1 in A, 4,9 in B"));
	compare_free(&c);
}
END_TEST

START_TEST(the_same_entry_twice_is_more_runs)
{
	struct session s = session_plain(6);
	struct compare c = { 0 };

	set_entry(&s, "sched/pipe", set_base, SET_RUNS);
	set_entry(&s, "sched/pipe", set_base, SET_RUNS);
	set_add(&c, s);
	s = session_plain(6);
	set_entry(&s, "sched/pipe", set_base, SET_RUNS);
	set_entry(&s, "sched/pipe", set_base, SET_RUNS);
	set_add(&c, s);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 1);
	ck_assert_uint_eq(c.rows[0].a.n, 2 * SET_RUNS);
	compare_free(&c);
}
END_TEST

/* Ten runs whose slices are quiet but for one in ten, which takes @loud. */
static struct session sliced(double quiet, double loud)
{
	struct session s = session_plain(10);
	struct entry *e = set_spread(&s, "sched/pipe", quiet, 0.3);

	for (size_t i = 0; i < e->nr_runs; i++) {
		struct sample *r = &e->runs[i];

		r->slice_ops = 100;
		r->nr_slices = 200;
		r->slice_ns = calloc(r->nr_slices, sizeof(*r->slice_ns));
		ck_assert_ptr_nonnull(r->slice_ns);
		for (size_t k = 0; k < r->nr_slices; k++)
			r->slice_ns[k] =
				(uint64_t)(100 * (k % 10 ? quiet : loud)) + i;
	}
	return s;
}

/* The runs are alike, and so is their time: what is quiet differs. */
START_TEST(the_quiet_value_is_compared_too)
{
	const struct compare_rule rule = { .threshold = 0.02 };
	struct compare c = { .metric = COMPARE_QUIET };
	const struct compare_counter *k;

	set_add(&c, sliced(1000, 3000));
	set_add(&c, sliced(1080, 2000));
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(fabs(c.rows[0].t.ratio - 1.08) < 1e-3);
	compare_free(&c);
	set_add(&c, sliced(1000, 3000));
	set_add(&c, sliced(1080, 2000));
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	k = compare_row_counter(&c.rows[0], "quiet");
	ck_assert_ptr_nonnull(k);
	ck_assert_int_eq(k->verdict, VERDICT_SLOWER);
	ck_assert(!k->gated);
	compare_free(&c);
}
END_TEST

START_TEST(a_gate_can_name_the_quiet_value)
{
	struct compare_gate gate;
	const struct compare_rule rule = { .threshold = 0.02,
					   .gates = &gate,
					   .nr_gates = 1 };
	struct compare c = { 0 };
	char why[256] = "";

	ck_assert_int_eq(compare_gate_parse("sched/pipe:quiet:5", &gate, why,
					    sizeof(why)),
			 0);
	set_add(&c, sliced(1000, 3000));
	set_add(&c, sliced(1080, 2000));
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_int_eq(compare_status(&c, false), EXIT_REGRESSION);
	compare_free(&c);
	set_add(&c, sliced(1000, 3000));
	set_add(&c, sliced(1002, 5000));
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_int_eq(compare_status(&c, false), EXIT_DONE);
	compare_free(&c);
	compare_gate_free(&gate);
}
END_TEST

static Suite *work_suite(void)
{
	Suite *s = suite_create("compare_work");
	TCase *work = tcase_create("work"), *key = tcase_create("key");

	tcase_add_loop_test(work, other_work_has_no_verdict, 0,
			    COUNT(differences));
	tcase_add_loop_test(work, other_work_is_judged_by_force_and_says_so, 0,
			    COUNT(differences));
	tcase_add_loop_test(work, the_same_work_is_compared, 0, COUNT(alike));
	suite_add_tcase(s, work);
	tcase_add_loop_test(key, another_configuration_is_another_row, 0,
			    COUNT(variations));
	tcase_add_test(key, the_quiet_value_is_compared_too);
	tcase_add_test(key, a_gate_can_name_the_quiet_value);
	tcase_add_test(key, a_sweep_over_cpus_has_a_row_for_each);
	tcase_add_test(key,
		       a_key_does_not_depend_on_what_else_is_in_the_session);
	tcase_add_test(key,
		       other_cpus_in_the_same_relation_are_compared_and_named);
	tcase_add_test(key, the_same_entry_twice_is_more_runs);
	suite_add_tcase(s, key);
	return s;
}
TEST_SUITE(work_suite);
