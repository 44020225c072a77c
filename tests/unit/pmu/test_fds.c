/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_fds.c - the descriptors of a set.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "pmu.h"
#include "tests.h"

static struct pmu *p;
static struct pmu_events *ev;
static struct pmu_plan plan;

static void setup(void)
{
	ck_assert_int_eq(pmu_open(&p, NULL, NULL), 0);
	ev = calloc(1, sizeof(*ev));
}

static void teardown(void)
{
	free(ev);
	pmu_close(p);
}

static void prepare(const char *list, enum pmu_scope scope)
{
	char why[PMU_WHY_LEN];

	ck_assert_msg(!pmu_resolve(p, list, NULL, 0, ev, why, sizeof(why)),
		      "%s", why);
	pmu_plan(p, scope, NULL, 0, ev, &plan);
}

/* The lowest descriptor that is free. */
static int lowest_free(void)
{
	int fd = dup(STDERR_FILENO);

	close(fd);
	return fd;
}

START_TEST(descriptors_close_on_exec_and_do_not_become_more)
{
	struct pmu_reading r[PMU_MAX_EVENTS];
	int before = lowest_free(), nr;
	struct pmu_set *s;

	prepare("default,page-faults:u", PMU_PAIR);
	ck_assert_int_eq(lowest_free(), before);
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, PMU_PAIR, NULL, 0),
			 0);
	nr = (int)pmu_set_fds(s);
	pmu_set_enable(s);
	pmu_set_read(s, r);
	for (int fd = before; fd < before + nr; fd++)
		ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
	ck_assert_int_eq(lowest_free(), before + nr);
	pmu_set_close(s);
	ck_assert_int_eq(lowest_free(), before);
}
END_TEST

START_TEST(without_descriptors_there_is_a_reason_and_no_number)
{
	struct pmu_reading r[PMU_MAX_EVENTS];
	struct rlimit old, few;
	struct pmu_set *s;

	prepare("page-faults:u,minor-faults:u", PMU_TASK);
	getrlimit(RLIMIT_NOFILE, &old);
	few = old;
	few.rlim_cur = (rlim_t)lowest_free();
	setrlimit(RLIMIT_NOFILE, &few);
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, PMU_TASK, NULL, 0),
			 0);
	setrlimit(RLIMIT_NOFILE, &old);
	pmu_set_read(s, r);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_ne(r[i].status, PMU_OK);
		if (!ev->v[i].status)
			ck_assert_int_eq(r[i].status, PMU_NO_FDS);
	}
	pmu_set_close(s);
}
END_TEST

static Suite *pmu_fds_suite(void)
{
	Suite *s = suite_create("pmu_fds");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, descriptors_close_on_exec_and_do_not_become_more);
	tcase_add_test(t, without_descriptors_there_is_a_reason_and_no_number);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_fds_suite);
