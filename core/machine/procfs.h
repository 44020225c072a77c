/* SPDX-License-Identifier: MIT */
/*
 * core/machine/procfs.h - small readers of /proc, /sys and control groups.
 *
 * Every function takes @root, a directory put before the path: "" on the
 * machine itself, a recorded tree in tests. None prints.
 */
#ifndef CORE_MACHINE_PROCFS_H
#define CORE_MACHINE_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Enough for any path below /proc and /sys that is read here. */
#define PROCFS_PATH_LEN 512

/**
 * procfs_read - the beginning of a file
 * @buf:	up to @len - 1 bytes, NUL-terminated; empty on error
 * @fmt:	path below @root, starts with "/"
 *
 * Return: bytes read, or a negative errno (-ENAMETOOLONG: the path).
 */
int procfs_read(const char *root, char *buf, size_t len, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/**
 * procfs_line - the first line of a file, without blanks at its ends
 *
 * Return: length, 0 for an empty line; or a negative errno.
 */
int procfs_line(const char *root, char *buf, size_t len, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* struct tracer - who traces a task, @pid 0: nobody */
struct tracer {
	pid_t pid;
	char name[16];
};

/* Who traces task @tid of whatever process; nobody where that is not known. */
struct tracer procfs_tracer(const char *root, pid_t tid);

/**
 * procfs_number - a file that holds one decimal number
 * @out:	untouched on error
 *
 * Return: 0, -EINVAL if it holds something else, or a negative errno.
 */
int procfs_number(const char *root, int64_t *out, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * procfs_list_has - whether a file with a CPU list ("0-3,8") names a CPU
 *
 * Return: 1, 0 (also for an empty list), -EINVAL if it is no list, or a
 * negative errno.
 */
int procfs_list_has(const char *root, int cpu, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * procfs_field - the value in a text of "name : value" lines
 * @text:	as /proc/cpuinfo or /proc/meminfo
 * @name:	the whole name
 * @buf:	value of the first such line, without blanks at its ends; empty
 *		on error
 *
 * Return: length, or -ENOENT.
 */
int procfs_field(const char *text, const char *name, char *buf, size_t len);

/**
 * procfs_has_word - whether a word stands in a text of words
 * @text:	words divided by blanks
 */
bool procfs_has_word(const char *text, const char *word);

/* Sets of CPUs that one reading of /proc/stat can add up. */
#define PROCFS_SETS 3

/**
 * struct procfs_times - where the time of a set of CPUs went since boot
 * @cpus:	@nr CPU numbers, repeats count once; 0: all CPUs of the machine
 * @steal_ns:	time that the hypervisor took from them
 * @busy_ns:	time in which they ran something: tasks, interrupts
 *
 * Both are sums, in steps of the clock tick (10 ms).
 */
struct procfs_times {
	const int *cpus;
	size_t nr;
	int64_t steal_ns, busy_ns;
};

/**
 * procfs_times - fill in @n sets, at most PROCFS_SETS
 *
 * Return: 0, -ENODATA (a CPU is not in /proc/stat, or the kernel is too old
 * to say), or a negative errno; then times are untouched.
 */
int procfs_times(const char *root, struct procfs_times *v, size_t n);

/* struct procfs_throttles - how often heat slowed CPUs, or their packages */
struct procfs_throttles {
	int64_t core, package;
};

/**
 * procfs_throttles - sum over @nr CPUs, since boot
 *
 * Return: 0, -ENOENT (this machine does not tell, as all but x86), or a
 * negative errno; then @out is untouched.
 */
int procfs_throttles(const char *root, const int *cpus, size_t nr,
		     struct procfs_throttles *out);

/* struct procfs_interrupts - of all kinds, and those of devices among them */
struct procfs_interrupts {
	int64_t all, devices;
};

/**
 * procfs_interrupts - sum over @nr CPUs, since boot
 * @cpus:	repeats count once; @nr 0: all CPUs
 *
 * Return: 0; -EFBIG: the table is too long to be read often; -ENODATA: a CPU
 * is not in it; or a negative errno; then @out is untouched.
 */
int procfs_interrupts(const char *root, const int *cpus, size_t nr,
		      struct procfs_interrupts *out);

/**
 * procfs_tsc_usable - whether the CPU's counter runs at one rate for ever
 *
 * The one function without @root: it asks about the CPU it runs on.
 *
 * Return: x86: the kernel offers the TSC as a clock source. aarch64: true,
 * the architecture promises it. Elsewhere false.
 */
bool procfs_tsc_usable(void);

/* What it says on x86, of a machine whose CPUs have @rdtscp or not. */
bool procfs_tsc_fits(const char *root, bool rdtscp);

#endif
