/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_place.c - placements as text, chosen, and on this
 * machine; pinning.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "machine/topology.h"
#include "machines.h"
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

/* --- placements and CPU lists as text --- */

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static const struct {
	const char *text;
	int nr;
	int cpus[6];
} lists[] = {
	{ "0", 1, { 0 } },
	{ "1,1", 2, { 1, 1 } },
	{ "2,0", 2, { 2, 0 } },
	{ "0,2-5", 5, { 0, 2, 3, 4, 5 } },
	{ "0-7:2", 4, { 0, 2, 4, 6 } },
	{ "1-6:2,0", 4, { 1, 3, 5, 0 } },
	{ "3-3", 1, { 3 } },
	{ "1-4:9", 1, { 1 } },
	{ "007", 1, { 7 } },
	{ "1024,4095,65535", 3, { 1024, 4095, 65535 } },
};

START_TEST(reads_a_list_in_the_order_given)
{
	struct place_spec s;

	ck_assert_int_eq(place_parse(lists[_i].text, &s), 0);
	ck_assert_int_eq(s.kind, PLACE_LIST);
	ck_assert_uint_eq(s.nr, (size_t)lists[_i].nr);
	for (int i = 0; i < lists[_i].nr; i++)
		ck_assert_int_eq(s.cpus[i], lists[_i].cpus[i]);
	place_spec_free(&s);
}
END_TEST

static const struct {
	const char *text;
	int err;
} refused[] = {
	{ "", -EINVAL },	  { ",", -EINVAL },
	{ "0,", -EINVAL },	  { ",0", -EINVAL },
	{ "0,,1", -EINVAL },	  { "1-0", -EINVAL },
	{ "0-", -EINVAL },	  { "-1", -EINVAL },
	{ "-", -EINVAL },	  { "0-3:0", -EINVAL },
	{ "0-3:", -EINVAL },	  { "3:2", -EINVAL },
	{ "0-3:1:1", -EINVAL },	  { "0 1", -EINVAL },
	{ " 0", -EINVAL },	  { "0 ", -EINVAL },
	{ "0x1", -EINVAL },	  { "1e3", -EINVAL },
	{ "+1", -EINVAL },	  { "0.5", -EINVAL },
	{ "0-1-2", -EINVAL },	  { "all", -EINVAL },
	{ "list", -EINVAL },	  { "Same", -EINVAL },
	{ "sam", -EINVAL },	  { "same ", -EINVAL },
	{ "same,0", -EINVAL },	  { "65536", -ERANGE },
	{ "0-65536", -ERANGE },	  { "18446744073709551617", -ERANGE },
	{ "0-65535,0", -ERANGE },
};

START_TEST(refuses_what_is_no_placement)
{
	struct place_spec s;

	ck_assert_int_eq(place_parse(refused[_i].text, &s), refused[_i].err);
	ck_assert_ptr_null(s.cpus);
	ck_assert_uint_eq(s.nr, 0);
}
END_TEST

START_TEST(every_word_is_read_as_it_is_printed)
{
	struct place_spec s;

	ck_assert_str_eq(place_kind_name(PLACE_LIST), "list");
	for (int kind = PLACE_SAME; kind <= PLACE_PAIRS; kind++) {
		ck_assert_int_eq(place_parse(place_kind_name(kind), &s), 0);
		ck_assert_int_eq(s.kind, kind);
		ck_assert_uint_eq(s.nr, 0);
	}
	ck_assert_str_eq(place_kind_name(PLACE_PAIRS + 1), "unknown");
	ck_assert_str_eq(place_kind_name(-1), "unknown");
}
END_TEST

START_TEST(prints_numbers_as_a_sorted_list)
{
	static const struct {
		int nr, cpus[6];
		const char *text;
	} t[] = {
		{ 0, { 0 }, "" },
		{ 1, { 7 }, "7" },
		{ 2, { 1, 1 }, "1" },
		{ 6, { 5, 0, 4, 2, 3, 3 }, "0,2-5" },
		{ 4, { 0, 2, 4, 6 }, "0,2,4,6" },
	};

	for (int i = 0; i < COUNT(t); i++) {
		char *text = place_list_text(t[i].cpus, (size_t)t[i].nr);

		ck_assert_str_eq(text, t[i].text);
		free(text);
	}
}
END_TEST

