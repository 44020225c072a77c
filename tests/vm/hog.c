/* SPDX-License-Identifier: MIT */
/*
 * tests/vm/hog.c - hold counters of CPU 0 for ever, as another program would.
 *
 * Usage: hog N		N times instructions, pinned: nothing else gets these
 *			counters. Prints "held" once they are.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int hold(void)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.size = sizeof(attr);
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.pinned = 1;
	return (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
}

int main(int argc, char **argv)
{
	for (int n = argc > 1 ? atoi(argv[1]) : 0; n > 0; n--)
		if (hold() < 0) {
			perror("hog");
			return EXIT_FAILURE;
		}
	puts("held");
	fflush(stdout);
	for (;;)
		pause();
}
