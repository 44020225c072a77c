/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/liar/moves.c - leaves the CPU that it was pinned to, and
 * does not say so.
 */
#include <harness/bench.h>

#include <sched.h>

/* struct moves_state - the two CPUs, and what decides which is next */
struct moves_state {
	cpu_set_t cpu[2];
	uint64_t lot;
};

static const char *moves_supported(void)
{
	cpu_set_t all;

	if (sched_getaffinity(0, sizeof(all), &all) || CPU_COUNT(&all) < 2)
		return "needs two CPUs";
	return NULL;
}

/* Its own CPU, and any other that there is. */
static int moves_setup(struct bench_task *t)
{
	struct moves_state *s = t->state;
	cpu_set_t set;

	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		CPU_ZERO(&set);
		CPU_SET(cpu, &set);
		if (cpu == t->group->cpu[0])
			s->cpu[0] = set;
		else if (!sched_setaffinity(0, sizeof(set), &set))
			s->cpu[1] = set;
	}
	if (sched_setaffinity(0, sizeof(set), &s->cpu[0]))
		return bench_error(t, errno, "sched_setaffinity");
	return 0;
}

static int moves_task(struct bench_task *t, uint64_t loops)
{
	struct moves_state *s = t->state;

	/* At random, so that it is not back whenever somebody looks. */
	bench_loop (t, loops) {
		s->lot = s->lot * 6364136223846793005u + 1442695040888963407u;
		if (sched_setaffinity(0, sizeof(s->cpu[0]),
				      &s->cpu[s->lot >> 63]))
			return bench_error(t, errno, "sched_setaffinity");
	}
	return 0;
}

BENCH(
	.name = "liar/moves",
	.summary = "goes to another CPU and back",
	.op = "lie",
	.description = "Every second op is a migration that it does not declare.",
	.nr_tasks = 1,
	.state_size = sizeof(struct moves_state),
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.supported = moves_supported,
	.setup = moves_setup,
	.task = moves_task,
);
