/* SPDX-License-Identifier: MIT */
/*
 * core/util/exit_status.h - what the exit status of the program means.
 */
#ifndef CORE_UTIL_EXIT_STATUS_H
#define CORE_UTIL_EXIT_STATUS_H

/**
 * enum exit_status - what a caller can rely on
 * @EXIT_DONE:		done; of ab and compare: no regression
 * @EXIT_FAILED:	failed, also: every run invalid
 * @EXIT_USAGE:		wrong usage
 * @EXIT_NOTHING:	nothing could run here
 * @EXIT_REGRESSION:	ab, compare: slower beyond the threshold
 * @EXIT_INCONCLUSIVE:	ab, compare with --strict: cannot say
 * @EXIT_NOT_COMPARABLE: ab, compare: not the same work
 * @EXIT_UNREADABLE:	compare: a file that cannot be read
 */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_NOTHING = 77,
	EXIT_REGRESSION = 1,
	EXIT_INCONCLUSIVE = 3,
	EXIT_NOT_COMPARABLE = 4,
	EXIT_UNREADABLE = 5,
};

#endif
