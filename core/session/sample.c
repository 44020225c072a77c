/* SPDX-License-Identifier: MIT */
/*
 * core/session/sample.c - from a run's request to a sample of the result.
 */
#include "session/sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/clock.h"
#include "run/event_set.h"
#include "session/interference.h"
#include "session/validate.h"

static int copy_chains(struct sample *s, const struct run_request *q)
{
	if (!q->nr_chains)
		return 0;
	s->chain_ns = malloc(q->nr_chains * sizeof(*s->chain_ns));
	if (!s->chain_ns)
		return -ENOMEM;
	memcpy(s->chain_ns, q->chain_ns, q->nr_chains * sizeof(*s->chain_ns));
	s->nr_chains = q->nr_chains;
	return clock_of_run(s, &s->clock_mhz);
}

static int copy_slices(struct sample *s, const struct run_request *q)
{
	if (!q->nr_slices)
		return 0;
	s->slice_ns = malloc(q->nr_slices * sizeof(*s->slice_ns));
	if (!s->slice_ns)
		return -ENOMEM;
	memcpy(s->slice_ns, q->slice_ns, q->nr_slices * sizeof(*s->slice_ns));
	s->nr_slices = q->nr_slices;
	s->slice_ops = q->slice_ops;
	return copy_chains(s, q);
}

static void copy_phase(struct sample *s, const struct phase *p)
{
	s->ops = p->ops;
	s->elapsed_ns = p->elapsed_ns;
	s->ticks = p->ticks ? (int64_t)p->ticks : NOT_MEASURED;
	s->figures = p->figures;
	s->nr_records = p->nr_records;
	s->records_ns = p->nr_records ? p->records_ns : NAN;
	s->clock_mhz = NAN;
}

static void note_promise(struct entry *e, const struct run_request *q)
{
	e->expect_min = q->expect.min;
	e->expect_max = q->expect.max;
	e->warmup_ops = q->warmed_ops;
	e->bytes_per_op = q->bytes_per_op;
}

static int note_hook(struct entry *e, const struct run_request *q)
{
	if (!q->idle_hook)
		return 0;
	return findings_add(
		&e->notes, "W-HOOK",
		"--ws and --touch had no effect: no task of this benchmark works after a switch");
}

/* What stopped the tasks from outside, whoever did it. */
static int check_outside(struct sample *s, const struct phase *p,
			 bool suspended)
{
	if (suspended)
		return findings_add(
			&s->why, "E-STOP",
			"the harness was stopped and resumed during the run");
	if (p->asleep_ns)
		return findings_add(
			&s->why, "E-STOP",
			"the machine was suspended for %.3g s during the run",
			(double)p->asleep_ns / 1e9);
	if (p->tracer.pid)
		return findings_add(
			&s->why, "E-TRACE",
			"a task was traced by %s (process %d), which stops it at system calls or signals: detach the tracer",
			p->tracer.name, (int)p->tracer.pid);
	if (p->frozen_ns)
		return findings_add(
			&s->why, "E-STOP",
			"nothing ran for %.3g s: the control group of the harness was frozen, or the virtual machine was stopped",
			(double)p->frozen_ns / 1e9);
	return 0;
}

static int fill(struct sample *s, const struct run_request *q,
		const struct variant *variant, bool suspended)
{
	const struct promise promise = {
		.expect_min = q->expect.min,
		.expect_max = q->expect.max,
		.nr_tasks = variant->place.nr_groups * variant_members(variant),
		.nr_cpus = (uint32_t)variant->place.nr_cpus,
		.records = variant->bench->flags & BENCH_RECORDS &&
			   !variant->control,
		.pinned = variant->place.nr_cpus &&
			  !(variant->bench->flags & BENCH_MIGRATES),
		.faults = variant->bench->flags & BENCH_FAULTS,
	};
	int ret;

	copy_phase(s, &q->timed);
	/* What children use is in nobody's thread clock. */
	if (variant->bench->flags & BENCH_CHILDREN)
		s->figures.cpu_ns = NOT_MEASURED;
	s->steal_ns = q->interference.steal_ns;
	s->throttled_ns = q->interference.throttled_ns;
	s->interference = q->interference.u;
	ret = copy_slices(s, q);
	if (!ret)
		ret = check_outside(s, &q->timed, suspended);
	return ret ? ret : validate(s, &promise);
}

