/* SPDX-License-Identifier: MIT */
/*
 * core/session/latency.c - runs of their own in which each loop is timed.
 *
 * Reading the clock in each loop changes what a loop takes, so these runs
 * yield a distribution and never a headline number.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/context.h"
#include "util/log.h"
#include "session/sample.h"

static int set_reason(struct entry *e, const char *text)
{
	struct latency *l = entry_latency(e);

	if (!l)
		return -ENOMEM;
	free(l->reason);
	l->reason = strdup(text);
	return l->reason ? 0 : -ENOMEM;
}

/* A run that failed costs the distribution, not the times. */
static int fail_latency(struct conductor *k, struct entry *e, uint32_t run,
			const char *why)
{
	char text[RUNNER_TEXT + 40];

	snprintf(text, sizeof(text), "run %u failed: %s", run, why);
	progress_clear(&k->progress);
	log_warn("%s: latency: %s", e->name, text);
	return set_reason(e, text);
}

static int one_run(struct conductor *k, size_t i, const struct arm *each,
		   struct runner_outcome *out)
{
	const struct plan_entry *pe = &k->plan->entries[i];
	int ret;

	run_request_init(k->request, each, pe->ops, k->o->warmup,
			 pe->ns_per_loop);
	ret = conductor_call(k, each, measure_run, k->request, out);
	if (ret)
		return ret;
	ret = sample_add_latency(&k->s->entries[i], k->request, each,
				 out->suspended);
	return ret < 0 ? ret : 0;
}

static int all_runs(struct conductor *k, size_t i)
{
	struct entry *e = &k->s->entries[i];
	struct arm each = k->plan->entries[i].arm;
	struct runner_outcome out;

	each.each = true;
	for (uint32_t n = 1; n <= k->o->repeat; n++) {
		int ret = one_run(k, i, &each, &out);

		if (ret == -EINTR || (ret == -ENOMEM && !out.text[0]))
			return ret;
		if (ret)
			return fail_latency(k, e, n, out.text);
	}
	return e->latency->nr_runs ?
		       0 :
		       set_reason(e, "no run that timed each loop was valid");
}

int session_latencies(struct conductor *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret && k->o->latency; i++)
		if (conductor_active(k, i) && !k->s->entries[i].records)
			ret = all_runs(k, i);
	return ret;
}
