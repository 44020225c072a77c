/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/trust.c - whose plugins may be loaded.
 */
#include "plugin/trust.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/privilege.h"
#include "util/why.h"

static bool knows_uid(const struct trust *t, uid_t uid)
{
	for (size_t i = 0; i < t->nr_uids; i++) {
		if (t->uids[i] == uid)
			return true;
	}
	return false;
}

static bool knows_gid(const struct trust *t, gid_t gid)
{
	for (size_t i = 0; i < t->nr_gids; i++) {
		if (t->gids[i] == gid)
			return true;
	}
	return false;
}

static void add_uid(struct trust *t, uid_t uid)
{
	if (!knows_uid(t, uid) && t->nr_uids < TRUST_IDS)
		t->uids[t->nr_uids++] = uid;
}

/* Its owner, and its group if that may write. */
static void add_inode(struct trust *t, const struct stat *st)
{
	add_uid(t, st->st_uid);
	if ((st->st_mode & S_IWGRP) && !(st->st_mode & S_ISVTX) &&
	    !knows_gid(t, st->st_gid) && t->nr_gids < TRUST_IDS)
		t->gids[t->nr_gids++] = st->st_gid;
}

/* Cuts the last name off an absolute path; false at "/". */
static bool to_parent(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || !path[1])
		return false;
	slash[slash == path] = '\0';
	return true;
}

/*
 * A file that lends its rights loses them when it is written to, and where it
 * is replaced the new one has none: then only its owner is believed.
 */
static void read_executable(struct trust *t, bool lent)
{
	char path[PATH_MAX];
	struct stat st;
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return;
	path[n] = '\0';
	strcpy(t->exe, path);
	if (!stat("/proc/self/exe", &st)) {
		if (lent)
			add_uid(t, st.st_uid);
		else
			add_inode(t, &st);
	}
	if (lent)
		return;
	while (to_parent(path)) {
		if (!stat(path, &st))
			add_inode(t, &st);
	}
}

void trust_read(struct trust *t)
{
	bool lent;

	memset(t, 0, sizeof(*t));
	t->privileged = privilege_held();
	add_uid(t, 0);
	lent = privilege_lent() && geteuid();
	if (!lent)
		add_uid(t, geteuid());
	read_executable(t, lent);
}

int trust_inode(const struct trust *t, const struct stat *st, char *why,
		size_t len)
{
	if (!t->privileged)
		return 0;
	if (!knows_uid(t, st->st_uid))
		return why_set(why, len, -EPERM,
			       "it belongs to user %u, who could run anything "
			       "with your rights: chown it to root, or run the "
			       "harness as an ordinary user",
			       st->st_uid);
	if (st->st_mode & S_IWOTH)
		return why_set(
			why, len, -EPERM,
			"every user can change it (mode %04o): chmod o-w "
			"it, or run the harness as an ordinary user",
			st->st_mode & 07777U);
	if ((st->st_mode & S_IWGRP) && !knows_gid(t, st->st_gid))
		return why_set(why, len, -EPERM,
			       "group %u can change it (mode %04o): chmod g-w "
			       "it, or run the harness as an ordinary user",
			       st->st_gid, st->st_mode & 07777U);
	return 0;
}

/* The executable lies below it: then who can change it is believed. */
static bool leads_to_executable(const struct trust *t, const char *dir)
{
	size_t len = strlen(dir);

	return !strcmp(dir, "/") ||
	       (!strncmp(t->exe, dir, len) && t->exe[len] == '/');
}

#define MOST_LINKS 40

/**
 * struct walk - a path on its way to what it names, from the root down
 * @t:		who is believed
 * @at:		as far as it got: no link, and nobody else can change it
 * @rest:	what is left of it
 * @links:	followed so far
 * @why:	@len bytes
 */
struct walk {
	const struct trust *t;
	char at[PATH_MAX], rest[PATH_MAX];
	unsigned int links;
	char *why;
	size_t len;
};

/* Nobody can rename what others own in a directory with the sticky bit. */
static int check_parent(const struct walk *w, struct stat *st)
{
	char reason[512];
	int err;

	if (leads_to_executable(w->t, w->at))
		return 0;
	if (S_ISVTX & st->st_mode)
		st->st_mode &= ~(S_IWOTH | S_IWGRP);
	err = trust_inode(w->t, st, reason, sizeof(reason));
	if (err)
		why_set(w->why, w->len, err, "of %s, which leads to it: %s",
			w->at, reason);
	return err;
}

/* Who owns a link cannot change it, but may have made it where all may. */
static int follow_link(struct walk *w, const struct stat *st)
{
	char target[PATH_MAX], rest[PATH_MAX];
	ssize_t n = readlink(w->at, target, sizeof(target) - 1);

	if (n < 0)
		return why_set(w->why, w->len, -errno, "%s", strerror(errno));
	if (!knows_uid(w->t, st->st_uid))
		return why_set(w->why, w->len, -EPERM,
			       "the symbolic link %s, which leads to it, "
			       "belongs to user %u",
			       w->at, st->st_uid);
	if (++w->links > MOST_LINKS)
		return why_set(w->why, w->len, -ELOOP, "%s", strerror(ELOOP));
	target[n] = '\0';
	if (snprintf(rest, sizeof(rest), "%s/%s", target, w->rest) >= PATH_MAX)
		return why_set(w->why, w->len, -ENAMETOOLONG,
			       "its path is too long");
	strcpy(w->rest, rest);
	to_parent(w->at);
	if (*target == '/')
		w->at[0] = '\0';
	return 0;
}

/* Takes the next name off the rest and adds it. Return: 0, or -errno. */
static int next_name(struct walk *w)
{
	char *from = w->rest + strspn(w->rest, "/");
	size_t len = strcspn(from, "/"), used = strlen(w->at);

	if (len == 2 && !strncmp(from, "..", 2)) {
		if (used && !to_parent(w->at))
			w->at[0] = '\0';
	} else if (len && !(len == 1 && *from == '.')) {
		if (used + len + 2 > sizeof(w->at))
			return why_set(w->why, w->len, -ENAMETOOLONG,
				       "its path is too long");
		if (!used || w->at[used - 1] != '/')
			w->at[used++] = '/';
		memcpy(w->at + used, from, len);
		w->at[used + len] = '\0';
	}
	from += len;
	from += strspn(from, "/");
	memmove(w->rest, from, strlen(from) + 1);
	return 0;
}

static int step(struct walk *w)
{
	struct stat st;
	int err = next_name(w);

	if (err)
		return err;
	if (lstat(*w->at ? w->at : "/", &st)) {
		err = -errno;
		if (err == -ENOENT && w->links)
			return why_set(w->why, w->len, err,
				       "a symbolic link to nothing");
		return why_set(w->why, w->len, err, "%s", strerror(-err));
	}
	if (S_ISLNK(st.st_mode))
		return follow_link(w, &st);
	if (*w->rest)
		return check_parent(w, &st);
	return trust_inode(w->t, &st, w->why, w->len);
}

/*
 * From the root down, each name looked at when all before it are known to be
 * safe: whoever is not believed can change none of them any more.
 */
int trust_path(const struct trust *t, const char *path, char *why, size_t len)
{
	struct walk w = { .t = t, .why = why, .len = len };
	int err = 0;

	if (!t->privileged)
		return 0;
	if (snprintf(w.rest, sizeof(w.rest), "%s", path) >= PATH_MAX)
		return why_set(why, len, -ENAMETOOLONG, "its path is too long");
	do {
		err = step(&w);
	} while (!err && *w.rest);
	return err;
}
