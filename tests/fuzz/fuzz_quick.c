/* SPDX-License-Identifier: MIT */
/*
 * tests/fuzz/fuzz_quick.c - the quick reader against the whole one.
 *
 * Whatever the quick one reads, the whole one must read too, and they must
 * agree on what a comparison uses. Two differences are meant: the quick one
 * passes over what a comparison does not use, whatever it is, and does not
 * notice that a member which it does not know stands there twice.
 *
 * Built and run by tests/fuzz/run.sh.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/decode.h"
#include "result/file.h"
#include "result/quick.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "fuzz_quick: %s\n", what);
	abort();
}

static int same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void compare_counters(const struct entry *a, const struct entry *b)
{
	must(a->nr_counters == b->nr_counters && a->nr_counted == b->nr_counted,
	     "another number of counters");
	for (size_t i = 0; i < a->nr_counters; i++)
		must(same_text(a->counters[i].name, b->counters[i].name) &&
			     same_text(a->counters[i].kind,
				       b->counters[i].kind) &&
			     same_text(a->counters[i].class,
				       b->counters[i].class),
		     "another counter");
	for (size_t i = 0; i < a->nr_counted; i++) {
		const struct sample *x = &a->counted[i], *y = &b->counted[i];

		must(x->ops == y->ops && x->elapsed_ns == y->elapsed_ns &&
			     x->valid == y->valid &&
			     x->nr_counts == y->nr_counts,
		     "another counted run");
		for (size_t k = 0; k < x->nr_counts; k++)
			must(x->counts[k].value == y->counts[k].value,
			     "another count");
	}
}

static void compare_entries(const struct entry *a, const struct entry *b)
{
	must(same_text(a->name, b->name) && same_text(a->op, b->op),
	     "another name");
	must(same_text(a->relation, b->relation) &&
		     same_text(a->policy, b->policy) &&
		     same_text(a->calls, b->calls),
	     "another configuration");
	must(a->nr_params == b->nr_params && a->nr_runs == b->nr_runs &&
		     a->nr_cpus == b->nr_cpus && a->nr_tasks == b->nr_tasks,
	     "another number of something");
	for (size_t i = 0; i < a->nr_runs; i++) {
		const struct sample *x = &a->runs[i], *y = &b->runs[i];

		must(x->ops == y->ops && x->elapsed_ns == y->elapsed_ns &&
			     x->valid == y->valid &&
			     x->figures.nvcsw == y->figures.nvcsw &&
			     !memcmp(&x->records_ns, &y->records_ns,
				     sizeof(x->records_ns)),
		     "another run");
	}
	compare_counters(a, b);
}

static void compare_sessions(const struct session *a, const struct session *b)
{
	must(same_text(a->id, b->id) && a->complete == b->complete,
	     "another session");
	must(a->nr_facts == b->nr_facts && a->nr_entries == b->nr_entries,
	     "another number of facts or entries");
	for (size_t i = 0; i < a->nr_facts; i++)
		must(same_text(a->facts[i].value, b->facts[i].value),
		     "another fact");
	for (size_t i = 0; i < a->nr_entries; i++)
		compare_entries(&a->entries[i], &b->entries[i]);
}

/* Whether the whole reader refused something that the quick one ignores. */
static int passed_over(const char *why)
{
	static const char *const parts[] = {
		"duplicate",	"slices_ns", "why",   "contrasts", "errors",
		"notes",	"latency",   "env",   "command",   "switches",
		"more than",	"metrics",   "sweep", "machine",   "nice",
		"not_measured", "checks:",
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (strstr(why, parts[i]))
			return 1;
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct session quick = { 0 }, whole = { 0 };
	const char *text = (const char *)data;
	char why[256] = "";

	if (result_quick(text, size, &quick))
		return 0;
	if (!result_decode(text, size, &whole, why, sizeof(why)))
		compare_sessions(&quick, &whole);
	else
		must(passed_over(why), why);
	session_free(&quick);
	session_free(&whole);
	return 0;
}
