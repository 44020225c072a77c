/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan.c - from a benchmark and its options to entries of a plan.
 */
#include "session/plan.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "machine/cgroup.h"
#include "plugin/suite.h"
#include "pmu.h"
#include "run/event_set.h"
#include "run/plugin_query.h"
#include "util/exit_status.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/signals.h"

/*
 * The configuration of a planned entry as a result
 * says it.
 */

static int set_texts(const struct plan_entry *pe, struct entry *e)
{
	const struct bench *b = pe->variant.bench;
	const struct placement *p = &pe->variant.place;
	char policy[32];

	policy_text(pe->variant.policy, pe->variant.prio, policy,
		    sizeof(policy));
	e->name = strdup(pe->variant.name);
	e->summary = strdup(b ? b->summary : "");
	e->op = strdup(b ? b->op : "");
	e->relation = strdup(p->relation ? p->relation : "any");
	e->policy = strdup(policy);
	e->calls = strdup(pe->variant.libc ? "libc" : "inline");
	if (!e->name || !e->summary || !e->op || !e->relation || !e->policy ||
	    !e->calls)
		return -ENOMEM;
	return 0;
}

static int set_cpus(const struct placement *p, struct entry *e)
{
	size_t nr = (size_t)p->nr_groups * p->nr_tasks;

	if (!p->cpu || !p->nr_cpus)
		return 0;
	e->cpus = malloc(nr * sizeof(*e->cpus));
	if (!e->cpus)
		return -ENOMEM;
	memcpy(e->cpus, p->cpu, nr * sizeof(*e->cpus));
	e->nr_cpus = nr;
	return 0;
}

static int append_param(struct entry *e, const char *name, const char *value)
{
	struct param *v = realloc(e->params, (e->nr_params + 1) * sizeof(*v));

	if (!v)
		return -ENOMEM;
	e->params = v;
	v[e->nr_params].name = strdup(name);
	v[e->nr_params].value = strdup(value);
	e->nr_params++;
	return v[e->nr_params - 1].name && v[e->nr_params - 1].value ? 0 :
								       -ENOMEM;
}

/* The work hook is an option of every benchmark. */
static int append_work(const struct work_spec *w, bool sized, struct entry *e)
{
	char text[64];
	int ret = 0;

	if (sized)
		ret = append_param(e, "ws", work_text(w, text, sizeof(text)));
	if (!ret && w->touch)
		ret = append_param(e, "touch", work_touch_words[w->touch]);
	return ret;
}

/* So is where tasks are. */
static int append_cgroups(uint32_t nr, struct entry *e)
{
	return nr ? append_param(e, "cgroups", run_cgroups_words[nr]) : 0;
}

/* And what they put on themselves. */
static int append_confine(const struct confine *c, struct entry *e)
{
	char text[32];
	int ret = 0;

	snprintf(text, sizeof(text), "%u", c->filters);
	if (c->filters)
		ret = append_param(e, "seccomp", text);
	if (!ret && c->mitigation)
		ret = append_param(e, "mitigate", confine_words[c->mitigation]);
	snprintf(text, sizeof(text), "%d", c->nice);
	if (!ret && c->niced)
		ret = append_param(e, "nice", text);
	if (!ret && c->slack_ns)
		ret = append_param(e, "timer-slack",
				   parse_text(PARSE_NS, c->slack_ns, text,
					      sizeof(text)));
	return ret;
}

/* Not a name that an option of a benchmark can have. */
static int append_idle(const struct variant *variant, struct entry *e)
{
	return variant->poll ? append_param(e, PARAM_CPU_IDLE, "poll") : 0;
}

/* One that stands for a whole sweep that makes no sense has no place in it. */
static int set_sweep(const struct plan_entry *pe, struct entry *e)
{
	e->sweep = sweep_copy(pe->sweep);
	return e->sweep ? 0 : -ENOMEM;
}

