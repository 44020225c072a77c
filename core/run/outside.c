/* SPDX-License-Identifier: MIT */
/*
 * core/run/outside.c - what others did to the tasks while they were timed.
 *
 * All of it is read by the runner while the tasks stand at the gate: a task
 * that read it itself would do so in the time of its peers.
 */
#include "run/outside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "machine/procfs.h"
#include "util/clock.h"

int64_t outside_wait_ns(pid_t pid, pid_t tid)
{
	unsigned long long ran, waited;
	char line[128];
	int n;

	if (pid)
		n = procfs_line("", line, sizeof(line),
				"/proc/%d/task/%d/schedstat", (int)pid,
				(int)tid);
	else
		n = procfs_line("", line, sizeof(line), "/proc/self/schedstat");
	if (n < 0)
		return n;
	if (sscanf(line, "%llu %llu", &ran, &waited) != 2 || !ran)
		return -ENODATA;
	return (int64_t)waited;
}

struct tracer outside_tracer(pid_t tid, pid_t pgid)
{
	struct tracer t = procfs_tracer("", tid);

	if (t.pid && getpgid(t.pid) == pgid)
		t.pid = 0;
	return t;
}

/* CLOCK_BOOTTIME goes on while the machine is suspended. */
static uint64_t sleep_ns(void)
{
	uint64_t awake = clock_wait_ns(), all = clock_ns(CLOCK_BOOTTIME);

	return all > awake ? all - awake : 0;
}

void outside_begin(struct outside *o, const struct team *c)
{
	o->nr = c->nr_members <= OUTSIDE_MOST_TASKS ? c->nr_members : 0;
	for (uint32_t i = 0; i < o->nr; i++)
		o->wait_ns[i] =
			outside_wait_ns(c->members[i].pid, c->members[i].tid);
	c->runner->queued_ns = outside_wait_ns(0, 0);
	o->frozen_ns = c->runner->shm->frozen_ns;
	o->sleep_ns = sleep_ns();
}

/* Companions wait too, but are not in the sum: it is about what is timed. */
static void add_wait(const struct outside *o, const struct team *c, uint32_t i,
		     struct phase *p)
{
	const struct member *m = &c->members[i];
	int64_t now = outside_wait_ns(m->pid, m->tid);

	if (!m->timed)
		return;
	if (now >= 0 && o->wait_ns[i] >= 0 && !p->errors[FIGURES_WAIT]) {
		p->figures.wait_ns += now - o->wait_ns[i];
		return;
	}
	p->figures.wait_ns = NOT_MEASURED;
	if (!p->errors[FIGURES_WAIT])
		p->errors[FIGURES_WAIT] = (int)(now < 0 ? now : o->wait_ns[i]);
}

/* Less is the time between the two clocks that are read. */
#define ASLEEP_MIN_NS NS_PER_MS

void outside_end(const struct outside *o, const struct team *c, struct phase *p)
{
	uint64_t asleep_ns = sleep_ns();

	p->asleep_ns = asleep_ns > o->sleep_ns + ASLEEP_MIN_NS ?
			       asleep_ns - o->sleep_ns :
			       0;
	p->frozen_ns = c->runner->shm->frozen_ns - o->frozen_ns;
	p->tracer = c->runner->shm->tracer;
	p->figures.wait_ns = o->nr ? 0 : NOT_MEASURED;
	if (!o->nr)
		p->errors[FIGURES_WAIT] = -EFBIG;
	for (uint32_t i = 0; i < o->nr; i++) {
		add_wait(o, c, i, p);
		if (!p->tracer.pid)
			p->tracer = outside_tracer(c->members[i].tid,
						   c->runner->shm->pgid);
	}
}
