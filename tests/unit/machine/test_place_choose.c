/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_place_choose.c - the choice of CPUs on a made-up machine.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "machine/place_spec.h"
#include "machine/topology.h"
#include "machines.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

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

static Suite *place_choose_suite(void)
{
	Suite *s = suite_create("place_choose");

	suite_add_tcase(s, choose_case());
	return s;
}
TEST_SUITE(place_choose_suite);
