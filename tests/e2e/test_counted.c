/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_counted.c - run -e, as a person calls it: numbers that can be
 * known in advance, and what happens where the kernel refuses.
 *
 * What this user may not count here is no failure, as long as there is a
 * reason and no number.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "golden.h"
#include "other_user.h"
#include "processes.h"
#include "sessions.h"
#include "steady.h"
#include "tests.h"

#define TSC "/sys/bus/event_source/devices/msr/events/tsc"
#define RUN "$HARNESS run sched/pipe --no-control --no-progress $STEADY "
/* For whom numbers do not matter: no run of it is invalid. */
#define ANY_RUN "run fault/happens " FAULTS " --no-control --no-progress "
/* Runs shorter than that in all are not compared; nor is what takes too long. */
#define COMPARED_NS 50000000

/* What was run, and the session that it printed as JSON. */
static struct {
	struct cli c;
	struct session s;
	const struct entry *e;
} fx;

static void tear_down(void)
{
	cli_free(&fx.c);
	session_free(&fx.s);
}

/* Runs with -f json and takes what was printed; it must have times. */
static void take(void)
{
	ck_assert_msg(fx.c.status == 0, "exit %d: %s", fx.c.status, fx.c.err);
	fx.s = decoded(fx.c.out);
	fx.e = &fx.s.entries[0];
	ck_assert_uint_ge(fx.e->nr_runs, 1);
	ck_assert_uint_gt(fx.e->runs[0].elapsed_ns, 0);
}

static size_t occurrences(const char *text, const char *word)
{
	size_t n = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		n++;
	}
	return n;
}

/* No number without a reason, which stands on stderr once. */
static void expect_reasons(void)
{
	for (size_t i = 0; i < fx.e->nr_counters; i++) {
		const char *why = fx.e->counters[i].reason;

		if (why)
			ck_assert_uint_eq(occurrences(fx.c.err, why), 1);
		for (size_t k = 0; k < fx.e->nr_counted; k++) {
			const struct count *c = &fx.e->counted[k].counts[i];

			ck_assert((c->value == NOT_MEASURED) == !!c->status);
			ck_assert(!why || c->status);
		}
	}
}

static size_t event(const char *name)
{
	for (size_t i = 0; i < fx.e->nr_counters; i++) {
		if (!strcmp(fx.e->counters[i].name, name))
			return i;
	}
	ck_abort_msg("no event %s", name);
}

/* Whether the event has numbers; else it has a reason. */
static bool counted(const char *name)
{
	size_t i = event(name);

	if (fx.e->counters[i].reason)
		return false;
	ck_assert_uint_ge(fx.e->nr_counted, 1);
	ck_assert(fx.e->counted[0].counts[i].value != NOT_MEASURED);
	return true;
}

static double value(const char *name)
{
	return (double)fx.e->counted[0].counts[event(name)].value;
}

static void expect_near(double seen, double expected, double share)
{
	ck_assert_msg(fabs(seen - expected) <= share * expected,
		      "%.1f, expected %.1f", seen, expected);
}

/* The counted run; NULL where others have disturbed it, who may. */
static const struct sample *counted_run(void)
{
	const struct sample *r = &fx.e->counted[0];

	if (r->valid)
		return r;
	ck_assert(!is_steady());
	ck_assert_uint_gt(r->why.nr, 0);
	return NULL;
}

/*
 * Whether its tasks had the CPU for themselves. If not, they also lost it
 * where the kernel has to stop and start events, which counts less than all.
 */
static bool had_the_cpu(const struct sample *r)
{
	return (double)r->elapsed_ns < 1.05 * (double)r->figures.cpu_ns;
}

static uint64_t time_of_runs(void)
{
	uint64_t ns = 0;

	for (size_t i = 0; i < fx.e->nr_runs; i++)
		ns += fx.e->runs[i].valid ? fx.e->runs[i].elapsed_ns : 0;
	return ns;
}

static bool has_note(const char *id)
{
	for (size_t i = 0; i < fx.e->notes.nr; i++)
		if (!strcmp(fx.e->notes.v[i].id, id))
			return true;
	return false;
}

/* There where the runs are long enough, however fast the machine is. */
static void expect_cost(void)
{
	if (time_of_runs() < COMPARED_NS)
		ck_assert_ptr_null(entry_paired(fx.e, "counted"));
	else
		ck_assert(entry_paired(fx.e, "counted") ||
			  has_note("N-CONTRAST"));
}

