/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_rows.c - what is missing, which files are one group, and
 * what all rows together say.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/group.h"
#include "compare/status.h"
#include "compare_sets.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const double more[] = { 1100, 1102, 1101, 1099, 1103, 1098 };

static void set_facts(struct session *s, const char *machine,
		      const char *config, const char *kernel)
{
	const char *values[] = { machine, config, kernel };
	static const char *const names[] = { "machine_id", "config_id",
					     "kernel" };

	s->facts = calloc(COUNT(names), sizeof(*s->facts));
	ck_assert_ptr_nonnull(s->facts);
	s->nr_facts = COUNT(names);
	for (size_t i = 0; i < COUNT(names); i++) {
		s->facts[i].name = strdup(names[i]);
		s->facts[i].value = strdup(values[i]);
	}
}

/* --- what is missing -------------------------------------------------------- */

START_TEST(what_has_no_numbers_is_listed_with_the_reason)
{
	static const struct {
		int status;
		const char *word;
	} rows[] = { { ENTRY_FAILED, "failed in B" },
		     { ENTRY_SKIPPED, "skipped in B" },
		     { ENTRY_INVALID, "no valid run in B" } };
	struct session s = set_one();
	struct compare c = { 0 };
	struct entry *e = &s.entries[0];

	e->status = rows[_i].status;
	set_text(&e->reason, "why it is so");
	for (size_t i = 0; i < e->nr_runs; i++)
		e->runs[i].valid = false;
	set_add(&c, set_one());
	set_add(&c, s);
	set_judge(&c, 0.02);
	ck_assert_int_eq(c.rows[0].state, COMPARE_NO_NUMBERS);
	ck_assert_str_eq(set_word(&c, 0), rows[_i].word);
	ck_assert(set_has_note(&c.rows[0], "W-REASON", "B: why it is so"));
	ck_assert(set_has_note(&c.rows[0], "W-INVALID", "6 of 6 runs of B"));
	ck_assert_int_eq(compare_status(&c, false), EXIT_NOT_COMPARABLE);
	compare_free(&c);
}
END_TEST

START_TEST(only_valid_runs_with_a_time_count)
{
	struct session s = set_one();
	struct compare c = { 0 };

	s.entries[0].runs[1].valid = false;
	s.entries[0].runs[1].elapsed_ns = 1;
	s.entries[0].runs[4].elapsed_ns = 0;
	set_add(&c, set_one());
	set_add(&c, s);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.rows[0].b.n, SET_RUNS - 2);
	ck_assert(set_has_note(&c.rows[0], "W-INVALID", "2 of 6 runs of B"));
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

START_TEST(a_missing_benchmark_matters_only_to_the_strict)
{
	struct session s = set_one();
	struct compare c = { 0 };

	set_entry(&s, "sched/yield", set_base, SET_RUNS);
	set_add(&c, s);
	set_add(&c, set_one());
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 2);
	ck_assert_str_eq(set_word(&c, 1), "only in A");
	ck_assert_uint_eq(c.means[1].nr_rows, 1);
	ck_assert_uint_eq(c.means[1].nr_keys, 2);
	ck_assert_int_eq(compare_status(&c, false), EXIT_DONE);
	ck_assert_int_eq(compare_status(&c, true), EXIT_INCONCLUSIVE);
	compare_free(&c);
}
END_TEST

/* --- all rows together ------------------------------------------------------ */

/* Ten benchmarks; the first @slower of them take a tenth longer. */
static struct session ten(size_t slower)
{
	struct session s = session_plain(6);

	for (size_t i = 0; i < 10; i++) {
		char name[16];

		snprintf(name, sizeof(name), "ten/b%zu", i);
		set_entry(&s, name, i < slower ? more : set_base, SET_RUNS);
	}
	return s;
}

START_TEST(a_regression_stands_the_correction_for_many_tests)
{
	struct compare c = { 0 };

	set_add(&c, ten(0));
	set_add(&c, ten(1));
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_tests, 10);
	ck_assert(fabs(c.rows[0].t.p - 2.0 / 924) < 1e-12);
	ck_assert(fabs(c.rows[0].p_adjusted - 20.0 / 924) < 1e-12);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(c.rows[0].gate);
	ck_assert_int_eq(compare_status(&c, false), EXIT_REGRESSION);
	compare_free(&c);
}
END_TEST

START_TEST(too_few_runs_for_so_many_tests_are_no_regression)
{
	struct session s = ten(1), t = ten(0);
	struct compare c = { 0 };

	s.entries[0].nr_runs = 4;
	t.entries[0].nr_runs = 4;
	set_add(&c, t);
	set_add(&c, s);
	set_judge(&c, 0.02);
	ck_assert(c.rows[0].t.p < COMPARE_ALPHA);
	ck_assert(c.rows[0].p_adjusted > COMPARE_ALPHA);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER_SMALL);
	ck_assert(!c.rows[0].gate);
	ck_assert(set_has_note(&c.rows[0], "W-HOLM", "among 10 tests"));
	ck_assert_int_eq(compare_status(&c, false), EXIT_DONE);
	compare_free(&c);
}
END_TEST

