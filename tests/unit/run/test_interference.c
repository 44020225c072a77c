/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/run/test_interference.c - what a machine does to CPUs in a run, and what is said
 * about it.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/clock_rate.h"
#include "machines.h"
#include "processes.h"
#include "run/interference.h"
#include "session/interference.h"
#include "sessions.h"
#include "tests.h"

#define HEAT "/sys/devices/system/cpu/cpu1/thermal_throttle/"

static char *root;
/* Two tasks on CPU 1, whose core CPU 3 shares. */
static int cpus[] = { 1, 1 };
static const struct placement place = {
	.nr_groups = 1,
	.nr_tasks = 2,
	.nr_cpus = 1,
	.cpu = cpus,
};

static void unpack(void)
{
	root = machine_unpack("x86-server");
}

static void forget(void)
{
	free(root);
}

static void put_counts(const char *stat, const char *interrupts,
		       const char *core, const char *package)
{
	machine_put(root, "/proc/stat", stat);
	machine_put(root, "/proc/interrupts", interrupts);
	machine_put(root, HEAT "core_throttle_count", core);
	machine_put(root, HEAT "package_throttle_count", package);
}

START_TEST(a_run_has_what_counts_grew_by)
{
	int64_t tick_ns = 1000000000 / sysconf(_SC_CLK_TCK);
	struct interference_watch w;
	struct interference_reading r;

	put_counts("cpu  10 0 9 0 0 0 0 1\ncpu1 10 0 0 0 0 0 0 1\n"
		   "cpu3 0 0 5 0 0 0 0 9\n",
		   " CPU1 CPU3\n9: 4 1 x\nLOC: 10 1 x\n", "1", "7");
	interference_begin(&w, root, &place);
	w.nr_others = 3;
	put_counts("cpu  13 0 19 0 0 0 0 3\ncpu1 13 0 1 9 0 0 0 3\n"
		   "cpu3 0 0 7 0 0 0 0 9\n",
		   " CPU1 CPU3\n9: 6 9 x\nLOC: 15 9 x\n", "1", "9");
	interference_end(&w, &r);
	ck_assert_int_eq(r.steal_ns, 2 * tick_ns);
	ck_assert_int_eq(r.u.busy_ns, 4 * tick_ns);
	ck_assert_int_eq(r.u.sibling_busy_ns, 2 * tick_ns);
	ck_assert_int_eq(r.u.others_busy_ns, 3 * tick_ns);
	ck_assert_int_eq(r.u.interrupts, 7);
	ck_assert_int_eq(r.u.device_interrupts, 2);
	ck_assert_int_eq(r.u.core_throttles, 0);
	ck_assert_int_eq(r.u.package_throttles, 2);
	ck_assert(isnan(r.u.mhz_before));
	for (int i = 0; i < INTERFERENCE_NR; i++)
		ck_assert_int_eq(r.err[i], 0);
}
END_TEST

START_TEST(what_a_machine_does_not_show_is_not_measured)
{
	struct interference_watch w;
	struct interference_reading r;

	machine_put(root,
		    "/sys/devices/system/cpu/cpu1/topology/"
		    "thread_siblings_list",
		    "1\n");
	machine_remove(root, "/proc/stat");
	interference_begin(&w, root, &place);
	interference_end(&w, &r);
	ck_assert_int_eq(r.steal_ns, NOT_MEASURED);
	ck_assert_int_eq(r.u.busy_ns, NOT_MEASURED);
	ck_assert_int_eq(r.u.sibling_busy_ns, NOT_MEASURED);
	ck_assert_int_eq(r.u.interrupts, NOT_MEASURED);
	ck_assert_int_eq(r.u.core_throttles, NOT_MEASURED);
	ck_assert_int_eq(r.err[INTERFERENCE_TIMES], -ENOENT);
	ck_assert_int_eq(r.err[INTERFERENCE_SIBLINGS], -ENODEV);
	ck_assert_int_eq(r.err[INTERFERENCE_INTERRUPTS], -ENOENT);
	ck_assert_int_eq(r.err[INTERFERENCE_HEAT], -ENOENT);
}
END_TEST

