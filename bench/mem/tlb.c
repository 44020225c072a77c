/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/tlb.c - what a switch does to the TLB: one line in each of many
 * pages, visited after the switch; an op is one walk over the pages.
 */
#include "turns.h"

static const struct bench_option tlb_options[] = {
	BENCH_OPTION(struct walk_state, pages, BENCH_COUNT, 64, 1, 65536,
		     "pages per task"),
	WALK_OPTION_WALK, WALK_OPTION_RW,
	BENCH_OPTION(struct walk_state, huge, BENCH_BOOL, 0, 0, 1,
		     "ask for transparent huge pages"),
	BENCH_END
};

/* A line further in each page, so that the lines lie in all cache sets. */
static int tlb_setup(struct bench_task *t)
{
	const struct walk_state *s = t->state;

	return walk_setup(t, s->pages, (uint64_t)sysconf(_SC_PAGESIZE) + 64);
}

BENCH(
	.name = "mem/tlb",
	.summary = "one line in each of many pages after a context switch",
	.op = "walk",
	.description =
		"Two tasks alternate. Each time a task gets the CPU, it "
		"accesses one line in each of its pages, and that walk is "
		"recorded. It accesses few lines in many pages, so it shows "
		"what the switch does to the TLB before the caches are "
		"full.\n\n"
		"Each turn makes a second walk right after the first: -p "
		"walk=after,again records first the one and then the other. "
		"Threads share an address space, so run it with -T as well: on "
		"a CPU with tagged TLB entries (PCID, ASID) the results should "
		"be the same. Pages are small "
		"regardless of the system setting; with -p huge=yes, which is "
		"skipped where the kernel grants no huge pages, few "
		"translations are needed.\n\n"
		"The number includes two counter readings, but neither the "
		"switch itself nor the futex calls that cause it.",
	.flags = BENCH_RECORDS,
	.nr_tasks = 2,
	.state_size = sizeof(struct walk_state),
	.options = tlb_options,
	.expect = { { 1, 1 }, { 1, 2 }, { 0, 1 } },
	.setup = tlb_setup,
	.teardown = walk_teardown,
	.prepare = walk_prepare,
	.task = walk_task,
	.baseline = walk_baseline,
);
