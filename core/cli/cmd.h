/* SPDX-License-Identifier: MIT */
/*
 * core/cli/cmd.h - the commands and the exit statuses.
 *
 * Each command is in core/cmd_<name>.c and has its row in core/cli/cmd.c.
 */
#ifndef CORE_CLI_CMD_H
#define CORE_CLI_CMD_H

#include "util/exit_status.h"

/**
 * struct command - one row per command
 * @name:	as typed
 * @summary:	one line, lower case, no full stop
 * @run:	gets the words from its own name on; returns an exit status.
 *		It may leave output in stdout's buffer: main() flushes and
 *		checks it
 */
struct command {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

/* All commands, ended by a row without a name. */
extern const struct command cmd_table[];

/* The command of that name, or NULL. */
const struct command *cmd_find(const char *name);

int cmd_list(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_ab(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_selfcheck(int argc, char **argv);
int cmd_noise(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_events(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_help(int argc, char **argv);

#endif
