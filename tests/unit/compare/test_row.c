/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_row.c - what is missing, which files are one group,
 * what all rows together say, what is the same work, and what is compared with
 * what.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/group.h"
#include "compare/row.h"
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

static Suite *row_suite(void)
{
	Suite *s = suite_create("compare_row");
	TCase *missing = tcase_create("missing"), *all = tcase_create("all");
	TCase *group = tcase_create("group");
	TCase *work = tcase_create("work"), *key = tcase_create("key");

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
TEST_SUITE(row_suite);
