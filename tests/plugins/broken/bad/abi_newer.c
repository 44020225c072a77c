/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/abi_newer.c - built for the next interface. */
#include "../../plugin.h"

extern const struct bench harness_bench;
EXPORT const struct bench harness_bench = {
	.abi = HARNESS_BENCH_ABI + 1,
	.size = sizeof(struct bench),
	.name = "bad/abi_newer",
	REQUIRED,
};
