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

#include "util/opts.h"
#include "util/suggest.h"
#include "util/why.h"

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

int suite_read(const char *path, int (*line)(void *data, int argc, char **argv),
	       void *data, char *why, size_t len)
{
	FILE *f = fopen(path, "re");
	int ret;

	if (!f) {
		int err = -errno;

		return why_set(why, len, err, "%s: %s", path, strerror(-err));
	}
	ret = read_lines(f, line, data, why, len);
	fclose(f);
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

/* Adds what is called that and can be read. */
static int add_name(const struct registry *r, struct suites *s,
		    const char *name)
{
	char **bigger, *path;
	int ret;

	if (is_known(s, name))
		return 0;
	ret = registry_suite_path(r, name, &path);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	free(path);
	bigger = reallocarray(s->name, s->nr + 1, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	s->name = bigger;
	s->name[s->nr] = strdup(name);
	return s->name[s->nr++] ? 0 : -ENOMEM;
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

	while (dir && !ret && (d = readdir(dir)))
		ret = add_file(r, s, d->d_name);
	if (dir)
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
	return line;
}

/* The next line of the comment that a suite begins with; NULL: its end. */
static char *next_comment(FILE *f, char **line, size_t *size)
{
	return getline(line, size, f) < 0 ? NULL : comment_text(*line);
}

static FILE *open_suite(const struct registry *r, const char *name)
{
	char *path;
	FILE *f;

	if (registry_suite_path(r, name, &path))
		return NULL;
	f = fopen(path, "re");
	free(path);
	return f;
}

const char *suites_summary(const struct registry *r, const char *name,
			   char buf[SUITE_SUMMARY_LEN])
{
	FILE *f = open_suite(r, name);
	char *line = NULL, *text = NULL;
	size_t size = 0;

	if (f)
		text = next_comment(f, &line, &size);
	snprintf(buf, SUITE_SUMMARY_LEN, "%s", text ? text : "");
	size = strlen(buf);
	if (size && buf[size - 1] == '.')
		buf[size - 1] = '\0';
	free(line);
	if (f)
		fclose(f);
	return buf;
}

void suites_print(FILE *out, const struct registry *r, const struct suites *s)
{
	char summary[SUITE_SUMMARY_LEN];
	size_t width = 0;

	for (size_t i = 0; i < s->nr; i++)
		if (strlen(s->name[i]) > width)
			width = strlen(s->name[i]);
	for (size_t i = 0; i < s->nr; i++) {
		suites_summary(r, s->name[i], summary);
		fprintf(out, "  @%-*s%s%s\n", summary[0] ? (int)width : 0,
			s->name[i], summary[0] ? "  " : "", summary);
	}
}

/* What follows the summary in the comment, as paragraphs. */
static void print_more(FILE *out, const struct registry *r, const char *name)
{
	char *line = NULL, *text, *all = NULL;
	size_t size = 0, len = 0;
	FILE *f = open_suite(r, name), *to = open_memstream(&all, &len);

	if (f && to && next_comment(f, &line, &size))
		while ((text = next_comment(f, &line, &size)))
			fprintf(to, "%s%s", *text ? text : "\n\n",
				*text ? " " : "");
	if (f)
		fclose(f);
	free(line);
	if (to && !fclose(to) && all[strspn(all, " \n")]) {
		putc('\n', out);
		opts_wrap(out, all + strspn(all, " \n"), 0, 0, WIDTH);
	}
	free(all);
}

static int print_line(void *data, int argc, char **argv)
{
	FILE *out = data;

	fputs("  harness", out);
	for (int i = 0; i < argc; i++)
		fprintf(out, " %s", argv[i]);
	putc('\n', out);
	return 0;
}

int suites_page(FILE *out, const struct registry *r, const char *name,
		char *why, size_t len)
{
	char summary[SUITE_SUMMARY_LEN], *path;
	int ret = registry_suite_path(r, name, &path);

	if (ret)
		return ret == -ENOENT ? ret :
					why_set(why, len, ret, "no memory");
	suites_summary(r, name, summary);
	fprintf(out, "@%s%s%s\n", name, summary[0] ? ": " : "", summary);
	print_more(out, r, name);
	fputs("\nMeasures in turn, in one session, what these would:\n", out);
	ret = suite_read(path, print_line, out, why, len);
	free(path);
	return ret == -ENOENT ? -EIO : ret;
}

const char *suites_suggest(const struct suites *s, const char *name)
{
	struct suggest near = { .word = name };

	for (size_t i = 0; i < s->nr; i++)
		suggest_try(&near, s->name[i]);
	return near.best;
}
