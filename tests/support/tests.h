/* SPDX-License-Identifier: MIT */
/*
 * tests/support/tests.h - one runner, one suite per tests/test_<module>.c.
 *
 * TEST_BUILD_DIR and TEST_SOURCE_DIR are absolute paths that the Makefile
 * defines. The environment variables of libcheck work: CK_RUN_SUITE,
 * CK_RUN_CASE, CK_FORK=no, CK_VERBOSITY, CK_TAP_LOG_FILE_NAME.
 */
#ifndef TESTS_SUPPORT_TESTS_H
#define TESTS_SUPPORT_TESTS_H

#include <check.h>

/* Adds a suite of the source file @file to those that main() runs. */
void test_register(const char *file, Suite *(*fn)(void));

/* The thread sanitizer takes page faults of its own: few runs are valid. */
#if defined(__SANITIZE_THREAD__)
#define RUNS_ARE_VALID 0
#elif defined(__has_feature)
#define RUNS_ARE_VALID (!__has_feature(thread_sanitizer))
#else
#define RUNS_ARE_VALID 1
#endif

/*
 * A sanitizer takes more memory than any limit leaves, reads /proc, and looks
 * for leaks by ptrace.
 */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED \
	(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

/* At the end of a test file: TEST_SUITE(fn); */
#define TEST_SUITE(fn)                                                \
	static void __attribute__((constructor)) fn##_register_(void) \
	{                                                             \
		test_register(__FILE__, fn);                          \
	}                                                             \
	_Static_assert(1, "takes the semicolon")

/* The same for a suite whose runs must be valid. */
#define TEST_SUITE_OF_RUNS(fn)                                        \
	static void __attribute__((constructor)) fn##_register_(void) \
	{                                                             \
		if (RUNS_ARE_VALID)                                   \
			test_register(__FILE__, fn);                  \
	}                                                             \
	_Static_assert(1, "takes the semicolon")

#endif
