/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place_spec.c - CPU placements and CPU lists as text.
 */
#include "machine/place_spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/strbuf.h"

#define MAX_ENTRIES (PLACE_MAX_CPU + 1)

static const char *const kind_names[] = {
	[PLACE_LIST] = "list",	   [PLACE_SAME] = "same",
	[PLACE_APART] = "apart",   [PLACE_SMT] = "smt",
	[PLACE_LLC] = "llc",	   [PLACE_PACKAGE] = "package",
	[PLACE_REMOTE] = "remote", [PLACE_ANY] = "any",
	[PLACE_EACH] = "each",	   [PLACE_PAIRS] = "pairs",
	[PLACE_NODE0] = "node0",
};

#define NR_KINDS ((int)(sizeof(kind_names) / sizeof(*kind_names)))

const char *place_kind_name(int kind)
{
	return kind >= 0 && kind < NR_KINDS ? kind_names[kind] : "unknown";
}

bool place_is_relation(int kind)
{
	return kind == PLACE_SMT || kind == PLACE_LLC ||
	       kind == PLACE_PACKAGE || kind == PLACE_REMOTE;
}

/* struct item - one item of a list: "3", "0-7", "0-7:2" */
struct item {
	unsigned int first, last, step;
};

/* Digits only; moves @text behind them. */
static int parse_digits(const char **text, unsigned int *out)
{
	const char *p = *text;
	unsigned int n = 0;

	if (!isdigit((unsigned char)*p))
		return -EINVAL;
	for (; isdigit((unsigned char)*p); p++)
		if (n <= PLACE_MAX_CPU)
			n = n * 10 + (unsigned int)(*p - '0');
	*text = p;
	*out = n;
	return n > PLACE_MAX_CPU ? -ERANGE : 0;
}

static int parse_item(const char **text, struct item *it)
{
	int ret;

	*it = (struct item){ .step = 1 };
	ret = parse_digits(text, &it->first);
	it->last = it->first;
	if (ret || **text != '-')
		return ret;
	(*text)++;
	ret = parse_digits(text, &it->last);
	if (ret)
		return ret;
	if (**text == ':') {
		(*text)++;
		ret = parse_digits(text, &it->step);
		if (ret)
			return ret;
	}
	return it->last < it->first || !it->step ? -EINVAL : 0;
}

static int add_item(struct place_spec *s, const struct item *it)
{
	size_t nr = (it->last - it->first) / it->step + 1;
	int *cpus;

	if (nr > MAX_ENTRIES - s->nr)
		return -ERANGE;
	cpus = realloc(s->cpus, (s->nr + nr) * sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	s->cpus = cpus;
	for (size_t i = 0; i < nr; i++)
		cpus[s->nr++] = (int)(it->first + i * it->step);
	return 0;
}

static int parse_list(const char *text, struct place_spec *s)
{
	struct item it;
	int ret;

	for (;;) {
		ret = parse_item(&text, &it);
		if (ret)
			return ret;
		if (*text && *text != ',')
			return -EINVAL;
		ret = add_item(s, &it);
		if (ret || !*text)
			return ret;
		text++;
	}
}

int place_parse(const char *text, struct place_spec *out)
{
	int ret;

	*out = (struct place_spec){ .kind = PLACE_LIST };
	for (int kind = 0; kind < NR_KINDS; kind++) {
		if (kind != PLACE_LIST && !strcmp(text, kind_names[kind])) {
			out->kind = kind;
			return 0;
		}
	}
	ret = parse_list(text, out);
	if (ret)
		place_spec_free(out);
	return ret;
}

void place_spec_free(struct place_spec *s)
{
	free(s->cpus);
	s->cpus = NULL;
	s->nr = 0;
}

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* The last of the run of consecutive numbers that starts at @i. */
static size_t run_end(const int *v, size_t nr, size_t i)
{
	while (i + 1 < nr && v[i + 1] - v[i] <= 1)
		i++;
	return i;
}

char *place_list_text(const int *cpus, size_t nr)
{
	int *sorted = malloc((nr + 1) * sizeof(*sorted));
	struct strbuf b = { 0 };

	if (!sorted)
		return NULL;
	if (nr)
		memcpy(sorted, cpus, nr * sizeof(*sorted));
	qsort(sorted, nr, sizeof(*sorted), ascending);
	for (size_t i = 0; i < nr; i++) {
		size_t end = run_end(sorted, nr, i);

		strbuf_join(&b, ",", "%d", sorted[i]);
		if (sorted[end] != sorted[i])
			strbuf_addf(&b, "-%d", sorted[end]);
		i = end;
	}
	free(sorted);
	return strbuf_take(&b);
}
