/* SPDX-License-Identifier: MIT */
/*
 * core/cli/run.c - "run": options, plan, session, report, file.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cmd.h"
#include "cli/target.h"
#include "machine/checks.h"
#include "machine/facts.h"
#include "machine/virt.h"
#include "machine/place.h"
#include "plugin/registry.h"
#include "report/report.h"
#include "result/encode.h"
#include "result/output_name.h"
#include "result/status.h"
#include "run/runner.h"
#include "session/compat.h"
#include "session/file_limit.h"
#include "session/options.h"
#include "session/plan.h"
#include "session/session.h"
#include "session/sweep_estimate.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/rng.h"
#include "util/signals.h"
#include "util/text.h"
#include "util/version.h"

static char *random_id(void)
{
	char *id;

	if (asprintf(&id, "%016" PRIx64 "%016" PRIx64, rng_draw(), rng_draw()) <
	    0)
		return NULL;
	return id;
}

static int copy_words(struct session *s, int argc, char **argv)
{
	s->argv = calloc((size_t)argc, sizeof(*s->argv));
	if (!s->argv)
		return -ENOMEM;
	for (int i = 0; i < argc; i++) {
		s->argv[i] = strdup(argv[i]);
		if (!s->argv[i])
			return -ENOMEM;
		s->argc++;
	}
	return 0;
}

static int set_label(struct session *s, const char *label)
{
	const char *value = strchr(label, '=') + 1;
	char *key = strndup(label, (size_t)(value - label) - 1);
	int ret = key ? session_set_label(s, key, value) : -ENOMEM;

	free(key);
	return ret;
}

/* Only a document says what the machine is; reading it takes a millisecond. */
static bool wants_facts(const struct run_opts *o)
{
	return o->output || o->format == FORMAT_JSON;
}

static int describe_session(struct session *s, const struct run_opts *o,
			    int argc, char **argv)
{
	int ret;

	s->id = random_id();
	s->created = text_utc_now();
	s->version = strdup(version_text());
	s->compiler = strdup(version_compiler());
	s->cflags = strdup(version_cflags());
	s->seed = o->seed;
	s->repeat = o->repeat;
	s->complete = true;
	if (!s->id || !s->created || !s->version || !s->compiler || !s->cflags)
		return -ENOMEM;
	ret = copy_words(s, argc, argv);
	for (const char **l = o->labels; l && *l && !ret; l++)
		ret = set_label(s, *l);
	if (!ret && wants_facts(o))
		ret = facts_collect(s);
	return ret;
}

/* Whether there will be a run at all. */
static bool can_run(const struct plan *p)
{
	for (size_t i = 0; i < p->nr; i++)
		if (!p->entries[i].reason)
			return true;
	return false;
}

/* On the CPUs of all entries. A document has all checks. */
static int check_environment(struct session *s, const struct run_opts *o,
			     const struct plan *p)
{
	int *cpus = NULL;
	size_t nr = 0;
	int ret;

	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];
		int *v = realloc(cpus, (nr + e->nr_cpus + 1) * sizeof(*v));

		if (!v) {
			free(cpus);
			return -ENOMEM;
		}
		cpus = v;
		memcpy(cpus + nr, e->cpus ? e->cpus : (int *)&nr,
		       e->nr_cpus * sizeof(*v));
		nr += e->nr_cpus;
	}
	ret = wants_facts(o) ? checks_collect(s, cpus, nr) :
			       checks_quick(s, cpus, nr);
	free(cpus);
	if (!ret && !o->quiet && can_run(p))
		checks_warn(s, getenv("HARNESS_ALLOW"));
	return ret;
}

static bool is_document(int format)
{
	return format == FORMAT_JSON || format == FORMAT_CSV;
}

/*
 * Failed ones were not said yet, unless they failed in a run. Skipped ones
 * stand in every report for people: enough while others have results there.
 */
static void say_missing(const struct plan *p, int format)
{
	bool skips = is_document(format) || !can_run(p);

	for (size_t i = 0; i < p->nr; i++) {
		const struct plan_entry *e = &p->entries[i];

		if (e->reason && e->status == ENTRY_FAILED)
			log_error(0, "%s: %s", e->variant.name, e->reason);
		else if (e->reason && skips)
			log_warn("%s: skipped: %s", e->variant.name, e->reason);
	}
}

/* A guest's CPUs may run anywhere, whatever it is shown. */
static void say_relations(const struct run_opts *o)
{
	struct fact_source src;
	char virt[32];

	if (o->quiet ||
	    (o->cpus.kind != PLACE_PAIRS && !place_is_relation(o->cpus.kind)))
		return;
	fact_source_init(&src, "", 0);
	if (fact_virt(&src, virt, sizeof(virt)) > 0 && strcmp(virt, "none"))
		log_note("-c %s: how CPUs are related is as the hypervisor "
			 "says (%s)",
			 place_kind_name(o->cpus.kind), virt);
}

