/* SPDX-License-Identifier: MIT */
/*
 * tests/support/sweeps.c - sessions that are sweeps, made by hand.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "machine/place_spec.h"
#include "session/cpu_sweep.h"
#include "sessions.h"
#include "sweeps.h"

#define MAX_CPUS 2048

struct topology sweep_machine(const char *machine)
{
	struct topology t;
	char path[512], why[256] = "";

	snprintf(path, sizeof(path), "%s/tests/machines/%s.xml",
		 TEST_SOURCE_DIR, machine);
	ck_assert_msg(!topology_load(strchr(machine, ':') ? machine : path, &t,
				     why, sizeof(why)),
		      "%s", why);
	return t;
}

static void choose(const struct topology *t, int kind, size_t most,
		   struct sweep_list *l)
{
	static int cpus[MAX_CPUS];

	ck_assert_uint_le(t->nr, MAX_CPUS);
	for (size_t i = 0; i < t->nr; i++)
		cpus[i] = t->cpus[i].cpu;
	if (kind == SWEEP_EACH)
		ck_assert_int_eq(sweep_each(t, cpus, t->nr, l), 0);
	else
		ck_assert_int_eq(sweep_pairs(t, cpus, t->nr, most, 1, l), 0);
}

static void add_places(struct session *s, const char *machine, int kind,
		       size_t most)
{
	struct topology t = sweep_machine(machine);
	struct sweep_list l;

	choose(&t, kind, most, &l);
	for (size_t i = 0; i < l.nr; i++) {
		struct entry *e = session_entry(s, "sched/pipe", "round trip");

		e->sweep = sweep_copy(l.v[i].sweep);
		ck_assert_ptr_nonnull(e->sweep);
		e->cpus[0] = (int)e->sweep->cpus[0].cpu;
		e->cpus[1] = (int)e->sweep->cpus[e->sweep->nr - 1].cpu;
		set_text(&e->relation, place_kind_name(l.v[i].relation));
	}
	sweep_list_free(&l);
	topology_free(&t);
}

struct session sweep_session(const char *machine, int kind, size_t most)
{
	struct session s = session_plain(10);

	add_places(&s, machine, kind, most);
	return s;
}

struct session session_sweeps(void)
{
	struct session s = session_plain(10);

	add_places(&s, "package:2 [numa] l3:1 core:2 pu:1", SWEEP_EACH, 0);
	for (size_t i = 0; i < 4; i++)
		sweep_runs(&s.entries[i], 10, i == 3 ? 2200 : 2000 + i);
	add_places(&s, "package:1 l3:1 core:2 pu:2", SWEEP_PAIRS, 6);
	for (size_t i = 4; i < 10; i++)
		sweep_runs(&s.entries[i], 10,
			   !strcmp(s.entries[i].relation, "smt") ?
				   3000 :
				   5000 + (double)i);
	return s;
}

void sweep_runs(struct entry *e, size_t nr, double ns)
{
	for (size_t i = 0; i < nr; i++) {
		double part = (double)((i * 7 + 3) % 10) / 10 - 0.45;

		entry_run(e, 1000, (uint64_t)(1000 * ns * (1 + part / 250)));
	}
}
