/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_metrics.c - the table of metrics against all tables of the
 * libpfm4 that is installed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "tests.h"

static struct pmu *p;

/* libpfm4 with every table it has, whatever this CPU is. */
static void setup(void)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	ck_assert_int_eq(pmu_open(&p, NULL, NULL), 0);
	ck_assert_msg(!pfm_load(p), "%s", p->pfm_why);
}

static void teardown(void)
{
	pmu_close(p);
	unsetenv("LIBPFM_ENCODE_INACTIVE");
}

static bool encodes(const char *table, const char *event, uint64_t *config)
{
	struct pmu_event e = { .status = PMU_OK };
	char name[160];

	snprintf(name, sizeof(name), "%s::%s", table, event);
	if (pfm_encode(p, name, &e) != PFM_FOUND)
		return false;
	*config = e.config;
	return true;
}

/* Whether the library has a table: then "nothing" is an unknown event. */
static bool has_table(const char *table)
{
	static const char *const known[] = {
		"UNHALTED_CORE_CYCLES", "CPU_CLK_UNHALTED:CORE_P",
		"CYCLES_NOT_IN_HALT",	"CPU_CLK_UNHALTED",
		"CPU_CYCLES",
	};
	uint64_t config;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (encodes(table, known[i], &config))
			return true;
	}
	return false;
}

/* Calls @fn for each table of a candidate that the library has. */
static int each_table(const struct candidate *c,
		      void (*fn)(const char *table, const struct candidate *c))
{
	char copy[256], *save = NULL;
	int nr = 0;

	ck_assert_uint_lt(strlen(c->tables), sizeof(copy));
	snprintf(copy, sizeof(copy), "%s", c->tables);
	for (char *t = strtok_r(copy, " ", &save); t;
	     t = strtok_r(NULL, " ", &save)) {
		if (!has_table(t))
			continue;
		fn(t, c);
		nr++;
	}
	return nr;
}

static void must_encode(const char *table, const struct candidate *c)
{
	uint64_t config;

	ck_assert_msg(encodes(table, c->event, &config), "%s::%s", table,
		      c->event);
}

START_TEST(every_candidate_encodes_in_each_of_its_tables)
{
	int nr = 0;

	for (const struct metric *m = metric_table; m->name; m++) {
		for (const struct candidate *c = m->candidates; c->tables; c++)
			nr += each_table(c, must_encode);
	}
#if defined(__x86_64__) || defined(__i386__)
	ck_assert_int_gt(nr, 200);
#endif
}
END_TEST

/* On Arm a candidate stands for all tables that have the event. */
START_TEST(every_event_of_arm_is_in_some_table)
{
#ifdef __aarch64__
	static const char *const tables[] = { "arm_n1", "arm_v1", "arm_n2",
					      "arm_ac57" };

	for (const struct metric *m = metric_table; m->name; m++) {
		for (const struct candidate *c = m->candidates; c->tables;
		     c++) {
			uint64_t config;
			bool any = strcmp(c->tables, "arm_*") != 0;

			for (size_t i = 0; i < 4; i++)
				any |= encodes(tables[i], c->event, &config);
			ck_assert_msg(any, "%s", c->event);
		}
	}
#else
	ck_assert(metric_has_table("arm_*", "arm_n1"));
	ck_assert(!metric_has_table("arm_*", "amd64_fam17h_zen1"));
#endif
}
END_TEST

START_TEST(every_generic_event_is_known_without_library)
{
	int nr = 0;

	for (const struct metric *m = metric_table; m->name; m++) {
		for (const struct candidate *c = m->candidates; c->tables;
		     c++) {
			struct pmu_event e = { .status = PMU_OK };
			struct pmu_event theirs = { .status = PMU_OK };
			char name[64];

			if (strcmp(c->tables, "perf"))
				continue;
			nr++;
			ck_assert_msg(generic_encode(c->event, &e), "%s",
				      c->event);
			snprintf(name, sizeof(name), "perf::%s", c->event);
			ck_assert_int_eq(pfm_encode(p, name, &theirs),
					 PFM_FOUND);
			ck_assert_uint_eq(e.type, theirs.type);
			ck_assert_uint_eq(e.config, theirs.config);
		}
	}
	ck_assert_int_gt(nr, 5);
}
END_TEST

