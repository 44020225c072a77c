/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode.h - the parts of result_decode().
 */
#ifndef CORE_RESULT_DECODE_H
#define CORE_RESULT_DECODE_H

#include <jansson.h>

#include "result/file.h"
#include "result/result.h"

struct doc;

/**
 * result_decode - read a document
 * @text:	@len bytes
 * @out:	filled in; session_free() it. Untouched on error
 * @why:	on error one line: what is wrong and where
 *
 * Unknown fields are ignored. Return: 0, -EINVAL (not such a document),
 * -EPROTO (another major version), -ENOMEM.
 */
int result_decode(const char *text, size_t len, struct session *out, char *why,
		  size_t why_len);

#endif
