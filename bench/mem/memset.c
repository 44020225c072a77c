/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/memset.c - a block of memory is filled; an op is one filling.
 */
#include <harness/bench.h>

#include <string.h>
#include <sys/mman.h>

/**
 * struct memset_state - of the one task
 * @size:	bytes of the block
 * @block:	of that size
 */
struct memset_state {
	uint64_t size;
	char *block;
};

static const struct bench_option memset_options[] = {
	BENCH_OPTION(struct memset_state, size, BENCH_BYTES, 1 << 20, 1,
		     1ULL << 32, "bytes to fill"),
	BENCH_END
};

static int memset_setup(struct bench_task *t)
{
	struct memset_state *s = t->state;

	t->group->bytes_per_op = s->size;
	s->block = mmap(NULL, s->size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (s->block == MAP_FAILED)
		return bench_error(t, errno, "mmap of a block");
	memset(s->block, 1, s->size);
	return 0;
}

static int memset_teardown(struct bench_task *t)
{
	const struct memset_state *s = t->state;

	munmap(s->block, s->size);
	return 0;
}

static int memset_task(struct bench_task *t, uint64_t loops)
{
	const struct memset_state *s = t->state;
	char *block = s->block;
	int value = 0;

	bench_loop (t, loops) {
		value = (value + 1) & 0x7f;
		memset(block, value, s->size);
		bench_keep(block);
	}
	if (block[s->size - 1] != value)
		return bench_error(t, EBADMSG, "the block was not filled");
	return 0;
}

static const struct bench_peer memset_peers[] = {
	{ "perf", "usecs", 1e-3,
	  "mem memset -f default prints GB/sec, of 2^30 bytes: bytes_per_op "
	  "over this time, 7 % less than the GB/sec here; its default is a "
	  "single filling with cold caches" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "mem/memset",
	.summary = "memset of a block",
	.op = "filling",
	.description =
		"One task fills a block of memory with memset(3) of the C "
		"library. It fills the same block repeatedly, so a small one "
		"stays in the caches. An op is one filling; the bandwidth "
		"counts each byte once.\n\n"
		"All pages have been touched before; the kernel's default "
		"decides whether they are huge. There is no system call and no "
		"context switch.\n\n"
		"Comparable with perf bench mem memset -f default, except that "
		"perf's default of -l 1 fills once, with cold caches.",
	.nr_tasks = 1,
	.state_size = sizeof(struct memset_state),
	.options = memset_options,
	.peers = memset_peers,
	.setup = memset_setup,
	.teardown = memset_teardown,
	.task = memset_task,
);
