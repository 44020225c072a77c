/* SPDX-License-Identifier: MIT */
/* tests/plugins/faults/fault/counts.c - does what it does not declare. */
#include "../../plugin.h"

#include <sched.h>
#include <sys/mman.h>

enum how { IDLE, FAULTS, MOVES };

struct counts_state {
	uint64_t how;
};

static const struct bench_option counts_options[] = {
	BENCH_CHOICE(struct counts_state, how, IDLE, "what it does", "idle",
		     "faults", "moves"),
	BENCH_END,
};

static int take_faults(struct bench_task *t)
{
	char *p = mmap(NULL, 16384, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return bench_error(t, errno, "mmap");
	for (int i = 0; i < 16384; i += 4096)
		((volatile char *)p)[i] = 1;
	munmap(p, 16384);
	return 0;
}

/* To any CPU but the one that it was given; it stays there. */
static int move_away(struct bench_task *t)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (cpu != t->group->cpu[t->id])
			CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		return bench_error(t, errno, "sched_setaffinity");
	return 0;
}

static int counts_task(struct bench_task *t, uint64_t loops)
{
	const struct counts_state *s = t->state;
	int ret = 0;

	bench_loop (t, loops) {
		if (s->how == FAULTS)
			ret = take_faults(t);
		else if (s->how == MOVES)
			ret = move_away(t);
		if (ret)
			return ret;
	}
	return 0;
}

BENCH(.name = "fault/counts", .summary = "does what it does not declare",
      .op = "empty op", .description = "Declares two switches, makes none.",
      .nr_tasks = 2, .state_size = sizeof(struct counts_state),
      .options = counts_options,
      .expect = { { 2, 2 }, BENCH_REPORTED, BENCH_REPORTED },
      .task = counts_task, );
