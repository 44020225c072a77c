/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/check.c - whether a plugin's description can be believed.
 *
 * A description may come from another release or from a mistake: every field
 * is checked before anybody uses it.
 */
#include "plugin/check.h"

#include <math.h>
#include <string.h>

#include "util/text.h"
#include "util/why.h"

/* A description shorter than this lacks a field that is required. */
#define DESC_MIN (offsetof(struct bench, task) + sizeof(void *))
/* No future interface needs as much; a larger number is garbage. */
#define DESC_MAX 65536

#define STATE_MAX (64ULL << 20)
#define LINE_LIMIT 512
#define TEXT_LIMIT 65536
#define NAME_CHARS "abcdefghijklmnopqrstuvwxyz0123456789_-"
#define OPTION_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZ" NAME_CHARS

#define FLAGS_KNOWN                                                      \
	(BENCH_RECORDS | BENCH_APART | BENCH_THREADS | BENCH_PROCESSES | \
	 BENCH_CHILDREN | BENCH_FAULTS | BENCH_MIGRATES | BENCH_SYSV)

/* struct checker - one description and where to put what is wrong with it */
struct checker {
	const struct bench *b;
	char *why;
	size_t len;
};

#define REFUSE(c, err, ...) why_set((c)->why, (c)->len, -(err), __VA_ARGS__)

bool plugin_name_valid(const char *name)
{
	size_t collection = strspn(name, NAME_CHARS);
	size_t rest;

	if (!collection || name[collection] != '/')
		return false;
	name += collection + 1;
	rest = strspn(name, NAME_CHARS);
	return rest && !name[rest];
}

/* Copies the description out; what a shorter one lacks is zero. */
static int read_object(struct checker *c, const struct bench *raw,
		       struct bench *out)
{
	const unsigned char *bytes = (const unsigned char *)raw;
	size_t size;

	if (raw->abi != HARNESS_BENCH_ABI)
		return REFUSE(c, EPROTO,
			      "built for interface %u, this harness has %u",
			      raw->abi, HARNESS_BENCH_ABI);
	size = raw->size;
	if (size < DESC_MIN || size > DESC_MAX || size % _Alignof(struct bench))
		return REFUSE(c, EINVAL,
			      "its description says it has %zu bytes, "
			      "interface %u needs %zu or more",
			      size, HARNESS_BENCH_ABI, DESC_MIN);
	for (size_t i = sizeof(*out); i < size; i++) {
		if (bytes[i])
			return REFUSE(c, E2BIG,
				      "made for a newer interface: byte %zu of "
				      "its description is in use, this harness "
				      "knows %zu",
				      i, sizeof(*out));
	}
	memset(out, 0, sizeof(*out));
	memcpy(out, raw, size < sizeof(*out) ? size : sizeof(*out));
	return 0;
}

/* No control characters; line feeds only where @lines. */
static bool printable(const char *text, bool lines)
{
	bool ok = true;

	while (*text && ok) {
		size_t len = text_char(text, &ok);

		ok |= *text == '\n' && lines;
		text += len;
	}
	return ok;
}

/* A text that must be there. @what: "'op'", "option 'x': help" */
static int check_text(struct checker *c, const char *what, const char *text,
		      bool lines)
{
	size_t max = lines ? TEXT_LIMIT : LINE_LIMIT;

	if (!text || !*text)
		return REFUSE(c, EINVAL, "%s is missing", what);
	if (strnlen(text, max + 1) > max)
		return REFUSE(c, EINVAL, "%s is longer than %zu bytes", what,
			      max);
	if (!printable(text, lines))
		return REFUSE(c, EINVAL, "%s is not %s", what,
			      lines ? "plain text" : "one line of plain text");
	return 0;
}

static int check_texts(struct checker *c, const char *name)
{
	const struct bench *b = c->b;
	int err = check_text(c, "'name'", b->name, false);

	if (!err)
		err = check_text(c, "'summary'", b->summary, false);
	if (!err)
		err = check_text(c, "'op'", b->op, false);
	if (!err)
		err = check_text(c, "'description'", b->description, true);
	if (err)
		return err;
	if (strcmp(b->name, name))
		return REFUSE(c, EINVAL,
			      "it calls itself '%s', its path says '%s'",
			      b->name, name);
	if (!plugin_name_valid(name))
		return REFUSE(c, EINVAL,
			      "its name '%s' is not collection/name in "
			      "a-z, 0-9, _ and -",
			      name);
	return 0;
}

static int check_tasks(struct checker *c)
{
	const struct bench *b = c->b;

	if (!b->task)
		return REFUSE(c, EINVAL, "'task' is missing");
	if (!b->nr_tasks && !b->tasks)
		return REFUSE(c, EINVAL, "'nr_tasks' or 'tasks' is missing");
	if (b->nr_tasks != BENCH_PER_CPU && b->nr_tasks > PLUGIN_TASKS_MAX)
		return REFUSE(c, EINVAL, "'nr_tasks' is %u, above %d",
			      b->nr_tasks, PLUGIN_TASKS_MAX);
	if (b->flags & ~(uint32_t)FLAGS_KNOWN)
		return REFUSE(c, E2BIG,
			      "made for a newer interface: flags 0x%x are "
			      "unknown to this harness",
			      b->flags & ~(uint32_t)FLAGS_KNOWN);
	if ((b->flags & BENCH_THREADS) && (b->flags & BENCH_PROCESSES))
		return REFUSE(c, EINVAL,
			      "its tasks cannot be both threads only and "
			      "processes only");
	return 0;
}