START_TEST(an_op_makes_two_switches)
{
	const struct sample *r;
	double switches, ops;

	steady_expect(&fx.c, RUN "-e context-switches -t 150ms -r 2 -f json");
	take();
	expect_reasons();
	if (!counted("context-switches"))
		return;
	expect_cost();
	r = counted_run();
	if (!r)
		return;
	switches = value("context-switches");
	ops = (double)r->ops;
	expect_near(switches, (double)(r->figures.nvcsw + r->figures.nivcsw),
		    .001);
	ck_assert_double_ge(switches, 2 * ops * .999);
	ck_assert_double_le(switches,
			    2 * ops * 1.001 + (double)r->elapsed_ns / 1e6);
}
END_TEST

/* Of both tasks; interrupts may be in one of the clocks and not in the other. */
START_TEST(the_clock_of_the_tasks_is_their_cpu_time)
{
	const struct sample *r;

	steady_expect(&fx.c, RUN
		      "-e context-switches,task-clock -l 50000 -r 1 -f json");
	take();
	expect_reasons();
	if (!counted("task-clock"))
		return;
	r = &fx.e->counted[0];
	ck_assert_double_ge(value("task-clock"),
			    (had_the_cpu(r) ? .98 : .5) *
				    (double)r->figures.cpu_ns);
	ck_assert_double_le(value("task-clock"), 1.02 * (double)r->elapsed_ns);
}
END_TEST

START_TEST(the_tsc_is_the_tick_counter)
{
	const struct sample *r;
	const struct count *c;
	double ticks_per_ns;

	steady_expect(&fx.c, RUN "-e msr/tsc/ --scope %s -l 50000 -r 1 -f json",
		      _i ? "cpu" : "pair");
	take();
	expect_reasons();
	if (!counted("msr/tsc/"))
		return;
	r = &fx.e->counted[0];
	c = &r->counts[0];
	ticks_per_ns = (double)r->ticks / (double)r->elapsed_ns;
	ck_assert_str_eq(fx.e->scope, _i ? "cpu" : "pair");
	/* Interrupts may be no CPU time of the tasks. */
	ck_assert_double_ge(value("msr/tsc/"),
			    (had_the_cpu(r) ? .99 : .5) * ticks_per_ns *
				    (double)r->figures.cpu_ns);
	ck_assert_double_le(value("msr/tsc/"),
			    1.01 * ticks_per_ns * (double)c->enabled_ns);
	if (_i || had_the_cpu(r))
		expect_near(value("msr/tsc/"),
			    ticks_per_ns * (double)c->enabled_ns, .01);
	if (_i)
		ck_assert_double_ge(value("msr/tsc/"), .99 * (double)r->ticks);
	else
		ck_assert_double_le(value("msr/tsc/"), 1.01 * (double)r->ticks);
}
END_TEST

START_TEST(the_default_events_are_counted_or_there_is_a_reason)
{
	steady_expect(&fx.c, "$HARNESS run sched/pipe self/null --no-control "
			     "--no-progress $STEADY -e default -l 500 -r 2 "
			     "-f json");
	take();
	expect_reasons();
	ck_assert_uint_eq(fx.e->nr_counters, 9);
}
END_TEST

START_TEST(one_that_cannot_be_counted_spoils_no_other)
{
	steady_expect(&fx.c,
		      RUN "-e cycles,context-switches:u,context-switches "
			  "-l 500 -r 1 -f json");
	take();
	expect_reasons();
	ck_assert_ptr_nonnull(
		fx.e->counters[event("context-switches:u")].reason);
	if (counted("context-switches"))
		ck_assert_double_ge(value("context-switches"), 999);
}
END_TEST

START_TEST(an_unknown_event_is_wrong_usage)
{
	cli_run(&fx.c, RUN "-e cycles,contxt-switches");
	ck_assert_int_eq(fx.c.status, 2);
	ck_assert_str_eq(fx.c.out, "");
	ck_one_line(fx.c.err);
	ck_assert_ptr_nonnull(strstr(fx.c.err, "contxt-switches"));
	ck_assert_ptr_nonnull(
		strstr(fx.c.err, "did you mean context-switches"));
}
END_TEST

START_TEST(show_prints_counts_as_run_did)
{
	char *dir = cli_tmpdir();

	cli_expect(&fx.c, 0,
		   "D=%s; $HARNESS " ANY_RUN
		   "-e context-switches,cycles -l 500 -r 2 -v -o $D/f "
		   ">$D/run 2>$D/err && $HARNESS show -v $D/f >$D/show && "
		   "cmp $D/run $D/show",
		   dir);
	free(dir);
}
END_TEST

