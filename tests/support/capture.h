/* SPDX-License-Identifier: MIT */
/*
 * tests/support/capture.h - what the test's own process says on standard error.
 */
#ifndef TESTS_SUPPORT_CAPTURE_H
#define TESTS_SUPPORT_CAPTURE_H

/* From now on it goes to memory. */
void capture_begin(void);

/* Ends that. Return: what was said, valid until the next capture. */
const char *capture_end(void);

#endif
