/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/tlb.c - what a switch does to the TLB: one line in each of many
 * pages, visited after the switch; an op is one walk over the pages.
 */
#include "turns.h"

static const struct bench_option tlb_options[] = {
	BENCH_OPTION(struct walk_state, pages, BENCH_COUNT, 64, 1, 65536,
		     "pages of a task"),
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
		"Two tasks take turns; each time one gets the CPU it visits "
		"one line in each of its pages, and what is recorded is that "
		"walk. It touches few lines and many pages, so it feels what "
		"the switch does to the translations (TLB) before the caches "
		"fill up.\n\n"
		"Every turn makes a second walk right behind the first: -p "
		"walk=after,again records the one and then the other. Threads "
		"share an address space, so run it with -T as well: where the "
		"CPU keeps translations of several address spaces apart "
		"(PCID, ASID) both should be alike. With -p huge=yes few "
		"translations are needed, where the kernel grants such "
		"pages.\n\n"
		"The number contains two readings of the counter, and neither "
		"the switch itself nor the futex calls that bring it about.",
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
