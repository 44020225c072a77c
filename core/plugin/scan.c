/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/scan.c - the plugin files in a plugin directory.
 */
#include "plugin/scan.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/loader.h"

#define ENDING ".so"
#define WHY_LEN 1024

static void free_file(struct scan_file *f)
{
	free(f->name);
	free(f->collection);
	free(f->path);
	free(f->broken);
}

/* Takes @name and @path over; @broken is copied. */
static int add(struct scan *s, char *name, char *path, const char *broken)
{
	struct scan_file f = { .name = name, .path = path, .order = s->nr };
	struct scan_file *file;

	if (name)
		f.collection = strndup(name, strcspn(name, "/"));
	if (broken)
		f.broken = strdup(broken);
	file = reallocarray(s->file, s->nr + 1, sizeof(*file));
	if (file)
		s->file = file;
	if (!file || !f.collection || !path || (broken && !f.broken)) {
		free_file(&f);
		return -ENOMEM;
	}
	s->file[s->nr++] = f;
	return 0;
}

static char *join(const char *a, const char *between, const char *b)
{
	char *out;

	return asprintf(&out, "%s%s%s", a, between, b) < 0 ? NULL : out;
}

/* Length of a file's name without its ending; 0: not a plugin's name */
static size_t stem(const char *file)
{
	size_t len = strlen(file), ending = strlen(ENDING);

	if (len <= ending || file[0] == '.' ||
	    strcmp(file + len - ending, ENDING))
		return 0;
	return len - ending;
}

/* Asks the file system only where the directory does not say it. */
static bool is_dir(const struct dirent *e, const char *path)
{
	struct stat st;

	if (e->d_type != DT_UNKNOWN && e->d_type != DT_LNK)
		return e->d_type == DT_DIR;
	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* A link leads through other directories, a file only through the scanned. */
static int check_owner(const char *path, const struct trust *t, char *why)
{
	struct stat st;

	if (!t->privileged || lstat(path, &st))
		return 0;
	if (!S_ISLNK(st.st_mode))
		return trust_inode(t, &st, why, WHY_LEN);
	return trust_path(t, path, why, WHY_LEN) == -EPERM ? -EPERM : 0;
}

static int add_plugin(struct scan *s, char *name, char *path,
		      const struct trust *t)
{
	char why[WHY_LEN];

	if (name && !plugin_name_valid(name))
		return add(s, name, path,
			   "its folder and file are not named in a-z, 0-9, _ "
			   "and -");
	if (path && check_owner(path, t, why))
		return add(s, name, path, why);
	return add(s, name, path, NULL);
}

static int scan_collection(struct scan *s, DIR *d, const char *folder,
			   const char *collection, const struct trust *t)
{
	struct dirent *e;
	int err = 0;

	while (!err && (e = readdir(d))) {
		char *path, *name;

		if (!stem(e->d_name))
			continue;
		path = join(folder, "/", e->d_name);
		if (path && is_dir(e, path)) {
			free(path);
			continue;
		}
		name = join(collection, "/", e->d_name);
		if (name)
			name[strlen(name) - strlen(ENDING)] = '\0';
		err = add_plugin(s, name, path, t);
	}
	return err;
}

static int refuse_folder(struct scan *s, const char *folder,
			 const char *collection, const char *why)
{
	char *reason = join("its folder cannot be searched", ": ", why);
	int err = -ENOMEM;

	if (reason)
		err = add(s, strdup(collection), strdup(folder), reason);
	free(reason);
	return err;
}

/* For want of descriptors nothing can be said about what is there. */
static bool is_limit(int err)
{
	return err == EMFILE || err == ENFILE;
}

static int open_collection(struct scan *s, const char *folder,
			   const char *collection, const struct trust *t)
{
	char why[WHY_LEN];
	DIR *d;
	int err;

	if (check_owner(folder, t, why))
		return refuse_folder(s, folder, collection, why);
	d = opendir(folder);
	if (!d && is_limit(errno))
		return -errno;
	if (!d)
		return refuse_folder(s, folder, collection, strerror(errno));
	err = scan_collection(s, d, folder, collection, t);
	closedir(d);
	return err;
}

/* What lies in a plugin directory itself: folders, and mistakes. */
static int scan_entry(struct scan *s, const char *dir, const struct dirent *e,
		      const struct trust *t)
{
	const char *name = e->d_name;
	size_t len = stem(name);
	char *path;
	int err;

	if (name[0] == '.')
		return 0;
	path = join(dir, "/", name);
	if (!path)
		return -ENOMEM;
	if (is_dir(e, path)) {
		err = open_collection(s, path, name, t);
		free(path);
		return err;
	}
	if (len)
		return add(s, strndup(name, len), path,
			   "it lies outside a collection folder: move it to "
			   "DIR/collection/name.so");
	free(path);
	return 0;
}

int scan_dir(struct scan *s, const char *dir, const struct trust *t)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	int err = 0;

	if (!d && is_limit(errno))
		return -errno;
	if (!d)
		return refuse_folder(s, dir, dir, strerror(errno));
	while (!err && (e = readdir(d)))
		err = scan_entry(s, dir, e, t);
	closedir(d);
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct scan_file *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	if (c)
		return c;
	return x->order < y->order ? -1 : 1;
}

int scan_finish(struct scan *s)
{
	const struct scan_file *first = NULL;

	if (s->nr)
		qsort(s->file, s->nr, sizeof(*s->file), compare);
	for (size_t i = 0; i < s->nr; i++) {
		struct scan_file *f = &s->file[i];

		if (!first || strcmp(first->name, f->name)) {
			first = f;
		} else if (!f->broken) {
			f->broken = join("hidden", " by ", first->path);
			if (!f->broken)
				return -ENOMEM;
		}
	}
	return 0;
}

void scan_free(struct scan *s)
{
	for (size_t i = 0; i < s->nr; i++)
		free_file(&s->file[i]);
	free(s->file);
	*s = (struct scan){ 0 };
}
