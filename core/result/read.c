/* SPDX-License-Identifier: MIT */
/*
 * core/result/read.c - a result file as a session.
 *
 * What an object holds is a table: its flat fields (fields.c) and its parts,
 * which are lists and objects with tables of their own. Members are written in
 * the order of the tables, so the row after the last one is tried first, but
 * any order is read.
 */
#include "result/read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/fields.h"
#include "util/input.h"
#include "util/json_read.h"
#include "util/memory.h"
#include "util/why.h"

#define MOST_BYTES ((size_t)256 << 20)

/* Many more than anything counts; reports compare them one by one. */
#define MOST_EVENTS 1024
#define MOST_CPU (1 << 20)
#define VERSION_LEN 24

/**
 * struct reader - a session being read
 * @j:		the document
 * @parts:	bits of enum result_parts that are wanted
 * @unit:	of the time of the benchmark, cut; empty if it has none
 */
struct reader {
	struct json_read j;
	unsigned int parts;
	char unit[VERSION_LEN];
};

/* struct place - of an array in its owner: its first element, its length */
struct place {
	uint16_t array, nr, size;
};

/**
 * struct part - a member that is more than a flat field
 * @key:	its name, @len bytes; NULL ends a table
 * @wanted:	read if one of these parts is wanted; 0: always
 * @required:	a document without it is refused
 * @read:	reads it into its owner, or NULL:
 * @shape:	of the object, or of each element of a list
 * @type:	without a shape: enum field_type of each element of a list
 * @in:		the array of the list's elements, which are zeroed
 * @add:	gives the object or element that is read into, NULL: no memory;
 *		neither this nor @in: the part is read into its owner
 * @list:	it is a list
 */
struct part {
	const char *key;
	uint8_t len;
	uint8_t wanted;
	uint8_t type;
	bool required, list;
	void (*read)(struct reader *r, void *owner);
	const struct shape *shape;
	struct place in;
	void *(*add)(void *owner);
};

#define KEY(key_) .key = (key_), .len = sizeof(key_) - 1

/* A list of objects, or of values of a type, of which all bytes may be 0. */
#define ARRAY(struct_, array_, nr_)                                      \
	.list = true, .in = { .array = offsetof(struct struct_, array_), \
			      .nr = offsetof(struct struct_, nr_),       \
			      .size = sizeof(*((struct struct_ *)0)->array_) }

#define PARTS(...) ((const struct part[]){ __VA_ARGS__, { 0 } })

/* A list of objects that @add_ appends. */
#define LIST(add_, shape_) .list = true, .add = (add_), .shape = &(shape_)

/* Tables of flat fields that an object has at most, and its parts. */
#define MOST_TABLES 3

/**
 * struct shape - what an object holds
 * @fields:	tables of flat fields of one structure
 * @parts:	the rest, or NULL
 * @check:	looks at the structure when all was read, or NULL
 */
struct shape {
	const struct field *fields[MOST_TABLES];
	const struct part *parts;
	void (*check)(struct reader *r, void *base);
};

/**
 * struct progress - what was read of a table
 * @seen:	bit i: row i was there
 * @given:	bit i: it was there and not null
 * @next:	row to be tried first
 */
struct progress {
	uint64_t seen, given;
	unsigned int next;
};

static void take_field(struct json_read *j, const struct field *f, void *base)
{
	void *at = (char *)base + f->offset;

	switch (f->type) {
	case FIELD_BOOL:
		*(bool *)at = json_read_bool(j);
		break;
	case FIELD_U32:
		*(uint32_t *)at = (uint32_t)json_read_u64(j, UINT32_MAX);
		break;
	case FIELD_U64:
		*(uint64_t *)at = json_read_u64(j, UINT64_MAX);
		break;
	case FIELD_SIZE:
		*(size_t *)at = json_read_u64(j, SIZE_MAX);
		break;
	case FIELD_I64:
		*(int64_t *)at = (int64_t)json_read_u64(j, INT64_MAX);
		break;
	case FIELD_REAL:
		*(double *)at = json_read_real(j);
		break;
	case FIELD_WORD:
		*(int *)at = json_read_word(j, f->words);
		break;
	case FIELD_TEXT:
		*(char **)at = json_read_text(j);
		break;
	}
}