/* An ordinary user may count, or is told what stands in the way. */
START_TEST(an_ordinary_user_gets_times)
{
	cli_expect(&fx.c, 0,
		   AS_USER COPY
		   " run self/null --no-progress "
		   "-e cycles,context-switches -l 500 -r 1 -f json");
	take();
	expect_reasons();
	if (!counted("context-switches"))
		ck_assert_ptr_nonnull(strstr(fx.c.err, "perf_event_paranoid"));
}
END_TEST

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

#define NO_FILTER 126

/* As cli_run(), under the filter: in a process of its own, for it stays. */
static int run_denied(unsigned int err, const char *dir, const char *args)
{
	int status;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (!pid) {
		struct cli c;

		if (deny(err))
			_exit(NO_FILTER);
		cli_run(&c, "$HARNESS " ANY_RUN "%s >%s/out 2>%s/err", args,
			dir, dir);
		_exit(c.status);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *text_in(const char *dir, const char *name)
{
	char *path, *text;

	ck_assert_int_gt(asprintf(&path, "%s/%s", dir, name), 0);
	text = file_text(path);
	free(path);
	return text;
}

static const struct denial {
	unsigned int err;
	const char *says;
} denials[] = {
	{ EPERM, "perf_event_open was refused (Operation not permitted)" },
	{ ENOSYS, "there is no perf_event_open here" },
	{ EMFILE, "no file descriptors left for counters" },
};

START_TEST(where_counting_is_refused_there_are_times_and_a_sentence)
{
	const struct denial *d = &denials[_i];
	char *dir = cli_tmpdir(), *out, *err;
	int status = run_denied(d->err, dir,
				"-e context-switches,page-faults -l 500 -r 2");

	if (status == NO_FILTER) {
		free(dir);
		return;
	}
	out = text_in(dir, "out");
	err = text_in(dir, "err");
	ck_assert_msg(status == 0, "exit %d: %s", status, err);
	ck_one_line(err);
	ck_assert_ptr_nonnull(strstr(err, d->says));
	ck_assert_ptr_nonnull(strstr(err, "context-switches, page-faults: "));
	ck_assert_ptr_nonnull(strstr(out, "us/op"));
	ck_assert_uint_eq(occurrences(out, d->says), 1);
	ck_assert_ptr_null(strstr(out, "per op"));
	free(out);
	free(err);
	free(dir);
}
END_TEST

/* From too few for a run at all up to enough for all counters. */
START_TEST(without_descriptors_there_are_times_and_a_sentence)
{
	bool said = false;

	cli_expect(&fx.c, 0,
		   "$HARNESS " ANY_RUN "-e context-switches -l 200 -r 1 "
		   "-f json");
	take();
	if (!counted("context-switches"))
		return;
	tear_down();
	for (int limit = 8; limit < 40 && !said; limit++) {
		cli_run(&fx.c,
			"prlimit --nofile=%d:%d $HARNESS " ANY_RUN
			"-e context-switches,task-clock,page-faults,"
			"cpu-migrations -l 200 -r 1 -f json",
			limit, limit);
		said = fx.c.status == 0 &&
		       strstr(fx.c.err, "no file descriptors left");
		if (!said)
			cli_free(&fx.c);
	}
	ck_assert(said);
	take();
	expect_reasons();
}
END_TEST

static Suite *counted_suite(void)
{
	Suite *s = suite_create("counted");
	TCase *t = tcase_create("run");

	tcase_add_checked_fixture(t, NULL, tear_down);
	tcase_add_test(t, an_op_makes_two_switches);
	tcase_add_test(t, the_clock_of_the_tasks_is_their_cpu_time);
	if (!access(TSC, F_OK))
		tcase_add_loop_test(t, the_tsc_is_the_tick_counter, 0, 2);
	tcase_add_test(t, the_default_events_are_counted_or_there_is_a_reason);
	tcase_add_test(t, one_that_cannot_be_counted_spoils_no_other);
	tcase_add_test(t, an_unknown_event_is_wrong_usage);
	tcase_add_test(t, show_prints_counts_as_run_did);
	tcase_add_loop_test(
		t, where_counting_is_refused_there_are_times_and_a_sentence, 0,
		sizeof(denials) / sizeof(*denials));
	if (!geteuid()) {
		if (other_user_prepare("counters of an ordinary user"))
			tcase_add_test(t, an_ordinary_user_gets_times);
		tcase_add_test(
			t, without_descriptors_there_are_times_and_a_sentence);
	}
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE_OF_RUNS(counted_suite);
