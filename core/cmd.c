/* SPDX-License-Identifier: MIT */
/*
 * core/cmd.c - the table of commands.
 */
#include "cmd.h"

#include <stddef.h>
#include <string.h>

const struct command cmd_table[] = {
	{ "list", "the benchmarks there are", cmd_list },
	{ "run", "measure benchmarks", cmd_run },
	{ "show", "print a saved session as run printed it", cmd_show },
	{ "info", "this machine, and what about it can spoil numbers",
	  cmd_info },
	{ "help", "about a command or a benchmark", cmd_help },
	{ NULL, NULL, NULL },
};

const struct command *cmd_find(const char *name)
{
	for (const struct command *c = cmd_table; c->name; c++) {
		if (!strcmp(c->name, name))
			return c;
	}
	return NULL;
}
