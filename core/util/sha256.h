/* SPDX-License-Identifier: MIT */
/*
 * core/util/sha256.h - SHA-256 (FIPS 180-4) of a text, to tell machines apart.
 */
#ifndef CORE_UTIL_SHA256_H
#define CORE_UTIL_SHA256_H

#include <stddef.h>

/* 64 hexadecimal digits and the end. */
#define SHA256_HEX_LEN 65

/**
 * sha256_hex - the digest in lower-case hexadecimal
 * @data:	@len bytes; may be NULL if @len is 0
 * @hex:	64 digits, NUL-terminated
 */
void sha256_hex(const void *data, size_t len, char hex[SHA256_HEX_LEN]);

#endif
