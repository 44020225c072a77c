/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_resolve.c - names to events, on machines made of files.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "pmu_fake.h"
#include "tests.h"

static struct pmu *p;
static struct pmu_events *ev;
static char why[PMU_WHY_LEN];

/* A machine without libpfm4, unless a test gives it a table. */
static void machine(const char *root)
{
	if (p)
		pmu_close(p);
	ck_assert_int_eq(pmu_open(&p, &pmu_fake_sys, root), 0);
	p->pfm_err = -ENOPKG;
	snprintf(p->pfm_why, sizeof(p->pfm_why), "not there");
}

static void setup(void)
{
	pmu_fake_reset();
	ev = calloc(1, sizeof(*ev));
	p = NULL;
	machine(PMU_TREE("x86"));
}

static void teardown(void)
{
	ck_assert_int_eq(pmu_fake.nr_opened, 0);
	free(ev);
	pmu_close(p);
}

static void resolve_on(const char *list, const int *cpus, size_t nr)
{
	int ret = pmu_resolve(p, list, cpus, nr, ev, why, sizeof(why));

	ck_assert_msg(ret == 0, "%s: %d, %s", list, ret, why);
}

static void resolve(const char *list)
{
	resolve_on(list, NULL, 0);
}

/* Resolves one name to one event. */
static const struct pmu_event *one(const char *name)
{
	resolve(name);
	ck_assert_uint_eq(ev->nr, 1);
	return &ev->v[0];
}

START_TEST(the_machine_is_described)
{
	const struct pmu_caps *c = pmu_caps(p);

	ck_assert_int_eq(c->paranoid, 2);
	ck_assert(!c->cap_perfmon && !c->cap_sys_admin);
	ck_assert(c->nmi_watchdog);
	ck_assert(c->hypervisor);
	ck_assert(c->sysfs);
	ck_assert_int_eq(c->nr_cpu_pmus, 1);
	machine(PMU_TREE("nopmu"));
	ck_assert(!pmu_caps(p)->hypervisor);
	ck_assert_int_eq(pmu_caps(p)->nr_cpu_pmus, 0);
	machine("/nonexistent");
	ck_assert(!pmu_caps(p)->sysfs);
	machine(PMU_TREE("arm"));
	ck_assert_int_eq(pmu_caps(p)->nr_cpu_pmus, 2);
}
END_TEST

START_TEST(software_events_need_no_library)
{
	const struct pmu_event *e = one("cs");

	ck_assert_str_eq(e->name, "context-switches");
	ck_assert_uint_eq(e->type, PERF_TYPE_SOFTWARE);
	ck_assert_uint_eq(e->config, PERF_COUNT_SW_CONTEXT_SWITCHES);
	ck_assert_int_eq(e->class, PMU_SEMANTIC);
	ck_assert_int_eq(e->where, PMU_KERNEL);
	ck_assert_int_eq(e->status, PMU_OK);
}
END_TEST

START_TEST(a_filter_that_would_count_nothing_is_no_number)
{
	ck_assert_int_eq(one("context-switches:u")->status, PMU_NO_FILTER);
	ck_assert_int_eq(one("task-clock:k")->status, PMU_NO_FILTER);
	ck_assert_int_eq(one("sched:sched_switch:u")->status, PMU_NO_FILTER);
	ck_assert_int_eq(one("page-faults:u")->status, PMU_OK);
}
END_TEST

START_TEST(both_filters_make_two_events)
{
	resolve("page-faults:uk,minor-faults:ku");
	ck_assert_uint_eq(ev->nr, 4);
	ck_assert_str_eq(ev->v[0].name, "page-faults:u");
	ck_assert(ev->v[0].exclude_kernel && !ev->v[0].exclude_user);
	ck_assert_str_eq(ev->v[1].name, "page-faults:k");
	ck_assert(!ev->v[1].exclude_kernel && ev->v[1].exclude_user);
	ck_assert_str_eq(ev->v[2].metric, "minor-faults");
}
END_TEST

