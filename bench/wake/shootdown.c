/* SPDX-License-Identifier: MIT */
/*
 * bench/wake/shootdown.c - write access taken from pages while other CPUs run
 * threads of the same process; an op is once taken and given back.
 */
#include <harness/bench.h>

#include <sys/mman.h>

#define PAGES_MAX 16384

/**
 * struct shootdown_state - shared by the threads
 * @targets:	threads that use the pages on other CPUs
 * @pages:	whose protection changes
 * @size:	bytes of a page
 * @at:		the pages
 * @reading:	how many threads read them
 */
struct shootdown_state {
	uint64_t targets;
	uint64_t pages;
	size_t size;
	char *at;
	_Alignas(128) uint32_t reading;
};

static const struct bench_option shootdown_options[] = {
	BENCH_OPTION(struct shootdown_state, targets, BENCH_COUNT, 1, 1, 1023,
		     "CPUs with the pages in their TLBs"),
	BENCH_OPTION(struct shootdown_state, pages, BENCH_COUNT, 1, 1,
		     PAGES_MAX, "pages to change"),
	BENCH_END
};

static uint32_t shootdown_tasks(const void *state)
{
	const struct shootdown_state *s = state;

	return (uint32_t)s->targets + 1;
}

static const char *shootdown_accepts(const void *state,
				     const struct bench_group *g)
{
	(void)state;
	if (g->regime != BENCH_SPREAD)
		return "the other threads must run meanwhile: name a CPU for "
		       "each thread";
	return NULL;
}

static int shootdown_setup(struct bench_task *t)
{
	struct shootdown_state *s = t->state;

	s->size = (size_t)sysconf(_SC_PAGESIZE);
	s->at = mmap(NULL, s->pages * s->size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (s->at == MAP_FAILED)
		return bench_error(t, errno, "mmap");
	madvise(s->at, s->pages * s->size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < s->pages; i++)
		s->at[i * s->size] = 1;
	return 0;
}

/* The first call flushes all TLBs, the second has nothing to flush. */
static int protect(struct bench_task *t, uint64_t loops)
{
	const struct shootdown_state *s = t->state;
	size_t len = s->pages * s->size;

	bench_loop (t, loops) {
		long n = bench_sys(t, SYS_mprotect, s->at, len, PROT_READ);

		if (!n)
			n = bench_sys(t, SYS_mprotect, s->at, len,
				      PROT_READ | PROT_WRITE);
		if (n < 0)
			return bench_error(t, (int)n, "mprotect");
	}
	return 0;
}

static void read_pages(struct bench_task *t)
{
	struct shootdown_state *s = t->state;

	__atomic_add_fetch(&s->reading, 1, __ATOMIC_RELAXED);
	while (!bench_stopped(t)) {
		for (size_t i = 0; i < s->pages && !bench_stopped(t); i++)
			(void)*(volatile char *)&s->at[i * s->size];
		bench_pause();
	}
	__atomic_sub_fetch(&s->reading, 1, __ATOMIC_RELAXED);
}

static int shootdown_task(struct bench_task *t, uint64_t loops)
{
	const struct shootdown_state *s = t->state;

	if (t->id) {
		read_pages(t);
		return 0;
	}
	while (__atomic_load_n(&s->reading, __ATOMIC_RELAXED) < s->targets)
		bench_pause();
	return protect(t, loops);
}

static int shootdown_teardown(struct bench_task *t)
{
	const struct shootdown_state *s = t->state;

	munmap(s->at, s->pages * s->size);
	return 0;
}

BENCH(
	.name = "wake/shootdown",
	.summary = "revoke write access to pages that other CPUs use",
	.op = "protect-restore pair",
	.description =
		"Task 0 makes pages read-only and writable again with mprotect "
		"while the other threads of its process read them, each on a "
		"CPU of its own. Revoking the access needs a TLB flush on "
		"every CPU that may hold the old entry: an interrupt and a "
		"wait on most machines, a broadcast instruction on arm64. "
		"There is no context switch.\n\n"
		"An op is both calls; only the first one flushes. The control "
		"makes the same calls while no other thread runs, so the "
		"difference is the cost of the remote flush. Keep those CPUs "
		"free: a CPU that is not running such a thread is not flushed. "
		"Pages have the kernel's base size, never huge.\n\n"
		"In a virtual machine the flush may be a call to the host. "
		"will-it-scale's tlb_flush tests and stress-ng's tlb-shootdown "
		"measure flushes mixed with other work.",
	.flags = BENCH_APART | BENCH_THREADS,
	.state_size = sizeof(struct shootdown_state),
	.options = shootdown_options,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, { 0 } },
	.tasks = shootdown_tasks,
	.accepts = shootdown_accepts,
	.setup = shootdown_setup,
	.teardown = shootdown_teardown,
	.task = shootdown_task,
	.baseline = protect,
);
