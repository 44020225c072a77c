/* SPDX-License-Identifier: MIT */
/*
 * tests/support/descriptions.h - a benchmark's description, to be spoilt by tests.
 */
#ifndef TESTS_SUPPORT_DESCRIPTIONS_H
#define TESTS_SUPPORT_DESCRIPTIONS_H

#include <check.h>
#include <string.h>

#include "plugin/check.h"
#include "plugin/loader.h"

/* The reason of the last refusal. */
static char why[1024];

static inline int some_task(struct bench_task *t, uint64_t loops)
{
	(void)t;
	(void)loops;
	return 0;
}

/* A description with nothing wrong; tests spoil one field each. */
static inline struct bench good_bench(void)
{
	return (struct bench){
		.abi = HARNESS_BENCH_ABI,
		.size = sizeof(struct bench),
		.name = "demo/good",
		.summary = "summary",
		.op = "op",
		.description = "One.\n\nTwo.",
		.nr_tasks = 2,
		.state_size = 64,
		.task = some_task,
	};
}

static inline int check(const struct bench *b)
{
	struct bench out;

	why[0] = '\0';
	return plugin_check(b, "demo/good", &out, why, sizeof(why));
}

/* The description is refused with @err, and the reason has @words in it. */
static inline void ck_refused(const struct bench *b, int err, const char *words)
{
	ck_assert_int_eq(check(b), err);
	ck_assert_msg(strstr(why, words), "\"%s\" lacks \"%s\"", why, words);
}

#endif