/* Notes a row, whose key was taken. Return: whether a value follows. */
static bool begin_row(struct reader *r, struct progress *p, unsigned int row)
{
	uint64_t bit = UINT64_C(1) << row;

	if (p->seen & bit)
		return json_read_fail(&r->j, -EINVAL, "is there twice");
	p->seen |= bit;
	p->next = row + 1;
	if (json_read_null(&r->j))
		return false;
	p->given |= bit;
	return true;
}

/*
 * Reads a row, and those behind it as long as they follow: where the time goes
 * when many files are compared, so all in one function.
 */
static __attribute__((flatten)) void read_fields(struct reader *r,
						 const struct field *rows,
						 void *base, struct progress *p,
						 unsigned int row)
{
	const struct field *f;

	do {
		if (begin_row(r, p, row))
			take_field(&r->j, &rows[row], base);
		f = &rows[++row];
	} while (f->key && json_read_next_is(&r->j, f->key, f->len));
}

static void read_object(struct reader *r, const struct shape *s, void *base);

/* Appends a zeroed element to an array of @owner. */
static void *append(void *owner, const struct place *in)
{
	size_t *nr = (size_t *)((char *)owner + in->nr);
	char *at = (char *)owner + in->array;
	void *array, *element;

	memcpy(&array, at, sizeof(array));
	element = array_append(&array, nr, in->size);
	memcpy(at, &array, sizeof(array));
	return element;
}

static void read_into(struct reader *r, const struct part *p, void *owner)
{
	const struct field value = { .type = p->type };
	void *base = p->add	? p->add(owner) :
		     p->in.size ? append(owner, &p->in) :
				  owner;

	if (!base)
		json_read_fail(&r->j, -ENOMEM, "no memory");
	else if (p->shape)
		read_object(r, p->shape, base);
	else
		take_field(&r->j, &value, base);
}

static void read_part(struct reader *r, const struct part *parts, void *owner,
		      struct progress *progress, unsigned int row)
{
	const struct part *p = &parts[row];
	struct json_read *j = &r->j;

	if (!begin_row(r, progress, row))
		return;
	if (p->wanted && !(p->wanted & r->parts))
		json_read_skip(j);
	else if (p->read)
		p->read(r, owner);
	else if (!p->list)
		read_into(r, p, owner);
	else
		for (bool more = json_read_list(j); more;
		     more = json_read_next(j))
			read_into(r, p, owner);
}

/* The row with the key that comes next, if it is the expected one. */
static bool read_expected(struct reader *r, const struct shape *s, void *base,
			  struct progress *p)
{
	for (int i = 0; i < MOST_TABLES && s->fields[i]; i++) {
		const struct field *f = &s->fields[i][p[i].next];

		if (f->key && json_read_key_is(&r->j, f->key, f->len)) {
			read_fields(r, s->fields[i], base, &p[i], p[i].next);
			return true;
		}
	}
	if (s->parts) {
		struct progress *at = &p[MOST_TABLES];
		const struct part *part = &s->parts[at->next];

		if (part->key &&
		    json_read_key_is(&r->j, part->key, part->len)) {
			read_part(r, s->parts, base, at, at->next);
			return true;
		}
	}
	return false;
}

static void read_member(struct reader *r, const struct shape *s, void *base,
			struct progress *p)
{
	struct json_text key;

