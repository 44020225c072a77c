/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_params.c - options of a benchmark: read, swept, stored, printed.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/params.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* struct state - as a benchmark has it; the canaries must stay */
struct state {
	uint64_t before;
	uint64_t msg, tasks, pause, check, kind;
	uint64_t after;
};

static const struct bench_option options[] = {
	BENCH_OPTION(struct state, msg, BENCH_BYTES, 4, 1, 1 << 20, "bytes"),
	BENCH_OPTION(struct state, tasks, BENCH_COUNT, 2, 2, 1000000, "tasks"),
	BENCH_OPTION(struct state, pause, BENCH_NS, 0, 0, UINT64_C(1000000000),
		     "pause"),
	BENCH_OPTION(struct state, check, BENCH_BOOL, 1, 0, 1, "check"),
	BENCH_CHOICE(struct state, kind, 1, "kind", "stream", "dgram", "seq"),
	BENCH_END,
};

static const struct bench bench = {
	.name = "test/pipe",
	.options = options,
};

static const struct bench plain = { .name = "test/plain" };

#define MAX_GIVEN 4

/* Expands up to MAX_GIVEN "name=values"; the rest of @line is NULL. */
static int expand(const struct bench *b, const char *const line[MAX_GIVEN],
		  struct params *out, char *why, size_t len)
{
	struct name_value given[MAX_GIVEN];
	char names[MAX_GIVEN][32];
	size_t nr = 0;

	for (; nr < MAX_GIVEN && line[nr]; nr++) {
		size_t name = strcspn(line[nr], "=");

		snprintf(names[nr], sizeof(names[nr]), "%.*s", (int)name,
			 line[nr]);
		given[nr].name = names[nr];
		given[nr].values = line[nr] + name + 1;
	}
	return params_expand(b, given, nr, out, why, len);
}

static void expand_ok(const char *const line[MAX_GIVEN], struct params *p)
{
	char why[512] = "";

	ck_assert_msg(!expand(&bench, line, p, why, sizeof(why)), "%s", why);
}

static struct state stored(const struct params *p, size_t config)
{
	struct state s = { .before = 0xbef, .after = 0xaf };

	params_store(p, config, &s);
	ck_assert_uint_eq(s.before, 0xbef);
	ck_assert_uint_eq(s.after, 0xaf);
	return s;
}

START_TEST(nothing_given_is_one_configuration_of_defaults)
{
	static const char *const line[MAX_GIVEN] = { NULL };
	struct params p;
	struct state s;

	expand_ok(line, &p);
	ck_assert_uint_eq(p.nr_configs, 1);
	s = stored(&p, 0);
	ck_assert_uint_eq(s.msg, 4);
	ck_assert_uint_eq(s.tasks, 2);
	ck_assert_uint_eq(s.pause, 0);
	ck_assert_uint_eq(s.check, 1);
	ck_assert_uint_eq(s.kind, 1);
	params_free(&p);
}
END_TEST

START_TEST(values_are_read_by_their_unit)
{
	static const char *const line[MAX_GIVEN] = { "msg=64k", "tasks=3k",
						     "pause=1.5us",
						     "check=off" };
	struct params p;
	struct state s;

	expand_ok(line, &p);
	s = stored(&p, 0);
	ck_assert_uint_eq(s.msg, 65536);
	ck_assert_uint_eq(s.tasks, 3000);
	ck_assert_uint_eq(s.pause, 1500);
	ck_assert_uint_eq(s.check, 0);
	params_free(&p);
}
END_TEST

START_TEST(several_values_give_every_combination_in_order)
{
	static const char *const line[MAX_GIVEN] = { "kind=seq,stream",
						     "msg=1,2,4" };
	static const uint64_t expected[][2] = { { 1, 2 }, { 1, 0 }, { 2, 2 },
						{ 2, 0 }, { 4, 2 }, { 4, 0 } };
	struct params p;

	expand_ok(line, &p);
	ck_assert_uint_eq(p.nr_configs, COUNT(expected));
	for (int i = 0; i < COUNT(expected); i++) {
		struct state s = stored(&p, i);

		ck_assert_uint_eq(s.msg, expected[i][0]);
		ck_assert_uint_eq(s.kind, expected[i][1]);
		ck_assert_uint_eq(s.tasks, 2);
	}
	params_free(&p);
}
END_TEST

