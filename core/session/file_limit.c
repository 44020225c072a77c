/* SPDX-License-Identifier: MIT */
/*
 * core/session/file_limit.c - resource limits that a plan needs raised.
 */
#include "session/file_limit.h"

#include <sys/resource.h>

#include "util/log.h"

/* Of the harness, and of a task in the largest benchmarks. */
#define FILES_BASE 64
#define FILES_PER_TASK 8

static rlim_t files_needed(const struct plan *p)
{
	rlim_t most = 0;

	for (size_t i = 0; i < p->nr; i++) {
		const struct variant *a = &p->entries[i].variant;
		rlim_t tasks = a->place.nr_tasks;

		if (a->threads)
			tasks *= a->place.nr_groups;
		most = tasks > most ? tasks : most;
	}
	return FILES_BASE + most * FILES_PER_TASK;
}

void file_limit_raise(const struct plan *p)
{
	rlim_t need = files_needed(p);
	struct rlimit rl;
	rlim_t before;

	if (getrlimit(RLIMIT_NOFILE, &rl) || rl.rlim_cur >= need ||
	    rl.rlim_cur >= rl.rlim_max)
		return;
	before = rl.rlim_cur;
	rl.rlim_cur = need < rl.rlim_max ? need : rl.rlim_max;
	if (!setrlimit(RLIMIT_NOFILE, &rl))
		log_warn("raised the limit of open files from %llu to %llu",
			 (unsigned long long)before,
			 (unsigned long long)rl.rlim_cur);
}