START_TEST(tasks_that_are_not_pinned_have_no_cpus_to_watch)
{
	const struct placement any = { .nr_groups = 1, .nr_tasks = 2 };
	struct interference_watch w;
	struct interference_reading r;

	interference_begin(&w, root, &any);
	interference_end(&w, &r);
	ck_assert_int_eq(r.steal_ns, 0);
	ck_assert_int_eq(r.u.core_throttles, NOT_MEASURED);
	ck_assert_int_eq(r.err[INTERFERENCE_TIMES], 0);
	for (int i = INTERFERENCE_SIBLINGS; i < INTERFERENCE_NR; i++)
		ck_assert_int_eq(r.err[i], -ENXIO);
}
END_TEST

START_TEST(each_field_that_is_missing_has_its_reason)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "a/b", "op");
	struct interference_reading r;

	interference_none(&r, 0);
	r.u.mhz_before = r.u.mhz_after = 3000;
	r.err[INTERFERENCE_HEAT] = -ENOENT;
	r.err[INTERFERENCE_SIBLINGS] = -ENODEV;
	ck_assert_int_eq(interference_explain(e, &r), 0);
	ck_assert_uint_eq(e->absent.nr, 3);
	ck_assert_str_eq(e->absent.v[0].id, "sibling_busy_ns");
	ck_assert_ptr_nonnull(strstr(e->absent.v[0].text, "shares its core"));
	ck_assert_str_eq(e->absent.v[1].id, "core_throttles");
	ck_assert_str_eq(e->absent.v[2].id, "package_throttles");
	session_free(&s);
}
END_TEST

/* Ten runs of 100 ms on one CPU, in which the machine did this in all. */
static const struct {
	int64_t steal_ms, sibling_ms, devices, packages;
	double mhz_after;
	int64_t nice;
	const char *policy;
	const char *ids;
} sessions[] = {
	{ .mhz_after = 3000, .policy = "other", .ids = "" },
	{ .mhz_after = NAN, .policy = "other", .ids = "" },
	{ .steal_ms = 20, .policy = "other", .ids = "" },
	{ .steal_ms = 30, .policy = "other", .ids = "W-STEAL" },
	{ .sibling_ms = 20, .policy = "other", .ids = "" },
	{ .sibling_ms = 50, .policy = "other", .ids = "W-SMT" },
	{ .devices = 5000, .policy = "other", .ids = "" },
	{ .devices = 5010, .policy = "other", .ids = "W-IRQ" },
	{ .packages = 10, .policy = "other", .ids = "W-HEAT" },
	{ .mhz_after = 4000, .policy = "other", .ids = "" },
	{ .nice = 5, .policy = "other", .ids = "W-NICE" },
	{ .nice = -5, .policy = "batch", .ids = "W-NICE" },
	{ .nice = 5, .policy = "fifo:1", .ids = "" },
	{ .nice = NOT_MEASURED, .policy = "other", .ids = "" },
};

START_TEST(only_what_is_more_than_chance_is_noted)
{
	struct session s = session_plain(10);
	struct entry *e = session_entry(&s, "a/b", "op");
	char seen[128] = "";

	set_text(&e->policy, sessions[_i].policy);
	e->nice = sessions[_i].nice;
	for (int i = 0; i < 10; i++) {
		struct sample *r = entry_run(e, 1000, 100000000);

		r->steal_ns = sessions[_i].steal_ms * 100000;
		r->interference = (struct interference){
			.sibling_busy_ns = sessions[_i].sibling_ms * 100000,
			.device_interrupts = sessions[_i].devices / 10,
			.package_throttles = sessions[_i].packages / 10,
			.mhz_before = 3000,
			.mhz_after = sessions[_i].mhz_after,
		};
		if (!sessions[_i].mhz_after)
			r->interference.mhz_after = 3000;
	}
	ck_assert_int_eq(interference_note(e), 0);
	for (size_t i = 0; i < e->notes.nr; i++) {
		strcat(seen, i ? " " : "");
		strcat(seen, e->notes.v[i].id);
	}
	ck_assert_str_eq(seen, sessions[_i].ids);
	session_free(&s);
}
END_TEST

