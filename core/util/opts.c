/* SPDX-License-Identifier: MIT */
/*
 * core/util/opts.c - read a command line by a table of options.
 */
#include "util/opts.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/exit_status.h"
#include "util/log.h"
#include "util/parse.h"
#include "util/strbuf.h"
#include "util/suggest.h"
#include "util/text.h"
#include "util/why.h"

#define WHY_LEN 512

/**
 * struct reader - one command line being read
 * @c:		the command
 * @next:	rest of argv, up to NULL
 * @dest:	where options are stored
 * @words:	words so far
 * @why, @len:	room for the message
 */
struct reader {
	const struct opts_command *c;
	char **next;
	void *dest;
	struct opts_words *words;
	char *why;
	size_t len;
};

static int number_kind(int kind)
{
	switch (kind) {
	case OPT_BYTES:
		return PARSE_BYTES;
	case OPT_NS:
		return PARSE_NS;
	default:
		return PARSE_COUNT;
	}
}

static int store_number(const struct opt *o, const char *text, void *at,
			char *why, size_t len)
{
	int kind = number_kind(o->kind);
	uint64_t value = 0;
	int err = parse_number(kind, text, o->min, o->max, &value);

	if (err) {
		parse_why(kind, err, o->min, o->max, why, len);
		return err;
	}
	if (o->kind == OPT_U32)
		*(uint32_t *)at = value;
	else
		*(uint64_t *)at = value;
	return 0;
}

static int store_word(const struct opt *o, const char *text, void *at,
		      char *why, size_t len)
{
	uint64_t index = 0;

	if (parse_word(text, o->words, &index)) {
		parse_word_why(o->words, why, len);
		return -EINVAL;
	}
	*(int *)at = index;
	return 0;
}

static int store_string(const char *text, const char **at, char *why,
			size_t len)
{
	if (!*text) {
		return why_set(why, len, -EINVAL, "must not be empty");
	}
	*at = text;
	return 0;
}

