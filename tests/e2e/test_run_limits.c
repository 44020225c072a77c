/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_limits.c - too few processes, descriptors, or memory.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "other_user.h"
#include "processes.h"
#include "run/measure.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define PIPE "run sched/pipe -r 1 -l 500 -s batch -q -f simple"
#define RUN "$HARNESS " PIPE

/* Runs that nothing makes invalid. */
#define VALID "$HARNESS run fault/leaves " FAULTS " -r 1 -l 500 -q -f simple"

/* Only the message and the line that stands for the number. */
static void ck_refused(struct cli *c, const char *words)
{
	ck_assert_msg(c->status == 1, "status %d: %s%s", c->status, c->out,
		      c->err);
	ck_one_line(c->err);
	ck_has(c->err, "harness: ");
	ck_has(c->err, words);
	ck_none_left();
	cli_free(c);
}

START_TEST(a_limit_of_processes_is_named)
{
	int limit = _i / 2 + 2;
	struct cli c;

	cli_run(&c,
		"exec " AS_USER "prlimit --nproc=%d:%d " COPY " " PIPE
		" -g 3 %s",
		limit, limit, _i % 2 ? "-T" : "");
	ck_has(c.err, "creating a ");
	ck_refused(&c, "processes and threads of this user (ulimit -u)");
}
END_TEST

START_TEST(a_user_without_processes_is_told)
{
	struct cli c;

	cli_run(&c, "exec " AS_USER "prlimit --nproc=1:1 " COPY " " PIPE);
	ck_has(c.err, "no process: Resource temporarily unavailable");
	ck_refused(&c, "processes and threads of this user (ulimit -u)");
}
END_TEST

/* struct hit - what runs into which limit, and the words that name it */
static const struct hit {
	const char *limit, *bench, *words;
} hits[] = {
	{ "--nproc=12:12", "sched/ring -p tasks=64", "creating a process: " },
	{ "--nproc=12:12", "sched/ring -p tasks=64 -T", "creating a thread: " },
	{ "--nproc=12:12", "sched/messaging -p fds=20", "(ulimit -u)" },
	{ "--nproc=12:12", "wake/fan -p sleepers=40 -T", "(ulimit -u)" },
	{ "--nproc=3:3", "syscall/fork", "creating a child: " },
	{ "--nproc=3:3", "task/thread", "creating a thread: " },
	{ "--nproc=6:6", "sched/sysvsem -g 3", "(ulimit -u)" },
	{ "--nofile=40:40", "sched/ring -p tasks=64", "(ulimit -n)" },
	{ "--nofile=40:40", "sched/messaging -p fds=20 -T", "(ulimit -n)" },
	{ "--nofile=30:30", "sched/mq -g 20 -T", "(ulimit -n)" },
	{ "--msgqueue=30000:30000", "sched/mq -g 3 -p msg=8k",
	  "30000 bytes of message queues of this user (ulimit -q)" },
};

/*
 * What is left goes with it. The thread sanitizer's thread keeps tasks of
 * ordinary users from having a namespace of their own.
 */
#define OWN_IPC "own=; unshare --ipc true 2>/dev/null && own='unshare --ipc'; "

START_TEST(every_benchmark_names_the_limit_that_it_hits)
{
	const struct hit *h = &hits[_i];
	struct cli c;

	cli_run(&c,
		OWN_IPC "exec $own " AS_USER "prlimit %s " COPY
			" run %s -r 1 -l 64 --no-control -q -f perf",
		h->limit, h->bench);
	/* Not built here, or not for this user. */
	if (c.status == 77) {
		cli_free(&c);
		return;
	}
	ck_has(c.err, "(ulimit -");
	ck_refused(&c, h->words);
}
END_TEST

/* Not of every kernel: some count an io_uring's memory for its control group. */
START_TEST(a_limit_of_locked_memory_is_named)
{
	struct cli c;

	cli_run(&c, "exec " AS_USER "prlimit --memlock=0:0 " COPY
		    " run sched/uring "
		    "-r 1 -l 64 --no-control -q -f perf");
	if (c.status == 1) {
		ck_has(c.err, "io_uring_setup: Cannot allocate memory");
		ck_refused(&c, "0 bytes of locked memory of this user "
			       "(ulimit -l)");
		return;
	}
	ck_assert(!c.status || c.status == 77);
	cli_free(&c);
}
END_TEST

