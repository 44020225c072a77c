/* SPDX-License-Identifier: MIT */
/*
 * core/util/suggest.c - how alike two words are, for "did you mean".
 */
#include "util/suggest.h"

#include <stdint.h>
#include <string.h>

#define WORD_MAX_LEN 64

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * One row of the table of distances between prefixes: @row for the first @i
 * characters of @a, out of the rows for @i - 1 (@up) and @i - 2 (@up2).
 */
static void fill_row(const char *a, size_t i, const char *b, size_t nb,
		     const size_t *up2, const size_t *up, size_t *row)
{
	row[0] = i;
	for (size_t j = 1; j <= nb; j++) {
		row[j] = up[j - 1] + (a[i - 1] != b[j - 1]);
		row[j] = least(row[j], up[j] + 1);
		row[j] = least(row[j], row[j - 1] + 1);
		if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
		    a[i - 2] == b[j - 1])
			row[j] = least(row[j], up2[j - 2] + 1);
	}
}

size_t suggest_distance(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX_LEN + 1] = { { 0 } };
	size_t na = strlen(a), nb = strlen(b);

	if (na > WORD_MAX_LEN || nb > WORD_MAX_LEN)
		return SIZE_MAX;
	for (size_t j = 0; j <= nb; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= na; i++)
		fill_row(a, i, b, nb, rows[(i + 1) % 3], rows[(i + 2) % 3],
			 rows[i % 3]);
	return rows[na % 3][nb];
}

/* A word cut short is as near as one with a single slip. */
static size_t nearness(const char *word, const char *candidate)
{
	size_t len = strlen(word);

	if (len >= 2 && !strncmp(word, candidate, len))
		return 1;
	return suggest_distance(word, candidate);
}

void suggest_try(struct suggest *s, const char *candidate)
{
	size_t allowed = strlen(s->word) / 3;
	size_t distance = nearness(s->word, candidate);

	if (distance > (allowed ? allowed : 1))
		return;
	if (s->best && distance >= s->distance)
		return;
	s->best = candidate;
	s->distance = distance;
}

const char *suggest_word(const char *word, const char *const *words)
{
	struct suggest s = { .word = word };

	for (size_t i = 0; words[i]; i++)
		suggest_try(&s, words[i]);
	return s.best;
}
