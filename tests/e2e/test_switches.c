/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_switches.c - how many switches an op makes where the number is
 * exact: on one CPU, where nobody is preempted by who is woken.
 */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "processes.h"
#include "steady.h"
#include "tests.h"

#define OPS 5000

/**
 * struct exact - a benchmark with options
 * @switches:	per op
 * @most:	what they may come to after a stranger has displaced a task
 * @tasks:	in a group
 */
struct exact {
	const char *command;
	double switches, most;
	double tasks;
};

static const struct exact under_batch[] = {
	{ "sched/pipe", 2, 2, 2 },
	{ "sched/pipe -T", 2, 2, 2 },
	{ "sched/pipe -p nonblock=yes", 2, 2, 2 },
	{ "sched/socketpair", 2, 3, 2 },
	{ "sched/socketpair -p type=dgram", 2, 2, 2 },
	{ "sched/socketpair -p type=seqpacket", 2, 2, 2 },
	{ "sched/fifo", 2, 2, 2 },
	{ "sched/unix-dgram", 2, 2, 2 },
	{ "sched/eventfd", 2, 2, 2 },
	{ "sched/mq", 2, 2, 2 },
	{ "sched/sem", 2, 2, 2 },
	{ "sched/sysvsem", 2, 2, 2 },
	{ "sched/futex", 2, 2, 2 },
	{ "sched/futex -T", 2, 2, 2 },
	{ "sched/condvar", 2, 2, 2 },
	{ "sched/condvar -T", 2, 2, 2 },
	{ "sched/signal", 2, 2, 2 },
	{ "sched/yield", 1, 1, 2 },
	{ "sched/yield -p tasks=4", 1, 1, 4 },
	{ "sched/ring -p tasks=2", 1, 1, 2 },
	{ "sched/ring -p tasks=2 -p over=eventfd", 1, 1, 2 },
	{ "sched/ring -p tasks=2 -p over=futex", 1, 1, 2 },
};

/* Among many, and where strangers matter under batch. */
static const struct exact under_fifo[] = {
	{ "sched/socketpair", 2, 2, 2 },
	{ "sched/ring -p tasks=4", 1, 1, 4 },
	{ "sched/ring -p tasks=16", 1, 1, 16 },
	{ "sched/ring -p tasks=64", 1, 1, 64 },
};

static double number(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	ck_assert_msg(json_is_number(v), "no number: %s", key);
	return json_number_value(v);
}

/* What a run may differ by: see validate(). */
static double slack(const json_t *run, const struct exact *x)
{
	return fmax(fmax(2 * x->tasks, number(run, "elapsed_ns") / 1e6),
		    0.001 * x->switches * number(run, "ops"));
}

/*
 * Nobody of the group displaces another, so that it is strangers who do. Each
 * time they add a switch, or make two tasks lose step for an op.
 */
static double strangers(const json_t *run, const struct exact *x)
{
	if (x->most > x->switches && number(run, "nivcsw") > 0)
		return (x->most - x->switches) * number(run, "ops");
	return 2 * number(run, "nivcsw");
}

static void ck_run(const json_t *run, const struct exact *x, bool steady)
{
	double wanted = x->switches * number(run, "ops");
	double seen = number(run, "nvcsw") + number(run, "nivcsw");
	double most = slack(run, x) + (steady ? 0 : strangers(run, x));

	/* Tasks that the machine lets begin one long after the other. */
	if (!json_is_true(json_object_get(run, "valid")))
		return;
	ck_assert_double_ge(number(run, "ops"), OPS);
	ck_assert_msg(fabs(seen - wanted) <= most,
		      "%s: %.0f switches, not %.0f, by strangers %.0f",
		      x->command, seen, wanted, number(run, "nivcsw"));
}

static void ck_runs(const json_t *b, const struct exact *x, bool steady)
{
	json_t *run;
	size_t i;

	ck_assert_uint_ge(json_array_size(json_object_get(b, "runs")), 1);
	json_array_foreach (json_object_get(b, "runs"), i, run)
		ck_run(run, x, steady);
}