/* Those of that user. */
#define SEMAPHORES "awk '$5 == %d' /proc/sysvipc/sem"

START_TEST(semaphores_of_a_run_that_failed_are_gone)
{
	const char *kind = _i ? "-T" : "";
	struct cli c, before;

	cli_run(&c, "exec " AS_USER "unshare --user --ipc true");
	if (c.status) {
		puts("not tested: semaphores of a run that failed (no "
		     "namespaces for users here)");
		cli_free(&c);
		return;
	}
	cli_free(&c);
	cli_run(&before, SEMAPHORES, other_user());
	cli_run(&c,
		"exec " AS_USER "prlimit --nproc=8:8 " COPY
		" run sched/sysvsem -g 6 -r 1 -l 64 --no-control %s",
		kind);
	if (c.status != 77)
		ck_assert_int_eq(c.status, 1);
	cli_free(&c);
	cli_run(&c, SEMAPHORES, other_user());
	ck_assert_str_eq(c.out, before.out);
	cli_free(&c);
	cli_free(&before);
}
END_TEST

#define PIDS "/sys/fs/cgroup/pids/harness-tests-%d"

/* Of version 1, as version 2 wants an empty group above it. */
START_TEST(a_limit_of_a_control_group_is_named)
{
	char group[64], words[160];
	struct cli c;

	snprintf(group, sizeof(group), PIDS, (int)getpid());
	cli_run(&c, "mkdir %s && echo 9 >%s/pids.max", group, group);
	if (!c.status) {
		cli_free(&c);
		cli_run(&c, "echo $$ >%s/cgroup.procs; exec " RUN " -g 9",
			group);
		snprintf(words, sizeof(words),
			 "9 processes and threads in the control group %s "
			 "(pids.max)",
			 group);
		ck_refused(&c, words);
		/* Those that were killed are counted a moment longer. */
		cli_run(&c,
			"i=0; until rmdir %s || [ $i -eq 600 ]; do "
			"i=$((i + 1)); sleep 0.1; done; [ ! -e %s ]",
			group, group);
		ck_assert_int_eq(c.status, 0);
	} else {
		puts("not tested: a limit of tasks in a control group (no "
		     "version 1 hierarchy of pids here that can be written)");
	}
	cli_free(&c);
}
END_TEST

START_TEST(a_limit_of_descriptors_is_named)
{
	struct cli c;

	cli_run(&c, "exec prlimit --nofile=%d:%d " RUN " -T -g 10", 10 + 4 * _i,
		10 + 4 * _i);
	ck_has(c.err, "run 1: task 0 of group ");
	ck_refused(&c, "open files (ulimit -n)");
}
END_TEST

/* Too few to search for benchmarks, to ask them, to read them. */
START_TEST(a_limit_of_descriptors_is_no_lack_of_benchmarks)
{
	struct cli c;

	cli_run(&c,
		"exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- "
		"prlimit --nofile=%d:%d " RUN,
		5 + _i, 5 + _i);
	ck_assert_ptr_null(strstr(c.err, "no benchmark"));
	ck_refused(&c, "open files (ulimit -n)");
}
END_TEST

START_TEST(a_soft_limit_of_descriptors_is_raised_and_said)
{
	struct cli c;

	cli_expect(&c, 0, "exec prlimit --nofile=64:64 " VALID);
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
	cli_expect(&c, 0, "exec prlimit --nofile=64:4096 " VALID " -T -g 30");
	ck_one_line(c.err);
	ck_has(c.err, "raised the limit of open files from 64 to ");
	cli_free(&c);
}
END_TEST

START_TEST(a_descriptor_for_the_file_is_kept)
{
	char *dir = cli_tmpdir();
	struct cli c;
	json_t *doc;
	char path[256];

	snprintf(path, sizeof(path), "%s/r.json", dir);
	cli_run(&c, "exec prlimit --nofile=14:14 " RUN " -T -g 10 -o %s", path);
	ck_refused(&c, "open files (ulimit -n)");
	doc = ck_json_file(path);
	json_decref(doc);
	free(dir);
}
END_TEST

