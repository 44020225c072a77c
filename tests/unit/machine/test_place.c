/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_place.c - placements on this machine, and pinning.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "tests.h"
#include "util/cpumask.h"

/* Of this process; at least one. */
static const int *allowed(size_t *nr)
{
	const int *cpus;

	ck_assert_int_eq(place_allowed(&cpus, nr), 0);
	ck_assert_uint_ge(*nr, 1);
	return cpus;
}

static void give_back_mask(void)
{
	size_t nr;
	const int *cpus = allowed(&nr);

	ck_assert_int_eq(cpumask_set(cpus, nr), 0);
}

START_TEST(the_default_is_the_last_allowed_cpu)
{
	struct place_spec s = { .kind = PLACE_SAME };
	size_t nr;
	const int *cpus = allowed(&nr);
	struct placement p;
	char why[256];

	ck_assert_int_eq(place_tasks(&s, 1, 2, &p, why, sizeof(why)), 0);
	ck_assert_int_eq(p.cpu[0], cpus[nr - 1]);
	ck_assert_int_eq(p.cpu[1], cpus[nr - 1]);
	placement_free(&p);
}
END_TEST

START_TEST(a_list_may_name_every_allowed_cpu)
{
	size_t nr;
	const int *cpus = allowed(&nr);
	struct placement p;
	char why[256];

	for (size_t i = 0; i < nr; i++) {
		int cpu = cpus[i];
		struct place_spec s = { PLACE_LIST, &cpu, 1 };

		ck_assert_int_eq(place_tasks(&s, 1, 2, &p, why, sizeof(why)),
				 0);
		ck_assert_int_eq(p.cpu[0], cpu);
		ck_assert_str_eq(p.relation, "same");
		placement_free(&p);
	}
}
END_TEST

START_TEST(a_cpu_that_does_not_exist_is_named)
{
	int cpu = PLACE_MAX_CPU;
	struct place_spec s = { PLACE_LIST, &cpu, 1 };
	struct placement p;
	char why[256];

	ck_assert_int_eq(place_tasks(&s, 1, 2, &p, why, sizeof(why)), -ENXIO);
	ck_assert_ptr_nonnull(strstr(why, "there is no CPU 65535 (present: "));
	ck_assert_ptr_null(p.cpu);
}
END_TEST

static void ck_mask(const int *want, size_t nr_want)
{
	int *now;
	size_t nr;

	ck_assert_int_eq(cpumask_get(&now, &nr), 0);
	ck_assert_uint_eq(nr, nr_want);
	for (size_t i = 0; i < nr; i++)
		ck_assert_int_eq(now[i], want[i]);
	free(now);
}

START_TEST(the_kernel_is_asked_for_cpus_outside_the_mask)
{
	size_t nr;
	const int *cpus = allowed(&nr);
	char why[256];

	ck_assert_int_eq(cpumask_set(cpus, 1), 0);
	ck_assert_int_eq(place_try(cpus, nr, cpus, 1, why, sizeof(why)), 0);
	ck_mask(cpus, 1);
}
END_TEST

START_TEST(the_mask_is_as_before_when_a_cpu_is_refused)
{
	size_t nr;
	const int *cpus = allowed(&nr), absent = PLACE_MAX_CPU;
	char why[256];

	ck_assert_int_eq(place_try(&absent, 1, cpus, nr, why, sizeof(why)),
			 -ENXIO);
	ck_mask(cpus, nr);
}
END_TEST

START_TEST(known_cpus_are_not_tried)
{
	const int absent = PLACE_MAX_CPU;
	char why[256];

	ck_assert_int_eq(place_try(&absent, 1, &absent, 1, why, sizeof(why)),
			 0);
}
END_TEST

START_TEST(pins_the_calling_thread)
{
	size_t nr;
	const int *cpus = allowed(&nr);

	for (size_t i = 0; i < nr && i < 8; i++) {
		ck_assert_int_eq(place_pin(cpus[i]), 0);
		ck_assert_int_eq(sched_getcpu(), cpus[i]);
		ck_mask(&cpus[i], 1);
	}
}
END_TEST

