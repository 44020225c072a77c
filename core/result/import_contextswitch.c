/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_contextswitch.c - the table of figures that were published for
 * the contextswitch programs: a session per machine, an entry per row.
 *
 * Each row is one run without a spread. What its columns mean is in
 * Documentation/reference/README.md.
 */
#include "result/import_contextswitch.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/import.h"
#include "util/parse.h"
#include "util/sha256.h"
#include "util/why.h"

#define HEADER                                                            \
	"cpu,host,packages,cores_per_package,threads_per_core,placement," \
	"test,count,total_ns,ns_per_unit"
#define ID_LEN 32

/* It goes on without where that is not granted, and does not say so. */
#define ASKS_FOR_FIFO "thread-yield"

/* The printed time per unit has one decimal. */
#define ROUNDING 0.051

enum column {
	CPU,
	HOST,
	PACKAGES,
	CORES,
	SMT,
	PLACEMENT,
	TEST,
	COUNT,
	TOTAL_NS,
	NS_PER_UNIT,
	NR_COLUMNS,
};

/* struct word - what a column says, and what it is here */
struct word {
	const char *theirs, *ours;
};

/* One mask of one CPU; all CPUs of one node. */
static const struct word placements[] = {
	{ "none", "any" },
	{ "one-cpu", "same" },
	{ "node0", "node0" },
	{ NULL, NULL },
};

/* The unit of each test, in the singular. */
static const struct word tests[] = {
	{ "syscall", "call" },
	{ "process-futex", "quarter iteration" },
	{ "thread-futex", "quarter iteration" },
	{ "thread-yield", "half yield" },
	{ NULL, NULL },
};

static const char *translate(const struct word *words, const char *theirs)
{
	for (; words->theirs; words++) {
		if (!strcmp(words->theirs, theirs))
			return words->ours;
	}
	return NULL;
}

/* Cells have neither commas nor quotes in them. */
static int split(char *line, char *cell[NR_COLUMNS])
{
	for (int i = 0; i < NR_COLUMNS; i++) {
		cell[i] = strsep(&line, ",");
		if (!cell[i])
			return -EINVAL;
	}
	return line ? -EINVAL : 0;
}

/* "AMD EPYC 9T34", "cloud": "amd-epyc-9t34-cloud"; malloc'ed. */
static char *slug(const char *cpu, const char *host)
{
	char *text, *to;

	if (asprintf(&text, "%s %s", cpu, host) < 0)
		return NULL;
	to = text;
	for (const char *from = text; *from; from++) {
		char c = *from;

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			*to++ = c;
		else if (to > text && to[-1] != '-')
			*to++ = '-';
	}
	while (to > text && to[-1] == '-')
		to--;
	*to = '\0';
	return text;
}

static int add_fact(struct session *s, const char *name, char *value)
{
	struct fact *f = &s->facts[s->nr_facts++];

	f->name = strdup(name);
	f->value = value;
	return f->name && value ? 0 : -ENOMEM;
}

static int add_facts(struct session *s, char *const cell[NR_COLUMNS])
{
	static const struct {
		const char *name;
		int column;
	} more[] = {
		{ "cpu_model", CPU },	     { "machine", HOST },
		{ "packages", PACKAGES },    { "cores_per_package", CORES },
		{ "threads_per_core", SMT },
	};
	size_t nr = sizeof(more) / sizeof(*more);
	char *host = slug(cell[CPU], cell[HOST]), hex[SHA256_HEX_LEN];
	int err;

	s->facts = calloc(nr + 2, sizeof(*s->facts));
	if (!host || !s->facts) {
		free(host);
		return -ENOMEM;
	}
	sha256_hex(host, strlen(host), hex);
	err = add_fact(s, "machine_id", strndup(hex, ID_LEN));
	err |= add_fact(s, "host", host);
	for (size_t i = 0; i < nr; i++) {
		const char *value = cell[more[i].column];

		if (*value)
			err |= add_fact(s, more[i].name, strdup(value));
	}
	return err ? -ENOMEM : 0;
}

