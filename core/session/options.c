/* SPDX-License-Identifier: MIT */
/*
 * core/session/options.c - the options of harness run.
 */
#include "session/options.h"

#include <errno.h>
#include <harness/bench.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pmu.h"
#include "result/output_name.h"
#include "util/parse.h"
#include "util/rng.h"
#include "util/why.h"

/*
 * The options of harness run that are more than a number
 * or a word: read from text.
 */

#define GROUPS_MAX 100000
#define PRIO_MAX_RT 99

/* struct policy - a word of -s; @realtime ones need a priority */
struct policy {
	const char *name;
	int policy;
	bool realtime;
};

static const struct policy policies[] = {
	{ "other", SCHED_OTHER, false }, { "batch", SCHED_BATCH, false },
	{ "idle", SCHED_IDLE, false },	 { "fifo", SCHED_FIFO, true },
	{ "rr", SCHED_RR, true },
};

static const struct policy *find_policy(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++) {
		if (strlen(policies[i].name) == len &&
		    !memcmp(policies[i].name, text, len))
			return &policies[i];
	}
	return NULL;
}

static int run_take_policy(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	size_t word = strcspn(text, ":");
	const struct policy *p = find_policy(text, word);
	uint64_t prio = 0;

	if (!p || (text[word] && !p->realtime)) {
		return why_set(
			why, len, -EINVAL,
			"not a policy (other, batch, idle, fifo:N or rr:N)");
	}
	if (p->realtime &&
	    (!text[word] || parse_number(PARSE_COUNT, text + word + 1, 1,
					 PRIO_MAX_RT, &prio))) {
		return why_set(why, len, -EINVAL,
			       "%s needs a priority: %s:N, N from 1 to %d",
			       p->name, p->name, PRIO_MAX_RT);
	}
	o->policy = p->policy;
	o->prio = prio;
	return 0;
}

static size_t count_items(const char *list)
{
	size_t n = 1;

	for (; *list; list++)
		n += *list == ',';
	return n;
}

/* The comma-separated numbers of @list, which the function uses up. */
static int read_groups(char *list, uint32_t *groups, char *why, size_t len)
{
	char *item;

	for (size_t i = 0; (item = strsep(&list, ",")) != NULL; i++) {
		uint64_t n = 0;
		int err = parse_number(PARSE_COUNT, item, 1, GROUPS_MAX, &n);

		if (err) {
			parse_why(PARSE_COUNT, err, 1, GROUPS_MAX, why, len);
			return err;
		}
		groups[i] = n;
	}
	return 0;
}

static int run_take_groups(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	size_t nr = count_items(text);
	uint32_t *groups = calloc(nr, sizeof(*groups));
	char *list = strdup(text);
	int err = -ENOMEM;

	if (groups && list)
		err = read_groups(list, groups, why, len);
	free(list);
	if (err) {
		free(groups);
		return err;
	}
	free(o->groups);
	o->groups = groups;
	o->nr_groups = nr;
	return 0;
}

static int run_take_cpus(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	struct place_spec spec = { 0 };
	int err = place_parse(text, &spec);

	if (err) {
		snprintf(why, len, "%s",
			 err == -ERANGE ?
				 "a CPU number beyond the limit" :
				 "not a CPU list such as 0 or 0,2-5, nor one "
				 "of: same, apart, smt, llc, package, remote, "
				 "any, node0, each, pairs");
		return err;
	}
	place_spec_free(&o->cpus);
	o->cpus = spec;
	o->cpus_given = true;
	return 0;
}

static int run_take_ws(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	struct work_spec spec = { .touch = o->work.touch };
	uint64_t *sizes;
	size_t nr;
	int err = work_parse(text, &sizes, &nr, &spec, why, len);

	if (err)
		return err;
	free(o->ws);
	o->ws = sizes;
	o->nr_ws = nr;
	o->work = spec;
	return 0;
}