START_TEST(does_not_pin_where_there_is_no_cpu)
{
	size_t nr;
	const int *cpus = allowed(&nr);

	ck_assert_int_eq(place_pin(-1), -EINVAL);
	ck_assert_int_eq(place_pin(PLACE_MAX_CPU + 1), -EINVAL);
	ck_assert_int_eq(place_pin(PLACE_MAX_CPU), -EINVAL);
	ck_mask(cpus, nr);
}
END_TEST

START_TEST(the_harness_leaves_the_cpus_of_the_tasks)
{
	struct place_spec s = { .kind = PLACE_SAME };
	size_t nr;
	const int *cpus = allowed(&nr);
	struct placement p, again;
	char why[256];

	ck_assert_int_eq(place_tasks(&s, 1, 2, &p, why, sizeof(why)), 0);
	ck_assert_int_eq(place_elsewhere(&p), nr == 1);
	ck_mask(cpus, nr == 1 ? 1 : nr - 1);
	/* That does not change what the next placement may use. */
	ck_assert_int_eq(place_tasks(&s, 1, 2, &again, why, sizeof(why)), 0);
	ck_assert_int_eq(again.cpu[0], p.cpu[0]);
	placement_free(&again);
	placement_free(&p);
}
END_TEST

START_TEST(there_is_no_elsewhere_from_all_cpus_or_none)
{
	size_t nr;
	const int *cpus = allowed(&nr);
	struct place_spec everywhere = { .kind = PLACE_APART };
	struct place_spec any = { .kind = PLACE_ANY };
	struct placement p;
	char why[256];

	ck_assert_int_eq(place_tasks(&any, 1, 2, &p, why, sizeof(why)), 0);
	ck_assert_int_eq(place_elsewhere(&p), 0);
	ck_mask(cpus, nr);
	placement_free(&p);
	ck_assert_int_eq(place_tasks(&everywhere, 1, (uint32_t)nr, &p, why,
				     sizeof(why)),
			 0);
	ck_assert_int_eq(place_elsewhere(&p), 1);
	ck_mask(cpus, nr);
	placement_free(&p);
}
END_TEST

START_TEST(a_task_per_cpu_means_the_list_or_the_mask)
{
	int cpus[] = { 0, 0, 0 };
	struct place_spec list = { PLACE_LIST, cpus, 3 };
	struct place_spec apart = { .kind = PLACE_APART };
	size_t nr;

	allowed(&nr);
	ck_assert_int_eq(place_per_cpu(&list), 3);
	ck_assert_int_eq(place_per_cpu(&apart), (int)nr);
}
END_TEST

static TCase *real_case(void)
{
	TCase *tc = tcase_create("this machine");

	tcase_add_checked_fixture(tc, give_back_mask, give_back_mask);
	tcase_add_test(tc, the_default_is_the_last_allowed_cpu);
	tcase_add_test(tc, a_list_may_name_every_allowed_cpu);
	tcase_add_test(tc, a_cpu_that_does_not_exist_is_named);
	tcase_add_test(tc, the_kernel_is_asked_for_cpus_outside_the_mask);
	tcase_add_test(tc, the_mask_is_as_before_when_a_cpu_is_refused);
	tcase_add_test(tc, known_cpus_are_not_tried);
	tcase_add_test(tc, pins_the_calling_thread);
	tcase_add_test(tc, does_not_pin_where_there_is_no_cpu);
	tcase_add_test(tc, the_harness_leaves_the_cpus_of_the_tasks);
	tcase_add_test(tc, there_is_no_elsewhere_from_all_cpus_or_none);
	tcase_add_test(tc, a_task_per_cpu_means_the_list_or_the_mask);
	return tc;
}

static Suite *place_suite(void)
{
	Suite *s = suite_create("place");

	suite_add_tcase(s, real_case());
	return s;
}
TEST_SUITE(place_suite);
