/* SPDX-License-Identifier: MIT */
/* tests/plugins/faults/fault/records.c - records nothing, or what cannot be. */
#include "../../plugin.h"

enum what { NOTHING, NEGATIVE, SUM };

struct records_state {
	uint64_t what;
};

static const struct bench_option records_options[] = {
	BENCH_CHOICE(struct records_state, what, NOTHING, "what it records",
		     "nothing", "negative", "sum"),
	BENCH_END,
};

static int records_task(struct bench_task *t, uint64_t loops)
{
	const struct records_state *s = t->state;

	bench_loop (t, loops) {
		if (s->what == NEGATIVE)
			bench_record(t, (uint64_t)-5);
		else if (s->what == SUM)
			bench_record(t, UINT64_C(1) << 63);
	}
	return 0;
}

BENCH(.name = "fault/records", .summary = "records what cannot be",
      .op = "empty op", .description = "Measures nothing.",
      .flags = BENCH_RECORDS, .nr_tasks = 1,
      .state_size = sizeof(struct records_state), .options = records_options,
      .task = records_task, );
