/* SPDX-License-Identifier: MIT */
/*
 * core/crew_task.c - the tasks' side of a crew: pinning, gates, the hooks of
 * the measured loop.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "affinity.h"
#include "clock.h"
#include "crew.h"
#include "futex.h"
#include "runner.h"

#define STACK_BYTES (1u << 20)

/**
 * struct worker - one task's private part
 * @t:		what the benchmark sees; first, so that a hook finds the rest
 * @crew:	its crew
 * @member:	its shared record
 * @left:	loops left in this phase
 * @chunk:	loops until the next mark
 * @last_ns:	time of the last mark
 * @slice_loops: of the first group's task 0, else 0
 * @cpu:	where it was last seen
 * @seen:	commands performed
 * @usage, @cpu_ns: at the beginning of the loop
 */
struct worker {
	_Alignas(128) struct bench_task t;
	struct crew *crew;
	struct member *member;
	uint64_t left, chunk;
	uint64_t last_ns;
	uint64_t slice_loops;
	int cpu;
	uint32_t seen;
	struct rusage usage;
	uint64_t cpu_ns;
	pthread_t thread;
	pid_t child;
	uint32_t group;
};

static struct worker *worker_of(struct bench_task *t)
{
	return (struct worker *)t;
}

static void look_at_cpu(struct worker *w)
{
	int cpu = sched_getcpu();

	if (cpu != w->cpu && w->cpu >= 0)
		w->member->moves++;
	w->cpu = cpu;
}

/*
 * The stamps nest: what is read first is read last again, the wall clock is
 * innermost, so that reading the others is outside the measured time.
 */
static uint64_t hook_begin(struct bench_task *t, uint64_t loops)
{
	struct worker *w = worker_of(t);
	struct member *m = w->member;

	getrusage(RUSAGE_THREAD, &w->usage);
	look_at_cpu(w);
	m->timed = 1;
	w->left = loops;
	w->chunk = w->slice_loops && w->slice_loops < loops ?
		   w->slice_loops : loops;
	w->cpu_ns = clock_cpu_ns();
	m->begin_ticks = clock_ticks();
	m->begin_ns = clock_raw_ns();
	w->last_ns = m->begin_ns;
	return w->chunk;
}

static void add_usage(struct worker *w)
{
	struct member *m = w->member;
	struct rusage u;

	getrusage(RUSAGE_THREAD, &u);
	m->nvcsw = (uint64_t)(u.ru_nvcsw - w->usage.ru_nvcsw);
	m->nivcsw = (uint64_t)(u.ru_nivcsw - w->usage.ru_nivcsw);
	m->minor_faults = (uint64_t)(u.ru_minflt - w->usage.ru_minflt);
	m->major_faults = (uint64_t)(u.ru_majflt - w->usage.ru_majflt);
}

static void hook_end(struct worker *w, uint64_t now)
{
	struct member *m = w->member;

	m->end_ns = now;
	m->end_ticks = clock_ticks();
	m->cpu_ns = clock_cpu_ns() - w->cpu_ns;
	add_usage(w);
	look_at_cpu(w);
	if (w->t.id == 0)
		__atomic_store_n(&w->t.group->stop, 1, __ATOMIC_RELEASE);
}

static void keep_slice(struct worker *w, uint64_t now)
{
	struct crew_shm *shm = w->crew->shm;

	if (w->chunk == w->slice_loops && shm->nr_slices < CREW_SLICES_MAX)
		w->crew->slices[shm->nr_slices++] = now - w->last_ns;
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
	w->last_ns = now;
	if (w->chunk > w->left)
		w->chunk = w->left;
	return w->chunk;
}

static void hook_record(struct bench_task *t, uint64_t ticks)
{
	struct member *m = worker_of(t)->member;

	m->record_ticks += ticks;
	m->nr_records++;
}

/* Tells the runner that there is something to look at. */
static void notify(struct crew *c)
{
	struct runner_shm *shm = c->runner->shm;

	__atomic_fetch_add(&shm->events, 1, __ATOMIC_SEQ_CST);
	futex_wake_all(&shm->events);
}

/* The first failure of a task stays; the runner is told. */
static int member_fail(struct crew *c, struct member *m, int err,
		       const char *what)
{
	if (!m->error) {
		snprintf(m->what, sizeof(m->what), "%s", what);
		__atomic_store_n(&m->error, err, __ATOMIC_RELEASE);
	}
	__atomic_store_n(&c->runner->shm->failed, 1, __ATOMIC_SEQ_CST);
	notify(c);
	return err;
}

static int worker_fail(struct worker *w, int err, const char *what)
{
	return member_fail(w->crew, w->member, err, what);
}

static int callback_fail(struct worker *w, int err, const char *callback)
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

	touch_state(w);
	if (!b->prepare || w->t.group->control)
		return 0;
	return b->prepare(&w->t);
}

/* Performs commands until there are no more. */
static int serve(struct worker *w)
{
	int ret;

	arrive(w->crew);
	for (;;) {
		switch (next_command(w)) {
		case CREW_PREPARE:
			ret = do_prepare(w);
			if (ret < 0)
				return callback_fail(w, ret, "prepare");
			break;
		case CREW_RUN:
			ret = do_loops(w);
			if (ret < 0)
				return callback_fail(w, ret, "task");
			break;
		default:
			return 0;
		}
		arrive(w->crew);
	}
}

static int take_policy(struct worker *w)
{
	const struct arm *arm = w->crew->arm;
	struct sched_param p = { .sched_priority = arm->prio };

	if (sched_setscheduler(0, arm->policy, &p)) {
		int err = -errno;

		return worker_fail(w, err, "scheduling policy");
	}
	if (sched_getscheduler(0) != arm->policy)
		return worker_fail(w, -EPERM, "scheduling policy");
	return 0;
}

