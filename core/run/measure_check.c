/* SPDX-License-Identifier: MIT */
/*
 * core/run/measure_check.c - runs of N and of 2N ops by turns, for those who check
 * what a benchmark promises; in the runner.
 *
 * One set of tasks performs all of them: a task that does not leave the group
 * as it found it is found out too.
 */
#include <math.h>

#include "util/clock.h"
#include "run/measure.h"
#include "session/sample.h"
#include "run/warmup.h"

/*
 * Of an op that is short there are 5000 in the longer run; of others as many
 * as fit into a time, but no fewer loops than can be doubled exactly.
 */
#define OPS 5000
#define SHORT_OP_NS 20000.0
#define RUN_MIN_NS 2e6
#define RUN_MAX_NS 30e6
#define LOOPS_MIN 16.0
#define LOOPS_MAX_NS 500e6
#define FEEL_NS (2 * NS_PER_MS)

/* Half the loops of the longer run, given what one takes. */
static uint64_t choose_loops(const struct crew *c, double ns_per_loop)
{
	double ops_per_loop = (double)crew_ops_per_loop(c);
	double ns_per_op = fmax(ns_per_loop / ops_per_loop, 1e-3);
	double loops, ops = OPS;

	if (ns_per_op > SHORT_OP_NS)
		ops = fmin(ops, RUN_MAX_NS / ns_per_op);
	ops = fmax(ops, RUN_MIN_NS / ns_per_op);
	loops = fmax(ceil(ops / ops_per_loop), LOOPS_MIN);
	loops = fmin(loops, fmax(ceil(LOOPS_MAX_NS / ns_per_loop), 2));
	return (uint64_t)ceil(loops / 2);
}

static void keep_times(struct check_request *q, int twice)
{
	const struct phase *p = &q->run.timed;
	struct run_times *least = &q->least[twice];

	q->last[twice] = (struct run_times){ p->cpu_ns, p->elapsed_ns };
	if (p->cpu_ns < least->cpu_ns)
		least->cpu_ns = p->cpu_ns;
	if (p->elapsed_ns < least->elapsed_ns)
		least->elapsed_ns = p->elapsed_ns;
	q->total[twice].cpu_ns += p->cpu_ns;
	q->total[twice].elapsed_ns += p->elapsed_ns;
}

static int one_run(struct crew *c, struct check_request *q, int twice,
		   double ns_per_loop)
{
	uint64_t loops = q->loops << twice;
	int ret;

	run_request_init(&q->run, q->arm, loops * crew_ops_per_loop(c), 0,
			 ns_per_loop);
	ret = measure_timed(c, &q->run, loops, ns_per_loop);
	if (!ret)
		keep_times(q, twice);
	return ret;
}

static int rounds(struct crew *c, struct check_request *q, double ns_per_loop)
{
	int ret = 0;

	for (uint32_t i = 0; i < q->nr_rounds && !ret; i++) {
		ret = one_run(c, q, 0, ns_per_loop);
		if (!ret)
			ret = one_run(c, q, 1, ns_per_loop);
		if (!ret && q->settled(q))
			break;
	}
	return ret;
}

int measure_check(struct runner *r, void *request)
{
	struct check_request *q = request;
	double ns_per_loop = 0;
	struct crew c;
	uint64_t done;
	int ret;

	ret = crew_start(&c, r, q->arm, 0);
	if (!ret)
		ret = warmup(&c, UINT64_MAX, FEEL_NS, &ns_per_loop, &done);
	if (ret)
		return ret;
	if (!q->loops)
		q->loops = choose_loops(&c, ns_per_loop);
	ret = rounds(&c, q, ns_per_loop);
	return ret ? ret : crew_stop(&c);
}