int plan_describe(const struct plan_entry *pe, struct entry *e)
{
	const struct variant *variant = &pe->variant;
	int ret = set_texts(pe, e);

	if (!ret)
		ret = set_cpus(&variant->place, e);
	if (!ret && variant->params)
		ret = params_list(variant->params, variant->config, &e->params,
				  &e->nr_params);
	if (!ret)
		ret = append_work(&variant->work, pe->ws_given, e);
	if (!ret)
		ret = append_cgroups(variant->cgroups, e);
	if (!ret)
		ret = append_confine(&variant->confine, e);
	if (!ret)
		ret = append_idle(variant, e);
	if (!ret && pe->sweep && !pe->refused && pe->status != ENTRY_SKIPPED)
		ret = set_sweep(pe, e);
	e->nice = variant->confine.niced ? variant->confine.nice :
					   getpriority(PRIO_PROCESS, 0);
	e->threads = variant->threads;
	e->nr_tasks = variant->place.nr_tasks;
	e->nr_groups = variant->place.nr_groups;
	e->regime = variant->regime < BENCH_NR_REGIMES ? (int)variant->regime :
							 REGIME_MIXED;
	e->records = variant->bench && variant->bench->flags & BENCH_RECORDS;
	e->ops = pe->ops;
	e->ops_given = pe->ops_given;
	e->expect_max = 1e9;
	e->status = pe->status;
	if (pe->reason) {
		e->reason = strdup(pe->reason);
		ret = e->reason ? ret : -ENOMEM;
	}
	return ret;
}

/*
 * Decide all that is to be decided about one entry of a
 * plan, and refuse what can be refused.
 */

static int plan_reason(struct plan_entry *e, int status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Why an entry cannot be measured: enum entry_status. Return: 0 or -ENOMEM. */
static int plan_reason(struct plan_entry *e, int status, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&e->reason, fmt, ap);
	va_end(ap);
	if (n < 0) {
		e->reason = NULL;
		return -ENOMEM;
	}
	e->status = status;
	return 0;
}

/* How many tasks a group has; fills in the placement's number. */
static int count_tasks(struct plan_entry *e, const struct place_spec *spec)
{
	const struct bench *b = e->variant.bench;
	char why[ASK_TEXT];
	int64_t nr = b->nr_tasks;

	if (b->nr_tasks == BENCH_PER_CPU)
		nr = place_per_cpu(spec);
	else if (!b->nr_tasks)
		nr = plugin_query_tasks(&e->variant, why);
	if (nr == -ENOMEM || nr == -EINTR)
		return (int)nr;
	if (nr < 0)
		return plan_reason(e, ENTRY_FAILED, "%s",
				   b->nr_tasks ? strerror((int)-nr) : why);
	e->variant.place.nr_tasks = (uint32_t)nr;
	return 0;
}

/* CPUs that the machine does not have are no failure; refused ones are one. */
static int place_entry(const struct planner *pl, struct plan_entry *e,
		       const struct place_spec *spec)
{
	struct placement *p = &e->variant.place;
	char why[256] = "";
	int ret;

	ret = place_tasks(spec, p->nr_groups, p->nr_tasks, p, why, sizeof(why));
	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return plan_reason(e,
				   ret == -ENODEV || ret == -ENXIO ?
					   ENTRY_SKIPPED :
					   ENTRY_FAILED,
				   "%s", why);
	if (e->sweep && p->group_cpus > 1)
		p->relation = place_kind_name(e->relation);
	e->variant.regime = variant_regime(p, pl->o->policy);
	return 0;
}

static int check_pair(struct plan_entry *e)
{
	if (!e->sweep || e->sweep->kind != SWEEP_PAIRS ||
	    e->variant.place.nr_tasks > 1)
		return 0;
	e->refused = true;
	return plan_reason(
		e, ENTRY_FAILED,
		"refused: it has one task, which needs one CPU: try -c each");
}

