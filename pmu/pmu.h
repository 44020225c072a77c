/* SPDX-License-Identifier: MIT */
/*
 * pmu/pmu.h - counters of the processor and of the kernel: their names, what
 * of them can be counted here, and counting them around a stretch of work.
 *
 * It never prints and never exits. An event that cannot be counted is no
 * error: it carries a status, and the others are counted all the same.
 *
 *	in the program	pmu_open(), pmu_resolve(): names, nothing is opened;
 *			pmu_plan(): probes the kernel
 *	in a task	pmu_set_open(); pmu_set_enable(), pmu_set_read() before
 *			the work, pmu_set_read() after it; pmu_set_close()
 *	in the program	pmu_delta(), pmu_add(), pmu_judge(), pmu_plausible()
 *
 * Events, plans and readings hold no pointers: they may lie in shared memory.
 * A struct pmu also serves children forked later; what takes it const may be
 * called by several threads.
 */
#ifndef PMU_PMU_H
#define PMU_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_event_attr;

#define PMU_MAX_EVENTS 64
#define PMU_NAME_LEN 96
#define PMU_ENCODING_LEN 192
#define PMU_WHY_LEN 400

/**
 * enum pmu_status - what became of an event; only PMU_OK goes with a number
 */
enum pmu_status {
	PMU_OK,
	PMU_OTHER_RUN,		/* its group is counted in other runs */
	PMU_NO_LIBRARY,		/* libpfm4 cannot be loaded */
	PMU_NO_TABLE,		/* libpfm4 has no events for this CPU */
	PMU_NO_TRACEFS,		/* tracepoints cannot be looked up */
	PMU_NO_PMU,		/* the kernel shows no CPU PMU */
	PMU_NO_EVENT,		/* this CPU does not have the event */
	PMU_NO_FILTER,		/* no user/kernel split of this event */
	PMU_NO_CPU,		/* the PMU counts packages, not CPUs */
	PMU_WRONG_CPU_TYPE,	/* hybrid: some task's CPU does not have it */
	PMU_NO_ACCESS_KERNEL,	/* perf_event_paranoid keeps the kernel out */
	PMU_NO_ACCESS_CPU,	/* ... keeps whole CPUs out */
	PMU_NO_ACCESS,		/* ... keeps this user out altogether */
	PMU_BLOCKED,		/* refused for another reason: seccomp, LSM */
	PMU_NO_SYSCALL,		/* no perf_event_open */
	PMU_BUSY,		/* held exclusively by another program */
	PMU_NO_FDS,		/* no file descriptors left */
	PMU_GROUP_TOO_BIG,	/* opens alone, not in its group */
	PMU_NOT_COUNTED,	/* opened, but never ran */
	PMU_MULTIPLEXED,	/* counted for a part of the time only */
	PMU_DEAD,		/* the kernel dropped its group */
	PMU_IMPLAUSIBLE,	/* counted, but the count cannot be true */
	PMU_ONLY_ZERO,		/* counted, but never anything: no counter? */
	PMU_ERROR,		/* anything else; the errno is kept */
	PMU_NR_STATUS
};

/* enum pmu_class - between which machines a count can be compared */
enum pmu_class {
	PMU_SEMANTIC,		/* all: context switches, page faults */
	PMU_ISA,		/* one instruction set: instructions */
	PMU_TIME,		/* as a time base: cycles, ticks, task-clock */
	PMU_MICRO,		/* one kind of CPU: misses, walks, stalls */
};

/* enum pmu_scope - whose events are counted */
enum pmu_scope {
	PMU_PAIR,	/* the opener and all it creates later, as one */
	PMU_CPU,	/* everybody on some CPUs */
	PMU_TASK,	/* the opener alone */
};

/* enum pmu_where - what counts an event: which ones can form a group */
enum pmu_where {
	PMU_KERNEL,	/* software events, tracepoints */
	PMU_CORE,	/* a CPU's counters, of which there are few */
	PMU_DEVICE,	/* another PMU of the kernel: msr */
};