#if defined(__x86_64__) || defined(__i386__)
/* The code of a metric on a CPU, from the vendors' manuals; -1: none */
static const struct {
	const char *table;
	const char *metric;
	int64_t config;
} golden[] = {
	{ "skx", "cycles", 0x3c },
	{ "spr", "instructions", 0xc0 },
	{ "icx", "instructions", 0xc0 },
	{ "skx", "branches", 0xc4 },
	{ "skx", "llc-misses", 0x412e },
	{ "snb", "llc-misses", 0x412e },
	{ "icx", "llc-misses", 0x412e },
	{ "skx", "l2-misses", 0x3f24 },
	{ "icx", "l2-misses", 0x3f24 },
	{ "spr", "l2-misses", 0x3f24 },
	{ "skx", "l1d-misses", 0x151 },
	{ "skx", "dtlb-misses", 0xe08 },
	{ "spr", "dtlb-misses", 0xe12 },
	{ "skx", "itlb-misses", 0xe85 },
	{ "spr", "itlb-misses", 0xe11 },
	{ "skx", "stalls-backend", 0x1a2 },
	{ "icx", "stalls-backend", 0x140014a3 },
	{ "spr", "stalls-backend", 0x50021a6 },
	{ "hsw", "stalls-backend", 0x1a2 },
	{ "skx", "tlb-flushes", 0x20bd },
	{ "spr", "tlb-flushes", -1 },
	{ "skx", "kernel-entries", 0x104003c },
	{ "icx", "kernel-entries", -1 },
	{ "amd64_fam17h_zen2", "cycles", 0x76 },
	{ "amd64_fam17h_zen2", "branch-misses", 0xc3 },
	{ "amd64_fam17h_zen1", "llc-misses", -1 },
	{ "amd64_fam17h_zen2", "llc-misses", 0x4843 },
	{ "amd64_fam19h_zen3", "llc-misses", 0x4844 },
	{ "amd64_fam19h_zen4", "llc-misses", 0x4844 },
	{ "amd64_fam19h_zen4", "l2-misses", 0x964 },
	{ "amd64_fam17h_zen2", "l1d-misses", 0xc060 },
	{ "amd64_fam17h_zen2", "dtlb-misses", 0xf045 },
	{ "amd64_fam17h_zen2", "itlb-misses", 0x785 },
	{ "amd64_fam19h_zen3", "itlb-misses", 0xf85 },
	{ "amd64_fam17h_zen1", "tlb-flushes", -1 },
	{ "amd64_fam17h_zen2", "tlb-flushes", 0xff78 },
	{ "amd64_fam17h_zen2", "stalls-backend", -1 },
	{ "amd64_fam19h_zen4", "stalls-backend", 0x2d6 },
	{ "slm", "cycles", 0x3c },
};

/* The code of a metric by the tables of libpfm4 alone. */
static int64_t code_of(const char *table, const struct metric *m)
{
	for (const struct candidate *c = m->candidates; c->tables; c++) {
		uint64_t config;

		if (metric_has_table(c->tables, table) &&
		    encodes(table, c->event, &config))
			return (int64_t)config;
	}
	return -1;
}

START_TEST(a_metric_has_the_code_of_the_manual)
{
	const struct metric *m = metric_find(golden[_i].metric);

	ck_assert_ptr_nonnull(m);
	ck_assert_msg(has_table(golden[_i].table), "%s", golden[_i].table);
	ck_assert_msg(code_of(golden[_i].table, m) == golden[_i].config,
		      "%s on %s", m->name, golden[_i].table);
}
END_TEST
#endif

START_TEST(metrics_and_software_events_have_different_names)
{
	for (const struct metric *m = metric_table; m->name; m++) {
		ck_assert_ptr_null(software_find(m->name));
		ck_assert_ptr_eq(metric_find(m->name), m);
		ck_assert_ptr_null(strpbrk(m->name, ":/,"));
	}
}
END_TEST

/* "e=0" and the like are no part of a name. */
START_TEST(an_encoding_is_named_without_its_modifiers)
{
	struct pmu_event e = { .status = PMU_OK };

	ck_assert_int_eq(pfm_encode(p, "perf::CYCLES:u", &e), PFM_FOUND);
	ck_assert_str_eq(e.encoding, "perf::PERF_COUNT_HW_CPU_CYCLES");
	ck_assert_str_eq(e.pmu, "perf");
	ck_assert(e.exclude_kernel && !e.exclude_user);
}
END_TEST

START_TEST(what_is_wrong_with_a_name_is_told_apart)
{
	struct pmu_event e = { .status = PMU_OK };
	char masks[256];

	ck_assert_int_eq(pfm_encode(p, "perf::NOTHING", &e), PFM_UNKNOWN);
	ck_assert_int_eq(pfm_encode(p, "perf::CYCLES:nothing", &e),
			 PFM_ATTRIBUTE);
#if defined(__x86_64__) || defined(__i386__)
	ck_assert_int_eq(pfm_encode(p, "icx::INST_RETIRED", &e), PFM_UMASK);
	ck_assert_int_gt(
		pfm_umasks(p, "icx::INST_RETIRED", masks, sizeof(masks)), 0);
	ck_assert_ptr_nonnull(strstr(masks, "ANY_P"));
#endif
	ck_assert_int_eq(pfm_umasks(p, "perf::NOTHING", masks, sizeof(masks)),
			 0);
}
END_TEST

static Suite *pmu_metrics_suite(void)
{
	Suite *s = suite_create("pmu_metrics");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, every_candidate_encodes_in_each_of_its_tables);
	tcase_add_test(t, every_event_of_arm_is_in_some_table);
	tcase_add_test(t, every_generic_event_is_known_without_library);
#if defined(__x86_64__) || defined(__i386__)
	tcase_add_loop_test(t, a_metric_has_the_code_of_the_manual, 0,
			    sizeof(golden) / sizeof(*golden));
#endif
	tcase_add_test(t, metrics_and_software_events_have_different_names);
	tcase_add_test(t, an_encoding_is_named_without_its_modifiers);
	tcase_add_test(t, what_is_wrong_with_a_name_is_told_apart);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_metrics_suite);
