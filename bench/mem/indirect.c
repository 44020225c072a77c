/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/indirect.c - what a switch costs afterwards: the walk of a working
 * set that another task may have displaced from the caches; an op is one walk.
 */
#include "turns.h"

static const struct bench_option indirect_options[] = {
	BENCH_OPTION(struct walk_state, size, BENCH_BYTES, 65536, 64,
		     1ULL << 30, "working set per task"),
	BENCH_OPTION(struct walk_state, stride, BENCH_BYTES, 64, 8, 1 << 20,
		     "distance between visited words"),
	WALK_OPTION_WALK,
	WALK_OPTION_RW,
	BENCH_OPTION(struct walk_state, shared, BENCH_BOOL, 0, 0, 1,
		     "both tasks walk the same set"),
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
	  "the difference between two programs, with and without a second "
	  "process: the whole round trip over pipes with the walk, hence "
	  "direct and indirect cost in one number" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "mem/indirect",
	.summary = "walk of a working set after a context switch",
	.op = "walk",
	.description =
		"Two tasks alternate. Each time a task gets the CPU, it walks "
		"its working set immediately, and that walk is recorded. The "
		"other task has walked a set of its own in between: what has "
		"been evicted from the caches is the indirect cost of the "
		"switch.\n\n"
		"Each turn makes a second walk right after the first. -p "
		"walk=after,again records first the one and then the other: "
		"the difference is the indirect cost of one switch. In a sweep "
		"of -p size it appears where two sets no longer fit into a "
		"cache, and disappears where one no longer does. The control "
		"makes the calls and the walks in one task.\n\n"
		"The number includes two counter readings, but neither the "
		"switch itself nor the futex calls that cause it. Pages are "
		"small and have been touched before. The method follows Li, "
		"Ding and Shen, Quantifying the cost of context switch (2007). "
		"With -p shared=yes both tasks walk the same memory, like "
		"tsuna's timectxswws.",
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
