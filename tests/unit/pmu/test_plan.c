/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_plan.c - groups that fit, and the groups of a run, with a
 * kernel made up for it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmu_fake.h"
#include "tests.h"

static struct pmu *p;
static struct pmu_events *ev;
static struct pmu_plan plan;
static const int cpus[] = { 0, 1 };

static void setup(void)
{
	pmu_fake_reset();
	ck_assert_int_eq(pmu_open(&p, &pmu_fake_sys, PMU_TREE("x86")), 0);
	ev = calloc(1, sizeof(*ev));
}

static void teardown(void)
{
	ck_assert_int_eq(pmu_fake.nr_open, 0);
	free(ev);
	pmu_close(p);
}

static void add(int where, uint32_t type)
{
	struct pmu_event *e = &ev->v[ev->nr];

	snprintf(e->name, sizeof(e->name), "event %zu", ev->nr);
	e->where = where;
	e->type = type;
	e->config = ev->nr++;
	e->cpu_pmu = where == PMU_CORE ? 0 : -1;
}

static void add_core(int nr)
{
	for (int i = 0; i < nr; i++)
		add(PMU_CORE, PERF_TYPE_RAW);
}

static void make_plan(enum pmu_scope scope)
{
	pmu_plan(p, scope, cpus, 2, ev, &plan);
	ck_assert_int_eq(pmu_fake.nr_open, 0);
}

/* How many events group @g has. */
static int size_of(int g)
{
	int n = 0;

	for (size_t i = 0; i < ev->nr; i++)
		n += plan.group[i] == g;
	return n;
}

START_TEST(what_fits_is_one_group_in_every_run)
{
	pmu_fake.most = 6;
	add_core(6);
	make_plan(PMU_PAIR);
	ck_assert_int_eq(plan.nr_groups, 1);
	ck_assert_int_eq(plan.nr_turns, 1);
	ck_assert_int_eq(plan.turn[0], -1);
	ck_assert_int_eq(size_of(0), 6);
}
END_TEST

START_TEST(more_events_than_counters_take_turns)
{
	pmu_fake.most = 4;
	add_core(9);
	make_plan(PMU_PAIR);
	ck_assert_int_eq(plan.nr_groups, 3);
	ck_assert_int_eq(plan.nr_turns, 3);
	for (int g = 0; g < 3; g++)
		ck_assert_int_eq(plan.turn[g], g);
	ck_assert_int_eq(size_of(0), 4);
	ck_assert_int_eq(size_of(1), 4);
	ck_assert_int_eq(size_of(2), 1);
}
END_TEST

START_TEST(a_group_that_opens_but_never_runs_is_made_smaller)
{
	pmu_fake.most = 4;
	pmu_fake.most_run = 3;
	add_core(6);
	make_plan(PMU_PAIR);
	ck_assert_int_eq(plan.nr_turns, 2);
	ck_assert_int_eq(size_of(0), 3);
	ck_assert_int_eq(size_of(1), 3);
}
END_TEST

START_TEST(a_pmu_that_is_never_free_gets_groups_of_one)
{
	pmu_fake.running_ns = 1;
	add_core(3);
	make_plan(PMU_CPU);
	ck_assert_int_eq(plan.nr_turns, 3);
	for (int g = 0; g < 3; g++)
		ck_assert_int_eq(size_of(g), 1);
}
END_TEST

START_TEST(other_pmus_have_groups_of_their_own_in_every_run)
{
	pmu_fake.most = 2;
	add(PMU_KERNEL, PERF_TYPE_SOFTWARE);
	add(PMU_DEVICE, 9);
	add_core(4);
	add(PMU_KERNEL, PERF_TYPE_TRACEPOINT);
	add(PMU_DEVICE, 11);
	add(PMU_DEVICE, 9);
	make_plan(PMU_PAIR);
	ck_assert_int_eq(plan.nr_turns, 2);
	ck_assert_int_eq(plan.nr_groups, 5);
	ck_assert_int_eq(plan.group[0], plan.group[6]);
	ck_assert_int_eq(plan.group[1], plan.group[8]);
	ck_assert_int_ne(plan.group[1], plan.group[7]);
	ck_assert_int_ne(plan.group[0], plan.group[1]);
	ck_assert_int_eq(plan.turn[plan.group[0]], -1);
	ck_assert_int_eq(plan.turn[plan.group[7]], -1);
	ck_assert_int_eq(plan.turn[plan.group[2]], 0);
	ck_assert_int_eq(plan.turn[plan.group[5]], 1);
}
END_TEST

/* The third event does not exist. */
static int no_third(const struct perf_event_attr *a, int cpu, int group_fd)
{
	(void)cpu;
	(void)group_fd;
	return a->type == PERF_TYPE_RAW && a->config == 2 ? ENOENT : 0;
}

