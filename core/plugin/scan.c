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
#include <unistd.h>

#include "plugin/check.h"
#include "plugin/loader.h"
#include "util/log.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/why.h"

/*
 * Where plugins are searched.
 */

#define VARIABLE "HARNESS_PATH"
#define BELOW_PREFIX "lib/harness"

static int append(struct plugin_dirs *d, char *path)
{
	char **dir = array_append((void **)&d->dir, &d->nr, sizeof(*dir));

	if (!dir)
		return log_error(ENOMEM, "plugin directories");
	*dir = path;
	return 0;
}

static bool known(const struct plugin_dirs *d, const char *path)
{
	for (size_t i = 0; i < d->nr; i++) {
		if (!strcmp(d->dir[i], path))
			return true;
	}
	return false;
}

/* Whether plugins can be searched there. @from: who asked for it */
static int check_dir(const char *path, const char *real, const char *from,
		     const struct trust *t)
{
	char why[1024];
	struct stat st;
	int err;

	if (stat(real, &st))
		return log_error(errno, "%s '%s'", from, path);
	if (!S_ISDIR(st.st_mode))
		return log_error(ENOTDIR, "%s '%s'", from, path);
	if (access(real, R_OK | X_OK))
		return log_error(errno, "%s '%s' cannot be searched", from,
				 path);
	err = trust_path(t, path[0] == '/' ? path : real, why, sizeof(why));
	if (err)
		log_error(0, "%s '%s' is refused: %s", from, path, why);
	return err;
}

static int add_dir(struct plugin_dirs *d, const char *path, const char *from,
		   const struct trust *t)
{
	char *real = realpath(path, NULL);
	int err;

	if (!real)
		return log_error(errno, "%s '%s'", from, path);
	err = known(d, real) ? -EEXIST : check_dir(path, real, from, t);
	if (!err)
		err = append(d, real);
	if (err)
		free(real);
	return err == -EEXIST ? 0 : err;
}

static int add_asked(struct plugin_dirs *d, const char *const *asked,
		     const struct trust *t)
{
	int err = 0;

	for (; !err && asked && *asked; asked++) {
		if (!**asked)
			return log_error(0, "--plugins '' names no directory");
		err = add_dir(d, *asked, "--plugins", t);
	}
	return err;
}

static int add_entry(struct plugin_dirs *d, const char *entry,
		     const struct trust *t)
{
	if (!*entry)
		return log_error(0, VARIABLE " has an empty entry: separate "
					     "absolute directories by one ':', "
					     "or unset it");
	if (*entry != '/')
		return log_error(0,
				 VARIABLE " has the relative entry '%s': "
					  "directories in it start with '/'",
				 entry);
	return add_dir(d, entry, VARIABLE, t);
}

static int add_variable(struct plugin_dirs *d, const struct trust *t)
{
	const char *value = getenv(VARIABLE);
	char *copy, *rest, *entry;
	int err = 0;

	if (!value)
		return 0;
	copy = rest = strdup(value);
	if (!copy)
		return log_error(ENOMEM, VARIABLE);
	while (!err && (entry = strsep(&rest, ":")))
		err = add_entry(d, entry, t);
	free(copy);
	return err;
}

/* "/usr/bin/harness" gives "/usr/lib/harness". */
static char *usual_dir(const char *exe)
{
	const char *slash = strrchr(exe, '/');
	char *path;
	int dir;

	if (!slash)
		return NULL;
	dir = slash - exe;
	while (dir > 0 && exe[dir - 1] != '/')
		dir--;
	if (asprintf(&path, "%.*s" BELOW_PREFIX, dir, exe) < 0)
		return NULL;
	return path;
}

/* Nobody asked for the default directory, so it may be absent. */
static int add_usual(struct plugin_dirs *d, const struct trust *t)
{
	if (!*t->exe) {
		log_warn(
			"/proc/self/exe cannot be read: the harness finds only "
			"plugins of --plugins and " VARIABLE);
		return 0;
	}
	d->usual = usual_dir(t->exe);
	if (!d->usual)
		return log_error(ENOMEM, "plugin directories");
	if (access(d->usual, F_OK) && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	return add_dir(d, d->usual, "plugin directory", t);
}

int plugin_dirs_find(const char *const *asked, const struct trust *t,
		     struct plugin_dirs *d)
{
	int err;

	*d = (struct plugin_dirs){ 0 };
	err = add_asked(d, asked, t);
	if (!err)
		err = add_variable(d, t);
	if (!err)
		err = add_usual(d, t);
	return err;
}

void plugin_dirs_free(struct plugin_dirs *d)
{
	for (size_t i = 0; i < d->nr; i++)
		free(d->dir[i]);
	free(d->dir);
	free(d->usual);
	*d = (struct plugin_dirs){ 0 };
}

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
	struct scan_file *file = NULL;

	if (name)
		f.collection = strndup(text_clean(name), strcspn(name, "/"));
	if (broken)
		f.broken = strdup(broken);
	if (f.collection && path && (!broken || f.broken))
		file = array_append((void **)&s->file, &s->nr, sizeof(*file));
	if (!file) {
		free_file(&f);
		return -ENOMEM;
	}
	*file = f;
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

	if (!t->privileged)
		return 0;
	if (lstat(path, &st))
		return why_set(why, WHY_LEN, -errno, "%s", strerror(errno));
	if (!S_ISLNK(st.st_mode))
		return trust_inode(t, &st, why, WHY_LEN);
	return trust_path(t, path, why, WHY_LEN);
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

/* NULL: there are no more, or *@err says why nobody knows. */
static struct dirent *next_entry(DIR *d, int *err)
{
	struct dirent *e;

	errno = 0;
	e = readdir(d);
	if (!e)
		*err = -errno;
	return e;
}

static int scan_collection(struct scan *s, DIR *d, const char *folder,
			   const char *collection, const struct trust *t)
{
	struct dirent *e;
	int err = 0;

	while (!err && (e = next_entry(d, &err))) {
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
	while (!err && (e = next_entry(d, &err)))
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