START_TEST(the_mean_of_the_ratios_is_geometric)
{
	struct compare c = { 0 };

	set_add(&c, ten(0));
	set_add(&c, ten(5));
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.means[1].nr_rows, 10);
	ck_assert(fabs(c.means[1].ratio - sqrt(1.1)) < 1e-4);
	ck_assert(c.means[1].lo < c.means[1].ratio);
	ck_assert(c.means[1].hi > c.means[1].ratio);
	ck_assert(c.means[1].hi - c.means[1].lo < 0.003);
	compare_free(&c);
}
END_TEST

START_TEST(a_mean_moved_by_a_single_run_is_noted)
{
	double plain[4 * SET_RUNS], tail[4 * SET_RUNS];
	struct compare c = { 0 };

	for (size_t i = 0; i < COUNT(plain); i++)
		plain[i] = tail[i] = set_base[i % SET_RUNS];
	tail[3] *= 4;
	set_add(&c, set_session(plain, COUNT(plain)));
	set_add(&c, set_session(tail, COUNT(tail)));
	set_add(&c, set_session(more, SET_RUNS));
	set_judge(&c, 0.02);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	ck_assert(set_has_note(&c.rows[0], "W-TAIL", "differ by +12.5 %"));
	ck_assert_int_eq(c.rows[1].verdict, VERDICT_SLOWER);
	ck_assert(!set_has_note(&c.rows[1], "W-TAIL", ""));
	compare_free(&c);
}
END_TEST

START_TEST(a_noise_floor_above_the_threshold_takes_its_place)
{
	const struct compare_noise none = { .boots = NAN, .sessions = NAN };
	struct compare_floor floors[] = {
		{ .name = "ten/b0", .share = 0.15, .noise = none },
		{ .name = "ten/b1", .share = 0.001, .noise = none },
	};
	const struct compare_rule rule = { .threshold = 0.02,
					   .floors = { 2, floors } };
	struct compare c = { 0 };

	set_add(&c, ten(0));
	set_add(&c, ten(2));
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_double_eq(c.rows[0].threshold, 0.15);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER_SMALL);
	ck_assert_double_eq(c.rows[1].threshold, 0.02);
	ck_assert_int_eq(c.rows[1].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

/* --- groups ----------------------------------------------------------------- */

static void add_as(struct compare *c, const char *id, const char *machine,
		   const char *config, int by)
{
	struct session s = set_one();

	set_text(&s.id, id);
	set_facts(&s, machine, config, config);
	ck_assert_int_eq(compare_add(c, &s, id, by), 0);
	session_free(&s);
}

START_TEST(files_of_one_configuration_are_sessions_of_one_group)
{
	struct compare c = { 0 };

	add_as(&c, "1", "m", "c1", COMPARE_BY_CONFIG);
	add_as(&c, "2", "m", "c2", COMPARE_BY_CONFIG);
	add_as(&c, "3", "m", "c1", COMPARE_BY_CONFIG);
	add_as(&c, "4", "n", "c3", COMPARE_BY_CONFIG);
	add_as(&c, "5", "m", "c1", COMPARE_BY_CONFIG);
	add_as(&c, "3", "m", "c1", COMPARE_BY_CONFIG);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_groups, 3);
	ck_assert_uint_eq(c.groups[0].nr_files, 4);
	ck_assert_uint_eq(c.groups[0].nr_copies, 1);
	ck_assert_uint_eq(c.rows[0].a.nr_sessions, 3);
	ck_assert_uint_eq(c.rows[0].a.n, 3 * SET_RUNS);
	ck_assert_int_eq(compare_host(&c, &c.groups[1]), COMPARE_HOST_CONFIG);
	ck_assert_int_eq(compare_host(&c, &c.groups[2]), COMPARE_HOST_OTHER);
	ck_assert(compare_changed(&c, &c.groups[1], "kernel"));
	ck_assert(!compare_changed(&c, &c.groups[2], "machine_id"));
	compare_free(&c);
}
END_TEST

START_TEST(files_of_one_machine_are_one_group_if_so_wanted)
{
	struct compare c = { 0 };

	add_as(&c, "1", "m", "c1", COMPARE_BY_MACHINE);
	add_as(&c, "2", "m", "c2", COMPARE_BY_MACHINE);
	add_as(&c, "3", "n", "c1", COMPARE_BY_MACHINE);
	ck_assert_uint_eq(c.nr_groups, 2);
	compare_free(&c);
}
END_TEST

