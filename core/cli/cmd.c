/* SPDX-License-Identifier: MIT */
/*
 * core/cli/cmd.c - the table of commands.
 */
#include "cli/cmd.h"

#include <stddef.h>
#include <string.h>

const struct command cmd_table[] = {
	{ "list", "the benchmarks there are", cmd_list },
	{ "run", "measure benchmarks", cmd_run },
	{ "show", "print a saved session as run printed it", cmd_show },
	{ "ab", "compare two ways to run a benchmark, slice by slice", cmd_ab },
	{ "compare", "saved sessions side by side", cmd_compare },
	{ "noise", "what difference this machine can show", cmd_noise },
	{ "selfcheck", "prove what benchmarks promise, on this kernel",
	  cmd_selfcheck },
	{ "info", "this machine, and what about it can spoil numbers",
	  cmd_info },
	{ "events", "what can be counted here", cmd_events },
	{ "import", "results of other programs as result files", cmd_import },
	{ "convert", "result files for other programs", cmd_convert },
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
