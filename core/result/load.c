/* SPDX-License-Identifier: MIT */
/*
 * core/result/load.c - a file from disk as a session.
 */
#include "result/load.h"

#include <stdlib.h>

#include "result/decode.h"
#include "result/file.h"
#include "util/input.h"

#define MOST_BYTES ((size_t)256 << 20)

int result_read(const char *path, struct session *out, char *why,
		size_t why_len)
{
	size_t len;
	char *text;
	int err = input_read(path, MOST_BYTES, false, &text, &len);

	if (err) {
		input_why(err, MOST_BYTES, why, why_len);
		return err;
	}
	err = result_decode(text, len, out, why, why_len);
	free(text);
	return err;
}
