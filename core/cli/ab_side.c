/* SPDX-License-Identifier: MIT */
/*
 * core/cli/ab_side.c - one of the two sides of "ab": its options are some of those
 * of harness run and a few of its own.
 */
#include "cli/ab_side.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run/event_set.h"
#include "util/log.h"
#include "util/parse.h"

#define COMMAND "ab"
#define WHY_LEN 512

/* Long names of the options of harness run that say what an arm is. */
static const char *const taken[] = {
	"threads", "groups", "cpus",  "sched",	 "cgroups", "param", "calls",
	"idle",	   "ws",     "touch", "plugins", "events",  "scope",
};

#define NR_TAKEN (sizeof(taken) / sizeof(*taken))

/* What the C library looks at only while a program starts. */
static const char *const too_late[] = { "LD_", "GLIBC_TUNABLES=", "MALLOC_" };

const struct opt ab_arm_rows[AB_ARM_ROWS] = {
	{ OPT_LIST, 0, "env", "NAME=VALUE",
	  "in the environment of its tasks; may be given more than once",
	  .offset = offsetof(struct ab_arm, o.env) },
	{ OPT_STRING, 0, "before", "COMMAND",
	  "performed with sh -c before each of its runs",
	  .offset = offsetof(struct ab_arm, before) },
	{ OPT_STRING, 0, "after", "COMMAND",
	  "performed after each of its runs, also when it failed",
	  .offset = offsetof(struct ab_arm, after) },
	{ .kind = OPT_END },
};

static bool is_taken(const struct opt *o)
{
	for (size_t i = 0; o->name && i < NR_TAKEN; i++)
		if (!strcmp(o->name, taken[i]))
			return true;
	return false;
}

static int parse(struct ab_arm *s, int argc, char **argv)
{
	struct opt table[NR_TAKEN + AB_ARM_ROWS];
	const struct opts_command command = {
		.name = COMMAND,
		.opts = table,
		.others = run_opts_command.opts,
		.others_why = "is not for an arm: ab itself says how long and "
			      "how often, and what is printed",
	};
	const struct opt *run = run_opts_command.opts;
	struct opts_words words;
	char why[WHY_LEN];
	size_t nr = 0;
	int ret;

	for (; run->kind != OPT_END; run++)
		if (is_taken(run))
			table[nr++] = *run;
	memcpy(&table[nr], ab_arm_rows, sizeof(ab_arm_rows));
	ret = opts_parse(&command, argc, argv, s, &words, why, sizeof(why));
	free(words.v);
	if (ret == -EINVAL)
		return opts_error(COMMAND, "%s: %s", s->name, why);
	return ret < 0 ? log_error(ret, COMMAND) : ret;
}

static int check_variable(const struct ab_arm *s, const char *v)
{
	char quoted[PARSE_QUOTE_LEN];
	const char *why = NULL;

	if (!strchr(v, '=') || v[0] == '=')
		why = "not of the form NAME=VALUE";
	for (size_t i = 0; i < sizeof(too_late) / sizeof(*too_late); i++)
		if (!strncmp(v, too_late[i], strlen(too_late[i])))
			why = "is read when a program starts, and tasks are "
			      "forked: set it for harness itself";
	if (!why)
		return 0;
	return opts_error(COMMAND, "%s: --env %s: %s", s->name,
			  parse_quote(v, quoted, sizeof(quoted)), why);
}

int ab_arm_read(struct ab_arm *s, const char *name, const char *bench, int argc,
		char **argv)
{
	int ret;

	*s = (struct ab_arm){
		.o = { .command = COMMAND,
		       .cpus = { .kind = PLACE_SAME },
		       .scope = -1,
		       .no_control = true,
		       .nr_words = 1 },
		.name = name,
		.nr_words = argc - 1,
		.words = argv + 1,
	};
	s->o.words = calloc(2, sizeof(*s->o.words));
	if (!s->o.words)
		return log_error(ENOMEM, COMMAND);
	s->o.words[0] = bench;
	ret = parse(s, argc, argv);
	if (!ret)
		ret = run_opts_check(&s->o);
	for (const char **v = s->o.env; v && *v && !ret; v++)
		ret = check_variable(s, *v);
	return ret;
}

/* With -e the arm's tasks are counted while they are timed. */
static const struct arm *choose_arm(const struct plan_entry *e)
{
	struct counting *c = (struct counting *)e->counted.counting;

	if (!c)
		return &e->arm;
	counting_plan(c);
	return &e->counted;
}

int ab_arm_plan(struct ab_arm *s)
{
	const struct plan_entry *e;
	int ret = registry_open(s->o.plugins, &s->r);

	if (!ret)
		ret = plan_make(&s->o, s->r, &s->plan);
	if (ret)
		return ret;
	e = &s->plan.entries[0];
	if (s->plan.nr != 1)
		return opts_error(
			COMMAND,
			"%s names %zu configurations, it must name one",
			s->name, s->plan.nr);
	if (!e->reason) {
		s->arm = choose_arm(e);
		return 0;
	}
	log_error(0, COMMAND ": %s: %s: %s", s->name, e->arm.name, e->reason);
	return -ENODEV;
}

void ab_arm_free(struct ab_arm *s)
{
	plan_free(&s->plan);
	if (s->r)
		registry_close(s->r);
	run_opts_free(&s->o);
}
