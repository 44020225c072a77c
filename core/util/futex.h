/* SPDX-License-Identifier: MIT */
/*
 * core/util/futex.h - waiting on a word of memory, also between processes.
 */
#ifndef CORE_UTIL_FUTEX_H
#define CORE_UTIL_FUTEX_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/clock.h"

/**
 * futex_wait - sleep while *@word is @seen
 * @timeout_ns:	at most that long; 0: without a limit
 *
 * Return: 0, -EAGAIN (it was not @seen), -EINTR, -ETIMEDOUT. All but the
 * last mean: look again.
 */
static inline int futex_wait(const uint32_t *word, uint32_t seen,
			     uint64_t timeout_ns)
{
	struct timespec ts = {
		.tv_sec = (time_t)(timeout_ns / NS_PER_SEC),
		.tv_nsec = (long)(timeout_ns % NS_PER_SEC),
	};

	if (syscall(SYS_futex, word, FUTEX_WAIT, seen,
		    timeout_ns ? &ts : NULL, NULL, 0))
		return -errno;
	return 0;
}

/* Wakes everyone who sleeps on @word. */
static inline void futex_wake_all(const uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

#endif
