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
#include "stats/quantile.h"
#include "stats/stats.h"
#include "util/input.h"
#include "util/json_write.h"
#include "util/memory.h"
#include "util/why.h"

#define SCHEMA "harness.noise"
#define MOST_PERCENT 1000
#define MOST_BYTES ((size_t)16 << 20)
#define QUANTILE 0.95

/* Fewer boots, or sessions beside one a boot, do not show how much they vary. */
#define LEAST_BOOTS 3
#define LEAST_DF 2

/* --- what sessions show -------------------------------------------------------*/

/* struct boot - sum of @nr logarithms */
struct boot {
	const char *id;
	size_t nr;
	double sum;
};

static struct boot *boot_of(struct boot *boots, size_t *nr, const char *id)
{
	for (size_t i = 0; i < *nr; i++) {
		if (!strcmp(boots[i].id, id))
			return &boots[i];
	}
	boots[*nr] = (struct boot){ .id = id };
	return &boots[(*nr)++];
}

/* The logarithm of time, or of cycles. */
static double log_of(const struct floor_session *s, bool cycles)
{
	return log(cycles ? s->ns * s->clock_mhz : s->ns);
}

/* Standard deviation of sessions around their boots. */
static void estimate_sessions(const struct compare_floor *f, bool cycles,
			      struct boot *boots, struct compare_noise *noise)
{
	double df = (double)f->nr_sessions - (double)f->nr_boots, squares = 0;
	size_t nr = f->nr_boots;

	noise->sessions_df = df;
	if (df < LEAST_DF)
		return;
	for (size_t i = 0; i < f->nr_sessions; i++) {
		const struct boot *b = boot_of(boots, &nr, f->sessions[i].boot);

		squares += pow(log_of(&f->sessions[i], cycles) -
				       b->sum / (double)b->nr,
			       2);
	}
	noise->sessions = sqrt(squares / df);
}

static int estimate_boots(const struct compare_floor *f,
			  const struct boot *boots, struct compare_noise *noise)
{
	double *means;

	noise->boots_df = (double)f->nr_boots - 1;
	if (f->nr_boots < LEAST_BOOTS)
		return 0;
	means = calloc(f->nr_boots, sizeof(*means));
	if (!means)
		return -ENOMEM;
	for (size_t i = 0; i < f->nr_boots; i++)
		means[i] = boots[i].sum / (double)boots[i].nr;
	noise->boots = stats_stddev(means, f->nr_boots);
	free(means);
	return 0;
}

static int estimate_noise(struct compare_floor *f, bool cycles,
			  struct compare_noise *noise)
{
	struct boot *boots = calloc(f->nr_sessions + 1, sizeof(*boots));
	int err;

	*noise = (struct compare_noise){ .boots = NAN, .sessions = NAN };
	f->nr_boots = 0;
	if (!boots)
		return -ENOMEM;
	for (size_t i = 0; i < f->nr_sessions; i++) {
		struct boot *b =
			boot_of(boots, &f->nr_boots, f->sessions[i].boot);

		b->sum += log_of(&f->sessions[i], cycles);
		b->nr++;
	}
	estimate_sessions(f, cycles, boots, noise);
	err = estimate_boots(f, boots, noise);
	free(boots);
	return err;
}

static int estimate_pairs(struct compare_floor *f)
{
	size_t n = f->nr_sessions, nr = 0;
	double *far = calloc(n * n / 2 + 1, sizeof(*far));

	if (!far)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			far[nr++] = fabs(
				log(f->sessions[i].ns / f->sessions[k].ns));
	}
	stats_sort(far, nr);
	f->pairs = stats_quantile(far, nr, QUANTILE);
	free(far);
	return 0;
}

int compare_floor_estimate(struct compare_floor *f)
{
	int err = estimate_noise(f, false, &f->noise);

	if (!err)
		err = estimate_noise(f, true, &f->cycles);
	return err ? err : estimate_pairs(f);
}

/* --- building ---------------------------------------------------------------- */

struct compare_floor *compare_floor_of(struct compare_floors *f,
				       const char *name)
{
	void *array = f->v;
	struct compare_floor *slot;

	for (size_t i = 0; i < f->nr; i++) {
		if (!strcmp(f->v[i].name, name))
			return &f->v[i];
	}
	slot = array_append(&array, &f->nr, sizeof(*slot));
	f->v = array;
	if (!slot)
		return NULL;
	slot->pairs = slot->noise.boots = slot->noise.sessions = NAN;
	slot->cycles = slot->noise;
	slot->name = strdup(name);
	return slot->name ? slot : NULL;
}

int compare_floor_add(struct compare_floor *f, const char *boot,
		      const char *created, double ns, double clock_mhz)
{
	void *array = f->sessions;
	struct floor_session *s =
		array_append(&array, &f->nr_sessions, sizeof(*s));

	f->sessions = array;
	if (!s)
		return -ENOMEM;
	s->boot = strdup(boot);
	s->created = strdup(created);
	s->ns = ns;
	s->clock_mhz = clock_mhz;
	return s->boot && s->created ? 0 : -ENOMEM;
}

static void floor_free(struct compare_floor *f)
{
	for (size_t i = 0; i < f->nr_sessions; i++) {
		free(f->sessions[i].boot);
		free(f->sessions[i].created);
	}
	free(f->sessions);
	free(f->name);
}

