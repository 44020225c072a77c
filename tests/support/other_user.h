/* SPDX-License-Identifier: MIT */
/*
 * tests/support/other_user.h - the program as an ordinary user runs it, when
 * the tests are run by root.
 *
 * That user may be unable to reach the tree: root's home is closed to him. So
 * he has a copy.
 */
#ifndef TESTS_SUPPORT_OTHER_USER_H
#define TESTS_SUPPORT_OTHER_USER_H

/**
 * other_user_prepare - make the copy, if it is not there yet
 * @what:	the tests that need it, for the line that says that they are
 *		left out
 *
 * For the function that makes a suite: all its tests find the same copy.
 *
 * Return: whether $HARNESS_COPY is a program that any user may run.
 */
int other_user_prepare(const char *what);

/*
 * Starts a command line: a user who has no processes and no files. The user's
 * number differs from test run to test run, as others may run tests, too.
 */
#define AS_USER                                                 \
	"env ASAN_OPTIONS=detect_leaks=0 " /* needs a thread */ \
	"setpriv --reuid=$HARNESS_UID --regid=$HARNESS_UID --clear-groups "

/* The program of that user. */
#define COPY "$HARNESS_COPY"

/*
 * Whether root can give itself up for another user: not where he is root of a
 * container that has no other. True for whoever is not root: he is another
 * user already.
 */
int other_user_is_there(void);

/* That user's number. */
int other_user(void);

#endif
