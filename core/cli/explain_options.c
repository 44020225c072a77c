/* SPDX-License-Identifier: MIT */
/*
 * core/cli/explain_options.c - the options of "explain".
 */
#include "cli/explain_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run/measure.h"
#include "session/explain.h"
#include "util/log.h"
#include "util/opts.h"

#define AT(field) .offset = offsetof(struct explain_opts, field)

static const char *const formats[] = { "text", "json", NULL };

static const struct opt own_rows[] = {
	{ OPT_U32, 0, "samples", "N",
	  "samples, each with fresh tasks; of parts fewer where they would take "
	  "longer than a minute, of factors at least 10",
	  "24", AT(samples), EXPLAIN_SAMPLES_MIN, 1000 },
	{ OPT_U32, 0, "slices", "N", "slices of each variant in each sample",
	  "48", AT(slices), 1, ROUNDS_SLICES_MAX },
	{ OPT_LIST, 0, "vs", "FILE",
	  "compare with a file that -o saved, part by part: A is the file, B "
	  "is here; given twice, both are files and nothing is measured",
	  AT(vs) },
	{ OPT_FLAG, 0, "factors", NULL,
	  "what would make an op faster or slower: one option of harness run "
	  "changed at a time, as a sorted table of ratios",
	  NULL, AT(factors) },
	{ OPT_WORD, 'f', "format", "FORMAT", "text or json", "text", AT(json),
	  .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(json),
	  .min = 1 },
	{ .kind = OPT_END },
};

/* Options of harness run that explain has too, and those that factors have. */
static const char *const of_run[] = {
	"threads",     "cpus",	      "sched",	"cgroups", "seccomp",
	"mitigate",    "nice",	      "param",	"calls",   "ws",
	"touch",       "plugins",     "seed",	"timeout", "output",
	"no-progress", "timer-slack", "events", "scope",
};

#define NR_OF_RUN (sizeof(of_run) / sizeof(*of_run))
#define NR_FOR_USERS (NR_OF_RUN - 2)
#define NR_OWN (sizeof(own_rows) / sizeof(*own_rows))

static const struct opts_command command = {
	.name = EXPLAIN_COMMAND,
	.synopsis = "[options] [BENCH]",
	.summary = "Splits the time of an op into its parts: kernel entries, "
		   "the calls' work, sleeping and waking, the switch, the "
		   "address space, wake-up preemption.",
	.min_words = 0,
	.max_words = 1,
	.others_why = "makes no difference to explain",
	.more = "Without a benchmark: sched/pipe. Each part is the difference "
		"between two variants of the benchmark, all of them interleaved "
		"slice by slice, so that the parts add up; what they leave of "
		"the whole is the remainder. With tasks on several CPUs (-c), "
		"waking another CPU and leaving idle are parts, with --ws or "
		"--touch the working set.\n\n"
		"Exit status: 0 done, 1 failed, 2 wrong usage, 77 it cannot "
		"run here.",
	.examples = "harness explain\n"
		    "harness explain --factors sched/futex -T\n"
		    "harness explain sched/pipe -o old.json\n"
		    "harness explain --vs old.json\n",
};

static const struct explain_opts nothing = {
	.o = { .command = EXPLAIN_COMMAND,
	       .cpus = { .kind = PLACE_SAME },
	       .scope = -1 },
};

void explain_opts_free(struct explain_opts *o)
{
	free(o->vs);
	run_opts_free(&o->o);
}

static int take_words(struct explain_opts *o, struct opts_words *words)
{
	o->o.words = words->v;
	o->o.groups = calloc(1, sizeof(*o->o.groups));
	if (!o->o.groups)
		return log_error(-ENOMEM, EXPLAIN_COMMAND);
	o->o.groups[0] = o->o.nr_groups = o->o.nr_words = 1;
	return 0;
}

int explain_opts_read(int argc, char **argv, struct explain_opts *o)
{
	struct opt table[NR_OF_RUN + NR_OWN];
	struct opts_command c = command;
	struct opts_words words;
	int ret;

	*o = nothing;
	memcpy(&table[run_opts_rows(of_run, NR_FOR_USERS, table)], own_rows,
	       sizeof(own_rows));
	c.opts = table;
	c.others = run_opts_command.opts;
	ret = opts_read(&c, argc, argv, o, &words);
	if (!ret)
		ret = take_words(o, &words);
	o->argc = argc;
	o->argv = argv;
	return ret;
}

int explain_opts_with(const struct explain_opts *o, char *words,
		      struct explain_opts *out, char *why, size_t len)
{
	struct opt table[NR_OF_RUN + NR_OWN];
	char **argv = calloc((size_t)o->argc + FACTOR_WORDS + 1, sizeof(*argv));
	struct opts_command c = command;
	struct opts_words read;
	int argc = o->argc, ret;
	char *word;

	*out = nothing;
	if (!argv)
		return -ENOMEM;
	memcpy(argv, o->argv, (size_t)argc * sizeof(*argv));
	while ((word = strsep(&words, " ")))
		argv[argc++] = word;
	memcpy(&table[run_opts_rows(of_run, NR_OF_RUN, table)], own_rows,
	       sizeof(own_rows));
	c.opts = table;
	ret = opts_parse(&c, argc, argv, out, &read, why, len);
	free(argv);
	if (!ret)
		return take_words(out, &read);
	free(read.v);
	return ret;
}
