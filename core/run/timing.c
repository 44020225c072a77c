/* SPDX-License-Identifier: MIT */
/*
 * core/run/timing.c - what the measured loop calls: its begin, its slices,
 * its end, the work hook.
 */
#include "run/timing.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "machine/clock_rate.h"
#include "run/event_set.h"
#include "run/work.h"
#include "run/worker.h"
#include "stats/stats.h"
#include "util/clock.h"

/*
 * Histograms of what a team's tasks take: of each loop
 * of a group where the variant says so, else of what the benchmark records.
 *
 * A loop is timed by task 0 of its group alone, so that the others run as
 * they always do. Memory is written before the measured loop: a page that is
 * missing in it would be a fault of the benchmark.
 */

#define CLOCK_BATCHES 32
#define CLOCK_READS 32

uint32_t team_nr_histograms(const struct team *c)
{
	if (c->variant->control)
		return 0;
	if (c->variant->each)
		return c->variant->place.nr_groups;
	return c->bench.flags & BENCH_RECORDS ? c->nr_members : 0;
}

void team_clear_histograms(struct team *c)
{
	uint32_t nr = team_nr_histograms(c);

	for (uint32_t i = 0; i < nr; i++)
		histogram_reset(&c->histograms[i]);
}

static void worker_time_each(struct worker *w);

/* The same in ns, for what was recorded in ticks. */
static void merge_scaled(struct histogram *to, const struct histogram *from,
			 double ns_per_tick)
{
	double max = (double)from->max * ns_per_tick;

	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		double ns = histogram_middle(i) * ns_per_tick;

		if (from->count[i])
			histogram_add_many(to, (uint64_t)(ns < max ? ns : max),
					   from->count[i]);
	}
	if ((uint64_t)max > to->max)
		to->max = (uint64_t)max;
}

void team_histogram(const struct team *c, const struct phase *p,
		    struct histogram *out)
{
	uint32_t nr = team_nr_histograms(c);

	histogram_reset(out);
	for (uint32_t i = 0; i < nr; i++) {
		if (c->variant->each || p->ns_per_tick == 1)
			histogram_merge(out, &c->histograms[i]);
		else
			merge_scaled(out, &c->histograms[i], p->ns_per_tick);
	}
}

/* What a loop with nothing in it takes, undisturbed. */
static double clock_cost_ns(struct histogram *h)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < CLOCK_BATCHES; i++) {
		uint64_t begin = clock_raw_ns(), last = begin;

		for (int k = 0; k < CLOCK_READS; k++) {
			uint64_t now = clock_raw_ns();

			histogram_add(h, now - last);
			last = now;
		}
		if (last - begin < least)
			least = last - begin;
	}
	return (double)least / CLOCK_READS;
}

void worker_start_histogram(struct worker *w)
{
	struct team *c = w->team;
	uint32_t index = (uint32_t)(w->member - c->members);

	if (!team_nr_histograms(c) || (c->variant->each && w->t.id))
		return;
	if (!c->variant->each) {
		w->recorded = &c->histograms[index];
		histogram_reset(w->recorded);
		return;
	}
	w->loops = &c->histograms[w->group];
	histogram_reset(w->loops);
	w->member->clock_ns = clock_cost_ns(w->loops);
	worker_time_each(w);
}

/*
 * The clock of the CPU, read before each slice by a chain of additions: after
 * the end of one slice and before the begin of the next, in the task that
 * times them. What that takes is no part of the run. Counted runs have none,
 * for the events of the chain would be counted.
 */
bool team_reads_clock(const struct team *c)
{
	const struct variant *v = c->variant;

	return clock_chain_known() && !v->event_set && !v->each &&
	       v->place.nr_groups == 1 && v->place.nr_cpus &&
	       v->place.group_cpus == 1;
}

/* What a reading has in it beside the chain. */
static double time_cost_ns(void)
{
	uint64_t least = UINT64_MAX, last = clock_raw_ns();

	for (int i = 0; i < CLOCK_READS; i++) {
		uint64_t now = clock_raw_ns();

		least = now - last < least ? now - last : least;
		last = now;
	}
	return (double)least;
}

/* Bringing the code in takes no longer, unless it is interrupted. */
#define LONGEST_FETCH_NS 2000

/*
 * The benchmark has displaced the code: a short chain first.
 * Return: the time after it.
 */
