/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_measuring.c - what a run says when a figure cannot be read, is
 * not what it seems, or when others keep the tasks from running.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "processes.h"
#include "steady.h"
#include "tests.h"

/* From now on a call of this process and its children answers @err. */
static bool refuse(unsigned int nr, unsigned int err)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { .len = 4, .filter = code };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

/* The first run of a document, and why fields of it are null. */
static const json_t *first_run(json_t *doc)
{
	return json_array_get(json_object_get(result_benchmark(doc, 0), "runs"),
			      0);
}

static const char *why_absent(json_t *doc, const char *field)
{
	const json_t *f, *list = json_object_get(result_benchmark(doc, 0),
						 "not_measured");
	size_t i;

	json_array_foreach (list, i, f)
		if (!strcmp(json_string_value(json_object_get(f, "id")), field))
			return json_string_value(json_object_get(f, "text"));
	return NULL;
}

static void ck_null(json_t *doc, const char *field, const char *why)
{
	const char *text = why_absent(doc, field);

	ck_assert_msg(json_is_null(json_object_get(first_run(doc), field)),
		      "%s is not null", field);
	ck_assert_msg(text != NULL, "no reason for %s", field);
	ck_has(text, why);
}

#define RUN "$HARNESS run sched/pipe --no-control -r 1 -l 200 "

START_TEST(cpu_time_that_cannot_be_read_is_absent_with_a_reason)
{
	struct cli c;
	json_t *doc;

	if (!refuse(SYS_clock_gettime, EPERM))
		return;
	cli_run(&c, "%s --json", RUN);
	ck_assert_int_eq(c.status, 0);
	doc = ck_json(c.out);
	ck_null(doc, "cpu_ns", "clock_gettime: Operation not permitted");
	ck_assert(json_is_integer(json_object_get(first_run(doc), "nvcsw")));
	json_decref(doc);
	cli_free(&c);
	cli_run(&c, "%s", RUN);
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_null(strstr(c.out, "of CPU time"));
	cli_free(&c);
}
END_TEST

START_TEST(switches_that_cannot_be_read_are_absent_with_a_reason)
{
	struct cli c;
	json_t *doc;

	if (!refuse(SYS_getrusage, EPERM))
		return;
	cli_run(&c, "%s --json", RUN);
	ck_assert_int_eq(c.status, 0);
	doc = ck_json(c.out);
	ck_null(doc, "nvcsw", "getrusage: Operation not permitted");
	ck_null(doc, "minor_faults", "getrusage: Operation not permitted");
	json_decref(doc);
	cli_free(&c);
	cli_run(&c, "%s", RUN);
	ck_assert_int_eq(c.status, 0);
	ck_has(c.out, "us/op");
	ck_has(c.out, "W-NOSWITCH: switches and page faults were not counted");
	ck_assert_ptr_null(strstr(c.out, "switches/op"));
	cli_free(&c);
}
END_TEST

/* As gVisor does, and emulators: no count ever moves. */
START_TEST(a_kernel_that_counts_no_switches_gives_numbers_without_them)
{
	static const char zero[] =
		"#include <string.h>\\n#include <sys/resource.h>\\n"
		"int getrusage(int who, struct rusage *u)\\n"
		"{ (void)who; memset(u, 0, sizeof(*u)); return 0; }\\n";
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"cd %s && printf '%s' >zero.c && "
		"${CC:-cc} -D_GNU_SOURCE -shared -fPIC -o zero.so zero.c",
		dir, zero);
	if (c.status) {
		puts("not tested: a kernel that counts no switches "
		     "(no compiler)");
		goto out;
	}
	cli_free(&c);
	cli_run(&c, "LD_PRELOAD=%s/zero.so %s", dir, RUN);
	ck_assert_int_eq(c.status, 0);
	ck_has(c.out, "W-NOSWITCH: this kernel does not count switches");
	ck_assert_ptr_null(strstr(c.out, "switches/op"));
	cli_free(&c);
	cli_run(&c, "LD_PRELOAD=%s/zero.so $HARNESS selfcheck sched/pipe", dir);
	ck_assert_int_eq(c.status, 1);
	ck_has(c.out, "C-COUNT");
