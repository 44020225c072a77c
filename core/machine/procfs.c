/* SPDX-License-Identifier: MIT */
/*
 * core/machine/procfs.c - small readers of /proc and /sys.
 */
#include "machine/procfs.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/place_spec.h"
#include "util/cpumask.h"

#define LINE_LEN 4096

static int __attribute__((format(printf, 2, 0)))
open_path(const char *root, const char *fmt, va_list ap)
{
	char path[PROCFS_PATH_LEN];
	int at, n, fd;

	at = snprintf(path, sizeof(path), "%s", root);
	if (at < 0 || (size_t)at >= sizeof(path))
		return -ENAMETOOLONG;
	n = vsnprintf(path + at, sizeof(path) - (size_t)at, fmt, ap);
	if (n < 0 || (size_t)n >= sizeof(path) - (size_t)at)
		return -ENAMETOOLONG;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/*
 * Files of /proc may come in several pieces; a line that is there ends the
 * reading of a @line.
 */
static int read_up_to(int fd, char *buf, size_t len, bool line)
{
	size_t have = 0;
	ssize_t n;

	while (have < len) {
		n = read(fd, buf + have, len - have);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		have += (size_t)n;
		if (line && memchr(buf, '\n', have))
			break;
	}
	return (int)have;
}

static int __attribute__((format(printf, 5, 0)))
read_path(const char *root, char *buf, size_t len, bool line, const char *fmt,
	  va_list ap)
{
	int fd, n;

	buf[0] = '\0';
	fd = open_path(root, fmt, ap);
	if (fd < 0)
		return fd;
	n = read_up_to(fd, buf, len - 1, line);
	buf[n < 0 ? 0 : n] = '\0';
	close(fd);
	return n;
}

int procfs_read(const char *root, char *buf, size_t len, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = read_path(root, buf, len, false, fmt, ap);
	va_end(ap);
	return n;
}

static bool blank(char c)
{
	return isspace((unsigned char)c);
}

/* Copies @len bytes of @text without the blanks at their ends. */
static int copy_trimmed(char *buf, size_t size, const char *text, size_t len)
{
	while (len && blank(*text)) {
		text++;
		len--;
	}
	while (len && blank(text[len - 1]))
		len--;
	if (len >= size)
		len = size - 1;
	memmove(buf, text, len);
	buf[len] = '\0';
	return (int)len;
}

static int __attribute__((format(printf, 4, 0)))
line_path(const char *root, char *buf, size_t len, const char *fmt, va_list ap)
{
	int n = read_path(root, buf, len, true, fmt, ap);

	return n < 0 ? n : copy_trimmed(buf, len, buf, strcspn(buf, "\n"));
}

int procfs_line(const char *root, char *buf, size_t len, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = line_path(root, buf, len, fmt, ap);
	va_end(ap);
	return n;
}

int procfs_number(const char *root, int64_t *out, const char *fmt, ...)
{
	char line[64], *end;
	intmax_t value;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = line_path(root, line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n < 0)
		return n;
	errno = 0;
	value = strtoimax(line, &end, 10);
	if (errno || end == line || *end)
		return -EINVAL;
	*out = value;
	return 0;
}

int procfs_list_has(const char *root, int cpu, const char *fmt, ...)
{
	char line[LINE_LEN];
	struct place_spec list;
	va_list ap;
	int n, found = 0;

	va_start(ap, fmt);
	n = line_path(root, line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n <= 0)
		return n;
	n = place_parse(line, &list);
	if (n)
		return n == -ENOMEM ? n : -EINVAL;
	if (list.kind != PLACE_LIST)
		found = -EINVAL;
	for (size_t i = 0; i < list.nr && !found; i++)
		found = list.cpus[i] == cpu;
	place_spec_free(&list);
	return found;
}

int procfs_field(const char *text, const char *name, char *buf, size_t len)
{
	size_t name_len = strlen(name);
	const char *line = text;

	buf[0] = '\0';
	while (*line) {
		const char *end = line + strcspn(line, "\n");
		const char *p = line;

		if (!strncmp(line, name, name_len)) {
			p += name_len;
			p += strspn(p, " \t");
		}
		if (p != line && *p == ':') {
			p++;
			return copy_trimmed(buf, len, p, (size_t)(end - p));
		}
		line = *end ? end + 1 : end;
	}
	return -ENOENT;
}

bool procfs_has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	while (*text) {
		size_t n;

		text += strspn(text, " \t\n");
		n = strcspn(text, " \t\n");
		if (n && n == len && !memcmp(text, word, len))
			return true;
		text += n;
	}
	return false;
}

