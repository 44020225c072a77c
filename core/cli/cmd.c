/* SPDX-License-Identifier: MIT */
/*
 * core/cli/cmd.c - the table of commands.
 */
#include "cli/cmd.h"

#include <stddef.h>
#include <string.h>

const struct command cmd_table[] = {
	{ "list", "list benchmarks", cmd_list },
	{ "run", "measure benchmarks", cmd_run },
	{ "show", "print a saved session again", cmd_show },
	{ "ab", "A/B test of two configurations, interleaved", cmd_ab },
	{ "explain", "show where the time of an op goes", cmd_explain },
	{ "compare", "compare saved sessions", cmd_compare },
	{ "check", "tell whether saved sessions are complete and successful",
	  cmd_check },
	{ "noise", "noise floor: the smallest difference this machine resolves",
	  cmd_noise },
	{ "selfcheck", "check what benchmarks declare, on this kernel",
	  cmd_selfcheck },
	{ "info", "show the machine and what may disturb measurements on it",
	  cmd_info },
	{ "events", "list the events that can be counted here", cmd_events },
	{ "import", "convert output of other programs to result files",
	  cmd_import },
	{ "convert", "convert result files to formats of other programs",
	  cmd_convert },
	{ "help", "describe a command or a benchmark", cmd_help },
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
