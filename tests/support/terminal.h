/* SPDX-License-Identifier: MIT */
/*
 * tests/support/terminal.h - a terminal of any width that remembers.
 */
#ifndef TESTS_SUPPORT_TERMINAL_H
#define TESTS_SUPPORT_TERMINAL_H

#include <stdio.h>

/**
 * struct terminal - open
 * @master:	its other end
 * @out:	a stream that is this terminal
 */
struct terminal {
	int master;
	FILE *out;
};

/* Fails the test where there is none. @columns: 0: it does not say */
void terminal_open(struct terminal *t, int columns);

/* Return: what was written, up to 64 KiB, malloc'ed. */
char *terminal_close(struct terminal *t);

#endif