double sample_foreign_ns(const struct run_request *q)
{
	const struct sample s = {
		.elapsed_ns = q->timed.elapsed_ns,
		.figures = q->timed.figures,
	};

	return validate_foreign_ns(&s, (uint32_t)q->variant->place.nr_cpus);
}

static int add_latency(struct entry *e, const struct run_request *q, bool valid)
{
	struct latency *l = entry_latency(e);

	if (!l)
		return -ENOMEM;
	l->ops_per_loop = q->ops_per_loop;
	if (!valid) {
		l->nr_invalid++;
		return 0;
	}
	if (buckets_add(&l->buckets, &q->histogram))
		return -ENOMEM;
	/* Of all runs the least disturbed. */
	if (q->clock_ns > 0 && !(l->clock_ns < q->clock_ns))
		l->clock_ns = q->clock_ns;
	l->nr_runs++;
	return 0;
}

/* A number without them is unproven, and says so. */
static int no_switches(struct entry *e, const char *why)
{
	return findings_add(&e->notes, "W-NOSWITCH",
			    "%s, so the declared switches cannot be checked",
			    why);
}

/*
 * figures_explain - note which figures an entry does not have
 * @errors:	of enum figure_source
 * @children:	tasks create others, whose CPU time nobody knows
 */
static int figures_explain(struct entry *e, const int *errors, bool children)
{
	static const struct {
		enum figure_source source;
		const char *field, *call;
	} fields[] = {
		{ FIGURES_CLOCK, "cpu_ns", "clock_gettime" },
		{ FIGURES_USAGE, "nvcsw", "getrusage" },
		{ FIGURES_USAGE, "nivcsw", "getrusage" },
		{ FIGURES_USAGE, "minor_faults", "getrusage" },
		{ FIGURES_USAGE, "major_faults", "getrusage" },
		{ FIGURES_CPU, "migrations", "getcpu" },
		{ FIGURES_WAIT, "wait_ns", "/proc/PID/schedstat" },
	};
	int ret = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields) && !ret; i++) {
		int err = errors[fields[i].source];

		if (err)
			ret = findings_add(&e->absent, fields[i].field,
					   "%s: %s", fields[i].call,
					   err == -EFBIG ?
						   "too many tasks to read" :
						   strerror(-err));
	}
	if (!ret && children && !errors[FIGURES_CLOCK])
		ret = findings_add(
			&e->absent, "cpu_ns",
			"an op creates tasks, whose CPU time is not counted");
	if (!ret && errors[FIGURES_SWITCHES])
		ret = no_switches(
			e,
			"this kernel does not count switches: getrusage shows none for a task that slept");
	else if (!ret && errors[FIGURES_USAGE])
		ret = no_switches(
			e,
			"switches and page faults were not counted: getrusage was refused");
	return ret;
}

int sample_add(struct entry *e, const struct run_request *q,
	       const struct variant *variant, bool suspended)
{
	struct sample *s;
	int ret = 0;

	if (!e->nr_runs) {
		note_promise(e, q);
		ret = note_hook(e, q);
	}
	s = entry_add_run(e);
	if (!s || ret)
		return -ENOMEM;
	s->index = (uint32_t)e->nr_runs - 1;
	ret = s->index ? 0 : interference_explain(e, &q->interference);
	if (!ret && !s->index)
		ret = figures_explain(e, q->timed.errors,
				      variant->bench->flags & BENCH_CHILDREN);
	if (!ret)
		ret = fill(s, q, variant, suspended);
	return ret || !e->records ? ret : add_latency(e, q, s->valid);
}

int sample_add_latency(struct entry *e, const struct run_request *q,
		       const struct variant *variant, bool suspended)
{
	struct sample s = { 0 };
	int ret = fill(&s, q, variant, suspended);

	if (!ret)
		ret = add_latency(e, q, s.valid);
	free(s.slice_ns);
	free(s.chain_ns);
	findings_free(&s.why);
	return ret ? ret : !s.valid;
}

int sample_add_counted(struct entry *e, const struct run_request *q,
		       const struct variant *variant, bool suspended)
{
	struct sample *s = entry_add_counted(e);
	int ret;

	if (!s)
		return -ENOMEM;
	s->index = (uint32_t)e->nr_counted - 1;
	ret = fill(s, q, variant, suspended);
	return ret ? ret : event_set_judge(variant->event_set, q->counts, s);
}
