/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_google.c - what programs that use google-benchmark write
 * with --benchmark_out_format=json.
 */
#include "result/import_google.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "result/import_json.h"
#include "util/memory.h"

/* Most ns and ops that a double holds as a whole number. */
#define MOST_WHOLE 9e15

/* How near to a whole number of ns a run is whose iterations are counts. */
#define ROUNDING 1e-9

/**
 * struct record - an element of "benchmarks", NULL and NaN where not there
 * @run_name:	what its repetitions have in common
 * @type:	"iteration" or "aggregate"
 * @wrong:	what it says of an error
 */
struct record {
	char *name, *run_name, *type, *unit, *wrong;
	double real_time, cpu_time, iterations, threads;
};

static const struct {
	const char *word;
	int unit;
	double ns;
} units[] = {
	{ "ns", IMPORT_NS_PER_OP, 1 },
	{ "us", IMPORT_US_PER_OP, 1e3 },
	{ "ms", IMPORT_MS_PER_OP, 1e6 },
	{ "s", IMPORT_S_PER_OP, 1e9 },
};

#define NR_UNITS (sizeof(units) / sizeof(*units))

static void read_member(struct json_read *j, struct record *r)
{
	const struct {
		const char *key;
		char **text;
		double *number;
	} members[] = {
		{ "name", &r->name, NULL },
		{ "run_name", &r->run_name, NULL },
		{ "run_type", &r->type, NULL },
		{ "time_unit", &r->unit, NULL },
		{ "error_message", &r->wrong, NULL },
		{ "real_time", NULL, &r->real_time },
		{ "cpu_time", NULL, &r->cpu_time },
		{ "iterations", NULL, &r->iterations },
		{ "threads", NULL, &r->threads },
	};
	struct json_text key = json_read_key(j);

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		if (!json_text_is(key, members[i].key, strlen(members[i].key)))
			continue;
		if (members[i].text) {
			free(*members[i].text);
			*members[i].text = import_json_text(j);
		} else {
			*members[i].number = import_json_number(j);
		}
		return;
	}
	json_read_skip(j);
}

static void free_record(struct record *r)
{
	free(r->name);
	free(r->run_name);
	free(r->type);
	free(r->unit);
	free(r->wrong);
}

static struct entry *entry_of(struct import_result *out, const struct record *r,
			      const char *title)
{
	const char *name = r->run_name ? r->run_name : r->name;
	struct session *s = &out->sessions[0];
	struct entry *e;

	for (size_t i = s->nr_entries; i > 0; i--) {
		if (!strcmp(s->entries[i - 1].name, name))
			return &s->entries[i - 1];
	}
	e = import_entry(s, name, "iteration");
	if (!e || import_note(e, "google-benchmark in %s", title))
		return NULL;
	if (r->threads > 1 && r->threads < UINT32_MAX) {
		e->threads = true;
		e->nr_tasks = (uint32_t)r->threads;
	}
	return e;
}

/*
 * Iterations and the time that they took, if that is a whole number of ns and
 * times per iteration are not those of several threads.
 */
static bool are_counts(const struct record *r, double unit_ns, uint64_t *ops,
		       uint64_t *elapsed_ns)
{
	double total = r->real_time * unit_ns * r->iterations;

	if (!(r->iterations >= 1 && r->iterations < MOST_WHOLE && total >= 1 &&
	      total < MOST_WHOLE) ||
	    r->threads > 1 || fabs(total - round(total)) > ROUNDING * total)
		return false;
	*ops = (uint64_t)r->iterations;
	*elapsed_ns = (uint64_t)round(total);
	return true;
}

static int add_run(struct import_result *out, const struct record *r,
		   size_t unit, const char *title)
{
	uint64_t ops, elapsed_ns;
	double cpu_ns = r->cpu_time * units[unit].ns * r->iterations;
	bool counts = are_counts(r, units[unit].ns, &ops, &elapsed_ns);
	struct entry *e;
	int err = counts ? 0 :
			   import_real(out, r->name, r->real_time,
				       units[unit].unit, &ops, &elapsed_ns);

	if (err)
		return err < 0 ? err : 0;
	e = entry_of(out, r, title);
	if (!e)
		return -ENOMEM;
	err = import_run(e, ops, elapsed_ns);
	if (!err && counts && cpu_ns >= 0 && cpu_ns < MOST_WHOLE)
		e->runs[e->nr_runs - 1].figures.cpu_ns = llround(cpu_ns);
	return err;
}

static int take_read(struct import_result *out, const struct record *r,
		     const char *title)
{
	size_t unit = 0;

	if (!r->name)
		return import_leave_out(out, "a benchmark", "no name");
	if (r->type && !strcmp(r->type, "aggregate"))
		return 0;
	if (r->wrong)
		return import_leave_out(out, r->name, "%.200s", r->wrong);
	while (r->unit && unit < NR_UNITS && strcmp(units[unit].word, r->unit))
		unit++;
	if (unit == NR_UNITS)
		return import_leave_out(out, r->name, "unknown unit %.40s",
					r->unit);
	return add_run(out, r, unit, title);
}

static int take_record(struct json_read *j, struct import_result *out,
		       const struct import_source *s)
{
	struct record r = {
		.real_time = NAN,
		.cpu_time = NAN,
		.iterations = NAN,
		.threads = NAN,
	};
	int err = 0;

	for (bool more = json_read_object(j); more; more = json_read_next(j))
		read_member(j, &r);
	if (!j->err)
		err = take_read(out, &r, s->title);
	free_record(&r);
	return err;
}

/* "2026-11-30T09:02:55+01:00" in UTC, malloc'ed; NULL: not that, or no memory */
static char *utc_of(const char *text)
{
	struct tm tm = { 0 };
	int hours = 0, minutes = 0;
	const char *zone = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	char utc[32], sign = '+';
	time_t t;

	if (!zone || (strcmp(zone, "Z") &&
		      sscanf(zone, "%c%2d:%2d", &sign, &hours, &minutes) != 3))
		return NULL;
	t = timegm(&tm);
	t -= (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
	strftime(utc, sizeof(utc), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
	return strdup(utc);
}

static int add_fact(struct session *s, const char *name, char *value)
{
	struct fact *f = ARRAY_ADD(s->facts, s->nr_facts);

	if (!f) {
		free(value);
		return -ENOMEM;
	}
	f->value = value;
	f->name = strdup(name);
	return f->name ? 0 : -ENOMEM;
}

static int take_context(struct json_read *j, struct session *s)
{
	static const struct {
		const char *key, *fact;
	} texts[] = {
		{ "host_name", "host" },
		{ "executable", "executable" },
		{ "library_build_type", "library_build_type" },
	};
	int err = 0;

	for (bool more = json_read_object(j); more; more = json_read_next(j)) {
		struct json_text key = json_read_key(j);
		bool date = json_text_is(key, "date", 4);
		char *value = import_json_text(j);

		if (date && value && !s->created)
			s->created = utc_of(value);
		for (size_t i = 0; value && i < sizeof(texts) / sizeof(*texts);
		     i++) {
			if (!err && json_text_is(key, texts[i].key,
						 strlen(texts[i].key)))
				err = add_fact(s, texts[i].fact, strdup(value));
		}
		free(value);
	}
	return err;
}

int import_google(struct import_source *s, struct import_result *out, char *why,
		  size_t len)
{
	static const struct import_json_file file = {
		.list = "benchmarks",
		.take = take_record,
		.context = take_context,
		.what = "no result of google-benchmark in it "
			"(--benchmark_out_format=json writes them)",
	};

	return import_json(s, out, &file, why, len);
}