static void ck_promise(const json_t *b, const struct exact *x)
{
	const json_t *promise = json_object_get(b, "switches_per_op");

	ck_assert_double_eq(number(promise, "expected_min"), x->switches);
	ck_assert_double_eq(number(promise, "expected_max"), x->most);
}

/* Whether strangers were too much for all runs does not matter here. */
static void ck_switches(const struct exact *x, const char *policy, bool steady)
{
	struct cli c;
	json_t *doc;

	cli_run(&c, "$HARNESS run %s %s -r 2 -l %d -q --no-control --json",
		x->command, policy, OPS);
	ck_assert_msg(c.status == 0 || (!steady && c.status == 1), "%d: %s",
		      c.status, c.err);
	doc = ck_json(c.out);
	ck_promise(result_benchmark(doc, 0), x);
	ck_runs(result_benchmark(doc, 0), x, steady);
	json_decref(doc);
	cli_free(&c);
}

START_TEST(are_exact_where_nobody_preempts)
{
	ck_switches(&under_batch[_i], "-s batch", false);
}
END_TEST

START_TEST(are_exact_where_nobody_else_has_the_cpu)
{
	struct exact x = under_batch[_i];

	x.most = x.switches;
	ck_switches(&x, "$STEADY", true);
}
END_TEST

START_TEST(are_exact_under_fifo_also_among_many)
{
	ck_switches(&under_fifo[_i], "$STEADY", true);
}
END_TEST

/* Where a child is waited for, the wait is a switch: those are left out. */
static const char *const never[] = {
	"syscall/basic", "syscall/null",  "syscall/getpgid", "syscall/vdso",
	"user/asm",	 "user/ucontext", "user/jump",	     "user/call",
	"user/ring",	 "user/boost",
};

START_TEST(are_not_made_by_system_calls_and_coroutines)
{
	const json_t *run;
	struct cli c;
	json_t *doc;
	size_t i;

	cli_run(&c, "$HARNESS run %s -s batch -r 2 -l 20000 -q --json",
		never[_i]);
	if (c.status == 77) {
		cli_free(&c);
		return;
	}
	ck_assert_int_eq(c.status, 0);
	doc = ck_json(c.out);
	json_array_foreach (json_object_get(result_benchmark(doc, 0), "runs"),
			    i, run) {
		ck_assert_double_ge(number(run, "ops"), OPS);
		ck_assert_double_lt(number(run, "nvcsw") / number(run, "ops"),
				    0.001);
	}
	json_decref(doc);
	cli_free(&c);
}
END_TEST

/* Two allowed CPUs, as -c takes them; false: there is only one. */
static bool two_cpus(int cpu[2])
{
	cpu_set_t set;
	int n = 0;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	for (int i = 0; i < CPU_SETSIZE && n < 2; i++)
		if (CPU_ISSET(i, &set))
			cpu[n++] = i;
	return n == 2;
}

START_TEST(of_a_yield_on_two_cpus_are_refused_with_the_reason)
{
	struct cli c;
	int cpu[2];

	if (!two_cpus(cpu))
		return;
	cli_run(&c, "$HARNESS run sched/yield -c %d,%d", cpu[0], cpu[1]);
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	ck_has(c.err, "tasks on different CPUs never displace each other");
	cli_free(&c);
}
END_TEST

static Suite *switches_suite(void)
{
	Suite *s = suite_create("switches");
	TCase *t = tcase_create("switches");

	tcase_add_loop_test(t, are_exact_where_nobody_preempts, 0,
			    sizeof(under_batch) / sizeof(*under_batch));
	if (is_steady()) {
		tcase_add_loop_test(t, are_exact_where_nobody_else_has_the_cpu,
				    0,
				    sizeof(under_batch) / sizeof(*under_batch));
		tcase_add_loop_test(t, are_exact_under_fifo_also_among_many, 0,
				    sizeof(under_fifo) / sizeof(*under_fifo));
	} else {
		puts("not tested: switches under fifo (no right to it)");
	}
	tcase_add_loop_test(t, are_not_made_by_system_calls_and_coroutines, 0,
			    sizeof(never) / sizeof(*never));
	tcase_add_test(t, of_a_yield_on_two_cpus_are_refused_with_the_reason);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE_OF_RUNS(switches_suite);
