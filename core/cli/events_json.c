/* SPDX-License-Identifier: MIT */
/*
 * core/cli/events_json.c - counters as a JSON document.
 */
#include "cli/events.h"

#include <inttypes.h>
#include <jansson.h>

#include "result/json.h"

/* Configurations are codes: as hexadecimal text, as manuals write them. */
static json_t *code_json(uint64_t code)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, code);
	return json_string(text);
}

static int put_code(json_t *o, const struct pmu_event *e)
{
	int err = 0;

	err |= json_object_set_new(o, "type", json_u64(e->type));
	err |= json_object_set_new(o, "config", code_json(e->config));
	err |= json_object_set_new(o, "config1", code_json(e->config1));
	err |= json_object_set_new(o, "config2", code_json(e->config2));
	err |= json_object_set_new(o, "user", json_boolean(!e->exclude_user));
	err |= json_object_set_new(o, "kernel",
				   json_boolean(!e->exclude_kernel));
	return err;
}

static int put_event(json_t *o, struct pmu *p, const struct pmu_event *e)
{
	char why[PMU_WHY_LEN];
	int err = 0;

	pmu_explain(p, e, NULL, why, sizeof(why));
	err |= json_object_set_new(o, "metric", json_text(e->metric));
	err |= json_object_set_new(o, "class",
				   json_string(pmu_class_word(e->class)));
	err |= json_object_set_new(o, "kind", json_text(e->kind));
	err |= json_object_set_new(o, "pmu", json_text(e->pmu));
	err |= json_object_set_new(
		o, "encoding", json_text(*e->encoding ? e->encoding : NULL));
	if (*e->encoding)
		err |= put_code(o, e);
	err |= json_object_set_new(o, "status",
				   json_string(pmu_status_word(e->status)));
	err |= json_object_set_new(o, "reason", json_text(*why ? why : NULL));
	return err;
}

static json_t *row_json(struct pmu *p, const struct event_row *r)
{
	json_t *o = json_object();
	int err = 0;

	err |= json_object_set_new(o, "name", json_text(r->name));
	err |= json_object_set_new(o, "source", json_text(r->source));
	err |= json_object_set_new(o, "summary", json_text(r->summary));
	if (r->umasks)
		err |= json_object_set_new(o, "unit_masks",
					   json_text(r->umasks));
	else
		err |= put_event(o, p, &r->event);
	if (!err)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *rows_json(struct pmu *p, const struct event_rows *rows)
{
	json_t *root = json_object(), *list = json_array();
	char state[PMU_WHY_LEN];
	int err = 0;

	pmu_library(p, state, sizeof(state));
	for (size_t i = 0; i < rows->nr; i++)
		err |= json_array_append_new(list, row_json(p, &rows->v[i]));
	err |= json_object_set_new(root, "library", json_text(state));
	err |= json_object_set_new(root, "events", list);
	if (!err)
		return root;
	json_decref(root);
	return NULL;
}

int events_json(FILE *out, struct pmu *p, const struct event_rows *rows)
{
	return json_print(out, rows_json(p, rows));
}
