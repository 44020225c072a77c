/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/session/test_cpu_sweep.c - which CPUs and pairs a sweep goes through, on
 * machines made up in hwloc's synthetic notation, and recorded ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "result/result.h"
#include "session/cpu_sweep.h"
#include "tests.h"

#define MAX_CPUS 2048
#define ALL 1000000

/* A machine, its CPUs as the allowed ones, and a sweep over them. */
static struct {
	struct topology t;
	int cpus[MAX_CPUS];
	size_t nr;
	struct sweep_list list;
} box;

static void load(const char *machine)
{
	char path[512], why[256] = "";

	if (!strchr(machine, ':')) {
		snprintf(path, sizeof(path), "%s/tests/machines/%s.xml",
			 TEST_SOURCE_DIR, machine);
		machine = path;
	}
	ck_assert_msg(!topology_load(machine, &box.t, why, sizeof(why)), "%s",
		      why);
	ck_assert_uint_le(box.t.nr, MAX_CPUS);
	for (size_t i = 0; i < box.t.nr; i++)
		box.cpus[i] = box.t.cpus[i].cpu;
	box.nr = box.t.nr;
}

static void pairs_of(const char *machine, size_t most, uint64_t seed)
{
	load(machine);
	ck_assert_int_eq(sweep_pairs(&box.t, box.cpus, box.nr, most, seed,
				     &box.list),
			 0);
}

static void drop_box(void)
{
	sweep_list_free(&box.list);
	topology_free(&box.t);
}

static size_t nr_of(int relation)
{
	size_t nr = 0;

	for (size_t i = 0; i < box.list.nr; i++)
		nr += box.list.v[i].relation == relation;
	return nr;
}

static size_t nr_at(int64_t distance)
{
	size_t nr = 0;

	for (size_t i = 0; i < box.list.nr; i++)
		nr += box.list.v[i].sweep->distance == distance;
	return nr;
}

/* Machines, and how many pairs of each relation they have. */
static const struct {
	const char *machine;
	size_t nr, smt, llc, package, remote, list;
} machines[] = {
	{ "package:1 l3:1 core:1 pu:1", 0, 0, 0, 0, 0, 0 },
	{ "package:1 l3:1 core:4 pu:1", 6, 0, 6, 0, 0, 0 },
	{ "package:1 l3:1 core:2 pu:2", 6, 2, 4, 0, 0, 0 },
	{ "package:2 l3:2 core:2 pu:2", 120, 8, 16, 32, 64, 0 },
	/* Caches that are not visible relate nothing. */
	{ "package:2 core:2 pu:1", 6, 0, 0, 0, 4, 2 },
	{ "hybrid", 66, 4, 62, 0, 0, 0 },
	/* 7, 7, 7 and 6 CPUs in four nodes. */
	{ "nodes", 351, 12, 66, 91, 182, 0 },
};

START_TEST(every_pair_is_there_once_with_its_relation)
{
	pairs_of(machines[_i].machine, ALL, 1);
	ck_assert_uint_eq(box.list.nr, machines[_i].nr);
	ck_assert_uint_eq(nr_of(PLACE_SMT), machines[_i].smt);
	ck_assert_uint_eq(nr_of(PLACE_LLC), machines[_i].llc);
	ck_assert_uint_eq(nr_of(PLACE_PACKAGE), machines[_i].package);
	ck_assert_uint_eq(nr_of(PLACE_REMOTE), machines[_i].remote);
	ck_assert_uint_eq(nr_of(PLACE_LIST), machines[_i].list);
	for (size_t i = 0; i < box.list.nr; i++) {
		const struct sweep *s = box.list.v[i].sweep;

		ck_assert_int_lt(s->cpus[0].cpu, s->cpus[1].cpu);
		ck_assert_uint_eq(s->total, machines[_i].nr);
		ck_assert_uint_le(s->alike, s->total);
		if (i)
			ck_assert(
				s[0].cpus[0].cpu >
					box.list.v[i - 1].sweep->cpus[0].cpu ||
				s[0].cpus[1].cpu >
					box.list.v[i - 1].sweep->cpus[1].cpu);
	}
}
END_TEST

