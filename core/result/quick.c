/* SPDX-License-Identifier: MIT */
/*
 * core/result/quick.c - what a comparison needs of a result file.
 */
#include "result/quick.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/file.h"
#include "result/load.h"
#include "result/pull_fields.h"

/*
 * Counters and counted runs of one entry.
 */

/* More is left to the whole reader, which has its own limit. */
#define MOST_EVENTS 256

static void take_event(struct pull *p, struct entry *e)
{
	if (e->nr_counters == MOST_EVENTS) {
		pull_give_up(p);
		return;
	}
	pull_flat(p, fields_counter, &e->counters[e->nr_counters++]);
}

static void take_events(struct pull *p, struct entry *e)
{
	bool more = pull_list(p);

	if (more && e->counters)
		pull_give_up(p);
	else if (more)
		e->counters = calloc(MOST_EVENTS, sizeof(*e->counters));
	if (more && !e->counters)
		pull_give_up(p);
	for (; !p->bad && more; more = pull_next_element(p))
		take_event(p, e);
}

/* Read "counters" and "counted" of an entry. */
static void quick_counters(struct pull *p, void *entry)
{
	struct entry *e = entry;
	struct target t = { .rows = fields_counting, .base = e };
	bool seen = false;

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_field(p, &t, key))
			continue;
		if (!pull_is(key, "events"))
			pull_skip(p);
		else if (seen)
			pull_give_up(p);
		else
			take_events(p, e);
		seen |= pull_is(key, "events");
	}
}

static void take_count(struct pull *p, struct count *c)
{
	struct target t[] = {
		{ .rows = fields_count, .base = c },
		{ .rows = fields_count_status, .base = c },
	};

	c->value = c->enabled_ns = c->running_ns = NOT_MEASURED;
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (!pull_field(p, &t[0], key) && !pull_field(p, &t[1], key))
			pull_skip(p);
	}
	if (c->value != NOT_MEASURED && c->status)
		pull_give_up(p);
}

/* All events, which stand before the runs, in their order, or none. */
static void take_counts(struct pull *p, const struct entry *e, struct sample *r)
{
	bool more = pull_list(p);

	if (!more)
		return;
	r->counts = calloc(e->nr_counters + 1, sizeof(*r->counts));
	if (!r->counts)
		pull_give_up(p);
	for (; !p->bad && more; more = pull_next_element(p)) {
		if (r->nr_counts == e->nr_counters)
			pull_give_up(p);
		else
			take_count(p, &r->counts[r->nr_counts++]);
	}
	if (r->nr_counts != e->nr_counters)
		pull_give_up(p);
}

static void take_counted(struct pull *p, struct entry *e)
{
	struct sample *r = entry_add_counted(e);
	struct target t = { .rows = fields_sample, .base = r };
	bool seen = false;

	if (!r) {
		pull_give_up(p);
		return;
	}
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_field(p, &t, key))
			continue;
		if (!pull_is(key, "counts"))
			pull_skip(p);
		else if (seen)
			pull_give_up(p);
		else
			take_counts(p, e, r);
		seen |= pull_is(key, "counts");
	}
	pull_required(p, &t);
	if (r->valid && !r->ops)
		pull_give_up(p);
}

static void quick_counted(struct pull *p, void *entry)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p))
		take_counted(p, entry);
}

/*
 * What a comparison needs of one entry.
 */

#define MOST_CPU (1 << 20)

static void take_run(struct pull *p, struct entry *e)
{
	struct sample *r = entry_add_run(e);

	if (!r) {
		pull_give_up(p);
		return;
	}
	pull_flat(p, fields_sample, r);
	if (r->valid && !r->ops)
		pull_give_up(p);
}

static void take_runs(struct pull *p, void *entry)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p))
		take_run(p, entry);
}

static void take_param(struct pull *p, struct entry *e)
{
	struct pull_text key = pull_key(p);
	size_t n = e->nr_params + 1;
	struct param *bigger = reallocarray(e->params, n, sizeof(*bigger));

	if (!bigger) {
		pull_give_up(p);
		return;
	}
	e->params = bigger;
	e->params[e->nr_params++] = (struct param){
		.name = strndup(key.v, key.len),
		.value = pull_text(p),
	};
	if (!bigger[n - 1].name)
		pull_give_up(p);
	for (size_t i = 0; !p->bad && i + 1 < n; i++) {
		if (!strcmp(bigger[i].name, bigger[n - 1].name))
			pull_give_up(p);
	}
}

static void take_params(struct pull *p, void *entry)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p))
		take_param(p, entry);
}

static void take_cpus(struct pull *p, struct entry *e)
{
	size_t room = 0;

	for (bool more = pull_list(p); more; more = pull_next_element(p)) {
		if (e->nr_cpus == room) {
			int *bigger;

			room = room ? 2 * room : 2;
			bigger = reallocarray(e->cpus, room, sizeof(*bigger));
			if (!bigger) {
				pull_give_up(p);
				return;
			}
			e->cpus = bigger;
		}
		e->cpus[e->nr_cpus++] = (int)pull_u64(p, MOST_CPU);
	}
}

static void take_placement(struct pull *p, void *entry)
{
	struct entry *e = entry;
	struct target t = { .rows = fields_placement, .base = e };

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_field(p, &t, key))
			continue;
		if (!pull_is(key, "cpus"))
			pull_skip(p);
		else if (e->cpus)
			pull_give_up(p);
		else
			take_cpus(p, e);
	}
	pull_required(p, &t);
	if (e->nr_cpus && e->nr_cpus != (uint64_t)e->nr_tasks * e->nr_groups)
		pull_give_up(p);
}

