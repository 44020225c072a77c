/* SPDX-License-Identifier: MIT */
/*
 * pmu/near.c - names like a mistyped one.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "internal.h"

#define LONGEST 64
#define NR_BEST 3

/* struct best - the nearest names so far, nearest first */
struct best {
	const char *word;
	size_t limit;
	size_t nr;
	size_t distance[NR_BEST];
	char name[NR_BEST][PMU_NAME_LEN];
};

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Insertions, deletions and replacements between two words, in any case. */
static size_t distance(const char *a, const char *b)
{
	size_t row[LONGEST + 1];
	size_t na = strlen(a), nb = strlen(b);

	if (na > LONGEST || nb > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= nb; j++)
		row[j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			size_t up = row[j];

			row[j] = least(diagonal + (tolower(a[i - 1]) !=
						   tolower(b[j - 1])),
				       least(up, row[j - 1]) + 1);
			diagonal = up;
		}
	}
	return row[nb];
}

static void insert(struct best *b, const char *name, size_t d)
{
	size_t at = b->nr;

	for (size_t i = 0; i < b->nr; i++) {
		if (!strcasecmp(b->name[i], name))
			return;
	}
	while (at && b->distance[at - 1] > d)
		at--;
	if (at == NR_BEST)
		return;
	if (b->nr < NR_BEST)
		b->nr++;
	for (size_t i = b->nr - 1; i > at; i--) {
		b->distance[i] = b->distance[i - 1];
		memcpy(b->name[i], b->name[i - 1], PMU_NAME_LEN);
	}
	b->distance[at] = d;
	snprintf(b->name[at], PMU_NAME_LEN, "%.*s", PMU_NAME_LEN - 1, name);
}

/* With its table only if the word has one. */
static int consider(const struct pmu_name *n, void *data)
{
	struct best *b = data;
	const char *bare = strstr(n->name, "::");
	const char *name = bare && !strstr(b->word, "::") ? bare + 2 : n->name;
	size_t d = distance(b->word, name);

	if (strlen(b->word) >= 4 &&
	    !strncasecmp(b->word, name, strlen(b->word)))
		d = least(d, 1);
	if (d <= b->limit)
		insert(b, name, d);
	return 0;
}

void near_names(struct pmu *p, const char *name, char *buf, size_t len)
{
	struct best b = { .word = name };
	size_t used = 0;

	b.limit = least(strlen(name) / 3, 4);
	b.limit += !b.limit;
	pmu_each_name(p, true, consider, &b);
	buf[0] = '\0';
	for (size_t i = 0; i < b.nr && used < len; i++) {
		const char *sep = i + 1 == b.nr ? " or " : ", ";

		used += (size_t)snprintf(buf + used, len - used, "%s%s",
					 i ? sep : "", b.name[i]);
	}
}
