/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_cpu.c - checks of the CPUs used: clock, kind, neighbours.
 */
#include "machine/checks_cpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/check.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "machine/siblings.h"
#include "util/clock.h"

/*
 * Checks of how time is read, and how dear that is.
 */

#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/"

/* The fastest of some batches is what a reading costs undisturbed. */
#define BATCHES 8
#define BATCH_READS 32

/* Slower than this it is a system call, or goes over a bus. */
#define READ_LIMIT_NS 100

/* Clock sources that are read without a system call. */
static bool is_fast_clock(const char *name)
{
	return procfs_has_word("tsc arch_sys_counter kvm-clock "
			       "hyperv_clocksource_tsc_page riscv_clocksource "
			       "timebase tod Constant",
			       name);
}

static void check_source(struct checker *c)
{
	const char *path = CLOCKSOURCE "current_clocksource";
	char name[64];

	if (procfs_line(c->root, name, sizeof(name), "%s", path) <= 0)
		check_add(c, "clock", CHECK_UNKNOWN, NULL, path,
			  "the clock source cannot be seen");
	else if (is_fast_clock(name))
		check_add(c, "clock", CHECK_OK, name, path,
			  "time is read without a system call");
	else
		check_add(c, "clock", CHECK_WARN, name, path,
			  "reading the time may be a system call of a "
			  "microsecond with this clock source: see %s for "
			  "others",
			  CLOCKSOURCE "available_clocksource");
}

static uint64_t read_cost_ns(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < BATCHES; i++) {
		uint64_t begin = clock_raw_ns(), end = begin;

		if (begin == CLOCK_UNREADABLE)
			return 0;
		for (int k = 0; k < BATCH_READS; k++)
			end = clock_raw_ns();
		least = end - begin < least ? end - begin : least;
	}
	return least / BATCH_READS;
}

static void check_read(struct checker *c)
{
	uint64_t ns = read_cost_ns();
	char value[32];

	if (!ns) {
		check_add(c, "clock.read", CHECK_UNKNOWN, NULL, NULL,
			  "the time cannot be read: clock_gettime is refused");
		return;
	}
	snprintf(value, sizeof(value), "%" PRIu64 " ns", ns);
	if (ns > READ_LIMIT_NS)
		check_add(c, "clock.read", CHECK_WARN, value, NULL,
			  "reading the time is slow: a run of few ops contains "
			  "it, and --latency most of all; see check clock");
	else
		check_add(c, "clock.read", CHECK_OK, value, NULL,
			  "the cost of reading the time");
}

void checks_clock(struct checker *c)
{
	check_source(c);
	if (!c->quick)
		check_read(c);
}

/*
 * Check of the idle states that wake-ups of other CPUs
 * have to leave.
 */

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
			"waking a task on CPU %d may include the exit from idle state %s, %" PRId64
			" us, if tasks are on different CPUs; --idle poll prevents idle states",
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

#define CPU_DIR "/sys/devices/system/cpu"
#define GOVERNOR CPU_DIR "/cpu%d/cpufreq/scaling_governor"

/*
 * Puts the CPUs whose governor is not "performance" into c->some, and the
 * governor of the first. Return: how many CPUs have a governor.
 */
static size_t find_governors(struct checker *c, size_t *nr_bad, char *governor,
			     size_t len)
{
	size_t seen = 0;
	char line[64];

	*nr_bad = 0;
	for (size_t i = 0; i < c->nr; i++) {
		if (procfs_line(c->root, line, sizeof(line), GOVERNOR,
				c->cpus[i]) <= 0)
			continue;
		seen++;
		if (!strcmp(line, "performance"))
			continue;
		if (!*nr_bad)
			snprintf(governor, len, "%s", line);
		c->some[(*nr_bad)++] = c->cpus[i];
	}
	return seen;
}

static void check_governor(struct checker *c)
{
	char governor[64] = "performance", path[128], driver[64], *cpus;
	size_t nr_bad;

	if (!find_governors(c, &nr_bad, governor, sizeof(governor))) {
		check_add(c, "cpu.governor", CHECK_UNKNOWN, NULL, NULL,
			  "the clock of the CPUs cannot be seen or asked for "
			  "here: it may change unnoticed");
		return;
	}
	snprintf(path, sizeof(path), GOVERNOR, nr_bad ? *c->some : *c->cpus);
	if (!nr_bad) {
		check_add(c, "cpu.governor", CHECK_OK, governor, path,
			  "the governor keeps the clock up");
		return;
	}
	procfs_line(c->root, driver, sizeof(driver),
		    CPU_DIR "/cpu%d/cpufreq/scaling_driver", *c->some);
	cpus = check_cpus_text(c->some, nr_bad);
	check_add(c, "cpu.governor", CHECK_WARN, governor, path,
		  "the clock of %s may change during a run (governor %s, "
		  "driver %s): cpupower frequency-set -g performance",
		  cpus ? cpus : "the CPUs", governor,
		  *driver ? driver : "unknown");
	free(cpus);
}

