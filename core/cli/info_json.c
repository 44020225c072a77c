/* SPDX-License-Identifier: MIT */
/*
 * core/cli/info_json.c - the machine and its environment as JSON.
 *
 * Facts and checks look as they do in a result file.
 */
#include <errno.h>

#include "cli/info.h"
#include "result/json.h"

#define SCHEMA "harness.info"
#define SCHEMA_VERSION "1.0"

static json_t *facts(const struct session *s)
{
	json_t *o = json_object();

	for (size_t i = 0; i < s->nr_facts; i++)
		if (json_object_set_new(o, s->facts[i].name,
					json_text(s->facts[i].value)))
			goto out_object;
	return o;
out_object:
	json_decref(o);
	return NULL;
}

/* An unknown number is null. */
static json_t *number(int n)
{
	return n == TOPOLOGY_UNKNOWN ? json_null() : json_integer(n);
}

static json_t *cpu(const struct topology_cpu *c)
{
	return json_pack(
		"{s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "cpu", c->cpu, "core",
		number(c->core), "llc", number(c->llc), "llc_level",
		c->llc_level ? json_integer(c->llc_level) : json_null(),
		"llc_bytes",
		c->llc_bytes ? json_u64(c->llc_bytes) : json_null(), "package",
		number(c->package), "node", number(c->node));
}

/* Null with a reason where it is not known. */
static int add_topology(json_t *o, const struct info *info)
{
	json_t *list;

	if (!info->topology.nr)
		return json_object_set_new(o, "topology", json_null()) ||
		       json_object_set_new(o, "topology_reason",
					   json_text(info->why));
	list = json_array();
	for (size_t i = 0; i < info->topology.nr; i++) {
		if (json_array_append_new(list, cpu(&info->topology.cpus[i]))) {
			json_decref(list);
			return -1;
		}
	}
	return json_object_set_new(o, "topology", list);
}

static json_t *checks(const struct session *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->nr_checks; i++)
		if (json_array_append_new(list, json_check(&s->checks[i])))
			goto out_list;
	return json_pack("{s:o}", "checks", list);
out_list:
	json_decref(list);
	return NULL;
}

int info_json(FILE *out, const struct info *info)
{
	json_t *o = json_object();
	int ret = -ENOMEM;

	if (json_object_set_new(o, "schema", json_string(SCHEMA)) ||
	    json_object_set_new(o, "schema_version",
				json_string(SCHEMA_VERSION)) ||
	    json_object_set_new(o, "host", facts(&info->session)) ||
	    add_topology(o, info) ||
	    json_object_set_new(o, "env", checks(&info->session)))
		goto out_object;
	ret = json_dumpf(o, out, JSON_INDENT(2) | JSON_ENSURE_ASCII) ||
			      fputc('\n', out) == EOF ?
		      -EIO :
		      0;
out_object:
	json_decref(o);
	return ret;
}