/* A task for each CPU, and there is one: a lack of this machine. */
static bool lacks_cpus(const struct planner *pl, const struct plan_entry *e)
{
	const int *cpus;
	size_t nr;

	return e->variant.bench->nr_tasks == BENCH_PER_CPU &&
	       pl->o->cpus.kind == PLACE_SAME && !place_allowed(&cpus, &nr) &&
	       nr == 1;
}

static int ask_entry(const struct planner *pl, struct plan_entry *e)
{
	char why[ASK_TEXT];
	int ret;

	if (!e->variant.bench->accepts)
		return 0;
	ret = plugin_query_accepts(&e->variant, why);
	if (ret == 1)
		return 0;
	if (ret == -ENOMEM || ret == -EINTR)
		return ret;
	if (!ret && lacks_cpus(pl, e))
		return plan_reason(e, ENTRY_SKIPPED, "%s", why);
	e->refused = ret == 0;
	return plan_reason(e, ENTRY_FAILED, "%s%s",
			   ret ? "" : "refused: ", why);
}

/* Threads or processes: the benchmark may insist. */
static int choose_kind(const struct planner *pl, struct plan_entry *e)
{
	uint32_t flags = e->variant.bench->flags;

	e->variant.threads = pl->o->threads || flags & BENCH_THREADS;
	if (!(flags & BENCH_PROCESSES) || !e->variant.threads)
		return 0;
	e->refused = true;
	return plan_reason(
		e, ENTRY_FAILED,
		"refused: its tasks must be processes; leave out -T");
}

/* What would only end in a kill is not begun. */
static int check_memory(struct plan_entry *e)
{
	const struct variant *v = &e->variant;
	double sets = v->work.shared ? 1 : v->place.nr_tasks;
	double bytes = sets * v->place.nr_groups * (double)v->work.bytes;
	char all[32], limit[32];
	struct cgroup_memory m;

	if (!bytes || cgroup_memory("", &m) || bytes <= (double)m.limit)
		return 0;
	return plan_reason(
		e, ENTRY_SKIPPED,
		"--ws: the working sets take %s, the memory limit of the control group %s is %s (%s)",
		parse_text(PARSE_BYTES, (uint64_t)bytes, all, sizeof(all)),
		m.dir,
		parse_text(PARSE_BYTES, (uint64_t)m.limit, limit,
			   sizeof(limit)),
		m.file);
}

static int check_touch(struct plan_entry *e)
{
	const char *why = work_unsupported(e->variant.work.touch);

	return why ? plan_reason(e, ENTRY_SKIPPED, "--touch: %s", why) : 0;
}

static int check_confine(struct plan_entry *e)
{
	char why[128];

	if (!confine_unsupported(&e->variant.confine, why, sizeof(why)))
		return 0;
	return plan_reason(e, ENTRY_SKIPPED, "%s", why);
}

static void add_control(const struct planner *pl, struct plan_entry *e)
{
	/* It is the same wherever a pair's second CPU is. */
	if (!e->variant.bench->baseline || pl->o->no_control ||
	    (e->sweep && e->sweep->kind == SWEEP_PAIRS))
		return;
	e->control = e->variant;
	e->control.control = true;
	e->has_control = true;
}

/* What keeps the CPUs out of idle runs on them, and is not to be counted. */
static int scope_of(const struct planner *pl, const struct plan_entry *e)
{
	if (pl->o->scope < 0 && e->variant.poll &&
	    e->variant.place.group_cpus > 1)
		return PMU_TASK;
	return pl->o->scope;
}

/* Names are looked up now, nothing is opened before all else was measured. */
static int add_counted(const struct planner *pl, struct plan_entry *e)
{
	char why[PMU_WHY_LEN] = "";
	int ret;

	if (!pl->plan->pmu)
		return 0;
	ret = event_set_make(pl->plan->pmu, pl->o->events, scope_of(pl, e),
			     &e->variant.place, &e->event_set, why,
			     sizeof(why));
	if (ret == -EINVAL || ret == -E2BIG)
		return opts_error(pl->o->command, "-e: %s", why);
	if (ret)
		return ret;
	e->counted = e->variant;
	e->counted.event_set = e->event_set;
	return 0;
}

