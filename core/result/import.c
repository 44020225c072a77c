/* SPDX-License-Identifier: MIT */
/*
 * core/result/import.c - what the imported formats share.
 */
#include "result/import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/sha256.h"

#define ID_LEN 32

/* The text's hash, cut as ids of sessions are; malloc'ed. */
static char *id_of(const char *seed)
{
	char hex[SHA256_HEX_LEN];

	sha256_hex(seed, strlen(seed), hex);
	return strndup(hex, ID_LEN);
}

struct session *import_session(struct import_result *out, const char *seed)
{
	struct session *bigger =
		reallocarray(out->sessions, out->nr + 1, sizeof(*bigger));
	struct session *s;

	if (!bigger)
		return NULL;
	out->sessions = bigger;
	s = &bigger[out->nr++];
	*s = (struct session){
		.id = id_of(seed),
		.complete = true,
	};
	return s->id ? s : NULL;
}

struct entry *import_entry(struct session *s, const char *name, const char *op)
{
	struct entry *e = session_add_entry(s);

	if (!e)
		return NULL;
	e->name = strdup(name);
	e->op = strdup(op);
	e->nr_tasks = 1;
	e->nr_groups = 1;
	return e->name && e->op ? e : NULL;
}

int import_run(struct entry *e, uint64_t ops, uint64_t elapsed_ns)
{
	struct sample *r = entry_add_run(e);

	if (!r)
		return -ENOMEM;
	r->index = (uint32_t)e->nr_runs - 1;
	r->ops = ops;
	r->elapsed_ns = elapsed_ns;
	r->valid = true;
	if (ops > e->ops)
		e->ops = ops;
	return 0;
}

char *import_line(char **text)
{
	char *line = strsep(text, "\n");

	if (line)
		line[strcspn(line, "\r")] = '\0';
	return line;
}

void import_free(struct import_result *r)
{
	for (size_t i = 0; i < r->nr; i++)
		session_free(&r->sessions[i]);
	free(r->sessions);
	free(r->left_out);
	*r = (struct import_result){ 0 };
}
