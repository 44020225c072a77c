/* SPDX-License-Identifier: MIT */
/*
 * tests/tests.h - one runner, one suite per tests/test_<module>.c.
 *
 * TEST_BUILD_DIR and TEST_SOURCE_DIR are absolute paths that the Makefile
 * defines. The environment variables of libcheck work: CK_RUN_SUITE,
 * CK_RUN_CASE, CK_FORK=no, CK_VERBOSITY, CK_TAP_LOG_FILE_NAME.
 */
#ifndef TESTS_TESTS_H
#define TESTS_TESTS_H

#include <check.h>

/* Adds a suite to those that main() runs. */
void test_register(Suite *(*fn)(void));

/* At the end of a test file: TEST_SUITE(fn); */
#define TEST_SUITE(fn)                                                    \
	static void __attribute__((constructor)) fn##_register_(void)     \
	{                                                                 \
		test_register(fn);                                        \
	}                                                                 \
	_Static_assert(1, "takes the semicolon")

#endif
