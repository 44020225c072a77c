/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_topology.c - relations between CPUs and the choice by them, on
 * machines made up in hwloc's synthetic notation, and recorded ones.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "machine/place.h"
#include "machine/topology.h"
#include "machines.h"
#include "tests.h"

#define MAX_CPUS 2048

/* CPUs 0-15: two packages of two caches of two cores of two threads. */
#define TWO_SOCKETS "package:2 l3:2 core:2 pu:2"

static struct topology machine(const char *synthetic)
{
	struct topology t;
	char why[256];

	if (topology_load(synthetic, &t, why, sizeof(why)))
		ck_abort_msg("%s: %s", synthetic ? synthetic : "here", why);
	return t;
}

/* All CPUs of a machine, as the allowed ones. */
static size_t all_cpus(const struct topology *t, int *cpus)
{
	ck_assert_uint_le(t->nr, MAX_CPUS);
	for (size_t i = 0; i < t->nr; i++)
		cpus[i] = t->cpus[i].cpu;
	return t->nr;
}

static const struct {
	int a, b, relation;
} relations[] = {
	{ 3, 3, PLACE_SAME },	 { 0, 1, PLACE_SMT },
	{ 1, 0, PLACE_SMT },	 { 1, 2, PLACE_LLC },
	{ 0, 3, PLACE_LLC },	 { 3, 4, PLACE_PACKAGE },
	{ 0, 7, PLACE_PACKAGE }, { 7, 8, PLACE_REMOTE },
	{ 0, 15, PLACE_REMOTE }, { 0, 16, -ENODEV },
	{ -1, 0, -ENODEV },
};

START_TEST(knows_how_two_cpus_are_related)
{
	struct topology t = machine(TWO_SOCKETS);

	ck_assert_int_eq(topology_relation(&t, relations[_i].a,
					   relations[_i].b),
			 relations[_i].relation);
	topology_free(&t);
}
END_TEST

static const struct {
	const char *machine;
	int relation;
	size_t wanted;
	int nr;
	int cpus[4];
} choices[] = {
	{ TWO_SOCKETS, PLACE_SMT, 2, 2, { 14, 15 } },
	{ TWO_SOCKETS, PLACE_SMT, 4, 2, { 14, 15 } },
	{ TWO_SOCKETS, PLACE_LLC, 2, 2, { 13, 15 } },
	{ TWO_SOCKETS, PLACE_PACKAGE, 2, 2, { 11, 15 } },
	{ TWO_SOCKETS, PLACE_REMOTE, 2, 2, { 7, 15 } },
	{ TWO_SOCKETS, PLACE_REMOTE, 4, 2, { 7, 15 } },
	{ "package:4 core:2 pu:1", PLACE_REMOTE, 3, 3, { 3, 5, 7 } },
	{ "package:4 core:2 pu:1", PLACE_SMT, 2, 0, { 0 } },
	{ "package:1 l3:1 core:8 pu:1", PLACE_LLC, 4, 4, { 4, 5, 6, 7 } },
	{ "package:1 l3:1 core:8 pu:1", PLACE_PACKAGE, 2, 0, { 0 } },
	{ "package:1 l3:1 core:8 pu:1", PLACE_REMOTE, 2, 0, { 0 } },
	{ "package:1 l3:4 core:1 pu:4", PLACE_PACKAGE, 4, 4, { 3, 7, 11, 15 } },
	{ "package:1 l3:1 core:1 pu:1", PLACE_LLC, 2, 0, { 0 } },
	/* Threads of a core that are numbered far apart. */
	{ "l3:1 core:2 pu:2(indexes=0,2,1,3)", PLACE_SMT, 2, 2, { 1, 3 } },
	{ "l3:1 core:2 pu:2(indexes=0,2,1,3)", PLACE_LLC, 2, 2, { 2, 3 } },
	/* No L3: cores share an L2. */
	{ "package:1 l2:2 core:2 pu:1", PLACE_LLC, 2, 2, { 2, 3 } },
	{ "package:1 l2:2 core:2 pu:1", PLACE_PACKAGE, 2, 2, { 1, 3 } },
};

