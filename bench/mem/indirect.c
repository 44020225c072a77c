/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/indirect.c - what a switch costs afterwards: the walk of a working
 * set that another task may have displaced from the caches; an op is one walk.
 */
#include "turns.h"

static const struct bench_option indirect_options[] = {
	BENCH_OPTION(struct walk_state, size, BENCH_BYTES, 65536, 64,
		     1ULL << 30, "working set of a task"),
	BENCH_OPTION(struct walk_state, stride, BENCH_BYTES, 64, 8, 1 << 20,
		     "distance between two words that are visited"),
	WALK_OPTION_WALK,
	WALK_OPTION_RW,
	BENCH_OPTION(struct walk_state, shared, BENCH_BOOL, 0, 0, 1,
		     "both tasks walk one and the same set"),
	BENCH_END
};

static const char *indirect_accepts(const void *state,
				    const struct bench_group *g)
{
	const struct walk_state *s = state;

	(void)g;
	if (s->stride % sizeof(uint64_t))
		return "words are visited whole: the stride must be a multiple "
		       "of 8";
	return NULL;
}

static int indirect_setup(struct bench_task *t)
{
	const struct walk_state *s = t->state;
	uint64_t visits = s->size / s->stride;

	return walk_setup(t, visits ? visits : 1, s->stride);
}

static const struct bench_peer indirect_peers[] = {
	{ "li-ding-shen", "microseconds", 1e-3,
	  "the difference between two programs, one with and one without a "
	  "second process: the whole round over pipes with the walk, hence "
	  "the direct and the indirect cost in one number" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "mem/indirect",
	.summary = "the walk of a working set after a context switch",
	.op = "walk",
	.description =
		"Two tasks take turns; each time one gets the CPU it walks its "
		"working set at once, and what is recorded is that walk. The "
		"other task has walked a set of its own in between: what is "
		"no longer in the caches is the indirect cost of the "
		"switch.\n\n"
		"Every turn makes a second walk right behind the first. -p "
		"walk=after,again records the one and then the other: their "
		"difference is the indirect cost of one switch, and with a "
		"sweep of -p size it appears where two sets no longer fit and "
		"fades where one no longer does. The control makes the calls "
		"and the walks in one task alone.\n\n"
		"The number contains two readings of the counter, and neither "
		"the switch itself nor the futex calls that bring it about. "
		"Pages are small ones, and none is touched for the first time. "
		"It follows Li, Ding and Shen, Quantifying the cost of context "
		"switch (2007); with -p shared=yes both walk the same memory, "
		"as tsuna's timectxswws does.",
	.flags = BENCH_RECORDS,
	.nr_tasks = 2,
	.state_size = sizeof(struct walk_state),
	.options = indirect_options,
	.peers = indirect_peers,
	.expect = { { 1, 1 }, { 1, 2 }, { 0, 1 } },
	.accepts = indirect_accepts,
	.setup = indirect_setup,
	.teardown = walk_teardown,
	.prepare = walk_prepare,
	.task = walk_task,
	.baseline = walk_baseline,
);
