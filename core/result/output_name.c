/* SPDX-License-Identifier: MIT */
/*
 * core/result/output_name.c - names of result files that hold the host and the time.
 */
#include "result/output_name.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"
#include "util/why.h"

int output_name_check(const char *pattern, char *why, size_t len)
{
	if (!*pattern)
		return why_set(why, len, -EINVAL, "must not be empty");
	for (const char *at = strchr(pattern, '%'); at;
	     at = strchr(at + 2, '%')) {
		if (!at[1] || !strchr("ht%", at[1]))
			return why_set(why, len, -EINVAL,
				       "%s, and nothing else",
				       OUTPUT_NAME_HELP);
	}
	return 0;
}

bool output_name_has(const char *pattern, char what)
{
	for (const char *at = strchr(pattern, '%'); at && at[1];
	     at = strchr(at + 2, '%')) {
		if (at[1] == what)
			return true;
	}
	return false;
}

/* A host may come from a file: it is no way out of the directory. */
static void put_host(FILE *f, const char *host)
{
	bool ok;

	for (const char *at = host ? host : "unknown"; *at;) {
		size_t len = text_char(at, &ok);

		if (ok && *at != '/')
			fwrite(at, 1, len, f);
		else
			fputc('-', f);
		at += len;
	}
}

/* "2026-11-30T09:02:55Z" without what other systems forbid: no colons. */
static void put_time(FILE *f, const char *created)
{
	for (const char *at = created ? created : "unknown"; *at; at++) {
		if (isalnum((unsigned char)*at))
			fputc(*at, f);
	}
}

char *output_name(const char *pattern, const struct session *s)
{
	char *path = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&path, &len);

	if (!f)
		return NULL;
	for (const char *at = pattern; *at; at++) {
		if (*at != '%' || !at[1])
			fputc(*at, f);
		else if (*++at == 'h')
			put_host(f, session_fact(s, "host"));
		else if (*at == 't')
			put_time(f, s->created);
		else
			fputc(*at, f);
	}
	if (!fclose(f))
		return path;
	free(path);
	return NULL;
}