START_TEST(chooses_cpus_that_are_so_related)
{
	struct topology t = machine(choices[_i].machine);
	int all[MAX_CPUS], out[4];
	int nr;

	nr = topology_choose(&t, choices[_i].relation, all, all_cpus(&t, all),
			     choices[_i].wanted, out);
	ck_assert_int_eq(nr, choices[_i].nr);
	for (int i = 0; i < nr; i++)
		ck_assert_int_eq(out[i], choices[_i].cpus[i]);
	topology_free(&t);
}
END_TEST

START_TEST(chooses_among_the_allowed_cpus_only)
{
	static const int allowed[] = { 0, 5, 9 };
	struct topology t = machine(TWO_SOCKETS);
	int out[2];

	ck_assert_int_eq(topology_choose(&t, PLACE_SMT, allowed, 3, 2, out), 0);
	ck_assert_int_eq(topology_choose(&t, PLACE_LLC, allowed, 3, 2, out), 0);
	ck_assert_int_eq(topology_choose(&t, PLACE_PACKAGE, allowed, 3, 2, out),
			 2);
	ck_assert_int_eq(out[0], 0);
	ck_assert_int_eq(out[1], 5);
	ck_assert_int_eq(topology_choose(&t, PLACE_REMOTE, allowed, 3, 2, out),
			 2);
	ck_assert_int_eq(out[0], 5);
	ck_assert_int_eq(out[1], 9);
	ck_assert_int_eq(topology_choose(&t, PLACE_REMOTE, allowed, 1, 2, out),
			 0);
	topology_free(&t);
}
END_TEST

START_TEST(a_cpu_that_is_not_online_is_not_chosen)
{
	static const int allowed[] = { 0, 1, 99 };
	struct topology t = machine(TWO_SOCKETS);
	int out[2];

	ck_assert_int_eq(topology_choose(&t, PLACE_SMT, allowed, 3, 2, out), 2);
	ck_assert_int_eq(out[0], 0);
	ck_assert_int_eq(out[1], 1);
	topology_free(&t);
}
END_TEST

/* The highest CPU is alone in its cache; the lower ones are three. */
START_TEST(prefers_a_set_that_is_large_enough)
{
	static const int allowed[] = { 0, 1, 2, 5 };
	struct topology t = machine("package:1 l3:2 core:3 pu:1");
	int out[3];

	ck_assert_int_eq(topology_choose(&t, PLACE_LLC, allowed, 4, 3, out), 3);
	ck_assert_int_eq(out[0], 0);
	ck_assert_int_eq(out[2], 2);
	topology_free(&t);
}
END_TEST

/* A few hundred masks with holes; nothing random. */
START_TEST(every_two_chosen_stand_in_the_relation)
{
	static const int kinds[] = { PLACE_SMT, PLACE_LLC, PLACE_PACKAGE,
				     PLACE_REMOTE };
	struct topology t = machine("package:2 l3:2 core:2 pu:2");
	int allowed[16], out[16], kind = kinds[_i];

	for (unsigned int mask = 1; mask < 1u << 16; mask = mask * 3 + 1) {
		size_t nr = 0;
		int n;

		for (int c = 0; c < 16; c++)
			if (mask & 1u << c)
				allowed[nr++] = c;
		n = topology_choose(&t, kind, allowed, nr, 16, out);
		ck_assert_int_ne(n, 1);
		for (int i = 0; i < n; i++) {
			ck_assert(mask & 1u << out[i]);
			for (int j = 0; j < i; j++)
				ck_assert_int_eq(topology_relation(&t, out[i],
								   out[j]),
						 kind);
		}
		for (size_t i = 0; i < nr && !n; i++)
			for (size_t j = 0; j < i; j++)
				ck_assert_int_ne(topology_relation(&t,
								   allowed[i],
								   allowed[j]),
						 kind);
	}
	topology_free(&t);
}
END_TEST

