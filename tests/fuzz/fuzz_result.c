/* SPDX-License-Identifier: MIT */
/*
 * tests/fuzz/fuzz_result.c - result files as hostile input.
 *
 * What is JSON is for jansson to say, and what its values are: what it refuses
 * must be refused. What is refused must have a reason of one line. What is read
 * must be the same when it is written and read again, and when a part of it is
 * read, and every report must bear it.
 * Built and run by tests/fuzz/run.sh.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "report/report.h"
#include "result/encode.h"
#include "result/read.h"
#include "session/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "fuzz_result: %s\n", what);
	abort();
}

static void report(const struct session *s)
{
	static const struct report_opts opts[] = {
		{ .quiet = false },
		{ .quiet = true, .verbose = true, .force = true },
	};

	for (size_t i = 0; i < sizeof(opts) / sizeof(*opts); i++) {
		for (int f = FORMAT_TEXT; f <= FORMAT_CSV; f++) {
			char *text = NULL;
			size_t len = 0;
			FILE *out = open_memstream(&text, &len);

			must(out != NULL, "no memory");
			must(!report_print(out, s, f, &opts[i]), "no report");
			fclose(out);
			free(text);
		}
	}
}

static char *encoded(const struct session *s)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	must(out != NULL, "no memory");
	must(!result_encode(out, s), "not encoded");
	must(!fclose(out), "no memory");
	return text;
}

static void round_trip(const struct session *s)
{
	struct session again = { 0 };
	char *first = encoded(s), *second, why[256];

	must(!result_read_text(first, strlen(first), RESULT_WHOLE, &again, why,
			       sizeof(why)),
	     "own file refused");
	second = encoded(&again);
	must(!strcmp(first, second), "another file after a round trip");
	session_free(&again);
	free(first);
	free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *wrong = judge_json(text, size);
	struct session s = { 0 };
	char why[256] = "";

	must(!wrong, wrong);
	if (result_read_text(text, size, RESULT_WHOLE, &s, why, sizeof(why))) {
		must(*why && !strchr(why, '\n'), "no reason");
		return 0;
	}
	must(judge_is_json(text, size), "read what is not JSON");
	wrong = judge_parts(text, size);
	must(!wrong, wrong);
	round_trip(&s);
	report(&s);
	session_free(&s);
	return 0;
}