	if (read_expected(r, s, base, p))
		return;
	key = json_read_key(&r->j);
	for (int i = 0; i < MOST_TABLES && s->fields[i]; i++) {
		for (unsigned int k = 0; s->fields[i][k].key; k++) {
			if (!json_text_is(key, s->fields[i][k].key,
					  s->fields[i][k].len))
				continue;
			read_fields(r, s->fields[i], base, &p[i], k);
			return;
		}
	}
	for (unsigned int k = 0; s->parts && s->parts[k].key; k++) {
		if (json_text_is(key, s->parts[k].key, s->parts[k].len)) {
			read_part(r, s->parts, base, &p[MOST_TABLES], k);
			return;
		}
	}
	json_read_skip(&r->j);
}

static void need(struct reader *r, const char *key)
{
	json_read_in_member(&r->j, key);
	json_read_fail(&r->j, -EINVAL, "is missing");
}

static void check_required(struct reader *r, const struct shape *s,
			   const struct progress *p)
{
	for (int i = 0; i < MOST_TABLES && s->fields[i]; i++) {
		const struct field *f = s->fields[i];

		for (unsigned int k = 0; f[k].key; k++) {
			if (f[k].required && !(p[i].given & UINT64_C(1) << k))
				need(r, f[k].key);
		}
	}
	for (unsigned int k = 0; s->parts && s->parts[k].key; k++) {
		if (s->parts[k].required &&
		    !(p[MOST_TABLES].given & UINT64_C(1) << k))
			need(r, s->parts[k].key);
	}
}

static void read_object(struct reader *r, const struct shape *s, void *base)
{
	struct progress p[MOST_TABLES + 1] = { 0 };
	struct json_read *j = &r->j;

	for (bool more = json_read_object(j); more; more = json_read_next(j))
		read_member(r, s, base, p);
	if (j->err)
		return;
	check_required(r, s, p);
	if (s->check && !j->err)
		s->check(r, base);
}

/* Fails unless @element, just appended to an array, is there. */
static bool added(struct reader *r, const void *element)
{
	if (!element)
		json_read_fail(&r->j, -ENOMEM, "no memory");
	return element != NULL;
}

/* A string; NULL for a value of another kind. */
static char *read_if_text(struct json_read *j)
{
	if (json_read_peek(j) == '"')
		return json_read_text(j);
	json_read_skip(j);
	return NULL;
}

/*
 * Findings: why a run is not valid, notes, what was not measured.
 */

static const struct shape finding_shape = { .fields = { fields_finding } };

/*
 * Runs, and what counted ones counted.
 */

static void read_interference(struct reader *r, void *sample)
{
	static const struct shape shape = { .fields = { fields_interference } };

	read_object(r, &shape, &((struct sample *)sample)->interference);
}

static void check_sample(struct reader *r, void *sample)
{
	const struct sample *s = sample;

	if (s->valid && !s->ops)
		json_read_fail(&r->j, -EINVAL, "a valid run of 0 ops");
}

#define SAMPLE_PARTS                                                       \
	{ KEY("machine"), .wanted = RESULT_RUN_DETAILS,                    \
	  .read = read_interference },                                     \
		{ KEY("slices_ns"), .wanted = RESULT_RUN_DETAILS,          \
		  ARRAY(sample, slice_ns, nr_slices), .type = FIELD_U64 }, \
		{ KEY("chains_ns"), .wanted = RESULT_RUN_DETAILS,          \
		  ARRAY(sample, chain_ns, nr_chains), .type = FIELD_U64 }, \
	{                                                                  \
		KEY("why"), .wanted = RESULT_RUN_DETAILS,                  \
			    ARRAY(sample, why.v, why.nr),                  \
			    .shape = &finding_shape                        \
	}

static const struct part sample_parts[] = { SAMPLE_PARTS, { 0 } };

static const struct shape sample_shape = {
	.fields = { fields_sample, fields_sample_more },
	.parts = sample_parts,
	.check = check_sample,
};

static void *add_count(void *sample)
{
	struct sample *s = sample;
	struct count *c = ARRAY_ADD(s->counts, s->nr_counts);

	if (c)
		c->value = c->enabled_ns = c->running_ns = NOT_MEASURED;
	return c;
}

