/* SPDX-License-Identifier: MIT */
/*
 * core/cli/target.h - the file of -o: reserved before anything is measured, so
 * that it cannot be in vain.
 */
#ifndef CORE_CLI_TARGET_H
#define CORE_CLI_TARGET_H

#include "result/file.h"
#include "result/result.h"

/**
 * struct target - where a result goes; @path NULL: nowhere
 * @command:	for messages
 * @path:	owned
 * @w:		NULL once it is committed or given up
 */
struct target {
	const char *command;
	char *path;
	struct result_writer *w;
};

/**
 * target_reserve - open what -o names
 * @pattern:	checked, see output_name(); or NULL
 * @s:		whose host and time are in the name
 * @t:		to be ended with target_end() also after an error
 *
 * Return: 0 or a negative errno, with a message.
 */
int target_reserve(const char *command, const char *pattern,
		   const struct session *s, struct target *t);

/**
 * target_commit - it is written
 * @err:	0, or why not
 *
 * Return: 0 or a negative errno, with a message.
 */
int target_commit(struct target *t, int err);

/* Gives up what is not committed, and frees. */
void target_end(struct target *t);

#endif
