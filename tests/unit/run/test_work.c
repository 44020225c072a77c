/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/run/test_work.c - the work hook: how it is typed, and that a walk visits
 * every line once.
 */
#include <errno.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cli.h"
#include "processes.h"
#include "run/work.h"
#include "steady.h"
#include "tests.h"

static uint64_t visits(const struct work *w, uint32_t slot, uint64_t line)
{
	const unsigned char *p =
		w->sets + ((uint64_t)slot * w->nr_lines + line) * WORK_LINE;
	uint64_t n;

	memcpy(&n, p + 8, sizeof(n));
	return n;
}

static const uint64_t lines[] = { 1, 2, 16, 17, 18, 34, 4199, 4096, 8398 };

#define NR_LINES (sizeof(lines) / sizeof(*lines))

START_TEST(every_pattern_visits_every_line_once)
{
	const struct work_spec spec = {
		.bytes = lines[_i % NR_LINES] * WORK_LINE,
		.pattern = _i / (int)NR_LINES,
		.write = true,
	};
	struct work w;

	ck_assert_int_eq(work_start(&spec, 1, NULL, &w), 0);
	ck_assert_uint_eq(w.nr_lines, lines[_i % NR_LINES]);
	work_perform(&w, 0);
	for (uint64_t i = 0; i < w.nr_lines; i++)
		ck_assert_uint_eq(visits(&w, 0, i), 1);
	work_end(&w);
}
END_TEST

START_TEST(a_read_changes_nothing)
{
	struct work_spec spec = { .bytes = 4096, .pattern = _i };
	struct work w;

	ck_assert_int_eq(work_start(&spec, 1, NULL, &w), 0);
	work_perform(&w, 0);
	for (uint64_t i = 0; i < w.nr_lines; i++)
		ck_assert_uint_eq(visits(&w, 0, i), 0);
	work_end(&w);
}
END_TEST

START_TEST(each_slot_is_a_set_of_its_own)
{
	const struct work_spec spec = { .bytes = 1000, .write = true };
	struct work w;

	ck_assert_int_eq(work_start(&spec, 3, NULL, &w), 0);
	ck_assert_uint_eq(w.nr_lines, 16);
	work_perform(&w, 2);
	work_perform(&w, 2);
	for (uint64_t i = 0; i < w.nr_lines; i++) {
		ck_assert_uint_eq(visits(&w, 0, i), 0);
		ck_assert_uint_eq(visits(&w, 1, i), 0);
		ck_assert_uint_eq(visits(&w, 2, i), 2);
	}
	work_end(&w);
}
END_TEST

START_TEST(a_shared_set_is_the_memory_given)
{
	const struct work_spec spec = {
		.bytes = 128,
		.write = true,
		.shared = true,
	};
	void *memory = calloc(1, work_shared_bytes(&spec));
	struct work a, b;

	ck_assert_uint_eq(work_shared_bytes(&spec), 128);
	ck_assert_int_eq(work_start(&spec, 4, memory, &a), 0);
	ck_assert_int_eq(work_start(&spec, 4, memory, &b), 0);
	work_perform(&a, 3);
	work_perform(&b, 0);
	ck_assert_uint_eq(visits(&a, 0, 1), 2);
	work_end(&a);
	work_end(&b);
	free(memory);
}
END_TEST

/* Whether the mapping that @p is in has a flag, as smaps has it. */
static bool has_flag(const void *p, const char *flag)
{
	unsigned long begin, end, at = (unsigned long)p;
	bool mine = false, found = false;
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[512];

	ck_assert_ptr_nonnull(f);
	while (!found && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
			mine = at >= begin && at < end;
		found = mine && !strncmp(line, "VmFlags:", 8) &&
			strstr(line, flag);
	}
	fclose(f);
	return found;
}

/* Neither always nor never: the system's setting changes no number. */
START_TEST(its_pages_are_small_in_any_mode)
{
	const struct work_spec spec = { .bytes = 4 << 20 };
	struct work w;

	if (access("/sys/kernel/mm/transparent_hugepage/enabled", F_OK))
		return;
	ck_assert_int_eq(work_start(&spec, 1, NULL, &w), 0);
	ck_assert(has_flag(w.sets, " nh"));
	work_end(&w);
}
END_TEST

/* A benchmark that is to have huge pages has them or is skipped. */
static const char *const huge[] = { "mem/tlb", "mem/mmap -p size=8M" };

START_TEST(huge_pages_that_are_not_granted_are_a_reason)
{
	struct cli c;

	ck_assert_int_eq(prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0), 0);
	cli_run(&c, "$HARNESS run %s -p huge=yes -q -r 1 -l 10 --no-control",
		huge[_i]);
	ck_assert_int_eq(prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0), 0);
	ck_assert_msg(c.status == 77, "status %d: %s", c.status, c.err);
	ck_has(c.err, "skipped: ");
	ck_has(c.err, "huge pages: PR_SET_THP_DISABLE is on");
	cli_free(&c);
}
END_TEST