static struct session *session_of(struct import_result *out,
				  char *const cell[NR_COLUMNS])
{
	char *host = slug(cell[CPU], cell[HOST]);
	struct session *s = NULL;

	for (size_t i = 0; host && !s && i < out->nr; i++) {
		if (!strcmp(session_fact(&out->sessions[i], "host"), host))
			s = &out->sessions[i];
	}
	if (host && !s) {
		s = import_session(out, host);
		if (s && add_facts(s, cell))
			s = NULL;
		if (s)
			s->repeat = 1;
	}
	free(host);
	return s;
}

/* struct row - the numbers of a row, checked against each other */
struct row {
	uint64_t count, total_ns;
	const char *relation, *op;
};

static int read_row(char *const cell[NR_COLUMNS], struct row *r)
{
	char *end;
	double printed = strtod(cell[NS_PER_UNIT], &end);

	r->relation = translate(placements, cell[PLACEMENT]);
	r->op = translate(tests, cell[TEST]);
	if (!r->relation || !r->op || !*cell[NS_PER_UNIT] || *end ||
	    parse_number(PARSE_COUNT, cell[COUNT], 1, INT64_MAX, &r->count) ||
	    parse_number(PARSE_COUNT, cell[TOTAL_NS], 1, INT64_MAX,
			 &r->total_ns))
		return -EINVAL;
	if (!(fabs((double)r->total_ns / (double)r->count - printed) <=
	      ROUNDING))
		return -EDOM;
	return 0;
}

static int add_row(struct session *s, const char *test, const struct row *r,
		   const char *path)
{
	struct entry *e;
	char *name;

	if (asprintf(&name, "contextswitch/%s", test) < 0)
		return -ENOMEM;
	e = import_entry(s, name, r->op);
	free(name);
	if (!e)
		return -ENOMEM;
	e->relation = strdup(r->relation);
	e->calls = strdup("libc");
	if (strcmp(test, ASKS_FOR_FIFO))
		e->policy = strdup("other");
	e->threads = !strncmp(test, "thread", strlen("thread"));
	e->nr_tasks = strcmp(test, "syscall") ? 2 : 1;
	e->ops_given = true;
	if (!e->relation || !e->calls ||
	    findings_add(&e->notes, "N-IMPORTED",
			 "published figure from %s: one run, no spread", path))
		return -ENOMEM;
	return import_run(e, r->count, r->total_ns);
}

static int take_line(struct import_result *out, char *line, size_t nr,
		     const char *path, char *why, size_t len)
{
	char *cell[NR_COLUMNS];
	struct session *s;
	struct row r;
	int err;

	if (!*line)
		return 0;
	if (split(line, cell))
		return why_set(why, len, -EINVAL, "line %zu: not %d columns",
			       nr, NR_COLUMNS);
	err = read_row(cell, &r);
	if (err == -EDOM)
		return why_set(why, len, -EINVAL,
			       "line %zu: ns_per_unit is not total_ns / count",
			       nr);
	if (err)
		return why_set(why, len, -EINVAL,
			       "line %zu: a value that does not belong here",
			       nr);
	s = session_of(out, cell);
	if (!s || add_row(s, cell[TEST], &r, path))
		return why_set(why, len, -ENOMEM, "no memory");
	return 0;
}

int import_contextswitch(struct import_source *s, struct import_result *out,
			 char *why, size_t len)
{
	char *text = s->text, *line = import_line(&text);
	size_t nr = 1;
	int err = 0;

	if (!line || strcmp(line, HEADER))
		return why_set(why, len, -EINVAL,
			       "line 1: not the columns of the contextswitch "
			       "table");
	while (!err && (line = import_line(&text)))
		err = take_line(out, line, ++nr, s->title, why, len);
	if (!err && !out->nr)
		err = why_set(why, len, -EINVAL, "no rows in it");
	if (err)
		import_free(out);
	return err;
}
