/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_system.c - checks of what surrounds the tasks: the hypervisor,
 * other load, limits, power.
 */
#include "machine/checks_system.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "machine/check.h"
#include "machine/kernel_config.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "machine/virt.h"

/*
 * Checks of what takes CPUs from tasks without being a
 * task: the hypervisor, heat, interrupts, the tick.
 *
 * Counts since boot only say what may be expected; each run has its own.
 */

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
			  "steal time cannot be seen");
		return;
	}
	if (t.steal_ns)
		share = (double)t.steal_ns / (double)(t.steal_ns + t.busy_ns);
	snprintf(value, sizeof(value), "%.2f %%", 100 * share);
	if (share > STEAL_LIMIT)
		check_add(
			c, "steal", CHECK_WARN, value, path,
			"share of time since boot that the hypervisor took (steal): use a dedicated machine or dedicated CPUs");
	else
		check_add(c, "steal", CHECK_OK, value, path,
			  "little steal time since boot");
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
			  "thermal throttling cannot be seen here");
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64, t.core + t.package);
	if (t.core + t.package)
		check_add(
			c, "thermal", CHECK_WARN, value, path,
			"thermal throttling events since boot: check the cooling; affected runs are marked");
	else
		check_add(c, "thermal", CHECK_OK, value, path,
			  "no thermal throttling since boot");
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
			  "interrupts on the CPUs used cannot be seen");
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64, n.devices);
	check_add(
		c, "irq", CHECK_OK, value, path,
		"device interrupts on the CPUs used since boot; /proc/irq/N/smp_affinity_list moves them elsewhere");
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
		check_add(
			c, "tick", CHECK_UNKNOWN, NULL, NULL,
			"the tick rate cannot be seen: the /boot/config of this kernel is missing");
		return;
	}
	snprintf(value, sizeof(value), "%s Hz", hz);
	check_add(c, "tick", CHECK_OK, value, NULL,
		  "tick rate of each busy CPU");
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

/* Share of the allowed CPUs, and percent of time some task waited. */
#define LOAD_LIMIT 0.5
#define PRESSURE_LIMIT 1.0

static void check_virt(struct checker *c)
{
	char virt[32];

	if (!check_fact(c, "virt", fact_virt, virt, sizeof(virt)))
		check_add(c, "virt", CHECK_UNKNOWN, NULL, "/proc/cpuinfo",
			  "whether this is a virtual machine cannot be seen");
	else if (!strcmp(virt, "none"))
		check_add(c, "virt", CHECK_OK, virt, "/proc/cpuinfo",
			  "this is not a virtual machine");
	else
		check_add(
			c, "virt", CHECK_WARN, virt, "/proc/cpuinfo",
			"virtual machine: the hypervisor determines the cost of waking another CPU, of idling and of address translation, and other guests may slow it");
}

static void check_load(struct checker *c)
{
	const char *path = "/proc/loadavg";
	char line[128], value[32];
	const int *allowed;
	double load;
	size_t nr;

	if (procfs_line(c->root, line, sizeof(line), "%s", path) <= 0 ||
	    sscanf(line, "%lf", &load) != 1 || place_allowed(&allowed, &nr)) {
		check_add(c, "load", CHECK_UNKNOWN, NULL, path,
			  "the load of the machine cannot be seen");
		return;
	}
	snprintf(value, sizeof(value), "%.2f", load);
	if (load > LOAD_LIMIT * (double)nr)
		check_add(
			c, "load", CHECK_WARN, value, path,
			"load average of the last minute (%zu CPU%s allowed): wait, or stop other work",
			nr, nr == 1 ? "" : "s");
	else
		check_add(c, "load", CHECK_OK, value, path,
			  "the machine is not busy");
}

static void check_pressure(struct checker *c)
{
	const char *path = "/proc/pressure/cpu";
	char line[128], value[32];
	double some;

	if (procfs_line(c->root, line, sizeof(line), "%s", path) <= 0 ||
	    sscanf(line, "some avg10=%lf", &some) != 1) {
		check_add(c, "load.pressure", CHECK_UNKNOWN, NULL, path,
			  "this kernel does not say how long tasks wait for "
			  "CPUs (psi=1 on its command line makes it)");
		return;
	}
	snprintf(value, sizeof(value), "%.2f %%", some);
	if (some > PRESSURE_LIMIT)
		check_add(c, "load.pressure", CHECK_WARN, value, path,
			  "in the last 10 s tasks waited for CPUs: wait, or "
			  "stop other work");
	else
		check_add(c, "load.pressure", CHECK_OK, value, path,
			  "tasks do not wait for CPUs");
}

