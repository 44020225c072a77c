/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/yield.c - runnable tasks that take turns with sched_yield(2); an
 * op is one call.
 */
#include <harness/bench.h>

/* struct yield_state - @tasks: that share the CPU */
struct yield_state {
	uint64_t tasks;
};

static const struct bench_option yield_options[] = {
	BENCH_OPTION(struct yield_state, tasks, BENCH_COUNT, 2, 2, 4096,
		     "runnable tasks on the CPU"),
	BENCH_END
};

static uint32_t yield_tasks(const void *state)
{
	const struct yield_state *s = state;

	return (uint32_t)s->tasks;
}

static const char *yield_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->nr_cpus == 1)
		return NULL;
	if (g->nr_cpus == 0)
		return "tasks that are not pinned may be on different CPUs, "
		       "where they never displace each other: name one CPU";
	return "tasks on different CPUs never displace each other: name one "
	       "CPU (the cost of the call alone is syscall/null)";
}

/* A loop is one call by each task. */
static int yield_setup(struct bench_task *t)
{
	t->group->ops_per_loop = t->group->control ? 1 : t->group->nr_tasks;
	return 0;
}

static int yield_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		bench_sys(t, SYS_sched_yield);
		bench_work(t);
	}
	return 0;
}

static const struct bench_peer yield_peers[] = {
	{ "qnx", "ns (printed as cycles)", 1,
	  "p5.cc: time of N yields by each of two tasks, divided by 2 N: "
	  "correct on one CPU only, and it includes the start of the tasks" },
	{ "tsuna", "ns/ctxsw", 0.5,
	  "timetctxsw2: half a yield, though on one CPU every yield is a whole "
	  "switch; on several CPUs it counts switches that do not happen" },
	{ "context_switch", "switches per second", BENCH_RATE(1),
	  "the kernel's selftest for powerpc, --test=yield: counts two per "
	  "yield of one of its two tasks, and assumes that the other has "
	  "yielded in between; it also refuses two CPUs" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/yield",
	.summary = "runnable tasks on one CPU alternate with sched_yield",
	.op = "yield",
	.description =
		"Tasks that never block share one CPU and only call "
		"sched_yield(2). Every call is one context switch to another "
		"of them, which the kernel counts as involuntary.\n\n"
		"It is a switch without sleeping and waking: compared with "
		"sched/pipe, the wake-up and the object to wait on are "
		"missing. The control calls sched_yield alone on the CPU, "
		"which returns to its caller.\n\n"
		"On more than one CPU nothing is switched, so that is refused. "
		"With two processes it is the test of the QNX book. tsuna's "
		"timetctxsw2 makes the same calls and divides by twice as many "
		"switches.",
	.state_size = sizeof(struct yield_state),
	.options = yield_options,
	.peers = yield_peers,
	.expect = { { 1, 1 }, { 1, 1 }, BENCH_REPORTED },
	.tasks = yield_tasks,
	.accepts = yield_accepts,
	.setup = yield_setup,
	.task = yield_task,
	.baseline = yield_task,
	.calls = 1,
);
