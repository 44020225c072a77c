/* SPDX-License-Identifier: MIT */
/*
 * tests/support/compare_sets.h - sessions of given times, for tests of comparisons.
 */
#ifndef TESTS_SUPPORT_COMPARE_SETS_H
#define TESTS_SUPPORT_COMPARE_SETS_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/status.h"
#include "sessions.h"

/* Ops of each run: times of up to six decimals are whole numbers of ns. */
#define SET_OPS 1000000

/* Appends an entry with a run for each of @n times in ns per op. */
static inline struct entry *set_entry(struct session *s, const char *name,
				      const double *times, size_t n)
{
	struct entry *e = session_entry(s, name, "round trip");

	for (size_t i = 0; i < n; i++)
		entry_run(e, SET_OPS, (uint64_t)llround(times[i] * SET_OPS));
	return e;
}

/* Ten runs around @level, spread over @percent of it. */
static inline struct entry *set_spread(struct session *s, const char *name,
				       double level, double percent)
{
	static const double places[] = { 0.1,  -0.9, 0.6,  -0.4, 0.9,
					 -0.2, 0.3,  -0.7, 0.5,	 -0.1 };
	double times[10];

	for (size_t i = 0; i < 10; i++)
		times[i] = level * (1 + percent / 100 * places[i]);
	return set_entry(s, name, times, 10);
}

/* Writes a session, which is freed, to a file in @dir. */
static inline void set_save(const char *dir, const char *name,
			    struct session s)
{
	char *text = document(s), *path;
	FILE *f;

	ck_assert_int_gt(asprintf(&path, "%s/%s", dir, name), 0);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	free(path);
	free(text);
}

/* A session with one entry. */
static inline struct session set_session(const double *times, size_t n)
{
	struct session s = session_plain((uint32_t)n);

	set_entry(&s, "sched/pipe", times, n);
	return s;
}

/* Adds a session as a file of its own, and frees it. */
static inline void set_add(struct compare *c, struct session s)
{
	ck_assert_int_eq(compare_add(c, &s, "file.json", COMPARE_BY_FILE), 0);
	session_free(&s);
}

static inline void set_judge(struct compare *c, double threshold)
{
	const struct compare_rule rule = { .threshold = threshold };

	ck_assert_int_eq(compare_judge(c, &rule), 0);
}

/* Two sets of times compared; to be freed with compare_free(). */
static inline struct compare set_compare(const double *a, size_t n,
					 const double *b, size_t m,
					 double threshold)
{
	struct compare c = { 0 };

	set_add(&c, set_session(a, n));
	set_add(&c, set_session(b, m));
	set_judge(&c, threshold);
	ck_assert_uint_eq(c.nr_rows, 1);
	return c;
}

/* Six times around 1000 ns. */
static const double set_base[] = { 1000, 1002, 1001, 999, 1003, 998 };

#define SET_RUNS (sizeof(set_base) / sizeof(*set_base))

static inline struct session set_one(void)
{
	return set_session(set_base, SET_RUNS);
}

/* Whether a row has a note of that id that says so. */
static inline bool set_has_note(const struct compare_row *r, const char *id,
				const char *says)
{
	for (size_t i = 0; i < r->notes.nr; i++) {
		if (!strcmp(r->notes.v[i].id, id) &&
		    strstr(r->notes.v[i].text, says))
			return true;
	}
	return false;
}

/* What a row is called; valid until the next call. */
static inline const char *set_word(const struct compare *c, size_t row)
{
	static char buf[64];

	return compare_word(c, &c->rows[row], buf, sizeof(buf));
}

#endif