/* The first thing a task does: be where and what it is to be. */
static int settle(struct worker *w)
{
	int cpu = w->t.group->cpu[w->t.id];
	int ret;

	ret = cpu < 0 ? affinity_restore() : place_pin(cpu);
	if (ret < 0)
		return worker_fail(w, ret, "pinning");
	w->cpu = cpu;
	ret = take_policy(w);
	if (ret < 0)
		return ret;
	w->member->pid = getpid();
	w->member->tid = gettid();
	w->crew->tids[w->member - w->crew->members] = w->member->tid;
	return 0;
}

/* "sched-pipe": what top and ftrace show. */
static void take_name(const struct crew *c)
{
	char comm[16];

	snprintf(comm, sizeof(comm), "%s", c->arm->name);
	for (char *p = comm; *p; p++)
		if (*p == '/')
			*p = '-';
	prctl(PR_SET_NAME, comm);
}

static void worker_init(struct worker *w, struct crew *c, uint32_t group,
			uint32_t id)
{
	*w = (struct worker){
		.t = {
			.state = c->states + group * c->state_stride,
			.group = &c->groups[group],
			.id = id,
			.libc = c->arm->libc,
			.tsc = c->tsc,
			.clock = clock_raw_ns,
			.record = hook_record,
			.begin = hook_begin,
			.mark = hook_mark,
		},
		.crew = c,
		.member = &c->members[group * arm_members(c->arm) + id],
		.group = group,
		.cpu = -1,
	};
}

static int follow(struct worker *w)
{
	int ret = settle(w);

	take_name(w->crew);
	return ret < 0 ? ret : serve(w);
}

static void *thread_main(void *arg)
{
	follow(arg);
	return NULL;
}

static int start_thread(pthread_t *thread, void *(*fn)(void *), void *arg)
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	err = pthread_create(thread, &attr, fn, arg);
	pthread_attr_destroy(&attr);
	return -err;
}

static int start_process(struct worker *w, pid_t parent)
{
	w->child = fork();
	if (w->child < 0)
		return -errno;
	if (w->child == 0) {
		runner_adopt(parent);
		_exit(follow(w) < 0 ? 1 : 0);
	}
	return 0;
}

/* Creates tasks 1 .. of the group; @w has room for all of them. */
static int start_others(struct worker *w, uint32_t nr)
{
	struct crew *c = w->crew;
	pid_t self = getpid();
	int ret = 0;

	for (uint32_t i = 1; i < nr && !ret; i++) {
		worker_init(&w[i], c, w->group, i);
		if (c->arm->threads)
			ret = start_thread(&w[i].thread, thread_main, &w[i]);
		else
			ret = start_process(&w[i], self);
		if (ret)
			worker_fail(&w[i], ret, c->arm->threads ?
				    "creating a thread" : "creating a process");
	}
	return ret;
}

static void await_others(struct worker *w, uint32_t nr)
{
	for (uint32_t i = 1; i < nr; i++) {
		if (w->crew->arm->threads)
			pthread_join(w[i].thread, NULL);
		else
			while (waitpid(w[i].child, NULL, 0) < 0 &&
			       errno == EINTR)
				;
	}
}

static int lead(struct worker *w, uint32_t nr)
{
	const struct bench *b = &w->crew->bench;
	int ret;

	ret = settle(w);
	take_name(w->crew);
	if (ret < 0)
		return ret;
	ret = b->setup ? b->setup(&w->t) : 0;
	if (ret < 0)
		return callback_fail(w, ret, "setup");
	ret = start_others(w, nr);
	if (!ret)
		ret = serve(w);
	if (ret < 0)
		return ret;
	await_others(w, nr);
	ret = b->teardown ? b->teardown(&w->t) : 0;
	return ret < 0 ? callback_fail(w, ret, "teardown") : 0;
}

static int leader_fail(struct crew *c, uint32_t group, int err,
		       const char *what)
{
	return member_fail(c, &c->members[group * arm_members(c->arm)], err,
			   what);
}

int crew_lead(struct crew *c, uint32_t group)
{
	uint32_t nr = arm_members(c->arm);
	struct worker *w;
	int ret;

	w = aligned_alloc(_Alignof(struct worker), nr * sizeof(*w));
	if (!w)
		return leader_fail(c, group, -ENOMEM, "memory for the tasks");
	worker_init(w, c, group, 0);
	ret = lead(w, nr);
	/* After a failure threads may still use it; the process ends soon. */
	if (!ret)
		free(w);
	return ret;
}

struct leader {
	struct crew *crew;
	uint32_t group;
	pthread_t thread;
};

static void *leader_main(void *arg)
{
	struct leader *l = arg;

	crew_lead(l->crew, l->group);
	return NULL;
}

int crew_host_threads(struct crew *c)
{
	uint32_t nr = c->arm->place.nr_groups;
	struct leader *l = calloc(nr, sizeof(*l));
	int ret = l ? 0 : -ENOMEM;

	take_name(c);
	for (uint32_t g = 0; g < nr && !ret; g++) {
		l[g] = (struct leader){ .crew = c, .group = g };
		ret = start_thread(&l[g].thread, leader_main, &l[g]);
		if (ret)
			leader_fail(c, g, ret, "creating a thread");
	}
	for (uint32_t g = 0; g < nr && !ret; g++)
		pthread_join(l[g].thread, NULL);
	free(l);
	return ret;
}