START_TEST(nothing_known_is_nothing_noted)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "a/b", "op");

	entry_run(e, 1000, 5000000);
	ck_assert_int_eq(interference_note(e), 0);
	ck_assert_uint_eq(e->notes.nr, 0);
	session_free(&s);
}
END_TEST

START_TEST(a_result_file_keeps_it)
{
	struct session s = session_plain(1), back;
	struct entry *e = session_entry(&s, "a/b", "op");
	struct sample *r = entry_run(e, 1000, 5000000);
	char *text;

	e->nice = -3;
	r->interference.interrupts = 7;
	r->interference.mhz_before = 3000.5;
	ck_assert_int_eq(findings_add(&e->absent, "busy_ns", "why"), 0);
	text = document(s);
	back = decoded(text);
	ck_assert_int_eq(back.entries[0].nice, -3);
	ck_assert_str_eq(back.entries[0].absent.v[0].id, "busy_ns");
	r = &back.entries[0].runs[0];
	ck_assert_int_eq(r->interference.interrupts, 7);
	ck_assert_int_eq(r->interference.device_interrupts, NOT_MEASURED);
	ck_assert_double_eq(r->interference.mhz_before, 3000.5);
	ck_assert(isnan(r->interference.mhz_after));
	session_free(&back);
	free(text);
}
END_TEST

START_TEST(the_clock_of_a_cpu_is_something_or_unknown)
{
	double mhz = clock_rate_mhz();

#if defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
	ck_assert_double_gt(mhz, 0);
#else
	ck_assert(isnan(mhz));
#endif
}
END_TEST

/* The run's machine, or the reason why there is none. */
static json_t *run_of(const char *options, const char *member)
{
	struct cli c;
	json_t *doc, *found;

	cli_run(&c, "$HARNESS run self/null -r 1 --force --json %s", options);
	doc = ck_json(c.out);
	found = json_object_get(result_benchmark(doc, 0), member);
	if (json_is_array(found))
		found = json_array_get(found, 0);
	json_incref(found);
	json_decref(doc);
	cli_free(&c);
	return found;
}

START_TEST(a_run_says_what_the_machine_did)
{
	json_t *run = run_of("-t 20ms", "runs");
	json_t *machine = json_object_get(run, "machine");

	ck_assert(json_is_object(machine));
	ck_assert(json_is_integer(json_object_get(machine, "busy_ns")));
	ck_assert(!!json_is_number(json_object_get(machine, "mhz_after")) ==
		  !isnan(clock_rate_mhz()));
	json_decref(run);
}
END_TEST

START_TEST(a_run_too_short_to_be_watched_says_so)
{
	json_t *run, *first = run_of("-l 1", "not_measured");

	ck_assert_str_eq(json_string_value(json_object_get(first, "id")),
			 "steal_ns");
	ck_assert_str_eq(json_string_value(json_object_get(first, "text")),
			 "the run takes less than 1 ms");
	json_decref(first);
	run = run_of("-l 1", "runs");
	ck_assert(json_is_null(json_object_get(run, "steal_ns")));
	json_decref(run);
}
END_TEST

static Suite *interference_suite(void)
{
	Suite *s = suite_create("interference");
	TCase *t = tcase_create("machine");

	tcase_add_checked_fixture(t, unpack, forget);
	tcase_add_test(t, a_run_has_what_counts_grew_by);
	tcase_add_test(t, what_a_machine_does_not_show_is_not_measured);
	tcase_add_test(t, tasks_that_are_not_pinned_have_no_cpus_to_watch);
	suite_add_tcase(s, t);
	t = tcase_create("words");
	tcase_add_test(t, each_field_that_is_missing_has_its_reason);
	tcase_add_loop_test(t, only_what_is_more_than_chance_is_noted, 0,
			    sizeof(sessions) / sizeof(*sessions));
	tcase_add_test(t, nothing_known_is_nothing_noted);
	tcase_add_test(t, a_result_file_keeps_it);
	tcase_add_test(t, the_clock_of_a_cpu_is_something_or_unknown);
	tcase_add_test(t, a_run_says_what_the_machine_did);
	tcase_add_test(t, a_run_too_short_to_be_watched_says_so);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(interference_suite);
