/* SPDX-License-Identifier: MIT */
/*
 * core/util/privilege.c - which rights this process has, and whose wishes it
 * then obeys.
 */
#include "util/privilege.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
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

static bool changes_identity(void)
{
	return geteuid() != getuid() || getegid() != getgid();
}

bool privilege_held(void)
{
	return geteuid() == 0 || changes_identity() || getauxval(AT_SECURE) ||
	       has_capabilities();
}

/* What sudo, doas and pkexec leave: who called them. */
static bool called_by_another(void)
{
	static const char *const callers[] = { "SUDO_UID", "PKEXEC_UID" };
	const char *doas = getenv("DOAS_USER");

	for (size_t i = 0; i < sizeof(callers) / sizeof(*callers); i++) {
		const char *uid = getenv(callers[i]);

		if (uid && strcmp(uid, "0"))
			return true;
	}
	return doas && strcmp(doas, "root");
}

bool privilege_lent(void)
{
	return changes_identity() || getauxval(AT_SECURE) ||
	       (geteuid() == 0 && called_by_another());
}

/* Whether @v is "NAME=...", or has a name that begins with a NAME ending in _ */
static bool is_among(const char *v, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		size_t len = strlen(names[i]);

		if (!strncmp(v, names[i], len) &&
		    (names[i][len - 1] == '_' || v[len] == '='))
			return true;
	}
	return false;
}

/* A locale or a terminal that is a path would be a file to be read. */
static bool stays(const char *v)
{
	static const char *const words[] = {
		"LANG",	   "LANGUAGE", "LC_",	   "TERM",
		"COLUMNS", "LINES",    "NO_COLOR", "HARNESS_ALLOW",
	};
	static const char *const paths[] = {
		"PATH",	     "HOME",	   "USER",	"LOGNAME",
		"SHELL",     "PWD",	   "SUDO_UID",	"SUDO_GID",
		"SUDO_USER", "PKEXEC_UID", "DOAS_USER",
	};

	if (is_among(v, paths, sizeof(paths) / sizeof(*paths)))
		return true;
	return is_among(v, words, sizeof(words) / sizeof(*words)) &&
	       !strchr(v, '/');
}

/* Variables whose loss a person would wonder about. */
static bool is_missed(const char *v)
{
	static const char *const names[] = { "HARNESS_", "HWLOC_", "LIBPFM_" };

	return is_among(v, names, sizeof(names) / sizeof(*names));
}

static void add_name(const char *v, char *list, size_t len)
{
	size_t used = strlen(list);

	if (is_missed(v))
		snprintf(list + used, len - used, "%s%.*s", used ? ", " : "",
			 (int)strcspn(v, "="), v);
}

/* Keeps in environ what may stay; the names of the others go to @list. */
static void clean_environment(char *list, size_t len)
{
	char **to = environ;

	for (char **from = environ; from && *from; from++) {
		if (stays(*from))
			*to++ = *from;
		else
			add_name(*from, list, len);
	}
	if (to)
		*to = NULL;
}

int privilege_begin(char *why, size_t len)
{
	char dropped[256] = "";

	why[0] = '\0';
	if (changes_identity())
		return why_set(why, len, -EPERM,
			       "it is installed setuid or setgid, which would "
			       "lend its rights to whoever calls it: chmod "
			       "u-s,g-s it");
	if (!privilege_lent())
		return 0;
	clean_environment(dropped, sizeof(dropped));
	if (dropped[0])
		why_set(why, len, 0,
			"not obeyed with rights that the caller lacks: %s",
			dropped);
	return 0;
}
