/* SPDX-License-Identifier: MIT */
/*
 * core/run/work_parse.c - the work hook as it is typed, and as it is printed.
 */
#include "run/work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/parse.h"
#include "util/why.h"

static const char *const patterns[] = {
	"seq", "stride", "random", "chase", NULL,
};

const char *const work_touch_words[] = {
	"none", "fp", "vec256", "vec512", "amx", "sve", NULL,
};

static int take_word(const char *word, struct work_spec *spec)
{
	uint64_t i;

	if (!parse_word(word, patterns, &i))
		spec->pattern = (int)i;
	else if (!strcmp(word, "read") || !strcmp(word, "write"))
		spec->write = word[0] == 'w';
	else if (!strcmp(word, "private") || !strcmp(word, "shared"))
		spec->shared = word[0] == 's';
	else
		return -EINVAL;
	return 0;
}

/* The words behind the sizes; @text is used up. */
static int take_words(char *text, struct work_spec *spec, char *why, size_t len)
{
	char *word, quoted[PARSE_QUOTE_LEN];

	while ((word = strsep(&text, ":")) != NULL)
		if (take_word(word, spec))
			return why_set(
				why, len, -EINVAL,
				"%s is not one of: seq, stride, random, chase, read, write, private, shared",
				parse_quote(word, quoted, sizeof(quoted)));
	return 0;
}

static int take_sizes(char *text, uint64_t *sizes, size_t *nr, char *why,
		      size_t len)
{
	char *item;

	while ((item = strsep(&text, ",")) != NULL) {
		int ret = parse_number(PARSE_BYTES, item, 0, WORK_MAX_BYTES,
				       &sizes[*nr]);

		if (ret) {
			parse_why(PARSE_BYTES, ret, 0, WORK_MAX_BYTES, why,
				  len);
			return ret;
		}
		(*nr)++;
	}
	return 0;
}

int work_parse(const char *text, uint64_t **sizes, size_t *nr,
	       struct work_spec *spec, char *why, size_t len)
{
	char *copy = strdup(text), *words = copy;
	uint64_t *v = calloc(strlen(text) + 1, sizeof(*v));
	int ret = copy && v ? 0 : -ENOMEM;

	*nr = 0;
	if (!ret)
		ret = take_sizes(strsep(&words, ":"), v, nr, why, len);
	if (!ret && words)
		ret = take_words(words, spec, why, len);
	free(copy);
	if (ret)
		free(v);
	else
		*sizes = v;
	return ret;
}

const char *work_text(const struct work_spec *spec, char *buf, size_t len)
{
	char size[32];

	snprintf(buf, len, "%s%s%s%s%s",
		 parse_text(PARSE_BYTES, spec->bytes, size, sizeof(size)),
		 spec->pattern ? ":" : "",
		 spec->pattern ? patterns[spec->pattern] : "",
		 spec->write ? ":write" : "", spec->shared ? ":shared" : "");
	return buf;
}