static uint64_t read_chain(struct worker *w, uint64_t now)
{
	uint32_t nr = w->team->shm->nr_slices;
	uint64_t begin, end;

	if (nr == TEAM_SLICES_MAX)
		return now;
	clock_chain(CLOCK_CHAIN_CYCLES / 16);
	begin = clock_raw_ns();
	clock_chain(CLOCK_CHAIN_CYCLES);
	end = clock_raw_ns();
	w->team->chains[nr] = end - begin;
	if (begin - now < LONGEST_FETCH_NS)
		w->member->fetch_ns += begin - now;
	return end;
}

/* The first one is before the run. */
static void chains_begin(struct worker *w)
{
	w->member->time_ns = time_cost_ns();
	read_chain(w, clock_raw_ns());
	w->member->fetch_ns = 0;
}

uint64_t team_chains_ns(const struct team *c)
{
	uint32_t nr = c->members[0].nr_chains;
	double *x, ns;

	if (!nr)
		return 0;
	x = calloc(nr, sizeof(*x));
	if (!x)
		return 0;
	for (uint32_t i = 0; i < nr; i++)
		x[i] = (double)c->chains[i + 1];
	ns = nr * stats_median(x, nr);
	free(x);
	return (uint64_t)ns + c->members[0].fetch_ns;
}

static struct worker *worker_of(struct bench_task *t)
{
	return (struct worker *)t;
}

static void look_at_cpu(struct worker *w)
{
	int cpu = sched_getcpu();

	if (cpu < 0)
		w->member->errors[FIGURES_CPU] = -errno;
	if (cpu != w->cpu && w->cpu >= 0)
		w->member->figures.migrations++;
	w->cpu = cpu;
}

static struct pmu_reading *counts_of(const struct worker *w)
{
	return w->team->counts +
	       (w->member - w->team->members) * PMU_MAX_EVENTS;
}

/* Enabled first, so that the time enabled is the window and no more. */
static void counters_begin(struct worker *w)
{
	pmu_set_enable(w->counters);
	pmu_set_read(w->counters, w->before);
}

static void counters_end(struct worker *w)
{
	struct pmu_reading *counts = counts_of(w);

	pmu_set_read(w->counters, counts);
	pmu_set_disable(w->counters);
	pmu_delta(w->before, counts, counts,
		  w->team->variant->event_set->events.nr);
}

static int64_t read_cpu_ns(struct worker *w)
{
	uint64_t ns = clock_cpu_ns();

	if (ns != CLOCK_UNREADABLE)
		return (int64_t)ns;
	w->member->errors[FIGURES_CLOCK] = -errno;
	return NOT_MEASURED;
}

static void read_usage(struct worker *w, struct run_figures *f)
{
	struct rusage u;

	if (getrusage(RUSAGE_THREAD, &u)) {
		w->member->errors[FIGURES_USAGE] = -errno;
		f->nvcsw = f->nivcsw = NOT_MEASURED;
		f->minor_faults = f->major_faults = NOT_MEASURED;
		return;
	}
	f->nvcsw = u.ru_nvcsw;
	f->nivcsw = u.ru_nivcsw;
	f->minor_faults = u.ru_minflt;
	f->major_faults = u.ru_majflt;
}

/*
 * The stamps nest: what is read first is read last again, the wall clock is
 * innermost, so that reading the others is outside the measured time.
 */
static uint64_t hook_begin(struct bench_task *t, uint64_t loops)
{
	struct worker *w = worker_of(t);
	struct member *m = w->member;

	if (w->chains)
		chains_begin(w);
	if (w->counters)
		counters_begin(w);
	read_usage(w, &w->begin);
	look_at_cpu(w);
	m->timed++;
	m->loops = loops;
	w->left = loops;
	w->chunk = w->slice_loops && w->slice_loops < loops ? w->slice_loops :
							      loops;
	w->begin.cpu_ns = read_cpu_ns(w);
	m->begin_ticks = clock_ticks();
	m->begin_ns = clock_raw_ns();
	w->last_ns = m->begin_ns;
	return w->chunk;
}

/* What cannot be told from a count of none. */
static void withdraw_unknown(struct member *m)
{
	struct run_figures *f = &m->figures;

	if (m->errors[FIGURES_SWITCHES])
		f->nvcsw = f->nivcsw = NOT_MEASURED;
	if (m->errors[FIGURES_CPU])
		f->migrations = NOT_MEASURED;
}

