/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_attached.c - pmu/attached: the events that were asked for are
 * open, and change nothing but the time.
 */
#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "processes.h"
#include "run/cgroups.h"
#include "steady.h"
#include "tests.h"

#define RUN "$HARNESS run pmu/attached "

/* 0, or why a software event cannot be opened on this process or its CPU. */
static int try_event(pid_t pid, int cpu)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.size = sizeof(a),
	};
	int fd = (int)syscall(SYS_perf_event_open, &a, pid, cpu, -1, 0);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static bool can_make_cgroups(void)
{
	struct cgroups c = { 0 };
	int ret = cgroups_make("", 1, true, &c);

	cgroups_remove(&c, 0);
	return !ret;
}

/* Whether that needs a file system that is not mounted here. */
static bool is_unmounted(const char *options)
{
	struct cli c;
	bool unmounted;

	cli_run(&c, RUN "-q -r 1 -l 1 --no-control %s", options);
	unmounted = c.status == 2 &&
		    (strstr(c.err, "no hierarchy is mounted") ||
		     strstr(c.err, "tracefs is not mounted"));
	if (unmounted)
		printf("not tested: pmu/attached %s: %s", options, c.err);
	cli_free(&c);
	return unmounted;
}

static long long number(const json_t *run, const char *key)
{
	return json_integer_value(json_object_get(run, key));
}

/*
 * A stranger on the CPU adds switches that nobody asked for, or makes one of
 * the two an involuntary one: then the run is invalid, and there is another.
 */
static void ck_switches(const json_t *run)
{
	long long ops = number(run, "ops");
	long long own = number(run, "nvcsw");
	long long all = own + number(run, "nivcsw");
	long long slack = 4 + (is_steady() ? 0 : 2 * (all - own));

	ck_assert_int_eq(ops, 5000);
	ck_assert_int_le(own, 2 * ops + slack);
	ck_assert_int_ge(all, 2 * ops - slack);
}

START_TEST(makes_the_switches_of_the_pipe_whatever_is_attached)
{
	static const char *const scopes[] = { "task", "inherit", "cpu",
					      "cgroup" };
	json_t *doc, *run;
	char scope[32];
	struct cli c;
	size_t i;

	snprintf(scope, sizeof(scope), "-p scope=%s", scopes[_i % 4]);
	if (is_unmounted(scope))
		return;
	cli_run(&c,
		RUN "$STEADY -r 2 -l 5000 --json --force -p events=0,1,5 -p "
		    "scope=%s %s",
		scopes[_i % 4], _i / 4 ? "-T" : "");
	doc = ck_json(c.out);
	ck_assert_uint_eq(json_array_size(json_object_get(doc, "benchmarks")),
			  3);
	for (size_t b = 0; b < 3; b++) {
		json_t *runs =
			json_object_get(result_benchmark(doc, b), "runs");

		ck_assert_uint_ge(json_array_size(runs), 2);
		json_array_foreach (runs, i, run)
			ck_switches(run);
	}
	json_decref(doc);
	cli_free(&c);
}
END_TEST

static size_t nr_events(pid_t pid)
{
	char path[512], to[64];
	const struct dirent *e;
	size_t nr = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	d = opendir(path);
	if (!d)
		return 0;
	while ((e = readdir(d))) {
		ssize_t n;

		snprintf(path, sizeof(path), "/proc/%d/fd/%s", (int)pid,
			 e->d_name);
		n = readlink(path, to, sizeof(to) - 1);
		to[n > 0 ? n : 0] = '\0';
		nr += strstr(to, "perf_event") != NULL;
	}
	closedir(d);
	return nr;
}

/* Waits until that many are open in a process. */
static void await_events(pid_t pid, size_t nr)
{
	const struct timespec step = { .tv_nsec = 10000000 };

	for (int i = 0; i < 12000 && nr_events(pid) != nr; i++)
		nanosleep(&step, NULL);
	ck_assert_uint_eq(nr_events(pid), nr);
}

