/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_output_name.c - names of result files with host and time.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "result/output_name.h"
#include "sessions.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static void add_host(struct session *s, const char *host)
{
	s->facts = calloc(1, sizeof(*s->facts));
	ck_assert_ptr_nonnull(s->facts);
	s->nr_facts = 1;
	set_text(&s->facts[0].name, "host");
	if (host)
		set_text(&s->facts[0].value, host);
}

static const struct named {
	const char *pattern, *host, *created, *name;
} names[] = {
	{ "a.json", "h", "2026-11-30T09:02:55Z", "a.json" },
	{ "%h.json", "skl01", NULL, "skl01.json" },
	{ "r/%h-%t.json", "skl01", "2026-11-30T09:02:55Z",
	  "r/skl01-20261130T090255Z.json" },
	{ "100%%%h%h", "x", NULL, "100%xx" },
	{ "%%h", "x", NULL, "%h" },
	{ "%h-%t", NULL, NULL, "unknown-unknown" },
	{ "%h.json", "../../etc/x", NULL, "..-..-etc-x.json" },
	{ "%h", "a\nb", NULL, "a-b" },
	{ "%t", "x", "../2026", "2026" },
};

START_TEST(a_name_holds_host_and_time)
{
	const struct named *n = &names[_i];
	struct session s = session_plain(1);
	char *name, why[128] = "";

	add_host(&s, n->host);
	free(s.created);
	s.created = n->created ? strdup(n->created) : NULL;
	ck_assert_int_eq(output_name_check(n->pattern, why, sizeof(why)), 0);
	name = output_name(n->pattern, &s);
	ck_assert_str_eq(name, n->name);
	free(name);
	session_free(&s);
}
END_TEST

START_TEST(what_is_not_known_is_refused)
{
	static const char *const patterns[] = {
		"", "%", "a%", "%d", "%%%", "%H"
	};
	char why[128] = "";

	ck_assert_int_lt(output_name_check(patterns[_i], why, sizeof(why)), 0);
	ck_assert_str_ne(why, "");
}
END_TEST

START_TEST(an_escaped_percent_sign_is_none)
{
	ck_assert(output_name_has("a%h", 'h'));
	ck_assert(output_name_has("%%%h", 'h'));
	ck_assert(!output_name_has("%%h", 'h'));
	ck_assert(!output_name_has("%t", 'h'));
	ck_assert(!output_name_has("h%", 'h'));
}
END_TEST

START_TEST(run_saves_under_that_name)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"cd '%s' && $HARNESS run -q --force -r 1 -l 10 self/null "
		"-o 'x%%%%-%%h-%%t.json' >/dev/null; "
		"host=$(cat /proc/sys/kernel/hostname); "
		"ls | grep -c -x -E \"x%%-$host-[0-9]{8}T[0-9]{6}Z[.]json\"; "
		"ls | wc -l; $HARNESS run self/null -o %%d",
		dir);
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "1\n1\n");
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "%h is the host"));
	cli_free(&c);
	free(dir);
}
END_TEST

static Suite *output_name_suite(void)
{
	Suite *s = suite_create("output_name");
	TCase *t = tcase_create("name");

	tcase_add_loop_test(t, a_name_holds_host_and_time, 0, COUNT(names));
	tcase_add_loop_test(t, what_is_not_known_is_refused, 0, 6);
	tcase_add_test(t, an_escaped_percent_sign_is_none);
	tcase_add_test(t, run_saves_under_that_name);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(output_name_suite);
