/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/pmu/test_native.c - counting with the kernel that is running: a
 * ping-pong of two tasks on one CPU.
 *
 * What this user may not count is no failure, as long as there is a reason
 * and no number.
 */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

#include "pmu.h"
#include "tests.h"

#define ROUNDS 2000

static struct pmu *p;
static struct pmu_events *ev;
static struct pmu_plan plan;
static cpu_set_t allowed;
static int cpu;

/* struct game - what the two tasks share */
struct game {
	int ping[2], pong[2];
	struct pmu_set *set;
	struct pmu_reading *from, *to;
	uint64_t ticks, ns;
};

/* Both tasks on one CPU, and no wake-up takes it from the other. */
static void settle(void)
{
	const struct sched_param param = { 0 };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(set), &set), 0);
	ck_assert_int_eq(sched_setscheduler(0, SCHED_BATCH, &param), 0);
}

static void setup(void)
{
	ck_assert_int_eq(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
	for (cpu = CPU_SETSIZE - 1; cpu && !CPU_ISSET(cpu, &allowed); cpu--)
		;
	ck_assert_int_eq(pmu_open(&p, NULL, NULL), 0);
	ev = calloc(1, sizeof(*ev));
}

static void teardown(void)
{
	const struct sched_param param = { 0 };

	free(ev);
	pmu_close(p);
	sched_setaffinity(0, sizeof(allowed), &allowed);
	sched_setscheduler(0, SCHED_OTHER, &param);
}

static void prepare(const char *list, enum pmu_scope scope)
{
	char why[PMU_WHY_LEN];

	ck_assert_msg(!pmu_resolve(p, list, &cpu, 1, ev, why, sizeof(why)),
		      "%s", why);
	pmu_plan(p, scope, &cpu, 1, ev, &plan);
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static uint64_t ticks(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __rdtsc();
#else
	return 0;
#endif
}

static void pass(int in, int out)
{
	char c = 0;

	ck_assert_int_eq(write(out, &c, 1), 1);
	ck_assert_int_eq(read(in, &c, 1), 1);
}

/* Task 1: answers, and waits at the end: its exit is no switch of the game. */
static void answer(struct game *g)
{
	char c = 0;

	while (read(g->ping[0], &c, 1) == 1 && c == 0) {
		if (write(g->pong[1], &c, 1) != 1)
			return;
	}
}

/* Task 0: counts its part. */
static void lead(struct game *g)
{
	pass(g->pong[0], g->ping[1]);
	ck_assert_int_eq(pmu_set_enable(g->set), 0);
	pmu_set_read(g->set, g->from);
	g->ns = now_ns();
	g->ticks = ticks();
	for (int i = 0; i < ROUNDS; i++)
		pass(g->pong[0], g->ping[1]);
	g->ticks = ticks() - g->ticks;
	g->ns = now_ns() - g->ns;
	pmu_set_read(g->set, g->to);
	ck_assert_int_eq(write(g->ping[1], "x", 1), 1);
}

static void *answer_thread(void *data)
{
	answer(data);
	return NULL;
}

static void play(struct game *g, bool threads)
{
	pthread_t thread;
	pid_t child = 0;

	if (threads) {
		ck_assert_int_eq(
			pthread_create(&thread, NULL, answer_thread, g), 0);
	} else {
		child = fork();
		ck_assert_int_ge(child, 0);
		if (!child) {
			answer(g);
			_exit(0);
		}
	}
	lead(g);
	if (threads)
		pthread_join(thread, NULL);
	else
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

/*
 * Counts a ping-pong as one does in a run: opened by task 0 before there is
 * a task 1. @out: judged deltas. Returns ticks a nanosecond.
 */
static double count(enum pmu_scope scope, bool threads, struct pmu_reading *out)
{
	struct pmu_reading from[PMU_MAX_EVENTS];
	struct game g = { .from = from, .to = out };

	settle();
	ck_assert_int_eq(pipe(g.ping), 0);
	ck_assert_int_eq(pipe(g.pong), 0);
	ck_assert_int_eq(pmu_set_open(&g.set, p, ev, &plan, 0, scope, &cpu, 1),
			 0);
	play(&g, threads);
	pmu_delta(from, out, out, ev->nr);
	pmu_judge(ev, out);
	pmu_set_close(g.set);
	for (int i = 0; i < 2; i++) {
		close(g.ping[i]);
		close(g.pong[i]);
	}
	return (double)g.ticks / (double)g.ns;
}

/* Whether there is a number; else there is a reason, and it is checked. */
static bool counted(const struct pmu_reading *r, size_t i)
{
	char why[PMU_WHY_LEN];

	if (r[i].status == PMU_OK)
		return true;
	pmu_explain(p, &ev->v[i], &r[i], why, sizeof(why));
	ck_assert_str_ne(why, "");
	ck_assert_uint_eq(r[i].value, 0);
	return false;
}

static void expect_between(uint64_t value, double lo, double hi)
{
	ck_assert_msg((double)value >= lo && (double)value <= hi,
		      "%llu is not in %.0f .. %.0f", (unsigned long long)value,
		      lo, hi);
}

/* The rest of the machine may take the CPU away now and then. */
#define SPARE (ROUNDS / 10)

START_TEST(a_pair_makes_two_switches_an_op)
{
	struct pmu_reading r[PMU_MAX_EVENTS];

	prepare("context-switches,cpu-migrations", PMU_PAIR);
	count(PMU_PAIR, _i, r);
	if (!counted(r, 0))
		return;
	expect_between(r[0].value, 2 * ROUNDS, 2 * ROUNDS + SPARE);
	ck_assert_uint_eq(r[1].value, 0);
}
END_TEST

START_TEST(a_task_by_itself_makes_one_switch_an_op)
{
	struct pmu_reading r[PMU_MAX_EVENTS];

	prepare("context-switches", PMU_TASK);
	count(PMU_TASK, _i, r);
	if (counted(r, 0))
		expect_between(r[0].value, ROUNDS, ROUNDS + SPARE);
}
END_TEST

START_TEST(a_cpu_makes_all_of_the_switches)
{
	struct pmu_reading r[PMU_MAX_EVENTS];

	prepare("context-switches", PMU_CPU);
	count(PMU_CPU, _i, r);
	if (counted(r, 0))
		ck_assert_uint_ge(r[0].value, 2 * ROUNDS);
}
END_TEST

/* By the kernel's own clock: both are in the same read. */
START_TEST(the_clock_of_a_pair_is_the_time_it_was_counted)
{
	struct pmu_reading r[PMU_MAX_EVENTS];

	prepare("task-clock", PMU_PAIR);
	count(PMU_PAIR, _i, r);
	if (counted(r, 0))
		expect_between(r[0].value, .98 * (double)r[0].enabled_ns,
			       1.02 * (double)r[0].enabled_ns);
}
END_TEST

/* The second of a group tells: for the first alone the kernel keeps times. */
START_TEST(all_of_a_group_count_again_after_a_pause)
{
	struct pmu_reading from[PMU_MAX_EVENTS], r[PMU_MAX_EVENTS];
	struct pmu_set *s;
	uint64_t end;

	prepare("page-faults,cpu-clock", _i);
	settle();
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, _i, &cpu, 1), 0);
	pmu_set_enable(s);
	pmu_set_disable(s);
	pmu_set_enable(s);
	pmu_set_read(s, from);
	for (end = now_ns() + 5000000; now_ns() < end;)
		;
	pmu_set_read(s, r);
	pmu_delta(from, r, r, 2);
	pmu_judge(ev, r);
	if (counted(r, 1))
		expect_between(r[1].value, .9 * (double)r[1].enabled_ns,
			       1.1 * (double)r[1].enabled_ns);
	pmu_set_close(s);
}
END_TEST

/* Touches @pages pages for the first time. */
static void fault(size_t pages)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = pages * page;
	char *m = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(m, MAP_FAILED);
	madvise(m, bytes, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < pages; i++)
		*(volatile char *)(m + i * page) = 1;
	munmap(m, bytes);
}