static int run_take_touch(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	uint64_t index = 0;

	if (parse_word(text, work_touch_words, &index)) {
		parse_word_why(work_touch_words, why, len);
		return -EINVAL;
	}
	o->work.touch = index;
	return 0;
}

static int run_take_nice(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	bool negative = text[0] == '-';
	uint64_t n = 0;

	if (parse_number(PARSE_COUNT, text + negative, 0, negative ? 20 : 19,
			 &n))
		return why_set(why, len, -EINVAL,
			       "not a nice level (-20 to 19)");
	o->confine.niced = true;
	o->confine.nice = negative ? -(int)n : (int)n;
	return 0;
}

static int run_take_until(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	double share;
	int err = parse_percent(text, &share);

	if (err || share == 0)
		return why_set(why, len, -EINVAL,
			       "not a percentage (more than 0, up to 100)");
	o->until = share;
	return 0;
}

static int run_take_scope(void *dest, const char *text, char *why, size_t len)
{
	static const char *const words[] = { "pair", "cpu", "task", NULL };
	struct run_opts *o = dest;
	uint64_t index = 0;

	if (parse_word(text, words, &index)) {
		parse_word_why(words, why, len);
		return -EINVAL;
	}
	o->scope = index;
	return 0;
}

static int run_take_calls(void *dest, const char *text, char *why, size_t len)
{
	static const char *const words[] = { "inline", "libc", NULL };
	struct run_opts *o = dest;
	uint64_t index = 0;

	if (parse_word(text, words, &index)) {
		parse_word_why(words, why, len);
		return -EINVAL;
	}
	if (!index && !BENCH_HAVE_INLINE) {
		return why_set(why, len, -EINVAL,
			       "this architecture has no inline calls, "
			       "use --calls libc");
	}
	o->libc = index;
	return 0;
}

static int run_take_param(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;
	size_t name = strcspn(text, "=");
	struct name_value *bigger;

	if (!name || !text[name]) {
		return why_set(why, len, -EINVAL,
			       "not of the form NAME=VALUE[,VALUE...]");
	}
	bigger = reallocarray(o->params, o->nr_params + 1, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	o->params = bigger;
	bigger += o->nr_params;
	bigger->name = strndup(text, name);
	if (!bigger->name)
		return -ENOMEM;
	bigger->values = text + name + 1;
	o->nr_params++;
	return 0;
}

const char *policy_text(int policy, int prio, char *buf, size_t len)
{
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++) {
		if (policies[i].policy != policy)
			continue;
		if (policies[i].realtime)
			snprintf(buf, len, "%s:%d", policies[i].name, prio);
		else
			snprintf(buf, len, "%s", policies[i].name);
		return buf;
	}
	snprintf(buf, len, "policy %d", policy);
	return buf;
}

static int run_take_output(void *dest, const char *text, char *why, size_t len)
{
	struct run_opts *o = dest;

	o->output = text;
	return output_name_check(text, why, len);
}

#define REPEAT_MAX 1000000
#define SESSIONS_MAX 1000
#define US_IN_NS UINT64_C(1000)
#define MS_IN_NS UINT64_C(1000000)
#define HOUR_IN_NS UINT64_C(3600000000000)
#define WEEK_IN_NS (7 * 24 * HOUR_IN_NS)

static const char *const formats[] = {
	[FORMAT_TEXT] = "text",	    [FORMAT_PERF] = "perf",
	[FORMAT_SIMPLE] = "simple", [FORMAT_JSON] = "json",
	[FORMAT_CSV] = "csv",	    NULL
};

const char *const run_cgroups_words[] = { "none", "one", "two", NULL };

/* Of several benchmarks in a table: 0 by median. */
const char *const run_orders[] = { "median", "given", NULL };

static const char *const idle_words[] = {
	[RUN_IDLE_ALLOW] = "allow", [RUN_IDLE_POLL] = "poll", NULL
};

