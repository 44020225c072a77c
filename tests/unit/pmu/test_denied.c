/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_denied.c - counting where the kernel refuses: under a
 * seccomp filter as containers have it, and as a user without rights.
 *
 * Each case is a process of its own, which ends with the status it found.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmu.h"
#include "other_user.h"
#include "tests.h"

#define NOBODY 65534
#define SKIPPED 99
#define BROKEN 98

/* From now on perf_event_open() fails with @err. */
static int deny(unsigned int err)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { .len = 4, .filter = code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -errno;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) ? -errno : 0;
}

/* What becomes of one event, from name to window. */
static int status_of(const char *name, enum pmu_scope scope)
{
	struct pmu_events *ev = calloc(1, sizeof(*ev));
	struct pmu_reading from, to;
	struct pmu_plan plan;
	char why[PMU_WHY_LEN];
	const int cpu = 0;
	struct pmu_set *s;
	struct pmu *p;

	if (!ev || pmu_open(&p, NULL, NULL) ||
	    pmu_resolve(p, name, &cpu, 1, ev, why, sizeof(why)))
		return BROKEN;
	pmu_plan(p, scope, &cpu, 1, ev, &plan);
	if (pmu_set_open(&s, p, ev, &plan, 0, scope, &cpu, 1))
		return BROKEN;
	pmu_set_enable(s);
	pmu_set_read(s, &from);
	for (volatile int i = 0; i < 100000; i++)
		;
	pmu_set_read(s, &to);
	pmu_delta(&from, &to, &to, 1);
	pmu_judge(ev, &to);
	pmu_set_close(s);
	pmu_close(p);
	free(ev);
	return to.status;
}

static int ended_with(pid_t pid)
{
	int status;

	ck_assert_int_ge(pid, 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static const struct {
	unsigned int err;
	enum pmu_status want;
} refusals[] = {
	{ EPERM, PMU_BLOCKED },	  { ENOSYS, PMU_NO_SYSCALL },
	{ EMFILE, PMU_NO_FDS },	  { EBUSY, PMU_BUSY },
	{ ENOENT, PMU_NO_EVENT }, { EINVAL, PMU_NO_EVENT },
	{ EFAULT, PMU_ERROR },
};

START_TEST(a_refused_system_call_is_a_reason_and_no_number)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(deny(refusals[_i].err) ?
			      SKIPPED :
			      status_of("context-switches", PMU_PAIR));
	status = ended_with(pid);
	if (status != SKIPPED)
		ck_assert_str_eq(pmu_status_word(status),
				 pmu_status_word(refusals[_i].want));
}
END_TEST

/* perf_event_paranoid, or -2 where it cannot be read */
static int paranoid(void)
{
	FILE *f = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int level = -2;

	if (f) {
		if (fscanf(f, "%d", &level) != 1)
			level = -2;
		fclose(f);
	}
	return level;
}

static int as_nobody(const char *name, enum pmu_scope scope)
{
	pid_t pid = fork();

	if (pid)
		return ended_with(pid);
	if (!geteuid() && setresuid(NOBODY, NOBODY, NOBODY))
		_exit(SKIPPED);
	_exit(status_of(name, scope));
}

START_TEST(a_user_without_rights_is_told_which_are_missing)
{
	int level = paranoid(), want;

	/* Where everything is refused anyway there is nothing to tell apart. */
	want = status_of("page-faults:u", PMU_TASK);
	if (level == -2 || want == PMU_BLOCKED || want == PMU_NO_SYSCALL)
		return;
	want = level > 2 ? PMU_NO_ACCESS :
	       level > 1 ? PMU_NO_ACCESS_KERNEL :
			   PMU_OK;
	ck_assert_str_eq(
		pmu_status_word(as_nobody("context-switches", PMU_PAIR)),
		pmu_status_word(want));
	want = level > 2 ? PMU_NO_ACCESS :
	       level > 0 ? PMU_NO_ACCESS_CPU :
			   PMU_OK;
	ck_assert_str_eq(
		pmu_status_word(as_nobody("context-switches", PMU_CPU)),
		pmu_status_word(want));
	want = level > 2 ? PMU_NO_ACCESS : PMU_OK;
	ck_assert_str_eq(pmu_status_word(as_nobody("page-faults:u", PMU_PAIR)),
			 pmu_status_word(want));
}
END_TEST

static Suite *pmu_denied_suite(void)
{
	Suite *s = suite_create("pmu_denied");
	TCase *t = tcase_create("all");

	tcase_add_loop_test(t, a_refused_system_call_is_a_reason_and_no_number,
			    0, sizeof(refusals) / sizeof(*refusals));
	if (other_user_is_there())
		tcase_add_test(t,
			       a_user_without_rights_is_told_which_are_missing);
	else
		puts("not tested: counters of another user (no other user "
		     "here)");
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_denied_suite);