static void check_count(struct reader *r, void *count)
{
	const struct count *c = count;

	if (c->value != NOT_MEASURED && c->status)
		json_read_fail(&r->j, -EINVAL,
			       "a value, and '%.20s' as why there is none",
			       c->status);
}

static const struct shape count_shape = {
	.fields = { fields_count, fields_count_status },
	.check = check_count,
};

static const struct part counted_parts[] = {
	SAMPLE_PARTS,
	{ KEY("counts"), LIST(add_count, count_shape) },
	{ 0 },
};

static const struct shape counted_shape = {
	.fields = { fields_sample, fields_sample_more },
	.parts = counted_parts,
	.check = check_sample,
};

static void *add_run(void *entry)
{
	return entry_add_run(entry);
}

static void *add_counted(void *entry)
{
	return entry_add_counted(entry);
}

static void check_counters(struct reader *r, void *entry)
{
	if (((struct entry *)entry)->nr_counters > MOST_EVENTS)
		json_read_fail(&r->j, -EINVAL, "more than %d events",
			       MOST_EVENTS);
}

static const struct shape event_shape = {
	.fields = { fields_counter },
	.parts = PARTS({ KEY("of_switch"),
			 ARRAY(counter, of_switch, nr_of_switch),
			 .type = FIELD_REAL }),
};

static const struct shape counters_shape = {
	.fields = { fields_counting },
	.parts = PARTS({ KEY("events"), ARRAY(entry, counters, nr_counters),
			 .shape = &event_shape }),
	.check = check_counters,
};

/* Each counted run has all events in their order, or none. */
static void check_counts(struct reader *r, const struct entry *e)
{
	for (size_t i = 0; !r->j.err && i < e->nr_counted; i++) {
		size_t nr = e->counted[i].nr_counts;

		if (!nr || nr == e->nr_counters)
			continue;
		json_read_in_member(&r->j, "counted");
		json_read_in_element(&r->j, i);
		json_read_fail(&r->j, -EINVAL, "%zu counts for %zu events", nr,
			       e->nr_counters);
	}
}

/*
 * The distribution of loop times.
 */

/* Times without a unit are in ns; another one would be read wrongly. */
static void check_unit(struct reader *r, void *latency)
{
	char *unit = read_if_text(&r->j);

	(void)latency;
	if (unit && strcmp(unit, "ns"))
		json_read_fail(&r->j, -EINVAL,
			       "times in '%.20s', expected 'ns'", unit);
	free(unit);
}

static void read_pair(struct reader *r, struct bucket *b)
{
	struct json_read *j = &r->j;
	bool more = json_read_list(j);

	if (more)
		b->lowest = json_read_u64(j, UINT64_MAX);
	if (!more || !json_read_next(j)) {
		json_read_fail(j, -EINVAL, "not a pair of numbers");
		return;
	}
	b->count = json_read_u64(j, UINT64_MAX);
	while (json_read_next(j))
		json_read_skip(j);
}

static void read_buckets(struct reader *r, void *latency)
{
	struct buckets *b = &((struct latency *)latency)->buckets;
	struct json_read *j = &r->j;
	uint64_t total = 0;

	for (bool more = json_read_list(j); more; more = json_read_next(j)) {
		struct bucket *new = ARRAY_ADD(b->v, b->nr);

		if (added(r, new))
			read_pair(r, new);
		if (!j->err && new->count > UINT64_MAX - total)
			json_read_fail(j, -EINVAL,
				       "more values than can be counted");
		total += j->err ? 0 : new->count;
	}
}

/* A maximum below a bucket would put a percentile above it. */
static void check_latency(struct reader *r, void *latency)
{
	const struct latency *l = latency;

	if (!l->ops_per_loop)
		json_read_fail(&r->j, -EINVAL, "loops of 0 ops");
	for (size_t i = 0; !r->j.err && i < l->buckets.nr; i++) {
		if (l->buckets.v[i].lowest <= l->buckets.max)
			continue;
		json_read_in_member(&r->j, "buckets");
		json_read_in_element(&r->j, i);
		json_read_fail(&r->j, -EINVAL, "above the maximum");
	}
}

