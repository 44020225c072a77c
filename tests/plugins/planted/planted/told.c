/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/planted/told.c - a task that writes down what it was
 * told to be, a line for each, into the file that HARNESS_TOLD names.
 */
#include <harness/bench.h>

#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* struct told_state - @tasks: how many */
struct told_state {
	uint64_t tasks;
};

static const struct bench_option told_options[] = {
	BENCH_OPTION(struct told_state, tasks, BENCH_COUNT, 1, 1, 2,
		     "how many tasks there are"),
	BENCH_END
};

static uint32_t told_tasks(const void *state)
{
	const struct told_state *s = state;

	return (uint32_t)s->tasks;
}

/* Where this plugin was found. */
static const char *folder(char *buf, size_t len)
{
	static const char here;
	Dl_info info;
	char *slash;

	if (!dladdr(&here, &info))
		return "unknown";
	snprintf(buf, len, "%s", info.dli_fname);
	slash = strstr(buf, "/planted/told.so");
	if (slash)
		*slash = '\0';
	return buf;
}

static bool in_own_cgroup(void)
{
	FILE *f = fopen("/proc/self/cgroup", "re");
	char line[512];
	bool found = false;

	while (f && fgets(line, sizeof(line), f))
		found = found || strstr(line, "/harness-");
	if (f)
		fclose(f);
	return found;
}

/* A number of /proc/thread-self/status; -1: there is none. */
static long status_of(const char *key)
{
	FILE *f = fopen("/proc/thread-self/status", "re");
	size_t len = strlen(key);
	char line[512];
	long v = -1;

	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, key, len))
			v = strtol(line + len, NULL, 10);
	if (f)
		fclose(f);
	return v;
}

static int told_prepare(struct bench_task *t)
{
	const char *path = getenv("HARNESS_TOLD");
	const char *value = getenv("HARNESS_VALUE");
	FILE *f = path ? fopen(path, "ae") : NULL;
	char buf[512];

	if (!f)
		return bench_error(t, ENOENT, "HARNESS_TOLD");
	fprintf(f,
		"policy=%d cpus=%u threads=%d libc=%d work=%d cgroup=%d nice=%d slack=%d filters=%ld value=%s folder=%s\n",
		sched_getscheduler(0), t->group->nr_cpus, t->group->threads,
		t->libc, t->work != NULL, in_own_cgroup(),
		getpriority(PRIO_PROCESS, 0), prctl(PR_GET_TIMERSLACK),
		status_of("Seccomp_filters:"), value ? value : "none",
		folder(buf, sizeof(buf)));
	return fclose(f) ? bench_error(t, errno, "writing") : 0;
}

static int told_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops)
		bench_work(t);
	return 0;
}

BENCH(
	.name = "planted/told",
	.summary = "a task that writes down what it was told to be",
	.op = "loop",
	.description = "Nothing is measured.",
	.state_size = sizeof(struct told_state),
	.options = told_options,
	.tasks = told_tasks,
	.prepare = told_prepare,
	.task = told_task,
);