/* What -r and -t are where nothing was given, in every command. */
#define RUN_REPEAT 10
#define RUN_TIME_MS 100

/* The value of a macro, in quotes. */
#define AS_TEXT(macro) IN_QUOTES(macro)
#define IN_QUOTES(text) #text

#define AT(field) .offset = offsetof(struct run_opts, field)

static const struct opt run_table[] = {
	{ .kind = OPT_GROUP, .help = "How long and how often" },
	{ OPT_U32, 'r', "repeat", "N", "number of runs, each with fresh tasks",
	  AS_TEXT(RUN_REPEAT), AT(repeat), .min = 1, .max = REPEAT_MAX },
	{ OPT_COUNT, 'l', "loops", "N",
	  "ops per run; suffixes k, M, G (default: as many as take --time)",
	  AT(ops), .min = 1, .max = INT64_MAX },
	{ OPT_NS, 't', "time", "T", "length of a run without -l, 1us to 1h",
	  AS_TEXT(RUN_TIME_MS) "ms", AT(time_ns), .min = US_IN_NS,
	  .max = HOUR_IN_NS },
	{ OPT_COUNT, 'w', "warmup", "N",
	  "untimed ops at the start of each run (default: a tenth of the ops, at most 10 ms, at least one loop)",
	  AT(warmup), .min = 0, .max = INT64_MAX },
	{ OPT_NS, 0, "timeout", "T",
	  "abort a run after this time, 1ms to 7d (default: ten times the expected time plus 10 s)",
	  AT(timeout_ns), .min = MS_IN_NS, .max = WEEK_IN_NS },
	{ OPT_CALL, 0, "until", "PCT",
	  "add runs until the 95 % interval of the mean is within PCT per cent (at least 10 runs; overrides -r)",
	  .take = run_take_until },
	{ OPT_NS, 0, "max-time", "T",
	  "start no further run after this time (default: 60s if --until is given)",
	  AT(max_time_ns), .min = MS_IN_NS, .max = WEEK_IN_NS },
	{ OPT_U32, 0, "sessions", "K", "repeat the whole set this many times",
	  "1", AT(sessions), .min = 1, .max = SESSIONS_MAX },
	{ OPT_FLAG, 0, "no-control", NULL,
	  "skip the control, the same system calls without a switch",
	  AT(no_control) },

	{ .kind = OPT_GROUP, .help = "What runs where" },
	{ OPT_FLAG, 'T', "threads", NULL,
	  "tasks are threads of one process (default: processes)",
	  AT(threads) },
	{ OPT_CALL, 'g', "groups", "N[,N...]",
	  "groups of tasks that run concurrently; several numbers sweep them",
	  "1", .take = run_take_groups },
	{ OPT_CALL, 'c', "cpus", "SPEC",
	  "where to pin tasks: a CPU list or a word, see below (default: same, or apart if the benchmark needs it)",
	  .take = run_take_cpus },
	{ OPT_CALL, 's', "sched", "POLICY",
	  "other, batch, idle, fifo:N or rr:N, N from 1 to 99", "other",
	  .take = run_take_policy },
	{ OPT_WORD, 0, "cgroups", "HOW",
	  "control groups to create for the tasks: none, one for all tasks, or two that the tasks of a group alternate between",
	  "none", AT(cgroups), .words = run_cgroups_words },
	{ OPT_U32, 0, "seccomp", "N",
	  "stacked seccomp filters on the tasks, each of which allows every "
	  "call",
	  "0", AT(confine.filters), .max = CONFINE_FILTERS_MAX },
	{ OPT_WORD, 0, "mitigate", "WHAT",
	  "mitigation of speculation for the tasks: none, ssbd (store "
	  "bypass), ib (indirect branches) or l1d (flush of the L1 data cache)",
	  "none", AT(confine.mitigation), .words = confine_words },
	{ OPT_CALL, 0, "nice", "N",
	  "nice level of the tasks, -20 to 19 (default: that of harness)",
	  .take = run_take_nice },
	{ OPT_NS, 0, "timer-slack", "T",
	  "timer slack of the tasks, up to 1s (default: that of harness)", NULL,
	  AT(confine.slack_ns), .min = 1, .max = 1000 * MS_IN_NS },
	{ OPT_CALL, 'p', "param", "NAME=VALUE[,VALUE...]",
	  "option of the benchmark (harness help BENCH shows them); several values sweep it; may be repeated",
	  .take = run_take_param },
	{ OPT_CALL, 0, "calls", "HOW",
	  "how to make system calls: libc or inline", "libc",
	  .take = run_take_calls },
	{ OPT_WORD, 0, "idle", "HOW",
	  "allow, or poll: keep the CPUs of the tasks out of idle states "
	  "during runs",
	  "allow", AT(idle), .words = idle_words },
	{ OPT_CALL, 0, "ws", "SIZE[,SIZE...][:WORD...]",
	  "working set that a task walks after each switch to it; several sizes sweep it; words: seq, stride, random, chase, read, write, private, shared (default none; seq:read:private)",
	  .take = run_take_ws },
	{ OPT_CALL, 0, "touch", "KIND",
	  "registers that a task dirties after each switch to it: none, fp, vec256, vec512, amx or sve",
	  "none", .take = run_take_touch },
	{ OPT_LIST, 0, "label", "KEY=VALUE",
	  "keep this in the result file, to tell sessions apart or group them (compare --by label:KEY); may be repeated",
	  AT(labels) },
	{ OPT_LIST, 0, "plugins", "DIR",
	  "search for benchmarks here first; may be repeated", AT(plugins) },
	{ OPT_COUNT, 0, "seed", "N",
	  "seed of the order of benchmarks and of sampled CPU pairs (default: random)",
	  AT(seed), .min = 0, .max = INT64_MAX },

	{ .kind = OPT_GROUP, .help = "What is counted" },
	{ OPT_STRING, 'e', "events", "LIST",
	  "count these events in separate runs: names separated by commas, default or all (harness events lists them)",
	  AT(events) },
	{ OPT_CALL, 0, "scope", "SCOPE",
	  "pair (all tasks together), cpu (all tasks on the CPUs used) or task (default: pair, or cpu if tasks are on different CPUs)",
	  .take = run_take_scope },
	{ OPT_FLAG, 0, "latency", NULL,
	  "measure the time of each loop, in separate runs with a clock read per loop: median, percentiles, maximum",
	  AT(latency) },

	{ .kind = OPT_GROUP, .help = "What is printed" },
	{ OPT_WORD, 'f', "format", "FORMAT",
	  "text, perf, simple (both as perf bench prints), json or csv", "text",
	  AT(format), .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(format),
	  .min = FORMAT_JSON },
	{ OPT_STRING, 0, "compat", "PEER",
	  "also print the number as that program does (harness help BENCH lists the programs)",
	  AT(compat) },
	{ OPT_CALL, 'o', "output", "FILE",
	  "also save the result as JSON; " OUTPUT_NAME_HELP,
	  .take = run_take_output },
	{ OPT_FLAG, 0, "force", NULL,
	  "print numbers even if all runs are invalid", AT(force) },
	{ OPT_FLAG, 'q', "quiet", NULL,
	  "print no header, and no warnings about the machine; of several benchmarks the names remain",
	  AT(quiet) },
	{ OPT_FLAG, 'v', "verbose", NULL, "print every run and every note",
	  AT(verbose) },
	{ OPT_WORD, 0, "sort", "ORDER",
	  "order of several benchmarks in their table: median or given",
	  "median", AT(sort), .words = run_orders },
	{ OPT_FLAG, 0, "no-progress", NULL,
	  "print no progress line on a terminal", AT(no_progress) },
	{ .kind = OPT_END },
};

