/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_diagnose.c - from an errno to its cause and its sentence.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "pmu_fake.h"
#include "tests.h"

static struct pmu *p;

static void setup(void)
{
	pmu_fake_reset();
	ck_assert_int_eq(pmu_open(&p, &pmu_fake_sys, PMU_TREE("x86")), 0);
}

static void teardown(void)
{
	ck_assert_int_eq(pmu_fake.nr_open, 0);
	pmu_close(p);
}

static const struct pmu_event core = {
	.name = "core",
	.where = PMU_CORE,
	.type = PERF_TYPE_RAW,
	.exclude_guest = true,
};
static const struct pmu_event soft = {
	.name = "soft",
	.where = PMU_KERNEL,
	.type = PERF_TYPE_SOFTWARE,
	.cpu_pmu = -1,
};
static const struct pmu_event device = {
	.name = "device",
	.where = PMU_DEVICE,
	.type = 9,
	.cpu_pmu = -1,
};

/* What probing must find for an event that fails with an errno. */
struct row {
	int err;
	const struct pmu_event *e;
	enum pmu_scope scope;
	int paranoid;
	bool perfmon, admin;
	bool user_only;
	enum pmu_status want;
};

#define ANY INT_MIN

static const struct row rows[] = {
	{ ENOSYS, &core, PMU_PAIR, 2, 0, 0, 0, PMU_NO_SYSCALL },
	{ ENOSYS, &soft, PMU_CPU, ANY, 1, 1, 0, PMU_NO_SYSCALL },
	{ EMFILE, &soft, PMU_PAIR, 2, 1, 1, 0, PMU_NO_FDS },
	{ ENFILE, &core, PMU_TASK, 2, 1, 1, 0, PMU_NO_FDS },
	{ EBUSY, &core, PMU_PAIR, 2, 1, 1, 0, PMU_BUSY },
	{ ESRCH, &core, PMU_PAIR, 2, 1, 1, 0, PMU_ERROR },
	{ EBADF, &soft, PMU_PAIR, 2, 1, 1, 0, PMU_ERROR },
	/* levels of perf_event_paranoid, without capabilities */
	{ EACCES, &core, PMU_PAIR, 2, 0, 0, 0, PMU_NO_ACCESS_KERNEL },
	{ EACCES, &soft, PMU_PAIR, 2, 0, 0, 0, PMU_NO_ACCESS_KERNEL },
	{ EACCES, &soft, PMU_TASK, 2, 0, 0, 0, PMU_NO_ACCESS_KERNEL },
	{ EACCES, &core, PMU_CPU, 2, 0, 0, 0, PMU_NO_ACCESS_CPU },
	{ EACCES, &core, PMU_CPU, 1, 0, 0, 0, PMU_NO_ACCESS_CPU },
	{ EACCES, &core, PMU_CPU, 0, 0, 0, 0, PMU_BLOCKED },
	{ EACCES, &core, PMU_PAIR, 1, 0, 0, 0, PMU_BLOCKED },
	{ EACCES, &core, PMU_PAIR, 2, 0, 0, 1, PMU_BLOCKED },
	{ EACCES, &core, PMU_PAIR, 3, 0, 0, 1, PMU_NO_ACCESS },
	{ EACCES, &soft, PMU_CPU, 4, 0, 0, 0, PMU_NO_ACCESS },
	{ EACCES, &core, PMU_PAIR, ANY, 0, 0, 0, PMU_BLOCKED },
	/* CAP_PERFMON helps up to 2, CAP_SYS_ADMIN always */
	{ EACCES, &core, PMU_PAIR, 2, 1, 0, 0, PMU_BLOCKED },
	{ EACCES, &core, PMU_PAIR, 3, 1, 0, 0, PMU_NO_ACCESS },
	{ EACCES, &core, PMU_CPU, 4, 1, 1, 0, PMU_BLOCKED },
	{ EPERM, &core, PMU_PAIR, 2, 0, 0, 0, PMU_BLOCKED },
	{ EPERM, &soft, PMU_PAIR, -1, 1, 1, 0, PMU_BLOCKED },
	{ ENOENT, &soft, PMU_PAIR, 2, 1, 1, 0, PMU_NO_EVENT },
	{ ENODEV, &device, PMU_PAIR, 2, 1, 1, 0, PMU_NO_EVENT },
	{ EINVAL, &device, PMU_PAIR, 2, 1, 1, 0, PMU_NO_EVENT },
	{ EOPNOTSUPP, &device, PMU_CPU, 2, 1, 1, 0, PMU_NO_EVENT },
	{ ENOENT, &core, PMU_PAIR, 2, 1, 1, 0, PMU_NO_PMU },
	{ ENXIO, &core, PMU_PAIR, 2, 1, 1, 0, PMU_NO_PMU },
	{ EINVAL, &core, PMU_PAIR, 2, 1, 1, 0, PMU_NO_PMU },
};

