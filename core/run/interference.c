/* SPDX-License-Identifier: MIT */
/*
 * core/run/interference.c - what the machine does to CPUs while tasks are timed.
 */
#include "run/interference.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "machine/siblings.h"
#include "util/cpumask.h"

void interference_none(struct interference_reading *r, int err)
{
	r->steal_ns = NOT_MEASURED;
	r->throttled_ns = NOT_MEASURED;
	r->u = INTERFERENCE_UNKNOWN;
	for (int i = 0; i < INTERFERENCE_NR; i++)
		r->err[i] = err;
}

static void read_times(const struct interference_watch *w,
		       struct interference_reading *r)
{
	struct procfs_times t[PROCFS_SETS] = {
		{ .cpus = w->cpus, .nr = w->nr },
		{ .nr = 0 },
		{ .cpus = w->siblings, .nr = w->nr_siblings },
	};
	int ret = procfs_times(w->root, t, w->nr_siblings ? 3 : 2);

	r->err[INTERFERENCE_TIMES] = ret;
	if (!r->err[INTERFERENCE_OTHERS])
		r->err[INTERFERENCE_OTHERS] = ret;
	if (ret)
		return;
	r->steal_ns = t[0].steal_ns;
	r->u.busy_ns = t[0].busy_ns;
	if (w->nr)
		r->u.others_busy_ns = t[1].busy_ns - t[0].busy_ns;
	if (w->nr_siblings)
		r->u.sibling_busy_ns = t[2].busy_ns;
}

static void read_interrupts(const struct interference_watch *w,
			    struct interference_reading *r)
{
	struct procfs_interrupts n;
	int ret = w->nr ? procfs_interrupts(w->root, w->cpus, w->nr, &n) :
			  -ENXIO;

	r->err[INTERFERENCE_INTERRUPTS] = ret;
	if (ret)
		return;
	r->u.interrupts = n.all;
	r->u.device_interrupts = n.devices;
}

static void read_heat(const struct interference_watch *w,
		      struct interference_reading *r)
{
	struct procfs_throttles t;
	int ret = w->nr ? procfs_throttles(w->root, w->cpus, w->nr, &t) :
			  -ENXIO;

	r->err[INTERFERENCE_HEAT] = ret;
	if (ret)
		return;
	r->u.core_throttles = t.core;
	r->u.package_throttles = t.package;
}

static size_t count_others(const struct placement *p, size_t nr)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	size_t used = 0;

	for (size_t i = 0; i < nr; i++)
		used += !cpumask_has(p->cpu, i, p->cpu[i]);
	return online > (long)used ? (size_t)online - used : 0;
}

/* The table of interrupts takes longest: away from the gate. */
void interference_begin(struct interference_watch *w, const char *root,
			const struct placement *p)
{
	struct interference_reading *r = &w->before;
	int ret;

	*w = (struct interference_watch){ .root = root, .cpus = p->cpu };
	if (p->nr_cpus)
		w->nr = (size_t)p->nr_groups * p->nr_tasks;
	interference_none(r, 0);
	if (w->nr)
		w->nr_others = count_others(p, w->nr);
	if (!w->nr_others)
		r->err[INTERFERENCE_OTHERS] = w->nr ? -ENODEV : -ENXIO;
	cgroup_open(root, &w->cgroup);
	ret = w->nr ? siblings_find(root, w->cpus, w->nr, &w->siblings,
				    &w->nr_siblings) :
		      -ENXIO;
	r->err[INTERFERENCE_SIBLINGS] = ret || w->nr_siblings ? ret : -ENODEV;
	read_interrupts(w, r);
	read_heat(w, r);
	cgroup_throttled_ns(root, &w->cgroup, &r->throttled_ns);
	read_times(w, r);
}

static int64_t grown(int64_t before, int64_t after)
{
	if (before == NOT_MEASURED || after == NOT_MEASURED)
		return NOT_MEASURED;
	return after > before ? after - before : 0;
}

static void subtract(struct interference_reading *after,
		     const struct interference_reading *before)
{
	const struct interference *b = &before->u;
	struct interference *a = &after->u;

	after->steal_ns = grown(before->steal_ns, after->steal_ns);
	after->throttled_ns = grown(before->throttled_ns, after->throttled_ns);
	a->busy_ns = grown(b->busy_ns, a->busy_ns);
	a->sibling_busy_ns = grown(b->sibling_busy_ns, a->sibling_busy_ns);
	a->others_busy_ns = grown(b->others_busy_ns, a->others_busy_ns);
	a->interrupts = grown(b->interrupts, a->interrupts);
	a->device_interrupts =
		grown(b->device_interrupts, a->device_interrupts);
	a->core_throttles = grown(b->core_throttles, a->core_throttles);
	a->package_throttles =
		grown(b->package_throttles, a->package_throttles);
}

void interference_end(struct interference_watch *w,
		      struct interference_reading *r)
{
	interference_none(r, 0);
	read_times(w, r);
	cgroup_throttled_ns(w->root, &w->cgroup, &r->throttled_ns);
	read_heat(w, r);
	/* Where the first one failed, the second one would too. */
	if (!w->before.err[INTERFERENCE_INTERRUPTS])
		read_interrupts(w, r);
	subtract(r, &w->before);
	if (!w->nr_others)
		r->u.others_busy_ns = NOT_MEASURED;
	else if (r->u.others_busy_ns != NOT_MEASURED)
		r->u.others_busy_ns /= (int64_t)w->nr_others;
	for (int i = 0; i < INTERFERENCE_NR; i++)
		if (w->before.err[i])
			r->err[i] = w->before.err[i];
	cgroup_close(&w->cgroup);
	free(w->siblings);
}
