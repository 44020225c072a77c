/* SPDX-License-Identifier: MIT */
/*
 * core/report/convert_json.c - a session as hyperfine and google-benchmark
 * write their results.
 */
#include "report/convert_json.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/entry_path.h"
#include "result/summary.h"
#include "util/json_write.h"

#define NS_PER_S 1e9

static void put_path(struct json_writer *w, const char *key,
		     const struct entry *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f) {
		json_write_fail(w, -ENOMEM);
		return;
	}
	entry_path_put(f, e);
	if (fclose(f))
		json_write_fail(w, -ENOMEM);
	else
		json_write_text(w, key, text);
	free(text);
}

/* Whether a run has a time. */
static bool has_time(const struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++) {
		if (isfinite(entry_path_time(e, &e->runs[i])))
			return true;
	}
	return false;
}

static void put_times(struct json_writer *w, const struct entry *e)
{
	json_write_array(w, "times");
	for (size_t i = 0; i < e->nr_runs; i++) {
		double ns = entry_path_time(e, &e->runs[i]);

		if (isfinite(ns))
			json_write_real(w, NULL, ns / NS_PER_S);
	}
	json_write_end(w);
}

/* Times of user and system are not told apart, so these are null. */
static void put_command(struct json_writer *w, const struct entry *e)
{
	struct summary sum;

	if (summarize(e, &sum)) {
		json_write_fail(w, -ENOMEM);
		return;
	}
	json_write_object(w, NULL);
	put_path(w, "command", e);
	json_write_real(w, "mean", sum.time.mean / NS_PER_S);
	json_write_real(w, "stddev", sum.time.stddev / NS_PER_S);
	json_write_real(w, "median", sum.time.median / NS_PER_S);
	json_write_null(w, "user");
	json_write_null(w, "system");
	json_write_real(w, "min", sum.time.min / NS_PER_S);
	json_write_real(w, "max", sum.time.max / NS_PER_S);
	put_times(w, e);
	json_write_end(w);
	summary_free(&sum);
}

int convert_hyperfine(FILE *out, const struct convert_source *src)
{
	struct json_writer w = json_writer(out, 2, false);
	const struct session *s = src->sessions;

	if (src->nr > 1)
		return -E2BIG;
	json_write_object(&w, NULL);
	json_write_array(&w, "results");
	for (size_t i = 0; i < s->nr_entries; i++) {
		if (has_time(&s->entries[i]))
			put_command(&w, &s->entries[i]);
	}
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

/* Whether the context has a member of that name, or of that meaning, already. */
static bool is_in_context(const char *fact)
{
	static const char *const names[] = { "date", "host_name", "executable",
					     "host" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(fact, names[i]))
			return true;
	}
	return false;
}

static void put_context(struct json_writer *w, const struct session *s)
{
	json_write_object(w, "context");
	json_write_text(w, "date", s->created);
	json_write_text(w, "host_name", session_fact(s, "host"));
	json_write_text(w, "executable", "harness");
	for (size_t i = 0; i < s->nr_facts; i++) {
		if (!is_in_context(s->facts[i].name))
			json_write_text(w, s->facts[i].name, s->facts[i].value);
	}
	json_write_end(w);
}

static void put_repetition(struct json_writer *w, const struct entry *e,
			   const struct sample *r, size_t index)
{
	int64_t cpu_ns = r->figures.cpu_ns;

	json_write_object(w, NULL);
	put_path(w, "name", e);
	put_path(w, "run_name", e);
	json_write_text(w, "run_type", "iteration");
	json_write_int(w, "repetitions", (int64_t)e->nr_runs);
	json_write_int(w, "repetition_index", (int64_t)index);
	json_write_int(w, "threads", 1);
	json_write_u64(w, "iterations", r->ops);
	json_write_real(w, "real_time", entry_path_time(e, r));
	json_write_real(
		w, "cpu_time",
		cpu_ns == NOT_MEASURED ? NAN : (double)cpu_ns / (double)r->ops);
	json_write_text(w, "time_unit", "ns");
	json_write_end(w);
}

int convert_google(FILE *out, const struct convert_source *src)
{
	struct json_writer w = json_writer(out, 2, false);
	const struct session *s = src->sessions;

	if (src->nr > 1)
		return -E2BIG;
	json_write_object(&w, NULL);
	put_context(&w, s);
	json_write_array(&w, "benchmarks");
	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		for (size_t k = 0; k < e->nr_runs; k++) {
			if (isfinite(entry_path_time(e, &e->runs[k])))
				put_repetition(&w, e, &e->runs[k], k);
		}
	}
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}
