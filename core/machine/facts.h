/* SPDX-License-Identifier: MIT */
/*
 * core/machine/facts.h - what this machine is, and what about it can spoil numbers.
 */
#ifndef CORE_MACHINE_FACTS_H
#define CORE_MACHINE_FACTS_H

#include <stddef.h>

#include "machine/fact_source.h"
#include "result/result.h"

int fact_boost(const struct fact_source *src, char *buf, size_t len);
int fact_mitigations(const struct fact_source *src, char *buf, size_t len);
int fact_task_mitigations(const struct fact_source *src, char *buf, size_t len);

/**
 * facts_collect - fill in @facts of a session
 * @s:		session without facts
 *
 * Cheap: reads a few small files, no topology (under a millisecond).
 * Names, in this order:
 *
 * machine_id	 SHA-256, cut to 32 digits, of what the hardware is (also a
 *		 virtual one): arch, cpu_vendor, cpu_model, cpu_family, virt,
 *		 the CPUs present, vendor and product name
 * config_id	 of that and of microcode, cpus_online, kernel, kernel_version,
 *		 preempt, clocksource, governor, driver, boost, smt,
 *		 mitigations, cmdline (without where the system lies on disk),
 *		 idle_driver; no host name in either
 * host, arch, cpu_vendor, cpu_model, cpu_family, microcode
 * cpus_online, cpus_allowed: CPU lists
 * memory_kib, kernel, kernel_version
 * preempt	 "full (dynamic)", "none or voluntary", "rt", ...
 * distro
 * virt		 "none", the hypervisor's name, or "guest" where it has none
 * clocksource
 * governor, driver: of the last allowed CPU, where runs take place by default
 * boost	 "on" or "off"
 * smt		 as the kernel's smt/control
 * mitigations	 "name: state", divided by " | "; what is not affected is left
 *		 out
 * cmdline
 * cgroup_quota	 "none", or CPUs' worth of time: "1.50"
 * idle_driver
 * huge_pages	 mode of transparent huge pages: "always", "madvise", "never"
 * task_mitigations "store bypass: STATE; indirect branch: STATE" of this task
 * latency_request "none", or the longest exit from idle that is allowed
 * perf_events	 "none", or "in use by others"; both only as far as this user
 *		 may look
 * autogroup	 "on" or "off"
 * instance_id	 of /etc/machine-id and the host's name: this machine among all
 *		 of its model
 * install_id	 of /etc/machine-id: clones of one disk share it
 * product_id	 of the board's UUID, which only root can read
 *
 * A fact that cannot be read has the value NULL.
 *
 * Return: 0 or -ENOMEM.
 */
int facts_collect(struct session *s);

/* enum fact_relation - how two values of a fact relate */
enum fact_relation {
	FACT_SAME,    /* or it tells no machines or configurations apart */
	FACT_UNKNOWN, /* one of them: it conflicts with nothing */
	FACT_OTHER_CONFIG,
	FACT_OTHER_MACHINE,
};

/* @a, @b: NULL: not known. Return: enum fact_relation. */
int facts_relate(const char *name, const char *a, const char *b);

/**
 * facts_add - a fact that is known once runs are over
 * @s:		a session whose facts were collected
 *
 * Return: 0, -ENOSPC: more than three of them; -ENOMEM.
 */
int facts_add(struct session *s, const char *name, const char *value);

/**
 * facts_collect_at - the same from a recorded tree
 * @root:	directory before "/proc", "/sys" and "/etc"
 * @cpu:	whose governor is asked for
 *
 * Only arch and cpus_allowed are the running machine's.
 */
int facts_collect_at(struct session *s, const char *root, int cpu);

/**
 * config_compare - look at the machine again after the runs
 * @s:		session with the facts from before, or without any
 *
 * Every fact that differs becomes a note W-CONFIG of every entry.
 *
 * Return: 0 or -ENOMEM.
 */
int config_compare(struct session *s);

/* The same from a recorded tree, as facts_collect_at(). */
int config_compare_at(struct session *s, const char *root, int cpu);

#endif
