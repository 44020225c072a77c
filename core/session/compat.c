/* SPDX-License-Identifier: MIT */
/*
 * core/session/compat.c - --compat: the number as another program would print it.
 */
#include "session/compat.h"

#include <stdio.h>
#include <string.h>

#include "result/summary.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/suggest.h"

static const struct bench_peer *find_peer(const struct bench *bench,
					  const char *name)
{
	for (const struct bench_peer *p = bench->peers; p && p->name; p++)
		if (!strcmp(p->name, name))
			return p;
	return NULL;
}

/* struct names - a list of words, "perf, lmbench", each of them once */
struct names {
	char text[512];
	struct suggest near;
};

static bool has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += len)
		if ((at == list || at[-1] == ' ') &&
		    (!at[len] || at[len] == ','))
			return true;
	return false;
}

static void add_names(struct names *n, const struct bench *bench)
{
	for (const struct bench_peer *p = bench->peers; p && p->name; p++) {
		size_t at = strlen(n->text);

		if (has_word(n->text, p->name))
			continue;
		snprintf(n->text + at, sizeof(n->text) - at, "%s%s",
			 at ? ", " : "", p->name);
		suggest_try(&n->near, p->name);
	}
}

double compat_number(const struct bench_peer *peer, double ns)
{
	return peer->per_op > 0 ? ns * peer->per_op : -peer->per_op / ns;
}

static int refuse(const struct names *n, const char *peer)
{
	char quoted[PARSE_QUOTE_LEN];
	const char *near = n->near.best;

	return opts_error("run",
			  "--compat %s: no benchmark that was named has a "
			  "number of it%s%s%s (there is: %s)",
			  parse_quote(peer, quoted, sizeof(quoted)),
			  near ? ": did you mean " : "", near ? near : "",
			  near ? "?" : "", n->text[0] ? n->text : "none");
}

int compat_check(const struct plan *p, const char *peer)
{
	struct names n = { .near = { .word = peer } };

	for (size_t i = 0; i < p->nr; i++) {
		const struct bench *b = p->entries[i].variant.bench;

		if (b && find_peer(b, peer))
			return 0;
		if (b)
			add_names(&n, b);
	}
	return refuse(&n, peer);
}

static int say_none(struct entry *e, const struct bench *bench,
		    const char *peer)
{
	struct names n = { .near = { .word = peer } };

	add_names(&n, bench);
	return findings_add(&e->notes, "N-COMPAT",
			    "%s has no number for this op (there is: %s)", peer,
			    n.text[0] ? n.text : "none");
}

int compat_note(struct entry *e, const struct bench *bench, const char *peer)
{
	const struct bench_peer *p = find_peer(bench, peer);
	struct summary s;
	int ret;

	if (!p)
		return say_none(e, bench, peer);
	ret = summarize(e, &s);
	if (ret || !s.time.n)
		return ret;
	ret = findings_add(&e->notes, "N-COMPAT", "%s would print %.6g %s: %s",
			   p->name, compat_number(p, s.time.mean), p->unit,
			   p->note);
	summary_free(&s);
	return ret;
}
