/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/suite.c - suites: lists of benchmarks with the options to run them
 * with, as text.
 */
#include "plugin/suite.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/grid.h"
#include "util/input.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/suggest.h"
#include "util/text.h"
#include "util/why.h"

#define SUITE_BYTES ((size_t)64 << 10)
#define WHY_LEN 256

/* Splits @text in place; returns the number of words, or -EINVAL. */
static int split(char *text, char **argv)
{
	int argc = 0;
	char *word, *save = NULL;

	argv[argc++] = (char *)"run";
	text[strcspn(text, "#")] = '\0';
	for (word = strtok_r(text, " \t\r\n", &save); word;
	     word = strtok_r(NULL, " \t\r\n", &save)) {
		if (argc > SUITE_WORDS)
			return -EINVAL;
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	return argc;
}

static int read_lines(FILE *f, int (*line)(void *data, int argc, char **argv),
		      void *data, char *why, size_t len)
{
	char *argv[SUITE_WORDS + 2], *text = NULL;
	size_t size = 0, nr = 0, number = 0;
	int ret = 0;

	while (!ret && getline(&text, &size, f) >= 0) {
		int argc = split(text, argv);

		number++;
		if (argc < 0)
			ret = why_set(why, len, argc,
				      "line %zu has too many words", number);
		else if (argc > 1) {
			ret = line(data, argc, argv);
			nr++;
		}
	}
	free(text);
	if (!ret && !nr)
		ret = why_set(why, len, -EINVAL, "has no line");
	return ret;
}

/* struct suite_file - a suite as a stream, from memory: see input_read() */
struct suite_file {
	char *text;
	FILE *f;
};

static void close_suite(struct suite_file *s)
{
	if (s->f)
		fclose(s->f);
	free(s->text);
}

static int open_suite(struct suite_file *s, const struct registry *r,
		      const char *name, char *why, size_t len)
{
	char *path;
	size_t size;
	int err = registry_suite_path(r, name, &path, why, len);

	*s = (struct suite_file){ 0 };
	if (err)
		return err;
	err = input_read(path, SUITE_BYTES, true, &s->text, &size);
	free(path);
	if (err) {
		input_why(err, SUITE_BYTES, why, len);
		return err;
	}
	/* With its NUL, so that there is a byte also in an empty one. */
	s->f = fmemopen(s->text, size + 1, "r");
	if (s->f)
		return 0;
	err = why_set(why, len, -errno, "%s", strerror(errno));
	close_suite(s);
	return err;
}

int suite_read(const struct registry *r, const char *name,
	       int (*line)(void *data, int argc, char **argv), void *data,
	       char *why, size_t len)
{
	struct suite_file s;
	int ret = open_suite(&s, r, name, why, len);

	if (ret)
		return ret;
	ret = read_lines(s.f, line, data, why, len);
	close_suite(&s);
	return ret;
}

/*
 * Which suites there are, and what they say of themselves.
 */

#define ENDING ".suite"
#define WIDTH 78

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_known(const struct suites *s, const char *name)
{
	for (size_t i = 0; i < s->nr; i++)
		if (!strcmp(s->name[i], name))
			return true;
	return false;
}

/* Adds what is called that, also what is not believed: its summary says so. */
static int add_name(const struct registry *r, struct suites *s,
		    const char *name)
{
	char **added, *path = NULL, why[WHY_LEN];
	int ret;

	if (is_known(s, name))
		return 0;
	ret = registry_suite_path(r, name, &path, why, sizeof(why));
	free(ret ? NULL : path);
	if (ret == -ENOENT || ret == -ENOMEM)
		return ret == -ENOENT ? 0 : ret;
	added = array_append((void **)&s->name, &s->nr, sizeof(*added));
	if (!added)
		return -ENOMEM;
	*added = strdup(name);
	return *added ? 0 : -ENOMEM;
}

static int add_file(const struct registry *r, struct suites *s,
		    const char *file)
{
	size_t len = strlen(file), ending = strlen(ENDING);
	char *name;
	int ret;

	if (len <= ending || strcmp(file + len - ending, ENDING))
		return 0;
	name = strndup(file, len - ending);
	ret = name ? add_name(r, s, name) : -ENOMEM;
	free(name);
	return ret;
}

static int add_dir(const struct registry *r, struct suites *s, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *d;
	int ret = 0;

	if (!dir)
		return errno == EACCES ? 0 : -errno;
	do {
		errno = 0;
		d = readdir(dir);
		ret = d ? add_file(r, s, d->d_name) : -errno;
	} while (d && !ret);
	closedir(dir);
	return ret;
}

int suites_find(const struct registry *r, struct suites *out)
{
	const char *path;
	int ret = 0;

	*out = (struct suites){ 0 };
	for (size_t i = 0; !ret && (path = registry_dir(r, i)); i++)
		ret = add_dir(r, out, path);
	if (out->nr)
		qsort(out->name, out->nr, sizeof(*out->name), compare_names);
	return ret;
}

void suites_free(struct suites *s)
{
	for (size_t i = 0; i < s->nr; i++)
		free(s->name[i]);
	free(s->name);
	*s = (struct suites){ 0 };
}

/* The text of a comment; NULL: the line is none. */
static char *comment_text(char *line)
{
	if (*line != '#')
		return NULL;
	line += strspn(line, "# \t");
	line[strcspn(line, "\r\n")] = '\0';
	return text_clean(line);
}

/* The next line of the comment that a suite begins with; NULL: its end. */
static char *next_comment(FILE *f, char **line, size_t *size)
{
	return getline(line, size, f) < 0 ? NULL : comment_text(*line);
}

const char *suites_summary(const struct registry *r, const char *name,
			   char buf[SUITE_SUMMARY_LEN])
{
	char *line = NULL, *text = NULL, why[WHY_LEN] = "";
	struct suite_file s;
	size_t size = 0;

	if (open_suite(&s, r, name, why, sizeof(why))) {
		snprintf(buf, SUITE_SUMMARY_LEN, "cannot be used: %.100s",
			 text_clean(why));
		return buf;
	}
	text = next_comment(s.f, &line, &size);
	snprintf(buf, SUITE_SUMMARY_LEN, "%s", text ? text : "");
	size = strlen(buf);
	if (size && buf[size - 1] == '.')
		buf[size - 1] = '\0';
	free(line);
	close_suite(&s);
	return text_clean(buf);
}

void suites_print(FILE *out, const struct registry *r, const struct suites *s)
{
	static const struct grid_column plain = { .align = GRID_LEFT };
	struct grid g = { .margin = "  @", .untitled = true };
	char summary[SUITE_SUMMARY_LEN];

	grid_columns(&g, &plain, 1);
	grid_columns(&g, &plain, 1);
	for (size_t i = 0; i < s->nr; i++) {
		grid_add(&g, "%s", s->name[i]);
		if (*suites_summary(r, s->name[i], summary))
			grid_add(&g, "%s", summary);
		grid_end_row(&g);
	}
	grid_text(out, &g);
	grid_free(&g);
}

/* What follows the summary in the comment, as paragraphs. */
static void print_more(FILE *out, const struct registry *r, const char *name)
{
	char *line = NULL, *text, why[WHY_LEN];
	struct strbuf all = { 0 };
	struct suite_file s;
	const char *more;
	size_t size = 0;

	open_suite(&s, r, name, why, sizeof(why));
	if (s.f && next_comment(s.f, &line, &size))
		while ((text = next_comment(s.f, &line, &size)))
			strbuf_addf(&all, "%s%s", *text ? text : "\n\n",
				    *text ? " " : "");
	if (s.f)
		close_suite(&s);
	free(line);
	more = strbuf_text(&all);
	more += strspn(more, " \n");
	if (*more) {
		putc('\n', out);
		text_wrap(out, more, 0, 0, WIDTH);
	}
	strbuf_free(&all);
}

static int print_line(void *data, int argc, char **argv)
{
	FILE *out = data;

	fputs("  harness", out);
	for (int i = 0; i < argc; i++)
		fprintf(out, " %s", text_clean(argv[i]));
	putc('\n', out);
	return 0;
}

int suites_page(FILE *out, const struct registry *r, const char *name,
		char *why, size_t len)
{
	char summary[SUITE_SUMMARY_LEN];
	struct suite_file s;
	int ret = open_suite(&s, r, name, why, len);

	if (ret)
		return ret;
	close_suite(&s);
	suites_summary(r, name, summary);
	fprintf(out, "@%s%s%s\n", name, summary[0] ? ": " : "", summary);
	print_more(out, r, name);
	fputs("\nRuns these in one session:\n", out);
	return suite_read(r, name, print_line, out, why, len);
}

const char *suites_suggest(const struct suites *s, const char *name)
{
	struct suggest near = { .word = name };

	for (size_t i = 0; i < s->nr; i++)
		suggest_try(&near, s->name[i]);
	return near.best;
}