START_TEST(caches_that_are_not_known_relate_nothing)
{
	struct topology t = machine("package:2 core:2 pu:1");
	int all[MAX_CPUS], out[2];
	size_t nr = all_cpus(&t, all);

	ck_assert_int_eq(t.cpus[0].llc, TOPOLOGY_UNKNOWN);
	ck_assert_int_eq(topology_relation(&t, 0, 1), -ENODATA);
	ck_assert_int_eq(topology_relation(&t, 0, 2), PLACE_REMOTE);
	ck_assert_int_eq(topology_choose(&t, PLACE_LLC, all, nr, 2, out), 0);
	ck_assert_int_eq(topology_choose(&t, PLACE_PACKAGE, all, nr, 2, out),
			 0);
	topology_free(&t);
}
END_TEST

START_TEST(machines_beyond_1024_cpus_are_no_different)
{
	struct topology t = machine("package:2 l3:16 core:32 pu:2");
	struct topology_counts n = topology_count(&t);
	int all[MAX_CPUS], out[64];
	size_t nr = all_cpus(&t, all);

	ck_assert_uint_eq(n.cpus, 2048);
	ck_assert_uint_eq(n.cores, 1024);
	ck_assert_uint_eq(n.llcs, 32);
	ck_assert_uint_eq(n.packages, 2);
	ck_assert_int_eq(topology_choose(&t, PLACE_REMOTE, all, nr, 2, out), 2);
	ck_assert_int_eq(out[0], 1023);
	ck_assert_int_eq(out[1], 2047);
	ck_assert_int_eq(topology_choose(&t, PLACE_LLC, all, nr, 64, out), 32);
	ck_assert_int_eq(out[31], 2047);
	topology_free(&t);
}
END_TEST

START_TEST(numa_nodes_are_told)
{
	struct topology t = machine("package:2 [numa] l3:1 core:2 pu:1");

	ck_assert_uint_eq(topology_count(&t).nodes, 2);
	ck_assert_int_eq(topology_find(&t, 1)->node, 0);
	ck_assert_int_eq(topology_find(&t, 2)->node, 1);
	ck_assert_int_eq(topology_find(&t, 2)->llc_level, 3);
	topology_free(&t);
}
END_TEST

/* As hwloc wrote it; see the file for what it is. */
static struct topology recorded(const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/tests/machines/%s.xml",
		 TEST_SOURCE_DIR, name);
	return machine(path);
}

/* CPUs 0-7 are threads of four cores, 8, 10, 12, 14 are cores of one. */
START_TEST(kinds_of_core_are_told_by_name)
{
	struct topology t = recorded("hybrid");

	ck_assert_uint_eq(t.nr, 12);
	ck_assert_uint_eq(t.nr_kinds, 2);
	for (size_t i = 0; i < t.nr; i++)
		ck_assert_str_eq(t.kinds[t.cpus[i].kind],
				 t.cpus[i].cpu < 8 ? "IntelCore" : "IntelAtom");
	topology_free(&t);
	t = machine(TWO_SOCKETS);
	ck_assert_uint_eq(t.nr_kinds, 0);
	ck_assert_int_eq(t.cpus[0].kind, TOPOLOGY_UNKNOWN);
	topology_free(&t);
}
END_TEST

/* Two packages of two nodes; CPUs 3, 13, 23, 30 and 31 are offline. */
START_TEST(distances_between_nodes_are_told)
{
	struct topology t = recorded("nodes");

	ck_assert_uint_eq(t.nr, 27);
	ck_assert_ptr_null(topology_find(&t, 3));
	ck_assert_int_eq(topology_find(&t, 29)->node, 3);
	ck_assert_uint_eq(topology_distance(&t, 0, 0), 10);
	ck_assert_uint_eq(topology_distance(&t, 0, 1), 12);
	ck_assert_uint_eq(topology_distance(&t, 3, 2), 12);
	ck_assert_uint_eq(topology_distance(&t, 1, 2), 21);
	ck_assert_uint_eq(topology_distance(&t, 1, 4), 0);
	ck_assert_uint_eq(topology_distance(&t, TOPOLOGY_UNKNOWN, 1), 0);
	topology_free(&t);
	t = machine(TWO_SOCKETS);
	ck_assert_uint_eq(topology_distance(&t, 0, 0), 0);
	topology_free(&t);
}
END_TEST

