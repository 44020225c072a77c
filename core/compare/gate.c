/* SPDX-License-Identifier: MIT */
/*
 * core/compare/gate.c - which rows decide the exit status of a comparison.
 */
#include "compare/gate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/parse.h"
#include "plugin/registry.h"
#include "util/why.h"

/* The percentage behind the last colon; cut off @text if it is one. */
static int take_threshold(char *text, double *threshold)
{
	char *colon = strrchr(text, ':');
	size_t end;

	*threshold = NAN;
	if (!colon)
		return 0;
	end = strlen(colon);
	if (end > 1 && colon[end - 1] == '%')
		colon[end - 1] = '\0';
	else if (strspn(colon + 1, "0123456789.") != end - 1 || end == 1)
		return 0;
	*colon = '\0';
	return parse_percent(colon + 1, threshold);
}

static int fill(char *text, struct compare_gate *g, char *why, size_t len)
{
	char *colon;

	if (take_threshold(text, &g->threshold))
		return why_set(why, len, -EINVAL,
			       "not a percentage (0 to 100)");
	colon = strchr(text, ':');
	if (colon)
		*colon++ = '\0';
	if (!*text || (colon && !*colon))
		return why_set(why, len, -EINVAL,
			       "not BENCH[:METRIC][:PCT]: "
			       "'sched/*', 'sched/pipe:time:5', "
			       "'all:instructions'");
	if (colon && !strncmp(colon, "IPC", 3))
		return why_set(
			why, len, -EINVAL,
			"more or fewer instructions per cycle is neither "
			"better nor worse: name instructions or cycles");
	g->benchmarks = strdup(text);
	g->metric = strdup(colon ? colon : "time");
	return g->benchmarks && g->metric ? 0 : -ENOMEM;
}

int compare_gate_parse(const char *text, struct compare_gate *out, char *why,
		       size_t len)
{
	struct compare_gate g = { 0 };
	char *copy = strdup(text);
	int err = copy ? fill(copy, &g, why, len) : -ENOMEM;

	free(copy);
	if (err)
		compare_gate_free(&g);
	else
		*out = g;
	return err;
}

bool compare_gate_means(const struct compare_gate *g, const char *benchmark,
			const char *metric)
{
	return !strcmp(g->metric, metric) &&
	       registry_means(g->benchmarks, benchmark);
}

void compare_gate_free(struct compare_gate *g)
{
	free(g->benchmarks);
	free(g->metric);
}
