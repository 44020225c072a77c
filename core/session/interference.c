/* SPDX-License-Identifier: MIT */
/*
 * core/session/interference.c - what is to be said about the machine during runs.
 *
 * Times come in ticks of 10 ms, so that a run may have none or a tenth of its
 * length by chance: only all runs together are judged.
 */
#include "session/interference.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "session/validate.h"

/* Share of the time, and the least that is not chance. */
#define SHARE_LIMIT 0.01
#define LEAST_NS 30e6

/* Share of the time that others had; less goes with any machine. */
#define BUSY_LIMIT 0.02

/* Device interrupts in a millisecond, some per cent of it; and the least. */
#define INTERRUPTS_LIMIT 5.0
#define INTERRUPTS_LEAST 100

static const char *why(enum interference_part part, int err)
{
	if (err == -ETIME)
		return "the run takes less than 1 ms";
	if (err == -ENXIO)
		return "the tasks are not pinned";
	if (err == -EFBIG)
		return "the kernel's table is too long to be read in each run";
	if (err == -ENODEV && part == INTERFERENCE_OTHERS)
		return "all CPUs are used";
	if (err == -ENODEV)
		return "no CPU used shares its core with one that is not";
	if (part == INTERFERENCE_TIMES || part == INTERFERENCE_OTHERS)
		return "the kernel does not account the CPUs' time";
	if (part == INTERFERENCE_HEAT)
		return "this machine does not count thermal throttling";
	if (part == INTERFERENCE_SIBLINGS)
		return "this machine does not say which CPUs share a core";
	return strerror(-err);
}

static int explain(struct entry *e, const char *field, const char *reason)
{
	return findings_add(&e->absent, field, "%s", reason);
}

int interference_explain(struct entry *e, const struct interference_reading *r)
{
	static const struct {
		enum interference_part part;
		const char *field;
	} fields[] = {
		{ INTERFERENCE_TIMES, "steal_ns" },
		{ INTERFERENCE_TIMES, "busy_ns" },
		{ INTERFERENCE_SIBLINGS, "sibling_busy_ns" },
		{ INTERFERENCE_OTHERS, "others_busy_ns" },
		{ INTERFERENCE_INTERRUPTS, "interrupts" },
		{ INTERFERENCE_INTERRUPTS, "device_interrupts" },
		{ INTERFERENCE_HEAT, "core_throttles" },
		{ INTERFERENCE_HEAT, "package_throttles" },
	};
	int ret = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields) && !ret; i++) {
		int err = r->err[fields[i].part];

		if (err)
			ret = explain(e, fields[i].field,
				      why(fields[i].part, err));
	}
	if (!ret && isnan(r->u.mhz_before))
		ret = explain(
			e, "mhz_before",
			"no instruction with a known duration exists for this architecture");
	if (!ret && isnan(r->u.mhz_after))
		ret = explain(
			e, "mhz_after",
			"no instruction with a known duration exists for this architecture");
	return ret;
}

/*
 * struct total - of the valid runs of an entry; what is not known adds 0.
 * @excused: the switches of one are not those promised, since others ran.
 */
struct total {
	double foreign_ns;
	bool excused;
	double window_ns, steal_ns, sibling_ns;
	double devices, packages;
	double mhz_least, mhz_most;
};

static double known(int64_t n)
{
	return n == NOT_MEASURED ? 0 : (double)n;
}

static void add_rate(struct total *t, double mhz)
{
	t->mhz_least = fmin(t->mhz_least, mhz);
	t->mhz_most = fmax(t->mhz_most, mhz);
}

static void add_foreign(struct total *t, const struct entry *e,
			const struct sample *r)
{
	const struct promise p = {
		.expect_min = e->expect_min,
		.expect_max = e->expect_max,
		.nr_tasks = e->nr_tasks * e->nr_groups,
		.nr_cpus = entry_distinct_cpus(e),
	};

	t->foreign_ns += fmax(validate_foreign_ns(r, p.nr_cpus), 0);
	t->excused |= validate_switches(r, &p) == SWITCHES_BUSY;
}

static struct total add_up(const struct entry *e)
{
	struct total t = { .mhz_least = NAN, .mhz_most = NAN };

	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		if (!r->valid)
			continue;
		add_foreign(&t, e, r);
		t.window_ns += (double)r->elapsed_ns;
		t.steal_ns += known(r->steal_ns);
		t.sibling_ns += known(r->interference.sibling_busy_ns);
		t.devices += known(r->interference.device_interrupts);
		t.packages += known(r->interference.package_throttles);
		add_rate(&t, r->interference.mhz_before);
		add_rate(&t, r->interference.mhz_after);
	}
	return t;
}

