/* SPDX-License-Identifier: MIT */
/*
 * pmu/open.c - one event opened, one group read.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static void make_attr(const struct pmu_event *e, enum pmu_scope scope,
		      bool leader, struct perf_event_attr *a)
{
	*a = (struct perf_event_attr){
		.type = e->type,
		.size = sizeof(*a),
		.config = e->config,
		.config1 = e->config1,
		.config2 = e->config2,
		.read_format = PERF_FORMAT_GROUP |
			       PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = leader,
		.inherit = scope == PMU_PAIR,
		.exclude_user = e->exclude_user,
		.exclude_kernel = e->exclude_kernel,
		.exclude_hv = e->exclude_hv,
		.exclude_guest = e->exclude_guest,
	};
}

static int try_open(const struct pmu *p, struct perf_event_attr *a, pid_t pid,
		    int cpu, int group_fd)
{
	int fd;

	do {
		fd = p->sys->open(a, pid, cpu, group_fd, PERF_FLAG_FD_CLOEXEC);
	} while (fd == -EINTR);
	return fd;
}

int event_open(const struct pmu *p, const struct pmu_event *e,
	       enum pmu_scope scope, pid_t pid, int cpu, int group_fd)
{
	struct perf_event_attr a;
	int fd;

	make_attr(e, scope, group_fd < 0, &a);
	fd = try_open(p, &a, pid, cpu, group_fd);
	if ((fd != -EINVAL && fd != -EOPNOTSUPP) || !a.exclude_guest)
		return fd;
	a.exclude_guest = 0;
	return try_open(p, &a, pid, cpu, group_fd);
}

int event_open_for(const struct pmu *p, const struct pmu_event *e,
		   enum pmu_scope scope, int cpu, int group_fd)
{
	if (scope == PMU_CPU)
		return event_open(p, e, scope, -1, cpu, group_fd);
	return event_open(p, e, scope, 0, -1, group_fd);
}

bool event_on_cpu(const struct pmu *p, const struct pmu_event *e, int cpu)
{
	return e->cpu_pmu < 0 || !machine_hybrid(p) ||
	       file_list_has(p->cpu_pmu[e->cpu_pmu].cpus, cpu);
}

int event_cpu(const struct pmu *p, const struct pmu_event *e, const int *cpus,
	      size_t nr_cpus)
{
	for (size_t i = 0; i < nr_cpus; i++) {
		if (event_on_cpu(p, e, cpus[i]))
			return cpus[i];
	}
	if (e->cpu_pmu >= 0 && machine_hybrid(p))
		return atoi(p->cpu_pmu[e->cpu_pmu].cpus);
	return -1;
}

int group_read(const struct pmu *p, int fd, struct pmu_reading *out, size_t nr)
{
	uint64_t buf[3 + PMU_MAX_EVENTS];
	size_t want = (3 + nr) * sizeof(*buf);
	ssize_t got;

	do {
		got = p->sys->read(fd, buf, sizeof(buf));
	} while (got == -EINTR);
	if (got < 0)
		return (int)got;
	if (got == 0)
		return -ENODATA;
	if ((size_t)got != want || buf[0] != nr)
		return -EPROTO;
	for (size_t i = 0; i < nr; i++) {
		out[i] = (struct pmu_reading){
			.value = buf[3 + i],
			.enabled_ns = buf[1],
			.running_ns = buf[2],
			.status = PMU_OK,
		};
	}
	return 0;
}
