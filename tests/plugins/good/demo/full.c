/* SPDX-License-Identifier: MIT */
/* tests/plugins/good/demo/full.c - uses every field that is described. */
#include "../../plugin.h"

struct full_state {
	uint64_t msg;
	uint64_t wait;
	uint64_t strict;
	uint64_t kind;
	uint64_t count;
};

static uint32_t full_tasks(const void *state)
{
	const struct full_state *s = state;

	return s->count;
}

static const struct bench_option full_options[] = {
	BENCH_OPTION(struct full_state, msg, BENCH_BYTES, 4096, 1, 1 << 20,
		     "length of a message"),
	BENCH_OPTION(struct full_state, wait, BENCH_NS, 0, 0, 1000000000,
		     "pause between two ops"),
	BENCH_OPTION(struct full_state, strict, BENCH_BOOL, 1, 0, 1,
		     "check what arrives"),
	BENCH_CHOICE(struct full_state, kind, 1, "what carries the message",
		     "pipe", "socket"),
	BENCH_OPTION(struct full_state, count, BENCH_COUNT, 2, 1, UINT64_MAX,
		     "tasks"),
	BENCH_END,
};

static const struct bench_peer full_peers[] = {
	{ "perf", "usecs/op", 1e-3, "the same" },
	{ NULL, NULL, 0, NULL },
};

BENCH(.name = "demo/full", .summary = "a message from task to task",
      .op = "round trip",
      .description = "The first paragraph says what is measured.\n\n"
		     "The second one says more.",
      .tasks = full_tasks, .state_size = sizeof(struct full_state),
      .options = full_options, .peers = full_peers,
      .expect = { BENCH_REPORTED, { 2, 4 }, BENCH_REPORTED },
      .task = empty_task, .baseline = empty_task, );
