/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_cgroups.c - runs with --cgroups: who is in which group, and
 * that none is left.
 *
 * That needs a hierarchy in which this user may make groups; elsewhere there
 * is only the refusal to be tested.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "processes.h"
#include "run/cgroups.h"
#include "steady.h"
#include "tests.h"

#define LONG_RUN "-q -r 1 -l 100000000"

/*
 * A group of the test's own, in which the harness makes its groups: what is
 * left there is of this test. Without it there is none to be seen.
 */
static struct {
	char above[CGROUPS_PATH], dir[CGROUPS_PATH + 32];
} own;

static bool move_to(const char *dir)
{
	char path[CGROUPS_PATH + 64];
	bool moved;
	FILE *f;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	f = fopen(path, "w");
	if (!f)
		return false;
	moved = fprintf(f, "%d", (int)getpid()) > 0;
	return !fclose(f) && moved;
}

static void enter_own_group(void)
{
	struct cgroup_where w;

	processes_mark();
	own.dir[0] = '\0';
	if (cgroup_where("", "perf_event", &w) && cgroup_where("", "cpu", &w))
		return;
	snprintf(own.above, sizeof(own.above), "%s", w.dir);
	snprintf(own.dir, sizeof(own.dir), "%s/harness-tests-%d", own.above,
		 (int)getpid());
	if (mkdir(own.dir, 0755) || !move_to(own.dir)) {
		rmdir(own.dir);
		own.dir[0] = '\0';
	}
}

/* What the kernel has not let go yet keeps the group a moment longer. */
static void leave_own_group(void)
{
	const struct timespec step = { .tv_nsec = 10000000 };

	if (!own.dir[0])
		return;
	ck_assert(move_to(own.above));
	for (int i = 0; i < 6000 && rmdir(own.dir) && errno == EBUSY; i++)
		nanosleep(&step, NULL);
	ck_assert_int_ne(access(own.dir, F_OK), 0);
}

/* Whether this user can make groups here. */
static bool possible(void)
{
	struct cgroups c = { 0 };
	int ret = cgroups_make("", 1, true, &c);

	if (!ret && access(c.dir[1], W_OK))
		ret = -errno;
	cgroups_remove(&c, 0);
	return !ret;
}

/* How many groups the harness has made and left. */
static size_t nr_left(void)
{
	const struct dirent *e;
	size_t nr = 0;
	DIR *d;
	int pid;

	ck_assert_str_ne(own.dir, "");
	d = opendir(own.dir);
	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)))
		nr += sscanf(e->d_name, "harness-%d-", &pid) == 1;
	closedir(d);
	return nr;
}

static void ck_no_group_left(void)
{
	const struct timespec step = { .tv_nsec = 10000000 };

	ck_none_left();
	for (int i = 0; i < 6000 && nr_left(); i++)
		nanosleep(&step, NULL);
	ck_assert_uint_eq(nr_left(), 0);
}

/* The line of /proc/.../cgroup with the group that was made for a task. */
static void made_group(pid_t pid, pid_t tid, char *buf, size_t len)
{
	char path[64], line[1024];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/cgroup", (int)pid,
		 (int)tid);
	f = fopen(path, "r");
	ck_assert_ptr_nonnull(f);
	buf[0] = '\0';
	while (fgets(line, sizeof(line), f))
		if (strstr(line, "/harness-"))
			snprintf(buf, len, "%s", line);
	fclose(f);
}

static size_t threads_of(pid_t pid, pid_t *tids, size_t max)
{
	const struct dirent *e;
	char path[64];
	size_t nr = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	d = opendir(path);
	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) && nr < max)
		if (atoi(e->d_name) && atoi(e->d_name) != pid)
			tids[nr++] = atoi(e->d_name);
	closedir(d);
	return nr;
}

/* The two tasks of a process whose main thread is none. */
static void worker_threads(pid_t pid, pid_t *tids)
{
	const struct timespec step = { .tv_nsec = 10000000 };

	for (int i = 0; i < 12000; i++) {
		if (threads_of(pid, tids, 2) == 2)
			return;
		nanosleep(&step, NULL);
	}
	ck_abort_msg("process %d has no two tasks", (int)pid);
}

/* 0 for a task that is not there yet. */
static long switches_of(pid_t pid, pid_t tid)
{
	char path[64], line[256];
	long nr = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/status", (int)pid,
		 (int)tid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "voluntary_ctxt_switches: %ld", &nr) == 1)
			break;
	fclose(f);
	return nr;
}

/*
 * The group of a task that hands over already: a younger one is still in the
 * group of the task that created it.
 */
