/* SPDX-License-Identifier: MIT */
/*
 * core/run/shell.h - commands that a person has the harness perform.
 */
#ifndef CORE_RUN_SHELL_H
#define CORE_RUN_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct placement;

/* How long a command may take where --timeout is not given. */
#define SHELL_LIMIT_NS UINT64_C(30000000000)

/**
 * struct shell_job - a command
 * @command:	for sh -c; what it prints on stdout is dropped
 * @place:	CPUs of the tasks, which it stays away from
 * @timeout_ns:	longest time it may take; 0: SHELL_LIMIT_NS
 * @undoes:	it is to be completed also when the harness is told to end
 */
struct shell_job {
	const char *command;
	const struct placement *place;
	uint64_t timeout_ns;
	bool undoes;
};

/**
 * shell_run - perform a command and wait for it
 * @why:	on error one line: "failed with status 1"; @len bytes
 *
 * Whatever it leaves running is ended. After runner_prepare().
 *
 * Return: 0; -EINTR: the harness is told to end, and a command that undoes
 * something was performed all the same; another negative errno with @why.
 */
int shell_run(const struct shell_job *job, char *why, size_t len);

#endif