START_TEST(of_two_with_one_name_the_last_holds)
{
	static const char *const line[MAX_GIVEN] = { "msg=1,2", "msg=8" };
	struct params p;

	expand_ok(line, &p);
	ck_assert_uint_eq(p.nr_configs, 1);
	ck_assert_uint_eq(stored(&p, 0).msg, 8);
	params_free(&p);
}
END_TEST

START_TEST(a_benchmark_without_options_has_one_configuration)
{
	static const char *const line[MAX_GIVEN] = { NULL };
	struct params p;
	struct param *list;
	char why[64], state = 'x';
	size_t nr;

	ck_assert_int_eq(expand(&plain, line, &p, why, sizeof(why)), 0);
	ck_assert_uint_eq(p.nr_configs, 1);
	params_store(&p, 0, &state);
	ck_assert_int_eq(state, 'x');
	ck_assert_int_eq(params_list(&p, 0, &list, &nr), 0);
	ck_assert_ptr_null(list);
	ck_assert_uint_eq(nr, 0);
	params_free(&p);
}
END_TEST

static const struct {
	const char *given[MAX_GIVEN];
	const char *why;
} refusals[] = {
	{ { "msg=0" }, "-p msg '0': out of range (1 to 1MiB)" },
	{ { "msg=2M" }, "-p msg '2M': out of range (1 to 1MiB)" },
	{ { "msg=1x" },
	  "-p msg '1x': not a size such as 64, 4k or 1MiB (1 to 1MiB)" },
	{ { "msg=" },
	  "-p msg '': not a size such as 64, 4k or 1MiB (1 to 1MiB)" },
	{ { "msg=1,,2" },
	  "-p msg '': not a size such as 64, 4k or 1MiB (1 to 1MiB)" },
	{ { "msg=1,2,2B" }, "-p msg '2B': given twice, leave one out" },
	{ { "tasks=1" }, "-p tasks '1': out of range (2 to 1000000)" },
	{ { "tasks=-3" }, "-p tasks '-3': not a whole number (2 to 1000000)" },
	{ { "pause=2s" }, "-p pause '2s': out of range (0ns to 1s)" },
	{ { "check=maybe" }, "-p check 'maybe': not yes or no" },
	{ { "kind=1" }, "-p kind '1': not one of: stream, dgram, seq" },
	{ { "kind=stre" }, "-p kind 'stre': not one of: stream, dgram, seq" },
	{ { "mgs=4" },
	  "-p 'mgs': no option of test/pipe, it has msg, tasks, "
	  "pause, check, kind (did you mean msg?)" },
	{ { "cgroup=A,B" },
	  "-p 'cgroup': no option of test/pipe, it has msg, tasks, pause, "
	  "check, kind (did you mean --cgroups?)" },
	{ { "msg=4", "depth=4" },
	  "-p 'depth': no option of test/pipe, it has msg, tasks, pause, "
	  "check, kind" },
};

START_TEST(refusals_name_option_value_and_what_is_allowed)
{
	struct params p = { .nr_configs = 4711 };
	char why[512];

	ck_assert_int_eq(expand(&bench, refusals[_i].given, &p, why,
				sizeof(why)),
			 -EINVAL);
	ck_assert_str_eq(why, refusals[_i].why);
	ck_assert_uint_eq(p.nr_configs, 4711);
}
END_TEST

START_TEST(an_option_where_there_are_none_is_refused)
{
	static const char *const line[MAX_GIVEN] = { "msg=4" };
	struct params p;
	char why[512];

	ck_assert_int_eq(expand(&plain, line, &p, why, sizeof(why)), -EINVAL);
	ck_assert_str_eq(why, "-p 'msg': test/plain has no options");
}
END_TEST