/* Descriptors are inherited as events may be: task 1 has task 0's too. */
static const struct {
	const char *options;
	size_t first, second;
	bool groups;
} attached[] = {
	{ "-p events=0", 0, 0, false },
	{ "-p events=3", 3, 3, false },
	{ "-p events=16 -p kind=dummy", 16, 16, false },
	{ "-p events=3 -p scope=inherit", 3, 3, false },
	{ "-p events=3 -p scope=cpu", 3, 3, false },
	{ "-p events=3 -p scope=cgroup", 3, 0, false },
	{ "-p events=3 -T", 6, 0, false },
	{ "-p events=3 -p scope=inherit -T", 3, 0, false },
	{ "-p events=3 -p scope=cgroup --cgroups one", 3, 0, true },
	{ "-p events=3 -p scope=cgroup --cgroups two", 3, 3, true },
	{ "-p events=3 -p scope=cgroup --cgroups two -T", 6, 0, true },
};

#define NR_ATTACHED (sizeof(attached) / sizeof(*attached))

START_TEST(has_the_events_open_that_were_asked_for)
{
	bool threads = strstr(attached[_i].options, "-T") != NULL;
	struct cli_job j;
	struct cli c;
	pid_t pids[2];

	if (attached[_i].groups && !can_make_cgroups())
		return;
	if (is_unmounted(attached[_i].options))
		return;
	cli_start(&j, "exec " RUN "-q -r 1 -l 100000000 %s",
		  attached[_i].options);
	processes_await("pmu-attached", threads ? 1 : 2, pids);
	await_events(pids[0], attached[_i].first);
	if (!threads)
		await_events(pids[1], attached[_i].second);
	kill(j.pid, SIGINT);
	cli_end(&j, &c);
	cli_free(&c);
	ck_none_left();
}
END_TEST

START_TEST(has_a_control_with_the_same_events)
{
	json_t *doc, *control;
	struct cli c;

	steady_expect(&c,
		      RUN
		      "$STEADY -r 2 -t 200ms -p events=2 -p scope=%s %s --json",
		      _i & 2 ? "inherit" : "task", _i & 1 ? "-T" : "");
	doc = ck_json(c.out);
	control = result_control(result_benchmark(doc, 0));
	ck_assert_msg(!control ||
			      json_is_number(json_object_get(control, "ratio")),
		      "%s", c.err);
	json_decref(doc);
	cli_free(&c);
	ck_none_left();
}
END_TEST

START_TEST(refuses_what_means_nothing)
{
	static const struct {
		const char *options, *words;
	} bad[] = {
		{ "-p scope=cpu -c any", "need pinned tasks" },
		{ "-p scope=cgroup -c any", "need pinned tasks" },
		{ "-p events=17", "events" },
		{ "-p kind=uncore", "kind" },
	};
	struct cli c;

	cli_expect(&c, 2, RUN "-r 1 -l 10 %s", bad[_i].options);
	ck_one_line(c.err);
	ck_has(c.err, bad[_i].words);
	cli_free(&c);
	/* Nothing is open: nothing is refused. */
	cli_expect(&c, 0, RUN "-r 1 -l 10 -p events=0 -p scope=cpu -c any");
	cli_free(&c);
}
END_TEST

START_TEST(says_why_it_cannot_run)
{
	struct cli c;

	cli_expect(&c, 77, RUN "-r 1 -l 10");
	ck_one_line(c.err);
	ck_has(c.err, "perf");
	cli_free(&c);
}
END_TEST

START_TEST(says_what_a_cpu_needs)
{
	struct cli c;

	cli_expect(&c, 2, RUN "-r 1 -l 10 -p scope=cpu");
	ck_has(c.err, "perf_event_paranoid");
	cli_free(&c);
}
END_TEST

static Suite *attached_suite(void)
{
	Suite *s = suite_create("attached");
	TCase *tc = tcase_create("attached");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	if (try_event(0, -1)) {
		tcase_add_test(tc, says_why_it_cannot_run);
	} else if (try_event(-1, 0)) {
		tcase_add_test(tc, says_what_a_cpu_needs);
		tcase_add_loop_test(tc, has_a_control_with_the_same_events, 0,
				    4);
	} else {
		tcase_add_loop_test(
			tc, makes_the_switches_of_the_pipe_whatever_is_attached,
			0, 8);
		tcase_add_loop_test(tc, has_the_events_open_that_were_asked_for,
				    0, NR_ATTACHED);
		tcase_add_loop_test(tc, has_a_control_with_the_same_events, 0,
				    4);
		tcase_add_loop_test(tc, refuses_what_means_nothing, 0, 4);
	}
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE_OF_RUNS(attached_suite);
