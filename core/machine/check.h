/* SPDX-License-Identifier: MIT */
/*
 * core/machine/check.h - what the checks of the environment share: how one is
 * written down.
 */
#ifndef CORE_MACHINE_CHECK_H
#define CORE_MACHINE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/facts.h"
#include "result/result.h"

/**
 * struct checker - checks being made
 * @s:		receives them
 * @root:	see procfs.h
 * @cpus:	@nr CPUs that tasks may use, at least one, each once
 * @pinned:	each task stays on one of them
 * @quick:	only what can be wrong with runs and is read quickly
 * @some:	room for @nr CPU numbers, for whoever needs it
 * @err:	0 or -ENOMEM; then nothing more is added
 */
struct checker {
	struct session *s;
	const char *root;
	const int *cpus;
	size_t nr;
	bool pinned;
	bool quick;
	int *some;
	int err;
};

/**
 * check_add - add one check to the session
 * @state:	enum check_state
 * @value:	as read, or NULL; copied
 * @path:	where it was read, without @root, or NULL; copied
 * @fmt:	what it means and what to do about it; no full stop
 */
void check_add(struct checker *c, const char *id, int state, const char *value,
	       const char *path, const char *fmt, ...)
	__attribute__((format(printf, 6, 7)));

/**
 * check_fact - a fact that a check needs
 * @read:	reads it (core/machine/facts_read.h) if the session has no facts yet
 *
 * Return: @buf, or NULL if it cannot be read here.
 */
const char *check_fact(const struct checker *c, const char *name,
		       int (*read)(const struct fact_source *src, char *buf,
				   size_t len),
		       char *buf, size_t len);

/* "CPU 3" or "CPUs 0-2,5" for @nr CPU numbers; malloc'ed, NULL: no memory. */
char *check_cpus_text(const int *cpus, size_t nr);

#endif
