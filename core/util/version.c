/* SPDX-License-Identifier: MIT */
/*
 * core/util/version.c - which harness this is and how it was built.
 *
 * The Makefile defines HARNESS_VERSION and HARNESS_CFLAGS for this file only.
 */
#include "util/version.h"

const char *version_text(void)
{
	return HARNESS_VERSION;
}

const char *version_compiler(void)
{
#ifdef __clang__
	return "clang " __clang_version__;
#else
	return "gcc " __VERSION__;
#endif
}

const char *version_cflags(void)
{
	return HARNESS_CFLAGS;
}