/* What the last minute says may be the harness's own last session. */
static void check_running(struct checker *c)
{
	const char *path = "/proc/loadavg";
	char line[128], value[32];
	unsigned int running;
	const int *allowed;
	size_t nr;

	if (procfs_line(c->root, line, sizeof(line), "%s", path) <= 0 ||
	    sscanf(line, "%*f %*f %*f %u/", &running) != 1 || !running ||
	    place_allowed(&allowed, &nr)) {
		check_add(c, "load.running", CHECK_UNKNOWN, NULL, path,
			  "the number of runnable tasks cannot be seen");
		return;
	}
	snprintf(value, sizeof(value), "%u", running - 1);
	if (running - 1 > LOAD_LIMIT * (double)nr)
		check_add(
			c, "load.running", CHECK_WARN, value, path,
			"other runnable tasks (%zu CPU%s allowed): expect noise; stop them, or use -s fifo:1",
			nr, nr == 1 ? "" : "s");
	else
		check_add(c, "load.running", CHECK_OK, value, path,
			  "other runnable tasks");
}

static void check_affinity(struct checker *c)
{
	const int *allowed;
	char *text;
	size_t nr;

	if (place_allowed(&allowed, &nr)) {
		check_add(c, "affinity", CHECK_UNKNOWN, NULL, NULL,
			  "the allowed CPUs cannot be seen");
		return;
	}
	text = place_list_text(allowed, nr);
	if (nr == 1)
		check_add(
			c, "affinity", CHECK_WARN, text, NULL,
			"only one CPU is allowed: the harness shares it with the tasks");
	else
		check_add(c, "affinity", CHECK_OK, text, NULL,
			  "these CPUs may be used");
	free(text);
}

static void report_quota(struct checker *c, double cpus, const char *dir)
{
	char value[32];

	if (isinf(cpus)) {
		check_add(c, "cgroup.quota", CHECK_OK, "none", dir,
			  "no control group limits CPU time");
		return;
	}
	snprintf(value, sizeof(value), "%.2f", cpus);
	check_add(
		c, "cgroup.quota", CHECK_WARN, value, dir,
		"a control group throttles CPU time to %.2f CPUs: lift the limit",
		cpus);
}

static void check_quota(struct checker *c)
{
	struct cgroup g;
	const char *dir;
	double cpus;

	if (cgroup_open(c->root, &g) || cgroup_quota(c->root, &g, &cpus, &dir))
		check_add(c, "cgroup.quota", CHECK_UNKNOWN, NULL, NULL,
			  "whether a control group limits CPU time cannot be "
			  "seen here");
	else
		report_quota(c, cpus, dir);
	cgroup_close(&g);
}

/* Who starts the harness decides; its tasks have the same. */
static void check_nice(struct checker *c)
{
	int nice = getpriority(PRIO_PROCESS, 0);
	char value[16];

	snprintf(value, sizeof(value), "%d", nice);
	if (nice)
		check_add(
			c, "nice", CHECK_WARN, value, NULL,
			"the harness and its tasks do not run at the default priority: start it at nice 0");
	else
		check_add(c, "nice", CHECK_OK, value, NULL,
			  "the tasks run at the default priority");
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* Return: 1 the mains are on, 0 off, -1 this supply is no mains. */
static int mains_online(const struct checker *c, const char *supply)
{
	char type[32];
	int64_t online;

	if (procfs_line(c->root, type, sizeof(type),
			"/sys/class/power_supply/%s/type", supply) <= 0 ||
	    strcmp(type, "Mains") ||
	    procfs_number(c->root, &online, "/sys/class/power_supply/%s/online",
			  supply))
		return -1;
	return online != 0;
}

static void check_power(struct checker *c)
{
	char path[PROCFS_PATH_LEN];
	struct dirent **files;
	int nr, state = -1;

	snprintf(path, sizeof(path), "%s/sys/class/power_supply", c->root);
	nr = scandir(path, &files, visible, alphasort);
	for (int i = 0; i < nr; i++) {
		int one = mains_online(c, files[i]->d_name);

		state = one > state ? one : state;
		free(files[i]);
	}
	if (nr >= 0)
		free(files);
	if (state == 0)
		check_add(c, "power", CHECK_WARN, "battery",
			  "/sys/class/power_supply",
			  "running on battery: plug the machine in");
	else
		check_add(c, "power", state < 0 ? CHECK_NA : CHECK_OK,
			  state < 0 ? NULL : "mains", "/sys/class/power_supply",
			  state < 0 ? "this machine shows no power supply" :
				      "running on mains power");
}

void checks_system(struct checker *c)
{
	check_running(c);
	check_affinity(c);
	check_quota(c);
	check_power(c);
	check_nice(c);
	if (c->quick)
		return;
	check_virt(c);
	check_load(c);
	check_pressure(c);
}
