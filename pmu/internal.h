/* SPDX-License-Identifier: MIT */
/*
 * pmu/internal.h - what the files of pmu/ share.
 */
#ifndef PMU_INTERNAL_H
#define PMU_INTERNAL_H

#include <stdarg.h>
#include <stdio.h>

#include "pmu.h"

#define MAX_CPU_PMUS 8
#define MAX_TABLES 8
#define TABLE_LEN 32

/**
 * struct cpu_pmu - a PMU that counts on CPUs
 * @name:	directory in /sys/bus/event_source/devices
 * @type:	for perf_event_open()
 * @cpus:	list of its CPUs; "": all
 */
struct cpu_pmu {
	char name[64];
	uint32_t type;
	char cpus[1024];
};

/**
 * struct pmu - the machine as it was found
 * @sys, @root:	as given to pmu_open()
 * @caps:	public part
 * @cpu_pmu:	@caps.nr_cpu_pmus
 * @model:	vendor, family and model of the CPU: "AuthenticAMD-25-17"
 * @pfm:	libpfm4, or NULL
 * @pfm_err:	0: not tried; 1: loaded; negative: why not
 * @pfm_why:	what the loader said
 * @table:	@nr_tables of libpfm4 for this machine's CPUs
 */
struct pmu {
	const struct pmu_sys *sys;
	const char *root;
	struct pmu_caps caps;
	struct cpu_pmu cpu_pmu[MAX_CPU_PMUS];
	char model[80];
	struct pfm *pfm;
	int pfm_err;
	char pfm_why[160];
	char table[MAX_TABLES][TABLE_LEN];
	int nr_tables;
};

/* --- file.c: small files of /sys and /proc --- */

/**
 * file_read - the beginning of a file
 * @buf:	up to @len - 1 bytes, NUL-terminated, no newline at the end
 * @fmt:	path below p->root
 *
 * Return: bytes, or a negative errno with @buf empty.
 */
