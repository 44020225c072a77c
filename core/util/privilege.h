/* SPDX-License-Identifier: MIT */
/*
 * core/util/privilege.h - which rights this process has, and whose wishes it
 * then obeys.
 */
#ifndef CORE_UTIL_PRIVILEGE_H
#define CORE_UTIL_PRIVILEGE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether it is root, or has rights that its user lacks. */
bool privilege_held(void);

/* Whether it is another user who started it: setuid, setgid, file capabilities,
 * or root by way of sudo, doas or pkexec. */
bool privilege_lent(void);

/**
 * privilege_begin - the very first thing of the program
 * @why:	@len bytes; one line: why it must not go on, or which variables
 *		were dropped; "" when there is nothing to say
 *
 * With lent rights only variables stay that no library takes for a file or a
 * setting.
 *
 * Return: 0; -EPERM: it is installed setuid or setgid, which is refused.
 */
int privilege_begin(char *why, size_t len);

#endif