/*
 * decide tasks, CPUs, control and counters of an entry
 * @e:		with what was asked for; gets a reason where it cannot be
 * @spec:	where it is measured, no sweep
 *
 * Return: 0, -EINVAL with a message, -ENOMEM, -EINTR.
 */
static int plan_fill(const struct planner *pl, struct plan_entry *e,
		     const struct place_spec *spec)
{
	int ret;

	ret = choose_kind(pl, e);
	if (!ret && !e->reason)
		ret = check_touch(e);
	if (!ret && !e->reason)
		ret = check_confine(e);
	if (!ret && !e->reason)
		ret = count_tasks(e, spec);
	if (!ret && !e->reason)
		ret = check_pair(e);
	if (!ret && !e->reason)
		ret = check_memory(e);
	if (!ret && !e->reason)
		ret = place_entry(pl, e, spec);
	if (!ret && !e->reason)
		ret = ask_entry(pl, e);
	if (!ret && !e->reason)
		add_control(pl, e);
	if (!ret && !e->reason)
		ret = add_counted(pl, e);
	return ret;
}

/*
 * From -c to the places where a benchmark is measured.
 */

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

	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return log_error(ret, "cannot find out which CPUs are allowed");
	if (topology_load(NULL, &t, why, sizeof(why)))
		log_warn("the CPU topology is not known: %s", why);
	if (kind == PLACE_EACH)
		ret = sweep_each(&t, cpus, nr, out);
	else
		ret = sweep_pairs(&t, cpus, nr, SWEEP_MOST_PAIRS, pl->o->seed,
				  out);
	topology_free(&t);
	return ret;
}

/*
 * the places of a benchmark
 * @out:	to be freed with plan_places_free() also after an error
 *
 * Return: 0 or a negative errno.
 */
static int plan_places(const struct planner *pl, const struct plugin *plugin,
		       struct plan_places *out)
{
	*out = (struct plan_places){ .spec = pl->o->cpus };
	if (!pl->o->cpus_given && plugin->bench->flags & BENCH_APART)
		out->spec.kind = PLACE_APART;
	if (!is_sweep(out->spec.kind))
		return 0;
	return make_list(pl, out->spec.kind, &out->sweep);
}

static void plan_places_free(struct plan_places *p)
{
	sweep_list_free(&p->sweep);
}

static struct plan_entry *add_entry(struct plan *p)
{
	struct plan_entry *v;

	v = realloc(p->entries, (p->nr + 1) * sizeof(*v));
	if (!v)
		return NULL;
	p->entries = v;
	v[p->nr] = (struct plan_entry){ .status = ENTRY_DONE };
	return &v[p->nr++];
}

/**
 * struct config - how a benchmark is measured, but for the place
 * @config:	which configuration of @params
 */
struct config {
	const struct plugin *plugin;
	const struct params *params;
	size_t config;
	uint32_t groups;
	uint64_t ws;
};

static struct plan_entry *new_entry(const struct planner *pl,
				    const struct config *c)
{
	struct plan_entry *e = add_entry(pl->plan);

	if (!e)
		return NULL;
	e->ops = pl->o->ops;
	e->ops_given = pl->o->ops != 0;
	e->ws_given = pl->o->ws != NULL;
	e->variant = (struct variant){
		.name = c->plugin->name,
		.path = c->plugin->path,
		.bench = c->plugin->bench,
		.params = c->params,
		.config = c->config,
		.cgroups = (uint32_t)pl->o->cgroups,
		.confine = pl->o->confine,
		.policy = pl->o->policy,
		.prio = pl->o->prio,
		.libc = pl->o->libc,
		.poll = pl->o->idle == RUN_IDLE_POLL,
		.env = pl->o->env,
		.work = pl->o->work,
		.regime = BENCH_NR_REGIMES,
		.place = { .nr_groups = c->groups, .nr_tasks = 1 },
	};
	e->variant.work.bytes = c->ws;
	return e;
}

