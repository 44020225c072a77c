/* SPDX-License-Identifier: MIT */
/*
 * tests/support/capture.c - what the test's own process says on standard error.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "capture.h"
#include "tests.h"

/* Where stderr goes during a test. */
static struct {
	int saved, fd;
	char text[20000];
} capture;

void capture_begin(void)
{
	capture.saved = dup(STDERR_FILENO);
	capture.fd = memfd_create("stderr", MFD_CLOEXEC);
	ck_assert_int_ge(capture.fd, 0);
	ck_assert_int_ge(dup2(capture.fd, STDERR_FILENO), 0);
}

const char *capture_end(void)
{
	ssize_t n;

	dup2(capture.saved, STDERR_FILENO);
	close(capture.saved);
	n = pread(capture.fd, capture.text, sizeof(capture.text) - 1, 0);
	ck_assert_int_ge(n, 0);
	capture.text[n] = '\0';
	close(capture.fd);
	return capture.text;
}