START_TEST(an_event_asked_for_twice_is_there_once)
{
	resolve("cs,context-switches,default,cycles:u,cycles");
	ck_assert_uint_eq(ev->nr, 10);
}
END_TEST

START_TEST(presets_have_what_they_promise)
{
	resolve("default");
	ck_assert_uint_eq(ev->nr, 9);
	ck_assert_str_eq(ev->v[0].name, "cycles");
	ck_assert_str_eq(ev->v[8].name, "page-faults");
	resolve("default:u");
	ck_assert_uint_eq(ev->nr, 9);
	ck_assert_str_eq(ev->v[0].name, "cycles:u");
	ck_assert(ev->v[0].exclude_kernel && !ev->v[0].exclude_user);
	resolve("default:uk,all:k");
	ck_assert_str_eq(ev->v[1].name, "cycles:k");
	resolve("all");
	ck_assert_uint_gt(ev->nr, 20);
	ck_assert_str_eq(ev->v[ev->nr - 1].name, "msr/tsc/");
}
END_TEST

START_TEST(metrics_without_library_are_generic_events)
{
	const struct pmu_event *e = one("cycles");

	ck_assert_uint_eq(e->type, PERF_TYPE_HARDWARE);
	ck_assert_uint_eq(e->config, PERF_COUNT_HW_CPU_CYCLES);
	ck_assert_str_eq(e->kind, "core cycles");
	ck_assert_str_eq(e->pmu, "cpu GenuineIntel-6-85");
	ck_assert_int_eq(one("l2-misses")->status, PMU_NO_LIBRARY);
	machine(PMU_TREE("nopmu"));
	ck_assert_int_eq(one("l2-misses")->status, PMU_NO_PMU);
}
END_TEST

START_TEST(a_cpu_without_table_says_so)
{
	p->pfm_err = 1;
	ck_assert_int_eq(one("l2-misses")->status, PMU_NO_TABLE);
	ck_assert_int_eq(one("cycles")->status, PMU_OK);
}
END_TEST

START_TEST(sysfs_notation_is_encoded)
{
	const struct pmu_event *e = one("msr/tsc/");

	ck_assert_uint_eq(e->type, 9);
	ck_assert_uint_eq(e->config, 0);
	ck_assert_int_eq(e->where, PMU_DEVICE);
	ck_assert_int_eq(e->class, PMU_TIME);
	e = one("cpu/event=0xa3,umask=4,cmask=0x4,edge/");
	ck_assert_uint_eq(e->type, 4);
	ck_assert_uint_eq(e->config, 0x40404a3);
	ck_assert_int_eq(e->where, PMU_CORE);
	e = one("cpu/mem-loads/k");
	ck_assert_uint_eq(e->config, 0x1cd);
	ck_assert_uint_eq(e->config1, 3);
	ck_assert(e->exclude_user && !e->exclude_kernel);
	e = one("cpu/wide=0x5a/:u");
	ck_assert_uint_eq(e->config, UINT64_C(0x5000000a00000000));
	e = one("cpu/config=0x12,config2=7/");
	ck_assert_uint_eq(e->config, 0x12);
	ck_assert_uint_eq(e->config2, 7);
}
END_TEST

START_TEST(packages_are_not_counted_as_cpus)
{
	ck_assert_int_eq(one("power/energy-pkg/")->status, PMU_NO_CPU);
}
END_TEST

START_TEST(raw_codes_are_taken_as_they_are)
{
	const struct pmu_event *e = one("r01C2");

	ck_assert_uint_eq(e->type, PERF_TYPE_RAW);
	ck_assert_uint_eq(e->config, 0x1c2);
	ck_assert_str_eq(e->name, "r1c2");
	ck_assert_int_eq(e->class, PMU_MICRO);
}
END_TEST

START_TEST(tracepoints_are_found_in_debugfs_too)
{
	const struct pmu_event *e = one("sched:sched_switch");

	ck_assert_uint_eq(e->type, PERF_TYPE_TRACEPOINT);
	ck_assert_uint_eq(e->config, 314);
	ck_assert_int_eq(e->status, PMU_OK);
	machine(PMU_TREE("nopmu"));
	ck_assert_int_eq(one("sched:sched_switch")->status, PMU_NO_TRACEFS);
}
END_TEST