static int add_place(const struct planner *pl, const struct config *c,
		     const struct sweep_place *place, bool *meaningless)
{
	struct plan_entry *e = new_entry(pl, c);
	int cpus[SWEEP_MOST_CPUS];
	struct place_spec spec = { PLACE_LIST, cpus, place->sweep->nr };
	int ret;

	if (!e)
		return -ENOMEM;
	for (size_t i = 0; i < spec.nr; i++)
		cpus[i] = (int)place->sweep->cpus[i].cpu;
	e->sweep = sweep_copy(place->sweep);
	if (!e->sweep)
		return -ENOMEM;
	e->relation = place->relation;
	ret = plan_fill(pl, e, &spec);
	*meaningless = e->refused || e->status == ENTRY_SKIPPED;
	return ret;
}

/* What makes no sense on the first CPUs makes none on the others. */
static int add_sweep(const struct planner *pl, const struct config *c,
		     const struct sweep_list *l)
{
	bool meaningless = false;
	int ret = 0;

	for (size_t i = 0; i < l->nr && !ret && !meaningless; i++)
		ret = add_place(pl, c, &l->v[i], &meaningless);
	return ret;
}

static int add_no_pair(const struct planner *pl, const struct config *c)
{
	struct plan_entry *e = new_entry(pl, c);

	return e ? plan_reason(
			   e, ENTRY_SKIPPED,
			   "there is no pair of CPUs: only one is allowed") :
		   -ENOMEM;
}

static int add_config(const struct planner *pl, const struct config *c,
		      const struct plan_places *places)
{
	struct plan_entry *e;

	if (places->sweep.nr)
		return add_sweep(pl, c, &places->sweep);
	if (places->spec.kind == PLACE_PAIRS)
		return add_no_pair(pl, c);
	e = new_entry(pl, c);
	return e ? plan_fill(pl, e, &places->spec) : -ENOMEM;
}

/* Every size of the working set. */
static int add_sizes(const struct planner *pl, struct config *c,
		     const struct plan_places *places)
{
	size_t nr = pl->o->nr_ws ? pl->o->nr_ws : 1;
	int ret = 0;

	for (size_t i = 0; i < nr && !ret; i++) {
		c->ws = pl->o->ws ? pl->o->ws[i] : 0;
		ret = add_config(pl, c, places);
	}
	return ret;
}

/* Every configuration, every number of groups. */
static int add_configs(const struct planner *pl, const struct plugin *plugin,
		       const struct params *params)
{
	struct config c = { .plugin = plugin, .params = params };
	struct plan_places places;
	int ret = plan_places(pl, plugin, &places);

	for (; c.config < params->nr_configs && !ret; c.config++)
		for (size_t g = 0; g < pl->o->nr_groups && !ret; g++) {
			c.groups = pl->o->groups[g];
			ret = add_sizes(pl, &c, &places);
		}
	plan_places_free(&places);
	return ret;
}

/* Of several benchmarks it must be said whose value it is. */
static int bad_params(const struct planner *pl, const char *name,
		      const char *why)
{
	bool named = strstr(why, name);

	return opts_error(pl->o->command, "%s%s%s", named ? "" : name,
			  named ? "" : ": ", why);
}

