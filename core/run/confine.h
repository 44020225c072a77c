/* SPDX-License-Identifier: MIT */
/*
 * core/run/confine.h - what the tasks of a run put on themselves: seccomp
 * filters, mitigations of speculation, a nice level, timer slack.
 */
#ifndef CORE_RUN_CONFINE_H
#define CORE_RUN_CONFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Filters that can be stacked. */
#define CONFINE_FILTERS_MAX 64

/* enum confine_mitigation - see prctl(2), PR_SET_SPECULATION_CTRL */
enum confine_mitigation {
	CONFINE_NONE,
	CONFINE_SSBD, /* no store is bypassed speculatively */
	CONFINE_IB,   /* indirect branches are not predicted from elsewhere */
	CONFINE_L1D,  /* the L1 data cache is flushed when the task leaves */
};

/**
 * struct confine - all zero: nothing
 * @filters:	stacked seccomp filters that allow every call
 * @mitigation:	enum confine_mitigation
 * @niced:	@nice is wanted
 * @nice:	-20 to 19
 * @slack_ns:	timer slack; 0: as it is
 */
struct confine {
	uint32_t filters;
	int mitigation;
	bool niced;
	int nice;
	uint64_t slack_ns;
};

/* Words for --mitigate, in the order of enum confine_mitigation. */
extern const char *const confine_words[];

/**
 * confine_unsupported - why it cannot be had on this machine
 *
 * @why:	@len bytes: "--mitigate ssbd: this CPU is not affected"
 *
 * What only a privilege is missing for shows when a task tries.
 *
 * Return: whether it cannot.
 */
bool confine_unsupported(const struct confine *c, char *why, size_t len);

/**
 * confine_task - put it on the calling task
 * @first:	it was not created by one that has it: filters are inherited,
 *		and add up
 * @what:	on error, what was refused; static
 *
 * Return: 0 or a negative errno.
 */
int confine_task(const struct confine *c, bool first, const char **what);

#endif
