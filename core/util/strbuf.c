/* SPDX-License-Identifier: MIT */
/*
 * core/util/strbuf.c - a text that is put together from parts.
 */
#include "util/strbuf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64

/* Room for @n more bytes and a NUL. Return: where they go; NULL: no memory. */
static char *make_room(struct strbuf *b, size_t n)
{
	size_t room = b->room ? b->room : FIRST_ROOM;
	char *bigger;

	if (b->err)
		return NULL;
	while (room - b->len <= n)
		room *= 2;
	if (room == b->room)
		return b->text + b->len;
	bigger = realloc(b->text, room);
	if (!bigger) {
		b->err = -ENOMEM;
		return NULL;
	}
	b->text = bigger;
	b->room = room;
	return b->text + b->len;
}

void strbuf_add_n(struct strbuf *b, const char *text, size_t n)
{
	char *to = make_room(b, n);

	if (!to)
		return;
	memcpy(to, text, n);
	to[n] = '\0';
	b->len += n;
}

void strbuf_add(struct strbuf *b, const char *text)
{
	strbuf_add_n(b, text, strlen(text));
}

void strbuf_vaddf(struct strbuf *b, const char *fmt, va_list ap)
{
	char *to = make_room(b, FIRST_ROOM - 1);
	va_list again;
	int n;

	if (!to)
		return;
	va_copy(again, ap);
	n = vsnprintf(to, b->room - b->len, fmt, ap);
	if (n < 0) {
		b->err = -ENOMEM;
		*to = '\0';
	} else if ((size_t)n >= b->room - b->len) {
		*to = '\0';
		to = make_room(b, (size_t)n);
		if (to)
			vsnprintf(to, (size_t)n + 1, fmt, again);
	}
	va_end(again);
	if (!b->err)
		b->len += (size_t)n;
}

void strbuf_addf(struct strbuf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(b, fmt, ap);
	va_end(ap);
}

void strbuf_join(struct strbuf *b, const char *between, const char *fmt, ...)
{
	va_list ap;

	if (b->len)
		strbuf_add(b, between);
	va_start(ap, fmt);
	strbuf_vaddf(b, fmt, ap);
	va_end(ap);
}

const char *strbuf_text(const struct strbuf *b)
{
	if (b->err)
		return "(no memory is left for this text)";
	return b->text ? b->text : "";
}

char *strbuf_take(struct strbuf *b)
{
	char *text;

	make_room(b, 0);
	if (b->text)
		b->text[b->len] = '\0';
	text = b->err ? NULL : b->text;
	if (b->err)
		free(b->text);
	*b = (struct strbuf){ 0 };
	return text;
}

void strbuf_reset(struct strbuf *b)
{
	b->len = 0;
	b->err = 0;
	if (b->text)
		*b->text = '\0';
}

void strbuf_free(struct strbuf *b)
{
	free(b->text);
	*b = (struct strbuf){ 0 };
}