START_TEST(page_faults_of_user_mode_are_counted_one_by_one)
{
	struct pmu_reading from[PMU_MAX_EVENTS], r[PMU_MAX_EVENTS];
	const size_t pages = 200;
	struct pmu_set *s;

	prepare("page-faults:u", PMU_TASK);
	ck_assert_int_eq(pmu_set_open(&s, p, ev, &plan, 0, PMU_TASK, NULL, 0),
			 0);
	pmu_set_enable(s);
	fault(1);
	pmu_set_read(s, from);
	fault(pages);
	pmu_set_read(s, r);
	pmu_delta(from, r, r, 1);
	pmu_judge(ev, r);
	if (counted(r, 0))
		expect_between(r[0].value, pages, pages + pages / 4);
	pmu_set_close(s);
}
END_TEST

#if defined(__x86_64__) || defined(__i386__)
/* Ticks a nanosecond of the window, which the rest of the machine may cut. */
START_TEST(the_tsc_of_the_kernel_is_the_tsc)
{
	struct pmu_reading r[PMU_MAX_EVENTS];
	enum pmu_scope scope = _i & 1 ? PMU_CPU : PMU_PAIR;
	double rate = 0, seen = 1;

	for (int i = 0; i < 5 && fabs(rate / seen - 1) >= .01; i++) {
		prepare("msr/tsc/", scope);
		seen = count(scope, _i & 2, r);
		if (!counted(r, 0))
			return;
		rate = (double)r[0].value / (double)r[0].enabled_ns;
	}
	ck_assert_msg(rate > .99 * seen && rate < 1.01 * seen,
		      "%.4f ticks/ns, by the processor %.4f", rate, seen);
}
END_TEST

static bool has_tsc(void)
{
	return !access("/sys/bus/event_source/devices/msr/events/tsc", F_OK);
}
#endif

START_TEST(hardware_is_counted_or_there_is_a_reason)
{
	struct pmu_reading r[PMU_MAX_EVENTS];

	prepare("default", PMU_PAIR);
	count(PMU_PAIR, _i, r);
	pmu_plausible(ev, r, 2 * ROUNDS, 0);
	for (size_t i = 0; i < ev->nr; i++) {
		if (counted(r, i) && !strcmp(ev->v[i].name, "instructions"))
			ck_assert_uint_gt(r[i].value, 100 * ROUNDS);
	}
}
END_TEST

static Suite *pmu_native_suite(void)
{
	Suite *s = suite_create("pmu_native");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, a_pair_makes_two_switches_an_op, 0, 2);
	tcase_add_loop_test(t, a_task_by_itself_makes_one_switch_an_op, 0, 2);
	tcase_add_loop_test(t, a_cpu_makes_all_of_the_switches, 0, 2);
	tcase_add_loop_test(t, the_clock_of_a_pair_is_the_time_it_was_counted,
			    0, 2);
	tcase_add_loop_test(t, all_of_a_group_count_again_after_a_pause,
			    PMU_PAIR, PMU_TASK + 1);
	if (RUNS_ARE_VALID)
		tcase_add_test(t,
			       page_faults_of_user_mode_are_counted_one_by_one);
#if defined(__x86_64__) || defined(__i386__)
	if (has_tsc())
		tcase_add_loop_test(t, the_tsc_of_the_kernel_is_the_tsc, 0, 4);
#endif
	tcase_add_loop_test(t, hardware_is_counted_or_there_is_a_reason, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(pmu_native_suite);
