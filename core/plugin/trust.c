/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/trust.c - whose plugins may be loaded.
 */
#include "plugin/trust.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/why.h"

static bool has_capabilities(void)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	if (syscall(SYS_capget, &head, data))
		return false;
	/* systemd gives this one to every user who logs in at the machine. */
	data[CAP_TO_INDEX(CAP_WAKE_ALARM)].effective &=
		~CAP_TO_MASK(CAP_WAKE_ALARM);
	return data[0].effective || data[1].effective;
}

static bool is_privileged(void)
{
	return geteuid() == 0 || geteuid() != getuid() ||
	       getegid() != getgid() || getauxval(AT_SECURE) ||
	       has_capabilities();
}

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

static void read_executable(struct trust *t)
{
	char path[PATH_MAX];
	struct stat st;
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return;
	path[n] = '\0';
	strcpy(t->exe, path);
	if (!stat("/proc/self/exe", &st))
		add_inode(t, &st);
	while (to_parent(path)) {
		if (!stat(path, &st))
			add_inode(t, &st);
	}
}

void trust_read(struct trust *t)
{
	memset(t, 0, sizeof(*t));
	t->privileged = is_privileged();
	add_uid(t, 0);
	add_uid(t, geteuid());
	read_executable(t);
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

/* Nobody can rename what others own in a directory with the sticky bit. */
static int check_parent(const struct trust *t, const char *dir, char *why,
			size_t len)
{
	char reason[512];
	struct stat st;
	int err;

	if (leads_to_executable(t, dir))
		return 0;
	if (stat(dir, &st))
		return why_set(why, len, -errno, "%s: %s", dir,
			       strerror(errno));
	if (st.st_mode & S_ISVTX)
		st.st_mode &= ~(S_IWOTH | S_IWGRP);
	err = trust_inode(t, &st, reason, sizeof(reason));
	if (err)
		why_set(why, len, err, "of %s, which leads to it: %s", dir,
			reason);
	return err;
}

static int check_path(const struct trust *t, char *path, char *why, size_t len)
{
	struct stat st;
	int err;

	if (stat(path, &st))
		return why_set(why, len, -errno, "%s", strerror(errno));
	err = trust_inode(t, &st, why, len);
	while (!err && to_parent(path))
		err = check_parent(t, path, why, len);
	return err;
}

/* Both as named and as resolved: either chain can be changed on its way. */
int trust_path(const struct trust *t, const char *path, char *why, size_t len)
{
	char named[PATH_MAX], resolved[PATH_MAX];
	int err;

	if (!t->privileged)
		return 0;
	if (snprintf(named, sizeof(named), "%s", path) >= PATH_MAX)
		return why_set(why, len, -ENAMETOOLONG, "its path is too long");
	if (!realpath(path, resolved))
		return why_set(why, len, -errno, "%s", strerror(errno));
	err = check_path(t, named, why, len);
	return err ? err : check_path(t, resolved, why, len);
}