static void await_group(pid_t pid, pid_t tid, char *buf, size_t len)
{
	const struct timespec step = { .tv_nsec = 10000000 };

	for (int i = 0; i < 12000 && switches_of(pid, tid) < 1000; i++)
		nanosleep(&step, NULL);
	ck_assert_int_ge(switches_of(pid, tid), 1000);
	made_group(pid, tid, buf, len);
	ck_assert_ptr_nonnull(strstr(buf, "/harness-"));
}

START_TEST(each_task_is_where_it_was_to_be)
{
	bool two = _i & 1, threads = _i & 2;
	char a[1024], b[1024];
	struct cli_job j;
	pid_t pids[2], tids[2];
	struct cli c;

	cli_start(&j,
		  "exec $HARNESS run sched/pipe " LONG_RUN " --cgroups %s %s",
		  two ? "two" : "one", threads ? "-T" : "");
	processes_await("sched-pipe", threads ? 1 : 2, pids);
	memcpy(tids, pids, sizeof(tids));
	if (threads)
		worker_threads(pids[0], tids);
	await_group(pids[0], tids[0], a, sizeof(a));
	await_group(pids[threads ? 0 : 1], tids[1], b, sizeof(b));
	kill(j.pid, SIGINT);
	cli_end(&j, &c);
	cli_free(&c);
	ck_assert_int_eq(strcmp(a, b) != 0, two);
	ck_no_group_left();
}
END_TEST

START_TEST(the_result_says_so_and_none_is_left)
{
	static const char *const options[] = {
		"", "-T", "-g 3", "-T -g 2", "-e context-switches",
	};
	struct cli c;
	json_t *doc;

	cli_expect(&c, 0,
		   "$HARNESS run fault/happens " FAULTS
		   " -r 2 -l 200 --json --cgroups two %s",
		   options[_i]);
	doc = ck_json(c.out);
	ck_assert_str_eq(
		json_string_value(json_object_get(
			json_object_get(result_benchmark(doc, 0), "params"),
			"cgroups")),
		"two");
	json_decref(doc);
	cli_free(&c);
	ck_no_group_left();
}
END_TEST

static bool is_v2(void)
{
	struct cgroup_where w;

	return cgroup_where("", "perf_event", &w) == 0 && w.v2;
}

/*
 * In a group for threads there is none for processes: version 2's rule, not
 * something that the harness may change.
 */
START_TEST(a_rule_of_version_2_is_named_with_its_file)
{
	struct cli c;

	cli_run(&c,
		"mkdir %s/t && echo threaded >%s/t/cgroup.type && "
		"sh -c 'echo $$ >%s/t/cgroup.procs && exec $HARNESS run "
		"sched/pipe -r 1 -l 100 --cgroups two'; s=$?; "
		"i=0; while [ -d %s/t ] && [ $i -lt 600 ]; do "
		"rmdir %s/t 2>/dev/null || sleep .1; i=$((i + 1)); done; "
		"exit $s",
		own.dir, own.dir, own.dir, own.dir, own.dir);
	ck_assert_msg(c.status == 1, "status %d: %s", c.status, c.err);
	ck_has(c.err, "control group ");
	ck_has(c.err, "/cgroup.procs: ");
	ck_has(c.err, "; cgroup.type of the group that the harness is in");
	cli_free(&c);
	ck_none_left();
}
END_TEST

/* Nobody else's group gets a controller, or loses one. */
START_TEST(controllers_stay_as_they_are)
{
	char before[256] = "", after[256] = "";
	char path[CGROUPS_PATH + 64];
	struct cli c;
	FILE *f;

	snprintf(path, sizeof(path), "%s/cgroup.subtree_control", own.above);
	for (int i = 0; i < 2; i++) {
		f = fopen(path, "r");
		ck_assert_ptr_nonnull(f);
		if (!fgets(i ? after : before, sizeof(before), f))
			ck_assert(feof(f));
		fclose(f);
		if (i)
			break;
		cli_expect(&c, 0,
			   "$HARNESS run self/null -r 1 -l 100 --cgroups two");
		cli_free(&c);
	}
	ck_assert_str_eq(after, before);
}
END_TEST

START_TEST(arms_in_turn_have_groups_of_their_own)
{
	struct cli c;

	cli_run(&c, "$HARNESS ab --pairs 10 --slices 2 sched/pipe -- --cgroups "
		    "one -- --cgroups two -T");
	ck_assert_msg(c.status == 0 || c.status == 1, "status %d: %s", c.status,
		      c.err);
	ck_has(c.out, "B against A");
	cli_free(&c);
	ck_no_group_left();
}
END_TEST