/* The benchmark's options as asked for, kept for as long as the plan. */
static int add_params(const struct planner *pl, const struct plugin *plugin,
		      const struct params **out)
{
	struct plan *p = pl->plan;
	struct params *params = calloc(1, sizeof(*params));
	struct params **v;
	char why[256];
	int ret;

	v = realloc(p->params, (p->nr_params + 1) * sizeof(*v));
	if (v)
		p->params = v;
	if (!params || !v) {
		free(params);
		return -ENOMEM;
	}
	ret = params_expand(plugin->bench, pl->o->params, pl->o->nr_params,
			    params, why, sizeof(why));
	if (ret) {
		free(params);
		return ret == -EINVAL ? bad_params(pl, plugin->name, why) : ret;
	}
	p->params[p->nr_params++] = params;
	*out = params;
	return 0;
}

/* One that is broken or cannot run here still gets its entry. */
static int add_missing(const struct planner *pl, const struct plugin *plugin)
{
	struct plan_entry *e = add_entry(pl->plan);

	if (!e)
		return -ENOMEM;
	e->variant = (struct variant){
		.name = plugin->name,
		.path = plugin->path,
		.bench = plugin->bench,
		.policy = pl->o->policy,
		.prio = pl->o->prio,
		.libc = pl->o->libc,
		.regime = BENCH_NR_REGIMES,
	};
	if (plugin->broken)
		return plan_reason(e, ENTRY_FAILED, "%s", plugin->broken);
	return plan_reason(e, ENTRY_SKIPPED, "%s", plugin->unsupported);
}

/*
 * add every configuration of a benchmark that was asked for
 * @i:	its index in the registry; probed
 *
 * Return: 0, -EINVAL with a message, -ENOMEM.
 */
static int plan_add_plugin(const struct planner *pl, size_t i)
{
	const struct plugin *plugin = registry_get(pl->r, i);
	const struct params *params = NULL;
	int ret;

	if (plugin->broken || plugin->unsupported)
		return add_missing(pl, plugin);
	ret = add_params(pl, plugin, &params);
	return ret ? ret : add_configs(pl, plugin, params);
}

int plan_status(const struct plan *p)
{
	size_t refused = 0, skipped = 0;

	for (size_t i = 0; i < p->nr; i++) {
		const struct plan_entry *e = &p->entries[i];

		refused += e->refused;
		skipped += e->reason && e->status == ENTRY_SKIPPED;
		if (e->reason && e->status == ENTRY_FAILED && !e->refused)
			return EXIT_FAILED;
	}
	if (refused && refused == p->nr)
		return EXIT_USAGE;
	return refused + skipped == p->nr ? EXIT_NOTHING : EXIT_DONE;
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->nr; i++) {
		placement_free(&p->entries[i].variant.place);
		event_set_free(p->entries[i].event_set);
		free(p->entries[i].reason);
		sweep_free(p->entries[i].sweep);
	}
	for (size_t i = 0; i < p->nr_params; i++) {
		params_free(p->params[i]);
		free(p->params[i]);
	}
	if (p->pmu)
		pmu_close(p->pmu);
	free(p->params);
	free(p->entries);
	*p = (struct plan){ 0 };
}

/*
 * From the words of a command line to a plan: names,
 * collections, globs, suites.
 */

static int no_match(const struct planner *pl, const char *word)
{
	const char *near = registry_suggest(pl->r, word);

	if (near)
		return opts_error(pl->o->command,
				  "no benchmark '%s': did you mean %s?", word,
				  near);
	return opts_error(pl->o->command,
			  "no benchmark '%s' (harness list shows them)", word);
}

/**
 * struct selection - plugins to be added, in the order in which they were named
 * @seen:	which ones: a benchmark named twice is run once
 * @idx:	@nr of them; the first @added are in the plan already
 */
struct selection {
	bool *seen;
	size_t *idx;
	size_t nr, added;
};

static void select_all(struct selection *s, const size_t *idx, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (!s->seen[idx[i]])
			s->idx[s->nr++] = idx[i];
		s->seen[idx[i]] = true;
	}
}

static int select_word(const struct planner *pl, const char *word,
		       struct selection *s)
{
	size_t *idx, nr;
	int ret = registry_match(pl->r, word, &idx, &nr);

