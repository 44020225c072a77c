/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/memcpy.c - a block of memory is copied to another; an op is one
 * copy.
 */
#include <harness/bench.h>

#include <string.h>
#include <sys/mman.h>

/**
 * struct memcpy_state - of the one task
 * @size:	bytes of a block
 * @from:	the source
 * @to:		the destination
 */
struct memcpy_state {
	uint64_t size;
	char *from, *to;
};

static const struct bench_option memcpy_options[] = {
	BENCH_OPTION(struct memcpy_state, size, BENCH_BYTES, 1 << 20, 1,
		     1ULL << 32, "bytes to copy"),
	BENCH_END
};

static char *new_block(uint64_t size, int value)
{
	char *block = mmap(NULL, size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (block != MAP_FAILED)
		memset(block, value, size);
	return block;
}

static int memcpy_setup(struct bench_task *t)
{
	struct memcpy_state *s = t->state;

	t->group->bytes_per_op = s->size;
	s->from = new_block(s->size, 1);
	s->to = new_block(s->size, 0);
	if (s->from == MAP_FAILED || s->to == MAP_FAILED)
		return bench_error(t, errno, "mmap of a block");
	return 0;
}

static int memcpy_teardown(struct bench_task *t)
{
	const struct memcpy_state *s = t->state;

	munmap(s->from, s->size);
	munmap(s->to, s->size);
	return 0;
}

static int memcpy_task(struct bench_task *t, uint64_t loops)
{
	const struct memcpy_state *s = t->state;
	char *from = s->from, *to = s->to;

	bench_loop (t, loops) {
		memcpy(to, from, s->size);
		bench_keep(to);
	}
	if (to[s->size - 1] != from[s->size - 1])
		return bench_error(t, EBADMSG, "the copy differs");
	return 0;
}

static const struct bench_peer memcpy_peers[] = {
	{ "perf", "usecs", 1e-3,
	  "mem memcpy -f default prints GB/sec, of 2^30 bytes: bytes_per_op "
	  "over this time, 7 % less than the GB/sec here; its default is a "
	  "single copy with cold caches" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "mem/memcpy",
	.summary = "memcpy of a block",
	.op = "copy",
	.description =
		"One task copies a block of memory to another with memcpy(3) "
		"of the C library. It copies the same two blocks repeatedly, "
		"so small ones stay in the caches. An op is one copy; the "
		"bandwidth counts each byte once.\n\n"
		"All pages have been touched before; the kernel's default "
		"decides whether they are huge. There is no system call and no "
		"context switch. It shows how fast a working set of that size "
		"can be accessed, as a reference for mem/indirect.\n\n"
		"Comparable with perf bench mem memcpy -f default, except that "
		"perf's default of -l 1 copies once, with cold caches.",
	.nr_tasks = 1,
	.state_size = sizeof(struct memcpy_state),
	.options = memcpy_options,
	.peers = memcpy_peers,
	.setup = memcpy_setup,
	.teardown = memcpy_teardown,
	.task = memcpy_task,
);