START_TEST(a_pair_has_the_distance_of_its_nodes)
{
	pairs_of("nodes", ALL, 1);
	ck_assert_uint_eq(nr_at(10), 12 + 66);
	ck_assert_uint_eq(nr_at(12), 91);
	ck_assert_uint_eq(nr_at(21), 182);
	sweep_list_free(&box.list);
	topology_free(&box.t);
	pairs_of("package:2 l3:1 core:2 pu:1", ALL, 1);
	ck_assert_uint_eq(nr_at(NOT_MEASURED), 6);
}
END_TEST

START_TEST(each_is_every_cpu_with_what_is_known_of_it)
{
	load("hybrid");
	ck_assert_int_eq(sweep_each(&box.t, box.cpus, box.nr, &box.list), 0);
	ck_assert_uint_eq(box.list.nr, 12);
	for (size_t i = 0; i < box.nr; i++) {
		const struct sweep *s = box.list.v[i].sweep;

		ck_assert_int_eq(s->cpus[0].cpu, box.cpus[i]);
		ck_assert_uint_eq(s->nr, 1);
		ck_assert_uint_eq(s->total, 12);
		ck_assert_str_eq(s->cpus[0].type,
				 box.cpus[i] < 8 ? "IntelCore" : "IntelAtom");
		ck_assert_int_eq(s->cpus[0].package, 0);
	}
}
END_TEST

/* 1, 3 and 5 are allowed; the machine has no CPU 99. */
START_TEST(only_allowed_cpus_are_gone_through)
{
	static const int allowed[] = { 1, 3, 5, 99 };

	load("package:1 l3:1 core:4 pu:2");
	ck_assert_int_eq(sweep_pairs(&box.t, allowed, 4, ALL, 1, &box.list), 0);
	ck_assert_uint_eq(box.list.nr, 6);
	ck_assert_uint_eq(nr_of(PLACE_LLC), 3);
	ck_assert_uint_eq(nr_of(PLACE_LIST), 3);
	ck_assert_int_eq(box.list.v[2].sweep->cpus[1].cpu, 99);
	ck_assert_int_eq(box.list.v[2].sweep->cpus[1].package, NOT_MEASURED);
}
END_TEST

/* 32640 pairs: 128 smt, 1792 llc, 14336 package, 16384 remote */
#define LARGE "package:2 l3:8 core:8 pu:2"

START_TEST(a_large_machine_is_sampled_alike_in_every_relation)
{
	pairs_of(LARGE, SWEEP_MOST_PAIRS, 7);
	ck_assert_uint_eq(box.list.nr, 200);
	ck_assert_uint_eq(nr_of(PLACE_SMT), 50);
	ck_assert_uint_eq(nr_of(PLACE_LLC), 50);
	ck_assert_uint_eq(nr_of(PLACE_PACKAGE), 50);
	ck_assert_uint_eq(nr_of(PLACE_REMOTE), 50);
	for (size_t i = 0; i < box.list.nr; i++) {
		const struct sweep_place *p = &box.list.v[i];

		ck_assert_uint_eq(p->sweep->total, 32640);
		if (p->relation == PLACE_SMT)
			ck_assert_uint_eq(p->sweep->alike, 128);
		if (p->relation == PLACE_REMOTE)
			ck_assert_uint_eq(p->sweep->alike, 16384);
	}
}
END_TEST

START_TEST(what_a_rare_relation_leaves_goes_to_the_others)
{
	pairs_of("package:2 l3:2 core:2 pu:2", 100, 1);
	ck_assert_uint_eq(box.list.nr, 100);
	ck_assert_uint_eq(nr_of(PLACE_SMT), 8);
	ck_assert_uint_eq(nr_of(PLACE_LLC), 16);
	ck_assert_uint_eq(nr_of(PLACE_PACKAGE), 32);
	ck_assert_uint_eq(nr_of(PLACE_REMOTE), 44);
}
END_TEST