/* What a name is refused with. */
static const struct {
	const char *name;
	const char *word;
} refused[] = {
	{ "cylces", "did you mean cycles?" },
	{ "context-swiches", "context-switches" },
	{ "dtlb-miss", "dtlb-misses" },
	{ "msr/tcs/", "did you mean msr/tsc/?" },
	{ "mrs/tsc/", "no PMU 'mrs'" },
	{ "mrs/tsc/", "did you mean msr/tsc/?" },
	{ "msr/tsc", "not PMU/EVENT/" },
	{ "/tsc/", "not PMU/EVENT/" },
	{ "msr//", "not PMU/EVENT/" },
	{ "../msr/tsc/", "not PMU/EVENT/" },
	{ "..//tsc/", "not PMU/EVENT/" },
	{ "cpu/event=/", "not a number" },
	{ "cpu/event=-1/", "not a number" },
	{ "cpu/event=1x/", "not a number" },
	{ "cpu/event=0x100/", "does not fit" },
	{ "cpu/../event=1/", "" },
	{ "nothing-like-it-at-all", "libpfm4" },
	{ "", "without a name" },
	{ "cycles,", "without a name" },
	{ ":u", "without a name" },
	{ "sched:nothing", "no event" },
	{ "r", "no event" },
	{ "rxyz", "no event" },
	{ "r12345678901234567", "16 digits" },
	{ "perf::TASK-CLOCK:cpu=1", "'cpu' has no effect" },
	{ "perf::TASK-CLOCK:u:PINNED", "'pinned' has no effect" },
	{ "perf::TASK-CLOCK:excl=1", "'excl' has no effect" },
	{ "perf::TASK-CLOCK:freq=100", "'freq' has no effect" },
	{ "perf::TASK-CLOCK:period=9", "'period' has no effect" },
	{ "a-name-that-is-much-too-long-for-an-event-and-longer-than-the-"
	  "longest-that-any-table-has-in-it-by-far",
	  "too long" },
};

START_TEST(an_unknown_name_is_refused_with_what_was_meant)
{
	int ret =
		pmu_resolve(p, refused[_i].name, NULL, 0, ev, why, sizeof(why));

	ck_assert_int_eq(ret, -EINVAL);
	ck_assert_msg(strstr(why, refused[_i].word) != NULL,
		      "%s: no '%s' in '%s'", refused[_i].name, refused[_i].word,
		      why);
	ck_assert_ptr_null(strchr(why, '\n'));
}
END_TEST

START_TEST(more_events_than_can_be_kept_are_refused)
{
	char list[PMU_MAX_EVENTS * 5 + 8] = "";
	size_t used = 0;

	for (int i = 0; i <= PMU_MAX_EVENTS; i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used,
					 "%sr%x", i ? "," : "", 16 + i);
	ck_assert_int_eq(pmu_resolve(p, list, NULL, 0, ev, why, sizeof(why)),
			 -E2BIG);
	list[strrchr(list, ',') - list] = '\0';
	ck_assert_int_eq(pmu_resolve(p, list, NULL, 0, ev, why, sizeof(why)),
			 0);
}
END_TEST

START_TEST(the_pinned_cpu_chooses_the_pmu)
{
	static const int core[] = { 8, 1 }, atom[] = { 5 };

	machine(PMU_TREE("hybrid"));
	resolve_on("cycles,r3c", core, 2);
	ck_assert_uint_eq(ev->nr, 2);
	ck_assert_uint_eq(ev->v[0].config, UINT64_C(4) << 32);
	ck_assert_uint_eq(ev->v[1].type, 4);
	ck_assert_str_eq(ev->v[0].pmu, "cpu_core GenuineIntel-6-183");
	ck_assert(!ev->v[0].partial);
	resolve_on("cycles,r3c,cs", atom, 1);
	ck_assert_uint_eq(ev->nr, 3);
	ck_assert_uint_eq(ev->v[0].config, UINT64_C(10) << 32);
	ck_assert_uint_eq(ev->v[1].type, 10);
	ck_assert_int_eq(ev->v[2].cpu_pmu, -1);
}
END_TEST