/* From nothing at all to enough. */
START_TEST(a_limit_of_memory_fails_cleanly)
{
	static const int megabytes[] = { 5, 7, 8, 10, 12, 16, 32 };
	struct cli c;

	cli_run(&c, "exec prlimit --%s=%d %s -g 3 %s", _i % 2 ? "as" : "data",
		megabytes[_i / 2] << 20, RUN, _i % 2 ? "-T" : "");
	ck_assert_msg(c.status == 0 || c.status == 1 || c.status == 127,
		      "status %d", c.status);
	if (c.status == 1 && strstr(c.err, "creating"))
		ck_has(c.err, "(ulimit -");
	if (c.status == 1)
		ck_assert_str_ne(c.err, "");
	ck_none_left();
	cli_free(&c);
}
END_TEST

/* What every directory has. */
#define DOTS 2

static size_t count_descriptors(pid_t pid)
{
	char path[64];
	size_t n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* Seen while a runner is there: the harness opens nothing for one. */
START_TEST(runs_use_up_no_descriptors)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	size_t first = 0, last = 0;
	struct cli_job j;
	struct cli c;
	pid_t runner, after;

	cli_start(
		&j,
		"exec $HARNESS run sched/pipe -r 40 -t 50ms -s batch --force -f simple %s",
		_i ? "-T" : "");
	for (; !has_ended(&j); nanosleep(&pause, NULL)) {
		size_t now;

		if (!processes_find(RUNNER, &runner, 1))
			continue;
		now = count_descriptors(j.pid);
		/* Between two runners, the harness reads what may interest. */
		if (!processes_find(RUNNER, &after, 1) || after != runner)
			continue;
		/* One that is about to end has closed them already. */
		if (now <= DOTS)
			continue;
		last = now;
		first = first ? first : last;
	}
	cli_end(&j, &c);
	ck_assert_uint_gt(first, 0);
	ck_assert_uint_eq(last, first);
	ck_none_left();
	cli_free(&c);
}
END_TEST

/* -l 4000000000 -w 0: no warm-up has told how long a loop takes. */
START_TEST(a_run_has_time_for_its_loops)
{
	ck_assert_uint_eq(measure_bound_ns(5, 1000, 1000), 5);
	ck_assert_uint_eq(measure_bound_ns(0, 1000, 1000), 10010000000ull);
	ck_assert_uint_eq(measure_bound_ns(0, 0, 50), 60000000000ull);
	ck_assert_uint_ge(measure_bound_ns(0, 0, 4000000000ull),
			  4000000000000000000ull);
	ck_assert_uint_eq(measure_bound_ns(0, 0, UINT64_MAX),
			  9000000000000000000ull);
}
END_TEST

/*
 * The thread sanitizer has a thread in each process, which counts, and keeps a
 * process out of a namespace of users.
 */
static void add_crowded(TCase *tc)
{
	tcase_add_loop_test(tc, every_benchmark_names_the_limit_that_it_hits, 0,
			    COUNT(hits));
	tcase_add_loop_test(tc, semaphores_of_a_run_that_failed_are_gone, 0, 2);
}

static void add_what_users_run(TCase *tc)
{
	tcase_add_loop_test(tc, a_limit_of_processes_is_named, 0, 8);
	tcase_add_test(tc, a_user_without_processes_is_told);
	tcase_add_test(tc, a_limit_of_locked_memory_is_named);
	if (RUNS_ARE_VALID)
		add_crowded(tc);
}

static Suite *run_limits_suite(void)
{
	Suite *s = suite_create("run_limits");
	TCase *tc = tcase_create("run_limits");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	if (other_user_prepare("limits of a user without processes"))
		add_what_users_run(tc);
	if (!geteuid())
		tcase_add_test(tc, a_limit_of_a_control_group_is_named);
	tcase_add_loop_test(tc, a_limit_of_descriptors_is_named, 0, 3);
	tcase_add_loop_test(tc, a_limit_of_descriptors_is_no_lack_of_benchmarks,
			    0, 3);
	tcase_add_test(tc, a_soft_limit_of_descriptors_is_raised_and_said);
	tcase_add_test(tc, a_descriptor_for_the_file_is_kept);
	if (SANITIZED)
		puts("not tested: a limit of memory (a sanitizer takes more)");
	else
		tcase_add_loop_test(tc, a_limit_of_memory_fails_cleanly, 0, 14);
	tcase_add_loop_test(tc, runs_use_up_no_descriptors, 0, 2);
	tcase_add_test(tc, a_run_has_time_for_its_loops);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_limits_suite);
