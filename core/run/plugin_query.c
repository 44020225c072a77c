/* SPDX-License-Identifier: MIT */
/*
 * core/run/plugin_query.c - what a plugin has to say about options and placement.
 */
#include "run/plugin_query.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin/check.h"
#include "plugin/loader.h"
#include "run/runner.h"
#include "util/clock.h"
#include "util/memory.h"

#define ASK_LIMIT_NS (2 * NS_PER_SEC)

/**
 * struct question - lies in shared memory
 * @variant:	asked about
 * @accepts:	the question is accepts(), else tasks()
 * @answer:	tasks; or 1 accepted, 0 refused
 * @text:	reason of a refusal
 */
struct question {
	const struct variant *variant;
	bool accepts;
	int64_t answer;
	char text[ASK_TEXT];
};

static void answer_accepts(struct question *q, const struct bench *b,
			   const void *state)
{
	const struct variant *variant = q->variant;
	struct bench_group g = {
		.nr_tasks = variant->place.nr_tasks,
		.nr_cpus = (uint32_t)variant->place.group_cpus,
		.regime = variant->regime,
		.policy = variant->policy,
		.threads = variant->threads,
		.cpu = variant->place.cpu,
		.ops_per_loop = 1,
		.nr_slots = 1,
	};
	const char *text = b->accepts(state, &g);

	q->answer = text == NULL;
	snprintf(q->text, sizeof(q->text), "%s", text ? text : "");
}

static int answer(struct runner *r, void *data)
{
	struct question *q = data;
	struct bench b;
	char why[ASK_TEXT];
	void *state;
	int ret;

	ret = variant_set_environment(q->variant);
	if (ret)
		return ret;
	ret = plugin_load(q->variant->path, q->variant->name, &b, why,
			  sizeof(why));
	if (ret)
		return runner_fail(r, ret, "%s", why);
	/* Aligned as the tasks will find it. */
	state = shm_alloc(b.state_size + 1);
	if (!state)
		return -ENOMEM;
	params_store(q->variant->params, q->variant->config, state);
	if (q->accepts)
		answer_accepts(q, &b, state);
	else
		q->answer = b.tasks(state);
	shm_free(state, b.state_size + 1);
	return 0;
}

static int64_t ask(const struct variant *variant, bool accepts, char *why)
{
	const struct placement nowhere = { 0 };
	struct question *q = shm_alloc(sizeof(*q));
	struct runner_job job = {
		.work = answer,
		.data = q,
		.place = &nowhere,
		.limit_ns = ASK_LIMIT_NS,
	};
	struct runner_outcome out;
	int64_t ret;

	snprintf(why, ASK_TEXT, "no memory");
	if (!q)
		return -ENOMEM;
	q->variant = variant;
	q->accepts = accepts;
	ret = runner_call(&job, &out);
	if (ret)
		snprintf(why, ASK_TEXT, "its %s failed: %.400s",
			 accepts ? "accepts()" : "tasks()", out.text);
	else
		snprintf(why, ASK_TEXT, "%s", q->text);
	if (!ret)
		ret = q->answer;
	shm_free(q, sizeof(*q));
	return ret;
}

int64_t plugin_query_tasks(const struct variant *variant, char *why)
{
	int64_t nr = ask(variant, false, why);

	if (nr == 0)
		snprintf(why, ASK_TEXT, "has no tasks");
	if (nr > PLUGIN_TASKS_MAX)
		snprintf(why, ASK_TEXT,
			 "has %lld tasks, more than %d: choose smaller options",
			 (long long)nr, PLUGIN_TASKS_MAX);
	return nr == 0 || nr > PLUGIN_TASKS_MAX ? -EINVAL : nr;
}

int plugin_query_accepts(const struct variant *variant, char *why)
{
	return (int)ask(variant, true, why);
}
