/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode_sweep.c - the place of an entry in a sweep over CPUs out
 * of a JSON document.
 */
#include <errno.h>
#include <stdlib.h>

#include "result/decode.h"
#include "result/fields.h"
#include "result/read.h"

static void read_cpu(struct doc *d, const json_t *v, struct sweep_cpu *c)
{
	*c = (struct sweep_cpu){ .package = NOT_MEASURED,
				 .node = NOT_MEASURED };
	if (doc_is_object(d, v))
		doc_fields(d, v, fields_sweep_cpu, c);
}

static void read_cpus(struct doc *d, const json_t *o, struct sweep *s)
{
	const json_t *list = doc_needed_array(d, o, "cpus"), *v;
	size_t wanted = s->kind == SWEEP_PAIRS ? 2 : 1;

	if (!d->err && json_array_size(list) != wanted)
		doc_fail(d, -EINVAL, "expected %zu CPUs", wanted);
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".cpus[%zu]", i);

		read_cpu(d, v, &s->cpus[i]);
		s->nr++;
		doc_leave(d, mark);
	}
}

void decode_sweep(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *sweep = doc_object(d, o, "sweep");
	size_t mark;

	if (!sweep)
		return;
	e->sweep = doc_calloc(d, 1, sizeof(*e->sweep));
	if (!e->sweep)
		return;
	e->sweep->distance = NOT_MEASURED;
	mark = doc_enter(d, ".sweep");
	doc_fields(d, sweep, fields_sweep, e->sweep);
	read_cpus(d, sweep, e->sweep);
	doc_leave(d, mark);
}