/* A recorded value is in ns, any other time in ns/op. */
static void check_unit(struct pull *p, const struct entry *e)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (!pull_is(pull_key(p), "unit"))
			pull_skip(p);
		else if (!pull_is(pull_string(p), e->records ? "ns" : "ns/op"))
			pull_give_up(p);
	}
}

static void check_metrics(struct pull *p, void *entry)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (pull_is(pull_key(p), "time"))
			check_unit(p, entry);
		else
			pull_skip(p);
	}
}

/* Bits of the rows below. */
#define HAS_PLACEMENT (1u << 2)
#define HAS_METRICS (1u << 3)

static const struct part entry_parts[] = {
	{ "runs", take_runs },
	{ "params", take_params },
	{ "placement", take_placement },
	{ "metrics", check_metrics },
	{ "counters", quick_counters },
	{ "counted", quick_counted },
	{ NULL, NULL },
};

/* Reads one element of "benchmarks". */
static void quick_entry(struct pull *p, struct entry *e)
{
	struct target t[] = {
		{ .rows = fields_entry, .base = e },
		{ .rows = fields_work, .base = e },
		{ .rows = fields_outcome, .base = e },
	};
	uint32_t seen = 0;
	bool records = false;

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_is(key, "metrics"))
			records = e->records;
		if (!pull_field(p, &t[0], key) && !pull_field(p, &t[1], key) &&
		    !pull_field(p, &t[2], key) &&
		    !pull_part(p, entry_parts, e, &seen, key))
			pull_skip(p);
	}
	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++)
		pull_required(p, &t[i]);
	if (!(seen & HAS_PLACEMENT) ||
	    (seen & HAS_METRICS && e->records != records))
		pull_give_up(p);
}

/* Larger files are worth the whole reader's limits. */
#define MOST_BYTES ((off_t)64 << 20)

/* More facts than there are. */
#define MOST_FACTS 64

static void take_entries(struct pull *p, void *session)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p)) {
		struct entry *e = session_add_entry(session);

		if (e)
			quick_entry(p, e);
		else
			pull_give_up(p);
	}
}

static void take_fact(struct pull *p, struct session *s)
{
	struct pull_text key = pull_key(p);
	struct fact *f = &s->facts[s->nr_facts++];

	f->name = strndup(key.v, key.len);
	f->value = pull_null(p) ? NULL : pull_text(p);
	if (!f->name)
		pull_give_up(p);
	for (size_t i = 0; !p->bad && i + 1 < s->nr_facts; i++) {
		if (!strcmp(s->facts[i].name, f->name))
			pull_give_up(p);
	}
}

static void take_host(struct pull *p, void *session)
{
	struct session *s = session;

	s->facts = calloc(MOST_FACTS, sizeof(*s->facts));
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (s->facts && s->nr_facts < MOST_FACTS)
			take_fact(p, s);
		else
			pull_give_up(p);
	}
}

static void take_tool(struct pull *p, void *session)
{
	pull_flat(p, fields_tool, session);
}

static void check_schema(struct pull *p, void *session)
{
	(void)session;
	if (!pull_is(pull_string(p), RESULT_SCHEMA))
		pull_give_up(p);
}

/* "1." and a number without more ado. */
static void check_version(struct pull *p, void *session)
{
	struct pull_text t = pull_string(p);
	unsigned int major, minor;
	char copy[8] = "", rest;

	(void)session;
	memcpy(copy, t.v, t.len < sizeof(copy) ? t.len : 0);
	if (sscanf(copy, "%3u.%3u%c", &major, &minor, &rest) != 2 ||
	    major != RESULT_MAJOR)
		pull_give_up(p);
}

static const struct part session_parts[] = {
	{ "schema", check_schema },	{ "schema_version", check_version },
	{ "benchmarks", take_entries }, { "host", take_host },
	{ "tool", take_tool },		{ NULL, NULL },
};

/* Bits of the rows above: schema, schema_version, benchmarks. */
#define REQUIRED_PARTS 7u

static void take_session(struct pull *p, struct session *s)
{
	struct target t = { .rows = fields_session, .base = s };
	uint32_t seen = 0;

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (!pull_field(p, &t, key) &&
		    !pull_part(p, session_parts, s, &seen, key))
			pull_skip(p);
	}
	pull_end(p);
	pull_required(p, &t);
	if ((seen & REQUIRED_PARTS) != REQUIRED_PARTS)
		pull_give_up(p);
}

int result_quick(const char *text, size_t len, struct session *out)
{
	struct pull p = { .at = text, .end = text + len };
	struct session s = { 0 };

	take_session(&p, &s);
	if (p.bad) {
		session_free(&s);
		return -EAGAIN;
	}
	*out = s;
	return 0;
}

/* A regular file of a moderate size as it is now; NULL for anything else. */
static char *whole_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;
	char *text = NULL;
	ssize_t n = -1;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= MOST_BYTES)
		text = malloc((size_t)st.st_size + 1);
	if (text)
		n = read(fd, text, (size_t)st.st_size + 1);
	close(fd);
	if (n < 0 || n != st.st_size) {
		free(text);
		return NULL;
	}
	*len = (size_t)n;
	return text;
}

int result_read_quick(const char *path, struct session *out, char *why,
		      size_t why_len)
{
	size_t len = 0;
	char *text = whole_file(path, &len);
	int err = text ? result_quick(text, len, out) : -EAGAIN;

	free(text);
	return err ? result_read(path, out, why, why_len) : 0;
}
