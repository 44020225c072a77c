/* SPDX-License-Identifier: MIT */
/*
 * core/session/takes.c - the options of harness run that are more than a number
 * or a word: read from text.
 */
#include "session/takes.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <harness/bench.h>

#include "result/output_name.h"
#include "util/parse.h"
#include "session/options.h"
#include "util/why.h"

#define GROUPS_MAX 100000
#define PRIO_MAX_RT 99

/* struct policy - a word of -s; @realtime ones need a priority */
struct policy {
	const char *name;
	int policy;
	bool realtime;
};

static const struct policy policies[] = {
	{ "other", SCHED_OTHER, false }, { "batch", SCHED_BATCH, false },
	{ "idle", SCHED_IDLE, false },	 { "fifo", SCHED_FIFO, true },
	{ "rr", SCHED_RR, true },
};

static const struct policy *find_policy(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++) {
		if (strlen(policies[i].name) == len &&
		    !memcmp(policies[i].name, text, len))
			return &policies[i];
	}
	return NULL;
}

int run_take_policy(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	size_t word = strcspn(text, ":");
	const struct policy *p = find_policy(text, word);
	uint64_t prio = 0;

	if (!p || (text[word] && !p->realtime)) {
		return why_set(
			why, len, -EINVAL,
			"not a policy: other, batch, idle, fifo:N or rr:N");
	}
	if (p->realtime &&
	    (!text[word] || parse_number(PARSE_COUNT, text + word + 1, 1,
					 PRIO_MAX_RT, &prio))) {
		return why_set(why, len, -EINVAL,
			       "%s needs a priority: %s:N, N from 1 to %d",
			       p->name, p->name, PRIO_MAX_RT);
	}
	o->policy = p->policy;
	o->prio = prio;
	return 0;
}

static size_t count_items(const char *list)
{
	size_t n = 1;

	for (; *list; list++)
		n += *list == ',';
	return n;
}

/* The comma-separated numbers of @list, which the function uses up. */
static int read_groups(char *list, uint32_t *groups, char *why, size_t len)
{
	char *item;

	for (size_t i = 0; (item = strsep(&list, ",")) != NULL; i++) {
		uint64_t n = 0;
		int err = parse_number(PARSE_COUNT, item, 1, GROUPS_MAX, &n);

		if (err) {
			parse_why(PARSE_COUNT, err, 1, GROUPS_MAX, why, len);
			return err;
		}
		groups[i] = n;
	}
	return 0;
}

int run_take_groups(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	size_t nr = count_items(text);
	uint32_t *groups = calloc(nr, sizeof(*groups));
	char *list = strdup(text);
	int err = -ENOMEM;

	if (groups && list)
		err = read_groups(list, groups, why, len);
	free(list);
	if (err) {
		free(groups);
		return err;
	}
	free(o->groups);
	o->groups = groups;
	o->nr_groups = nr;
	return 0;
}

int run_take_cpus(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	struct place_spec spec = { 0 };
	int err = place_parse(text, &spec);

	if (err) {
		snprintf(why, len, "%s",
			 err == -ERANGE ?
				 "a CPU number beyond any machine" :
				 "not a CPU list such as 0 or 0,2-5, nor one "
				 "of: same, apart, smt, llc, package, remote, "
				 "any, node0, each, pairs");
		return err;
	}
	place_spec_free(&o->cpus);
	o->cpus = spec;
	o->cpus_given = true;
	return 0;
}

int run_take_ws(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	struct work_spec spec = { .touch = o->work.touch };
	uint64_t *sizes;
	size_t nr;
	int err = work_parse(text, &sizes, &nr, &spec, why, len);

	if (err)
		return err;
	free(o->ws);
	o->ws = sizes;
	o->nr_ws = nr;
	o->work = spec;
	return 0;
}

int run_take_touch(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	uint64_t index = 0;

	if (parse_word(text, work_touch_words, &index)) {
		parse_word_why(work_touch_words, why, len);
		return -EINVAL;
	}
	o->work.touch = index;
	return 0;
}

int run_take_until(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	double share;
	int err = parse_percent(text, &share);

	if (err || share == 0)
		return why_set(why, len, -EINVAL,
			       "not a percentage (more than 0, up to 100)");
	o->until = share;
	return 0;
}

int run_take_scope(void *dest, const char *text, char *why, size_t len)
{
	static const char *const words[] = { "pair", "cpu", "task", NULL };
	struct run_opts *o = dest;
	uint64_t index = 0;

	if (parse_word(text, words, &index)) {
		parse_word_why(words, why, len);
		return -EINVAL;
	}
	o->scope = index;
	return 0;
}

int run_take_calls(void *dest, const char *text, char *why, size_t len)
{
	static const char *const words[] = { "inline", "libc", NULL };
	struct run_opts *o = dest;
	uint64_t index = 0;

	if (parse_word(text, words, &index)) {
		parse_word_why(words, why, len);
		return -EINVAL;
	}
	if (!index && !BENCH_HAVE_INLINE) {
		return why_set(why, len, -EINVAL,
			       "this architecture has no inline calls, "
			       "use --calls libc");
	}
	o->libc = index;
	return 0;
}

int run_take_param(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	size_t name = strcspn(text, "=");
	struct name_value *bigger;

	if (!name || !text[name]) {
		return why_set(why, len, -EINVAL,
			       "not of the form NAME=VALUE[,VALUE...]");
	}
	bigger = reallocarray(o->params, o->nr_params + 1, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	o->params = bigger;
	bigger += o->nr_params;
	bigger->name = strndup(text, name);
	if (!bigger->name)
		return -ENOMEM;
	bigger->values = text + name + 1;
	o->nr_params++;
	return 0;
}

const char *policy_text(int policy, int prio, char *buf, size_t len)
{
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++) {
		if (policies[i].policy != policy)
			continue;
		if (policies[i].realtime)
			snprintf(buf, len, "%s:%d", policies[i].name, prio);
		else
			snprintf(buf, len, "%s", policies[i].name);
		return buf;
	}
	snprintf(buf, len, "policy %d", policy);
	return buf;
}

int run_take_output(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;

	o->output = text;
	return output_name_check(text, why, len);
}