static int row_err;

static int always(const struct perf_event_attr *a, int cpu, int group_fd)
{
	(void)a;
	(void)cpu;
	(void)group_fd;
	return row_err;
}

static int probe_as(struct pmu *m, const struct pmu_event *e,
		    enum pmu_scope scope)
{
	struct pmu_events *ev = calloc(1, sizeof(*ev));
	const int cpu = 0;
	int status;

	ev->nr = 1;
	ev->v[0] = *e;
	pmu_probe(m, scope, &cpu, 1, ev);
	status = ev->v[0].status;
	ck_assert(status == PMU_OK || ev->v[0].err > 0);
	free(ev);
	return status;
}

START_TEST(an_errno_has_the_cause_that_rights_and_event_explain)
{
	const struct row *r = &rows[_i];
	struct pmu_event e = *r->e;

	p->caps.paranoid = r->paranoid;
	p->caps.cap_perfmon = r->perfmon || r->admin;
	p->caps.cap_sys_admin = r->admin;
	e.exclude_kernel = r->user_only;
	row_err = r->err;
	pmu_fake.verdict = always;
	ck_assert_str_eq(pmu_status_word(probe_as(p, &e, r->scope)),
			 pmu_status_word(r->want));
}
END_TEST

/* Only the generic cycles event in user mode opens. */
static int only_cycles(const struct perf_event_attr *a, int cpu, int group_fd)
{
	(void)cpu;
	(void)group_fd;
	return a->type == PERF_TYPE_HARDWARE && a->exclude_kernel ? 0 : ENOENT;
}

START_TEST(an_event_is_missing_where_cycles_open)
{
	pmu_fake.verdict = only_cycles;
	ck_assert_int_eq(probe_as(p, &core, PMU_PAIR), PMU_NO_EVENT);
}
END_TEST

START_TEST(a_pmu_is_missing_where_sysfs_shows_none)
{
	struct pmu *none;

	ck_assert_int_eq(pmu_open(&none, &pmu_fake_sys, PMU_TREE("nopmu")), 0);
	pmu_fake.verdict = only_cycles;
	ck_assert_int_eq(probe_as(none, &core, PMU_PAIR), PMU_NO_PMU);
	row_err = EACCES;
	pmu_fake.verdict = always;
	ck_assert_int_eq(probe_as(none, &core, PMU_PAIR), PMU_NO_PMU);
	ck_assert_int_eq(probe_as(none, &soft, PMU_PAIR), PMU_NO_ACCESS_KERNEL);
	pmu_close(none);
}
END_TEST

static int no_exclude(const struct perf_event_attr *a, int cpu, int group_fd)
{
	(void)cpu;
	(void)group_fd;
	return a->exclude_kernel || a->exclude_user ? EINVAL : 0;
}

START_TEST(a_filter_that_alone_is_refused_is_named)
{
	struct pmu_event e = device;

	pmu_fake.verdict = no_exclude;
	ck_assert_int_eq(probe_as(p, &e, PMU_PAIR), PMU_OK);
	e.exclude_kernel = true;
	ck_assert_int_eq(probe_as(p, &e, PMU_PAIR), PMU_NO_FILTER);
	e.exclude_kernel = false;
	e.exclude_user = true;
	ck_assert_int_eq(probe_as(p, &e, PMU_CPU), PMU_NO_FILTER);
}
END_TEST

static int no_guest(const struct perf_event_attr *a, int cpu, int group_fd)
{
	(void)cpu;
	(void)group_fd;
	return a->exclude_guest ? EINVAL : 0;
}

START_TEST(old_kernels_get_events_without_exclude_guest)
{
	pmu_fake.verdict = no_guest;
	ck_assert_int_eq(probe_as(p, &core, PMU_PAIR), PMU_OK);
	ck_assert_int_eq(pmu_fake.last.exclude_guest, 0);
}
END_TEST

static int interrupted(const struct perf_event_attr *a, int cpu, int group_fd)
{
	static int calls;

	(void)a;
	(void)cpu;
	(void)group_fd;
	return ++calls % 3 ? EINTR : 0;
}

START_TEST(an_interrupted_open_is_repeated)
{
	pmu_fake.verdict = interrupted;
	ck_assert_int_eq(probe_as(p, &soft, PMU_PAIR), PMU_OK);
}
END_TEST

