/* SPDX-License-Identifier: MIT */
/* tests/plugins/faults/fault/paces.c - ops that do not all take the same. */
#include "../../plugin.h"

#include <time.h>

enum how { SLOW_FIRST, FREE_FIRST, SLOW };

#define FREE_OPS 1000

/**
 * struct paces_state - where it is
 * @how:	which ops are slow
 * @done:	the slow one of SLOW_FIRST is over
 */
struct paces_state {
	uint64_t how;
	uint64_t done;
};

static const struct bench_option paces_options[] = {
	BENCH_CHOICE(struct paces_state, how, SLOW_FIRST, "which ops are slow",
		     "slow-first", "free-first", "slow"),
	BENCH_END,
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static void spin(uint64_t ns)
{
	uint64_t end = now_ns() + ns;

	while (now_ns() < end)
		bench_pause();
}

static int paces_task(struct bench_task *t, uint64_t loops)
{
	struct paces_state *s = t->state;
	uint64_t n = 0;

	bench_loop (t, loops) {
		if (s->how == SLOW)
			spin(600000000);
		else if (s->how == SLOW_FIRST && !s->done++)
			spin(600000000);
		else if (s->how == SLOW_FIRST)
			spin(1000);
		else if (++n > FREE_OPS)
			spin(100000);
	}
	return 0;
}

BENCH(.name = "fault/paces", .summary = "ops that do not all take the same",
      .op = "spin", .description = "Spins, now longer, now shorter.",
      .nr_tasks = 1, .state_size = sizeof(struct paces_state),
      .options = paces_options, .task = paces_task, );
