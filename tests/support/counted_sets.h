/* SPDX-License-Identifier: MIT */
/*
 * tests/support/counted_sets.h - sessions with counters, for tests of comparisons.
 */
#ifndef TESTS_SUPPORT_COUNTED_SETS_H
#define TESTS_SUPPORT_COUNTED_SETS_H

#include <string.h>

#include "compare/status.h"
#include "compare_sets.h"

#define RUNS 6
#define OPS 1000

/* The three events that all tests here have. */
enum { CYCLES, INSTRUCTIONS, FAULTS, NR_EVENTS };

static const struct counter events[NR_EVENTS] = {
	[CYCLES] = { .name = (char *)"cycles",
		     .metric = (char *)"cycles",
		     .kind = (char *)"core cycles",
		     .class = (char *)"time" },
	[INSTRUCTIONS] = { .name = (char *)"instructions",
			   .metric = (char *)"instructions",
			   .class = (char *)"isa" },
	[FAULTS] = { .name = (char *)"page-faults",
		     .metric = (char *)"page-faults",
		     .pmu = (char *)"software" },
};

/* Adds the events, and runs of which each op takes so much. */
static inline void count(struct entry *e, size_t runs, double instructions,
		  double cycles, double ns)
{
	entry_counters(e, events, NR_EVENTS);
	for (size_t i = 0; i < runs; i++) {
		/* The runs differ by up to 0.5 %. */
		double f = (1 + 0.001 * (double)i) * OPS;
		const int64_t values[NR_EVENTS] = {
			[CYCLES] = (int64_t)(cycles * f),
			[INSTRUCTIONS] = (int64_t)(instructions * f),
			[FAULTS] = 0,
		};

		entry_counted(e, values)->elapsed_ns = (uint64_t)(ns * f);
	}
}

static inline struct session counted(size_t runs, double instructions, double cycles,
			      double ns)
{
	struct session s = set_one();

	count(&s.entries[0], runs, instructions, cycles, ns);
	return s;
}

static inline struct session usual(void)
{
	return counted(RUNS, 10000, 12000, 4000);
}

static inline struct compare both(struct session a, struct session b)
{
	struct compare c = { 0 };

	set_add(&c, a);
	set_add(&c, b);
	set_judge(&c, 0.02);
	ck_assert_uint_eq(c.nr_rows, 1);
	return c;
}

static inline const struct compare_counter *counter(const struct compare *c,
					     const char *name)
{
	const struct compare_row *r = &c->rows[0];

	for (size_t i = 0; i < r->nr_counters; i++) {
		if (!strcmp(compare_counter_name(&r->counters[i]), name))
			return &r->counters[i];
	}
	ck_abort_msg("no %s", name);
	return NULL;
}

static inline const char *counter_word(const struct compare *c, const char *name)
{
	static char buf[64];

	return compare_counter_word(c, &c->rows[0], counter(c, name), buf,
				    sizeof(buf));
}

static inline void near(double a, double b)
{
	ck_assert_msg(fabs(a - b) <= 1e-4 * fabs(b), "%.10g, not %.10g", a, b);
}

#endif