static TCase *parse_case(void)
{
	TCase *tc = tcase_create("parse");

	tcase_add_loop_test(tc, reads_a_list_in_the_order_given, 0,
			    COUNT(lists));
	tcase_add_loop_test(tc, refuses_what_is_no_placement, 0,
			    COUNT(refused));
	tcase_add_test(tc, every_word_is_read_as_it_is_printed);
	tcase_add_test(tc, prints_numbers_as_a_sorted_list);
	return tc;
}

/* --- the choice of CPUs on a made-up machine --- */

/* A machine of four CPUs, 0 and 2 of one core, 1 and 3 of the other. */
static struct {
	char *root;
	struct topology topology;
	int allowed[4];
	struct place_machine m;
	char why[256];
} box;

static void make_box(void)
{
	box.root = machine_unpack("x86-server");
	ck_assert_int_eq(topology_load("package:1 l3:1 core:2 "
				       "pu:2(indexes=0,2,1,3)",
				       &box.topology, box.why, sizeof(box.why)),
			 0);
	for (int i = 0; i < 4; i++)
		box.allowed[i] = i;
	box.m = (struct place_machine){
		.allowed = box.allowed,
		.nr_allowed = 4,
		.topology = &box.topology,
		.root = box.root,
	};
	box.why[0] = '\0';
}

static void drop_box(void)
{
	topology_free(&box.topology);
	free(box.root);
}

static int choose(const char *spec, uint32_t nr_groups, uint32_t nr_tasks,
		  struct placement *p)
{
	struct place_spec s;
	int ret;

	ck_assert_int_eq(place_parse(spec, &s), 0);
	*p = (struct placement){ .nr_groups = nr_groups, .nr_tasks = nr_tasks };
	ret = place_choose(&s, &box.m, p, box.why, sizeof(box.why));
	place_spec_free(&s);
	return ret;
}

static const struct {
	const char *spec;
	uint32_t nr_groups, nr_tasks;
	int cpu[6];
	size_t nr_cpus;
	const char *relation;
} placements[] = {
	{ "same", 1, 2, { 3, 3 }, 1, "same" },
	{ "same", 2, 2, { 3, 3, 3, 3 }, 1, "same" },
	{ "any", 1, 2, { -1, -1 }, 0, "any" },
	{ "node0", 1, 2, { -1, -1 }, 0, "node0" },
	{ "apart", 1, 1, { 3 }, 1, "same" },
	/* 3 and 2 are of different cores, 3 and 1 of one. */
	{ "apart", 1, 2, { 2, 3 }, 2, "apart" },
	{ "apart", 2, 2, { 2, 3, 2, 3 }, 2, "apart" },
	{ "apart", 1, 3, { 1, 2, 3 }, 3, "apart" },
	{ "apart", 1, 6, { 0, 1, 2, 3, 0, 1 }, 4, "apart" },
	{ "smt", 1, 2, { 1, 3 }, 2, "smt" },
	{ "smt", 1, 3, { 1, 3, 1 }, 2, "smt" },
	{ "smt", 2, 2, { 1, 3, 1, 3 }, 2, "smt" },
	{ "smt", 1, 1, { 3 }, 1, "same" },
	{ "llc", 1, 2, { 2, 3 }, 2, "llc" },
	{ "2,0", 1, 2, { 2, 0 }, 2, "list" },
	{ "2,0", 2, 3, { 2, 0, 2, 2, 0, 2 }, 2, "list" },
	{ "2,0", 1, 1, { 2 }, 1, "same" },
	{ "1,1", 1, 2, { 1, 1 }, 1, "same" },
	{ "0,1,1", 1, 3, { 0, 1, 1 }, 2, "list" },
	{ "1,1,0", 1, 2, { 1, 1 }, 1, "same" },
};

