/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/short.c - a description without room for its fields. */
#include "../../plugin.h"

struct short_bench {
	uint32_t abi, size;
	const char *name;
};

extern const struct short_bench harness_bench;
EXPORT const struct short_bench harness_bench = {
	HARNESS_BENCH_ABI,
	sizeof(struct short_bench),
	"bad/short",
};
