/* SPDX-License-Identifier: MIT */
/*
 * tests/support/golden.c - output compared with a file under tests/golden/.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "golden.h"

char *file_text(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t len = 0, room = 0;
	size_t n = 1;

	ck_assert_msg(f != NULL, "cannot open %s", path);
	while (n) {
		room = room ? room * 2 : 65536;
		text = realloc(text, room + 1);
		ck_assert_ptr_nonnull(text);
		n = fread(text + len, 1, room - len, f);
		len += n;
	}
	fclose(f);
	text[len] = '\0';
	return text;
}

static void leave(const char *path, const char *text)
{
	FILE *f;

	mkdir(TEST_BUILD_DIR "/tests", 0777);
	mkdir(TEST_BUILD_DIR "/tests/golden", 0777);
	f = fopen(path, "w");
	if (f) {
		fputs(text, f);
		fclose(f);
	}
}

/* A copy in which each line with a summary is one with an empty summary. */
static char *without_summaries(const char *text)
{
	static const char key[] = "\"summary\": {";
	char *copy = calloc(1, strlen(text) + 1), *end = copy;
	const char *at;

	ck_assert_ptr_nonnull(copy);
	while ((at = strstr(text, key))) {
		at += strlen(key);
		end = mempcpy(end, text, at - text);
		*end++ = '}';
		text = strchrnul(at, '\n');
	}
	strcpy(end, text);
	return copy;
}

void ck_golden(const char *name, const char *text)
{
	char *wanted, *expected, *got, *printed = without_summaries(text);
	int same;

	ck_assert_int_gt(asprintf(&wanted, "%s/tests/golden/%s",
				  TEST_SOURCE_DIR, name),
			 0);
	ck_assert_int_gt(
		asprintf(&got, "%s/tests/golden/%s", TEST_BUILD_DIR, name), 0);
	expected = file_text(wanted);
	same = !strcmp(expected, printed);
	if (!same)
		leave(got, printed);
	ck_assert_msg(same, "see: diff %s %s", wanted, got);
	free(expected);
	free(printed);
	free(wanted);
	free(got);
}
