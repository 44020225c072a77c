/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/params.c - the options of a benchmark, read against its table.
 */
#include "plugin/params.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/parse.h"
#include "util/suggest.h"
#include "util/why.h"

/* struct choices - the values one option takes one after another */
struct choices {
	size_t nr;
	uint64_t *v;
};

static size_t count_options(const struct bench_option *o)
{
	size_t n = 0;

	while (o && o[n].name)
		n++;
	return n;
}

static int number_kind(const struct bench_option *o)
{
	switch (o->unit) {
	case BENCH_BYTES:
		return PARSE_BYTES;
	case BENCH_NS:
		return PARSE_NS;
	default:
		return PARSE_COUNT;
	}
}

/* One value; @why is only the reason. */
static int parse_value(const struct bench_option *o, const char *text,
		       uint64_t *out, char *why, size_t len)
{
	bool yes = false;
	int kind, err;

	if (o->choices) {
		err = parse_word(text, o->choices, out);
		if (err)
			parse_word_why(o->choices, why, len);
		return err;
	}
	if (o->unit == BENCH_BOOL) {
		err = parse_bool(text, &yes);
		if (err)
			parse_bool_why(why, len);
		else
			*out = yes;
		return err;
	}
	kind = number_kind(o);
	err = parse_number(kind, text, o->min, o->max, out);
	if (err)
		parse_why(kind, err, o->min, o->max, why, len);
	return err;
}

static bool holds(const struct choices *c, uint64_t value)
{
	for (size_t i = 0; i < c->nr; i++) {
		if (c->v[i] == value)
			return true;
	}
	return false;
}

static int add_value(const struct bench_option *o, const char *text,
		     struct choices *c, char *why, size_t len)
{
	char reason[256], quoted[PARSE_QUOTE_LEN];
	uint64_t value = 0, *added;

	parse_quote(text, quoted, sizeof(quoted));
	if (parse_value(o, text, &value, reason, sizeof(reason)))
		return why_set(why, len, -EINVAL, "-p %s %s: %s", o->name,
			       quoted, reason);
	if (holds(c, value))
		return why_set(why, len, -EINVAL,
			       "-p %s %s: given twice, leave one out", o->name,
			       quoted);
	if (c->nr == PARAMS_MAX_CONFIGS)
		return why_set(why, len, -EINVAL, "-p %s: over %d values",
			       o->name, PARAMS_MAX_CONFIGS);
	added = array_append((void **)&c->v, &c->nr, sizeof(*added));
	if (!added)
		return why_set(why, len, -ENOMEM, "out of memory");
	*added = value;
	return 0;
}

/* Replaces what @c held by the values of the list. */
static int read_values(const struct bench_option *o, const char *values,
		       struct choices *c, char *why, size_t len)
{
	char *copy = strdup(values), *rest = copy, *item;
	int err = 0;

	if (!copy)
		return why_set(why, len, -ENOMEM, "out of memory");
	c->nr = 0;
	while (!err && (item = strsep(&rest, ",")) != NULL)
		err = add_value(o, item, c, why, len);
	free(copy);
	return err;
}

/* What every benchmark has from the harness: these are options of run. */
static const char *const common_options[] = {
	"groups",  "cgroups",  "calls", "idle",	       "ws", "touch",
	"seccomp", "mitigate", "nice",	"timer-slack", NULL
};

/* " (did you mean msg?)", or of run's own " (did you mean --cgroups?)" */
static void add_hint(struct strbuf *b, const struct bench_option *o,
		     const char *name)
{
	struct suggest s = { .word = name };
	const char *dashes = "";

	for (; o && o->name; o++)
		suggest_try(&s, o->name);
	if (!s.best) {
		dashes = "--";
		s.best = suggest_word(name, common_options);
	}
	if (s.best)
		strbuf_addf(b, " (did you mean %s%s?)", dashes, s.best);
}

static int unknown_option(const struct bench *b, const char *name, char *why,
			  size_t len)
{
	const struct bench_option *o = b->options;
	char quoted[PARSE_QUOTE_LEN];
	struct strbuf text = { 0 };

	if (count_options(o))
		strbuf_addf(&text, "no option of %s, it has ", b->name);
	else
		strbuf_addf(&text, "%s has no options", b->name);
	for (size_t i = 0; o && o[i].name; i++)
		strbuf_addf(&text, "%s%s", i ? ", " : "", o[i].name);
	add_hint(&text, o, name);
	why_set(why, len, -EINVAL, "-p %s: %s",
		parse_quote(name, quoted, sizeof(quoted)), strbuf_text(&text));
	strbuf_free(&text);
	return -EINVAL;
}

static int read_given(const struct bench *b, const struct name_value *given,
		      struct choices *c, char *why, size_t len)
{
	size_t n = count_options(b->options);