/* Nodes of one CPU of each package: hwloc finds one node of all. */
START_TEST(nodes_that_contradict_packages_are_the_kernels)
{
	char *root = machine_unpack("crossed-nodes");
	struct topology t = machine("package:2 core:2 pu:1");

	ck_assert_uint_eq(topology_count(&t).nodes, 1);
	ck_assert_int_eq(topology_take_nodes(root, &t), 0);
	ck_assert(t.nodes_differ);
	ck_assert_uint_eq(topology_count(&t).nodes, 2);
	for (size_t i = 0; i < t.nr; i++)
		ck_assert_int_eq(t.cpus[i].node, t.cpus[i].cpu % 2);
	ck_assert_uint_eq(topology_distance(&t, 0, 0), 10);
	ck_assert_uint_eq(topology_distance(&t, 1, 0), 20);
	ck_assert_int_eq(topology_relation(&t, 0, 2), PLACE_REMOTE);
	topology_free(&t);
	free(root);
}
END_TEST

START_TEST(nodes_that_agree_or_are_not_shown_stay)
{
	char *root = machine_unpack("crossed-nodes");
	struct topology t = machine("package:2 [numa] core:2 pu:1");

	machine_put(root, "/sys/devices/system/node/node0/cpulist", "0-1\n");
	machine_put(root, "/sys/devices/system/node/node1/cpulist", "2-3\n");
	ck_assert_int_eq(topology_take_nodes(_i ? "/nonexistent" : root, &t),
			 0);
	ck_assert(!t.nodes_differ);
	ck_assert_uint_eq(topology_count(&t).nodes, 2);
	ck_assert_int_eq(topology_find(&t, 1)->node, 0);
	topology_free(&t);
	free(root);
}
END_TEST

/* With all that makes hwloc complain, and an environment that wants it to. */
START_TEST(hwloc_itself_says_nothing)
{
	char *root = machine_unpack("crossed-nodes");
	struct cli c;

	cli_run(&c,
		"HWLOC_FSROOT=%s HWLOC_THISSYSTEM=1 HWLOC_HIDE_ERRORS=0 $HARNESS info -v",
		root);
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_assert_ptr_nonnull(strstr(c.out, "4 CPUs, 4 cores"));
	ck_assert_ptr_null(strstr(c.out, "hwloc"));
	cli_free(&c);
	free(root);
}
END_TEST

/* Not one cache for all, and not a cache for each: nothing is known. */
START_TEST(without_caches_none_is_chosen_by_them)
{
	static const char *const words[] = { "llc", "package" };
	char *root = machine_unpack("crossed-nodes");
	struct cli c;

	cli_run(&c,
		"HWLOC_FSROOT=%s HWLOC_THISSYSTEM=1 $HARNESS run sched/pipe -r 1 -l 10 -q -c %s",
		root, words[_i]);
	ck_assert_int_eq(c.status, 77);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(
		strstr(c.err, "the caches of this machine are not visible"));
	cli_free(&c);
	free(root);
}
END_TEST

static const struct {
	const char *machine;
	int relation;
	int nr;
	int cpus[4];
} recorded_choices[] = {
	{ "hybrid", PLACE_SMT, 2, { 6, 7 } },
	{ "hybrid", PLACE_LLC, 2, { 12, 14 } },
	{ "hybrid", PLACE_REMOTE, 0, { 0 } },
	/* 30 and 31 are offline. */
	{ "nodes", PLACE_SMT, 2, { 28, 29 } },
	{ "nodes", PLACE_LLC, 2, { 27, 29 } },
	{ "nodes", PLACE_PACKAGE, 2, { 22, 29 } },
	{ "nodes", PLACE_REMOTE, 2, { 15, 29 } },
};