/**
 * struct pmu_event - one event, resolved
 * @name:	under which it is reported: the usual spelling of what was asked
 *		for, with one filter: "cycles:k". On hybrid machines two events
 *		may have one name: @pmu tells them apart
 * @metric:	portable name ("cycles"), or what was asked for if it has none
 * @kind:	what exactly is counted ("llc", "load walk"): counts of two
 *		kinds are different quantities whatever their metric
 * @pmu:	whose event it is: a table of libpfm4 ("skx"), a PMU of the
 *		kernel ("msr", "cpu_atom"), "software", "tracepoint"
 * @encoding:	"skx::UNHALTED_CORE_CYCLES:k type=4 config=0x3c"
 * @class:	enum pmu_class
 * @where:	enum pmu_where
 * @type, @config, @config1, @config2: as for perf_event_open()
 * @exclude_user, @exclude_kernel, @exclude_hv, @exclude_guest: likewise
 * @partial:	only on some of the CPUs asked for (hybrid machines): another
 *		event of the same @name counts on the others
 * @cpu_pmu:	index of the CPU PMU that counts it, -1: any CPU's
 * @status:	enum pmu_status: PMU_OK, or why it is not counted
 * @err:	positive errno behind @status, or 0
 */
struct pmu_event {
	char name[PMU_NAME_LEN];
	char metric[PMU_NAME_LEN];
	char kind[PMU_NAME_LEN];
	char pmu[PMU_NAME_LEN];
	char encoding[PMU_ENCODING_LEN];
	int class;
	int where;
	uint32_t type;
	uint64_t config, config1, config2;
	bool exclude_user, exclude_kernel, exclude_hv, exclude_guest;
	bool partial;
	int cpu_pmu;
	int status;
	int err;
};

/* struct pmu_events - what a list of names came to, @nr of @v */
struct pmu_events {
	size_t nr;
	struct pmu_event v[PMU_MAX_EVENTS];
};

/**
 * struct pmu_reading - one event at one moment, or between two
 * @value:	count since it was opened (a sum, where there are several)
 * @enabled_ns:	time for which it was enabled
 * @running_ns:	time for which it was on a counter
 * @status:	enum pmu_status; a number only with PMU_OK, after pmu_judge()
 * @err:	positive errno behind it, or 0
 */
struct pmu_reading {
	uint64_t value;
	uint64_t enabled_ns, running_ns;
	int status;
	int err;
};

/**
 * struct pmu_plan - which events are counted together, and in which runs
 * @nr_groups:	how many groups
 * @nr_turns:	runs that count everything once; at least 1. Run i takes turn
 *		i % @nr_turns
 * @group:	of each event; -1: not counted
 * @turn:	of each group; -1: all of them
 */
struct pmu_plan {
	int nr_groups;
	int nr_turns;
	int group[PMU_MAX_EVENTS];
	int turn[PMU_MAX_EVENTS];
};

/**
 * struct pmu_sys - the system calls; results as the kernel's, but -errno
 * instead of -1
 */
struct pmu_sys {
	int (*open)(struct perf_event_attr *attr, pid_t pid, int cpu,
		    int group_fd, unsigned long flags);
	ssize_t (*read)(int fd, void *buf, size_t len);
	int (*ioctl)(int fd, unsigned long request, unsigned long arg);
	int (*close)(int fd);
};

extern const struct pmu_sys pmu_sys_native;

/**
 * struct pmu_caps - what decides about counting, as found by pmu_open()
 * @paranoid:	/proc/sys/kernel/perf_event_paranoid; INT_MIN: unreadable
 * @cap_perfmon, @cap_sys_admin: effective capabilities; the second includes
 *		the first
 * @nmi_watchdog: it holds one counter of each CPU
 * @hypervisor:	the CPU says that it is a virtual one
 * @sysfs:	/sys shows its PMUs; without it "no PMU" cannot be told
 * @nr_cpu_pmus: CPU PMUs; more than one: hybrid
 * @forced:	a LIBPFM_ variable of the environment that changes tables, or ""
 */
struct pmu_caps {
	int paranoid;
	bool cap_perfmon, cap_sys_admin;
	bool nmi_watchdog;
	bool hypervisor;
	bool sysfs;
	int nr_cpu_pmus;
	char forced[32];
};