/* "name=2,3,...", @nr different values */
static void many(char *text, size_t len, const char *name, int nr)
{
	size_t at = snprintf(text, len, "%s=", name);

	for (int i = 0; i < nr && at < len; i++)
		at += snprintf(text + at, len - at, "%s%d", i ? "," : "",
			       i + 2);
	ck_assert_uint_lt(at, len);
}

START_TEST(a_sweep_has_a_limit)
{
	char a[1024], b[1024];
	const char *const line[MAX_GIVEN] = { a, b };
	struct params p;
	char why[512];

	many(a, sizeof(a), "msg", 101);
	many(b, sizeof(b), "tasks", 100);
	ck_assert_int_eq(expand(&bench, line, &p, why, sizeof(why)), -EINVAL);
	ck_assert_str_eq(why, "-p: over 10000 combinations of values, give "
			      "fewer");
	many(a, sizeof(a), "msg", 100);
	ck_assert_int_eq(expand(&bench, line, &p, why, sizeof(why)), 0);
	ck_assert_uint_eq(p.nr_configs, PARAMS_MAX_CONFIGS);
	params_free(&p);
}
END_TEST

START_TEST(values_are_printed_as_they_are_typed)
{
	static const char *const line[MAX_GIVEN] = { "msg=4096", "pause=2500us",
						     "check=0", "kind=dgram" };
	static const char *const expected[][2] = {
		{ "msg", "4KiB" }, { "tasks", "2" },	{ "pause", "2500us" },
		{ "check", "no" }, { "kind", "dgram" },
	};
	struct params p;
	struct param *list;
	size_t nr;

	expand_ok(line, &p);
	ck_assert_int_eq(params_list(&p, 0, &list, &nr), 0);
	ck_assert_uint_eq(nr, COUNT(expected));
	for (size_t i = 0; i < nr; i++) {
		ck_assert_str_eq(list[i].name, expected[i][0]);
		ck_assert_str_eq(list[i].value, expected[i][1]);
		free(list[i].name);
		free(list[i].value);
	}
	free(list);
	params_free(&p);
}
END_TEST

START_TEST(ranges_are_printed_by_unit)
{
	static const char *const expected[] = {
		"1 to 1MiB",
		"2 to 1000000",
		"0ns to 1s",
		"yes or no",
		"one of: stream, dgram, seq",
	};

	for (int i = 0; i < COUNT(expected); i++) {
		struct strbuf b = { 0 };

		params_add_range(&b, &options[i]);
		ck_assert_str_eq(strbuf_text(&b), expected[i]);
		strbuf_free(&b);
	}
}
END_TEST

START_TEST(an_index_without_a_word_is_printed_as_a_number)
{
	char text[PARAMS_TEXT_LEN];

	ck_assert_str_eq(params_text(&options[4], 3, text, sizeof(text)), "3");
}
END_TEST

static Suite *params_suite(void)
{
	Suite *s = suite_create("params");
	TCase *tc = tcase_create("params");

	tcase_add_test(tc, nothing_given_is_one_configuration_of_defaults);
	tcase_add_test(tc, values_are_read_by_their_unit);
	tcase_add_test(tc, several_values_give_every_combination_in_order);
	tcase_add_test(tc, of_two_with_one_name_the_last_holds);
	tcase_add_test(tc, a_benchmark_without_options_has_one_configuration);
	tcase_add_loop_test(tc, refusals_name_option_value_and_what_is_allowed,
			    0, COUNT(refusals));
	tcase_add_test(tc, an_option_where_there_are_none_is_refused);
	tcase_add_test(tc, a_sweep_has_a_limit);
	tcase_add_test(tc, values_are_printed_as_they_are_typed);
	tcase_add_test(tc, ranges_are_printed_by_unit);
	tcase_add_test(tc, an_index_without_a_word_is_printed_as_a_number);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(params_suite);