const struct opts_command run_opts_command = {
	.name = "run",
	.synopsis = "[options] BENCH|COLLECTION|GLOB...",
	.summary =
		"Runs benchmarks: measures the time of one op, and how much of it is the context switch.",
	.opts = run_table,
	.min_words = 1,
	.max_words = SIZE_MAX,
	.missing = "no benchmark given (harness list shows them)",
	.more = "Names may also be separated by commas: sched/ring,user/ring. "
		"Swept values are followed by a table with a row for each combination; benchmarks with the same sweep stand side by side.\n\n"
		"A CPU list such as 0 or 0,2-5 puts task i of each group on "
		"the i-th CPU, round robin. The words: same (one CPU, the "
		"last allowed one), apart (a CPU for each task of a group), "
		"smt (hardware threads of one core), llc "
		"(cores under one last-level cache), package (one package, "
		"different last-level caches), remote (different packages), "
		"any (not pinned), node0 (not pinned, but kept on the CPUs of "
		"NUMA node 0). Sweeps: each (each allowed CPU, and which "
		"differ), pairs (each pair of them; of more than 200 a "
		"sample).\n\n"
		"Times take ns, us, ms, s, m, h or d, and are seconds without. "
		"Exit status: 0 measured, 1 failed or every run invalid, 2 "
		"wrong usage, 77 nothing could run here.",
	.examples = "harness run sched/pipe -r 10\n"
		    "harness run sched/pipe -l 1M -s batch -o before.json\n"
		    "harness run sched -T -c 0,1 --json\n",
};

