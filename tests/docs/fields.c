/* SPDX-License-Identifier: MIT */
/*
 * tests/docs/fields.c - brings a page up to date with the tables of fields.
 *
 *	fields <PAGE >NEW
 *
 * Copies standard input. In the schema, what stands between a line
 * "$comment": "fields: TABLE...", with the line behind it, and a blank line or
 * the end of the object is made anew; in a page of Markdown what stands between
 * <!-- fields --> and <!-- end of fields -->. Run by make docs-fields, and by
 * tests/docs.sh, which complains if that would change something.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/fields.h"

#define COMMENT "\"$comment\": \"fields: "
#define BEGIN "<!-- fields -->\n"
#define END "<!-- end of fields -->\n"

static const struct field *table(const char *name)
{
	for (const struct field_table *t = field_tables; t->rows; t++) {
		if (!strcmp(t->name, name))
			return t->rows;
	}
	fprintf(stderr, "fields: there is no table '%s'\n", name);
	exit(1);
}

static void put_words(const char *const *words, const char *between,
		      const char *quote)
{
	for (size_t i = 0; words[i]; i++)
		printf("%s%s%s%s", i ? between : "", quote, words[i], quote);
}

/* The type of a value as the schema has it. */
static void put_schema_type(const struct field *f)
{
	static const char *const types[] = {
		[FIELD_BOOL] = "\"type\": \"boolean\"",
		[FIELD_U32] = "\"$ref\": \"#/$defs/count\"",
		[FIELD_U64] = "\"$ref\": \"#/$defs/count\"",
		[FIELD_SIZE] = "\"$ref\": \"#/$defs/count\"",
		[FIELD_I64] = "\"$ref\": \"#/$defs/measured\"",
		[FIELD_REAL] = "\"$ref\": \"#/$defs/real\"",
		[FIELD_TEXT] = "\"$ref\": \"#/$defs/text\"",
	};

	if (f->type == FIELD_WORD) {
		fputs("\"enum\": [", stdout);
		put_words(f->words, ", ", "\"");
		putchar(']');
	} else if (f->type == FIELD_TEXT && f->required) {
		fputs("\"type\": \"string\"", stdout);
	} else {
		fputs(types[f->type], stdout);
	}
}

/* Members of the tables that @names lists; @more: others follow. */
static void put_schema(char *names, int indent, bool more)
{
	char *save = NULL, *name = strtok_r(names, " ", &save);

	while (name) {
		const struct field *f = table(name);

		name = strtok_r(NULL, " ", &save);
		for (; f->key; f++) {
			printf("%*s\"%s\": {", indent, "", f->key);
			put_schema_type(f);
			printf(", \"description\": \"%s\"}%s\n", f->help,
			       more || name || f[1].key ? "," : "");
		}
	}
}

static const char *page_type(int type)
{
	static const char *const types[] = {
		[FIELD_BOOL] = "true, false", [FIELD_U32] = "integer",
		[FIELD_U64] = "integer",      [FIELD_SIZE] = "integer",
		[FIELD_I64] = "integer",      [FIELD_REAL] = "number",
		[FIELD_TEXT] = "text",
	};

	return types[type];
}

static void put_page(void)
{
	puts("| member | value | what |\n|---|---|---|");
	for (const struct field_table *t = field_tables; t->rows; t++) {
		for (const struct field *f = t->rows; f->key; f++) {
			printf("| `%s%s` | ", t->path, f->key);
			if (f->type == FIELD_WORD)
				put_words(f->words, ", ", "`");
			else
				fputs(page_type(f->type), stdout);
			printf(" | %s |\n", f->help);
		}
	}
}

/* From the line of properties on; @line is the one behind what is made anew. */
static void remake_schema(char *names, char **line, size_t *size)
{
	int indent;

	names[strcspn(names, "\"")] = '\0';
	if (getline(line, size, stdin) < 0)
		return;
	fputs(*line, stdout);
	indent = (int)strspn(*line, " ");
	while (getline(line, size, stdin) >= 0 && **line != '\n' &&
	       (int)strspn(*line, " ") != indent)
		;
	put_schema(names, indent + 2, **line == '\n');
	fputs(*line, stdout);
}

int main(void)
{
	char *line = NULL, *names;
	size_t size = 0;

	while (getline(&line, &size, stdin) >= 0) {
		fputs(line, stdout);
		names = strstr(line, COMMENT);
		if (names) {
			names = strdup(names + strlen(COMMENT));
			remake_schema(names, &line, &size);
			free(names);
		} else if (!strcmp(line, BEGIN)) {
			while (getline(&line, &size, stdin) >= 0 &&
			       strcmp(line, END))
				;
			put_page();
			fputs(line, stdout);
		}
	}
	free(line);
	return fflush(stdout) || ferror(stdout) || ferror(stdin);
}
