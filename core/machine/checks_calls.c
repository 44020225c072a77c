/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_calls.c - checks of what makes every system call and switch
 * dearer: filters, tracing, kernels that are built to find faults.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine/checks.h"
#include "machine/kernel_config.h"
#include "machine/procfs.h"

#define TRACING "/sys/kernel/tracing/"

static void check_seccomp(struct checker *c)
{
	const char *path = "/proc/self/status";
	char text[4096], mode[16];

	if (procfs_read(c->root, text, sizeof(text), "%s", path) <= 0 ||
	    procfs_field(text, "Seccomp", mode, sizeof(mode)) <= 0)
		check_add(c, "seccomp", CHECK_UNKNOWN, NULL, path,
			  "whether system calls are filtered cannot be seen");
	else if (!strcmp(mode, "0"))
		check_add(c, "seccomp", CHECK_OK, mode, path,
			  "no filter looks at the tasks' system calls");
	else
		check_add(c, "seccomp", CHECK_WARN, mode, path,
			  "a filter looks at every system call, as in most "
			  "containers, and makes it dearer: start the "
			  "container with seccomp=unconfined");
}

/* A tracer, or single events. Return: 1, 0, or a negative errno: not seen. */
static int find_tracer(const struct checker *c, char *buf, size_t len)
{
	char event[64];
	int n;

	n = procfs_line(c->root, buf, len, TRACING "current_tracer");
	if (n <= 0)
		return n ? n : -ENODATA;
	if (strcmp(buf, "nop"))
		return 1;
	if (procfs_line(c->root, event, sizeof(event), TRACING "set_event") <=
	    0)
		return 0;
	snprintf(buf, len, "%s", event);
	return 1;
}

static void check_tracer(struct checker *c)
{
	const char *path = TRACING "current_tracer";
	char tracer[64];
	int ret = find_tracer(c, tracer, sizeof(tracer));

	if (ret < 0)
		check_add(c, "kernel.tracer", CHECK_UNKNOWN, NULL, path,
			  "whether the kernel is being traced cannot be seen: "
			  "that takes root");
	else if (ret)
		check_add(c, "kernel.tracer", CHECK_WARN, tracer, path,
			  "the kernel is being traced, which makes switches "
			  "and calls dearer: write nop to %scurrent_tracer, "
			  "and 0 to %sevents/enable",
			  TRACING, TRACING);
	else
		check_add(c, "kernel.tracer", CHECK_OK, tracer, path,
			  "nobody traces the kernel");
}

/* This one can be seen without privilege in every kernel. */
static void check_lockdep(struct checker *c)
{
	char path[PROCFS_PATH_LEN];

	snprintf(path, sizeof(path), "%s/proc/lockdep", c->root);
	if (!access(path, F_OK))
		check_add(c, "kernel.lockdep", CHECK_WARN, "on",
			  "/proc/lockdep",
			  "this kernel checks its locks (CONFIG_LOCKDEP): it "
			  "is built to find faults, not for speed: boot "
			  "another one");
	else
		check_add(c, "kernel.lockdep", CHECK_OK, "off", "/proc/lockdep",
			  "this kernel checks no locks");
}

static void check_debug(struct checker *c)
{
	static const char *const options[] = {
		"CONFIG_KASAN",		"CONFIG_KCSAN",
		"CONFIG_PROVE_LOCKING", "CONFIG_DEBUG_PREEMPT",
		"CONFIG_SLUB_DEBUG_ON", "CONFIG_DEBUG_PAGEALLOC",
	};
	char value[24];
	int ret;

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		ret = kernel_config(c->root, options[i], value, sizeof(value));
		if (ret < 0) {
			check_add(c, "kernel.debug", CHECK_UNKNOWN, NULL, NULL,
				  "whether this kernel is built to find faults "
				  "cannot be seen: there is no /boot/config of "
				  "it");
			return;
		}
		if (!ret)
			continue;
		check_add(c, "kernel.debug", CHECK_WARN, options[i], NULL,
			  "this kernel is built to find faults, not for "
			  "speed: boot another one");
		return;
	}
	check_add(c, "kernel.debug", CHECK_OK, "none", NULL,
		  "this kernel is not built to find faults");
}

void checks_calls(struct checker *c)
{
	check_seccomp(c);
	check_tracer(c);
	check_lockdep(c);
	if (!c->quick)
		check_debug(c);
}