static const struct shape latency_shape = {
	.fields = { fields_latency },
	.parts = PARTS({ KEY("unit"), .read = check_unit },
		       { KEY("buckets"), .read = read_buckets }),
	.check = check_latency,
};

static void *add_latency(void *entry)
{
	return entry_latency(entry);
}

/*
 * The place in a sweep over CPUs.
 */

static void *add_sweep(void *entry)
{
	struct entry *e = entry;

	e->sweep = calloc(1, sizeof(*e->sweep));
	if (e->sweep)
		e->sweep->distance = NOT_MEASURED;
	return e->sweep;
}

static void read_sweep_cpus(struct reader *r, void *sweep)
{
	static const struct shape shape = { .fields = { fields_sweep_cpu } };
	struct sweep *s = sweep;
	struct json_read *j = &r->j;

	for (bool more = json_read_list(j); more; more = json_read_next(j)) {
		struct sweep_cpu *c = &s->cpus[s->nr % SWEEP_MOST_CPUS];

		if (s->nr == SWEEP_MOST_CPUS) {
			json_read_fail(j, -EINVAL, "more than %d CPUs",
				       SWEEP_MOST_CPUS);
			return;
		}
		s->nr++;
		c->package = c->node = NOT_MEASURED;
		read_object(r, &shape, c);
	}
}

static void check_sweep(struct reader *r, void *sweep)
{
	const struct sweep *s = sweep;
	size_t wanted = s->kind == SWEEP_PAIRS ? 2 : 1;

	if (s->nr != wanted)
		json_read_fail(&r->j, -EINVAL, "expected %zu CPUs", wanted);
}

static const struct shape sweep_shape = {
	.fields = { fields_sweep },
	.parts = PARTS(
		{ KEY("cpus"), .read = read_sweep_cpus, .required = true }),
	.check = check_sweep,
};

/*
 * One benchmark.
 */

static const struct shape paired_shape = {
	.fields = { fields_paired },
	.parts = PARTS({ KEY("log_ratios"), ARRAY(paired, log_ratios, nr_pairs),
			 .type = FIELD_REAL }),
};

static void *add_paired(void *entry)
{
	return entry_add_paired(entry);
}

static void read_pairs(struct reader *r, struct param **v, size_t *nr)
{
	struct json_read *j = &r->j;

	for (bool more = json_read_object(j); more; more = json_read_next(j)) {
		struct json_text key = json_read_key(j);
		struct param *p = ARRAY_ADD(*v, *nr);

		if (!added(r, p))
			return;
		p->name = strndup(key.v, key.len);
		if (added(r, p->name))
			p->value = json_read_text(j);
	}
}

static void read_params(struct reader *r, void *entry)
{
	struct entry *e = entry;

	read_pairs(r, &e->params, &e->nr_params);
}

static void read_labels(struct reader *r, void *session)
{
	struct session *s = session;

	read_pairs(r, &s->labels, &s->nr_labels);
}

static void read_cpus(struct reader *r, void *entry)
{
	struct entry *e = entry;
	struct json_read *j = &r->j;

	for (bool more = json_read_list(j); more; more = json_read_next(j)) {
		int *cpu = ARRAY_ADD(e->cpus, e->nr_cpus);

		if (added(r, cpu))
			*cpu = (int)json_read_u64(j, MOST_CPU);
	}
}

static void check_placement(struct reader *r, void *entry)
{
	const struct entry *e = entry;

	if (e->nr_cpus && e->nr_cpus != (uint64_t)e->nr_tasks * e->nr_groups)
		json_read_fail(&r->j, -EINVAL,
			       "%zu CPUs for %" PRIu32 " groups of %" PRIu32
			       " tasks",
			       e->nr_cpus, e->nr_groups, e->nr_tasks);
}

