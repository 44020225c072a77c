/* SPDX-License-Identifier: MIT */
/*
 * core/util/why.h - the reason that goes with an error code.
 *
 * Functions that do not print take a buffer for one line: what is wrong.
 */
#ifndef CORE_UTIL_WHY_H
#define CORE_UTIL_WHY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/**
 * why_set - write down a reason
 * @why:	room for @len bytes; a longer reason is cut
 * @err:	negative errno
 * @fmt:	as for printf, no full stop
 *
 * Return: @err, so that it can be returned at once.
 */
static inline __attribute__((format(printf, 4, 5))) int
why_set(char *why, size_t len, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, len, fmt, ap);
	va_end(ap);
	return err;
}

#endif
