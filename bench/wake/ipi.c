/* SPDX-License-Identifier: MIT */
/*
 * bench/wake/ipi.c - an interrupt to every CPU that runs a thread of the same
 * process, by membarrier(2); an op is one call.
 */
#include <harness/bench.h>

#include "../refused.h"

#include <linux/membarrier.h>

/**
 * struct ipi_state - shared by the threads
 * @targets:	threads that spin on other CPUs
 * @spinning:	how many of them do
 */
struct ipi_state {
	uint64_t targets;
	_Alignas(128) uint32_t spinning;
};

static const struct bench_option ipi_options[] = {
	BENCH_OPTION(struct ipi_state, targets, BENCH_COUNT, 1, 1, 1023,
		     "CPUs to interrupt"),
	BENCH_END
};

static uint32_t ipi_tasks(const void *state)
{
	const struct ipi_state *s = state;

	return (uint32_t)s->targets + 1;
}

static const char *ipi_supported(void)
{
	long have = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);

	if (have < 0)
		return refused("membarrier", errno, NULL);
	if (!(have & MEMBARRIER_CMD_PRIVATE_EXPEDITED))
		return "the kernel has no expedited membarrier (it came with "
		       "Linux 4.14)";
	return NULL;
}

static const char *ipi_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->regime != BENCH_SPREAD)
		return "the interrupted threads must run meanwhile: name a CPU "
		       "for each thread";
	return NULL;
}

static int ipi_setup(struct bench_task *t)
{
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED,
		    0, 0))
		return bench_error(t, errno, "membarrier");
	return 0;
}

static int interrupt(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		long n = bench_sys(t, SYS_membarrier,
				   MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);

		if (n < 0)
			return bench_error(t, (int)n, "membarrier");
	}
	return 0;
}

static void be_interrupted(struct bench_task *t)
{
	struct ipi_state *s = t->state;

	__atomic_add_fetch(&s->spinning, 1, __ATOMIC_RELAXED);
	while (!bench_stopped(t))
		bench_pause();
	__atomic_sub_fetch(&s->spinning, 1, __ATOMIC_RELAXED);
}

static int ipi_task(struct bench_task *t, uint64_t loops)
{
	const struct ipi_state *s = t->state;

	if (t->id) {
		be_interrupted(t);
		return 0;
	}
	while (__atomic_load_n(&s->spinning, __ATOMIC_RELAXED) < s->targets)
		bench_pause();
	return interrupt(t, loops);
}

BENCH(
	.name = "wake/ipi",
	.summary = "interrupt the CPUs of other threads (membarrier)",
	.op = "call",
	.description =
		"Task 0 calls membarrier(PRIVATE_EXPEDITED) while the other "
		"threads of its process spin, each on a CPU of its own. The "
		"kernel sends each of those CPUs an interrupt and waits until "
		"all have executed a barrier: an op is one call with that "
		"round of interrupts, and no context switch.\n\n"
		"It is the part of a cross-CPU wake-up that is neither "
		"scheduling nor leaving an idle state. The control makes the "
		"same call while no other thread runs, which sends nothing. "
		"Keep those CPUs free: a thread that is not running is not "
		"interrupted, and the call is cheap.\n\n"
		"In a virtual machine the interrupt often goes through the "
		"host. stress-ng's membarrier makes the same calls among many "
		"others and counts them all.",
	.flags = BENCH_APART | BENCH_THREADS,
	.state_size = sizeof(struct ipi_state),
	.options = ipi_options,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, { 0 } },
	.tasks = ipi_tasks,
	.supported = ipi_supported,
	.accepts = ipi_accepts,
	.setup = ipi_setup,
	.task = ipi_task,
	.baseline = interrupt,
);
