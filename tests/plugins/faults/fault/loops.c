/* SPDX-License-Identifier: MIT */
/* tests/plugins/faults/fault/loops.c - loops that are not as agreed. */
#include "../../plugin.h"

enum how { AGREED, BREAK, NEVER, HALF, TWICE, NO_OPS, NO_SLOTS };

struct loops_state {
	uint64_t how;
	uint64_t who;
};

static const struct bench_option loops_options[] = {
	BENCH_CHOICE(struct loops_state, how, AGREED, "which loop", "agreed",
		     "break", "never", "half", "twice", "no_ops", "no_slots"),
	BENCH_OPTION(struct loops_state, who, BENCH_COUNT, 0, 0, 2,
		     "task; 2: both"),
	BENCH_END,
};

static int left_early(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		if (bench_left_ < loops / 2)
			return 0;
	}
	return 0;
}

static int loops_setup(struct bench_task *t)
{
	const struct loops_state *s = t->state;

	if (s->how == NO_OPS)
		t->group->ops_per_loop = 0;
	if (s->how == NO_SLOTS)
		t->group->nr_slots = 0;
	return 0;
}

static int loops_task(struct bench_task *t, uint64_t loops)
{
	const struct loops_state *s = t->state;
	bool mine = s->who == t->id || s->who == 2;
	uint64_t how = mine ? s->how : AGREED;

	switch (how) {
	case BREAK:
		return left_early(t, loops);
	case NEVER:
		return 0;
	case HALF:
		return empty_task(t, (loops + 1) / 2);
	case TWICE:
		empty_task(t, loops);
		return empty_task(t, loops);
	default:
		return empty_task(t, loops);
	}
}

BENCH(.name = "fault/loops", .summary = "loops that are not as agreed",
      .op = "empty op", .description = "Miscounts as its options say.",
      .nr_tasks = 2, .state_size = sizeof(struct loops_state),
      .options = loops_options,
      .expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
      .setup = loops_setup, .task = loops_task, );
