/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_noise.c - checks of what takes CPUs from tasks without being a
 * task: the hypervisor, heat, interrupts, the tick.
 *
 * Counts since boot only say what may be expected; each run has its own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine/checks.h"
#include "machine/kernel_config.h"
#include "machine/procfs.h"

#define CPU_DIR "/sys/devices/system/cpu"

/* Share of the time that was asked for. */
#define STEAL_LIMIT 0.01

static void check_steal(struct checker *c)
{
	struct procfs_times t = { .cpus = c->cpus, .nr = c->nr };
	const char *path = "/proc/stat";
	double share = 0;
	char value[32];

	if (procfs_times(c->root, &t, 1)) {
		check_add(c, "steal", CHECK_UNKNOWN, NULL, path,
			  "what a hypervisor takes from the CPUs cannot be "
			  "seen");
		return;
	}
	if (t.steal_ns)
		share = (double)t.steal_ns / (double)(t.steal_ns + t.busy_ns);
	snprintf(value, sizeof(value), "%.2f %%", 100 * share);
	if (share > STEAL_LIMIT)
		check_add(c, "steal", CHECK_WARN, value, path,
			  "since boot a hypervisor kept the CPUs from running "
			  "for this share of the time: use a machine of its "
			  "own, or dedicated CPUs");
	else
		check_add(c, "steal", CHECK_OK, value, path,
			  "since boot no hypervisor took much of the CPUs' "
			  "time");
}

static void check_thermal(struct checker *c)
{
	struct procfs_throttles t;
	char path[128], value[32];

	snprintf(path, sizeof(path),
		 CPU_DIR "/cpu%d/thermal_throttle/core_throttle_count",
		 *c->cpus);
	if (procfs_throttles(c->root, c->cpus, c->nr, &t)) {
		check_add(c, "thermal", CHECK_UNKNOWN, NULL, path,
			  "whether heat slows the CPUs cannot be seen here");
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64, t.core + t.package);
	if (t.core + t.package)
		check_add(c, "thermal", CHECK_WARN, value, path,
			  "heat slowed the CPUs this often since boot: see to "
			  "their cooling; runs in which it happens are told");
	else
		check_add(c, "thermal", CHECK_OK, value, path,
			  "heat has not slowed the CPUs since boot");
}

/* The daemon moves the interrupts of devices to whichever CPU is idle. */
static bool has_irqbalance(const struct checker *c)
{
	char path[PROCFS_PATH_LEN];

	snprintf(path, sizeof(path), "%s/run/irqbalance", c->root);
	return !access(path, F_OK);
}

static void check_irq(struct checker *c)
{
	const char *path = "/proc/interrupts";
	struct procfs_interrupts n;
	char value[32];

	if (has_irqbalance(c)) {
		check_add(c, "irq", CHECK_WARN, "irqbalance", "/run/irqbalance",
			  "irqbalance may send the interrupts of devices to "
			  "the CPUs used: systemctl stop irqbalance, or ban "
			  "these CPUs in its configuration");
		return;
	}
	if (procfs_interrupts(c->root, c->cpus, c->nr, &n)) {
		check_add(c, "irq", CHECK_UNKNOWN, NULL, path,
			  "which interrupts come to the CPUs used cannot be "
			  "seen");
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64, n.devices);
	check_add(c, "irq", CHECK_OK, value, path,
		  "interrupts of devices that the CPUs used have had since "
		  "boot; /proc/irq/N/smp_affinity_list moves them elsewhere");
}

/* No tick, and nobody who would raise the clock in it. */
static bool clock_stays_low(const struct checker *c, int cpu)
{
	char driver[64];

	return procfs_line(c->root, driver, sizeof(driver),
			   CPU_DIR "/cpu%d/cpufreq/scaling_driver", cpu) > 0 &&
	       !strcmp(driver, "intel_pstate");
}

static void check_hz(struct checker *c)
{
	char hz[24], value[32];

	if (kernel_config(c->root, "CONFIG_HZ", hz, sizeof(hz)) <= 0) {
		check_add(c, "tick", CHECK_UNKNOWN, NULL, NULL,
			  "how often the timer ticks cannot be seen: there is "
			  "no /boot/config of this kernel");
		return;
	}
	snprintf(value, sizeof(value), "%s Hz", hz);
	check_add(c, "tick", CHECK_OK, value, NULL,
		  "the timer interrupts each busy CPU this often");
}

static void check_tick(struct checker *c)
{
	const char *path = CPU_DIR "/nohz_full";

	for (size_t i = 0; i < c->nr; i++) {
		if (procfs_list_has(c->root, c->cpus[i], "%s", path) != 1)
			continue;
		if (clock_stays_low(c, c->cpus[i]))
			check_add(c, "tick", CHECK_WARN, "nohz_full", path,
				  "CPU %d has no tick while one task runs, and "
				  "intel_pstate may then leave its clock low: "
				  "fix its frequency",
				  c->cpus[i]);
		else
			check_add(c, "tick", CHECK_OK, "nohz_full", path,
				  "CPU %d has no tick while one task runs",
				  c->cpus[i]);
		return;
	}
	check_hz(c);
}

void checks_noise(struct checker *c)
{
	if (c->quick)
		return;
	check_steal(c);
	check_thermal(c);
	check_irq(c);
	check_tick(c);
}