static const struct shape placement_shape = {
	.fields = { fields_placement },
	.parts = PARTS({ KEY("cpus"), .read = read_cpus }),
	.check = check_placement,
};

/* Below zero, as no other number of a document. */
static void read_nice(struct reader *r, void *entry)
{
	((struct entry *)entry)->nice = json_read_i64(&r->j, -20, 19);
}

/* The unit of the time, which check_entry() compares with the expected one. */
static void read_unit(struct reader *r, void *entry)
{
	char *unit = read_if_text(&r->j);

	(void)entry;
	snprintf(r->unit, sizeof(r->unit), "%s", unit ? unit : "");
	free(unit);
}

static const struct shape metric_shape = {
	.parts = PARTS({ KEY("unit"), .read = read_unit })
};

static const struct shape metrics_shape = {
	.parts = PARTS({ KEY("time"), .shape = &metric_shape })
};

static const struct shape switches_shape = { .fields = { fields_switches } };

static const struct part entry_parts[] = {
	{ KEY("params"), .read = read_params },
	{ KEY("placement"), .shape = &placement_shape, .required = true },
	{ KEY("sweep"), .wanted = RESULT_FINDINGS, .add = add_sweep,
	  .shape = &sweep_shape },
	{ KEY("nice"), .wanted = RESULT_FINDINGS, .read = read_nice },
	{ KEY("switches_per_op"), .wanted = RESULT_FINDINGS,
	  .shape = &switches_shape },
	{ KEY("metrics"), .shape = &metrics_shape },
	{ KEY("errors"), .wanted = RESULT_FINDINGS,
	  ARRAY(entry, errors, nr_errors), .type = FIELD_TEXT },
	{ KEY("notes"), .wanted = RESULT_FINDINGS,
	  ARRAY(entry, notes.v, notes.nr), .shape = &finding_shape },
	{ KEY("not_measured"), .wanted = RESULT_FINDINGS,
	  ARRAY(entry, absent.v, absent.nr), .shape = &finding_shape },
	{ KEY("contrasts"), .wanted = RESULT_FINDINGS,
	  LIST(add_paired, paired_shape) },
	{ KEY("runs"), LIST(add_run, sample_shape) },
	{ KEY("latency"), .wanted = RESULT_FINDINGS, .add = add_latency,
	  .shape = &latency_shape },
	{ KEY("counters"), .shape = &counters_shape },
	{ KEY("counted"), LIST(add_counted, counted_shape) },
	{ 0 },
};

/* A time in another unit would be read wrongly by whoever trusts it. */
static void check_entry(struct reader *r, void *entry)
{
	const struct entry *e = entry;
	const char *ours = e->records ? "ns" : "ns/op";

	if (r->unit[0] && strcmp(r->unit, ours))
		json_read_fail(&r->j, -EINVAL, "time in '%.20s', expected '%s'",
			       r->unit, ours);
	check_counts(r, e);
	r->unit[0] = '\0';
}

static const struct shape entry_shape = {
	.fields = { fields_entry, fields_work, fields_outcome },
	.parts = entry_parts,
	.check = check_entry,
};

/*
 * The session.
 */

/* Facts are strings or null; members of other types are of a later version. */
static void read_host(struct reader *r, void *session)
{
	struct session *s = session;
	struct json_read *j = &r->j;

	for (bool more = json_read_object(j); more; more = json_read_next(j)) {
		struct json_text key = json_read_key(j);
		bool null = json_read_null(j);
		struct fact *f;

		if (!null && json_read_peek(j) != '"') {
			json_read_skip(j);
			continue;
		}
		f = ARRAY_ADD(s->facts, s->nr_facts);
		if (!added(r, f))
			return;
		f->name = strndup(key.v, key.len);
		if (added(r, f->name) && !null)
			f->value = json_read_text(j);
	}
}

