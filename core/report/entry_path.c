/* SPDX-License-Identifier: MIT */
/*
 * core/report/entry_path.c - a benchmark and its configuration as one word, for
 * other programs.
 */
#include "report/entry_path.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "result/entry_key.h"

void entry_path_put_word(FILE *out, const char *text, const char *forbidden)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c <= ' ' || c >= 0x7f || c == '%' || strchr(forbidden, c))
			fprintf(out, "%%%02X", c);
		else
			fputc(c, out);
	}
}

static void put_part(FILE *out, const char *name, const char *value)
{
	fputc('/', out);
	entry_path_put_word(out, name, "/=");
	fputc('=', out);
	entry_path_put_word(out, value ? value : "unknown", "/");
}

/* The CPUs of its place, where -c goes through several. */
static void put_place(FILE *out, const struct sweep *s)
{
	for (size_t i = 0; i < s->nr; i++)
		fprintf(out, "%s%" PRId64, i ? "," : "/on=", s->cpus[i].cpu);
}

void entry_path_put_parts(FILE *out, const struct entry *e)
{
	struct key_part part;

	if (e->sweep)
		put_place(out, e->sweep);
	for (size_t i = 0; entry_key(e, i, &part); i++)
		put_part(out, part.name, part.value);
}

void entry_path_put(FILE *out, const struct entry *e)
{
	entry_path_put_word(out, e->name, "=");
	entry_path_put_parts(out, e);
}

double entry_path_time(const struct entry *e, const struct sample *r)
{
	if (!r->valid || !r->ops)
		return NAN;
	return e->records ? r->records_ns :
			    (double)r->elapsed_ns / (double)r->ops;
}
