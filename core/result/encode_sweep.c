/* SPDX-License-Identifier: MIT */
/*
 * core/result/encode_sweep.c - what the entries of a sweep over CPUs say together, as
 * jansson values. Computed from the runs, and not read back.
 */
#include "result/encode_sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "result/cpu_sweep.h"
#include "result/json.h"
#include "result/summary.h"

static const char *finding(const struct sweep_judged *j, size_t i)
{
	if (i == j->reference)
		return "median";
	if (!sweep_differs(j, i))
		return NULL;
	return j->rows[i].ratio > 1 ? "slower" : "faster";
}

static json_t *json_row(const struct entry *e, const struct sweep_judged *j,
			size_t i)
{
	const struct sweep_row *r = &j->rows[i];

	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "cpu",
			 (json_int_t)e[i].sweep->cpus[0].cpu, "ratio",
			 json_number(r->ratio), "lo", json_number(r->lo), "hi",
			 json_number(r->hi), "level", json_number(r->level),
			 "p", json_number(r->p), "p_holm",
			 json_number(r->p_holm), "finding",
			 json_text(finding(j, i)));
}

static int add_rows(json_t *list, const struct entry *e, size_t nr)
{
	struct sweep_judged j;
	int err = sweep_judge(e, nr, &j);

	for (size_t i = 0; i < nr && !err; i++)
		if (json_array_append_new(list, json_row(e, &j, i)))
			err = -ENOMEM;
	sweep_judged_free(&j);
	return err;
}

static json_t *json_pair(const struct entry *e, size_t nr, size_t i)
{
	if (i >= nr)
		return json_null();
	return json_pack("[I, I]", (json_int_t)e[i].sweep->cpus[0].cpu,
			 (json_int_t)e[i].sweep->cpus[1].cpu);
}

static json_t *json_relation(const struct entry *e, size_t nr,
			     const struct sweep_relation *r)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "relation", json_text(r->relation), "distance",
			 r->distance == NOT_MEASURED ?
				 json_null() :
				 json_integer(r->distance),
			 "pairs", json_u64(r->nr), "total", json_u64(r->total),
			 "min", json_number(r->min), "median",
			 json_number(r->median), "max", json_number(r->max),
			 "fastest", json_pair(e, nr, r->fastest), "slowest",
			 json_pair(e, nr, r->slowest));
}

/* Mean times of the entries; malloc'ed, NULL: no memory. */
static double *mean_times(const struct entry *e, size_t nr)
{
	double *ns = calloc(nr + 1, sizeof(*ns));
	struct summary sum;

	for (size_t i = 0; ns && i < nr; i++) {
		if (summarize(&e[i], &sum)) {
			free(ns);
			return NULL;
		}
		ns[i] = sum.time.n ? sum.time.mean : NAN;
		summary_free(&sum);
	}
	return ns;
}

static int add_relations(json_t *list, const struct entry *e, size_t nr)
{
	double *ns = mean_times(e, nr);
	struct sweep_relation *r = NULL;
	int n = ns ? sweep_relations(e, ns, nr, &r) : -ENOMEM;
	int err = n < 0 ? n : 0;

	for (int i = 0; i < n && !err; i++)
		if (json_array_append_new(list, json_relation(e, nr, &r[i])))
			err = -ENOMEM;
	free(r);
	free(ns);
	return err;
}

json_t *json_sweep_rows(const struct entry *e, size_t nr)
{
	json_t *list = json_array();
	int err;

	if (e->sweep->kind == SWEEP_PAIRS)
		err = add_relations(list, e, nr);
	else
		err = add_rows(list, e, nr);
	if (!err)
		return list;
	json_decref(list);
	return NULL;
}
