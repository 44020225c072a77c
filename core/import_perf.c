/* SPDX-License-Identifier: MIT */
/*
 * core/import_perf.c - what perf bench prints.
 *
 * "# Running 'sched/pipe' benchmark:" starts a result; "N usecs/op" is its
 * value, and where there is none "Total time: N [sec]" is, for a whole run.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"
#include "why.h"

#define NAME_LEN 64
#define WORD_LEN 32

/**
 * struct block - one result being read
 * @name:	benchmark; empty before the first
 * @per_op:	what it takes an op in us, as printed
 * @total:	what the whole took in s, as printed
 */
struct block {
	char name[NAME_LEN];
	char per_op[WORD_LEN], total[WORD_LEN];
};

static struct entry *entry_of(struct session *s, const char *name,
			      const char *op)
{
	for (size_t i = 0; i < s->nr_entries; i++) {
		struct entry *e = &s->entries[i];

		if (!strcmp(e->name, name) && !strcmp(e->op, op))
			return e;
	}
	return import_entry(s, name, op);
}

/* A result is complete when the next one starts, or the text ends. */
static int finish(struct session *s, struct block *b, const char *path)
{
	bool per_op = *b->per_op;
	struct entry *e;
	uint64_t ops, elapsed_ns;
	int err;

	if (!*b->name || (!per_op && !*b->total))
		return 0;
	err = import_decimal(per_op ? b->per_op : b->total,
			     per_op ? IMPORT_US_PER_OP : IMPORT_S_PER_OP, &ops,
			     &elapsed_ns);
	*b->per_op = *b->total = '\0';
	if (err)
		return err;
	e = entry_of(s, b->name, per_op ? "op" : "whole run");
	if (!e)
		return -ENOMEM;
	if (!e->nr_runs &&
	    findings_add(&e->notes, "N-IMPORTED",
			 "perf bench in %s: ops and elapsed_ns are fractions, "
			 "not counts",
			 path))
		return -ENOMEM;
	return import_run(e, ops, elapsed_ns);
}

/* "# Running 'sched/pipe' benchmark:", "# Running sched/pipe benchmark..." */
static bool is_start(const char *line, char name[NAME_LEN])
{
	char found[NAME_LEN] = "";
	size_t n;

	if (sscanf(line, "# Running %63s benchmark", found) != 1 ||
	    !strstr(line, " benchmark"))
		return false;
	n = strlen(found);
	if (found[0] == '\'' && n > 2 && found[n - 1] == '\'') {
		found[n - 1] = '\0';
		memmove(found, found + 1, n - 1);
	}
	memcpy(name, found, NAME_LEN);
	return true;
}

static int take_line(struct session *s, struct block *b, const char *line,
		     const char *path)
{
	char number[WORD_LEN], unit[WORD_LEN], name[NAME_LEN];
	int err = 0;

	if (is_start(line, name)) {
		err = finish(s, b, path);
		memcpy(b->name, name, NAME_LEN);
	} else if (sscanf(line, "%31s %31s", number, unit) == 2 &&
		   !strcmp(unit, "usecs/op") && !*b->per_op) {
		memcpy(b->per_op, number, WORD_LEN);
	} else if (sscanf(line, " Total time: %31s %31s", number, unit) == 2 &&
		   !strcmp(unit, "[sec]")) {
		memcpy(b->total, number, WORD_LEN);
	}
	return err;
}

static int take_lines(struct import_source *src, struct session *s, char *why,
		      size_t len)
{
	struct block b = { 0 };
	char *text = src->text, *line;
	size_t nr = 0;
	int err = 0;

	while (!err && (line = import_line(&text))) {
		nr++;
		err = take_line(s, &b, line, src->title);
	}
	if (!err)
		err = finish(s, &b, src->title);
	if (err == -ENOMEM)
		return why_set(why, len, err, "no memory");
	if (err)
		return why_set(why, len, -EINVAL,
			       "before line %zu: the time of %s is no number "
			       "above 0",
			       nr + 1, b.name);
	if (!s->nr_entries)
		return why_set(why, len, -EINVAL,
			       "no result of perf bench in it (its default "
			       "format starts with # Running)");
	return 0;
}

int import_perf(struct import_source *s, struct import_result *out, char *why,
		size_t len)
{
	struct session *session = import_session(out, s->text);
	int err = session ? take_lines(s, session, why, len) :
			    why_set(why, len, -ENOMEM, "no memory");

	for (size_t i = 0; !err && i < session->nr_entries; i++) {
		size_t nr = session->entries[i].nr_runs;

		if (nr > session->repeat)
			session->repeat = (uint32_t)nr;
	}
	if (err)
		import_free(out);
	return err;
}
