/* SPDX-License-Identifier: MIT */
/*
 * core/machine/facts_system.c - what the kernel and its settings are.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/facts_read.h"
#include "machine/place.h"
#include "machine/procfs.h"

#define CPU_DIR "/sys/devices/system/cpu"

static int known(int n)
{
	return n ? n : -ENODATA;
}

int fact_cpus_allowed(const struct fact_source *src, char *buf, size_t len)
{
	const int *cpus;
	char *text;
	size_t nr;
	int ret;

	(void)src;
	ret = place_allowed(&cpus, &nr);
	if (ret)
		return ret;
	text = place_list_text(cpus, nr);
	if (!text)
		return -ENOMEM;
	ret = snprintf(buf, len, "%s", text);
	free(text);
	return ret;
}

int fact_memory(const struct fact_source *src, char *buf, size_t len)
{
	char text[1024];
	int n;

	n = procfs_read(src->root, text, sizeof(text), "/proc/meminfo");
	if (n >= 0)
		n = procfs_field(text, "MemTotal", buf, len);
	if (n <= 0)
		return known(n);
	buf[strcspn(buf, " ")] = '\0';
	return known((int)strlen(buf));
}

/* The word in brackets of "none voluntary (full)", which needs privilege. */
static int preempt_chosen(const struct fact_source *src, char *buf, size_t len)
{
	char line[64];
	char *open;

	if (procfs_line(src->root, line, sizeof(line),
			"/sys/kernel/debug/sched/preempt") <= 0)
		return -ENODATA;
	open = strchr(line, '(');
	if (!open)
		return -ENODATA;
	open[strcspn(open, ")")] = '\0';
	return snprintf(buf, len, "%s", open + 1);
}

static int preempt_option(const struct fact_source *src, char *buf, size_t len)
{
	char line[4096], *word, *save;

	if (procfs_line(src->root, line, sizeof(line), "/proc/cmdline") <= 0)
		return -ENODATA;
	for (word = strtok_r(line, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		if (!strncmp(word, "preempt=", 8))
			return snprintf(buf, len, "%s", word + 8);
	return -ENODATA;
}

int fact_preempt(const struct fact_source *src, char *buf, size_t len)
{
	char version[256], chosen[64];

	if (procfs_line(src->root, version, sizeof(version),
			"/proc/sys/kernel/version") <= 0)
		return -ENODATA;
	if (procfs_has_word(version, "PREEMPT_RT"))
		return snprintf(buf, len, "rt");
	if (procfs_has_word(version, "PREEMPT_DYNAMIC")) {
		if (preempt_chosen(src, chosen, sizeof(chosen)) > 0 ||
		    preempt_option(src, chosen, sizeof(chosen)) > 0)
			return snprintf(buf, len, "%s (dynamic)", chosen);
		return snprintf(buf, len, "dynamic");
	}
	if (procfs_has_word(version, "PREEMPT"))
		return snprintf(buf, len, "full");
	return snprintf(buf, len, "none or voluntary");
}

/* The value of NAME="value" in an os-release file. */
static int os_release(const char *text, const char *name, char *buf, size_t len)
{
	size_t name_len = strlen(name);

	while (strncmp(text, name, name_len) || text[name_len] != '=') {
		text = strchr(text, '\n');
		if (!text)
			return -ENOENT;
		text++;
	}
	text += name_len + 1;
	text += strspn(text, "\"'");
	return known(
		snprintf(buf, len, "%.*s", (int)strcspn(text, "\"'\n"), text));
}

int fact_distro(const struct fact_source *src, char *buf, size_t len)
{
	char text[2048];

	if (procfs_read(src->root, text, sizeof(text), "/etc/os-release") < 0 &&
	    procfs_read(src->root, text, sizeof(text), "/usr/lib/os-release") <
		    0)
		return -ENOENT;
	return os_release(text, "PRETTY_NAME", buf, len);
}

int fact_governor(const struct fact_source *src, char *buf, size_t len)
{
	return known(procfs_line(src->root, buf, len,
				 CPU_DIR "/cpu%d/cpufreq/scaling_governor",
				 src->cpu));
}

int fact_driver(const struct fact_source *src, char *buf, size_t len)
{
	return known(procfs_line(src->root, buf, len,
				 CPU_DIR "/cpu%d/cpufreq/scaling_driver",
				 src->cpu));
}

/* intel_pstate has the opposite; others one switch, or one a CPU. */
int fact_boost(const struct fact_source *src, char *buf, size_t len)
{
	int64_t v;

	if (!procfs_number(src->root, &v, CPU_DIR "/intel_pstate/no_turbo"))
		v = !v;
	else if (procfs_number(src->root, &v, CPU_DIR "/cpufreq/boost") &&
		 procfs_number(src->root, &v, CPU_DIR "/cpu%d/cpufreq/boost",
			       src->cpu))
		return -ENODATA;
	return snprintf(buf, len, "%s", v ? "on" : "off");
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* Adds "name: state" to @buf unless the machine is not affected. */
static size_t add_mitigation(const struct fact_source *src, const char *name,
			     char *buf, size_t at, size_t len)
{
	char state[512];
	int n;

	n = procfs_line(src->root, state, sizeof(state),
			CPU_DIR "/vulnerabilities/%s", name);
	if (n <= 0 || !strcmp(state, "Not affected"))
		return at;
	n = snprintf(buf + at, len - at, "%s%s: %s", at ? " | " : "", name,
		     state);
	return at + (size_t)n < len ? at + (size_t)n : len - 1;
}

int fact_mitigations(const struct fact_source *src, char *buf, size_t len)
{
	char path[PROCFS_PATH_LEN];
	struct dirent **files;
	size_t at = 0;
	int nr;

	if (snprintf(path, sizeof(path), "%s" CPU_DIR "/vulnerabilities",
		     src->root) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	nr = scandir(path, &files, visible, alphasort);
	if (nr < 0)
		return -errno;
	buf[0] = '\0';
	for (int i = 0; i < nr; i++) {
		at = add_mitigation(src, files[i]->d_name, buf, at, len);
		free(files[i]);
	}
	free(files);
	return at ? (int)at : snprintf(buf, len, "not affected");
}

int fact_quota(const struct fact_source *src, char *buf, size_t len)
{
	struct cgroup c;
	const char *dir;
	double cpus;
	int ret;

	ret = cgroup_open(src->root, &c);
	if (ret)
		return ret;
	ret = cgroup_quota(src->root, &c, &cpus, &dir);
	cgroup_close(&c);
	if (ret)
		return ret;
	return isinf(cpus) ? snprintf(buf, len, "none") :
			     snprintf(buf, len, "%.2f", cpus);
}