struct pmu;

/**
 * pmu_open - look at the machine; opens no event
 * @out:	to be closed with pmu_close()
 * @sys:	system calls, borrowed; NULL: pmu_sys_native
 * @root:	put before /sys and /proc, borrowed; NULL: ""
 *
 * libpfm4 is loaded and initialised by the first name that needs it (2 ms,
 * as root with debugfs mounted up to 150 ms), so resolve before forking.
 *
 * Return: 0, or -ENOMEM.
 */
int pmu_open(struct pmu **out, const struct pmu_sys *sys, const char *root);

void pmu_close(struct pmu *p);
const struct pmu_caps *pmu_caps(const struct pmu *p);

/**
 * pmu_resolve - names to events
 * @list:	names divided by commas; see below
 * @cpus:	@nr_cpus CPUs that tasks are pinned to; 0: any
 * @out:	filled in; events that cannot be counted are in it with a status
 * @why:	on error one line: what is wrong and what was probably meant
 * @len:	size of @why
 *
 * A name is a preset (default, all), a portable metric (cycles), a software
 * event (context-switches), sysfs notation (msr/tsc/, cpu/event=0x3c/), a
 * tracepoint (sched:sched_switch), a raw code (r01c2) or a name of libpfm4
 * (skx::L2_RQSTS:MISS), looked for in this order. ":u" or ":k" (in sysfs
 * notation after the last slash) counts user or kernel only; ":uk" makes two
 * events of it. An event asked for twice is there once. Nothing is ever
 * counted for user mode only that was not asked for so.
 *
 * On a hybrid machine a hardware event becomes one for each type of core.
 *
 * Return: 0; -EINVAL with @why: no such name, or no such filter; -E2BIG with
 * @why: more than PMU_MAX_EVENTS; -ENOMEM.
 */
int pmu_resolve(struct pmu *p, const char *list, const int *cpus,
		size_t nr_cpus, struct pmu_events *out, char *why, size_t len);

/**
 * pmu_probe - open each event once by itself and close it again
 * @scope:	as it will be counted
 * @cpus:	@nr_cpus CPUs, as for pmu_resolve()
 * @events:	statuses are filled in
 */
void pmu_probe(const struct pmu *p, enum pmu_scope scope, const int *cpus,
	       size_t nr_cpus, struct pmu_events *events);

/**
 * pmu_plan - probe the events, put those that can be counted into groups
 * others:	as for pmu_probe()
 * @plan:	filled in
 *
 * A group of a CPU PMU is as large as what opened and, in a trial of 2 ms,
 * ran all the time. Such groups take turns; what needs no such counter is
 * counted in every run. The calling thread is moved to a CPU of each PMU for
 * the trial and back.
 *
 * Until a second later the kernel's switch path is slower: no bare run then.
 */
void pmu_plan(const struct pmu *p, enum pmu_scope scope, const int *cpus,
	      size_t nr_cpus, struct pmu_events *events,
	      struct pmu_plan *plan);

struct pmu_set;

/**
 * pmu_set_open - open the groups of one turn, not yet enabled
 * @out:	to be closed with pmu_set_close()
 * @events, @plan: borrowed until then
 * @turn:	0 to @plan->nr_turns - 1
 * @scope:	PMU_PAIR: counts the calling thread and all threads and
 *		processes that it or they create later, so it must come first.
 *		PMU_TASK: counts the calling thread. PMU_CPU: whoever calls
 * @cpus:	for PMU_CPU: @nr_cpus different CPUs
 *
 * An event that does not open is left out and says so in every reading. The
 * descriptors close on exec; their number does not change.
 *
 * Return: 0, or -ENOMEM.
 */
int pmu_set_open(struct pmu_set **out, const struct pmu *p,
		 const struct pmu_events *events, const struct pmu_plan *plan,
		 int turn, enum pmu_scope scope, const int *cpus,
		 size_t nr_cpus);

/* How many descriptors a set holds. */
size_t pmu_set_fds(const struct pmu_set *s);

/* Return: 0, or the first -errno; the other groups are switched anyway */
int pmu_set_enable(struct pmu_set *s);
int pmu_set_disable(struct pmu_set *s);