/* Neither by chance nor a small part of what there was. */
static bool is_much(double ns, double of_ns)
{
	return ns >= LEAST_NS && ns > SHARE_LIMIT * of_ns;
}

/* "CPU 1", "CPUs 0,2-5"; malloc'ed or NULL */
static char *cpus_text(const struct entry *e)
{
	char *list = place_list_text(e->cpus, e->nr_cpus), *text;
	int n = list ? asprintf(&text, "CPU%s %s",
				entry_distinct_cpus(e) == 1 ? "" : "s", list) :
		       -1;

	free(list);
	return n < 0 ? NULL : text;
}

static int note_busy(struct entry *e, const struct total *t, double cpus_ns)
{
	const char *them = entry_distinct_cpus(e) == 1 ? "it" : "them";
	double share = t->foreign_ns / cpus_ns;
	char *cpus, time[32] = "";
	int ret;

	if (!t->excused && !(share > BUSY_LIMIT && t->foreign_ns >= LEAST_NS))
		return 0;
	cpus = cpus_text(e);
	if (!cpus)
		return -ENOMEM;
	if (t->foreign_ns > 0)
		snprintf(time, sizeof(time), " for %.*f %% of the time",
			 share < .01 ? 1 : 0, 100 * share);
	ret = findings_add(
		&e->notes, "W-BUSY",
		"other tasks ran on %s%s: free %s, choose another CPU with -c, or use -s fifo:1",
		cpus, time, them);
	free(cpus);
	return ret;
}

static int note_time(struct entry *e, const struct total *t)
{
	double cpus_ns = t->window_ns * (double)entry_distinct_cpus(e);
	int ret;

	if (!e->nr_cpus)
		return 0;
	ret = note_busy(e, t, cpus_ns);
	if (ret)
		return ret;
	if (is_much(t->steal_ns, cpus_ns))
		ret = findings_add(
			&e->notes, "W-STEAL",
			"the hypervisor stole %.1f %% of the CPUs' time during the runs: use more runs or a quieter host",
			100 * t->steal_ns / cpus_ns);
	if (!ret && is_much(t->sibling_ns, cpus_ns))
		ret = findings_add(
			&e->notes, "W-SMT",
			"SMT siblings of the CPUs used were busy for %.1f %% of the time: keep them free",
			100 * t->sibling_ns / cpus_ns);
	return ret;
}

static int note_events(struct entry *e, const struct total *t)
{
	double per_ms = t->devices / (t->window_ns / 1e6);
	int ret = 0;

	if (per_ms > INTERRUPTS_LIMIT && t->devices >= INTERRUPTS_LEAST)
		ret = findings_add(
			&e->notes, "W-IRQ",
			"%.0f device interrupts on the CPUs used during the runs, %.1f per millisecond: see /proc/interrupts",
			t->devices, per_ms);
	if (!ret && t->packages > 0)
		ret = findings_add(
			&e->notes, "W-HEAT",
			"thermal throttling of the CPUs' package, %.0f times during the runs: check its cooling",
			t->packages);
	return ret;
}

/* Whether --nice set the nice level. */
static bool asked_for(const struct entry *e)
{
	for (size_t i = 0; i < e->nr_params; i++)
		if (!strcmp(e->params[i].name, "nice"))
			return true;
	return false;
}

static int note_nice(struct entry *e)
{
	bool weighs = e->policy && (!strcmp(e->policy, "other") ||
				    !strcmp(e->policy, "batch"));

	if (!weighs || e->nice == NOT_MEASURED || !e->nice || asked_for(e))
		return 0;
	return findings_add(
		&e->notes, "W-NICE",
		"the tasks ran at nice %" PRId64
		", so CPU time was not shared equally with other tasks: start the harness at nice 0",
		e->nice);
}

void interference_clock(const struct entry *e, double *least, double *most)
{
	struct total t = add_up(e);

	*least = t.mhz_least;
	*most = t.mhz_most;
}

int interference_note(struct entry *e)
{
	struct total t = add_up(e);
	int ret = note_nice(e);

	if (!ret && t.window_ns > 0)
		ret = note_time(e, &t);
	if (!ret && t.window_ns > 0)
		ret = note_events(e, &t);
	return ret;
}
