/* SPDX-License-Identifier: MIT */
/*
 * tests/support/pmu_fake.h - a kernel made up for tests of pmu/, and the trees of
 * tests/data/pmu.
 */
#ifndef TESTS_SUPPORT_PMU_FAKE_H
#define TESTS_SUPPORT_PMU_FAKE_H

#include <linux/perf_event.h>
#include <stdint.h>

#include "pmu.h"

/* A /sys and /proc for pmu_open(): "x86", "hybrid", "variant", "nopmu" */
#define PMU_TREE(name) TEST_SOURCE_DIR "/tests/data/pmu/" name

/**
 * struct pmu_fake - how the made-up kernel behaves; zero: counts everything
 * @verdict:	errno for an event that is being opened, 0: opens; may be NULL
 * @most:	events that a group may have, 0: any number
 * @most_run:	larger groups open, but never run, 0: all run
 * @read_err:	errno of read()
 * @read_short:	what read() returns instead of all of it, -1: all
 * @enabled_ns, @running_ns: of every group that runs
 * @value:	of every event
 * @nr_open:	descriptors that are open
 * @nr_opened:	events that were ever opened
 * @nr_enabled:	ENABLE requests
 * @last:	the attributes of the last event tried
 * @last_pid, @last_cpu, @last_group, @last_flags: and its target
 */
struct pmu_fake {
	int (*verdict)(const struct perf_event_attr *a, int cpu, int group_fd);
	int most, most_run;
	int read_err;
	int read_short;
	uint64_t enabled_ns, running_ns, value;
	int nr_open, nr_opened, nr_enabled;
	struct perf_event_attr last;
	pid_t last_pid;
	int last_cpu, last_group;
	unsigned long last_flags;
};

extern struct pmu_fake pmu_fake;
extern const struct pmu_sys pmu_fake_sys;

/* Back to a kernel that counts everything, for 1 ms, to 1000. */
void pmu_fake_reset(void);

#endif
