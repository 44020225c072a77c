/* SPDX-License-Identifier: MIT */
/*
 * core/session/until.c - --until: how many runs are enough.
 */
#include "session/until.h"

#include <math.h>

#include "result/summary.h"
#include "stats/dist.h"
#include "stats/stats.h"

static double half_width(const struct stats *s)
{
	double n = isnan(s->n_eff) ? (double)s->n : s->n_eff;

	if (s->stddev == 0)
		return 0;
	return n < 2 ? NAN :
		       dist_t_quantile(0.975, n - 1) * s->stddev / sqrt(n);
}

static int precision(const struct entry *e, double *reached, size_t *n)
{
	struct summary s;
	int ret = summarize(e, &s);

	if (ret)
		return ret;
	*n = s.time.n;
	*reached = half_width(&s.time) / fabs(s.time.mean);
	summary_free(&s);
	return 0;
}

int until_reached(const struct entry *e, double target, double *reached)
{
	size_t n;
	int ret = precision(e, reached, &n);

	if (ret)
		return ret;
	if (n < UNTIL_FIRST || n % UNTIL_STEP)
		return 0;
	return *reached <= target;
}

int until_note(struct entry *e, double target)
{
	double reached;
	size_t n;
	int ret = precision(e, &reached, &n);

	if (ret)
		return ret;
	if (reached <= target)
		return findings_add(
			&e->notes, "N-UNTIL",
			"stopped after %zu runs with an interval of +- %.3g %% (asked for %.3g %%)",
			n, 100 * reached, 100 * target);
	return findings_add(
		&e->notes, "W-UNTIL",
		"+- %.3g %% was asked for but not reached: +- %.3g %% after %zu runs",
		100 * target, 100 * reached, n);
}
