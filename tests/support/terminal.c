/* SPDX-License-Identifier: MIT */
/*
 * tests/support/terminal.c - a terminal of any width that remembers.
 */
#include "terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "tests.h"

#define ROOM 65536

void terminal_open(struct terminal *t, int columns)
{
	const struct winsize ws = { .ws_row = 24, .ws_col = columns };
	struct termios mode;
	int slave;

	t->master = posix_openpt(O_RDWR | O_NOCTTY);
	ck_assert_int_ge(t->master, 0);
	ck_assert_int_eq(grantpt(t->master), 0);
	ck_assert_int_eq(unlockpt(t->master), 0);
	slave = open(ptsname(t->master), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(slave, 0);
	ck_assert_int_eq(tcgetattr(slave, &mode), 0);
	mode.c_oflag &= ~OPOST;
	ck_assert_int_eq(tcsetattr(slave, TCSANOW, &mode), 0);
	ck_assert_int_eq(ioctl(slave, TIOCSWINSZ, &ws), 0);
	ck_assert_int_eq(fcntl(t->master, F_SETFL, O_NONBLOCK), 0);
	t->out = fdopen(slave, "w");
	ck_assert_ptr_nonnull(t->out);
	ck_assert_int_eq(setvbuf(t->out, NULL, _IOFBF, ROOM), 0);
}

/* A terminal holds a few KiB: what was written is taken as it comes. */
char *terminal_close(struct terminal *t)
{
	char *seen = calloc(1, ROOM);
	size_t len = 0;
	ssize_t n;

	ck_assert_ptr_nonnull(seen);
	ck_assert_int_eq(fflush(t->out), 0);
	do {
		n = read(t->master, seen + len, ROOM - 1 - len);
		len += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	fclose(t->out);
	close(t->master);
	return seen;
}
