/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/trust.h - whose plugins may be loaded.
 *
 * A plugin runs with all rights of the harness. When these are more than an
 * ordinary user's, files and directories that another user can change are
 * refused. Whoever can replace the executable is believed anyway: root, the
 * effective user, the owners of the executable and of the directories that
 * lead to it; their groups where these may write. Where the executable lends
 * rights to its caller (file capabilities) only root and its owner.
 */
#ifndef CORE_PLUGIN_TRUST_H
#define CORE_PLUGIN_TRUST_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#define TRUST_IDS 16

/**
 * struct trust - who is believed
 * @privileged:	this process has rights that its user lacks, or is root;
 *		otherwise everything is believed
 * @uids:	@nr_uids owners
 * @gids:	@nr_gids groups that may write
 * @exe:	the executable, "" if unknown
 */
struct trust {
	bool privileged;
	size_t nr_uids;
	uid_t uids[TRUST_IDS];
	size_t nr_gids;
	gid_t gids[TRUST_IDS];
	char exe[PATH_MAX];
};

/* Finds out about this process. */
void trust_read(struct trust *t);

/**
 * trust_inode - may nobody else change this?
 * @st:		of the file or directory
 * @why:	on error one line, with the remedy
 *
 * Return: 0 or -EPERM.
 */
int trust_inode(const struct trust *t, const struct stat *st, char *why,
		size_t len);

/**
 * trust_path - the same for a file or directory and all that lead to it
 * @path:	absolute
 *
 * All directories and symbolic links on the way count, those in the middle of
 * a chain of links too: once it is believed, the path leads to the same file
 * until somebody who is believed changes that.
 *
 * Return: 0, -EPERM, or -errno when it could not be examined, as where a link
 * leads to nothing.
 */
int trust_path(const struct trust *t, const char *path, char *why, size_t len);

#endif
