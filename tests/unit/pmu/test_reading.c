/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_reading.c - which counts become numbers.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmu_fake.h"
#include "tests.h"

static struct pmu_events *ev;
static struct pmu_reading r[PMU_MAX_EVENTS];

static void add(const char *name, int where, bool partial, uint64_t value,
		uint64_t enabled, uint64_t running)
{
	struct pmu_event *e = &ev->v[ev->nr];

	snprintf(e->name, sizeof(e->name), "%s", name);
	e->where = where;
	e->partial = partial;
	r[ev->nr++] =
		(struct pmu_reading){ value, enabled, running, PMU_OK, 0 };
}

static void setup(void)
{
	ev = calloc(1, sizeof(*ev));
}

static void teardown(void)
{
	free(ev);
}

START_TEST(a_number_needs_all_of_the_time)
{
	add("full", PMU_CORE, false, 1000, 10, 10);
	add("part", PMU_CORE, false, 1000, 10, 4);
	add("never", PMU_CORE, false, 0, 10, 0);
	add("not even enabled", PMU_CORE, false, 0, 0, 0);
	add("more than all", PMU_CORE, false, 1000, 10, 11);
	add("almost", PMU_CORE, false, 1000, 1000000, 999999);
	pmu_judge(ev, r);
	ck_assert_int_eq(r[0].status, PMU_OK);
	ck_assert_int_eq(r[1].status, PMU_MULTIPLEXED);
	ck_assert_int_eq(r[2].status, PMU_NOT_COUNTED);
	ck_assert_int_eq(r[3].status, PMU_NOT_COUNTED);
	ck_assert_int_eq(r[4].status, PMU_ERROR);
	ck_assert_int_eq(r[5].status, PMU_MULTIPLEXED);
	ck_assert_uint_eq(r[1].value, 1000);
}
END_TEST

START_TEST(a_count_of_zero_is_a_number_if_it_ran)
{
	add("none", PMU_KERNEL, false, 0, 10, 10);
	pmu_judge(ev, r);
	ck_assert_int_eq(r[0].status, PMU_OK);
	ck_assert_uint_eq(r[0].value, 0);
}
END_TEST

/* As after a counter that went backwards. */
START_TEST(more_than_can_happen_is_implausible)
{
	add("most", PMU_CORE, false, INT64_MAX, 10, 10);
	add("backwards", PMU_CORE, false, (uint64_t)-5, 10, 10);
	add("more", PMU_KERNEL, false, (uint64_t)INT64_MAX + 1, 10, 10);
	pmu_judge(ev, r);
	ck_assert_int_eq(r[0].status, PMU_OK);
	ck_assert_int_eq(r[1].status, PMU_IMPLAUSIBLE);
	ck_assert_int_eq(r[2].status, PMU_IMPLAUSIBLE);
}
END_TEST

START_TEST(an_earlier_failure_stays_a_failure)
{
	add("gone", PMU_CORE, false, 1000, 10, 10);
	r[0].status = PMU_DEAD;
	pmu_judge(ev, r);
	ck_assert_int_eq(r[0].status, PMU_DEAD);
}
END_TEST

START_TEST(types_of_cores_count_all_of_the_time_together)
{
	add("cycles", PMU_CORE, true, 100, 1000, 400);
	add("cycles", PMU_CORE, true, 100, 1002, 601);
	add("misses", PMU_CORE, true, 100, 1000, 400);
	add("misses", PMU_CORE, true, 100, 1000, 300);
	add("unused", PMU_CORE, true, 0, 1000, 0);
	add("unused", PMU_CORE, true, 100, 1000, 1000);
	pmu_judge(ev, r);
	ck_assert_int_eq(r[0].status, PMU_OK);
	ck_assert_int_eq(r[1].status, PMU_OK);
	ck_assert_int_eq(r[2].status, PMU_MULTIPLEXED);
	ck_assert_int_eq(r[3].status, PMU_MULTIPLEXED);
	ck_assert_int_eq(r[4].status, PMU_NOT_COUNTED);
	ck_assert_int_eq(r[5].status, PMU_OK);
}
END_TEST

START_TEST(a_delta_survives_a_wrap_and_huge_numbers)
{
	struct pmu_reading from[2] = {
		{ UINT64_MAX - 9, UINT64_MAX, UINT64_MAX - 1, PMU_OK, 0 },
		{ 1, 2, 3, PMU_OK, 0 },
	};
	struct pmu_reading to[2] = {
		{ 10, 4, 3, PMU_OK, 0 },
		{ UINT64_MAX, UINT64_MAX, UINT64_MAX, PMU_OK, 0 },
	};

	pmu_delta(from, to, to, 2);
	ck_assert_uint_eq(to[0].value, 20);
	ck_assert_uint_eq(to[0].enabled_ns, 5);
	ck_assert_uint_eq(to[0].running_ns, 5);
	ck_assert_uint_eq(to[1].value, UINT64_MAX - 1);
	ck_assert_uint_eq(to[1].running_ns, UINT64_MAX - 3);
}
END_TEST

