/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_perf.c - what perf bench prints.
 *
 * "# Running 'sched/pipe' benchmark:" starts a result; "N usecs/op" is its
 * value, and where there is none "Total time: N [sec]" is, for a whole run.
 * What stands in comments between them tells processes from threads and small
 * from large: results that differ in it are not runs of one thing.
 */
#include "result/import_perf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/import.h"
#include "util/why.h"

#define NAME_LEN 64
#define WORD_LEN 32
#define ABOUT_LEN 256

/**
 * struct block - one result being read
 * @name:	benchmark; empty before the first
 * @per_op:	what it takes an op in us, as printed
 * @total:	what the whole took in s, as printed
 * @about:	comments on it, without how often something was done
 */
struct block {
	char name[NAME_LEN];
	char about[ABOUT_LEN];
	char per_op[WORD_LEN], total[WORD_LEN];
};

/* The value of the only parameter. */
static const char *about_of(const struct entry *e)
{
	return e->nr_params ? e->params[0].value : "";
}

static struct entry *find_entry(struct session *s, const struct block *b,
				const char *op)
{
	for (size_t i = 0; i < s->nr_entries; i++) {
		struct entry *e = &s->entries[i];

		if (!strcmp(e->name, b->name) && !strcmp(e->op, op) &&
		    !strcmp(about_of(e), b->about))
			return e;
	}
	return NULL;
}

static int describe(struct entry *e, const struct block *b, const char *path)
{
	e->threads = strstr(b->about, "threads") != NULL;
	if (*b->about) {
		e->params = calloc(1, sizeof(*e->params));
		if (!e->params)
			return -ENOMEM;
		e->nr_params = 1;
		e->params[0].name = strdup("perf");
		e->params[0].value = strdup(b->about);
		if (!e->params[0].name || !e->params[0].value)
			return -ENOMEM;
	}
	return findings_add(&e->notes, "N-IMPORTED",
			    "perf bench in %s: ops and elapsed_ns are "
			    "fractions, not counts",
			    path);
}

/* Return: the entry, NULL: no memory. */
static struct entry *entry_of(struct session *s, const struct block *b,
			      const char *op, const char *path)
{
	struct entry *e = find_entry(s, b, op);

	if (e)
		return e;
	e = import_entry(s, b->name, op);
	return e && !describe(e, b, path) ? e : NULL;
}

/* Remembers that a result has no value, each name once. */
static int leave_out(struct import_result *out, const char *name)
{
	char *longer;

	if (out->left_out && strstr(out->left_out, name))
		return 0;
	if (asprintf(&longer, "%s%s%s", out->left_out ? out->left_out : "",
		     out->left_out ? ", " : "", name) < 0)
		return -ENOMEM;
	free(out->left_out);
	out->left_out = longer;
	return 0;
}

/* A result is complete when the next one starts, or the text ends. */
static int finish(struct import_result *out, struct block *b, const char *path)
{
	bool per_op = *b->per_op;
	uint64_t ops, elapsed_ns;
	struct entry *e;
	int err;

	if (!*b->name)
		return 0;
	if (!per_op && !*b->total)
		return leave_out(out, b->name);
	err = import_decimal(per_op ? b->per_op : b->total,
			     per_op ? IMPORT_US_PER_OP : IMPORT_S_PER_OP, &ops,
			     &elapsed_ns);
	if (err)
		return err;
	e = entry_of(&out->sessions[0], b, per_op ? "op" : "whole run", path);
	return e ? import_run(e, ops, elapsed_ns) : -ENOMEM;
}

/*
 * "Executed 1000000 pipe operations" is one thing however many there were; how
 * many groups there are is not.
 */
static void add_about(struct block *b, const char *comment)
{
	size_t len = strlen(b->about);

	comment += strspn(comment, "# ");
	if (!strncmp(comment, "Executed ", 9)) {
		comment += 9;
		comment += strspn(comment, "0123456789 ");
	}
	snprintf(b->about + len, ABOUT_LEN - len, "%s%s", len ? "; " : "",
		 comment);
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

static int take_line(struct import_result *out, struct block *b,
		     const char *line, const char *path)
{
	char number[WORD_LEN], unit[WORD_LEN], name[NAME_LEN];
	int err = 0;

	if (is_start(line, name)) {
		err = finish(out, b, path);
		*b = (struct block){ 0 };
		memcpy(b->name, name, NAME_LEN);
	} else if (line[0] == '#' && *b->name) {
		add_about(b, line);
	} else if (sscanf(line, "%31s %31s", number, unit) == 2 &&
		   !strcmp(unit, "usecs/op") && !*b->per_op) {
		memcpy(b->per_op, number, WORD_LEN);
	} else if (sscanf(line, " Total time: %31s %31s", number, unit) == 2 &&
		   !strcmp(unit, "[sec]")) {
		memcpy(b->total, number, WORD_LEN);
	}
	return err;
}

static int take_lines(struct import_source *src, struct import_result *out,
		      char *why, size_t len)
{
	struct block b = { 0 };
	char *text = src->text, *line;
	size_t nr = 0;
	int err = 0;

	while (!err && (line = import_line(&text))) {
		nr++;
		err = take_line(out, &b, line, src->title);
	}
	if (!err)
		err = finish(out, &b, src->title);
	if (err == -ENOMEM)
		return why_set(why, len, err, "no memory");
	if (err)
		return why_set(why, len, -EINVAL,
			       "before line %zu: the time of %s is no number "
			       "above 0",
			       nr + 1, b.name);
	if (!out->sessions[0].nr_entries && out->left_out)
		return why_set(why, len, -EINVAL,
			       "no time per op or run in it: %s",
			       out->left_out);
	if (!out->sessions[0].nr_entries)
		return why_set(why, len, -EINVAL,
			       "no result of perf bench in it (its default "
			       "format starts with # Running)");
	return 0;
}

/* Runs that every benchmark has: nobody asked for more. */
static uint32_t fewest_runs(const struct session *s)
{
	size_t fewest = s->entries[0].nr_runs;

	for (size_t i = 1; i < s->nr_entries; i++) {
		if (s->entries[i].nr_runs < fewest)
			fewest = s->entries[i].nr_runs;
	}
	return (uint32_t)fewest;
}

int import_perf(struct import_source *s, struct import_result *out, char *why,
		size_t len)
{
	struct session *session = import_session(out, s->text);
	int err = session ? take_lines(s, out, why, len) :
			    why_set(why, len, -ENOMEM, "no memory");

	if (err)
		import_free(out);
	else
		session->repeat = fewest_runs(session);
	return err;
}
