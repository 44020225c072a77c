/* SPDX-License-Identifier: MIT */
/*
 * core/machine/kernel_config.c - how the kernel was built.
 */
#include "machine/kernel_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/procfs.h"

static int open_config(const char *root, FILE **out)
{
	char release[128], path[PROCFS_PATH_LEN];
	int n;

	n = procfs_line(root, release, sizeof(release),
			"/proc/sys/kernel/osrelease");
	if (n <= 0)
		return n ? n : -ENOENT;
	if (snprintf(path, sizeof(path), "%s/boot/config-%s", root, release) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	*out = fopen(path, "re");
	return *out ? 0 : -errno;
}

int kernel_config(const char *root, const char *name, char *buf, size_t len)
{
	size_t name_len = strlen(name), room = 0;
	char *line = NULL;
	FILE *f;
	int ret;

	buf[0] = '\0';
	ret = open_config(root, &f);
	if (ret)
		return ret;
	while (!ret && getline(&line, &room, f) > 0) {
		if (strncmp(line, name, name_len) || line[name_len] != '=')
			continue;
		line[strcspn(line, "\n")] = '\0';
		ret = snprintf(buf, len, "%s", line + name_len + 1);
	}
	free(line);
	fclose(f);
	return ret;
}
