/* SPDX-License-Identifier: MIT */
/*
 * core/util/strbuf.h - a text that is put together from parts.
 *
 * Parts are appended without asking each time whether there was memory: the
 * first failure stays, and strbuf_take() or @err tells it.
 */
#ifndef CORE_UTIL_STRBUF_H
#define CORE_UTIL_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

/**
 * struct strbuf - start with {0}, end with strbuf_free() or strbuf_take()
 * @text:	@len bytes and a NUL; NULL while nothing was appended
 * @room:	bytes that @text has
 * @err:	0 or -ENOMEM; then nothing more is appended
 */
struct strbuf {
	char *text;
	size_t len, room;
	int err;
};

/* Appends @text. */
void strbuf_add(struct strbuf *b, const char *text);

/* Appends @n bytes of @text. */
void strbuf_add_n(struct strbuf *b, const char *text, size_t n);

/* Appends what printf would print. */
void strbuf_addf(struct strbuf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

void strbuf_vaddf(struct strbuf *b, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/* Appends @between, unless @b is still empty, and what printf would print. */
void strbuf_join(struct strbuf *b, const char *between, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * strbuf_text - what was put together, to be read at once
 *
 * Return: the text, owned by @b; "" where nothing was appended; "(no memory
 * is left for this text)" after an error.
 */
const char *strbuf_text(const struct strbuf *b);

/**
 * strbuf_take - hand the text over
 *
 * @b is as at the start then. Return: malloc'ed, "" where nothing was
 * appended; NULL: no memory.
 */
char *strbuf_take(struct strbuf *b);

/* Empties it, and keeps its memory for the next text. */
void strbuf_reset(struct strbuf *b);

void strbuf_free(struct strbuf *b);

#endif
