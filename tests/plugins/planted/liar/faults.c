/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/liar/faults.c - takes a page fault in each op, and does
 * not say so.
 */
#include <harness/bench.h>

#include <sys/mman.h>

struct faults_state {
	char *page;
};

static int faults_setup(struct bench_task *t)
{
	struct faults_state *s = t->state;

	s->page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return s->page == MAP_FAILED ? bench_error(t, errno, "mmap") : 0;
}

static int faults_task(struct bench_task *t, uint64_t loops)
{
	struct faults_state *s = t->state;

	bench_loop (t, loops) {
		if (madvise(s->page, 4096, MADV_DONTNEED))
			return bench_error(t, errno, "madvise");
		__atomic_store_n(s->page, 1, __ATOMIC_RELAXED);
	}
	return 0;
}

BENCH(
	.name = "liar/faults",
	.summary = "takes page faults that it does not declare",
	.op = "lie",
	.description = "A page is thrown away and written to in each op.",
	.nr_tasks = 1,
	.state_size = sizeof(struct faults_state),
	.setup = faults_setup,
	.task = faults_task,
);
