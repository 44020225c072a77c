/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_profile.c - harness compare --profile, as a person calls it:
 * four kinds of machines, made by hand.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare_sets.h"
#include "golden.h"
#include "tests.h"
#include "util/memory.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define RUNS 6
#define OPS 1000

/* A directory with the files to work in. */
static char *dir;

enum { CYCLES, INSTRUCTIONS, BRANCH_MISSES, DTLB, ITLB, LLC, CLOCK, NR_EVENTS };

/**
 * struct kind - a kind of machine
 * @kinds:	what it counts for dtlb-misses and llc-misses; NULL: nothing
 * @ns:		of an op
 * @counts:	per op
 */
struct kind {
	const char *file, *model, *arch, *pmu;
	const char *dtlb, *llc;
	double ns, counts[NR_EVENTS];
};

static const struct kind kinds[] = {
	{ "skylake.json",
	  "Intel Xeon Gold 6130",
	  "x86_64",
	  "skx",
	  "walks of loads",
	  "llc",
	  4000,
	  { 12000, 10000, 40, 22, 9, 2, 4010 } },
	{ "icelake.json",
	  "Intel Xeon Gold 6338",
	  "x86_64",
	  "icx",
	  "walks of loads",
	  "llc",
	  3400,
	  { 10200, 10020, 31, 14, 6, 3, 3410 } },
	{ "zen3.json",
	  "AMD EPYC 7763",
	  "x86_64",
	  "amd64_fam19h_zen3",
	  "walks of loads and stores",
	  "data from memory",
	  3100,
	  { 10500, 10010, 28, 18, 5, 4, 3110 } },
	{ "neoverse.json",
	  "Neoverse-N1",
	  "aarch64",
	  "arm_n1",
	  "walks of loads and stores",
	  NULL,
	  4600,
	  { 13800, 11400, 52, 25, 12, 0, 4610 } },
};

static void add_events(struct entry *e, const struct kind *k)
{
	const struct counter events[NR_EVENTS] = {
		[CYCLES] = { .name = (char *)"cycles",
			     .metric = (char *)"cycles",
			     .kind = (char *)"core cycles",
			     .class = (char *)"time" },
		[INSTRUCTIONS] = { .name = (char *)"instructions",
				   .metric = (char *)"instructions",
				   .class = (char *)"isa" },
		[BRANCH_MISSES] = { .name = (char *)"branch-misses",
				    .metric = (char *)"branch-misses",
				    .kind = (char *)"mispredicted, retired",
				    .class = (char *)"micro-architectural" },
		[DTLB] = { .name = (char *)"dtlb-misses",
			   .metric = (char *)"dtlb-misses",
			   .kind = (char *)k->dtlb,
			   .class = (char *)"micro-architectural" },
		[ITLB] = { .name = (char *)"itlb-misses",
			   .metric = (char *)"itlb-misses",
			   .kind = (char *)"walks of fetches",
			   .class = (char *)"micro-architectural" },
		[LLC] = { .name = (char *)"llc-misses",
			  .metric = (char *)"llc-misses",
			  .kind = (char *)k->llc,
			  .class = (char *)"micro-architectural",
			  .status = k->llc ? NULL : (char *)"no_event",
			  .reason =
				  k->llc ?
					  NULL :
					  (char *)"there is no such event on this machine" },
		[CLOCK] = { .name = (char *)"task-clock",
			    .metric = (char *)"task-clock",
			    .pmu = (char *)"software",
			    .class = (char *)"time" },
	};

	entry_counters(e, events, NR_EVENTS);
	for (size_t i = 0; i < NR_EVENTS; i++) {
		if (i != CLOCK)
			set_text(&e->counters[i].pmu, k->pmu);
	}
}

static void add_counts(struct entry *e, const struct kind *k)
{
	for (int i = 0; i < RUNS; i++) {
		int64_t values[NR_EVENTS];
		double f = OPS * (1 + 0.001 * i);
		struct sample *r;

		for (size_t j = 0; j < NR_EVENTS; j++)
			values[j] = (int64_t)(k->counts[j] * f);
		if (!k->llc)
			values[LLC] = NOT_MEASURED;
		r = entry_counted(e, values);
		r->elapsed_ns = (uint64_t)(k->ns * 1.01 * f);
		/* Of Zen 3 the counters missed some of the time. */
		if (!strcmp(k->pmu, "amd64_fam19h_zen3"))
			r->figures.cpu_ns = 2500000;
	}
	for (size_t j = 0; j < CLOCK; j++) {
		struct counter *c = &e->counters[j];

		for (int i = 0; i < RUNS && !c->reason; i++) {
			double *v = ARRAY_ADD(c->of_switch, c->nr_of_switch);

			ck_assert_ptr_nonnull(v);
			*v = k->counts[j] * (0.3 + 0.001 * i);
		}
	}
}

static void set_switches(struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++) {
		e->runs[i].figures.nvcsw = (int64_t)(2 * e->runs[i].ops);
		e->runs[i].figures.nivcsw = 0;
	}
}

static void add_fact(struct session *s, const char *name, const char *value)
{
	struct fact *f = ARRAY_ADD(s->facts, s->nr_facts);

	ck_assert_ptr_nonnull(f);
	set_text(&f->name, name);
	set_text(&f->value, value);
}

static struct session profiled(const struct kind *k)
{
	struct session s = session_plain(10);
	struct entry *e = set_spread(&s, "sched/pipe", k->ns, 0.3);