out:
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(a_result_of_nothing_recorded_is_none)
{
	struct cli c;

	cli_run(&c, "$HARNESS run fault/records " FAULTS " -r 3 -l 10");
	ck_assert_int_eq(c.status, 1);
	ck_has(c.out, "3 of 3 runs are invalid (3 E-RECORD): the "
		      "benchmark recorded no value");
	cli_free(&c);
}
END_TEST

START_TEST(what_is_recorded_is_no_longer_than_the_run)
{
	struct cli c;

	cli_run(&c,
		"$HARNESS run fault/records " FAULTS " -p what=%s -r 1 -l 10",
		_i ? "sum" : "negative");
	ck_assert_int_eq(c.status, 1);
	ck_has(c.err, "fault/records: run 1: task 0 recorded ");
	cli_free(&c);
}
END_TEST

static uint64_t calibrated_ops(const char *how)
{
	struct cli c;
	json_t *doc;
	uint64_t ops;

	steady_expect(&c,
		      "exec $HARNESS run fault/paces " FAULTS
		      " $STEADY -p how=%s -r 1 -t 100ms --json",
		      how);
	doc = ck_json(c.out);
	ops = (uint64_t)json_integer_value(
		json_object_get(first_run(doc), "ops"));
	json_decref(doc);
	cli_free(&c);
	return ops;
}

/*
 * 100 ms are 100,000 ops of 1 us, or 1000 free ones and 1000 of 100 us; by
 * what they are at first, 1 op, or 21,000 and more. Who displaces the task in
 * the first phases can only be kept off.
 */
START_TEST(the_first_ops_do_not_decide_how_many_there_are)
{
	ck_assert_uint_gt(calibrated_ops("slow-first"), 1000);
	ck_assert_uint_lt(calibrated_ops("free-first"),
			  is_steady() ? 15000 : 1000000);
	ck_assert_uint_eq(calibrated_ops("slow"), 1);
}
END_TEST

static void nap(long ms)
{
	const struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&ts, NULL);
}

/* Long enough to be caught in the act on any machine. */
#define LONG "exec $HARNESS run sched/pipe --no-control -r 1 -l 300000 -w 0 "

/* Waits until a task is in its loop: before that it takes no time to speak of. */
static void await_work(pid_t pid)
{
	unsigned long long ran = 0;

	while (ran < 100000000) {
		char path[64];
		FILE *f;

		snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
		f = fopen(path, "r");
		ck_assert_msg(f != NULL, "process %d is gone", (int)pid);
		ck_assert_int_eq(fscanf(f, "%llu", &ran), 1);
		fclose(f);
		nap(5);
	}
}

static void ck_invalid(struct cli *c, const char *id, const char *words)
{
	json_t *doc = ck_json(c->out), *why;

	ck_assert(json_is_false(json_object_get(first_run(doc), "valid")));
	why = json_array_get(json_object_get(first_run(doc), "why"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(why, "id")), id);
	ck_has(json_string_value(json_object_get(why, "text")), words);
	json_decref(doc);
}

START_TEST(a_run_whose_task_a_tracer_stops_is_invalid)
{
	struct cli_job j;
	struct cli c;
	pid_t pids[2];

	cli_start(&j, LONG "--json");
	processes_await("sched-pipe", 2, pids);
	await_work(pids[1]);
	if (ptrace(PTRACE_SEIZE, pids[1], 0, 0)) {
		puts("not tested: a task that is traced (ptrace refused)");
		cli_end(&j, &c);
		cli_free(&c);
		return;
	}
	ptrace(PTRACE_INTERRUPT, pids[1], 0, 0);
	waitpid(pids[1], NULL, __WALL);
	nap(1200);
	ptrace(PTRACE_DETACH, pids[1], 0, 0);
	cli_end(&j, &c);
	ck_invalid(&c, "E-TRACE", "a task was traced by ");
	cli_free(&c);
}
END_TEST

/* struct freezer - a group that can be frozen, of either version */
struct freezer {
	char dir[128], file[160];
	const char *freeze, *thaw;
};