#if defined(__x86_64__)
/* Leaf 0x80000001 of CPUID, bit 27 of EDX. */
#define LEAF_FEATURES 0x80000001u
#define RDTSCP (1u << 27)

static bool has_rdtscp(void)
{
	unsigned int a, b, c, d;

	return __get_cpuid(LEAF_FEATURES, &a, &b, &c, &d) && d & RDTSCP;
}
#endif

bool procfs_tsc_fits(const char *root, bool rdtscp)
{
	char line[256];

	/* bench_now() reads it with rdtscp, which some virtual CPUs lack. */
	return rdtscp &&
	       procfs_line(root, line, sizeof(line),
			   "/sys/devices/system/clocksource/clocksource0/"
			   "available_clocksource") > 0 &&
	       procfs_has_word(line, "tsc");
}

bool procfs_tsc_usable(void)
{
#if defined(__x86_64__)
	return procfs_tsc_fits("", has_rdtscp());
#elif defined(__aarch64__)
	return true;
#else
	return false;
#endif
}

/*
 * Where the time of CPUs went, from /proc/stat.
 */

/* user nice system idle iowait irq softirq steal */
#define COLUMNS 8
#define STEAL (1u << 7)
#define BUSY (1u << 0 | 1u << 1 | 1u << 2 | 1u << 5 | 1u << 6)

