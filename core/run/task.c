/* SPDX-License-Identifier: MIT */
/*
 * core/run/task.c - how the tasks of a group come to be and end: task 0
 * performs set-up and creates the others.
 */
#include "run/task.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/clock_rate.h"
#include "machine/place.h"
#include "run/event_set.h"
#include "run/runner.h"
#include "run/timing.h"
#include "run/worker.h"
#include "util/futex.h"

/*
 * The first thing a task does: be where and what it is to
 * be, and open its counters.
 */

static int worker_fail(struct worker *w, int err, const char *what);

static int take_policy(struct worker *w)
{
	const struct variant *variant = w->team->variant;
	struct sched_param p = { .sched_priority = variant->prio };

	if (sched_setscheduler(0, variant->policy, &p)) {
		int err = -errno;

		return worker_fail(w, err, "scheduling policy");
	}
	if (sched_getscheduler(0) != variant->policy)
		return worker_fail(w, -EPERM, "scheduling policy");
	return 0;
}

/* Tasks of a group take the control groups by turns. */
static int enter_cgroup(struct worker *w)
{
	const struct team *c = w->team;
	char what[MEMBER_WHAT];
	uint32_t i;
	int ret;

	if (!c->cgroups)
		return 0;
	i = w->t.id % c->variant->cgroups;
	ret = cgroups_enter(c->cgroups, i);
	if (ret >= 0)
		return 0;
	cgroups_name(c->cgroups, i, what, sizeof(what));
	return worker_fail(w, ret, what);
}

static int confine(struct worker *w)
{
	const char *what;
	int ret = confine_task(&w->team->variant->confine, w->t.id == 0, &what);

	return ret < 0 ? worker_fail(w, ret, what) : 0;
}

static int take_cpu(const struct worker *w, int cpu)
{
	if (cpu >= 0)
		return place_pin(cpu);
	return w->team->variant->place.node0 ? affinity_node0() :
					       affinity_restore();
}

/* Pins, sets the policy, notes who it is. Return: 0 or a negative errno. */
static int worker_settle(struct worker *w)
{
	int cpu = w->t.group->cpu[w->t.id];
	int ret;

	ret = take_cpu(w, cpu);
	if (ret < 0)
		return worker_fail(w, ret, "pinning");
	w->cpu = cpu;
	ret = enter_cgroup(w);
	if (!ret)
		ret = take_policy(w);
	if (!ret)
		ret = confine(w);
	if (ret < 0)
		return ret;
	w->member->pid = getpid();
	__atomic_store_n(&w->member->tid, gettid(), __ATOMIC_SEQ_CST);
	w->team->tids[w->member - w->team->members] = w->member->tid;
	return 0;
}

/*
 * open what this task switches
 *
 * pair: task 0 of each group, before it creates the others, which inherit
 * them. cpu: task 0 of the first group, for all CPUs. task: every task.
 *
 * Return: 0 or a negative errno.
 */
static int worker_open_counters(struct worker *w)
{
	const struct event_set *k = w->team->variant->event_set;
	bool first = w->t.id == 0 && w->group == 0;
	int ret;

	if (!k || (k->scope == PMU_PAIR && w->t.id) ||
	    (k->scope == PMU_CPU && !first))
		return 0;
	w->before = calloc(PMU_MAX_EVENTS, sizeof(*w->before));
	if (!w->before)
		return worker_fail(w, -ENOMEM, "memory for counters");
	ret = pmu_set_open(&w->counters, k->pmu, &k->events, &k->plan,
			   w->team->turn, (enum pmu_scope)k->scope, k->cpus,
			   k->nr_cpus);
	return ret < 0 ? worker_fail(w, ret, "opening counters") : 0;
}

static void worker_close_counters(struct worker *w)
{
	if (w->counters)
		pmu_set_close(w->counters);
	free(w->before);
}

/*
 * A task performs what the runner commands, and says so
 * when something fails.
 */

/* Tells the runner that there is something to look at. */
static void notify(struct team *c)
{
	struct runner_shm *shm = c->runner->shm;

	__atomic_fetch_add(&shm->events, 1, __ATOMIC_SEQ_CST);
	futex_wake_all(&shm->events);
}

/*
 * leave an error; the first one of a task stays
 *
 * The runner is told. Return: @err.
 */
static int member_fail(struct team *c, struct member *m, int err,
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
	return member_fail(w->team, w->member, err, what);
}

/* The same for a callback, which may have said what failed. */
static int worker_callback_fail(struct worker *w, int err, const char *callback)
{
	w->member->callback = 1;
	return worker_fail(w, err, w->t.what ? w->t.what : callback);
}