static int check_expect(struct checker *c)
{
	for (size_t i = 0; i < BENCH_NR_REGIMES; i++) {
		const struct bench_expect *e = &c->b->expect[i];

		if (!isfinite(e->min) || !isfinite(e->max) || e->min < 0 ||
		    e->min > e->max)
			return REFUSE(c, EINVAL,
				      "expect[%zu] is no range: %g to %g", i,
				      e->min, e->max);
	}
	return 0;
}

/* Where @list ends, or PLUGIN_CHOICES_MAX + 1 */
static size_t count_words(const char *const *list)
{
	size_t n = 0;

	while (n <= PLUGIN_CHOICES_MAX && list[n])
		n++;
	return n;
}

static int check_choices(struct checker *c, const struct bench_option *o)
{
	size_t n = count_words(o->choices);
	int err;

	if (!n || n > PLUGIN_CHOICES_MAX || o->min != 0 || o->max != n - 1)
		return REFUSE(c, EINVAL,
			      "option '%s' has %zu choices for values from "
			      "%ju to %ju",
			      o->name, n, (uintmax_t)o->min, (uintmax_t)o->max);
	for (size_t i = 0; i < n; i++) {
		err = check_text(c, "the word of a choice", o->choices[i],
				 false);
		if (err)
			return err;
		for (size_t j = 0; j < i; j++) {
			if (!strcmp(o->choices[i], o->choices[j]))
				return REFUSE(c, EINVAL,
					      "option '%s' has the choice "
					      "'%s' twice",
					      o->name, o->choices[i]);
		}
	}
	return 0;
}

static int check_option_name(struct checker *c, const struct bench_option *o)
{
	int err = check_text(c, "the name of an option", o->name, false);

	if (err)
		return err;
	if (o->name[strspn(o->name, OPTION_CHARS)])
		return REFUSE(c, EINVAL,
			      "option '%s' is not named in letters, digits, "
			      "_ and -",
			      o->name);
	for (const struct bench_option *p = c->b->options; p < o; p++) {
		if (!strcmp(p->name, o->name))
			return REFUSE(c, EINVAL, "option '%s' is there twice",
				      o->name);
	}
	return 0;
}

static int check_option(struct checker *c, const struct bench_option *o)
{
	char what[LINE_LIMIT + 32];
	int err = check_option_name(c, o);

	if (err)
		return err;
	snprintf(what, sizeof(what), "the help of option '%s'", o->name);
	err = check_text(c, what, o->help, false);
	if (err)
		return err;
	if (o->unit > BENCH_BOOL)
		return REFUSE(c, E2BIG,
			      "made for a newer interface: option '%s' has "
			      "unit %u, unknown to this harness",
			      o->name, o->unit);
	if (o->offset % 8 || o->offset + 8ULL > c->b->state_size)
		return REFUSE(c, EINVAL,
			      "option '%s' is stored at byte %u, which is %s "
			      "a state of %ju bytes",
			      o->name, o->offset,
			      o->offset % 8 ? "misaligned in" : "outside",
			      (uintmax_t)c->b->state_size);
	if (o->def < o->min || o->def > o->max)
		return REFUSE(c, EINVAL,
			      "option '%s' has default %ju, outside its range "
			      "%ju to %ju",
			      o->name, (uintmax_t)o->def, (uintmax_t)o->min,
			      (uintmax_t)o->max);
	if (o->unit == BENCH_BOOL && o->max > 1)
		return REFUSE(c, EINVAL,
			      "option '%s' is a switch with values up to %ju",
			      o->name, (uintmax_t)o->max);
	return o->choices ? check_choices(c, o) : 0;
}

static int check_options(struct checker *c)
{
	const struct bench_option *o = c->b->options;

	if (c->b->state_size > STATE_MAX)
		return REFUSE(c, EINVAL,
			      "its state of %ju bytes is larger than 64 MiB",
			      (uintmax_t)c->b->state_size);
	for (size_t i = 0; o && o[i].name; i++) {
		int err;

		if (i == PLUGIN_OPTIONS_MAX)
			return REFUSE(c, EINVAL,
				      "more than %d options, or no BENCH_END",
				      PLUGIN_OPTIONS_MAX);
		err = check_option(c, &o[i]);
		if (err)
			return err;
	}
	return 0;
}

static int check_peers(struct checker *c)
{
	const struct bench_peer *p = c->b->peers;

	for (size_t i = 0; p && p[i].name; i++) {
		int err;

		if (i == PLUGIN_PEERS_MAX)
			return REFUSE(c, EINVAL,
				      "more than %d peers, or no end of them",
				      PLUGIN_PEERS_MAX);
		err = check_text(c, "the name of a peer", p[i].name, false);
		if (!err)
			err = check_text(c, "the unit of a peer", p[i].unit,
					 false);
		if (!err && p[i].note)
			err = check_text(c, "the note of a peer", p[i].note,
					 false);
		if (err)
			return err;
		if (!isfinite(p[i].per_op) || p[i].per_op == 0)
			return REFUSE(c, EINVAL,
				      "peer '%s' has per_op %g, neither a "
				      "number nor BENCH_RATE()",
				      p[i].name, p[i].per_op);
	}
	return 0;
}

int plugin_check(const struct bench *raw, const char *name, struct bench *out,
		 char *why, size_t len)
{
	struct checker c = { .b = out, .why = why, .len = len };
	int err = read_object(&c, raw, out);

	if (!err)
		err = check_texts(&c, name);
	if (!err)
		err = check_tasks(&c);
	if (!err)
		err = check_expect(&c);
	if (!err)
		err = check_options(&c);
	if (!err)
		err = check_peers(&c);
	return err;
}