START_TEST(none_is_left_by_a_run_that_fails)
{
	static const char *const mishaps[] = { "error", "segv", "exit",
					       "spin" };
	struct cli c;

	cli_expect(&c, 1,
		   "$HARNESS run fault/happens " FAULTS
		   " --cgroups two -q -r 1 -l 100 --timeout 500ms -p where=task"
		   " -p who=1 -p what=%s",
		   mishaps[_i]);
	cli_free(&c);
	ck_no_group_left();
}
END_TEST

START_TEST(none_is_left_by_a_harness_that_is_killed)
{
	struct cli_job j;
	struct cli c;
	pid_t pid;

	cli_start(&j,
		  "exec $HARNESS run sched/pipe " LONG_RUN " --cgroups two %s",
		  _i ? "-T" : "");
	processes_await("sched-pipe", 1, &pid);
	kill(j.pid, SIGKILL);
	cli_end(&j, &c);
	cli_free(&c);
	ck_no_group_left();
}
END_TEST

START_TEST(what_is_left_when_all_are_killed_goes_with_the_next_session)
{
	pid_t runner, pids[2];
	struct cli_job j;
	struct cli c;

	cli_start(&j,
		  "exec $HARNESS run sched/pipe " LONG_RUN " --cgroups two");
	processes_await("sched-pipe", 2, pids);
	processes_await(RUNNER, 1, &runner);
	kill(runner, SIGSTOP);
	kill(j.pid, SIGKILL);
	kill(runner, SIGKILL);
	cli_end(&j, &c);
	cli_free(&c);
	ck_none_left();
	cli_expect(&c, 0,
		   "$HARNESS run fault/happens " FAULTS
		   " -r 1 -l 100 --cgroups one");
	cli_free(&c);
	ck_no_group_left();
}
END_TEST

/* As root in a mount namespace where nothing can be made. */
#define READ_ONLY                                                            \
	"exec unshare -m sh -c 'for d in $(awk \"\\$3 ~ /^cgroup/ "          \
	"{ print \\$2 }\" /proc/mounts); do mount -o remount,bind,ro $d || " \
	"exit 99; done; exec $HARNESS run sched/pipe -r 1 -l 100 --cgroups " \
	"two'"

START_TEST(what_cannot_be_had_is_an_error_with_a_remedy)
{
	bool can = possible();
	struct cli c;

	cli_run(&c, can ? READ_ONLY :
			  "$HARNESS run sched/pipe -r 1 -l 100 --cgroups two");
	if (can && (c.status == 99 || strstr(c.err, "unshare"))) {
		cli_free(&c);
		return;
	}
	ck_assert_msg(c.status == 1, "status %d: %s", c.status, c.err);
	ck_one_line(c.err);
	ck_has(c.err, "control group");
	ck_has(c.err, "; ");
	ck_assert_ptr_null(strstr(c.out, "us/op"));
	cli_free(&c);
	ck_none_left();
}
END_TEST

START_TEST(there_is_none_unless_asked_for)
{
	struct cli c;

	cli_expect(&c, 0, "$HARNESS run self/null -r 1 -l 100 --json");
	ck_assert_ptr_null(strstr(c.out, "\"cgroups\""));
	cli_free(&c);
	cli_expect(&c, 2, "$HARNESS run sched/pipe --cgroups 3");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

static void add_tests_of_groups(TCase *tc)
{
	tcase_add_loop_test(tc, each_task_is_where_it_was_to_be, 0, 4);
	tcase_add_loop_test(tc, the_result_says_so_and_none_is_left, 0, 5);
	if (is_v2()) {
		tcase_add_test(tc, a_rule_of_version_2_is_named_with_its_file);
		tcase_add_test(tc, controllers_stay_as_they_are);
	}
	tcase_add_test(tc, arms_in_turn_have_groups_of_their_own);
	tcase_add_loop_test(tc, none_is_left_by_a_run_that_fails, 0, 4);
	tcase_add_loop_test(tc, none_is_left_by_a_harness_that_is_killed, 0, 2);
	tcase_add_test(
		tc,
		what_is_left_when_all_are_killed_goes_with_the_next_session);
}

static Suite *run_cgroups_suite(void)
{
	Suite *s = suite_create("run_cgroups");
	TCase *tc = tcase_create("run_cgroups");

	tcase_add_checked_fixture(tc, enter_own_group, leave_own_group);
	if (possible())
		add_tests_of_groups(tc);
	tcase_add_test(tc, what_cannot_be_had_is_an_error_with_a_remedy);
	tcase_add_test(tc, there_is_none_unless_asked_for);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE_OF_RUNS(run_cgroups_suite);
