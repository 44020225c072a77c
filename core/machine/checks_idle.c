/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_idle.c - check of the idle states that wake-ups of other CPUs
 * have to leave.
 */
#include <inttypes.h>
#include <stdio.h>

#include "machine/checks.h"
#include "machine/procfs.h"

#define STATE "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/"

/* A wake-up that takes longer than this to begin with is worth a word. */
#define LATENCY_LIMIT_US 10

/* struct idle_state - the deepest state that a CPU may enter */
struct idle_state {
	int number;
	int64_t latency_us;
	char name[32];
};

/* Return: whether the CPU shows any state. */
static bool deepest_state(const struct checker *c, int cpu,
			  struct idle_state *out)
{
	int64_t latency, disabled;

	*out = (struct idle_state){ .latency_us = -1 };
	for (int i = 0;
	     !procfs_number(c->root, &latency, STATE "latency", cpu, i); i++) {
		if (!procfs_number(c->root, &disabled, STATE "disable", cpu,
				   i) &&
		    disabled)
			continue;
		if (latency < out->latency_us)
			continue;
		out->number = i;
		out->latency_us = latency;
		procfs_line(c->root, out->name, sizeof(out->name), STATE "name",
			    cpu, i);
	}
	return out->latency_us >= 0;
}

static void report(struct checker *c, int cpu, const struct idle_state *s)
{
	char path[128];

	snprintf(path, sizeof(path), STATE "latency", cpu, s->number);
	if (s->latency_us > LATENCY_LIMIT_US)
		check_add(
			c, "idle.latency", CHECK_WARN, s->name, path,
			"waking a task on CPU %d can include leaving idle "
			"state %s, %" PRId64 " us: numbers of tasks on "
			"different CPUs contain it; --idle poll keeps CPUs out of "
			"idle states",
			cpu, s->name, s->latency_us);
	else
		check_add(c, "idle.latency", CHECK_OK, s->name, path,
			  "the deepest idle state of the CPUs used is left in "
			  "%" PRId64 " us",
			  s->latency_us);
}

void checks_idle(struct checker *c)
{
	struct idle_state worst = { .latency_us = -1 }, s;
	int cpu = -1;

	if (c->pinned && c->nr == 1) {
		check_add(c, "idle.latency", CHECK_NA, NULL, NULL,
			  "tasks that share one CPU do not wake an idle one");
		return;
	}
	for (size_t i = 0; i < c->nr; i++) {
		if (!deepest_state(c, c->cpus[i], &s) ||
		    s.latency_us <= worst.latency_us)
			continue;
		worst = s;
		cpu = c->cpus[i];
	}
	if (cpu < 0)
		check_add(c, "idle.latency", CHECK_UNKNOWN, NULL, NULL,
			  "the idle states of the CPUs cannot be seen here");
	else
		report(c, cpu, &worst);
}
