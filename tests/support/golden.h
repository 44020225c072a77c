/* SPDX-License-Identifier: MIT */
/*
 * tests/support/golden.h - output compared with a file under tests/golden/.
 */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

/* The content of a file, NUL-terminated; owned by the caller. */
char *file_text(const char *path);

/**
 * ck_golden - fail unless a text is what the file holds
 * @name:	of the file, "pipe.txt"
 * @text:	as printed; summaries in JSON are left out, for their last digits
 *		are not the same on every machine
 *
 * A text that differs is left in build/tests/golden/ under the same name, to
 * be looked at, and copied if it is the better one.
 */
void ck_golden(const char *name, const char *text);

#endif