static int append_string(const char *text, const char ***list, char *why,
			 size_t len)
{
	const char **bigger;
	size_t n = 0;

	while (*list && (*list)[n])
		n++;
	bigger = reallocarray(*list, n + 2, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	*list = bigger;
	bigger[n] = NULL;
	bigger[n + 1] = NULL;
	return store_string(text, &bigger[n], why, len);
}

/* Stores an option that takes no argument. */
static void store_plain(const struct opt *o, void *dest)
{
	void *at = (char *)dest + o->offset;

	if (o->kind == OPT_SET)
		*(int *)at = o->min;
	else
		*(bool *)at = true;
}

static int store_text(const struct opt *o, const char *text, void *dest,
		      char *why, size_t len)
{
	void *at = (char *)dest + o->offset;

	switch (o->kind) {
	case OPT_STRING:
		return store_string(text, at, why, len);
	case OPT_LIST:
		return append_string(text, at, why, len);
	case OPT_WORD:
		return store_word(o, text, at, why, len);
	case OPT_CALL:
		return o->take(dest, text, why, len);
	default:
		return store_number(o, text, at, why, len);
	}
}

/* Stores an argument; @spelled is the option as it was typed. */
static int store_arg(struct reader *r, const struct opt *o, const char *spelled,
		     const char *text)
{
	char reason[WHY_LEN] = "", quoted[PARSE_QUOTE_LEN];
	int err = store_text(o, text, r->dest, reason, sizeof(reason));

	if (!err || err == -ENOMEM)
		return err;
	return why_set(r->why, r->len, -EINVAL, "%s %s: %s", spelled,
		       parse_quote(text, quoted, sizeof(quoted)), reason);
}

static int store_defaults(struct reader *r)
{
	for (const struct opt *o = r->c->opts; o->kind != OPT_END; o++) {
		int err = o->def ? store_arg(r, o, o->name, o->def) : 0;

		if (err)
			return err;
	}
	return 0;
}

static const struct opt *find_letter(const struct opt *table, char letter)
{
	for (const struct opt *o = table; o && o->kind != OPT_END; o++) {
		if (o->letter == letter)
			return o;
	}
	return letter == opts_help_row.letter ? &opts_help_row : NULL;
}

static const struct opt *find_name(const struct opt *table, const char *name,
				   size_t len)
{
	for (const struct opt *o = table; o && o->kind != OPT_END; o++) {
		if (o->name && strlen(o->name) == len &&
		    !memcmp(o->name, name, len))
			return o;
	}
	if (strlen(opts_help_row.name) == len &&
	    !memcmp(opts_help_row.name, name, len))
		return &opts_help_row;
	return NULL;
}

/* @name without dashes and without "=..." */
static const char *near_name(const struct opts_command *c, const char *name)
{
	struct suggest s = { .word = name };

	for (const struct opt *o = c->opts; o->kind != OPT_END; o++) {
		if (o->name)
			suggest_try(&s, o->name);
	}
	suggest_try(&s, opts_help_row.name);
	return s.best;
}

static int not_here(struct reader *r, const char *spelled)
{
	return why_set(r->why, r->len, -EINVAL,
		       "option '%s' %s (see harness %s --help)", spelled,
		       r->c->others_why, r->c->name);
}

/* Refuses @word, an option of @len characters including its dashes. */
static int unknown_name(struct reader *r, const char *word, size_t len)
{
	char name[PARSE_QUOTE_LEN], quoted[PARSE_QUOTE_LEN];
	const char *near;

	if (find_name(r->c->others, word + 2, len - 2)) {
		snprintf(name, sizeof(name), "%.*s", (int)len, word);
		return not_here(r, name);
	}
	snprintf(name, sizeof(name), "%.*s", (int)(len - 2), word + 2);
	near = near_name(r->c, name);
	return why_set(r->why, r->len, -EINVAL,
		       "unknown option %s%s%s%s (see harness %s --help)",
		       parse_quote(word, quoted, sizeof(quoted)),
		       near ? ": did you mean --" : "", near ? near : "",
		       near ? "?" : "", r->c->name);
}

static int no_argument(struct reader *r, const char *spelled, const char *arg)
{
	return why_set(
		r->why, r->len, -EINVAL,
		"option '%s' needs an argument %s (see harness %s --help)",
		spelled, arg, r->c->name);
}

/* --name, --name=text or --name text */
static int read_long(struct reader *r, const char *word)
{
	size_t len = strcspn(word, "=");
	const struct opt *o = find_name(r->c->opts, word + 2, len - 2);
	const char *text = word[len] ? word + len + 1 : NULL;
	char spelled[64];

	if (!o)
		return unknown_name(r, word, len);
	snprintf(spelled, sizeof(spelled), "--%s", o->name);
	if (!o->arg && text)
		return why_set(r->why, r->len, -EINVAL,
			       "option '%s' takes no argument", spelled);
	if (o == &opts_help_row)
		return 1;
	if (!o->arg) {
		store_plain(o, r->dest);
		return 0;
	}
	if (!text)
		text = *r->next ? *r->next++ : NULL;
	if (!text)
		return no_argument(r, spelled, o->arg);
	return store_arg(r, o, spelled, text);
}

static int unknown_letter(struct reader *r, const char *word, char letter)
{
	const char spelled[] = { '-', letter, '\0' };
	char quoted[PARSE_QUOTE_LEN];

	if (find_letter(r->c->others, letter))
		return not_here(r, spelled);
	return why_set(r->why, r->len, -EINVAL,
		       "unknown option %s (see harness %s --help)",
		       parse_quote(word, quoted, sizeof(quoted)), r->c->name);
}

/* -q, -qv, -r10 or -r 10 */
static int read_short(struct reader *r, const char *word)
{
	for (const char *p = word + 1; *p; p++) {
		const struct opt *o = find_letter(r->c->opts, *p);
		const char spelled[] = { '-', *p, '\0' };

		if (!o)
			return unknown_letter(r, word, *p);
		if (o == &opts_help_row)
			return 1;
		if (o->arg && p[1])
			return store_arg(r, o, spelled, p + 1);
		if (o->arg && !*r->next)
			return no_argument(r, spelled, o->arg);
		if (o->arg)
			return store_arg(r, o, spelled, *r->next++);
		store_plain(o, r->dest);
	}
	return 0;
}

static int check_words(struct reader *r)
{
	char quoted[PARSE_QUOTE_LEN];
	const struct opts_words *w = r->words;

	if (w->nr < r->c->min_words) {
		return why_set(r->why, r->len, -EINVAL, "%s", r->c->missing);
	}
	if (w->nr > r->c->max_words) {
		return why_set(r->why, r->len, -EINVAL,
			       "unexpected word %s (see harness %s --help)",
			       parse_quote(w->v[r->c->max_words], quoted,
					   sizeof(quoted)),
			       r->c->name);
	}
	return 0;
}

static int read_all(struct reader *r)
{
	bool ended = false;
	int err = 0;

	while (!err && *r->next) {
		const char *word = *r->next++;

		if (ended || word[0] != '-' || !word[1])
			r->words->v[r->words->nr++] = word;
		else if (!strcmp(word, "--"))
			ended = true;
		else if (word[1] == '-')
			err = read_long(r, word);
		else
			err = read_short(r, word);
	}
	return err ? err : check_words(r);
}

int opts_parse(const struct opts_command *c, int argc, char **argv, void *dest,
	       struct opts_words *words, char *why, size_t len)
{
	struct reader r = {
		.c = c,
		.next = argv + 1,
		.dest = dest,
		.words = words,
		.why = why,
		.len = len,
	};
	int err;

	words->nr = 0;
	words->v = calloc(argc + 1, sizeof(*words->v));
	if (!words->v)
		return -ENOMEM;
	err = store_defaults(&r);
	return err ? err : read_all(&r);
}

int opts_read(const struct opts_command *c, int argc, char **argv, void *dest,
	      struct opts_words *words)
{
	char why[WHY_LEN];
	int err = opts_parse(c, argc, argv, dest, words, why, sizeof(why));

	if (!err)
		return 0;
	free(words->v);
	*words = (struct opts_words){ NULL, 0 };
	if (err == 1)
		opts_help(stdout, c);
	else if (err == -EINVAL)
		opts_error(c->name, "%s", why);
	else
		opts_error(c->name, "%s", strerror(-err));
	return err;
}

int opts_status(int err)
{
	if (err == -EINVAL)
		return EXIT_USAGE;
	return err < 0 ? EXIT_FAILED : EXIT_DONE;
}

int opts_error(const char *command, const char *fmt, ...)
{
	struct strbuf line = { 0 };
	va_list args;

	va_start(args, fmt);
	strbuf_vaddf(&line, fmt, args);
	va_end(args);
	log_usage(command, "%s", strbuf_text(&line));
	strbuf_free(&line);
	return -EINVAL;
}

/*
 * Help printed from a table of options.
 */

#define HELP_WIDTH 79
#define HELP_COLUMN 25 /* where the explanations start */

const struct opt opts_help_row = {
	.kind = OPT_FLAG,
	.letter = 'h',
	.name = "help",
	.help = "print this and exit",
};

static void print_row(FILE *out, const struct opt *o)
{
	struct strbuf text = { 0 };
	int column;

	if (o->letter)
		column =
			fprintf(out, "  -%c%s", o->letter, o->name ? ", " : "");
	else
		column = fprintf(out, "      ");
	if (o->name)
		column += fprintf(out, "--%s", o->name);
	if (o->arg)
		column += fprintf(out, " %s", o->arg);
	if (column > HELP_COLUMN - 2) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", HELP_COLUMN - column, "");
	strbuf_add(&text, o->help);
	if (o->def)
		strbuf_addf(&text, " (default %s)", o->def);
	text_wrap(out, strbuf_text(&text), HELP_COLUMN, HELP_COLUMN,
		  HELP_WIDTH);
	strbuf_free(&text);
}

static void print_options(FILE *out, const struct opt *opts)
{
	if (opts->kind != OPT_GROUP)
		fputs("\nOptions:\n", out);
	for (; opts->kind != OPT_END; opts++) {
		if (opts->kind == OPT_GROUP)
			fprintf(out, "\n%s:\n", opts->help);
		else
			print_row(out, opts);
	}
	print_row(out, &opts_help_row);
}

static void print_examples(FILE *out, const char *line)
{
	fputs("\nExamples:\n", out);
	while (*line) {
		size_t len = strcspn(line, "\n");

		fprintf(out, "  %.*s\n", (int)len, line);
		line += len + (line[len] == '\n');
	}
}

void opts_help(FILE *out, const struct opts_command *c)
{
	fprintf(out, "Usage: harness %s%s%s\n\n", c->name,
		*c->synopsis ? " " : "", c->synopsis);
	text_wrap(out, c->summary, 0, 0, HELP_WIDTH);
	print_options(out, c->opts);
	if (c->more) {
		putc('\n', out);
		text_wrap(out, c->more, 0, 0, HELP_WIDTH);
	}
	if (c->examples)
		print_examples(out, c->examples);
}
