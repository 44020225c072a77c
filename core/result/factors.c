/* SPDX-License-Identifier: MIT */
/*
 * core/result/factors.c - what would make an op faster or slower: order, file.
 */
#include "result/factors.h"

#include <math.h>
#include <stdlib.h>

#include "util/json_write.h"

bool factor_is_told(const struct factor *f)
{
	return f->paired.lo > 1 || f->paired.hi < 1;
}

double factor_ns(const struct factors *all, const struct factor *f)
{
	return (f->paired.ratio - 1) * all->ns_per_op / all->switches;
}

static int by_ratio(const void *a, const void *b)
{
	const struct factor *x = a, *y = b;
	double p = x->paired.ratio, q = y->paired.ratio;

	if (isnan(p) || isnan(q))
		return isnan(p) - isnan(q);
	return (p > q) - (p < q);
}

/* qsort() of the C library keeps no order: so those without are few words. */
void factors_sort(struct factors *all)
{
	qsort(all->v, all->nr, sizeof(*all->v), by_ratio);
}

static void write_factor(struct json_writer *w, const struct factors *all,
			 const struct factor *f)
{
	json_write_object(w, NULL);
	json_write_text(w, "factor", f->name);
	json_write_text(w, "options", f->words);
	json_write_text(w, "reason", f->reason);
	json_write_real(w, "ratio", f->paired.ratio);
	json_write_real(w, "lo", f->paired.lo);
	json_write_real(w, "hi", f->paired.hi);
	json_write_real(w, "level", f->paired.level);
	json_write_real(w, "p", f->paired.p);
	json_write_real(w, "ns_per_switch", factor_ns(all, f));
	json_write_flat_array(w, "log_ratios");
	for (size_t i = 0; i < f->paired.nr_pairs; i++)
		json_write_real(w, NULL, f->paired.log_ratios[i]);
	json_write_end(w);
	json_write_end(w);
}

int factors_write(FILE *out, const struct factors *all)
{
	struct json_writer w = json_writer(out, 1, false);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", "harness.factors");
	json_write_text(&w, "schema_version", "1.0");
	json_write_text(&w, "benchmark", all->bench);
	json_write_text(&w, "op", all->op);
	json_write_text(&w, "config", all->config);
	json_write_real(&w, "ns_per_op", all->ns_per_op);
	json_write_real(&w, "switches_per_op", all->switches);
	json_write_array(&w, "factors");
	for (size_t i = 0; i < all->nr; i++)
		write_factor(&w, all, &all->v[i]);
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

void factors_free(struct factors *all)
{
	for (size_t i = 0; i < all->nr; i++) {
		paired_free(&all->v[i].paired);
		free(all->v[i].reason);
	}
	free(all->v);
	free(all->bench);
	free(all->op);
	free(all->config);
	*all = (struct factors){ 0 };
}
