/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/oversized.c - a size that is larger than the object. */
#include "../../plugin.h"

extern const struct bench harness_bench;
EXPORT const struct bench harness_bench = {
	.abi = HARNESS_BENCH_ABI,
	.size = 4 * sizeof(struct bench),
	.name = "bad/oversized",
	REQUIRED,
};