	if (ret == -ENOENT)
		return no_match(pl, word);
	if (ret)
		return log_error(ret, "%s: '%s'", pl->o->command, word);
	ret = registry_probe(pl->r, idx, nr);
	select_all(s, idx, nr);
	free(idx);
	return ret;
}

/* "sched/ring,user/ring": no name has a comma. */
static int select_list(const struct planner *pl, const char *list,
		       struct selection *s)
{
	char *copy = strdup(list), *rest = copy, *word;
	int ret = copy ? 0 : -ENOMEM;

	while (!ret && (word = strsep(&rest, ",")))
		ret = select_word(pl, word, s);
	free(copy);
	return ret;
}

static int add_words(const struct planner *pl);

/* struct line - a suite's line on its way into the plan */
struct line {
	const struct planner *pl;
	char why[256];
};

/*
 * One line of a suite: benchmarks and how they run, unless the command line
 * says otherwise. How often, how long and what is counted is the session's
 * business.
 */
static int add_line(void *data, int argc, char **argv)
{
	struct line *l = data;
	struct planner pl = *l->pl;
	struct run_opts o;
	int ret = run_opts_parse_line(argc, argv, l->pl->o, &o, l->why,
				      sizeof(l->why));

	pl.o = &o;
	if (!ret)
		ret = add_words(&pl);
	run_opts_free(&o);
	return ret;
}

static int no_suite(const struct planner *pl, const char *name)
{
	struct suites suites = { 0 };
	const char *near = NULL;
	int ret = suites_find(pl->r, &suites);

	if (!ret)
		near = suites_suggest(&suites, name);
	if (near)
		ret = opts_error(pl->o->command,
				 "no suite '@%s': did you mean @%s?", name,
				 near);
	else if (!ret)
		ret = opts_error(pl->o->command, "no suite '@%s' (%s)", name,
				 registry_where(pl->r));
	suites_free(&suites);
	return ret;
}

static int add_suite(const struct planner *pl, const char *name)
{
	struct line l = { .pl = pl };
	char why[256] = "";
	int ret = suite_read(pl->r, name, add_line, &l, why, sizeof(why));

	if (ret == -ENOENT && !why[0])
		return no_suite(pl, name);
	if (why[0] || l.why[0])
		log_error(0, "suite @%s: %s", name, why[0] ? why : l.why);
	return ret;
}

static int add_selected(const struct planner *pl, struct selection *s)
{
	int ret = 0;

	while (s->added < s->nr && !ret)
		ret = plan_add_plugin(pl, s->idx[s->added++]);
	return ret;
}

static int add_words(const struct planner *pl)
{
	size_t nr = registry_nr(pl->r);
	struct selection s = {
		.seen = calloc(nr + 1, sizeof(*s.seen)),
		.idx = calloc(nr + 1, sizeof(*s.idx)),
	};
	int ret = s.seen && s.idx ? 0 : -ENOMEM;

	for (size_t w = 0; w < pl->o->nr_words && !ret; w++) {
		const char *word = pl->o->words[w];

		if (*word != '@') {
			ret = select_list(pl, word, &s);
			continue;
		}
		ret = add_selected(pl, &s);
		if (!ret)
			ret = add_suite(pl, word + 1);
	}
	if (!ret)
		ret = add_selected(pl, &s);
	free(s.seen);
	free(s.idx);
	return ret;
}

int plan_make(const struct run_opts *o, struct registry *r, struct plan *out)
{
	struct planner pl = { .o = o, .r = r, .plan = out };
	int ret;

	*out = (struct plan){ 0 };
	ret = registry_any(r);
	if (!ret && o->events)
		ret = pmu_open(&out->pmu, NULL, NULL);
	if (!ret)
		ret = add_words(&pl);
	if (ret == -ENOMEM)
		log_error(ret, "%s", o->command);
	if (ret == -EINTR)
		log_warn("interrupted by %s before anything was measured",
			 signals_ended_by());
	return ret;
}