static bool asked_for(const int *cpus, size_t nr, long cpu)
{
	for (size_t i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

static size_t nr_different(const int *cpus, size_t nr)
{
	size_t n = 0;

	for (size_t i = 0; i < nr; i++)
		n += !asked_for(cpus, i, cpus[i]);
	return n;
}

/* Whether the line counts: "cpu" when no CPU is named, else "cpuN". */
static bool wanted(const char *line, const int *cpus, size_t nr)
{
	const char *digits = line + 3;

	if (!nr)
		return *digits == ' ';
	return isdigit((unsigned char)*digits) &&
	       asked_for(cpus, nr, strtol(digits, NULL, 10));
}

/* struct sum - a set of CPUs being added up, in clock ticks */
struct sum {
	uint64_t steal, busy;
	size_t missing;
};

/* Adds the columns of a line. */
static int add_ticks(const char *line, struct sum *s)
{
	char *p = (char *)line + strcspn(line, " \n");
	char *end;

	for (int column = 0; column < COLUMNS; column++) {
		uint64_t value;

		p += strspn(p, " ");
		value = strtoumax(p, &end, 10);
		if (end == p || *p == '\n')
			return -ENODATA;
		s->steal += STEAL & 1u << column ? value : 0;
		s->busy += BUSY & 1u << column ? value : 0;
		p = end;
	}
	s->missing--;
	return 0;
}

/* The lines of CPUs come first; those of interrupts are long. */
static int read_lines(FILE *f, const struct procfs_times *v, struct sum *s,
		      size_t n)
{
	size_t len = 0, missing = 0;
	char *line = NULL;
	int ret = 0;

	for (size_t i = 0; i < n; i++)
		missing += s[i].missing;
	while (!ret && missing && getline(&line, &len, f) > 0 &&
	       !strncmp(line, "cpu", 3))
		for (size_t i = 0; i < n && !ret; i++)
			if (wanted(line, v[i].cpus, v[i].nr)) {
				ret = add_ticks(line, &s[i]);
				missing--;
			}
	free(line);
	return !ret && missing ? -ENODATA : ret;
}

static int64_t ticks_ns(uint64_t ticks)
{
	return (int64_t)(ticks * (uint64_t)(1000000000 / sysconf(_SC_CLK_TCK)));
}

int procfs_times(const char *root, struct procfs_times *v, size_t n)
{
	struct sum sums[PROCFS_SETS] = { 0 };
	char path[PROCFS_PATH_LEN];
	FILE *f;
	int ret;

	if (n > PROCFS_SETS)
		return -E2BIG;
	if (snprintf(path, sizeof(path), "%s/proc/stat", root) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	f = fopen(path, "re");
	if (!f)
		return -errno;
	for (size_t i = 0; i < n; i++)
		sums[i].missing = v[i].nr ? nr_different(v[i].cpus, v[i].nr) :
					    1;
	ret = read_lines(f, v, sums, n);
	fclose(f);
	for (size_t i = 0; i < n && !ret; i++) {
		v[i].steal_ns = ticks_ns(sums[i].steal);
		v[i].busy_ns = ticks_ns(sums[i].busy);
	}
	return ret;
}

/*
 * How often CPUs were interrupted, and slowed by heat.
 */

#define THROTTLE "/sys/devices/system/cpu/cpu%d/thermal_throttle/%s"

/* A table of this size takes a millisecond or two. */
#define TABLE_MOST ((size_t)256 << 10)

int procfs_throttles(const char *root, const int *cpus, size_t nr,
		     struct procfs_throttles *out)
{
	struct procfs_throttles sum = { 0 };

	for (size_t i = 0; i < nr; i++) {
		int64_t core, package;
		int ret;

		if (cpumask_has(cpus, i, cpus[i]))
			continue;
		ret = procfs_number(root, &core, THROTTLE, cpus[i],
				    "core_throttle_count");
		if (!ret)
			ret = procfs_number(root, &package, THROTTLE, cpus[i],
					    "package_throttle_count");
		if (ret)
			return ret;
		sum.core += core;
		sum.package += package;
	}
	*out = sum;
	return 0;
}

/**
 * struct table - /proc/interrupts being read
 * @columns:	which of its columns are wanted, @nr of them
 */
struct table {
	bool *columns;
	size_t nr;
};

/* The title: the CPUs that are online, in columns. */
static int read_title(char *line, const int *cpus, size_t nr, struct table *t)
{
	size_t found = 0, different = 0;
	char *save, *word;

	for (size_t i = 0; i < nr; i++)
		different += !cpumask_has(cpus, i, cpus[i]);
	t->columns = calloc(strlen(line) + 1, sizeof(*t->columns));
	if (!t->columns)
		return -ENOMEM;
	for (word = strtok_r(line, " \n", &save);
	     word && !strncmp(word, "CPU", 3);
	     word = strtok_r(NULL, " \n", &save)) {
		bool want = !nr || cpumask_has(cpus, nr, atoi(word + 3));

		t->columns[t->nr++] = want;
		found += want;
	}
	return found && (!nr || found == different) ? 0 : -ENODATA;
}

/* A line: a name, a number for each column; some have one for all CPUs. */
static void add_line(const struct table *t, const char *line,
		     struct procfs_interrupts *sum)
{
	const char *name = line + strspn(line, " ");
	const char *p = strchr(name, ':');
	int64_t of_line = 0;
	size_t i;

	for (i = 0; p && i < t->nr; i++) {
		char *end;
		intmax_t n = strtoimax(p + 1, &end, 10);

		if (end == p + 1)
			break;
		of_line += t->columns[i] ? n : 0;
		p = end - 1;
	}
	if (!p || i < t->nr || !strncmp(name, "ERR:", 4) ||
	    !strncmp(name, "MIS:", 4))
		return;
	sum->all += of_line;
	if (isdigit((unsigned char)*name))
		sum->devices += of_line;
}

static int read_table(FILE *f, const int *cpus, size_t nr,
		      struct procfs_interrupts *sum)
{
	struct table t = { 0 };
	size_t room = 0, size = 0;
	char *line = NULL;
	ssize_t n = getline(&line, &room, f);
	int ret = n > 0 ? read_title(line, cpus, nr, &t) : -ENODATA;

	while (!ret && (n = getline(&line, &room, f)) > 0) {
		size += (size_t)n;
		if (size > TABLE_MOST)
			ret = -EFBIG;
		add_line(&t, line, sum);
	}
	free(t.columns);
	free(line);
	return ret;
}

int procfs_interrupts(const char *root, const int *cpus, size_t nr,
		      struct procfs_interrupts *out)
{
	struct procfs_interrupts sum = { 0 };
	char path[PROCFS_PATH_LEN];
	FILE *f;
	int ret;

	if (snprintf(path, sizeof(path), "%s/proc/interrupts", root) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	f = fopen(path, "re");
	if (!f)
		return -errno;
	ret = read_table(f, cpus, nr, &sum);
	fclose(f);
	if (!ret)
		*out = sum;
	return ret;
}

struct tracer procfs_tracer(const char *root, pid_t tid)
{
	struct tracer t = { 0 };
	char text[LINE_LEN];
	const char *line;

	if (procfs_read(root, text, sizeof(text), "/proc/%d/status",
			(int)tid) <= 0)
		return t;
	line = strstr(text, "\nTracerPid:");
	t.pid = line ? (pid_t)atoi(line + strlen("\nTracerPid:")) : 0;
	if (t.pid)
		procfs_line(root, t.name, sizeof(t.name), "/proc/%d/comm",
			    (int)t.pid);
	return t;
}