START_TEST(no_size_is_no_walk)
{
	const struct work_spec spec = { .bytes = 0 };
	struct work w;

	ck_assert(!work_wanted(&spec));
	ck_assert_int_eq(work_start(&spec, 2, NULL, &w), 0);
	work_perform(&w, 1);
	work_end(&w);
}
END_TEST

START_TEST(is_printed_as_it_is_typed)
{
	static const char *const typed[] = {
		"0B",
		"64KiB",
		"1MiB:chase",
		"64KiB:random:write",
		"64KiB:stride:write:shared",
	};
	struct work_spec spec = { 0 };
	char why[200] = "", text[64];
	uint64_t *sizes;
	size_t nr;

	ck_assert_int_eq(
		work_parse(typed[_i], &sizes, &nr, &spec, why, sizeof(why)), 0);
	ck_assert_uint_eq(nr, 1);
	spec.bytes = sizes[0];
	ck_assert_str_eq(work_text(&spec, text, sizeof(text)),
			 _i ? typed[_i] : "0");
	free(sizes);
}
END_TEST

START_TEST(refuses_what_it_does_not_know)
{
	static const struct {
		const char *text;
		int err;
	} bad[] = {
		{ "", -EINVAL },	 { "64x", -EINVAL },
		{ "64k,", -EINVAL },	 { "64k:", -EINVAL },
		{ "64k:fast", -EINVAL }, { ":seq", -EINVAL },
		{ "1000000T", -ERANGE },
	};
	struct work_spec spec = { 0 };
	char why[200] = "";
	uint64_t *sizes;
	size_t nr;

	ck_assert_int_eq(work_parse(bad[_i].text, &sizes, &nr, &spec, why,
				    sizeof(why)),
			 bad[_i].err);
	ck_assert_str_ne(why, "");
}
END_TEST

START_TEST(sizes_are_swept_and_said)
{
	struct cli c;

	steady_expect(&c, "$HARNESS run sched/pipe -r 1 -l 100 $STEADY "
			  "--ws 0,64k:chase -f csv");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "ws=0:chase"));
	ck_assert_ptr_nonnull(strstr(c.out, "ws=64KiB:chase"));
	cli_free(&c);
}
END_TEST

START_TEST(registers_that_are_not_there_are_a_reason)
{
	struct cli c;

	cli_run(&c, "$HARNESS run sched/pipe -r 1 -l 100 --touch %s",
		work_unsupported(WORK_TOUCH_SVE) ? "sve" : "amx");
	ck_assert_int_eq(c.status, 77);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "skipped: --touch: "));
	cli_free(&c);
	steady_expect(&c,
		      "$HARNESS run sched/pipe -r 1 -l 100 $STEADY --touch %s",
		      work_unsupported(WORK_TOUCH_FP) ? "none" : "fp");
	ck_assert_int_eq(c.status, 0);
	cli_free(&c);
}
END_TEST

/* In whatever run there is: numbers do not matter. */
START_TEST(a_benchmark_that_never_walks_says_so)
{
	struct cli c;

	cli_run(&c, "$HARNESS run syscall/null,sched/pipe -r 1 -l 500 --ws 4k "
		    "--no-control -q");
	ck_assert_ptr_nonnull(strstr(c.out, "W-HOOK: --ws and --touch"));
	cli_free(&c);
	cli_run(&c, "$HARNESS run sched/pipe,sched/ring,user/ring -r 1 -l 500 "
		    "--ws 4k --no-control -q");
	ck_assert_ptr_null(strstr(c.out, "W-HOOK"));
	cli_free(&c);
	cli_run(&c, "$HARNESS run syscall/null -r 1 -l 500 --ws 0 -q");
	ck_assert_ptr_null(strstr(c.out, "W-HOOK"));
	cli_free(&c);
}
END_TEST

static Suite *work_suite(void)
{
	Suite *s = suite_create("work");
	TCase *t = tcase_create("work");

	tcase_add_loop_test(t, every_pattern_visits_every_line_once, 0,
			    4 * NR_LINES);
	tcase_add_loop_test(t, a_read_changes_nothing, 0, 3);
	tcase_add_test(t, each_slot_is_a_set_of_its_own);
	tcase_add_test(t, a_shared_set_is_the_memory_given);
	tcase_add_test(t, no_size_is_no_walk);
	tcase_add_test(t, its_pages_are_small_in_any_mode);
	tcase_add_loop_test(t, huge_pages_that_are_not_granted_are_a_reason, 0,
			    2);
	tcase_add_loop_test(t, is_printed_as_it_is_typed, 0, 5);
	tcase_add_loop_test(t, refuses_what_it_does_not_know, 0, 7);
	tcase_add_test(t, a_benchmark_that_never_walks_says_so);
	if (RUNS_ARE_VALID) {
		tcase_add_test(t, sizes_are_swept_and_said);
		tcase_add_test(t, registers_that_are_not_there_are_a_reason);
	}
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(work_suite);
