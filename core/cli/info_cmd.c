/* SPDX-License-Identifier: MIT */
/*
 * core/cli/info_cmd.c - harness info: this machine, and what about it can spoil
 * numbers.
 */
#include <errno.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "machine/facts.h"
#include "cli/info.h"
#include "util/log.h"
#include "util/opts.h"
#include "machine/place.h"

struct info_opts {
	bool json;
	bool verbose;
};

static const struct opt info_table[] = {
	{ OPT_FLAG, 0, "json", NULL, "everything, as a JSON document",
	  .offset = offsetof(struct info_opts, json) },
	{ OPT_FLAG, 'v', "verbose", NULL,
	  "also long facts, the place of every CPU, the files read, and checks "
	  "that do not apply",
	  .offset = offsetof(struct info_opts, verbose) },
	{ .kind = OPT_END },
};

static const struct opts_command info_command = {
	.name = "info",
	.synopsis = "[options]",
	.summary = "Says what this machine is, and checks what about it can "
		   "spoil numbers.",
	.opts = info_table,
	.more = "A check is ok, a warning with what to do about it, unknown "
		"where this machine does not show it, or n/a. Nothing is "
		"changed, and warnings do not change the exit status.",
	.examples = "harness info\n"
		    "harness info --json\n",
};

/* Only what has no name for it, memory, is an error. */
static int collect(struct info *info)
{
	int ret;

	ret = place_allowed(&info->allowed, &info->nr_allowed);
	if (ret)
		return log_error(ret, "reading the allowed CPUs");
	ret = facts_collect(&info->session);
	if (!ret)
		ret = checks_collect(&info->session, NULL, 0);
	if (ret)
		return log_error(ret, "collecting facts");
	topology_load(NULL, &info->topology, info->why, sizeof(info->why));
	return 0;
}

int cmd_info(int argc, char **argv)
{
	struct info_opts o = { 0 };
	struct info info = { 0 };
	struct opts_words words;
	int ret;

	ret = opts_read(&info_command, argc, argv, &o, &words);
	if (ret)
		return opts_status(ret);
	free(words.v);
	ret = collect(&info);
	if (!ret && o.json) {
		ret = info_json(stdout, &info);
		if (ret == -ENOMEM)
			log_error(ret, "facts as JSON");
	} else if (!ret) {
		info_text(stdout, &info, o.verbose);
	}
	topology_free(&info.topology);
	session_free(&info.session);
	return ret ? EXIT_FAILED : EXIT_DONE;
}
