/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_samples.c - numbers, one a line.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "result/import.h"
#include "util/parse.h"
#include "util/why.h"

/* The one word of a line; "" if there is none, NULL if there are several. */
static char *only_word(char *line)
{
	static const char blanks[] = " \t";
	char *end;

	line[strcspn(line, "#")] = '\0';
	line += strspn(line, blanks);
	end = line + strcspn(line, blanks);
	if (end[strspn(end, blanks)])
		return NULL;
	*end = '\0';
	return line;
}

static int bad_line(size_t nr, const char *what, int err, char *why, size_t len)
{
	char quoted[PARSE_QUOTE_LEN];

	return why_set(why, len, -EINVAL, "line %zu: %s is %s", nr,
		       parse_quote(what, quoted, sizeof(quoted)),
		       err == -ERANGE ? "too large or too small" :
					"not a number above 0");
}

static int take_line(struct entry *e, char *line, size_t nr, int unit,
		     char *why, size_t len)
{
	char *word = only_word(line);
	uint64_t ops, elapsed_ns;
	int err;

	if (!word)
		return why_set(why, len, -EINVAL,
			       "line %zu: more than one number", nr);
	if (!*word)
		return 0;
	err = import_decimal(word, unit, &ops, &elapsed_ns);
	if (err)
		return bad_line(nr, word, err, why, len);
	if (import_run(e, ops, elapsed_ns))
		return why_set(why, len, -ENOMEM, "no memory");
	return 0;
}

static int take_lines(struct import_source *s, struct entry *e, char *why,
		      size_t len)
{
	char *text = s->text, *line;
	size_t nr = 0;
	int err = 0;

	while (!err && (line = import_line(&text)))
		err = take_line(e, line, ++nr, s->unit, why, len);
	if (!err && !e->nr_runs)
		err = why_set(why, len, -EINVAL, "no numbers in it");
	return err;
}

int import_samples(struct import_source *s, struct import_result *out,
		   char *why, size_t len)
{
	struct session *session = import_session(out, s->text);
	struct entry *e = session ? import_entry(session, s->name, "op") : NULL;
	int err;

	if (e && findings_add(&e->notes, "N-IMPORTED",
			      "samples in %s from %s: ops and elapsed_ns are "
			      "fractions, not counts",
			      import_units[s->unit], s->title))
		e = NULL;
	err = e ? take_lines(s, e, why, len) :
		  why_set(why, len, -ENOMEM, "no memory");
	if (err)
		import_free(out);
	else
		session->repeat = (uint32_t)e->nr_runs;
	return err;
}
