/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/mmap.c - fresh memory is mapped, filled with pages and unmapped; an
 * op is one region.
 */
#include <harness/bench.h>

#include "huge.h"

#include <sys/mman.h>
#include <sys/prctl.h>

enum { BY_FAULTS, BY_POPULATE };

/**
 * struct mmap_state - of the one task
 * @size:	bytes of a region
 * @by:		what brings the pages
 * @huge:	transparent huge pages are asked for, else ruled out
 * @page:	size of a small page
 */
struct mmap_state {
	uint64_t size;
	uint64_t by;
	uint64_t huge;
	uint64_t page;
};

static const struct bench_option mmap_options[] = {
	BENCH_OPTION(struct mmap_state, size, BENCH_BYTES, 1 << 20, 4096,
		     1ULL << 32, "size of a region"),
	BENCH_CHOICE(struct mmap_state, by, BY_FAULTS,
		     "how pages are populated: a write to each, or mmap itself",
		     "demand", "populate"),
	BENCH_OPTION(struct mmap_state, huge, BENCH_BOOL, 0, 0, 1,
		     "ask for transparent huge pages; by=demand only"),
	BENCH_END
};

static const char *mmap_accepts(const void *state, const struct bench_group *g)
{
	const struct mmap_state *s = state;

	(void)g;
	if (s->huge && s->by == BY_POPULATE)
		return "huge pages are asked for after mmap, which then has "
		       "populated the region already: use by=demand";
	return NULL;
}

static int mmap_setup(struct bench_task *t)
{
	struct mmap_state *s = t->state;

	t->group->bytes_per_op = s->size;
	s->page = (uint64_t)sysconf(_SC_PAGESIZE);
	if (s->huge)
		return huge_check(t, true);
	/* Lasts as long as the run's own process. */
	if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		return bench_error(t, errno, "PR_SET_THP_DISABLE");
	return 0;
}

static int mmap_task(struct bench_task *t, uint64_t loops)
{
	const struct mmap_state *s = t->state;
	int how = s->by == BY_POPULATE ? MAP_POPULATE : 0;

	bench_loop (t, loops) {
		char *region = mmap(NULL, s->size, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | how, -1, 0);

		if (region == MAP_FAILED)
			return bench_error(t, errno, "mmap");
		if (s->huge)
			madvise(region, s->size, MADV_HUGEPAGE);
		for (uint64_t i = 0; i < s->size && !how; i += s->page)
			*(volatile char *)(region + i) = 1;
		if (munmap(region, s->size))
			return bench_error(t, errno, "munmap");
	}
	return 0;
}

static const struct bench_peer mmap_peers[] = {
	{ "perf", "usecs", 1e-3,
	  "mem mmap (since about 6.19) prints GB/sec, of 2^30 bytes: "
	  "bytes_per_op over the time to populate the pages; mapping and "
	  "unmapping are not timed" },
	{ "lmbench", "microseconds", 1e-3,
	  "lat_mmap: mmap, a touch of the pages, munmap, of a file" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "mem/mmap",
	.summary = "mmap, first touch of every page, munmap",
	.op = "region",
	.description =
		"One task maps fresh memory, writes to each page to cause a "
		"page fault, and unmaps it. With -p by=populate, mmap "
		"populates all pages at once, without a fault. An op is one "
		"region; the bandwidth is the rate at which the kernel hands "
		"out zeroed memory.\n\n"
		"Pages are small regardless of the system setting. -p huge=yes "
		"asks for huge ones, which regions of at least twice 2 MiB can "
		"get, and is skipped where the kernel grants none. The number includes freeing the pages, which perf bench "
		"mem mmap excludes. There is no context switch.",
	.flags = BENCH_FAULTS,
	.nr_tasks = 1,
	.state_size = sizeof(struct mmap_state),
	.options = mmap_options,
	.peers = mmap_peers,
	.accepts = mmap_accepts,
	.setup = mmap_setup,
	.task = mmap_task,
);
