/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/session/test_options.c - the options of harness run.
 */
#include <errno.h>
#include <harness/bench.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "session/options.h"
#include "tests.h"
#include "words.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static int read_run(struct run_opts *o, char *copy)
{
	char *argv[WORDS_MAX + 1];
	int argc = words_split(copy, argv);

	return run_opts_parse(argc, argv, o);
}

START_TEST(run_has_the_documented_defaults)
{
	char text[] = "run sched/pipe";
	struct run_opts o;

	ck_assert_int_eq(read_run(&o, text), 0);
	ck_assert_uint_eq(o.repeat, 10);
	ck_assert_uint_eq(o.ops, 0);
	ck_assert_int_eq(o.warmup, -1);
	ck_assert_uint_eq(o.time_ns, 100000000);
	ck_assert_uint_eq(o.timeout_ns, 0);
	ck_assert_uint_eq(o.nr_groups, 1);
	ck_assert_uint_eq(o.groups[0], 1);
	ck_assert_int_eq(o.cpus.kind, PLACE_SAME);
	ck_assert_int_eq(o.policy, SCHED_OTHER);
	ck_assert_int_eq(o.format, FORMAT_TEXT);
	ck_assert(o.libc);
	ck_assert(!o.cpus_given && !o.threads && !o.no_control && !o.force);
	ck_assert_ptr_null(o.output);
	ck_assert_ptr_null(o.plugins);
	ck_assert_uint_eq(o.nr_params, 0);
	ck_assert_uint_eq(o.nr_words, 1);
	ck_assert_str_eq(o.words[0], "sched/pipe");
	run_opts_free(&o);
}
END_TEST

START_TEST(run_stores_every_option)
{
	char text[] = "run a -r5 -l 3G -w 0 -t 1s -T -g 1,2,4 -c 0,2-3 "
		      "-s fifo:10 --json";
	char more[] = "run b --calls libc -o x.json --no-control "
		      "--plugins /p --timeout 2m --seed 42 --force -qv "
		      "--no-progress";
	struct run_opts o;

	ck_assert_int_eq(read_run(&o, text), 0);
	ck_assert_uint_eq(o.repeat, 5);
	ck_assert_uint_eq(o.ops, UINT64_C(3000000000));
	ck_assert_int_eq(o.warmup, 0);
	ck_assert_uint_eq(o.time_ns, 1000000000);
	ck_assert(o.threads && o.cpus_given);
	ck_assert_uint_eq(o.nr_groups, 3);
	ck_assert_uint_eq(o.groups[2], 4);
	ck_assert_int_eq(o.cpus.kind, PLACE_LIST);
	ck_assert_uint_eq(o.cpus.nr, 3);
	ck_assert_int_eq(o.policy, SCHED_FIFO);
	ck_assert_int_eq(o.prio, 10);
	ck_assert_int_eq(o.format, FORMAT_JSON);
	run_opts_free(&o);

	ck_assert_int_eq(read_run(&o, more), 0);
	ck_assert(o.libc && o.no_control && o.force && o.quiet && o.verbose);
	ck_assert(o.no_progress);
	ck_assert_str_eq(o.output, "x.json");
	ck_assert_str_eq(o.plugins[0], "/p");
	ck_assert_uint_eq(o.timeout_ns, UINT64_C(120000000000));
	ck_assert_uint_eq(o.seed, 42);
	run_opts_free(&o);
}
END_TEST

START_TEST(run_takes_options_of_benchmarks)
{
	char text[] = "run a -p msg=1,2 --param kind=a=b -p empty=";
	struct run_opts o;

	ck_assert_int_eq(read_run(&o, text), 0);
	ck_assert_uint_eq(o.nr_params, 3);
	ck_assert_str_eq(o.params[0].name, "msg");
	ck_assert_str_eq(o.params[0].values, "1,2");
	ck_assert_str_eq(o.params[1].name, "kind");
	ck_assert_str_eq(o.params[1].values, "a=b");
	ck_assert_str_eq(o.params[2].values, "");
	run_opts_free(&o);
}
END_TEST

START_TEST(the_last_of_two_uses_holds)
{
	char text[] = "run a -g 1,2 -g 3 -c 0 -c any -s rr:3 -s batch";
	struct run_opts o;

	ck_assert_int_eq(read_run(&o, text), 0);
	ck_assert_uint_eq(o.nr_groups, 1);
	ck_assert_uint_eq(o.groups[0], 3);
	ck_assert_int_eq(o.cpus.kind, PLACE_ANY);
	ck_assert_int_eq(o.policy, SCHED_BATCH);
	ck_assert_int_eq(o.prio, 0);
	run_opts_free(&o);
}
END_TEST

START_TEST(inline_calls_are_taken_where_there_are_any)
{
	char text[] = "run a --calls inline";
	struct run_opts o = { .libc = true };
	struct opts_words words;
	char *argv[WORDS_MAX + 1], why[256];
	int argc = words_split(text, argv), ret;

	ret = opts_parse(&run_opts_command, argc, argv, &o, &words, why,
			 sizeof(why));
	ck_assert_int_eq(ret, BENCH_HAVE_INLINE ? 0 : -EINVAL);
	ck_assert(o.libc == !BENCH_HAVE_INLINE);
	free(words.v);
	run_opts_free(&o);
}
END_TEST