START_TEST(places_each_task)
{
	size_t nr = (size_t)placements[_i].nr_groups * placements[_i].nr_tasks;
	struct placement p;

	ck_assert_int_eq(choose(placements[_i].spec, placements[_i].nr_groups,
				placements[_i].nr_tasks, &p),
			 0);
	for (size_t i = 0; i < nr; i++)
		ck_assert_int_eq(p.cpu[i], placements[_i].cpu[i]);
	ck_assert_uint_eq(p.nr_cpus, placements[_i].nr_cpus);
	ck_assert_uint_eq(p.group_cpus, placements[_i].nr_cpus);
	ck_assert_str_eq(p.relation, placements[_i].relation);
	placement_free(&p);
	ck_assert_ptr_null(p.cpu);
}
END_TEST

/* Neighbouring numbers are threads of one core: 0-1 and 2-3. */
START_TEST(apart_avoids_threads_of_one_core)
{
	static const char *const lists_of[] = { "0-1", "0-1", "2-3", "2-3" };
	struct placement p;
	char path[128];

	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/topology/"
			 "thread_siblings_list",
			 i);
		machine_put(box.root, path, lists_of[i]);
	}
	ck_assert_int_eq(choose("apart", 1, 2, &p), 0);
	ck_assert_int_eq(p.cpu[0], 1);
	ck_assert_int_eq(p.cpu[1], 3);
	placement_free(&p);
	ck_assert_int_eq(choose("apart", 1, 3, &p), 0);
	ck_assert_int_eq(p.cpu[0], 1);
	ck_assert_int_eq(p.cpu[1], 2);
	ck_assert_int_eq(p.cpu[2], 3);
	placement_free(&p);
}
END_TEST

START_TEST(names_what_is_missing_and_what_to_try)
{
	struct placement p;

	ck_assert_int_eq(choose("remote", 1, 2, &p), -ENODEV);
	ck_assert_str_eq(box.why, "this machine has no two packages among the "
				  "allowed CPUs 0-3; try -c smt");
	box.m.nr_allowed = 2;
	ck_assert_int_eq(choose("smt", 1, 2, &p), -ENODEV);
	ck_assert_str_eq(box.why, "this machine has no two CPUs of one core "
				  "(SMT) among the allowed CPUs 0-1; try -c "
				  "llc");
	box.m.nr_allowed = 1;
	ck_assert_int_eq(choose("llc", 1, 2, &p), -ENODEV);
	ck_assert_str_eq(box.why, "this machine has no two cores under one "
				  "last-level cache among the allowed CPUs 0; "
				  "try -c same");
	ck_assert_int_eq(choose("apart", 1, 2, &p), -ENODEV);
	ck_assert_ptr_nonnull(strstr(box.why, "only CPU 0 is allowed"));
	ck_assert_ptr_null(p.cpu);
}
END_TEST

START_TEST(caches_that_are_not_visible_are_called_so)
{
	struct placement p;

	topology_free(&box.topology);
	ck_assert_int_eq(topology_load("package:1 core:4 pu:1", &box.topology,
				       box.why, sizeof(box.why)),
			 0);
	ck_assert_int_eq(choose("llc", 1, 2, &p), -ENODEV);
	ck_assert_ptr_nonnull(strstr(box.why, "not visible"));
	ck_assert_ptr_nonnull(strstr(box.why, "try -c apart"));
}
END_TEST

START_TEST(a_sweep_is_not_one_placement)
{
	struct placement p;

	ck_assert_int_eq(choose("each", 1, 1, &p), -EINVAL);
	ck_assert_ptr_nonnull(strstr(box.why, "sweep"));
	ck_assert_int_eq(choose("pairs", 1, 2, &p), -EINVAL);
}
END_TEST

static TCase *choose_case(void)
{
	TCase *tc = tcase_create("choose");

	tcase_add_checked_fixture(tc, make_box, drop_box);
	tcase_add_loop_test(tc, places_each_task, 0, COUNT(placements));
	tcase_add_test(tc, apart_avoids_threads_of_one_core);
	tcase_add_test(tc, names_what_is_missing_and_what_to_try);
	tcase_add_test(tc, caches_that_are_not_visible_are_called_so);
	tcase_add_test(tc, a_sweep_is_not_one_placement);
	return tc;
}

static Suite *place_suite(void)
{
	Suite *s = suite_create("place");

	suite_add_tcase(s, real_case());
	suite_add_tcase(s, parse_case());
	suite_add_tcase(s, choose_case());
	return s;
}
TEST_SUITE(place_suite);
