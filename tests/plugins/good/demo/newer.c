/* SPDX-License-Identifier: MIT */
/* tests/plugins/good/demo/newer.c - a newer interface whose new fields it does not use. */
#include "../../plugin.h"

struct newer_bench {
	struct bench known;
	uint64_t unknown[4];
};

extern const struct newer_bench harness_bench;
EXPORT const struct newer_bench harness_bench = {
	.known = {
		.abi = HARNESS_BENCH_ABI,
		.size = sizeof(struct newer_bench),
		.name = "demo/newer",
		REQUIRED,
	},
};
