/* SPDX-License-Identifier: MIT */
/*
 * core/run/spinner.c - keep the CPUs of a team out of idle states.
 */
#include "run/spinner.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "run/runner.h"
#include "util/clock.h"
#include "util/cpumask.h"
#include "util/futex.h"

/* Longest time to wait for them; one that is late has a CPU that is busy. */
#define HOLD_BOUND_NS NS_PER_MS

static _Noreturn void spin(struct team_shm *shm)
{
	prctl(PR_SET_NAME, SPINNER_NAME);
	for (;;) {
		uint32_t seen = __atomic_load_n(&shm->hold, __ATOMIC_SEQ_CST);

		if (!(seen & 1)) {
			futex_wait(&shm->hold, seen, 0);
			continue;
		}
		__atomic_fetch_add(&shm->nr_held, 1, __ATOMIC_SEQ_CST);
		futex_wake_all(&shm->nr_held);
		while (__atomic_load_n(&shm->hold, __ATOMIC_RELAXED) == seen)
			bench_pause();
	}
}

/*
 * It is put in its place from outside, while it sleeps: under SCHED_IDLE it
 * might be long in getting there by itself.
 */
static int start_one(struct team *c, int cpu, const char **what)
{
	const struct sched_param param = { 0 };
	pid_t pid = runner_fork_task(c->runner);
	int ret;

	*what = "creating a process";
	if (pid < 0)
		return (int)pid;
	if (pid == 0)
		spin(c->shm);
	c->spinners[c->nr_spinners++] = pid;
	*what = "pinning the polling task";
	ret = cpumask_set_of(pid, &cpu, 1);
	if (ret)
		return ret;
	*what = "SCHED_IDLE for the polling task";
	if (sched_setscheduler(pid, SCHED_IDLE, &param))
		return -errno;
	return sched_getscheduler(pid) == SCHED_IDLE ? 0 : -EPERM;
}

int spinners_start(struct team *c, const char **what)
{
	const struct placement *p = &c->variant->place;
	size_t nr = (size_t)p->nr_groups * p->nr_tasks;
	const int *cpus = p->cpu;
	int ret = 0;

	*what = "the CPUs that can be used";
	if (!c->variant->poll)
		return 0;
	if (!p->nr_cpus)
		ret = place_allowed(&cpus, &nr);
	if (ret)
		return ret;
	*what = "memory for the polling tasks";
	c->spinners =
		calloc(p->nr_cpus ? p->nr_cpus : nr, sizeof(*c->spinners));
	if (!c->spinners)
		return -ENOMEM;
	for (size_t i = 0; i < nr && !ret; i++)
		if (!cpumask_has(cpus, i, cpus[i]))
			ret = start_one(c, cpus[i], what);
	return ret;
}

static void await_held(const struct team *c)
{
	uint64_t end = clock_wait_ns() + HOLD_BOUND_NS, now;
	uint32_t nr;

	while ((nr = __atomic_load_n(&c->shm->nr_held, __ATOMIC_SEQ_CST)) <
		       c->nr_spinners &&
	       (now = clock_wait_ns()) < end)
		futex_wait(&c->shm->nr_held, nr, end - now);
}

void spinners_hold(struct team *c)
{
	if (!c->nr_spinners)
		return;
	__atomic_store_n(&c->shm->nr_held, 0, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&c->shm->hold, 1, __ATOMIC_SEQ_CST);
	futex_wake_all(&c->shm->hold);
	await_held(c);
}

void spinners_release(struct team *c)
{
	if (c->nr_spinners)
		__atomic_fetch_add(&c->shm->hold, 1, __ATOMIC_SEQ_CST);
}

void spinners_end(struct team *c)
{
	for (uint32_t i = 0; i < c->nr_spinners; i++) {
		kill(c->spinners[i], SIGKILL);
		waitpid(c->spinners[i], NULL, 0);
	}
	c->nr_spinners = 0;
	free(c->spinners);
	c->spinners = NULL;
}
