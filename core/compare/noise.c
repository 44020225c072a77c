/* SPDX-License-Identifier: MIT */
/*
 * core/compare/noise.c - the noise between sessions that a row has.
 */
#include "compare/noise.h"

#include <math.h>
#include <string.h>

#include "compare/group.h"

/*
 * Between sessions of a guest, or where that is not known; on bare machines;
 * and where other tasks had a share of the CPUs on either side.
 * Documentation/method.md says where these come from.
 */
#define NOISE_VIRTUAL 0.035
#define NOISE_BARE 0.015
#define NOISE_BUSY 0.1
#define BUSY_SHARE 0.05

static double usual_noise(const struct compare_group *g)
{
	const char *virt = compare_fact(g, "virt");

	return virt && !strcmp(virt, "none") ? NOISE_BARE : NOISE_VIRTUAL;
}

static bool is_busy(const struct compare_row *r)
{
	return fmax(r->a.foreign, r->b.foreign) > BUSY_SHARE;
}

static double assumed_noise(const struct compare *c,
			    const struct compare_row *r)
{
	double usual = fmax(usual_noise(&c->groups[0]),
			    usual_noise(&c->groups[r->group]));

	return is_busy(r) ? fmax(usual, NOISE_BUSY) : usual;
}

static const struct compare_floor *floor_of(const char *benchmark,
					    const struct compare_rule *rule)
{
	for (size_t i = 0; i < rule->floors.nr; i++) {
		if (!strcmp(rule->floors.v[i].name, benchmark))
			return &rule->floors.v[i];
	}
	return NULL;
}

/* A floor holds for the machine that it was measured on: the base's. */
static const struct compare_floor *floor_for(const struct compare *c,
					     const struct compare_row *r,
					     const struct compare_rule *rule)
{
	if (compare_elsewhere(compare_host(c, &c->groups[r->group])))
		return NULL;
	return floor_of(c->keys[r->key].name, rule);
}

static bool knows_any(const struct compare_noise *n)
{
	return !isnan(n->sessions) || !isnan(n->boots);
}

struct compare_noise compare_noise(const struct compare *c,
				   const struct compare_row *r,
				   const struct compare_rule *rule, bool cycles,
				   double share)
{
	const struct compare_floor *f = floor_for(c, r, rule);
	struct compare_noise n = { .boots = NAN, .sessions = NAN };

	if (f)
		n = cycles && knows_any(&f->cycles) ? f->cycles : f->noise;
	n.stated = !isnan(rule->session_noise);
	n.assumed = n.stated ? rule->session_noise : assumed_noise(c, r);
	n.boots *= share;
	n.sessions *= share;
	n.assumed *= share;
	return n;
}

double compare_noise_bound(const struct compare *c, const struct compare_row *r,
			   const struct compare_rule *rule)
{
	const struct compare_floor *f = floor_for(c, r, rule);

	return f && !knows_any(&f->noise) ? f->share : 0;
}
