/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/preempt.c - two tasks that never block: how long the CPU is lost
 * when the timer takes it from one and gives it to the other; an op is one
 * such preemption.
 */
#include <harness/bench.h>

#include <sched.h>

/**
 * struct preempt_state - shared by the two tasks
 * @slice:	nanoseconds that a task may run, or 0 for the kernel's choice
 * @owner:	the task that ran last
 * @last:	last[i]: when task i was last seen running
 */
struct preempt_state {
	uint64_t slice;
	_Alignas(128) uint32_t owner;
	uint64_t last[2];
};

static const struct bench_option preempt_options[] = {
	BENCH_OPTION(struct preempt_state, slice, BENCH_NS, 0, 0, 100000000,
		     "time slice to request, 100us to 100ms; 0: the kernel's"),
	BENCH_END
};

/* What sched_setattr(2) takes; libc has no type for it yet. */
struct attr {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
};

static const char *preempt_accepts(const void *state,
				   const struct bench_group *g)
{
	const struct preempt_state *s = state;

	if (g->nr_cpus != 1)
		return "tasks on different CPUs do not preempt each other: name "
		       "one CPU";
	if (g->policy == SCHED_FIFO)
		return "under fifo a task that never blocks is never "
		       "preempted: use other, batch or rr:N";
	if (s->slice && s->slice < 100000)
		return "the kernel grants no slice below 100us";
	if (s->slice && g->policy == SCHED_RR)
		return "the slice of rr is a setting of the whole system";
	return NULL;
}

/* Before Linux 6.12 the request is accepted and forgotten. */
static int preempt_prepare(struct bench_task *t)
{
	const struct preempt_state *s = t->state;
	struct attr a = { .size = sizeof(a) };

	if (!s->slice)
		return 0;
	if (syscall(SYS_sched_getattr, 0, &a, sizeof(a), 0))
		return bench_error(t, errno, "sched_getattr");
	a.runtime = s->slice;
	if (syscall(SYS_sched_setattr, 0, &a, 0))
		return bench_error(t, errno, "sched_setattr");
	if (syscall(SYS_sched_getattr, 0, &a, sizeof(a), 0))
		return bench_error(t, errno, "sched_getattr");
	if (a.runtime != s->slice)
		return bench_error(t, EOPNOTSUPP,
				   "a slice of one's own (Linux 6.12)");
	return 0;
}

/*
 * Whether this task has just got the CPU from the other one. The owner is read
 * before the time, or a preemption in between would be negative.
 */
static inline bool took_over(struct bench_task *t)
{
	struct preempt_state *s = t->state;
	bool taken = __atomic_load_n(&s->owner, __ATOMIC_ACQUIRE) != t->id;
	uint64_t now = bench_now(t);

	if (taken && t->id == 0)
		bench_record(t, now - __atomic_load_n(&s->last[1],
						      __ATOMIC_RELAXED));
	__atomic_store_n(&s->last[t->id], now, __ATOMIC_RELAXED);
	if (taken)
		__atomic_store_n(&s->owner, t->id, __ATOMIC_RELEASE);
	return taken;
}

static int preempt_task(struct bench_task *t, uint64_t loops)
{
	struct preempt_state *s = t->state;

	if (t->id) {
		while (!bench_stopped(t))
			took_over(t);
		return 0;
	}
	/* What was noted before the last pause is no hand-over. */
	__atomic_store_n(&s->owner, 0, __ATOMIC_RELAXED);
	bench_loop (t, loops) {
		while (!took_over(t))
			;
		bench_work(t);
	}
	return 0;
}

BENCH(
	.name = "sched/preempt",
	.summary = "preemption by the timer tick between two busy tasks",
	.op = "preemption",
	.description =
		"Two tasks on one CPU never block; each keeps recording the "
		"time when it was last running. When task 0 finds that task 1 "
		"has run in between, the time since task 1's last record is "
		"the duration of the hand-over: timer interrupt, choice of the "
		"next task and the switch, but no wake-up and no system call. "
		"The result is that time.\n\n"
		"An op is one turn of each task, so its elapsed time is about "
		"two time slices and says nothing about the cost. The switches "
		"are those of task 0, which is preempted once. If a third task "
		"runs in between, the value includes it: keep the CPU free.\n\n"
		"With -p slice=T both tasks request a time slice of their own "
		"(Linux 6.12). Under fifo there is no preemption, so that is "
		"refused. There is no control: an op makes no system call, and "
		"a single task is not preempted. No peer measures it; oslat "
		"looks for such gaps.",
	.flags = BENCH_RECORDS,
	.nr_tasks = 2,
	.state_size = sizeof(struct preempt_state),
	.options = preempt_options,
	.expect = { { 1, 1 }, { 1, 1 }, BENCH_REPORTED },
	.accepts = preempt_accepts,
	.prepare = preempt_prepare,
	.task = preempt_task,
);
