/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/newer_tail.c - uses a field of a newer interface. */
#include "../../plugin.h"

struct newer_bench {
	struct bench known;
	uint64_t unknown;
};

extern const struct newer_bench harness_bench;
EXPORT const struct newer_bench harness_bench = {
	.known = {
		.abi = HARNESS_BENCH_ABI,
		.size = sizeof(struct newer_bench),
		.name = "bad/newer_tail",
		REQUIRED,
	},
	.unknown = 1,
};