	set_switches(e);
	set_text(&s.id, k->file);
	add_fact(&s, "machine_id", k->pmu);
	add_fact(&s, "cpu_model", k->model);
	add_fact(&s, "arch", k->arch);
	add_events(e, k);
	add_counts(e, k);
	return s;
}

/* A place of a sweep over a machine with two kinds of cores. */
static void add_place(struct session *s, const struct kind *k, int cpu,
		      const char *type)
{
	struct entry *e = set_spread(s, "sched/pipe", k->ns, 0.3);

	set_switches(e);
	e->sweep = calloc(1, sizeof(*e->sweep));
	ck_assert_ptr_nonnull(e->sweep);
	*e->sweep = (struct sweep){ .kind = SWEEP_EACH,
				    .total = 2,
				    .distance = NOT_MEASURED,
				    .nr = 1 };
	e->sweep->cpus[0] = (struct sweep_cpu){ .cpu = cpu,
						.package = NOT_MEASURED,
						.node = NOT_MEASURED };
	set_text(&e->sweep->cpus[0].type, type);
	add_events(e, k);
	add_counts(e, k);
}

/* Instructions alike, as many cycles as either kind of core needs. */
static struct session hybrid(void)
{
	struct kind little = kinds[0], big = kinds[0];
	struct session s = session_plain(10);

	little.pmu = "armv8_cortex_a53";
	big.pmu = "armv8_cortex_a72";
	big.ns = 3000;
	big.counts[CYCLES] = 9000;
	add_fact(&s, "arch", "aarch64");
	add_place(&s, &little, 0, "capacity-446");
	add_place(&s, &big, 2, "capacity-1024");
	return s;
}

static void set_up(void)
{
	dir = cli_tmpdir();
	for (size_t i = 0; i < COUNT(kinds); i++)
		set_save(dir, kinds[i].file, profiled(&kinds[i]));
	set_save(dir, "hybrid.json", hybrid());
}

static void tear_down(void)
{
	free(dir);
}

#define FOUR "skylake.json icelake.json zen3.json neoverse.json"

static const struct golden {
	const char *args, *file;
} goldens[] = {
	{ FOUR, "profile.txt" },
	{ "-f markdown " FOUR, "profile.md" },
	{ "-f csv " FOUR, "profile.csv" },
	{ "hybrid.json", "profile-hybrid.txt" },
	{ "--per op skylake.json icelake.json", "profile-op.txt" },
	{ "--per alone skylake.json icelake.json", "profile-alone.txt" },
};

static void run(struct cli *c, const char *args)
{
	cli_run(c, "cd '%s' && $HARNESS compare --profile %s", dir, args);
}

START_TEST(prints_exactly_the_golden_profile)
{
	const struct golden *g = &goldens[_i];
	struct cli c;

	run(&c, g->args);
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_golden(g->file, c.out);
	cli_free(&c);
}
END_TEST

static json_t *metric(json_t *doc, const char *name)
{
	json_t *profile = json_array_get(json_object_get(doc, "profiles"), 0);
	json_t *m;
	size_t i;

	json_array_foreach (json_object_get(profile, "metrics"), i, m) {
		if (!strcmp(json_string_value(json_object_get(m, "name")),
			    name))
			return json_object_get(m, "columns");
	}
	ck_abort_msg("no %s", name);
	return NULL;
}

/* A number of the second column. */
static json_t *second(json_t *doc, const char *name, const char *key)
{
	return json_object_get(json_array_get(metric(doc, name), 1), key);
}

START_TEST(counts_of_other_kinds_of_cpus_are_never_judged)
{
	struct cli c;
	json_t *doc;

	run(&c, "-f json skylake.json icelake.json");
	ck_assert_int_eq(c.status, 0);
	doc = json_loads(c.out, 0, NULL);
	ck_assert_ptr_nonnull(doc);
	ck_assert(json_is_null(second(doc, "llc-misses", "ratio")));
	ck_assert(json_is_string(second(doc, "llc-misses", "why")));
	ck_assert_double_eq_tol(
		json_number_value(second(doc, "instructions", "ratio")), 1.002,
		1e-3);
	ck_assert_double_eq_tol(
		json_number_value(second(doc, "instructions", "value")), 5022.5,
		1);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

/* The factors of the time add up to it. */
START_TEST(the_factors_add_up)
{
	double all = 0;
	struct cli c;
	json_t *doc, *why, *part;
	size_t i;

	run(&c, "-f json skylake.json icelake.json");
	doc = json_loads(c.out, 0, NULL);
	ck_assert_ptr_nonnull(doc);
	why = json_object_get(
		json_array_get(json_object_get(doc, "profiles"), 0), "why");
	ck_assert_uint_eq(json_array_size(why), 4);
	json_array_foreach (why, i, part)
		all += (i ? 1 : -1) *
		       json_number_value(json_object_get(part, "log_percent"));
	ck_assert_double_eq_tol(all, 0, 1e-9);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

START_TEST(one_file_is_a_profile_too)
{
	struct cli c;

	run(&c, "skylake.json");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "dtlb-misses"));
	ck_assert_ptr_null(strstr(c.out, "vs A"));
	cli_free(&c);
}
END_TEST

static Suite *profile_suite(void)
{
	Suite *s = suite_create("profile");
	TCase *tc = tcase_create("files");

	tcase_add_unchecked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, prints_exactly_the_golden_profile, 0,
			    COUNT(goldens));
	tcase_add_test(tc, counts_of_other_kinds_of_cpus_are_never_judged);
	tcase_add_test(tc, the_factors_add_up);
	tcase_add_test(tc, one_file_is_a_profile_too);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(profile_suite);