/* Words that a sentence must have, "|" between them. */
static const struct {
	enum pmu_status status;
	const char *words;
} sentences[] = {
	{ PMU_OTHER_RUN, "core|other runs" },
	{ PMU_NO_LIBRARY, "libpfm4|scripts/install-deps" },
	{ PMU_NO_TABLE, "libpfm4|GenuineIntel-6-85|raw" },
	{ PMU_NO_TRACEFS, "mount -t tracefs" },
	{ PMU_NO_PMU, "no CPU PMU|virtual machine|hypervisor" },
	{ PMU_NO_EVENT, "core|no such event" },
	{ PMU_NO_FILTER, "core|:u" },
	{ PMU_NO_CPU, "core|packages" },
	{ PMU_WRONG_CPU_TYPE, "core|type of core" },
	{ PMU_NO_ACCESS_KERNEL, "perf_event_paranoid is 2|CAP_PERFMON|:u" },
	{ PMU_NO_ACCESS_CPU, "whole CPUs|perf_event_paranoid is 2|pair" },
	{ PMU_NO_ACCESS, "perf_event_paranoid is 2|root" },
	{ PMU_BLOCKED, "Operation not permitted|seccomp|--cap-add PERFMON" },
	{ PMU_NO_SYSCALL, "no perf_event_open" },
	{ PMU_BUSY, "core|another program" },
	{ PMU_NO_FDS, "ulimit -n" },
	{ PMU_GROUP_TOO_BIG, "core|no counter left" },
	{ PMU_NOT_COUNTED, "never ran|kernel.nmi_watchdog=0" },
	{ PMU_MULTIPLEXED, "core|43 %" },
	{ PMU_DEAD, "dropped" },
	{ PMU_IMPLAUSIBLE, "core 395|cannot be true" },
	{ PMU_ONLY_ZERO, "core|read 0|does not count" },
	{ PMU_ERROR, "core|Operation not permitted" },
};

START_TEST(each_cause_has_one_line_with_what_to_do)
{
	struct pmu_reading r = { .value = 395,
				 .enabled_ns = 1000000,
				 .running_ns = 430000,
				 .err = EPERM };
	char buf[PMU_WHY_LEN], words[128], *save = NULL;

	r.status = sentences[_i].status;
	pmu_explain(p, &core, &r, buf, sizeof(buf));
	ck_assert_uint_lt(strlen(buf), sizeof(buf) - 1);
	ck_assert_ptr_null(strchr(buf, '\n'));
	snprintf(words, sizeof(words), "%s", sentences[_i].words);
	for (char *w = strtok_r(words, "|", &save); w;
	     w = strtok_r(NULL, "|", &save))
		ck_assert_msg(strstr(buf, w) != NULL, "no '%s' in '%s'", w,
			      buf);
	ck_assert_int_eq(pmu_status_of_event(r.status),
			 strstr(buf, "core:") == buf);
}
END_TEST

START_TEST(every_status_has_a_sentence_a_word_and_a_label)
{
	size_t nr = sizeof(sentences) / sizeof(*sentences);

	ck_assert_uint_eq(nr, PMU_NR_STATUS - 1);
	for (int i = 1; i < PMU_NR_STATUS; i++) {
		ck_assert_int_eq(pmu_status_label(i)[0], '<');
		for (int k = 0; k < i; k++)
			ck_assert_str_ne(pmu_status_word(i),
					 pmu_status_word(k));
	}
}
END_TEST

START_TEST(the_watchdog_is_blamed_only_where_it_runs)
{
	struct pmu_reading r = { .status = PMU_NOT_COUNTED };
	char buf[PMU_WHY_LEN];

	p->caps.nmi_watchdog = false;
	pmu_explain(p, &core, &r, buf, sizeof(buf));
	ck_assert_ptr_null(strstr(buf, "watchdog"));
	ck_assert_ptr_nonnull(strstr(buf, "another program"));
}
END_TEST

START_TEST(a_number_needs_no_sentence)
{
	char buf[PMU_WHY_LEN] = "x";

	pmu_explain(p, &core, NULL, buf, sizeof(buf));
	ck_assert_str_eq(buf, "");
}
END_TEST

static Suite *pmu_diagnose_suite(void)
{
	Suite *s = suite_create("pmu_diagnose");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(
		t, an_errno_has_the_cause_that_rights_and_event_explain, 0,
		sizeof(rows) / sizeof(*rows));
	tcase_add_test(t, an_event_is_missing_where_cycles_open);
	tcase_add_test(t, a_pmu_is_missing_where_sysfs_shows_none);
	tcase_add_test(t, a_filter_that_alone_is_refused_is_named);
	tcase_add_test(t, old_kernels_get_events_without_exclude_guest);
	tcase_add_test(t, an_interrupted_open_is_repeated);
	tcase_add_loop_test(t, each_cause_has_one_line_with_what_to_do, 0,
			    sizeof(sentences) / sizeof(*sentences));
	tcase_add_test(t, every_status_has_a_sentence_a_word_and_a_label);
	tcase_add_test(t, the_watchdog_is_blamed_only_where_it_runs);
	tcase_add_test(t, a_number_needs_no_sentence);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_diagnose_suite);
