/* SPDX-License-Identifier: MIT */
/*
 * pmu/machine.c - what this machine has, and what this user may.
 */
#include <errno.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define DEVICES "/sys/bus/event_source/devices"

#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#endif

/* Value of the first "name<blanks>: value" line; returns whether there is. */
static bool text_field(const char *text, const char *name, char *buf,
		       size_t len)
{
	size_t n = strlen(name);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *at;

		line += *line == '\n';
		if (strncmp(line, name, n))
			continue;
		at = line + n + strspn(line + n, " \t");
		if (*at != ':')
			continue;
		at += 1 + strspn(at + 1, " \t");
		snprintf(buf, len, "%.*s", (int)strcspn(at, "\n"), at);
		return true;
	}
	return false;
}

static void look_at_rights(struct pmu *p)
{
	char text[4096], field[64];
	unsigned long long caps = 0;
	long n;

	p->caps.paranoid = INT_MIN;
	if (!file_number(p, &n, "/proc/sys/kernel/perf_event_paranoid"))
		p->caps.paranoid = (int)n;
	if (!file_number(p, &n, "/proc/sys/kernel/nmi_watchdog"))
		p->caps.nmi_watchdog = n != 0;
	file_read(p, text, sizeof(text), "/proc/self/status");
	if (text_field(text, "CapEff", field, sizeof(field)))
		caps = strtoull(field, NULL, 16);
	p->caps.cap_sys_admin = caps >> CAP_SYS_ADMIN & 1;
	p->caps.cap_perfmon = p->caps.cap_sys_admin ||
			      (caps >> CAP_PERFMON & 1);
}

static void look_at_model(struct pmu *p, const char *cpuinfo)
{
	static const char *const names[][3] = {
		{ "vendor_id", "cpu family", "model" },
		{ "CPU implementer", "CPU variant", "CPU part" },
	};
	char field[3][24];

	for (size_t i = 0; i < 2; i++) {
		bool all = true;

		for (size_t k = 0; k < 3; k++)
			all &= text_field(cpuinfo, names[i][k], field[k],
					  sizeof(field[k]));
		if (all)
			snprintf(p->model, sizeof(p->model), "%s-%s-%s",
				 field[0], field[1], field[2]);
	}
}

static void look_at_cpu(struct pmu *p)
{
	char text[8192], flags[4096];

	file_read(p, text, sizeof(text), "/proc/cpuinfo");
	look_at_model(p, text);
	p->caps.hypervisor = text_field(text, "flags", flags, sizeof(flags)) &&
			     strstr(flags, " hypervisor");
}

/*
 * A CPU PMU is called "cpu" (x86, riscv), "cpum_cf" (s390), or says in a file
 * on which CPUs it counts.
 */
static int look_at_pmu(const char *name, void *data)
{
	struct pmu *p = data;
	struct cpu_pmu *c = &p->cpu_pmu[p->caps.nr_cpu_pmus];
	long type;

	if (p->caps.nr_cpu_pmus == MAX_CPU_PMUS ||
	    strlen(name) >= sizeof(c->name))
		return 0;
	if (file_read(p, c->cpus, sizeof(c->cpus), DEVICES "/%s/cpus", name) <
		    0 &&
	    strcmp(name, "cpu") && strcmp(name, "cpum_cf"))
		return 0;
	if (file_number(p, &type, DEVICES "/%s/type", name))
		return 0;
	snprintf(c->name, sizeof(c->name), "%s", name);
	c->type = (uint32_t)type;
	p->caps.nr_cpu_pmus++;
	return 0;
}

/* Variables that make libpfm4 take other tables than this CPU's. */
static void look_at_environment(struct pmu *p)
{
	static const char *const names[] = { "LIBPFM_FORCE_PMU",
					     "LIBPFM_ENCODE_INACTIVE",
					     "LIBPFM_DISABLED_PMUS",
					     "LIBPFM_PROC_CPUINFO" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (getenv(names[i]) && !p->caps.forced[0])
			snprintf(p->caps.forced, sizeof(p->caps.forced), "%s",
				 names[i]);
	}
}

int pmu_open(struct pmu **out, const struct pmu_sys *sys, const char *root)
{
	struct pmu *p = calloc(1, sizeof(*p));

	if (!p)
		return -ENOMEM;
	p->sys = sys ? sys : &pmu_sys_native;
	p->root = root ? root : "";
	look_at_rights(p);
	look_at_cpu(p);
	p->caps.sysfs = file_each(p, DEVICES, look_at_pmu, p) == 0;
	look_at_environment(p);
	*out = p;
	return 0;
}

void pmu_close(struct pmu *p)
{
	if (!p)
		return;
	pfm_unload(p);
	free(p);
}

const struct pmu_caps *pmu_caps(const struct pmu *p)
{
	return &p->caps;
}

int machine_pmu_of(const struct pmu *p, int cpu)
{
	for (int i = 0; i < p->caps.nr_cpu_pmus; i++) {
		const struct cpu_pmu *c = &p->cpu_pmu[i];

		if (!c->cpus[0] || file_list_has(c->cpus, cpu))
			return i;
	}
	return -1;
}

bool machine_hybrid(const struct pmu *p)
{
	return p->caps.nr_cpu_pmus > 1;
}