START_TEST(one_bad_event_spoils_no_other)
{
	pmu_fake.verdict = no_third;
	add_core(5);
	make_plan(PMU_PAIR);
	ck_assert_int_eq(ev->v[2].status, PMU_NO_EVENT);
	ck_assert_int_eq(ev->v[2].err, ENOENT);
	ck_assert_int_eq(plan.group[2], -1);
	ck_assert_int_eq(size_of(0), 4);
}
END_TEST

START_TEST(nothing_to_count_is_a_plan_too)
{
	struct pmu_reading r[1];
	struct pmu_set *s;

	add_core(1);
	ev->v[0].status = PMU_NO_TABLE;
	make_plan(PMU_PAIR);
	ck_assert_int_eq(plan.nr_turns, 1);
	ck_assert_int_eq(pmu_fake.nr_opened, 0);
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, PMU_CPU, cpus, 2),
			 0);
	ck_assert_int_eq(pmu_set_enable(s), 0);
	pmu_set_read(s, r);
	ck_assert_int_eq(r[0].status, PMU_NO_TABLE);
	ck_assert_uint_eq(pmu_set_fds(s), 0);
	pmu_set_close(s);
}
END_TEST

/* Plans @nr events of a CPU and opens turn @turn. */
static struct pmu_set *open_turn(int nr, int turn, enum pmu_scope scope)
{
	struct pmu_set *s;

	add_core(nr);
	make_plan(scope);
	pmu_fake.nr_opened = pmu_fake.nr_enabled = 0;
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, turn, scope, cpus, 2),
			 0);
	return s;
}

START_TEST(a_pair_is_one_inherited_group_of_the_caller)
{
	struct pmu_set *s = open_turn(2, 0, PMU_PAIR);

	ck_assert_int_eq(pmu_fake.last_pid, 0);
	ck_assert_int_eq(pmu_fake.last_cpu, -1);
	ck_assert_int_ge(pmu_fake.last_group, 0);
	ck_assert_uint_eq(pmu_fake.last_flags, PERF_FLAG_FD_CLOEXEC);
	ck_assert_int_eq(pmu_fake.last.inherit, 1);
	ck_assert_int_eq(pmu_fake.last.disabled, 0);
	ck_assert_int_eq(pmu_fake.last.pinned, 0);
	ck_assert_uint_eq(pmu_set_fds(s), 2);
	pmu_set_close(s);
}
END_TEST

START_TEST(a_leader_waits_to_be_enabled)
{
	struct pmu_set *s = open_turn(1, 0, PMU_TASK);

	ck_assert_int_eq(pmu_fake.last.disabled, 1);
	ck_assert_int_eq(pmu_fake.last.inherit, 0);
	ck_assert_int_eq(pmu_fake.nr_enabled, 0);
	ck_assert_int_eq(pmu_set_enable(s), 0);
	ck_assert_int_eq(pmu_fake.nr_enabled, 1);
	pmu_set_close(s);
}
END_TEST

START_TEST(cpus_have_a_group_each_and_are_summed)
{
	struct pmu_set *s = open_turn(2, 0, PMU_CPU);
	struct pmu_reading r[2];

	ck_assert_int_eq(pmu_fake.last_pid, -1);
	ck_assert_int_eq(pmu_fake.last_cpu, 1);
	ck_assert_int_eq(pmu_fake.last.inherit, 0);
	ck_assert_uint_eq(pmu_set_fds(s), 4);
	ck_assert_int_eq(pmu_set_enable(s), 0);
	ck_assert_int_eq(pmu_fake.nr_enabled, 2);
	pmu_set_read(s, r);
	ck_assert_uint_eq(r[1].value, 2000);
	ck_assert_uint_eq(r[1].enabled_ns, 2000000);
	ck_assert_int_eq(r[1].status, PMU_OK);
	pmu_set_close(s);
}
END_TEST

START_TEST(a_run_opens_the_groups_of_its_turn_only)
{
	struct pmu_reading r[5];
	struct pmu_set *s;

	pmu_fake.most = 3;
	s = open_turn(5, 1, PMU_PAIR);
	ck_assert_int_eq(pmu_fake.nr_opened, 2);
	pmu_set_read(s, r);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(r[i].status, i < 3 ? PMU_OTHER_RUN : PMU_OK);
	pmu_set_close(s);
}
END_TEST

/* The first event of a group is gone when the run comes. */
static int no_first(const struct perf_event_attr *a, int cpu, int group_fd)
{
	(void)cpu;
	(void)group_fd;
	return a->config == 0 && a->type == PERF_TYPE_RAW ? EBUSY : 0;
}

