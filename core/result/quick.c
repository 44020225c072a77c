/* SPDX-License-Identifier: MIT */
/*
 * core/result/quick.c - what a comparison needs of a result file.
 */
#include "result/quick.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/file.h"
#include "result/pull_fields.h"
#include "result/quick_entry.h"

/* Larger files are worth the whole reader's limits. */
#define MOST_BYTES ((off_t)64 << 20)

/* More facts than there are. */
#define MOST_FACTS 64

static void take_entries(struct pull *p, void *session)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p)) {
		struct entry *e = session_add_entry(session);

		if (e)
			quick_entry(p, e);
		else
			pull_give_up(p);
	}
}

static void take_fact(struct pull *p, struct session *s)
{
	struct pull_text key = pull_key(p);
	struct fact *f = &s->facts[s->nr_facts++];

	f->name = strndup(key.v, key.len);
	f->value = pull_null(p) ? NULL : pull_text(p);
	if (!f->name)
		pull_give_up(p);
	for (size_t i = 0; !p->bad && i + 1 < s->nr_facts; i++) {
		if (!strcmp(s->facts[i].name, f->name))
			pull_give_up(p);
	}
}

static void take_host(struct pull *p, void *session)
{
	struct session *s = session;

	s->facts = calloc(MOST_FACTS, sizeof(*s->facts));
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (s->facts && s->nr_facts < MOST_FACTS)
			take_fact(p, s);
		else
			pull_give_up(p);
	}
}

static void take_tool(struct pull *p, void *session)
{
	pull_flat(p, fields_tool, session);
}

static void check_schema(struct pull *p, void *session)
{
	(void)session;
	if (!pull_is(pull_string(p), RESULT_SCHEMA))
		pull_give_up(p);
}

/* "1." and a number without more ado. */
static void check_version(struct pull *p, void *session)
{
	struct pull_text t = pull_string(p);
	unsigned int major, minor;
	char copy[8] = "", rest;

	(void)session;
	memcpy(copy, t.v, t.len < sizeof(copy) ? t.len : 0);
	if (sscanf(copy, "%3u.%3u%c", &major, &minor, &rest) != 2 ||
	    major != RESULT_MAJOR)
		pull_give_up(p);
}

static const struct part session_parts[] = {
	{ "schema", check_schema },	{ "schema_version", check_version },
	{ "benchmarks", take_entries }, { "host", take_host },
	{ "tool", take_tool },		{ NULL, NULL },
};

/* Bits of the rows above: schema, schema_version, benchmarks. */
#define REQUIRED_PARTS 7u

static void take_session(struct pull *p, struct session *s)
{
	struct target t = { .rows = fields_session, .base = s };
	uint32_t seen = 0;

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (!pull_field(p, &t, key) &&
		    !pull_part(p, session_parts, s, &seen, key))
			pull_skip(p);
	}
	pull_end(p);
	pull_required(p, &t);
	if ((seen & REQUIRED_PARTS) != REQUIRED_PARTS)
		pull_give_up(p);
}

int result_quick(const char *text, size_t len, struct session *out)
{
	struct pull p = { .at = text, .end = text + len };
	struct session s = { 0 };

	take_session(&p, &s);
	if (p.bad) {
		session_free(&s);
		return -EAGAIN;
	}
	*out = s;
	return 0;
}

/* A regular file of a moderate size as it is now; NULL for anything else. */
static char *whole_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;
	char *text = NULL;
	ssize_t n = -1;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= MOST_BYTES)
		text = malloc((size_t)st.st_size + 1);
	if (text)
		n = read(fd, text, (size_t)st.st_size + 1);
	close(fd);
	if (n < 0 || n != st.st_size) {
		free(text);
		return NULL;
	}
	*len = (size_t)n;
	return text;
}

int result_read_quick(const char *path, struct session *out, char *why,
		      size_t why_len)
{
	size_t len = 0;
	char *text = whole_file(path, &len);
	int err = text ? result_quick(text, len, out) : -EAGAIN;

	free(text);
	return err ? result_read(path, out, why, why_len) : 0;
}
