/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_perf.c - what perf bench prints.
 *
 * "# Running 'sched/pipe' benchmark:" starts a result; "N usecs/op" is its
 * value, and where there is none "Total time: N [sec]" is, for a whole run.
 * What stands in comments between them tells processes from threads and small
 * from large: results that differ in it are not runs of one thing. A result
 * whose value cannot be read is left out with its name, the others are kept.
 */
#include "result/import_perf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "result/import.h"

#define NAME_LEN 64
#define WORD_LEN 32
#define ABOUT_LEN 256

/* struct time - as printed; without a number there is none */
struct time {
	char number[WORD_LEN], unit[WORD_LEN];
};

/**
 * struct block - one result being read
 * @name:	benchmark; empty before the first
 * @about:	comments on it, without how often something was done
 * @per_op:	what an op takes
 * @total:	what the whole took
 */
struct block {
	char name[NAME_LEN];
	char about[ABOUT_LEN];
	struct time per_op, total;
};

/* Units of a time, without "/op" and with their plural's s cut off. */
static const struct {
	const char *word;
	int unit;
} units[] = {
	{ "ns", IMPORT_NS_PER_OP },	   { "nsec", IMPORT_NS_PER_OP },
	{ "us", IMPORT_US_PER_OP },	   { "usec", IMPORT_US_PER_OP },
	{ "\u00b5s", IMPORT_US_PER_OP },   { "\u03bcs", IMPORT_US_PER_OP },
	{ "\u00b5sec", IMPORT_US_PER_OP }, { "\u03bcsec", IMPORT_US_PER_OP },
	{ "ms", IMPORT_MS_PER_OP },	   { "msec", IMPORT_MS_PER_OP },
	{ "s", IMPORT_S_PER_OP },	   { "sec", IMPORT_S_PER_OP },
};

/* Return: enum import_unit, or -EINVAL. */
static int unit_of(const char *text)
{
	size_t len;

	text += *text == '[';
	len = strcspn(text, "/]");
	if (text[len] && strcmp(text + len, "/op") && strcmp(text + len, "]"))
		return -EINVAL;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		size_t n = strlen(units[i].word);

		if (!strncmp(text, units[i].word, n) &&
		    (len == n || (len == n + 1 && text[n] == 's')))
			return units[i].unit;
	}
	return -EINVAL;
}

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
	if (*b->about && import_param(e, "perf", b->about))
		return -ENOMEM;
	return import_note(e, "perf bench in %s", path);
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

/*
 * The value of a result as a fraction.
 *
 * Return: 0; 1 where it has none, which is noted then; -ENOMEM.
 */
static int value_of(struct import_result *out, const struct block *b,
		    uint64_t *ops, uint64_t *elapsed_ns)
{
	const struct time *t = *b->per_op.number ? &b->per_op : &b->total;
	int unit;

	if (!*t->number)
		return import_leave_out(out, b->name, "no time per op or run") ?:
			       1;
	unit = unit_of(t->unit);
	if (unit < 0)
		return import_leave_out(out, b->name, "unknown unit %s", t->unit) ?:
			       1;
	return import_value(out, b->name, t->number,
			    t == &b->total && *t->unit != '[', unit, ops,
			    elapsed_ns);
}

/* A result is complete when the next one starts, or the text ends. */
static int finish(struct import_result *out, struct block *b, const char *path)
{
	uint64_t ops, elapsed_ns;
	struct entry *e;
	int err;

	if (!*b->name)
		return 0;
	err = value_of(out, b, &ops, &elapsed_ns);
	if (err)
		return err < 0 ? err : 0;
	e = entry_of(&out->sessions[0], b,
		     *b->per_op.number ? "op" : "whole run", path);
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
		comment += strspn(comment, "0123456789., ");
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

/* "2.105 usecs/op", "Total time: 0.308 [sec]"; the first of each counts. */
static void take_time(struct block *b, const char *line)
{
	struct time t;

	if (sscanf(line, "%31s %31s", t.number, t.unit) == 2 &&
	    strstr(t.unit, "/op")) {
		if (!*b->per_op.number)
			b->per_op = t;
	} else if (sscanf(line, " Total time: %31s %31s", t.number, t.unit) ==
		   2) {
		b->total = t;
	}
}

static int take_line(struct import_result *out, struct block *b,
		     const char *line, const char *path)
{
	char name[NAME_LEN];
	int err = 0;

	if (is_start(line, name)) {
		err = finish(out, b, path);
		*b = (struct block){ 0 };
		memcpy(b->name, name, NAME_LEN);
	} else if (line[0] == '#' && *b->name) {
		add_about(b, line);
	} else {
		take_time(b, line);
	}
	return err;
}

int import_perf(struct import_source *s, struct import_result *out, char *why,
		size_t len)
{
	int err = import_session(out, s->text) ? 0 : -ENOMEM;
	struct block b = { 0 };
	char *text = s->text, *line;

	while (!err && (line = import_line(&text)))
		err = take_line(out, &b, line, s->title);
	if (!err)
		err = finish(out, &b, s->title);
	return import_end(out, err,
			  "no result of perf bench in it (its default format "
			  "starts with # Running)",
			  why, len);
}
