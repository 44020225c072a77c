/* SPDX-License-Identifier: MIT */
/*
 * core/report/benchfmt.c - a session in the format of Go's benchmarks.
 *
 * Keys are those of Go's own benchmarks. benchstat makes a table of its own for
 * each combination of keys, so no other stands there unless several sessions
 * are in one file: kernels are compared without options. What else is known
 * stands in lines that it passes over.
 */
#include "report/benchfmt.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "report/entry_path.h"
#include "util/text.h"

/*
 * "BenchmarkSched/pipe": the first letter must not be a small one, and a
 * capital that was one before must not look like it.
 */
static void put_name(FILE *out, const char *name)
{
	const char first[] = { *name, '\0' };

	fputs("Benchmark", out);
	if (islower((unsigned char)*name))
		fputc(toupper((unsigned char)*name), out);
	else
		entry_path_put_word(out, first, "=ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	entry_path_put_word(out, *name ? name + 1 : name, "=");
}

/* A recorded value is in ns whatever an op takes. */
static void put_run(FILE *out, const struct entry *e, const struct sample *r)
{
	double ops = (double)r->ops;
	double switches = run_figures_switches(&r->figures);
	double time = entry_path_time(e, r);

	if (!isfinite(time))
		return;
	put_name(out, e->name);
	entry_path_put_parts(out, e);
	fprintf(out, " %" PRIu64 " %.15g %s", r->ops, time,
		e->records ? "recorded-ns" : "ns/op");
	if (!isnan(switches))
		fprintf(out, " %.15g switches/op", switches / ops);
	fputc('\n', out);
}

/* A key holds until it is changed: what is not known takes it back. */
static void put_key(FILE *out, const char *key, const char *value, bool first)
{
	if (value)
		text_line(out, "%s: %s", key, value);
	else if (!first)
		fprintf(out, "%s:\n", key);
}

/* As Go calls it. */
static const char *go_arch(const char *arch)
{
	static const char *const names[][2] = {
		{ "x86_64", "amd64" },
		{ "aarch64", "arm64" },
		{ "i686", "386" },
	};

	for (size_t i = 0; arch && i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(names[i][0], arch))
			return names[i][1];
	}
	return arch;
}

static void put_keys(FILE *out, const struct session *s, bool several,
		     bool first)
{
	if (first)
		fputs("goos: linux\n", out);
	put_key(out, "goarch", go_arch(session_fact(s, "arch")), first);
	put_key(out, "cpu", session_fact(s, "cpu_model"), first);
	if (!several)
		return;
	put_key(out, "kernel", session_fact(s, "kernel"), first);
	put_key(out, "host", session_fact(s, "host"), first);
}

/* Lines that start with "# " are no keys, and passed over. */
static void put_remarks(FILE *out, const struct session *s)
{
	text_line(out, "# session: %s", s->id);
	if (s->version)
		text_line(out, "# harness: %s", s->version);
	for (size_t i = 0; i < s->nr_facts; i++) {
		if (s->facts[i].value)
			text_line(out, "# %s: %s", s->facts[i].name,
				  s->facts[i].value);
	}
}

static void put_session(FILE *out, const struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		for (size_t k = 0; k < e->nr_runs; k++)
			put_run(out, e, &e->runs[k]);
	}
}

int convert_benchfmt(FILE *out, const struct convert_source *src)
{
	fputs("Unit ns/op better=lower\nUnit recorded-ns better=lower\n", out);
	for (size_t i = 0; i < src->nr; i++) {
		fputc('\n', out);
		put_keys(out, &src->sessions[i], src->nr > 1, i == 0);
		put_remarks(out, &src->sessions[i]);
		fputc('\n', out);
		put_session(out, &src->sessions[i]);
	}
	return 0;
}