START_TEST(a_file_by_itself_is_joined_by_no_other)
{
	struct compare c = { 0 };

	add_as(&c, "1", "m", "c1", COMPARE_BY_FILE);
	add_as(&c, "1", "m", "c1", COMPARE_BY_CONFIG);
	add_as(&c, "2", "m", "c1", COMPARE_BY_CONFIG);
	ck_assert_uint_eq(c.nr_groups, 2);
	ck_assert_uint_eq(c.groups[1].nr_files, 2);
	ck_assert_int_eq(compare_host(&c, &c.groups[1]), COMPARE_HOST_SAME);
	compare_free(&c);
}
END_TEST

START_TEST(unknown_machines_are_groups_of_their_own)
{
	struct compare c = { 0 };

	for (int i = 0; i < 30; i++) {
		struct session s = set_one();

		ck_assert_int_eq(compare_add(&c, &s, "f", COMPARE_BY_CONFIG),
				 0);
		session_free(&s);
	}
	ck_assert_uint_eq(c.nr_groups, 30);
	ck_assert_int_eq(compare_host(&c, &c.groups[1]), COMPARE_HOST_UNKNOWN);
	ck_assert_str_eq(c.groups[25].label, "Z");
	ck_assert_str_eq(c.groups[26].label, "AA");
	ck_assert_str_eq(c.groups[27].label, "AB");
	compare_free(&c);
}
END_TEST

/* --- what is not known ------------------------------------------------------ */

static struct session set_policy(const char *policy)
{
	struct session s = set_one();

	free(s.entries[0].policy);
	s.entries[0].policy = policy ? strdup(policy) : NULL;
	return s;
}

START_TEST(what_is_not_known_is_compared_with_the_only_one_it_can_be)
{
	struct compare c = { 0 };

	set_add(&c, set_policy(NULL));
	set_add(&c, set_policy("batch"));
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 1);
	ck_assert_int_eq(c.rows[0].state, COMPARE_JUDGED);
	ck_assert(set_has_note(&c.rows[0], "N-UNKNOWN", "A: not known: sched"));
	compare_free(&c);
}
END_TEST

START_TEST(what_is_not_known_is_not_guessed)
{
	struct session both = set_policy("batch");
	struct compare c = { 0 };
	struct entry *e;

	e = set_entry(&both, "sched/pipe", set_base, SET_RUNS);
	set_text(&e->policy, "fifo:1");
	set_add(&c, set_policy(NULL));
	set_add(&c, both);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 3);
	ck_assert_int_eq(c.rows[0].state, COMPARE_ONLY_BASE);
	ck_assert_int_eq(c.rows[1].state, COMPARE_ONLY_NEW);
	ck_assert_int_eq(c.rows[2].state, COMPARE_ONLY_NEW);
	compare_free(&c);
}
END_TEST

START_TEST(what_is_known_differs_as_ever)
{
	struct session s = set_policy("batch");
	struct compare c = { 0 };

	s.entries[0].threads = !s.entries[0].threads;
	set_add(&c, set_policy(NULL));
	set_add(&c, s);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 2);
	compare_free(&c);
}
END_TEST

static Suite *rows_suite(void)
{
	Suite *s = suite_create("compare_rows");
	TCase *missing = tcase_create("missing"), *all = tcase_create("all");
	TCase *group = tcase_create("group");

	tcase_add_loop_test(
		missing, what_has_no_numbers_is_listed_with_the_reason, 0, 3);
	tcase_add_test(missing, only_valid_runs_with_a_time_count);
	tcase_add_test(missing, a_missing_benchmark_matters_only_to_the_strict);
	tcase_add_test(
		missing,
		what_is_not_known_is_compared_with_the_only_one_it_can_be);
	tcase_add_test(missing, what_is_not_known_is_not_guessed);
	tcase_add_test(missing, what_is_known_differs_as_ever);
	suite_add_tcase(s, missing);
	tcase_add_test(all, a_regression_stands_the_correction_for_many_tests);
	tcase_add_test(all, too_few_runs_for_so_many_tests_are_no_regression);
	tcase_add_test(all, the_mean_of_the_ratios_is_geometric);
	tcase_add_test(all, a_mean_moved_by_a_single_run_is_noted);
	tcase_add_test(all, a_noise_floor_above_the_threshold_takes_its_place);
	suite_add_tcase(s, all);
	tcase_add_test(group,
		       files_of_one_configuration_are_sessions_of_one_group);
	tcase_add_test(group, files_of_one_machine_are_one_group_if_so_wanted);
	tcase_add_test(group, a_file_by_itself_is_joined_by_no_other);
	tcase_add_test(group, unknown_machines_are_groups_of_their_own);
	suite_add_tcase(s, group);
	return s;
}
TEST_SUITE(rows_suite);
