/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/dirs.c - where plugins are searched.
 */
#include "plugin/dirs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/log.h"

#define VARIABLE "HARNESS_PATH"
#define BELOW_PREFIX "lib/harness"

static int append(struct plugin_dirs *d, char *path)
{
	char **dir = reallocarray(d->dir, d->nr + 1, sizeof(*dir));

	if (!dir)
		return log_error(ENOMEM, "plugin directories");
	d->dir = dir;
	d->dir[d->nr++] = path;
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