void compare_floors_free(struct compare_floors *f)
{
	for (size_t i = 0; i < f->nr; i++)
		floor_free(&f->v[i]);
	free(f->v);
	*f = (struct compare_floors){ 0 };
}

/* --- reading ------------------------------------------------------------------*/

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

static int take_session(struct compare_floor *f, const json_t *v, char *why,
			size_t len)
{
	const char *boot = json_string_value(json_object_get(v, "boot"));
	const char *created = json_string_value(json_object_get(v, "created"));
	double ns = json_number_value(json_object_get(v, "ns"));
	double mhz = json_number_value(json_object_get(v, "clock_mhz"));

	if (!boot || !created || !(ns > 0))
		return why_set(why, len, -EINVAL,
			       "a session needs 'boot', 'created' and 'ns' "
			       "above 0");
	if (compare_floor_add(f, boot, created, ns, mhz > 0 ? mhz : NAN))
		return why_set(why, len, -ENOMEM, "no memory");
	return 0;
}

/* Either kind of noise may be missing. */
static int take_floor(struct compare_floors *all, const json_t *v, char *why,
		      size_t len)
{
	const char *name = json_string_value(json_object_get(v, "benchmark"));
	const json_t *sessions = json_object_get(v, "sessions");
	const json_t *pct = json_object_get(v, "floor_pct");
	double value = json_number_value(pct);
	struct compare_floor *f;
	int err = 0;

	if (!name || (!json_is_number(pct) && !json_is_array(sessions)) ||
	    !(value >= 0 && value <= MOST_PERCENT))
		return why_set(why, len, -EINVAL,
			       "a floor needs 'benchmark' and a 'floor_pct' "
			       "from 0 to %d, or 'sessions'",
			       MOST_PERCENT);
	f = compare_floor_of(all, name);
	if (!f)
		return why_set(why, len, -ENOMEM, "no memory");
	f->share = fmax(f->share, value / 100);
	f->median = json_number_value(json_object_get(v, "median_pct")) / 100;
	f->nr_comparisons =
		(size_t)json_integer_value(json_object_get(v, "comparisons"));
	for (size_t i = 0; !err && i < json_array_size(sessions); i++)
		err = take_session(f, json_array_get(sessions, i), why, len);
	if (!err && compare_floor_estimate(f))
		err = why_set(why, len, -ENOMEM, "no memory");
	return err;
}

int compare_floors_read(const char *path, struct compare_floors *f, char *why,
			size_t len)
{
	const json_t *list;
	json_error_t e;
	json_t *root;
	size_t size;
	char *text;
	int err = input_read(path, MOST_BYTES, false, &text, &size);

	*f = (struct compare_floors){ 0 };
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
	err = check_head(root, why, len);
	list = json_object_get(root, "floors");
	for (size_t i = 0; !err && i < json_array_size(list); i++)
		err = take_floor(f, json_array_get(list, i), why, len);
	if (err)
		compare_floors_free(f);
	json_decref(root);
	return err;
}

/* --- writing ----------------------------------------------------------------- */

static void write_floor(struct json_writer *w, const struct compare_floor *f)
{
	double none = f->nr_comparisons ? 1 : NAN;

	json_write_object(w, NULL);
	json_write_text(w, "benchmark", f->name);
	json_write_real(w, "floor_pct", none * 100 * f->share);
	json_write_real(w, "median_pct", none * 100 * f->median);
	json_write_u64(w, "comparisons", f->nr_comparisons);
	json_write_real(w, "session_sd_pct", 100 * f->noise.sessions);
	json_write_real(w, "boot_sd_pct", 100 * f->noise.boots);
	json_write_real(w, "cycles_session_sd_pct", 100 * f->cycles.sessions);
	json_write_real(w, "cycles_boot_sd_pct", 100 * f->cycles.boots);
	json_write_real(w, "pairs_pct", 100 * f->pairs);
	json_write_array(w, "sessions");
	for (size_t i = 0; i < f->nr_sessions; i++) {
		json_write_flat_object(w, NULL);
		json_write_text(w, "boot", f->sessions[i].boot);
		json_write_text(w, "created", f->sessions[i].created);
		json_write_real(w, "ns", f->sessions[i].ns);
		json_write_real(w, "clock_mhz", f->sessions[i].clock_mhz);
		json_write_end(w);
	}
	json_write_end(w);
	json_write_end(w);
}

int compare_floors_write(FILE *out, const struct compare_floors *f)
{
	struct json_writer w = json_writer(out, 1, false);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", SCHEMA);
	json_write_text(&w, "schema_version", "1.0");
	json_write_array(&w, "floors");
	for (size_t i = 0; i < f->nr; i++)
		write_floor(&w, &f->v[i]);
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

/* --- the place ---------------------------------------------------------------- */

/* Part of a file's name: digits of a digest. */
static bool is_id(const char *id)
{
	return id && *id && !id[strspn(id, "0123456789abcdef")];
}

char *compare_floor_path(const char *machine, const char *config)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *path = NULL;
	int n = -1;

	if (!is_id(machine) || !is_id(config))
		return NULL;
	if (state && *state == '/')
		n = asprintf(&path, "%s/harness/%s-%s.json", state, machine,
			     config);
	else if (home && *home == '/')
		n = asprintf(&path, "%s/.local/state/harness/%s-%s.json", home,
			     machine, config);
	return n < 0 ? NULL : path;
}