static void *add_entry(void *session)
{
	return session_add_entry(session);
}

static const struct shape tool_shape = { .fields = { fields_tool } };

static const struct shape command_shape = {
	.fields = { fields_command },
	.parts = PARTS({ KEY("argv"), ARRAY(session, argv, argc),
			 .type = FIELD_TEXT }),
};

static const struct shape check_shape = { .fields = { fields_check } };

static const struct shape env_shape = {
	.parts = PARTS({ KEY("checks"), ARRAY(session, checks, nr_checks),
			 .shape = &check_shape })
};

static const struct part session_parts[] = {
	{ KEY("tool"), .shape = &tool_shape },
	{ KEY("command"), .wanted = RESULT_CONTEXT, .shape = &command_shape },
	{ KEY("labels"), .read = read_labels },
	{ KEY("host"), .read = read_host },
	{ KEY("env"), .wanted = RESULT_CONTEXT, .shape = &env_shape },
	{ KEY("benchmarks"), LIST(add_entry, entry_shape), .required = true },
	{ 0 },
};

static const struct shape session_shape = {
	.fields = { fields_session },
	.parts = session_parts,
};

/*
 * The document.
 */

static int judge_version(struct json_read *j, const char *schema,
			 const char *version)
{
	unsigned int major, minor;
	char rest;

	if (!schema || strcmp(schema, RESULT_SCHEMA))
		json_read_fail(j, -EINVAL,
			       "not a result file: 'schema' is not '%s'",
			       RESULT_SCHEMA);
	else if (!version || strlen(version) >= VERSION_LEN ||
		 sscanf(version, "%5u.%5u%c", &major, &minor, &rest) != 2)
		json_read_fail(j, -EINVAL,
			       "'schema_version' is not MAJOR.MINOR");
	else if (major != RESULT_MAJOR)
		json_read_fail(
			j, -EPROTO,
			"schema version %u.%u, but this harness reads %d.x",
			major, minor, RESULT_MAJOR);
	return j->err;
}

/*
 * Whether it is a document of ours is known before anything in it is judged:
 * its first two members say so.
 */
static int check_version(struct json_read *j)
{
	char *schema = NULL, *version = NULL;

	for (bool more = json_read_object(j); more; more = json_read_next(j)) {
		struct json_text key = json_read_key(j);

		if (!schema && json_text_is(key, "schema", 6))
			schema = read_if_text(j);
		else if (!version && json_text_is(key, "schema_version", 14))
			version = read_if_text(j);
		else
			json_read_skip(j);
		if (schema && version)
			break;
	}
	j->depth = 0;
	if (!j->err)
		judge_version(j, schema, version);
	free(schema);
	free(version);
	return json_read_close(j);
}

static int read_document(struct reader *r, struct session *out)
{
	struct session s = { 0 };
	int err;

	read_object(r, &session_shape, &s);
	json_read_end(&r->j);
	err = json_read_close(&r->j);
	if (err)
		session_free(&s);
	else
		*out = s;
	return err;
}

int result_read_text(const char *text, size_t len, unsigned int parts,
		     struct session *out, char *why, size_t why_len)
{
	struct reader r = { .parts = parts };
	int err;

	if (!len)
		return why_set(why, why_len, -EINVAL, "the file is empty");
	json_read_open(&r.j, text, len, why, why_len);
	err = check_version(&r.j);
	if (err)
		return err;
	json_read_open(&r.j, text, len, why, why_len);
	return read_document(&r, out);
}

int result_read(const char *path, unsigned int parts, struct session *out,
		char *why, size_t why_len)
{
	size_t len;
	char *text;
	int err = input_read(path, MOST_BYTES, false, &text, &len);

	if (err) {
		input_why(err, MOST_BYTES, why, why_len);
		return err;
	}
	err = result_read_text(text, len, parts, out, why, why_len);
	free(text);
	return err;
}
