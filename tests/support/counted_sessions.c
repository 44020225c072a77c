/* SPDX-License-Identifier: MIT */
/*
 * tests/support/counted_sessions.c - a session with counters, made by hand.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "sessions.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

#define NO_PMU                                                             \
	"no hardware counters: this kernel has no CPU PMU, it runs in a "  \
	"virtual machine; enable a virtual PMU in the hypervisor, or use " \
	"bare metal"

void entry_counters(struct entry *e, const struct counter *v, size_t nr)
{
	e->scope = strdup("pair");
	e->counters = calloc(nr, sizeof(*e->counters));
	ck_assert(e->scope && e->counters);
	for (size_t i = 0; i < nr; i++) {
		struct counter *c = &e->counters[e->nr_counters++];

		set_text(&c->name, v[i].name);
		set_text(&c->metric, v[i].metric);
		set_text(&c->kind, v[i].kind ? v[i].kind : v[i].metric);
		set_text(&c->pmu, v[i].pmu ? v[i].pmu : "skx");
		set_text(&c->encoding, v[i].encoding ? v[i].encoding : "");
		set_text(&c->class, v[i].class ? v[i].class : "semantic");
		set_text(&c->status, v[i].status ? v[i].status : "ok");
		if (v[i].reason)
			set_text(&c->reason, v[i].reason);
	}
}

struct sample *entry_counted(struct entry *e, const int64_t *values)
{
	struct sample *r = entry_add_counted(e);

	ck_assert_ptr_nonnull(r);
	r->index = e->nr_counted - 1;
	r->ops = 1000;
	r->elapsed_ns = 2300000;
	r->figures.cpu_ns = 2200000;
	r->figures.nvcsw = 2000;
	r->figures.nivcsw = 0;
	r->valid = true;
	r->counts = calloc(e->nr_counters, sizeof(*r->counts));
	ck_assert_ptr_nonnull(r->counts);
	for (size_t i = 0; i < e->nr_counters; i++) {
		struct count *c = &r->counts[r->nr_counts++];

		c->value = values[i];
		c->enabled_ns = c->running_ns = 2200000;
		if (values[i] != NOT_MEASURED)
			continue;
		c->enabled_ns = c->running_ns = NOT_MEASURED;
		set_text(&c->status, "other_run");
	}
	return r;
}

struct paired *entry_cost(struct entry *e, double ratio, double lo, double hi)
{
	struct paired *c = entry_control(e, ratio, lo, hi);

	set_text(&c->name, "counted");
	return c;
}

static void bare_runs(struct entry *e)
{
	for (uint64_t i = 0; i < 6; i++)
		entry_run(e, 1000, 2100000 + i * 1000);
}

static void of_switch(struct counter *c, double count, size_t nr)
{
	c->of_switch = calloc(nr, sizeof(*c->of_switch));
	ck_assert_ptr_nonnull(c->of_switch);
	for (size_t i = 0; i < nr; i++)
		c->of_switch[c->nr_of_switch++] = count + (double)i;
}

static void add_counted(struct session *s)
{
	static const struct counter counters[] = {
		{ .name = "cycles",
		  .metric = "cycles",
		  .class = "time",
		  .encoding = "skx::UNHALTED_CORE_CYCLES type=4 config=0x3c" },
		{ .name = "cycles:u", .metric = "cycles", .class = "time" },
		{ .name = "instructions",
		  .metric = "instructions",
		  .class = "isa" },
		{ .name = "llc-misses",
		  .metric = "llc-misses",
		  .class = "micro-architectural" },
		{ .name = "tlb-flushes",
		  .metric = "tlb-flushes",
		  .status = "no_event",
		  .reason =
			  "tlb-flushes: there is no such event on this machine (skx)" },
		{ .name = "context-switches",
		  .metric = "context-switches",
		  .pmu = "software" },
		{ .name = "task-clock",
		  .metric = "task-clock",
		  .pmu = "software",
		  .class = "time" },
		{ .name = "page-faults",
		  .metric = "page-faults",
		  .pmu = "software" },
	};
	static const int64_t none = NOT_MEASURED;
	const int64_t values[][COUNT(counters)] = {
		{ 7700000, 1540000, 8470000, none, none, 2000, 2200000, 0 },
		{ none, none, none, 12, none, 2000, 2210000, 0 },
		{ 7720000, 1544000, 8472000, none, none, 2001, 2190000, 0 },
		{ 1, 1, 1, 1, none, 1, 1, 1 },
	};
	struct entry *e = session_entry(s, "sched/pipe", "round trip");

	bare_runs(e);
	entry_counters(e, counters, COUNT(counters));
	for (size_t i = 0; i < COUNT(values); i++)
		entry_counted(e, values[i]);
	of_switch(&e->counters[0], 2400, 10);
	of_switch(&e->counters[2], 2650, 3);
	of_switch(&e->counters[7], -2, 5);
	set_text(&e->counted[1].counts[0].status, "multiplexed");
	e->counted[1].counts[0].enabled_ns = 2200000;
	e->counted[1].counts[0].running_ns = 1100000;
	e->counted[3].valid = false;
	ck_assert_int_eq(findings_add(&e->counted[3].why, "E-MIGR",
				      "a task changed its CPU"),
			 0);
	entry_cost(e, 1.091, 1.088, 1.094);
}

/* A virtual machine: the kernel's own events alone, cost below resolution. */
static void add_uncounted(struct session *s)
{
	static const struct counter counters[] = {
		{ .name = "cycles:k",
		  .metric = "cycles",
		  .status = "no_pmu",
		  .class = "time",
		  .reason = NO_PMU },
		{ .name = "instructions:k",
		  .metric = "instructions",
		  .status = "no_pmu",
		  .class = "isa",
		  .reason = NO_PMU },
		{ .name = "context-switches",
		  .metric = "context-switches",
		  .pmu = "software" },
	};
	struct entry *e = session_entry(s, "sched/yield", "yield");

	bare_runs(e);
	entry_counters(e, counters, COUNT(counters));
	set_text(&e->scope, "cpu");
	entry_counted(e, (int64_t[]){ NOT_MEASURED, NOT_MEASURED, 2002 });
	entry_cost(e, 1.002, 0.997, 1.004);
}

/* Nothing could be counted. */
static void add_denied(struct session *s)
{
	static const struct counter counters[] = {
		{ .name = "cycles",
		  .metric = "cycles",
		  .status = "no_syscall",
		  .reason =
			  "there is no perf_event_open here: a kernel without CONFIG_PERF_EVENTS, or a sandbox" },
	};
	struct entry *e = session_entry(s, "sched/mq", "round trip");

	bare_runs(e);
	entry_counters(e, counters, COUNT(counters));
}

struct session session_counted(void)
{
	struct session s = session_plain(6);

	add_counted(&s);
	add_uncounted(&s);
	add_denied(&s);
	return s;
}