START_TEST(drawn_seeds_differ_and_fit_a_double)
{
	char text[] = "run a", again[] = "run a";
	struct run_opts a, b;

	ck_assert_int_eq(read_run(&a, text), 0);
	ck_assert_int_eq(read_run(&b, again), 0);
	ck_assert_uint_ne(a.seed, b.seed);
	ck_assert_uint_lt(a.seed | b.seed, UINT64_C(1) << 53);
	run_opts_free(&a);
	run_opts_free(&b);
}
END_TEST

static const struct {
	const char *line, *why;
} run_misuses[] = {
	{ "run", "no benchmark given (harness list shows them)" },
	{ "run a -g 0", "-g '0': out of range (1 to 100000)" },
	{ "run a -g 1,x", "-g '1,x': not a whole number (1 to 100000)" },
	{ "run a -g 1,,2", "-g '1,,2': not a whole number (1 to 100000)" },
	{ "run a -g ", "-g '': not a whole number (1 to 100000)" },
	{ "run a -s fifo", "-s 'fifo': fifo needs a priority: fifo:N, "
			   "N from 1 to 99" },
	{ "run a -s fifo:0", "-s 'fifo:0': fifo needs a priority: fifo:N, "
			     "N from 1 to 99" },
	{ "run a -s rr:100", "-s 'rr:100': rr needs a priority: rr:N, "
			     "N from 1 to 99" },
	{ "run a -s batch:5",
	  "-s 'batch:5': not a policy (other, batch, idle, fifo:N or rr:N)" },
	{ "run a -s FIFO:5",
	  "-s 'FIFO:5': not a policy (other, batch, idle, fifo:N or rr:N)" },
	{ "run a -c -1", "-c '-1': not a CPU list such as 0 or 0,2-5, "
			 "nor one of: same, apart, smt, llc, package, "
			 "remote, any, node0, each, pairs" },
	{ "run a -c 99999999", "-c '99999999': a CPU number beyond the limit" },
	{ "run a -p msg", "-p 'msg': not of the form NAME=VALUE[,VALUE...]" },
	{ "run a -p =3", "-p '=3': not of the form NAME=VALUE[,VALUE...]" },
	{ "run a --calls x", "--calls 'x': not one of: inline, libc" },
	{ "run a -t 999ns", "-t '999ns': out of range (1us to 1h)" },
	{ "run a --timeout -1", "--timeout '-1': not a time such as 500us, "
				"100ms or 1.5s (1ms to 7d)" },
	{ "run a --timeout 8d", "--timeout '8d': out of range (1ms to 7d)" },
	{ "run a -f xml", "-f 'xml': not one of: text, perf, simple, json, "
			  "csv" },
};

START_TEST(run_names_option_value_and_range)
{
	char copy[64], *argv[WORDS_MAX + 1], why[512];
	struct run_opts o = { 0 };
	struct opts_words words;
	int argc, ret;

	snprintf(copy, sizeof(copy), "%s", run_misuses[_i].line);
	argc = words_split(copy, argv);
	ret = opts_parse(&run_opts_command, argc, argv, &o, &words, why,
			 sizeof(why));
	ck_assert_int_eq(ret, -EINVAL);
	ck_assert_str_eq(why, run_misuses[_i].why);
	free(words.v);
	run_opts_free(&o);
}
END_TEST

START_TEST(policies_are_written_as_they_are_typed)
{
	char buf[16];

	ck_assert_str_eq(policy_text(SCHED_OTHER, 0, buf, 16), "other");
	ck_assert_str_eq(policy_text(SCHED_BATCH, 0, buf, 16), "batch");
	ck_assert_str_eq(policy_text(SCHED_IDLE, 0, buf, 16), "idle");
	ck_assert_str_eq(policy_text(SCHED_FIFO, 7, buf, 16), "fifo:7");
	ck_assert_str_eq(policy_text(SCHED_RR, 99, buf, 16), "rr:99");
	ck_assert_str_eq(policy_text(6, 0, buf, 16), "policy 6");
}
END_TEST

static Suite *run_opts_suite(void)
{
	Suite *s = suite_create("run_opts");
	TCase *tc = tcase_create("options");

	tcase_add_test(tc, run_has_the_documented_defaults);
	tcase_add_test(tc, run_stores_every_option);
	tcase_add_test(tc, run_takes_options_of_benchmarks);
	tcase_add_test(tc, the_last_of_two_uses_holds);
	tcase_add_test(tc, inline_calls_are_taken_where_there_are_any);
	tcase_add_test(tc, drawn_seeds_differ_and_fit_a_double);
	tcase_add_loop_test(tc, run_names_option_value_and_range, 0,
			    COUNT(run_misuses));
	tcase_add_test(tc, policies_are_written_as_they_are_typed);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_opts_suite);
