/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place_try.c - whether the kernel grants the CPUs that were asked for.
 *
 * A mask that was inherited does not say: who isolates CPUs, or narrows the
 * mask of a shell, may still name others. Only a cpuset is a limit.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cpumask.h"
#include "machine/place.h"
#include "machine/procfs.h"

#define LIST_LEN 4096
#define CPU_DIR "/sys/devices/system/cpu"

/* The CPUs of the cpuset: what remains when all there could be are wanted. */
static char *cpuset_text(void)
{
	struct place_spec possible;
	char line[LIST_LEN], *text = NULL;
	size_t nr;
	int *cpus;

	if (procfs_line("", line, sizeof(line), CPU_DIR "/possible") < 0 ||
	    place_parse(line, &possible))
		return NULL;
	if (!cpumask_set(possible.cpus, possible.nr) &&
	    !cpumask_get(&cpus, &nr)) {
		text = place_list_text(cpus, nr);
		free(cpus);
	}
	place_spec_free(&possible);
	return text;
}

static int explain_cpuset(int cpu, char *why, size_t len)
{
	char *allowed = cpuset_text();

	snprintf(why, len,
		 "CPU %d cannot be used: it is not in the cpuset of this "
		 "process (allowed: %s)",
		 cpu, allowed ? allowed : "unknown");
	free(allowed);
	return -EPERM;
}

static int explain(int cpu, int err, char *why, size_t len)
{
	char line[LIST_LEN];

	if (procfs_list_has("", cpu, CPU_DIR "/present") == 0 &&
	    procfs_line("", line, sizeof(line), CPU_DIR "/present") > 0) {
		snprintf(why, len, "there is no CPU %d (present: %s)", cpu,
			 line);
		return -ENXIO;
	}
	if (procfs_list_has("", cpu, CPU_DIR "/online") == 0) {
		snprintf(why, len, "CPU %d is offline", cpu);
		return -ENXIO;
	}
	if (err == -EINVAL || err == -ENODEV)
		return explain_cpuset(cpu, why, len);
	snprintf(why, len, "CPU %d cannot be used: the kernel refuses it (%s)",
		 cpu, strerror(-err));
	return err == -EACCES ? -EPERM : err;
}

/* Leaves the calling thread anywhere. */
static int try_all(const int *cpus, size_t nr, const int *known,
		   size_t nr_known, char *why, size_t len)
{
	for (size_t i = 0; i < nr; i++) {
		int err;

		if (cpumask_has(known, nr_known, cpus[i]) ||
		    cpumask_has(cpus, i, cpus[i]))
			continue;
		err = place_pin(cpus[i]);
		if (err)
			return explain(cpus[i], err, why, len);
	}
	return 0;
}

int place_try(const int *cpus, size_t nr, const int *known, size_t nr_known,
	      char *why, size_t len)
{
	int *before, ret, err;
	size_t nr_before;

	ret = cpumask_get(&before, &nr_before);
	if (ret) {
		snprintf(why, len, "cannot read the CPU mask: %s",
			 strerror(-ret));
		return ret;
	}
	ret = try_all(cpus, nr, known, nr_known, why, len);
	err = cpumask_set(before, nr_before);
	free(before);
	if (err && !ret) {
		snprintf(why, len, "cannot restore the CPU mask: %s",
			 strerror(-err));
		ret = err;
	}
	return ret;
}