int file_read(const struct pmu *p, char *buf, size_t len, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* A file with one number. Return: 0 or a negative errno. */
int file_number(const struct pmu *p, long *out, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

bool file_exists(const struct pmu *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * file_each - the entries of a directory, "." and ".." left out
 * @fn:		ends early if it returns anything but 0
 *
 * Return: what @fn returned last, 0, or a negative errno.
 */
int file_each(const struct pmu *p, const char *dir,
	      int (*fn)(const char *name, void *data), void *data);

/* Whether a list like "0-3,8" has @cpu. */
bool file_list_has(const char *list, int cpu);

/* Whether @name has only letters, digits and the characters of @more. */
bool file_plain(const char *name, const char *more);

/* --- machine.c --- */

/* Index of the PMU that counts on @cpu, or -1. */
int machine_pmu_of(const struct pmu *p, int cpu);

/* Whether there are types of cores with a PMU each. */
bool machine_hybrid(const struct pmu *p);

/* --- pfm.c: libpfm4, loaded at its first use --- */

/* enum pfm_result - of pfm_encode(), by what to do about it */
enum pfm_result {
	PFM_FOUND,
	PFM_NO_LIBRARY,
	PFM_UNKNOWN,		/* no such event */
	PFM_UMASK,		/* unit mask missing or unknown */
	PFM_ATTRIBUTE,		/* unknown modifier or value */
};

/* Return: 0, or -ENOPKG with p->pfm_why. Also fills in p->table. */
int pfm_load(struct pmu *p);

void pfm_unload(struct pmu *p);

/**
 * pfm_encode - an event by its name
 * @name:	"skx::L2_RQSTS:MISS"
 * @e:		type, configs, exclude flags, pmu and encoding are filled in
 *
 * Return: enum pfm_result.
 */
enum pfm_result pfm_encode(struct pmu *p, const char *name,
			   struct pmu_event *e);

/* Names of the events of the tables present, as pmu_each_name(). */
int pfm_each(struct pmu *p, int (*fn)(const struct pmu_name *n, void *data),
	     void *data);

/* Whether @table has the events of CPU PMU @index (-1: whatever there is). */
bool pfm_table_fits(const struct pmu *p, const char *table, int index);

/**
 * pfm_umasks - the unit masks of an event
 * @name:	"L1_DTLB_MISS", with or without its table
 * @buf:	names divided by blanks, cut at a name where @buf ends
 *
 * Return: how many there are; 0 also if there is no such event.
 */
int pfm_umasks(struct pmu *p, const char *name, char *buf, size_t len);

/* --- metrics.c: the table of portable names --- */

/**
 * struct candidate - one way to count a metric
 * @tables:	tables of libpfm4 that have it, divided by blanks; "arm_*":
 *		all of Arm; "perf": the kernel's generic event
 * @event:	name in these tables; with ":k" where it counts what @kind says
 *		only if user mode is left out
 * @kind:	what it counts, in words
 */
struct candidate {
	const char *tables;
	const char *event;
	const char *kind;
};

/**
 * struct metric - a portable name
 * @name:	"dtlb-misses"
 * @class:	enum pmu_class
 * @summary:	one line
 * @candidates:	the first that this CPU has counts; ended by {0}
 */
struct metric {
	const char *name;
	int class;
	const char *summary;
	const struct candidate *candidates;
};

/* Ended by a row without a name. */
extern const struct metric metric_table[];

const struct metric *metric_find(const char *name);

/* Whether a blank-divided list of tables has @table; "arm_*" has a prefix. */
bool metric_has_table(const char *tables, const char *table);

/* --- native.c: events known without libpfm4 --- */

/**
 * struct software - an event that the kernel counts
 * @name, @alias: as typed; @alias may be NULL
 * @config:	PERF_COUNT_SW_
 * @class:	enum pmu_class
 * @filter:	":u" and ":k" divide it; elsewhere ":u" would count nothing,
 *		or the same as without
 * @summary:	one line
 */
struct software {
	const char *name, *alias;
	uint64_t config;
	int class;
	bool filter;
	const char *summary;
};

/* Ended by a row without a name. */
extern const struct software software_table[];

const struct software *software_find(const char *name);

/* A generic event of the kernel, "CYCLES". Return: whether there is one. */
bool generic_encode(const char *name, struct pmu_event *e);

/* --- sources of events; see pmu_resolve() --- */

/* What a source returns for a name that is not one of its own. */
#define NOT_MINE 1

/**
 * struct query - a name being resolved
 * @name:	without filter
 * @user, @kernel: what ":u", ":k" asked for; neither: no filter
 * @index:	CPU PMU that is to count it, -1: any
 * @why, @len:	room for the message
 */
struct query {
	const char *name;
	bool user, kernel;
	int index;
	char *why;
	size_t len;
};

/* Each returns 0, NOT_MINE, or a negative errno with q->why. */
int metric_resolve(struct pmu *p, const struct query *q, struct pmu_event *e);
int software_resolve(const struct query *q, struct pmu_event *e);
int raw_resolve(struct pmu *p, const struct query *q, struct pmu_event *e);
int sysfs_resolve(const struct pmu *p, const struct query *q,
		  struct pmu_event *e);
int tracepoint_resolve(const struct pmu *p, const struct query *q,
		       struct pmu_event *e);
/* For what looks like a tracepoint where none can be looked up. */
int tracepoint_unreadable(const struct pmu *p, const struct query *q,
			  struct pmu_event *e);
int pfm_resolve(struct pmu *p, const struct query *q, struct pmu_event *e);

/**
 * sysfs_encode - terms of sysfs notation, or a named event
 * @pmu:	directory of the PMU
 * @terms:	"tsc", "event=0x3c,umask=1"
 * @e:		type and configs are filled in
 *
 * Return: 0; -EINVAL with @why; another negative errno.
 */
int sysfs_encode(const struct pmu *p, const char *pmu, const char *terms,
		 struct pmu_event *e, char *why, size_t len);

/* Names "msr/tsc/"; as pmu_each_name(). */
int sysfs_each(const struct pmu *p,
	       int (*fn)(const struct pmu_name *n, void *data), void *data);

int tracepoint_each(const struct pmu *p,
		    int (*fn)(const struct pmu_name *n, void *data),
		    void *data);

/**
 * event_place - where an event is counted, by its type
 * @index:	CPU PMU it is meant for; -1: as the type says
 * @e:		where and cpu_pmu are filled in; on a hybrid machine the type
 *		is made that of the PMU
 */
void event_place(const struct pmu *p, int index, struct pmu_event *e);

/* Sets e->pmu: the name under which counts of this kind of CPU are filed. */
void event_name_cpu(const struct pmu *p, int index, struct pmu_event *e);

/* Appends " type=4 config=0x3c" to what e->encoding says. */
void event_spell(struct pmu_event *e);

/* --- near.c --- */

/* Names like q->name, "a, b or c", into @buf; empty if there are none. */
void near_names(struct pmu *p, const char *name, char *buf, size_t len);

/* --- open.c: one event --- */

/**
 * event_open - open one event
 * @pid, @cpu, @group_fd: as for perf_event_open()
 *
 * It is disabled if it leads a group. Old kernels get it without
 * exclude_guest, which they do not know.
 *
 * Return: descriptor or a negative errno.
 */
int event_open(const struct pmu *p, const struct pmu_event *e,
	       enum pmu_scope scope, pid_t pid, int cpu, int group_fd);

/* The same for a scope's usual target: the caller, or a CPU. */
int event_open_for(const struct pmu *p, const struct pmu_event *e,
		   enum pmu_scope scope, int cpu, int group_fd);

/* The first of @cpus on which @e can count; -1: none. */
int event_cpu(const struct pmu *p, const struct pmu_event *e, const int *cpus,
	      size_t nr_cpus);

/* Whether @e can count on @cpu. */
bool event_on_cpu(const struct pmu *p, const struct pmu_event *e, int cpu);

/**
 * group_read - read a group's values
 * @fd:		its leader
 * @out:	@nr readings of its events
 *
 * Return: 0, or a negative errno; ENODATA: the kernel dropped the group.
 */
int group_read(const struct pmu *p, int fd, struct pmu_reading *out,
	       size_t nr);

/* --- diagnose.c --- */

/**
 * diagnose - why an event did not open
 * @err:	positive errno of perf_event_open()
 * @grouped:	it was opened into a group
 *
 * May open and close other events to find out.
 *
 * Return: enum pmu_status.
 */
int diagnose(const struct pmu *p, const struct pmu_event *e,
	     enum pmu_scope scope, int cpu, int err, bool grouped);

/* --- pin.c --- */

/* struct pin - where the calling thread may run, to be restored */
struct pin {
	void *mask;
	size_t bytes;
};

/* Moves the calling thread to @cpu; -1, or if it may not: leaves it. */
void pin_to(struct pin *pin, int cpu);

void pin_back(struct pin *pin);

/* --- words --- */

/* Writes down a reason. Return: @err. */
static inline __attribute__((format(printf, 4, 5))) int
why_say(char *why, size_t len, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, len, fmt, ap);
	va_end(ap);
	return err;
}

#endif