START_TEST(chooses_on_recorded_machines)
{
	struct topology t = recorded(recorded_choices[_i].machine);
	int all[MAX_CPUS], out[2];
	int nr = topology_choose(&t, recorded_choices[_i].relation, all,
				 all_cpus(&t, all), 2, out);

	ck_assert_int_eq(nr, recorded_choices[_i].nr);
	for (int i = 0; i < nr; i++)
		ck_assert_int_eq(out[i], recorded_choices[_i].cpus[i]);
	topology_free(&t);
}
END_TEST

START_TEST(nonsense_is_no_topology)
{
	struct topology t;
	char why[256] = "";

	ck_assert_int_eq(topology_load("cores:many", &t, why, sizeof(why)),
			 -EINVAL);
	ck_assert_ptr_nonnull(strstr(why, "cores:many"));
	ck_assert_uint_eq(t.nr, 0);
	topology_free(&t);
	ck_assert_int_eq(topology_load("/dev/null", &t, why, sizeof(why)),
			 -EINVAL);
	ck_assert_uint_eq(t.nr, 0);
}
END_TEST

START_TEST(this_machine_has_its_allowed_cpus)
{
	struct topology t = machine(NULL);
	const int *allowed;
	size_t nr;

	ck_assert_int_eq(place_allowed(&allowed, &nr), 0);
	for (size_t i = 0; i < nr; i++)
		ck_assert_ptr_nonnull(topology_find(&t, allowed[i]));
	for (size_t i = 1; i < t.nr; i++)
		ck_assert_int_gt(t.cpus[i].cpu, t.cpus[i - 1].cpu);
	topology_free(&t);
}
END_TEST

START_TEST(another_machine_in_the_environment_is_refused)
{
	struct topology t;
	char why[256] = "";
	int ret;

	setenv("HWLOC_SYNTHETIC", "core:64 pu:2", 1);
	ret = topology_load(NULL, &t, why, sizeof(why));
	unsetenv("HWLOC_SYNTHETIC");
	ck_assert_int_eq(ret, -ENOTSUP);
	ck_assert_ptr_nonnull(strstr(why, "HWLOC_SYNTHETIC"));
	ck_assert_uint_eq(t.nr, 0);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static Suite *topology_suite(void)
{
	Suite *s = suite_create("topology");
	TCase *tc = tcase_create("synthetic"), *real = tcase_create("real");

	tcase_add_loop_test(tc, knows_how_two_cpus_are_related, 0,
			    COUNT(relations));
	tcase_add_loop_test(tc, chooses_cpus_that_are_so_related, 0,
			    COUNT(choices));
	tcase_add_test(tc, chooses_among_the_allowed_cpus_only);
	tcase_add_test(tc, a_cpu_that_is_not_online_is_not_chosen);
	tcase_add_test(tc, prefers_a_set_that_is_large_enough);
	tcase_add_loop_test(tc, every_two_chosen_stand_in_the_relation, 0, 4);
	tcase_add_test(tc, caches_that_are_not_known_relate_nothing);
	tcase_add_test(tc, machines_beyond_1024_cpus_are_no_different);
	tcase_add_test(tc, numa_nodes_are_told);
	tcase_add_test(tc, kinds_of_core_are_told_by_name);
	tcase_add_test(tc, distances_between_nodes_are_told);
	tcase_add_loop_test(tc, chooses_on_recorded_machines, 0,
			    COUNT(recorded_choices));
	tcase_add_test(tc, nonsense_is_no_topology);
	tcase_add_test(tc, nodes_that_contradict_packages_are_the_kernels);
	tcase_add_loop_test(tc, nodes_that_agree_or_are_not_shown_stay, 0, 2);
	suite_add_tcase(s, tc);
	tcase_add_test(real, this_machine_has_its_allowed_cpus);
	tcase_add_test(real, another_machine_in_the_environment_is_refused);
	tcase_add_test(real, hwloc_itself_says_nothing);
	tcase_add_loop_test(real, without_caches_none_is_chosen_by_them, 0, 2);
	suite_add_tcase(s, real);
	return s;
}
TEST_SUITE(topology_suite);