static void check_boost(struct checker *c)
{
	char boost[8];

	if (!check_fact(c, "boost", fact_boost, boost, sizeof(boost)))
		check_add(c, "cpu.boost", CHECK_UNKNOWN, NULL, NULL,
			  "whether the CPUs boost their clock cannot be seen "
			  "here");
	else if (!strcmp(boost, "off"))
		check_add(c, "cpu.boost", CHECK_OK, boost, CPU_DIR,
			  "boost is off");
	else
		check_add(
			c, "cpu.boost", CHECK_WARN, boost, CPU_DIR,
			"the clock depends on temperature and on other cores: compare cycles, or disable boost (cpufreq/boost or intel_pstate/no_turbo)");
}

/* Hybrid x86 has a list of each kind of core; Arm a capacity of each CPU. */
static int64_t kind_of(const struct checker *c, int cpu)
{
	int64_t capacity;

	if (procfs_list_has(c->root, cpu, "/sys/devices/cpu_core/cpus") == 1)
		return 1;
	if (procfs_list_has(c->root, cpu, "/sys/devices/cpu_atom/cpus") == 1)
		return 2;
	return procfs_number(c->root, &capacity, CPU_DIR "/cpu%d/cpu_capacity",
			     cpu) ?
		       0 :
		       capacity;
}

static void check_kind(struct checker *c)
{
	int64_t first = kind_of(c, c->cpus[0]);

	for (size_t i = 1; i < c->nr; i++) {
		if (kind_of(c, c->cpus[i]) == first)
			continue;
		check_add(
			c, "cpu.kind", CHECK_WARN, "mixed", NULL,
			"CPU %d and CPU %d are of different core types: choose CPUs with -c",
			c->cpus[0], c->cpus[i]);
		return;
	}
	if (c->nr == 1)
		check_add(c, "cpu.kind", CHECK_NA, NULL, NULL,
			  "only one CPU is used");
	else if (!first)
		check_add(c, "cpu.kind", CHECK_NA, NULL, NULL,
			  "the kernel shows no core types here");
	else
		check_add(c, "cpu.kind", CHECK_OK, "alike", NULL,
			  "the CPUs used are of one core type");
}

/* Another CPU of the same core, -1 if there is none. Return: 0, -1 unknown. */
static int find_sibling(const struct checker *c, int cpu, int *sibling)
{
	int *others;
	size_t nr;

	*sibling = -1;
	if (siblings_find(c->root, &cpu, 1, &others, &nr))
		return -1;
	if (nr)
		*sibling = others[0];
	free(others);
	return 0;
}

/*
 * What a sibling does is seen during a run only, so that a CPU that has one
 * is neither in order nor at fault.
 */
static void check_sibling(struct checker *c)
{
	char value[16];
	int sibling;

	for (size_t i = 0; i < c->nr; i++) {
		if (find_sibling(c, c->cpus[i], &sibling)) {
			check_add(c, "smt.sibling", CHECK_UNKNOWN, NULL, NULL,
				  "whether CPU %d shares its core cannot be "
				  "seen here",
				  c->cpus[i]);
			return;
		}
		if (sibling < 0)
			continue;
		snprintf(value, sizeof(value), "%d", sibling);
		check_add(
			c, "smt.sibling", CHECK_UNKNOWN, value, NULL,
			"CPU %d shares its core with CPU %d, whose load slows it: keep both free of other work",
			c->cpus[i], sibling);
		return;
	}
	check_add(c, "smt.sibling", CHECK_OK, "none", NULL,
		  "no CPU used shares its core with another");
}

static size_t nr_isolated(const struct checker *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr; i++)
		nr += procfs_list_has(c->root, c->cpus[i],
				      CPU_DIR "/isolated") == 1;
	return nr;
}

static void check_isolation(struct checker *c)
{
	const char *path = CPU_DIR "/isolated";
	char line[1024];
	size_t nr;
	int len;

	len = procfs_line(c->root, line, sizeof(line), CPU_DIR "/isolated");
	nr = nr_isolated(c);
	if (len < 0)
		check_add(c, "cpu.isolated", CHECK_UNKNOWN, NULL, path,
			  "which CPUs are isolated cannot be seen here");
	else if (nr && !c->pinned)
		check_add(c, "cpu.isolated", CHECK_WARN, line, path,
			  "tasks that are not pinned do not spread over "
			  "isolated CPUs: pin them with -c");
	else if (nr == c->nr)
		check_add(c, "cpu.isolated", CHECK_OK, line, path,
			  "the CPUs used are isolated");
	else
		check_add(
			c, "cpu.isolated", CHECK_OK, len ? line : "none", path,
			"other tasks may run on the CPUs used; isolcpus= on the kernel command line keeps them off");
}

void checks_cpu(struct checker *c)
{
	check_governor(c);
	check_boost(c);
	check_kind(c);
	if (c->quick)
		return;
	check_sibling(c);
	check_isolation(c);
}