/**
 * pmu_set_read - read all groups, one system call each; never resets
 * @v:		one for each event of the set's struct pmu_events
 */
void pmu_set_read(struct pmu_set *s, struct pmu_reading *v);
void pmu_set_close(struct pmu_set *s);

/**
 * pmu_delta - what happened between two readings
 * @from, @to, @out: @nr each; @out may be one of the others
 *
 * Counts are 64 bits wide and may wrap.
 */
void pmu_delta(const struct pmu_reading *from, const struct pmu_reading *to,
	       struct pmu_reading *out, size_t nr);

/* Adds @v to @sum, @nr each; a status that is not PMU_OK stays. */
void pmu_add(struct pmu_reading *sum, const struct pmu_reading *v, size_t nr);

/**
 * pmu_judge - decide which of a window's readings are numbers
 * @events:	what they are of
 * @v:		deltas or their sums; statuses are filled in
 *
 * A number needs running == enabled; partial events: as a sum, within 1 %.
 */
void pmu_judge(const struct pmu_events *events, struct pmu_reading *v);

/**
 * pmu_plausible - withdraw hardware counts that cannot be true
 * @events:	what they are of
 * @v:		judged
 * @switches:	context switches in the window
 * @cpu_ns:	CPU time of what was counted, or 0 if unknown
 *
 * Some virtual machines have a PMU that counts nothing. Fewer than 50
 * instructions a switch, less than 0.05 or more than 10 cycles a nanosecond,
 * or more than 16 instructions a cycle make every count of a CPU PMU
 * PMU_IMPLAUSIBLE. Filtered events (":u") are not judged, but fall too.
 */
void pmu_plausible(const struct pmu_events *events, struct pmu_reading *v,
		   uint64_t switches, uint64_t cpu_ns);

/* "no_pmu" for files, "<no pmu>" for tables; "micro-architectural"; "pair" */
const char *pmu_status_word(int status);
const char *pmu_status_label(int status);
const char *pmu_class_word(int class);
const char *pmu_scope_word(int scope);

/**
 * pmu_explain - why there is no number, and what to do: one sentence
 * @e:		the event
 * @r:		a reading of it whose status is meant, or NULL: the event's own
 * @buf:	PMU_WHY_LEN bytes are enough; no full stop; empty for PMU_OK
 *
 * The same cause gives the same sentence for all events: say it once.
 *
 * Return: @buf.
 */
const char *pmu_explain(const struct pmu *p, const struct pmu_event *e,
			const struct pmu_reading *r, char *buf, size_t len);

/* Whether a status is about the event itself: the sentence then names it. */
bool pmu_status_of_event(int status);

/**
 * pmu_comparable - whether counts of two machines are the same quantity
 * @class, @kind, @pmu: of the one and the other; see struct pmu_event
 *
 * PMU_ISA also needs the same instruction set, which the caller knows.
 */
bool pmu_comparable(int class_a, const char *kind_a, const char *pmu_a,
		    int class_b, const char *kind_b, const char *pmu_b);

/**
 * struct pmu_name - a name that pmu_resolve() takes
 * @name:	as it is typed
 * @source:	"metric", "software", "tracepoint", a PMU, a table of libpfm4
 * @summary:	one line, or NULL
 * @umasks:	unit masks, one of which must be added (":NAME"), or NULL
 *
 * Valid during the call only.
 */
struct pmu_name {
	const char *name;
	const char *source;
	const char *summary;
	const char *umasks;
};

/**
 * pmu_each_name - all names there are on this machine, by source
 * @all:	also those of libpfm4 and tracepoints: thousands
 * @fn:		called for each; ends early if it returns anything but 0
 *
 * Return: what @fn returned last, or 0.
 */
int pmu_each_name(struct pmu *p, bool all,
		  int (*fn)(const struct pmu_name *n, void *data), void *data);

/**
 * pmu_library - the state of libpfm4, which is loaded for it
 * @buf:	"libpfm4: amd64_fam19h_zen4, perf, perf_raw", or why not
 *
 * Return: whether it is there.
 */
bool pmu_library(struct pmu *p, char *buf, size_t len);

#endif