START_TEST(a_leader_that_fails_is_replaced_by_the_next)
{
	struct pmu_reading r[3];
	struct pmu_set *s;

	add_core(3);
	make_plan(PMU_PAIR);
	pmu_fake.verdict = no_first;
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, PMU_PAIR, cpus, 2),
			 0);
	pmu_set_read(s, r);
	ck_assert_int_eq(r[0].status, PMU_BUSY);
	ck_assert_int_eq(r[0].err, EBUSY);
	ck_assert_int_eq(r[1].status, PMU_OK);
	ck_assert_int_eq(r[2].status, PMU_OK);
	ck_assert_uint_eq(r[2].value, 1000);
	pmu_set_close(s);
}
END_TEST

START_TEST(an_event_too_many_is_named)
{
	struct pmu_reading r[3];
	struct pmu_set *s;

	add_core(3);
	make_plan(PMU_PAIR);
	pmu_fake.most = 2;
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, PMU_PAIR, cpus, 2),
			 0);
	pmu_set_read(s, r);
	ck_assert_int_eq(r[1].status, PMU_OK);
	ck_assert_int_eq(r[2].status, PMU_GROUP_TOO_BIG);
	pmu_set_close(s);
}
END_TEST

START_TEST(an_event_that_fails_on_one_cpu_has_no_sum)
{
	struct pmu_reading r[1];
	struct pmu_set *s = open_turn(1, 0, PMU_CPU);

	pmu_fake.read_err = EIO;
	pmu_set_read(s, r);
	ck_assert_int_eq(r[0].status, PMU_ERROR);
	ck_assert_int_eq(r[0].err, EIO);
	pmu_set_close(s);
}
END_TEST

START_TEST(a_group_that_the_kernel_dropped_is_dead)
{
	struct pmu_reading r[2];
	struct pmu_set *s = open_turn(2, 0, PMU_PAIR);

	pmu_fake.read_short = 0;
	pmu_set_read(s, r);
	ck_assert_int_eq(r[0].status, PMU_DEAD);
	ck_assert_int_eq(r[1].status, PMU_DEAD);
	pmu_set_close(s);
}
END_TEST

START_TEST(a_short_read_is_an_error)
{
	struct pmu_reading r[2];
	struct pmu_set *s = open_turn(2, 0, PMU_PAIR);

	pmu_fake.read_short = 32;
	pmu_set_read(s, r);
	ck_assert_int_eq(r[1].status, PMU_ERROR);
	pmu_set_close(s);
}
END_TEST

START_TEST(a_window_of_part_of_the_time_is_no_number)
{
	struct pmu_reading a[1], b[1];
	struct pmu_set *s = open_turn(1, 0, PMU_PAIR);

	pmu_set_read(s, a);
	pmu_fake.enabled_ns += 1000;
	pmu_fake.running_ns += 430;
	pmu_fake.value += 7;
	pmu_set_read(s, b);
	pmu_delta(a, b, b, 1);
	pmu_judge(ev, b);
	ck_assert_int_eq(b[0].status, PMU_MULTIPLEXED);
	ck_assert_uint_eq(b[0].running_ns, 430);
	ck_assert_uint_eq(b[0].value, 7);
	pmu_set_close(s);
}
END_TEST

static Suite *pmu_plan_suite(void)
{
	Suite *s = suite_create("pmu_plan");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_fits_is_one_group_in_every_run);
	tcase_add_test(t, more_events_than_counters_take_turns);
	tcase_add_test(t, a_group_that_opens_but_never_runs_is_made_smaller);
	tcase_add_test(t, a_pmu_that_is_never_free_gets_groups_of_one);
	tcase_add_test(t, other_pmus_have_groups_of_their_own_in_every_run);
	tcase_add_test(t, one_bad_event_spoils_no_other);
	tcase_add_test(t, nothing_to_count_is_a_plan_too);
	tcase_add_test(t, a_pair_is_one_inherited_group_of_the_caller);
	tcase_add_test(t, a_leader_waits_to_be_enabled);
	tcase_add_test(t, cpus_have_a_group_each_and_are_summed);
	tcase_add_test(t, a_run_opens_the_groups_of_its_turn_only);
	tcase_add_test(t, a_leader_that_fails_is_replaced_by_the_next);
	tcase_add_test(t, an_event_too_many_is_named);
	tcase_add_test(t, an_event_that_fails_on_one_cpu_has_no_sum);
	tcase_add_test(t, a_group_that_the_kernel_dropped_is_dead);
	tcase_add_test(t, a_short_read_is_an_error);
	tcase_add_test(t, a_window_of_part_of_the_time_is_no_number);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_plan_suite);
