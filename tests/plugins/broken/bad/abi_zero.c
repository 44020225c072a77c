/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/abi_zero.c - built for no interface at all. */
#include "../../plugin.h"

extern const struct bench harness_bench;
EXPORT const struct bench harness_bench = {
	.abi = 0,
	.size = sizeof(struct bench),
	.name = "bad/abi_zero",
	REQUIRED,
};