	for (size_t i = 0; i < n; i++) {
		if (!strcmp(b->options[i].name, given->name))
			return read_values(&b->options[i], given->values, &c[i],
					   why, len);
	}
	return unknown_option(b, given->name, why, len);
}

static int add_defaults(const struct bench_option *o, size_t n,
			struct choices *c)
{
	for (size_t i = 0; i < n; i++) {
		if (c[i].nr)
			continue;
		c[i].v = malloc(sizeof(*c[i].v));
		if (!c[i].v)
			return -ENOMEM;
		c[i].v[0] = o[i].def;
		c[i].nr = 1;
	}
	return 0;
}

/* All combinations, the last option fastest. */
static int multiply(const struct choices *c, size_t n, struct params *out,
		    char *why, size_t len)
{
	size_t nr = 1;

	for (size_t i = 0; i < n; i++) {
		nr *= c[i].nr;
		if (nr > PARAMS_MAX_CONFIGS)
			return why_set(why, len, -EINVAL,
				       "-p: over %d combinations of values, "
				       "give fewer",
				       PARAMS_MAX_CONFIGS);
	}
	out->values = calloc(nr * n + 1, sizeof(*out->values));
	if (!out->values)
		return why_set(why, len, -ENOMEM, "out of memory");
	out->nr_configs = nr;
	for (size_t config = 0; config < nr; config++) {
		size_t rest = config;

		for (size_t i = n; i-- > 0; rest /= c[i].nr)
			out->values[config * n + i] = c[i].v[rest % c[i].nr];
	}
	return 0;
}

int params_expand(const struct bench *bench, const struct name_value *given,
		  size_t nr, struct params *out, char *why, size_t len)
{
	size_t n = count_options(bench->options);
	struct params p = { .options = bench->options, .nr_options = n };
	struct choices *c = calloc(n + 1, sizeof(*c));
	int err = 0;

	if (!c)
		return why_set(why, len, -ENOMEM, "out of memory");
	for (size_t i = 0; i < nr && !err; i++)
		err = read_given(bench, &given[i], c, why, len);
	if (!err && add_defaults(bench->options, n, c))
		err = why_set(why, len, -ENOMEM, "out of memory");
	if (!err)
		err = multiply(c, n, &p, why, len);
	if (!err)
		*out = p;
	for (size_t i = 0; i < n; i++)
		free(c[i].v);
	free(c);
	return err;
}

void params_free(struct params *p)
{
	free(p->values);
	*p = (struct params){ 0 };
}

void params_store(const struct params *p, size_t config, void *state)
{
	const uint64_t *values = p->values + config * p->nr_options;

	for (size_t i = 0; i < p->nr_options; i++)
		memcpy((char *)state + p->options[i].offset, &values[i],
		       sizeof(values[i]));
}

static const char *choice_word(const char *const *choices, uint64_t index)
{
	for (uint64_t i = 0; choices[i]; i++) {
		if (i == index)
			return choices[i];
	}
	return NULL;
}

const char *params_text(const struct bench_option *o, uint64_t value, char *buf,
			size_t len)
{
	const char *word = NULL;

	if (o->choices)
		word = choice_word(o->choices, value);
	else if (o->unit == BENCH_BOOL)
		word = value ? "yes" : "no";
	if (!word)
		return parse_text(number_kind(o), value, buf, len);
	snprintf(buf, len, "%s", word);
	return buf;
}

void params_add_range(struct strbuf *b, const struct bench_option *o)
{
	char lo[PARAMS_TEXT_LEN], hi[PARAMS_TEXT_LEN];

	if (o->choices)
		parse_add_words(b, "one of: ", o->choices);
	else if (o->unit == BENCH_BOOL)
		strbuf_add(b, "yes or no");
	else
		strbuf_addf(b, "%s to %s",
			    params_text(o, o->min, lo, sizeof(lo)),
			    params_text(o, o->max, hi, sizeof(hi)));
}

static void free_list(struct param *list, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		free(list[i].name);
		free(list[i].value);
	}
	free(list);
}

int params_list(const struct params *p, size_t config, struct param **out,
		size_t *nr)
{
	const uint64_t *values = p->values + config * p->nr_options;
	size_t n = p->nr_options;
	struct param *list;
	char text[PARAMS_TEXT_LEN];

	*out = NULL;
	*nr = 0;
	if (!n)
		return 0;
	list = calloc(n, sizeof(*list));
	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		list[i].name = strdup(p->options[i].name);
		list[i].value = strdup(params_text(&p->options[i], values[i],
						   text, sizeof(text)));
		if (!list[i].name || !list[i].value) {
			free_list(list, n);
			return -ENOMEM;
		}
	}
	*out = list;
	*nr = n;
	return 0;
}
