/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_json.c - a JSON document of another program, which has a
 * list of records.
 */
#include "result/import_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

double import_json_number(struct json_read *j)
{
	char next = json_read_peek(j);

	if (next == '-' || (next >= '0' && next <= '9'))
		return json_read_real(j);
	json_read_skip(j);
	return NAN;
}

char *import_json_text(struct json_read *j)
{
	if (json_read_peek(j) == '"')
		return json_read_text(j);
	json_read_skip(j);
	return NULL;
}

static int take_records(struct json_read *j, struct import_source *s,
			struct import_result *out,
			const struct import_json_file *file)
{
	char record[32];
	size_t nr = 0;
	int err = 0;

	for (bool more = json_read_list(j); more; more = json_read_next(j)) {
		bool object = json_read_peek(j) == '{';

		snprintf(record, sizeof(record), "%s[%zu]", file->list, nr++);
		if (object && !err)
			err = file->take(j, out, s);
		else
			json_read_skip(j);
		if (!object && !err)
			err = import_leave_out(out, record, "not an object");
	}
	return err;
}

static int take_member(struct json_read *j, struct import_source *s,
		       struct import_result *out,
		       const struct import_json_file *file)
{
	struct json_text key = json_read_key(j);
	char next = json_read_peek(j);

	if (json_text_is(key, file->list, strlen(file->list)) && next == '[')
		return take_records(j, s, out, file);
	if (file->context && json_text_is(key, "context", 7) && next == '{')
		return file->context(j, &out->sessions[0]);
	json_read_skip(j);
	return 0;
}

int import_json(struct import_source *s, struct import_result *out,
		const struct import_json_file *file, char *why, size_t len)
{
	int err = import_session(out, s->text) ? 0 : -ENOMEM, bad;
	struct json_read j;

	json_read_open(&j, s->text, s->len, why, len);
	for (bool more = json_read_object(&j); more;
	     more = json_read_next(&j)) {
		if (err)
			json_read_skip(&j);
		else
			err = take_member(&j, s, out, file);
	}
	json_read_end(&j);
	bad = json_read_close(&j);
	if (!bad)
		return import_end(out, err, file->what, why, len);
	import_free(out);
	return bad;
}
