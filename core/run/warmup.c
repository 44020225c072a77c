/* SPDX-License-Identifier: MIT */
/*
 * core/run/warmup.c - phases before the one that counts.
 */
#include "run/warmup.h"

#include <errno.h>
#include <math.h>

#include "run/runner.h"
#include "run/team.h"
#include "util/clock.h"

#define RATE_NS (10 * NS_PER_MS)

/* Phases that confirm a rate: at least, and at most if they are short. */
#define CONFIRM_MIN 3
#define CONFIRM_MAX 15

/* An op so slow is asked for once more only: the first one may be unlike. */
#define SLOW_NS (500 * NS_PER_MS)
#define GROW_MAX 16

static int one_phase(struct team *c, uint64_t loops, uint64_t *took_ns)
{
	struct phase p;
	int ret = team_phase(c, loops, 0, runner_bound_ns(c->runner), &p);

	*took_ns = ret ? 0 : p.elapsed_ns;
	return ret;
}

/* Loops for about @want_ns, judged by a phase of @loops that took @took_ns. */
static uint64_t grow(uint64_t loops, uint64_t took_ns, uint64_t want_ns)
{
	double factor = (double)want_ns / (double)(took_ns ? took_ns : 1);

	if (factor > GROW_MAX)
		factor = GROW_MAX;
	if (factor < 1)
		factor = 1;
	return (uint64_t)((double)loops * factor);
}

/* A warm-up is one step, however many phases it takes. */
static bool is_overdue(const struct team *c, uint64_t total_ns)
{
	return c->runner->timeout_ns && total_ns >= c->runner->timeout_ns;
}

/* The rate is not known, or there is no limit: phases that grow. */
static int feel(struct team *c, uint64_t loops, uint64_t limit_ns,
		double *ns_per_loop, uint64_t *done)
{
	uint64_t next = 1, total_ns = 0, took_ns;
	int ret;

	while (*done < loops && (!limit_ns || total_ns < limit_ns)) {
		uint64_t left = loops - *done;

		if (is_overdue(c, total_ns))
			return runner_fail(
				c->runner, -ETIMEDOUT,
				"the warm-up did not end within %.3g s; see --timeout and -w",
				(double)c->runner->timeout_ns / 1e9);
		next = next < left ? next : left;
		ret = one_phase(c, next, &took_ns);
		if (ret)
			return ret;
		*ns_per_loop = (double)took_ns / (double)next;
		*done += next;
		total_ns += took_ns;
		next = grow(next, took_ns,
			    limit_ns && limit_ns > total_ns ?
				    limit_ns - total_ns :
				    RATE_NS);
	}
	return 0;
}

int warmup(struct team *c, uint64_t loops, uint64_t limit_ns,
	   double *ns_per_loop, uint64_t *done)
{
	uint64_t took_ns;

	*done = 0;
	if (*ns_per_loop <= 0 || !limit_ns)
		return feel(c, loops, limit_ns, ns_per_loop, done);
	if (limit_ns && (double)loops * *ns_per_loop > (double)limit_ns)
		loops = (uint64_t)fmax((double)limit_ns / *ns_per_loop, 1);
	*done = loops;
	return loops ? one_phase(c, loops, &took_ns) : 0;
}

/*
 * The fastest of some phases: the machine may have been disturbed, and where
 * others wait for the CPU, one loop takes as long as their turns do.
 */
static int confirm(struct team *c, uint64_t loops, int most,
		   double *ns_per_loop)
{
	uint64_t total_ns = 0;

	for (int i = 0; i < most; i++) {
		uint64_t took_ns;
		int ret;

		if (i >= CONFIRM_MIN && total_ns >= 10 * RATE_NS)
			break;
		ret = one_phase(c, loops, &took_ns);
		if (ret)
			return ret;
		total_ns += took_ns;
		if ((double)took_ns / (double)loops < *ns_per_loop)
			*ns_per_loop = (double)took_ns / (double)loops;
		/* Far from it: the caller goes on with more loops. */
		if (*ns_per_loop * (double)loops < RATE_NS / 4.0)
			break;
	}
	return 0;
}

int warmup_rate(struct team *c, double *ns_per_loop)
{
	uint64_t loops = 1, took_ns;
	int ret;

	for (;;) {
		ret = one_phase(c, loops, &took_ns);
		if (ret)
			return ret;
		*ns_per_loop = (double)took_ns / (double)loops;
		if (took_ns >= SLOW_NS)
			ret = confirm(c, loops, 1, ns_per_loop);
		else if (took_ns >= RATE_NS / 2)
			ret = confirm(c, loops, CONFIRM_MAX, ns_per_loop);
		/* It may have been long only because others were. */
		took_ns = (uint64_t)(*ns_per_loop * (double)loops);
		if (ret || took_ns >= RATE_NS / 2)
			return ret;
		loops = 2 * grow(loops, 2 * took_ns, RATE_NS);
	}
}