START_TEST(deltas_and_sums_keep_the_first_failure)
{
	struct pmu_reading a = { 1, 1, 1, PMU_OK, 0 };
	struct pmu_reading b = { 2, 2, 2, PMU_DEAD, ENODATA };
	struct pmu_reading c = { 3, 3, 3, PMU_ERROR, EIO };
	struct pmu_reading d;

	pmu_delta(&a, &b, &d, 1);
	ck_assert_int_eq(d.status, PMU_DEAD);
	pmu_delta(&b, &a, &d, 1);
	ck_assert_int_eq(d.status, PMU_DEAD);
	pmu_add(&a, &b, 1);
	pmu_add(&a, &c, 1);
	ck_assert_int_eq(a.status, PMU_DEAD);
	ck_assert_int_eq(a.err, ENODATA);
	ck_assert_uint_eq(a.value, 6);
}
END_TEST

/* A window of 1000 switches and 1 ms, with such counts. */
struct plausible {
	uint64_t instructions, cycles, switches, cpu_ns;
	bool believed;
};

static const struct plausible counts[] = {
	{ 4000000, 3000000, 1000, 1000000, true },
	{ 395, 3000000, 1000, 1000000, false },
	{ 49999, 3000000, 1000, 1000000, false },
	{ 50000, 3000000, 1000, 1000000, true },
	{ 4000000, 0, 1000, 1000000, false },
	{ 4000000, 49999, 1000, 1000000, false },
	{ 4000000, 10000001, 1000, 1000000, false },
	{ 48000001, 3000000, 1000, 1000000, false },
	{ 48000000, 3000000, 1000, 1000000, true },
	{ 0, 3000000, 0, 1000000, true },
	{ 4000000, 3000000, 1000, 0, true },
	{ 1, 1, 0, 99999, true },
};

START_TEST(counts_that_cannot_be_true_are_withdrawn)
{
	const struct plausible *c = &counts[_i];
	int want = c->believed ? PMU_OK : PMU_IMPLAUSIBLE;

	add("instructions", PMU_CORE, false, c->instructions, 9, 9);
	add("cycles", PMU_CORE, false, c->cycles, 9, 9);
	add("llc-misses", PMU_CORE, false, 5, 9, 9);
	add("context-switches", PMU_KERNEL, false, 5, 9, 9);
	add("cycles:u", PMU_CORE, false, 5, 9, 9);
	r[4].status = PMU_NO_EVENT;
	pmu_plausible(ev, r, c->switches, c->cpu_ns);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(r[i].status, want);
	ck_assert_int_eq(r[3].status, PMU_OK);
	ck_assert_int_eq(r[4].status, PMU_NO_EVENT);
}
END_TEST

START_TEST(user_counts_alone_are_not_judged_by_switches)
{
	add("instructions:u", PMU_CORE, false, 10, 9, 9);
	pmu_plausible(ev, r, 1000, 1000000);
	ck_assert_int_eq(r[0].status, PMU_OK);
}
END_TEST

START_TEST(counts_compare_only_as_the_same_quantity)
{
	ck_assert(pmu_comparable(PMU_SEMANTIC, "page-faults", "software",
				 PMU_SEMANTIC, "page-faults", "perf"));
	ck_assert(pmu_comparable(PMU_ISA, "instructions", "skx", PMU_ISA,
				 "instructions", "amd64_fam19h_zen4"));
	ck_assert(!pmu_comparable(PMU_MICRO, "llc", "skx", PMU_MICRO, "llc",
				  "spr"));
	ck_assert(pmu_comparable(PMU_MICRO, "llc", "skx", PMU_MICRO, "llc",
				 "skx"));
	ck_assert(!pmu_comparable(PMU_MICRO, "llc", "skx", PMU_MICRO,
				  "l2 requests", "skx"));
	ck_assert(!pmu_comparable(PMU_TIME, "core cycles", "skx", PMU_TIME,
				  "reference cycles", "skx"));
}
END_TEST

static Suite *pmu_reading_suite(void)
{
	Suite *s = suite_create("pmu_reading");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_number_needs_all_of_the_time);
	tcase_add_test(t, a_count_of_zero_is_a_number_if_it_ran);
	tcase_add_test(t, more_than_can_happen_is_implausible);
	tcase_add_test(t, an_earlier_failure_stays_a_failure);
	tcase_add_test(t, types_of_cores_count_all_of_the_time_together);
	tcase_add_test(t, a_delta_survives_a_wrap_and_huge_numbers);
	tcase_add_test(t, deltas_and_sums_keep_the_first_failure);
	tcase_add_loop_test(t, counts_that_cannot_be_true_are_withdrawn, 0,
			    sizeof(counts) / sizeof(*counts));
	tcase_add_test(t, user_counts_alone_are_not_judged_by_switches);
	tcase_add_test(t, counts_compare_only_as_the_same_quantity);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_reading_suite);