static bool freezer_make(struct freezer *f)
{
	static const char *const roots[] = { "/sys/fs/cgroup/freezer",
					     "/sys/fs/cgroup/unified",
					     "/sys/fs/cgroup" };

	for (int i = 0; i < 3; i++) {
		bool v1 = i == 0;

		snprintf(f->dir, sizeof(f->dir), "%s/harness-frozen-%d",
			 roots[i], (int)getpid());
		snprintf(f->file, sizeof(f->file), "%s/%s", f->dir,
			 v1 ? "freezer.state" : "cgroup.freeze");
		f->freeze = v1 ? "FROZEN" : "1";
		f->thaw = v1 ? "THAWED" : "0";
		if (mkdir(f->dir, 0755))
			continue;
		if (!access(f->file, W_OK))
			return true;
		rmdir(f->dir);
	}
	return false;
}

static void freezer_set(const struct freezer *f, const char *state)
{
	FILE *file = fopen(f->file, "w");

	ck_assert(file && fputs(state, file) >= 0 && !fclose(file));
}

START_TEST(a_run_that_is_frozen_is_invalid)
{
	struct cli_job j;
	struct freezer f;
	struct cli c;
	pid_t pids[2];

	if (!freezer_make(&f)) {
		puts("not tested: a run that is frozen "
		     "(no control group can be made)");
		return;
	}
	cli_start(&j,
		  "echo $$ >%s/cgroup.procs && " LONG "--timeout 20s --json",
		  f.dir);
	processes_await("sched-pipe", 2, pids);
	await_work(pids[1]);
	freezer_set(&f, f.freeze);
	nap(2000);
	freezer_set(&f, f.thaw);
	cli_end(&j, &c);
	ck_invalid(&c, "E-STOP", "froz");
	cli_free(&c);
	rmdir(f.dir);
}
END_TEST

/* What became of tasks cannot be seen; that they go on must do. */
START_TEST(a_run_of_more_than_a_second_needs_no_proc)
{
	struct cli c;

	if (SANITIZED)
		return;
	cli_run(&c,
		"unshare -m sh -c 'umount -l /proc 2>/dev/null || exit 99; exec "
		"$HARNESS run wake/timer --plugins " TEST_BUILD_DIR
		"/lib/harness -p interval=10ms -l 150 -w 0 -r 1 --no-control'");
	if (c.status == 99 || strstr(c.err, "unshare"))
		puts("not tested: a run without /proc (no right to unmount)");
	else
		ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	cli_free(&c);
}
END_TEST

/* Tasks that do nothing but run, on all CPUs, as others do. */
START_TEST(others_on_the_cpu_leave_a_number_and_a_warning)
{
	pid_t busy[3];
	struct cli c;

	for (int i = 0; i < 3; i++) {
		busy[i] = fork();
		if (!busy[i]) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				;
		}
	}
	cli_run(&c,
		"exec taskset -c %d $HARNESS run sched/pipe --no-control -r 3",
		last_cpu());
	for (int i = 0; i < 3; i++) {
		kill(busy[i], SIGKILL);
		waitpid(busy[i], NULL, 0);
	}
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	ck_has(c.out, "us/op");
	ck_has(c.out, "W-BUSY: other tasks ran on CPU ");
	cli_free(&c);
}
END_TEST

static Suite *measuring_suite(void)
{
	Suite *s = suite_create("measuring");
	TCase *t = tcase_create("measuring");

	steady_prepare();
	tcase_add_checked_fixture(t, processes_mark, NULL);
	if (RUNS_ARE_VALID && !SANITIZED) {
		tcase_add_test(
			t,
			cpu_time_that_cannot_be_read_is_absent_with_a_reason);
		tcase_add_test(
			t,
			switches_that_cannot_be_read_are_absent_with_a_reason);
		tcase_add_test(
			t,
			a_kernel_that_counts_no_switches_gives_numbers_without_them);
		tcase_add_test(t,
			       others_on_the_cpu_leave_a_number_and_a_warning);
	}
	tcase_add_test(t, a_result_of_nothing_recorded_is_none);
	tcase_add_loop_test(t, what_is_recorded_is_no_longer_than_the_run, 0,
			    2);
	if (RUNS_ARE_VALID)
		tcase_add_test(t,
			       the_first_ops_do_not_decide_how_many_there_are);
	tcase_add_test(t, a_run_whose_task_a_tracer_stops_is_invalid);
	tcase_add_test(t, a_run_that_is_frozen_is_invalid);
	tcase_add_test(t, a_run_of_more_than_a_second_needs_no_proc);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(measuring_suite);
