/* SPDX-License-Identifier: MIT */
/*
 * core/util/opts_help.c - help printed from a table of options.
 */
#include "util/opts.h"

#include <string.h>

#define HELP_WIDTH 79
#define HELP_COLUMN 25 /* where the explanations start */

const struct opt opts_help_row = {
	.kind = OPT_FLAG,
	.letter = 'h',
	.name = "help",
	.help = "print this and exit",
};

/* Columns that @len bytes of UTF-8 take. */
static int columns(const char *text, size_t len)
{
	int n = 0;

	for (size_t i = 0; i < len; i++)
		n += (text[i] & 0xc0) != 0x80;
	return n;
}

static void put_word(FILE *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = text[i];

		putc(c < ' ' || c == 0x7f ? '?' : c, out);
	}
}

/* One line of the text, up to \n; returns what follows it. */
static const char *wrap_line(FILE *out, const char *text, int indent,
			     int column, int width)
{
	const char *end = text + strcspn(text, "\n");
	bool first = true;

	while (text < end) {
		size_t len = strcspn(text, " \n");
		int wide = columns(text, len);

		if (len && !first && column + 1 + wide > width) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
			first = true;
		}
		if (len) {
			column += !first + wide;
			fputs(first ? "" : " ", out);
			put_word(out, text, len);
			first = false;
		}
		text += len + (text + len < end);
	}
	putc('\n', out);
	return *end ? end + 1 : end;
}

void opts_wrap(FILE *out, const char *text, int indent, int column, int width)
{
	text = wrap_line(out, text, indent, column, width);
	while (*text) {
		if (*text != '\n')
			fprintf(out, "%*s", indent, "");
		text = wrap_line(out, text, indent, indent, width);
	}
}

static void print_row(FILE *out, const struct opt *o)
{
	char text[512], name[64] = "";
	int column;

	if (o->letter && o->name)
		snprintf(name, sizeof(name), "-%c, --%s", o->letter, o->name);
	else if (o->name)
		snprintf(name, sizeof(name), "    --%s", o->name);
	else
		snprintf(name, sizeof(name), "-%c", o->letter);
	column = fprintf(out, "  %s%s%s", name, o->arg ? " " : "",
			 o->arg ? o->arg : "");
	if (column > HELP_COLUMN - 2) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", HELP_COLUMN - column, "");
	if (o->def)
		snprintf(text, sizeof(text), "%s (default %s)", o->help,
			 o->def);
	else
		snprintf(text, sizeof(text), "%s", o->help);
	opts_wrap(out, text, HELP_COLUMN, HELP_COLUMN, HELP_WIDTH);
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
	opts_wrap(out, c->summary, 0, 0, HELP_WIDTH);
	print_options(out, c->opts);
	if (c->more) {
		putc('\n', out);
		opts_wrap(out, c->more, 0, 0, HELP_WIDTH);
	}
	if (c->examples)
		print_examples(out, c->examples);
}
