/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/migrate.c - a task that moves itself to another CPU and back
 * with sched_setaffinity(2); an op is one move.
 */
#include <harness/bench.h>

#include <sched.h>

#define MASK_CPUS 8192
#define MASK_BYTES (MASK_CPUS / 8)
#define LONG_BITS (8 * sizeof(unsigned long))

/* struct migrate_state - @mask: one for each of the two CPUs */
struct migrate_state {
	unsigned long mask[2][MASK_CPUS / LONG_BITS];
};

static const char *migrate_accepts(const void *state,
				   const struct bench_group *g)
{
	(void)state;
	if (g->nr_cpus < 2)
		return "a move needs two CPUs: name them with -c";
	for (uint32_t i = 0; i < g->nr_tasks; i++)
		if (g->cpu[i] >= MASK_CPUS)
			return "knows CPUs up to 8191 only";
	return NULL;
}

/* A loop is a move there and one back. */
static int migrate_setup(struct bench_task *t)
{
	struct migrate_state *s = t->state;

	t->group->ops_per_loop = 2;
	for (int i = 0; i < 2; i++) {
		size_t cpu = (size_t)t->group->cpu[i];

		s->mask[i][cpu / LONG_BITS] |= 1ul << cpu % LONG_BITS;
	}
	return 0;
}

static inline int move(struct bench_task *t, int to)
{
	struct migrate_state *s = t->state;
	long n =
		bench_sys(t, SYS_sched_setaffinity, 0, MASK_BYTES, s->mask[to]);

	return n < 0 ? bench_error(t, (int)n, "sched_setaffinity") : 0;
}

/* Task 1 only stands for the second CPU. */
static int migrate_task(struct bench_task *t, uint64_t loops)
{
	int ret;

	if (t->id)
		return 0;
	bench_loop (t, loops) {
		ret = move(t, 1);
		if (ret)
			return ret;
		bench_work(t);
		ret = move(t, 0);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

/* The same calls, but the task is already there. */
static int migrate_baseline(struct bench_task *t, uint64_t loops)
{
	int ret;

	bench_loop (t, loops) {
		for (int i = 0; i < 2; i++) {
			ret = move(t, 0);
			if (ret)
				return ret;
			bench_work(t);
		}
	}
	return 0;
}

BENCH(
	.name = "sched/migrate",
	.summary = "a task moves itself to another CPU and back",
	.op = "move",
	.description =
		"One task sets its own affinity to one CPU and then to "
		"another; each call returns on the other CPU. The kernel hands "
		"the move to the stopper thread of the CPU that is left, so an "
		"op is at least one context switch there, an interrupt to the "
		"other CPU, and its exit from the idle state.\n\n"
		"The second task of the group only determines the second CPU. "
		"The control sets the affinity to the CPU where the task "
		"already is. With --ws, the increase is the cost of moving the "
		"working set from one cache to the other.\n\n"
		"A move by the kernel's load balancer costs something else: "
		"there the task is not running. No peer measures it; "
		"rt-migrate-test checks order, not cost.",
	.flags = BENCH_APART | BENCH_MIGRATES,
	.nr_tasks = 2,
	.state_size = sizeof(struct migrate_state),
	.expect = { BENCH_REPORTED, BENCH_REPORTED, { 1, 2 } },
	.accepts = migrate_accepts,
	.setup = migrate_setup,
	.task = migrate_task,
	.baseline = migrate_baseline,
);
