/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_write.c - JSON, written as it goes, without a tree of it.
 */
#include "util/json_write.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/json_string.h"

#define REPLACEMENT 0xfffd

struct json_writer json_writer(FILE *out, unsigned int indent, bool ascii)
{
	return (struct json_writer){
		.out = out,
		.indent = indent,
		.ascii = ascii,
		.first = true,
	};
}

void json_write_fail(struct json_writer *w, int err)
{
	if (!w->err)
		w->err = err;
}

int json_write_finish(struct json_writer *w)
{
	putc('\n', w->out);
	if (ferror(w->out))
		json_write_fail(w, -EIO);
	return w->err;
}

static void put_escape(FILE *out, uint32_t code)
{
	static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
	const char *known = code < 0x80 ? strchr(from, (int)code) : NULL;

	if (known)
		fprintf(out, "\\%c", to[known - from]);
	else if (code < 0x10000)
		fprintf(out, "\\u%04" PRIX32, code);
	else
		fprintf(out, "\\u%04" PRIX32 "\\u%04" PRIX32,
			0xd800 + ((code - 0x10000) >> 10),
			0xdc00 + ((code - 0x10000) & 0x3ff));
}

/* Bytes from @s on that are written as they are, whatever the charset. */
static size_t plain_length(const char *s)
{
	size_t n = 0;

	while ((unsigned char)s[n] >= ' ' && (unsigned char)s[n] < 0x80 &&
	       s[n] != '"' && s[n] != '\\')
		n++;
	return n;
}

static void put_string(struct json_writer *w, const char *s)
{
	uint32_t code;

	putc('"', w->out);
	for (;;) {
		size_t n = plain_length(s);

		fwrite(s, 1, n, w->out);
		s += n;
		if (!*s)
			break;
		n = utf8_char(s, s + strnlen(s, 4), &code);
		if (w->ascii || n == 1)
			put_escape(w->out, n ? code : REPLACEMENT);
		else if (n)
			fwrite(s, 1, n, w->out);
		else
			fputs("\xef\xbf\xbd", w->out);
		s += n ? n : 1;
	}
	putc('"', w->out);
}

static void new_line(const struct json_writer *w)
{
	fprintf(w->out, "\n%*s", (int)(w->indent * w->depth), "");
}

/* What stands before a value. */
static void put_key(struct json_writer *w, const char *key)
{
	if (!w->first)
		putc(',', w->out);
	if (w->depth && !w->flat)
		new_line(w);
	w->first = false;
	if (!key)
		return;
	put_string(w, key);
	fputs(w->flat ? ":" : ": ", w->out);
}

static void open_one(struct json_writer *w, const char *key, bool array,
		     bool flat)
{
	put_key(w, key);
	putc(array ? '[' : '{', w->out);
	w->depth++;
	w->arrays &= ~(1u << w->depth);
	w->arrays |= (uint32_t)array << w->depth;
	if (flat && !w->flat)
		w->flat = w->depth;
	w->first = true;
}

void json_write_object(struct json_writer *w, const char *key)
{
	open_one(w, key, false, false);
}

void json_write_array(struct json_writer *w, const char *key)
{
	open_one(w, key, true, false);
}

void json_write_flat_object(struct json_writer *w, const char *key)
{
	open_one(w, key, false, true);
}

void json_write_flat_array(struct json_writer *w, const char *key)
{
	open_one(w, key, true, true);
}

void json_write_end(struct json_writer *w)
{
	bool array = w->arrays >> w->depth & 1, flat = w->flat;

	if (w->flat == w->depth)
		w->flat = 0;
	w->depth--;
	if (!flat && !w->first)
		new_line(w);
	putc(array ? ']' : '}', w->out);
	w->first = false;
}

void json_write_null(struct json_writer *w, const char *key)
{
	put_key(w, key);
	fputs("null", w->out);
}

void json_write_bool(struct json_writer *w, const char *key, bool value)
{
	put_key(w, key);
	fputs(value ? "true" : "false", w->out);
}

void json_write_int(struct json_writer *w, const char *key, int64_t value)
{
	put_key(w, key);
	fprintf(w->out, "%" PRId64, value);
}

void json_write_u64(struct json_writer *w, const char *key, uint64_t value)
{
	put_key(w, key);
	fprintf(w->out, value > INT64_MAX ? "\"%" PRIu64 "\"" : "%" PRIu64,
		value);
}

/* A real number stays one: 2.0, 1e20, 1.5e-7. */
void json_write_real(struct json_writer *w, const char *key, double value)
{
	char digits[32];
	char *exponent;

	if (!isfinite(value)) {
		json_write_null(w, key);
		return;
	}
	put_key(w, key);
	snprintf(digits, sizeof(digits), "%.17g", value);
	exponent = strchr(digits, 'e');
	if (exponent)
		fprintf(w->out, "%.*se%d", (int)(exponent - digits), digits,
			atoi(exponent + 1));
	else
		fprintf(w->out, "%s%s", digits,
			strchr(digits, '.') ? "" : ".0");
}

void json_write_text(struct json_writer *w, const char *key, const char *text)
{
	if (!text) {
		json_write_null(w, key);
		return;
	}
	put_key(w, key);
	put_string(w, text);
}
