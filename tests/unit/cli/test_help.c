/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/cli/test_help.c - what harness help says about a benchmark.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/help.h"
#include "tests.h"

struct state {
	uint64_t msg, kind;
};

static const struct bench_option options[] = {
	BENCH_OPTION(struct state, msg, BENCH_BYTES, 4, 1, 1 << 20,
		     "length of the token that is handed over"),
	BENCH_CHOICE(struct state, kind, 1, "kind of socket", "stream",
		     "dgram"),
	BENCH_END,
};

static const struct bench_peer peers[] = {
	{ "perf", "usecs/op", 0.001, "the window includes fork and join" },
	{ "lmbench", "microseconds", 0.0005, NULL },
	{ NULL, NULL, 0, NULL },
};

static int no_loop(struct bench_task *t, uint64_t loops)
{
	(void)t;
	return loops ? 0 : -EINVAL;
}

static const struct bench full = {
	.name = "test/full",
	.summary = "one token, two sockets",
	.op = "round trip",
	.description = "A token goes round between two tasks, which takes two "
		       "switches on one CPU.\n\nIt does not include the price "
		       "of a socket.",
	.flags = BENCH_APART | BENCH_PROCESSES,
	.nr_tasks = 2,
	.options = options,
	.peers = peers,
	.expect = { { 2, 2 }, { 2, 3.5 }, BENCH_REPORTED },
	.baseline = no_loop,
};

static const struct bench plain = {
	.name = "test/plain",
	.summary = "nothing",
	.op = "empty op",
	.description = "Does nothing.",
	.nr_tasks = BENCH_PER_CPU,
};

static const char full_page[] =
	"test/full: one token, two sockets\n"
	"\n"
	"  op                round trip\n"
	"  tasks             2; on different CPUs unless -c says otherwise; "
	"always\n"
	"                    processes\n"
	"  switches per op   2 on one CPU under batch, idle, fifo or rr\n"
	"                    2 to 3.5 on one CPU under other\n"
	"                    as counted, with a CPU for each task\n"
	"  control           the same calls by one task, no switch\n"
	"\n"
	"A token goes round between two tasks, which takes two switches on "
	"one CPU.\n"
	"\n"
	"It does not include the price of a socket.\n"
	"\n"
	"Options (-p NAME=VALUE[,VALUE...]):\n"
	"  msg               length of the token that is handed over (1 to "
	"1MiB;\n"
	"                    default 4)\n"
	"  kind              kind of socket (one of: stream, dgram; default "
	"dgram)\n"
	"\n"
	"In other programs:\n"
	"  perf              1 usecs/op for one us per round trip; the window "
	"includes\n"
	"                    fork and join\n"
	"  lmbench           0.5 microseconds for one us per round trip\n";

static char *page(const struct bench *b, const char *unsupported)
{
	const struct plugin p = { .name = b->name,
				  .bench = b,
				  .unsupported = unsupported };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	bench_page_print(f, &p);
	fclose(f);
	return text;
}

START_TEST(the_page_says_all_that_the_plugin_says)
{
	char *text = page(&full, NULL);

	ck_assert_str_eq(text, full_page);
	free(text);
}
END_TEST

START_TEST(what_a_benchmark_does_not_have_is_left_out)
{
	char *text = page(&plain, NULL);

	ck_assert_str_eq(text,
			 "test/plain: nothing\n"
			 "\n"
			 "  op                empty op\n"
			 "  tasks             one on each CPU\n"
			 "  switches per op   0 on one CPU under batch, idle, "
			 "fifo or rr\n"
			 "                    0 on one CPU under other\n"
			 "                    0 with a CPU for each task\n"
			 "  control           none\n"
			 "\n"
			 "Does nothing.\n");
	free(text);
}
END_TEST

START_TEST(a_machine_that_cannot_run_it_is_told_why)
{
	char *text = page(&plain, "no such system call");

	ck_assert_ptr_nonnull(
		strstr(text, "  not here          no such system call\n"));
	free(text);
}
END_TEST

static Suite *help_suite(void)
{
	Suite *s = suite_create("help");
	TCase *tc = tcase_create("page");

	tcase_add_test(tc, the_page_says_all_that_the_plugin_says);
	tcase_add_test(tc, what_a_benchmark_does_not_have_is_left_out);
	tcase_add_test(tc, a_machine_that_cannot_run_it_is_told_why);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(help_suite);