/* A sweep can be long: how long is said before it begins. */
static int say_sweep(const struct run_opts *o, const struct plan *p)
{
	char *text = NULL;
	int ret = o->quiet ? 0 : sweep_estimate_text(o, p, &text);

	if (text)
		log_note("%s", text);
	free(text);
	return ret;
}

static int exit_status(const struct session *s, const struct plan *p)
{
	size_t done = 0, failed = 0, refused = 0;

	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		done += e->status == ENTRY_DONE;
		failed += entry_failed(e, s->repeat);
		refused += p->entries[i].refused;
	}
	if (!s->complete)
		return EXIT_FAILED;
	if (refused && refused == s->nr_entries)
		return EXIT_USAGE;
	if (failed)
		return EXIT_FAILED;
	return done ? EXIT_DONE : EXIT_NOTHING;
}

static bool any_run(const struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++)
		if (s->entries[i].nr_runs)
			return true;
	return false;
}

/* A session without a run must not take the place of one that has some. */
static bool would_lose(const struct session *s, const char *path)
{
	struct stat st;

	if (any_run(s) || result_to_stdout(path))
		return false;
	return !stat(path, &st) && S_ISREG(st.st_mode) && st.st_size > 0;
}

/* Of those that were skipped all is said already. */
static bool only_skipped(const struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++)
		if (s->entries[i].status != ENTRY_SKIPPED)
			return false;
	return true;
}

/* A document on standard output stays one, and is there once. */
static int print_report(const struct run_opts *o, const struct plan *p,
			const struct session *s, const struct target *t)
{
	const struct report_opts ro = {
		.quiet = o->quiet,
		.verbose = o->verbose,
		.force = o->force,
		.given_order = o->sort,
	};
	bool piped = result_to_stdout(t->path);
	FILE *out = piped ? log_stream() : stdout;
	int ret;

	if (piped && o->format == FORMAT_JSON)
		return 0;
	if (!is_document(o->format) && !can_run(p) && only_skipped(s))
		return 0;
	ret = report_print(out, s, o->format, &ro);
	/* What is wrong with stdout itself is said at the very end. */
	if (ret && !ferror(out))
		log_error(ret, "run: cannot write the report");
	return ret;
}

/* Everything after the plan: measure, print, save. */
static int perform(const struct run_opts *o, struct plan *p, struct session *s,
		   struct target *t)
{
	int ret = session_run(o, p, s);
	int saved = 0;

	if (!ret)
		ret = config_compare(s);
	if (ret == -ENOMEM)
		return log_error(ret, "run") ? EXIT_FAILED : 0;
	if (ret == -EINTR)
		log_warn("interrupted by %s: %s", signals_ended_by(),
			 any_run(s) ? "reporting the runs that are finished" :
				      "no run was finished");
	if (t->w && would_lose(s, t->path))
		log_warn("nothing was measured: '%s' stays as it was", t->path);
	else if (t->w)
		saved = target_commit(
			t, result_encode(result_writer_stream(t->w), s));
	ret = print_report(o, p, s, t);
	return saved || ret ? EXIT_FAILED : exit_status(s, p);
}

static int describe(struct session *s, const struct run_opts *o,
		    const struct plan *p)
{
	int ret = session_describe(p, s);

	if (!ret && (wants_facts(o) || !o->quiet))
		ret = check_environment(s, o, p);
	if (can_run(p))
		say_relations(o);
	if (!ret)
		ret = say_sweep(o, p);
	return ret ? log_error(ret, "run") : 0;
}

static int measure(const struct run_opts *o, struct plan *p, int argc,
		   char **argv)
{
	struct session s = { 0 };
	struct target t = { 0 };
	int ret = describe_session(&s, o, argc, argv);

	if (ret)
		log_error(ret, "run");
	else
		ret = target_reserve("run", o->output, &s, &t);
	if (!ret) {
		say_missing(p, o->format);
		file_limit_raise(p);
		ret = describe(&s, o, p);
	}
	ret = ret ? EXIT_FAILED : perform(o, p, &s, &t);
	target_end(&t);
	session_free(&s);
	return ret;
}

static int plan_and_measure(const struct run_opts *o, int argc, char **argv)
{
	struct registry *r;
	struct plan p = { 0 };
	int ret;

	ret = registry_open(o->plugins, &r);
	if (ret)
		return opts_status(ret);
	ret = plan_make(o, r, &p);
	if (!ret && o->compat)
		ret = compat_check(&p, o->compat);
	if (ret)
		ret = opts_status(ret);
	else
		ret = measure(o, &p, argc, argv);
	plan_free(&p);
	registry_close(r);
	return ret;
}

int cmd_run(int argc, char **argv)
{
	struct run_opts o;
	int ret = run_opts_parse(argc, argv, &o);

	if (ret) {
		run_opts_free(&o);
		return opts_status(ret);
	}
	log_set_verbose(o.verbose);
	runner_prepare();
	ret = plan_and_measure(&o, argc, argv);
	run_opts_free(&o);
	return ret;
}
