/* SPDX-License-Identifier: MIT */
/*
 * tests/fuzz/fuzz_json.c - json_read.h against jansson, about any text.
 *
 * They must agree on whether it is JSON, and on every value in it.
 * Built and run by tests/fuzz/run.sh.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *wrong = judge_json((const char *)data, size);

	if (!wrong)
		return 0;
	fprintf(stderr, "fuzz_json: %s\n", wrong);
	abort();
}
