/* SPDX-License-Identifier: MIT */
/*
 * pmu/diagnose.c - from an errno of perf_event_open() to its cause.
 *
 * The kernel checks permissions before it looks the PMU up, and answers
 * ENOENT alike for an unknown event and for a PMU that is not there.
 */
#include <errno.h>
#include <linux/perf_event.h>

#include "internal.h"

/* Whether the kernel shows plainly that there are no hardware counters. */
static bool no_cpu_pmu(const struct pmu *p)
{
	return p->caps.sysfs && !p->caps.nr_cpu_pmus;
}

/* Whether an event opens for the caller's own user mode. */
static bool opens(const struct pmu *p, const struct pmu_event *e,
		  enum pmu_scope scope, int cpu)
{
	int fd = event_open_for(p, e, scope, cpu, -1);

	if (fd < 0)
		return false;
	p->sys->close(fd);
	return true;
}

/* The one event that every CPU PMU has. */
static bool counts_cycles(const struct pmu *p)
{
	const struct pmu_event cycles = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_kernel = true,
		.exclude_hv = true,
		.exclude_guest = true,
	};

	return opens(p, &cycles, PMU_TASK, -1);
}

/*
 * Distributions refuse everything above 2, to CAP_PERFMON too; elsewhere
 * the levels are 0: no raw tracepoints, 1: no CPUs, 2: no kernel.
 */
static int access_status(const struct pmu *p, const struct pmu_event *e,
			 enum pmu_scope scope)
{
	const struct pmu_caps *c = &p->caps;

	if (e->where == PMU_CORE && no_cpu_pmu(p))
		return PMU_NO_PMU;
	if (c->paranoid > 2 && !c->cap_sys_admin)
		return PMU_NO_ACCESS;
	if (c->cap_perfmon)
		return PMU_BLOCKED;
	if (c->paranoid > 0 && scope == PMU_CPU)
		return PMU_NO_ACCESS_CPU;
	if (c->paranoid > 1 && !e->exclude_kernel)
		return PMU_NO_ACCESS_KERNEL;
	return PMU_BLOCKED;
}

static int absent_status(const struct pmu *p, const struct pmu_event *e)
{
	if (e->where != PMU_CORE || machine_hybrid(p))
		return PMU_NO_EVENT;
	if (no_cpu_pmu(p) || !counts_cycles(p))
		return PMU_NO_PMU;
	return PMU_NO_EVENT;
}

static int invalid_status(const struct pmu *p, const struct pmu_event *e,
			  enum pmu_scope scope, int cpu, bool grouped)
{
	struct pmu_event plain = *e;

	if (grouped && opens(p, e, scope, cpu))
		return PMU_GROUP_TOO_BIG;
	plain.exclude_user = plain.exclude_kernel = false;
	if ((e->exclude_user || e->exclude_kernel) &&
	    opens(p, &plain, scope, cpu))
		return PMU_NO_FILTER;
	return absent_status(p, e);
}

int diagnose(const struct pmu *p, const struct pmu_event *e,
	     enum pmu_scope scope, int cpu, int err, bool grouped)
{
	switch (err) {
	case ENOSYS:
		return PMU_NO_SYSCALL;
	case EMFILE:
	case ENFILE:
		return PMU_NO_FDS;
	case EBUSY:
		return PMU_BUSY;
	case EACCES:
		return access_status(p, e, scope);
	case EPERM:
		return PMU_BLOCKED;
	case ENOENT:
	case ENODEV:
	case ENXIO:
		return absent_status(p, e);
	case EINVAL:
	case EOPNOTSUPP:
	case ENOSPC:
		return invalid_status(p, e, scope, cpu, grouped);
	default:
		return PMU_ERROR;
	}
}
