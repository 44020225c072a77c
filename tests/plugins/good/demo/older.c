/* SPDX-License-Identifier: MIT */
/* tests/plugins/good/demo/older.c - made before a field was added. */
#include "../../plugin.h"

/* The interface as it was without its last field. */
struct older_bench {
	char bytes[offsetof(struct bench, baseline)];
};

union older {
	struct older_bench whole;
	struct {
		uint32_t abi, size;
		const char *name, *summary, *op, *description;
		uint32_t flags, nr_tasks;
		char between[offsetof(struct bench, task) -
			     offsetof(struct bench, state_size)];
		int (*task)(struct bench_task *t, uint64_t loops);
	} field;
};

extern const union older harness_bench;
EXPORT const union older harness_bench = {
	.field = {
		.abi = HARNESS_BENCH_ABI,
		.size = sizeof(struct older_bench),
		.name = "demo/older",
		REQUIRED,
	},
};