static void arrive(struct team *c)
{
	if (__atomic_add_fetch(&c->shm->arrived, 1, __ATOMIC_SEQ_CST) ==
	    c->nr_members)
		notify(c);
}

static uint32_t next_command(struct worker *w)
{
	struct team_shm *shm = w->team->shm;

	while (__atomic_load_n(&shm->seq, __ATOMIC_ACQUIRE) == w->seen)
		futex_wait(&shm->seq, w->seen, 0);
	w->seen++;
	return shm->command;
}

static int do_loops(struct worker *w)
{
	struct team_shm *shm = w->team->shm;
	const struct bench *b = &w->team->bench;
	bool first = w->group == 0 && w->t.id == 0;

	w->member->timed = 0;
	w->slice_loops = first ? shm->slice_loops : 0;
	w->chains = w->slice_loops && team_reads_clock(w->team);
	if (w->t.group->control)
		return b->baseline(&w->t, shm->loops);
	return b->task(&w->t, shm->loops);
}

/* Reads every page of the state, so that the loop finds them mapped. */
static void touch_state(const struct worker *w)
{
	const volatile char *p = w->t.state;

	for (size_t i = 0; i < w->team->bench.state_size; i += 4096)
		(void)p[i];
}

static int do_prepare(struct worker *w)
{
	const struct bench *b = &w->team->bench;
	int ret;

	touch_state(w);
	worker_prove_switches(w);
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
	const struct team *c = w->team;
	uint32_t self = w->group * c->variant->place.nr_tasks + w->t.id;

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

/* Performs commands until there are no more. Return: 0 or a negative errno. */
static int worker_serve(struct worker *w)
{
	int ret;

	arrive(w->team);
	for (;;) {
		switch (next_command(w)) {
		case TEAM_PREPARE:
			ret = do_prepare(w);
			if (ret < 0)
				return worker_callback_fail(w, ret, "prepare");
			note_rate(w, &w->member->mhz_before);
			break;
		case TEAM_RUN:
			ret = do_loops(w);
			if (ret < 0)
				return worker_callback_fail(w, ret, "task");
			break;
		default:
			note_rate(w, &w->member->mhz_after);
			return 0;
		}
		arrive(w->team);
	}
}

#define STACK_BYTES (1u << 20)
#define PAGE_BYTES 4096

/* What a task takes for itself when it starts, roughly. */
#define PAGES_OF_A_TASK 5

/* "sched-pipe": what top and ftrace show. */
static void take_name(const struct team *c)
{
	char comm[16];

	snprintf(comm, sizeof(comm), "%s", c->variant->name);
	for (char *p = comm; *p; p++)
		if (*p == '/')
			*p = '-';
	prctl(PR_SET_NAME, comm);
}

static void worker_init(struct worker *w, struct team *c, uint32_t group,
			uint32_t id)
{
	*w = (struct worker){
		.t = {
			.state = c->states + group * c->state_stride,
			.group = &c->groups[group],
			.id = id,
			.libc = c->variant->libc,
			.tsc = c->tsc,
		},
		.team = c,
		.member = &c->members[group * variant_members(c->variant) + id],
		.group = group,
		.cpu = -1,
	};
	worker_set_hooks(w);
}

/*
 * A task that failed stays until the runner ends it: if it ended by itself,
 * its peers would fail too, or die with it, and hide the cause.
 */
static int stay_if_failed(int ret)
{
	while (ret < 0)
		pause();
	return ret;
}

static int conclude(struct worker *w, int ret)
{
	if (ret >= 0)
		__atomic_store_n(&w->member->done, 1, __ATOMIC_SEQ_CST);
	return stay_if_failed(ret);
}

static int follow(struct worker *w)
{
	int ret = worker_settle(w);

	take_name(w->team);
	if (!ret)
		ret = worker_open_counters(w);
	if (!ret)
		ret = worker_serve(w);
	worker_close_counters(w);
	work_end(&w->work);
	return conclude(w, ret);
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
	team_note_process(w->member, w->child);
	return 0;
}

/* Creates tasks 1 .. of the group; @w has room for all of them. */
static int start_others(struct worker *w, uint32_t nr)
{
	struct team *c = w->team;
	pid_t self = getpid();
	int ret = 0;

	for (uint32_t i = 1; i < nr && !ret; i++) {
		worker_init(&w[i], c, w->group, i);
		if (c->variant->threads)
			ret = start_thread(&w[i].thread, thread_main, &w[i]);
		else
			ret = start_process(&w[i], self);
		if (ret)
			worker_fail(&w[i], ret,
				    c->variant->threads ? "creating a thread" :
							  "creating a process");
	}
	return ret;
}

static void await_others(struct worker *w, uint32_t nr)
{
	for (uint32_t i = 1; i < nr; i++) {
		if (w->team->variant->threads)
			pthread_join(w[i].thread, NULL);
		else
			while (waitpid(w[i].child, NULL, 0) < 0 &&
			       errno == EINTR)
				;
	}
}

/*
 * Makes the pages that the group will get others than those of the team before
 * it, which were freed in the order in which they would be taken again. Both
 * kinds, as the kernel keeps them apart. Where it fails, nothing is lost.
 */
static void hold_pages(uint32_t nr)
{
	size_t bytes = nr * PAGES_OF_A_TASK * PAGE_BYTES;
	int fd[2];

	if (!nr)
		return;
	mmap(NULL, bytes, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (pipe2(fd, O_NONBLOCK | O_CLOEXEC))
		return;
	for (ssize_t n = PAGE_BYTES; nr && n == PAGE_BYTES; nr--)
		n = write(fd[1], (char[PAGE_BYTES]){ 0 }, PAGE_BYTES);
}

static int lead(struct worker *w, uint32_t nr)
{
	const struct bench *b = &w->team->bench;
	int ret;

	ret = worker_settle(w);
	take_name(w->team);
	if (ret < 0)
		return ret;
	if (!w->group)
		hold_pages(w->team->runner->held_pages);
	ret = b->setup ? b->setup(&w->t) : 0;
	if (ret < 0)
		return worker_callback_fail(w, ret, "setup");
	ret = worker_open_counters(w);
	if (!ret)
		ret = start_others(w, nr);
	if (!ret)
		ret = worker_serve(w);
	if (ret < 0)
		return ret;
	worker_close_counters(w);
	work_end(&w->work);
	await_others(w, nr);
	ret = b->teardown ? b->teardown(&w->t) : 0;
	return ret < 0 ? worker_callback_fail(w, ret, "teardown") : 0;
}

static int leader_fail(struct team *c, uint32_t group, int err,
		       const char *what)
{
	return member_fail(c, &c->members[group * variant_members(c->variant)],
			   err, what);
}

static int be_leader(struct team *c, uint32_t group)
{
	uint32_t nr = variant_members(c->variant);
	struct worker *w;
	int ret;

	w = aligned_alloc(_Alignof(struct worker), nr * sizeof(*w));
	if (!w)
		return stay_if_failed(
			leader_fail(c, group, -ENOMEM, "memory for the tasks"));
	worker_init(w, c, group, 0);
	ret = conclude(w, lead(w, nr));
	free(w);
	return ret;
}

struct leader {
	struct team *team;
	uint32_t group;
	pthread_t thread;
};

static void *leader_main(void *arg)
{
	struct leader *l = arg;

	be_leader(l->team, l->group);
	return NULL;
}

static int host_threads(struct team *c)
{
	uint32_t nr = c->variant->place.nr_groups;
	struct leader *l = calloc(nr, sizeof(*l));
	int ret = 0;

	take_name(c);
	if (c->cgroups)
		ret = cgroups_admit(c->cgroups);
	if (ret)
		leader_fail(c, 0, ret, "control group");
	else if (!l)
		ret = leader_fail(c, 0, -ENOMEM, "memory for the groups");
	for (uint32_t g = 0; g < nr && !ret; g++) {
		l[g] = (struct leader){ .team = c, .group = g };
		ret = start_thread(&l[g].thread, leader_main, &l[g]);
		if (ret)
			leader_fail(c, g, ret, "creating a thread");
	}
	stay_if_failed(ret);
	for (uint32_t g = 0; g < nr; g++)
		pthread_join(l[g].thread, NULL);
	free(l);
	return 0;
}

/*
 * A namespace of users is for those who may not have one of IPC by itself. It
 * resets the signal on the parent's death. Not for a process with threads.
 */
static void enter_own_ipc(pid_t runner)
{
	if (unshare(CLONE_NEWIPC) && !unshare(CLONE_NEWUSER | CLONE_NEWIPC))
		runner_adopt(runner);
}

int team_lead_process(struct team *c, uint32_t group, pid_t runner)
{
	int ret = variant_set_environment(c->variant);

	if (ret)
		return ret;
	if (c->bench.flags & BENCH_SYSV)
		enter_own_ipc(runner);
	return c->variant->threads ? host_threads(c) : be_leader(c, group);
}

/* Only the process: of a thread the id follows, and may be there already. */
void team_note_process(struct member *m, pid_t pid)
{
	pid_t none = 0;

	m->pid = pid;
	__atomic_compare_exchange_n(&m->tid, &none, pid, false,
				    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