START_TEST(a_pair_on_two_types_of_cores_has_an_event_for_each)
{
	static const int both[] = { 0, 4 };

	machine(PMU_TREE("hybrid"));
	resolve_on("instructions,cs", both, 2);
	ck_assert_uint_eq(ev->nr, 3);
	ck_assert_str_eq(ev->v[0].name, ev->v[1].name);
	ck_assert_str_ne(ev->v[0].pmu, ev->v[1].pmu);
	ck_assert(ev->v[0].partial && ev->v[1].partial && !ev->v[2].partial);
}
END_TEST

START_TEST(an_event_of_one_type_of_core_is_no_number_on_another)
{
	static const int both[] = { 0, 4 };

	machine(PMU_TREE("hybrid"));
	resolve_on("cpu_core/config=0x3c/,cpu_atom/config=0x3c/", both, 1);
	ck_assert_uint_eq(ev->nr, 2);
	ck_assert_int_eq(ev->v[0].status, PMU_OK);
	ck_assert_int_eq(ev->v[1].status, PMU_WRONG_CPU_TYPE);
	resolve_on("cpu_core/config=0x3c/,cpu_atom/config=0x3c/", both, 2);
	ck_assert_uint_eq(ev->nr, 2);
	ck_assert_int_eq(ev->v[0].status, PMU_WRONG_CPU_TYPE);
	ck_assert_int_eq(ev->v[1].status, PMU_WRONG_CPU_TYPE);
}
END_TEST

START_TEST(arm_counts_what_the_kernel_says_the_cpu_has)
{
	static const int little[] = { 1 }, big[] = { 3 };

	machine(PMU_TREE("arm"));
	resolve_on("cycles,ttbr-writes,dtlb-misses", little, 1);
	ck_assert_uint_eq(ev->v[0].type, 8);
	ck_assert_uint_eq(ev->v[0].config, 0x11);
	ck_assert_int_ne(ev->v[1].status, PMU_OK);
	ck_assert_uint_eq(ev->v[2].config, 5);
	ck_assert_str_eq(ev->v[2].kind, "l1 dtlb refills");
	resolve_on("ttbr-writes", big, 1);
	ck_assert_uint_eq(ev->v[0].type, 9);
	ck_assert_uint_eq(ev->v[0].config, 0x1c);
	ck_assert_int_eq(ev->v[0].status, PMU_OK);
}
END_TEST

static Suite *pmu_resolve_suite(void)
{
	Suite *s = suite_create("pmu_resolve");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, the_machine_is_described);
	tcase_add_test(t, software_events_need_no_library);
	tcase_add_test(t, a_filter_that_would_count_nothing_is_no_number);
	tcase_add_test(t, both_filters_make_two_events);
	tcase_add_test(t, an_event_asked_for_twice_is_there_once);
	tcase_add_test(t, presets_have_what_they_promise);
	tcase_add_test(t, metrics_without_library_are_generic_events);
	tcase_add_test(t, a_cpu_without_table_says_so);
	tcase_add_test(t, sysfs_notation_is_encoded);
	tcase_add_test(t, packages_are_not_counted_as_cpus);
	tcase_add_test(t, raw_codes_are_taken_as_they_are);
	tcase_add_test(t, tracepoints_are_found_in_debugfs_too);
	tcase_add_loop_test(t, an_unknown_name_is_refused_with_what_was_meant,
			    0, sizeof(refused) / sizeof(*refused));
	tcase_add_test(t, more_events_than_can_be_kept_are_refused);
	tcase_add_test(t, the_pinned_cpu_chooses_the_pmu);
	tcase_add_test(t, a_pair_on_two_types_of_cores_has_an_event_for_each);
	tcase_add_test(t, an_event_of_one_type_of_core_is_no_number_on_another);
	tcase_add_test(t, arm_counts_what_the_kernel_says_the_cpu_has);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_resolve_suite);
