/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_hyperfine.c - what hyperfine --export-json writes.
 */
#include "result/import_hyperfine.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/import_json.h"

#define RECORD_LEN 256

/**
 * struct command - one element of "results" being read
 * @name:	the command, or NULL
 * @failed:	exit statuses other than 0
 */
struct command {
	struct import_result *out;
	struct entry *e;
	char *name;
	size_t failed;
	int err;
};

static void take_times(struct json_read *j, struct command *c)
{
	char record[RECORD_LEN];
	uint64_t ops, elapsed_ns;
	size_t nr = 0;
	int err;

	for (bool more = json_read_list(j); more; more = json_read_next(j)) {
		double value = import_json_number(j);

		snprintf(record, sizeof(record), "time %zu of '%.200s'", ++nr,
			 c->name ? c->name : "");
		if (c->err || j->err)
			continue;
		err = import_real(c->out, record, value, IMPORT_S_PER_OP, &ops,
				  &elapsed_ns);
		if (!err)
			err = import_run(c->e, ops, elapsed_ns);
		if (err < 0)
			c->err = err;
	}
}

/* A status is null where a signal ended the command. */
static void take_statuses(struct json_read *j, struct command *c)
{
	for (bool more = json_read_list(j); more; more = json_read_next(j))
		c->failed += import_json_number(j) != 0;
}

static void take_parameters(struct json_read *j, struct command *c)
{
	for (bool more = json_read_object(j); more; more = json_read_next(j)) {
		struct json_text key = json_read_key(j);
		char *name = strndup(key.v ? key.v : "", key.len);
		char *value = import_json_text(j);

		if (!c->err && value && name)
			c->err = import_param(c->e, name, value);
		free(name);
		free(value);
	}
}

static void take_member(struct json_read *j, struct command *c)
{
	struct json_text key = json_read_key(j);
	char next = json_read_peek(j);

	if (json_text_is(key, "command", 7)) {
		free(c->name);
		c->name = import_json_text(j);
	} else if (json_text_is(key, "times", 5) && next == '[') {
		take_times(j, c);
	} else if (json_text_is(key, "exit_codes", 10) && next == '[') {
		take_statuses(j, c);
	} else if (json_text_is(key, "parameters", 10) && next == '{') {
		take_parameters(j, c);
	} else {
		json_read_skip(j);
	}
}

static int finish(struct command *c, const char *title)
{
	const char *name = c->name ? c->name : "";

	if (c->err)
		return c->err;
	if (!c->e->nr_runs &&
	    import_leave_out(c->out, *name ? name : "a result",
			     "no times of runs"))
		return -ENOMEM;
	if (import_param(c->e, "command", name) ||
	    import_note(c->e, "hyperfine in %s", title))
		return -ENOMEM;
	if (c->failed &&
	    findings_add(&c->e->notes, "N-IMPORTED",
			 "%zu of the commands ended with a status other than 0",
			 c->failed))
		return -ENOMEM;
	return 0;
}

static int take_command(struct json_read *j, struct import_result *out,
			const struct import_source *s)
{
	struct session *session = &out->sessions[0];
	struct command c = {
		.out = out,
		.e = import_entry(session, s->name ?: "import/hyperfine",
				  "run"),
	};

	if (!c.e)
		return -ENOMEM;
	for (bool more = json_read_object(j); more; more = json_read_next(j))
		take_member(j, &c);
	if (!j->err)
		c.err = finish(&c, s->title);
	if (!c.err && !c.e->nr_runs)
		entry_free(&session->entries[--session->nr_entries]);
	free(c.name);
	return c.err;
}

int import_hyperfine(struct import_source *s, struct import_result *out,
		     char *why, size_t len)
{
	static const struct import_json_file file = {
		.list = "results",
		.take = take_command,
		.what = "no results of hyperfine --export-json in it",
	};

	return import_json(s, out, &file, why, len);
}