static uint64_t fingerprint(void)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < box.list.nr; i++)
		hash = hash * 1000003 +
		       (uint64_t)box.list.v[i].sweep->cpus[0].cpu * 4096 +
		       (uint64_t)box.list.v[i].sweep->cpus[1].cpu;
	return hash;
}

START_TEST(the_seed_decides_the_sample)
{
	uint64_t first, other;

	pairs_of(LARGE, SWEEP_MOST_PAIRS, 7);
	first = fingerprint();
	drop_box();
	pairs_of(LARGE, SWEEP_MOST_PAIRS, 8);
	other = fingerprint();
	drop_box();
	pairs_of(LARGE, SWEEP_MOST_PAIRS, 7);
	ck_assert_uint_eq(fingerprint(), first);
	ck_assert_uint_ne(other, first);
}
END_TEST

/* Each of 28 pairs is drawn in half of the samples of 14. */
START_TEST(every_pair_of_a_relation_is_as_likely_as_any_other)
{
	int drawn[8][8] = { 0 };

	load("package:1 l3:1 core:8 pu:1");
	for (uint64_t seed = 0; seed < 400; seed++) {
		ck_assert_int_eq(sweep_pairs(&box.t, box.cpus, 8, 14, seed,
					     &box.list),
				 0);
		ck_assert_uint_eq(box.list.nr, 14);
		for (size_t i = 0; i < 14; i++) {
			const struct sweep *s = box.list.v[i].sweep;

			drawn[s->cpus[0].cpu][s->cpus[1].cpu]++;
		}
		sweep_list_free(&box.list);
	}
	/* Six standard deviations of ten. */
	for (int a = 0; a < 8; a++)
		for (int b = a + 1; b < 8; b++) {
			ck_assert_int_gt(drawn[a][b], 140);
			ck_assert_int_lt(drawn[a][b], 260);
		}
}
END_TEST

START_TEST(machines_beyond_1024_cpus_are_sampled_too)
{
	pairs_of("package:2 l3:8 core:64 pu:2", SWEEP_MOST_PAIRS, 1);
	ck_assert_uint_eq(box.nr, 2048);
	ck_assert_uint_eq(box.list.nr, 200);
	ck_assert_uint_eq(box.list.v[0].sweep->total, 2096128);
	ck_assert_int_gt(box.list.v[199].sweep->cpus[1].cpu, 1023);
	sweep_list_free(&box.list);
	ck_assert_int_eq(sweep_each(&box.t, box.cpus, box.nr, &box.list), 0);
	ck_assert_uint_eq(box.list.nr, 2048);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static Suite *sweep_choose_suite(void)
{
	Suite *s = suite_create("sweep_choose");
	TCase *tc = tcase_create("machines");

	tcase_add_checked_fixture(tc, NULL, drop_box);
	tcase_add_loop_test(tc, every_pair_is_there_once_with_its_relation, 0,
			    COUNT(machines));
	tcase_add_test(tc, a_pair_has_the_distance_of_its_nodes);
	tcase_add_test(tc, each_is_every_cpu_with_what_is_known_of_it);
	tcase_add_test(tc, only_allowed_cpus_are_gone_through);
	tcase_add_test(tc, a_large_machine_is_sampled_alike_in_every_relation);
	tcase_add_test(tc, what_a_rare_relation_leaves_goes_to_the_others);
	tcase_add_test(tc, the_seed_decides_the_sample);
	tcase_add_test(tc, every_pair_of_a_relation_is_as_likely_as_any_other);
	tcase_add_test(tc, machines_beyond_1024_cpus_are_sampled_too);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(sweep_choose_suite);