size_t run_opts_rows(const char *const *names, size_t nr, struct opt *rows)
{
	const struct opt *o = run_table;
	size_t found = 0;

	for (; o->kind != OPT_END; o++)
		for (size_t i = 0; o->name && i < nr; i++)
			if (!strcmp(o->name, names[i]))
				rows[found++] = *o;
	return found;
}

/* Below 2^53, so that every reader of the result file keeps it exact. */
static uint64_t draw_seed(void)
{
	return rng_draw() >> 11;
}

/* What keeps CPUs out of idle must have nothing to compete with or spoil. */
static int check_idle(const struct run_opts *o)
{
	if (o->idle != RUN_IDLE_POLL)
		return 0;
	if (o->policy == SCHED_IDLE)
		return opts_error(
			o->command,
			"--idle poll: tasks of -s idle would share their CPUs with the polling tasks; use another policy");
	if (o->scope == PMU_CPU)
		return opts_error(
			o->command,
			"--idle poll: --scope cpu would also count the polling tasks; use --scope task");
	return 0;
}

/* KEY: letters, digits, "_", "-" and "."; VALUE: anything but nothing. */
static int check_label(const struct run_opts *o, const char *label)
{
	size_t key = strspn(label, "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
	char quoted[PARSE_QUOTE_LEN];

	if (key && label[key] == '=' && label[key + 1])
		return 0;
	return opts_error(o->command, "--label %s: not KEY=VALUE",
			  parse_quote(label, quoted, sizeof(quoted)));
}

int run_opts_check(const struct run_opts *o)
{
	int ret = check_idle(o);

	for (const char **l = o->labels; l && *l && !ret; l++)
		ret = check_label(o, *l);

	if (!ret && o->scope >= 0 && !o->events)
		ret = opts_error(
			o->command,
			"--scope needs events: name them with -e, or leave it out");
	return ret;
}

/* The options of a command line, with their values and without words. */
static const char **given_of(int argc, char **argv, const struct opts_words *w)
{
	const char **given = calloc((size_t)argc + 1, sizeof(*given));
	size_t nr = 0, word = 0;
	bool options = true;

	for (int i = 1; given && i < argc; i++) {
		if (word < w->nr && argv[i] == w->v[word])
			word++;
		else if (options && strcmp(argv[i], "--"))
			given[nr++] = argv[i];
		else
			options = false;
	}
	return given;
}

int run_opts_parse(int argc, char **argv, struct run_opts *out)
{
	struct opts_words words;
	int err;

	*out = (struct run_opts){
		.command = run_opts_command.name,
		.warmup = -1,
		.cpus = { .kind = PLACE_SAME },
		.scope = -1,
		.seed = draw_seed(),
	};
	err = opts_read(&run_opts_command, argc, argv, out, &words);
	if (err)
		return err;
	out->words = words.v;
	out->nr_words = words.nr;
	out->given = given_of(argc, argv, &words);
	return out->given ? run_opts_check(out) : -ENOMEM;
}

/* Long names of the options that say what is measured, not how often. */
static const char *const of_suites[] = {
	"threads",  "groups", "cpus",	     "sched",  "cgroups",    "seccomp",
	"mitigate", "nice",   "timer-slack", "param",  "calls",	     "idle",
	"ws",	    "touch",  "loops",	     "warmup", "no-control",
};

#define NR_OF_SUITES (sizeof(of_suites) / sizeof(*of_suites))

/* Whether a line of a suite has nothing but what a suite may say. */
static int check_line(int argc, char **argv, char *why, size_t len)
{
	struct opt table[NR_OF_SUITES + 1] = { 0 };
	const struct opts_command line = {
		.name = run_opts_command.name,
		.opts = table,
		.min_words = 1,
		.max_words = SIZE_MAX,
		.missing = "no benchmark given",
		.others = run_opts_command.opts,
		.others_why =
			"is not allowed in a suite: give it to harness run",
	};
	struct run_opts scratch = { .warmup = -1 };
	struct opts_words words = { 0 };
	int ret;

	run_opts_rows(of_suites, NR_OF_SUITES, table);
	ret = opts_parse(&line, argc, argv, &scratch, &words, why, len);
	free(words.v);
	run_opts_free(&scratch);
	return ret == 1 ? why_set(why, len, -EINVAL,
				  "--help is not allowed in a suite") :
			  ret;
}

int run_opts_parse_line(int argc, char **argv, const struct run_opts *all,
			struct run_opts *out, char *why, size_t len)
{
	int nr = 0, ret = check_line(argc, argv, why, len);
	char **both;

	*out = (struct run_opts){ 0 };
	if (ret)
		return ret;
	while (all->given && all->given[nr])
		nr++;
	both = calloc((size_t)(argc + nr) + 1, sizeof(*both));
	if (!both)
		return -ENOMEM;
	memcpy(both, argv, (size_t)argc * sizeof(*both));
	for (int i = 0; i < nr; i++)
		both[argc + i] = (char *)all->given[i];
	ret = run_opts_parse(argc + nr, both, out);
	free(both);
	out->seed = all->seed;
	out->command = all->command;
	return ret > 0 ? -EINVAL : ret;
}

void run_opts_default(struct run_opts *o, const char **words)
{
	static uint32_t one = 1;

	*o = (struct run_opts){
		.command = run_opts_command.name,
		.repeat = RUN_REPEAT,
		.sessions = 1,
		.warmup = -1,
		.scope = -1,
		.time_ns = RUN_TIME_MS * MS_IN_NS,
		.groups = &one,
		.nr_groups = 1,
		.cpus = { .kind = PLACE_SAME },
		.libc = true,
		.words = words,
	};
	while (words[o->nr_words])
		o->nr_words++;
}

void run_opts_free(struct run_opts *o)
{
	for (size_t i = 0; i < o->nr_params; i++)
		free(o->params[i].name);
	free(o->params);
	free(o->groups);
	free(o->ws);
	free(o->labels);
	free(o->plugins);
	free(o->env);
	free(o->words);
	free(o->given);
	place_spec_free(&o->cpus);
	*o = (struct run_opts){ 0 };
}