static void hook_end(struct worker *w, uint64_t now)
{
	struct member *m = w->member;

	m->end_ns = now;
	m->end_ticks = clock_ticks();
	m->figures.cpu_ns = read_cpu_ns(w);
	read_usage(w, &m->figures);
	if (w->counters)
		counters_end(w);
	run_figures_subtract(&m->figures, &w->begin);
	look_at_cpu(w);
	withdraw_unknown(m);
	if (w->t.id == 0)
		__atomic_store_n(&w->t.group->stop, 1, __ATOMIC_RELEASE);
}

static void keep_slice(struct worker *w, uint64_t now)
{
	struct team_shm *shm = w->team->shm;

	if (w->chunk == w->slice_loops && shm->nr_slices < TEAM_SLICES_MAX)
		w->team->slices[shm->nr_slices++] = now - w->last_ns;
}

static uint64_t next_chain(struct worker *w, uint64_t now)
{
	uint64_t end = read_chain(w, now);

	w->member->nr_chains += end != now;
	return end;
}

static uint64_t hook_mark(struct bench_task *t)
{
	struct worker *w = worker_of(t);
	uint64_t now = clock_raw_ns();

	if (w->slice_loops)
		keep_slice(w, now);
	w->left -= w->chunk;
	if (!w->left) {
		hook_end(w, now);
		return 0;
	}
	look_at_cpu(w);
	__atomic_fetch_add(&w->member->progress, 1, __ATOMIC_RELAXED);
	w->last_ns = w->chains ? next_chain(w, now) : now;
	if (w->chunk > w->left)
		w->chunk = w->left;
	return w->chunk;
}

/* The only thing in a loop that is not the benchmark's: kept short. */
static uint64_t hook_mark_each(struct bench_task *t)
{
	struct worker *w = worker_of(t);
	uint64_t now = clock_raw_ns();

	histogram_add(w->loops, now - w->last_ns);
	w->last_ns = now;
	if (--w->left)
		return 1;
	hook_end(w, now);
	return 0;
}

static uint64_t hook_begin_each(struct bench_task *t, uint64_t loops)
{
	hook_begin(t, loops);
	return 1;
}

static void hook_work(struct bench_task *t, uint32_t slot)
{
	work_perform(&worker_of(t)->work, slot);
}

/* The first time, in warm-up: later calls have nothing to note. */
static void hook_first_work(struct bench_task *t, uint32_t slot)
{
	worker_of(t)->member->worked = 1;
	t->work = hook_work;
	hook_work(t, slot);
}

static void hook_record(struct bench_task *t, uint64_t ticks)
{
	struct member *m = worker_of(t)->member;

	if (ticks > m->most_ticks)
		m->most_ticks = ticks;
	if (__builtin_add_overflow(m->record_ticks, ticks, &m->record_ticks))
		m->most_ticks = UINT64_MAX;
	m->nr_records++;
	if (worker_of(t)->recorded)
		histogram_add(worker_of(t)->recorded, ticks);
}

/* A timer of a microsecond may be over before the task has gone to sleep. */
#define LONGEST_NAP_NS (10 * 1000 * 1000)

void worker_prove_switches(struct worker *w)
{
	struct timespec nap = { .tv_nsec = 1000 };
	struct run_figures f;

	/* It has slept at the gate: the rare one that has not does so now. */
	read_usage(w, &f);
	while (!f.nvcsw && nap.tv_nsec <= LONGEST_NAP_NS) {
		nanosleep(&nap, NULL);
		nap.tv_nsec *= 10;
		read_usage(w, &f);
	}
	if (!f.nvcsw)
		w->member->errors[FIGURES_SWITCHES] = -ENODATA;
}

int worker_start_work(struct worker *w)
{
	const struct work_spec *spec = &w->team->variant->work;
	struct team *c = w->team;
	int ret;

	if (!work_wanted(spec))
		return 0;
	ret = work_touch_allow(spec->touch);
	if (!ret)
		ret = work_start(spec, w->t.group->nr_slots,
				 c->sets ? c->sets + w->group * c->set_stride :
					   NULL,
				 &w->work);
	w->t.work = hook_first_work;
	return ret;
}

/* From now on the clock is read in each loop; w->loops is there. */
static void worker_time_each(struct worker *w)
{
	w->t.begin = hook_begin_each;
	w->t.mark = hook_mark_each;
}

void worker_set_hooks(struct worker *w)
{
	w->t.clock = clock_raw_ns;
	w->t.record = hook_record;
	w->t.begin = hook_begin;
	w->t.mark = hook_mark;
}
