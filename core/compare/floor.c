/* SPDX-License-Identifier: MIT */
/*
 * core/compare/floor.c - a file of noise floors.
 */
#include "compare/floor.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/read.h"
#include "util/input.h"
#include "util/why.h"

#define SCHEMA "harness.noise"
#define MOST_PERCENT 1000
#define MOST_BYTES ((size_t)16 << 20)

static int check_head(const json_t *root, char *why, size_t len)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));
	const char *version =
		json_string_value(json_object_get(root, "schema_version"));

	if (!schema || strcmp(schema, SCHEMA))
		return why_set(why, len, -EINVAL,
			       "not a file of noise floors: 'schema' is not "
			       "'" SCHEMA "'");
	if (!version || strncmp(version, "1.", 2))
		return why_set(why, len, -EINVAL,
			       "this harness reads schema version 1.x");
	if (!json_is_array(json_object_get(root, "floors")))
		return why_set(why, len, -EINVAL, "'floors' is not a list");
	return 0;
}

static int take_floor(const json_t *v, struct compare_floor *out, char *why,
		      size_t len)
{
	const char *name = json_string_value(json_object_get(v, "benchmark"));
	const json_t *pct = json_object_get(v, "floor_pct");
	double value = json_number_value(pct);

	if (!name || !json_is_number(pct) ||
	    !(value >= 0 && value <= MOST_PERCENT))
		return why_set(why, len, -EINVAL,
			       "a floor needs 'benchmark' and a 'floor_pct' "
			       "from 0 to %d",
			       MOST_PERCENT);
	out->name = strdup(name);
	out->share = value / 100;
	out->noise.boots = out->noise.sessions = NAN;
	return out->name ? 0 : why_set(why, len, -ENOMEM, "no memory");
}

static int take_floors(const json_t *root, struct compare_floor **floors,
		       size_t *nr, char *why, size_t len)
{
	const json_t *list = json_object_get(root, "floors");
	struct compare_floor *f;
	int err = check_head(root, why, len);
	size_t n = 0;

	if (err)
		return err;
	f = calloc(json_array_size(list) + 1, sizeof(*f));
	if (!f)
		return why_set(why, len, -ENOMEM, "no memory");
	while (!err && n < json_array_size(list)) {
		err = take_floor(json_array_get(list, n), &f[n], why, len);
		n += !err;
	}
	if (err) {
		compare_free_floors(f, n);
		return err;
	}
	*floors = f;
	*nr = n;
	return 0;
}

int compare_read_floors(const char *path, struct compare_floor **floors,
			size_t *nr, char *why, size_t len)
{
	json_error_t e;
	json_t *root;
	size_t size;
	char *text;
	int err = input_read(path, MOST_BYTES, false, &text, &size);

	if (err) {
		input_why(err, MOST_BYTES, why, len);
		return err;
	}
	root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &e);
	free(text);
	/* Where not even the parser could begin there is no line. */
	if (!root &&
	    (json_error_code(&e) == json_error_out_of_memory || e.line < 0))
		return why_set(why, len, -ENOMEM, "%s", strerror(ENOMEM));
	if (!root)
		return why_set(why, len, -EINVAL, "line %d: %s", e.line,
			       e.text);
	err = take_floors(root, floors, nr, why, len);
	json_decref(root);
	return err;
}

void compare_free_floors(struct compare_floor *floors, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		free(floors[i].name);
	free(floors);
}
