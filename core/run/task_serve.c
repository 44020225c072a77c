/* SPDX-License-Identifier: MIT */
/*
 * core/run/task_serve.c - a task performs what the runner commands, and says so
 * when something fails.
 */
#include <stdio.h>

#include "machine/clock_rate.h"
#include "run/worker.h"
#include "util/futex.h"
#include "run/runner.h"

/* Tells the runner that there is something to look at. */
static void notify(struct crew *c)
{
	struct runner_shm *shm = c->runner->shm;

	__atomic_fetch_add(&shm->events, 1, __ATOMIC_SEQ_CST);
	futex_wake_all(&shm->events);
}

int member_fail(struct crew *c, struct member *m, int err, const char *what)
{
	if (!m->error) {
		snprintf(m->what, sizeof(m->what), "%s", what);
		__atomic_store_n(&m->error, err, __ATOMIC_RELEASE);
	}
	__atomic_store_n(&c->runner->shm->failed, 1, __ATOMIC_SEQ_CST);
	notify(c);
	return err;
}

int worker_fail(struct worker *w, int err, const char *what)
{
	return member_fail(w->crew, w->member, err, what);
}

int worker_callback_fail(struct worker *w, int err, const char *callback)
{
	return worker_fail(w, err, w->t.what ? w->t.what : callback);
}

static void arrive(struct crew *c)
{
	if (__atomic_add_fetch(&c->shm->arrived, 1, __ATOMIC_SEQ_CST) ==
	    c->nr_members)
		notify(c);
}

static uint32_t next_command(struct worker *w)
{
	struct crew_shm *shm = w->crew->shm;

	while (__atomic_load_n(&shm->seq, __ATOMIC_ACQUIRE) == w->seen)
		futex_wait(&shm->seq, w->seen, 0);
	w->seen++;
	return shm->command;
}

static int do_loops(struct worker *w)
{
	struct crew_shm *shm = w->crew->shm;
	const struct bench *b = &w->crew->bench;
	bool first = w->group == 0 && w->t.id == 0;

	w->member->timed = 0;
	w->slice_loops = first ? shm->slice_loops : 0;
	if (w->t.group->control)
		return b->baseline(&w->t, shm->loops);
	return b->task(&w->t, shm->loops);
}

/* Reads every page of the state, so that the loop finds them mapped. */
static void touch_state(const struct worker *w)
{
	const volatile char *p = w->t.state;

	for (size_t i = 0; i < w->crew->bench.state_size; i += 4096)
		(void)p[i];
}

static int do_prepare(struct worker *w)
{
	const struct bench *b = &w->crew->bench;
	int ret;

	touch_state(w);
	worker_start_histogram(w);
	ret = worker_start_work(w);
	if (ret < 0)
		return bench_error(&w->t, ret, "memory for the working set");
	if (!b->prepare || w->t.group->control)
		return 0;
	return b->prepare(&w->t);
}

/* Each CPU is one member's to speak for: the first one's on it. */
static bool speaks_for_cpu(const struct worker *w)
{
	const struct crew *c = w->crew;
	uint32_t self = w->group * c->arm->place.nr_tasks + w->t.id;

	for (uint32_t i = 0; i < self; i++)
		if (c->cpus[i] == c->cpus[self])
			return false;
	return true;
}

static void note_rate(const struct worker *w, double *mhz)
{
	if (speaks_for_cpu(w))
		*mhz = clock_rate_mhz();
}

int worker_serve(struct worker *w)
{
	int ret;

	arrive(w->crew);
	for (;;) {
		switch (next_command(w)) {
		case CREW_PREPARE:
			ret = do_prepare(w);
			if (ret < 0)
				return worker_callback_fail(w, ret, "prepare");
			note_rate(w, &w->member->mhz_before);
			break;
		case CREW_RUN:
			ret = do_loops(w);
			if (ret < 0)
				return worker_callback_fail(w, ret, "task");
			break;
		default:
			note_rate(w, &w->member->mhz_after);
			return 0;
		}
		arrive(w->crew);
	}
}
