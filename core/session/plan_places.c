/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan_places.c - from -c to the places where a benchmark is measured.
 */
#include <errno.h>

#include "util/log.h"
#include "session/planner.h"

static bool is_sweep(int kind)
{
	return kind == PLACE_EACH || kind == PLACE_PAIRS;
}

static int make_list(const struct planner *pl, int kind, struct sweep_list *out)
{
	struct topology t = { 0 };
	char why[256] = "";
	const int *cpus;
	size_t nr;
	int ret = place_allowed(&cpus, &nr);

	if (ret)
		return ret;
	if (topology_load(NULL, &t, why, sizeof(why)))
		log_warn("how the CPUs are related is not known: %s", why);
	if (kind == PLACE_EACH)
		ret = sweep_each(&t, cpus, nr, out);
	else
		ret = sweep_pairs(&t, cpus, nr, SWEEP_MOST_PAIRS, pl->o->seed,
				  out);
	topology_free(&t);
	return ret;
}

int plan_places(const struct planner *pl, const struct plugin *plugin,
		struct plan_places *out)
{
	*out = (struct plan_places){ .spec = pl->o->cpus };
	if (!pl->o->cpus_given && plugin->bench->flags & BENCH_APART)
		out->spec.kind = PLACE_APART;
	if (!is_sweep(out->spec.kind))
		return 0;
	return make_list(pl, out->spec.kind, &out->sweep);
}

void plan_places_free(struct plan_places *p)
{
	sweep_list_free(&p->sweep);
}
