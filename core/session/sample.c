/* SPDX-License-Identifier: MIT */
/*
 * core/session/sample.c - from a run's request to a sample of the result.
 */
#include "session/sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/event_set.h"
#include "session/interference.h"
#include "session/validate.h"

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
	return 0;
}

static void copy_phase(struct sample *s, const struct phase *p)
{
	s->ops = p->ops;
	s->elapsed_ns = p->elapsed_ns;
	s->ticks = p->ticks ? (int64_t)p->ticks : NOT_MEASURED;
	s->figures = p->figures;
	s->nr_records = p->nr_records;
	s->records_ns = p->nr_records ? p->records_ns : NAN;
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
		"--ws and --touch changed nothing: no task of this benchmark does work when it has got the CPU");
}

static int fill(struct sample *s, const struct run_request *q,
		const struct variant *variant, bool suspended)
{
	const struct promise promise = {
		.expect_min = q->expect.min,
		.expect_max = q->expect.max,
		.nr_tasks = variant->place.nr_groups * variant_members(variant),
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
	if (!ret && suspended)
		ret = findings_add(
			&s->why, "E-STOP",
			"the harness was stopped and resumed during the run");
	if (!ret && q->tracer.pid)
		ret = findings_add(
			&s->why, "E-TRACE",
			"a task was traced by %s (process %d), which stops it at its system calls or signals: end that, or detach it",
			q->tracer.name, (int)q->tracer.pid);
	return ret ? ret : validate(s, &promise);
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
