/* SPDX-License-Identifier: MIT */
/*
 * core/report/benchfmt.c - a session in the format of Go's benchmarks.
 *
 * A name is one word: a byte that would end it or one of its parts is written
 * as in a URL ("%20"), so that two names never become one. The number of groups
 * stands last, since benchstat takes "-8" at the end for a number of CPUs.
 */
#include "report/benchfmt.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "result/entry_key.h"
#include "util/text.h"

static void put_byte(FILE *out, unsigned char c, const char *forbidden)
{
	if (c <= ' ' || c >= 0x7f || c == '%' || strchr(forbidden, c))
		fprintf(out, "%%%02X", c);
	else
		fputc(c, out);
}

static void put_word(FILE *out, const char *text, const char *forbidden)
{
	for (; *text; text++)
		put_byte(out, (unsigned char)*text, forbidden);
}

/*
 * "BenchmarkSched/pipe": the first letter must not be a small one, and a
 * capital that was one before must not look like it.
 */
static void put_name(FILE *out, const char *name)
{
	unsigned char first = (unsigned char)*name;

	fputs("Benchmark", out);
	if (islower(first))
		fputc(toupper(first), out);
	else if (first)
		put_byte(out, first, "=ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	put_word(out, first ? name + 1 : name, "=");
}

static void put_part(FILE *out, const char *name, const char *value)
{
	fputc('/', out);
	put_word(out, name, "/=");
	fputc('=', out);
	put_word(out, value ? value : "unknown", "/");
}

static void put_key(FILE *out, const struct entry *e)
{
	struct key_part part;

	put_name(out, e->name);
	for (size_t i = 0; entry_key(e, i, &part); i++)
		put_part(out, part.name, part.value);
}

/* A recorded value is in ns whatever an op takes. */
static void put_run(FILE *out, const struct entry *e, const struct sample *r)
{
	double ops = (double)r->ops;
	double switches = run_figures_switches(&r->figures);
	double time = e->records ? r->records_ns : (double)r->elapsed_ns / ops;

	if (!r->valid || !r->ops || !isfinite(time))
		return;
	put_key(out, e);
	fprintf(out, " %" PRIu64 " %.15g %s", r->ops, time,
		e->records ? "recorded-ns" : "ns/op");
	if (!isnan(switches))
		fprintf(out, " %.15g switches/op", switches / ops);
	fputc('\n', out);
}

/*
 * "cpu_model" becomes "cpu-model: ...". Settings hold until they are changed:
 * what is not known takes back what another session said.
 */
static void put_setting(FILE *out, const char *name, const char *value)
{
	if (!islower((unsigned char)*name))
		return;
	for (; *name; name++)
		fputc(isalnum((unsigned char)*name) ?
			      tolower((unsigned char)*name) :
			      '-',
		      out);
	if (value)
		text_line(out, ": %s", value);
	else
		fputs(":\n", out);
}

static bool has_fact(const struct session *s, const char *name)
{
	for (size_t i = 0; i < s->nr_facts; i++) {
		if (!strcmp(s->facts[i].name, name))
			return true;
	}
	return false;
}

static void put_settings(FILE *out, const struct session *s,
			 const struct session *before)
{
	put_setting(out, "session", s->id);
	put_setting(out, "harness", s->version);
	for (size_t i = 0; i < s->nr_facts; i++)
		put_setting(out, s->facts[i].name, s->facts[i].value);
	for (size_t i = 0; before && i < before->nr_facts; i++) {
		if (!has_fact(s, before->facts[i].name))
			put_setting(out, before->facts[i].name, NULL);
	}
}

void convert_benchfmt(FILE *out, const struct session *s,
		      const struct session *before)
{
	if (!before)
		fputs("Unit ns/op better=lower\n"
		      "Unit recorded-ns better=lower\n",
		      out);
	fputc('\n', out);
	put_settings(out, s, before);
	fputc('\n', out);
	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		for (size_t k = 0; k < e->nr_runs; k++)
			put_run(out, e, &e->runs[k]);
	}
}
