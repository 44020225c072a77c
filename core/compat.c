/* SPDX-License-Identifier: MIT */
/*
 * core/compat.c - --compat: the number as another program would print it.
 */
#include "compat.h"

#include <stdio.h>
#include <string.h>

#include "summary.h"

static const struct bench_peer *find_peer(const struct bench *bench,
					  const char *name)
{
	for (const struct bench_peer *p = bench->peers; p && p->name; p++)
		if (!strcmp(p->name, name))
			return p;
	return NULL;
}

static int say_none(struct entry *e, const struct bench *bench,
		    const char *peer)
{
	char names[160] = "";
	size_t n = 0;

	for (const struct bench_peer *p = bench->peers; p && p->name; p++)
		if (n < sizeof(names))
			n += (size_t)snprintf(names + n, sizeof(names) - n,
					      "%s%s", n ? ", " : "", p->name);
	return findings_add(&e->notes, "N-COMPAT",
			    "%s has no number for this op (there is: %s)", peer,
			    names[0] ? names : "none");
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
			   p->name, s.time.mean * p->per_op, p->unit, p->note);
	summary_free(&s);
	return ret;
}
