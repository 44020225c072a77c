/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_pull.c - walk through plain JSON text without building a tree.
 */
#include "util/json_pull.h"

#include <stdlib.h>
#include <string.h>

/* A value of ours is never deeper, a number never longer. */
#define MOST_DEPTH 16
#define MOST_DIGITS 18
#define MOST_NUMBER 40
#define MOST_EXPONENT 2

bool pull_give_up(struct pull *p)
{
	p->bad = true;
	p->at = p->end;
	return false;
}

static void pass_space(struct pull *p)
{
	while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' ||
				  *p->at == '\t' || *p->at == '\r'))
		p->at++;
}

/* The next byte that is not white space, 0 at the end. */
static char peek(struct pull *p)
{
	pass_space(p);
	return p->at < p->end ? *p->at : '\0';
}

static bool take(struct pull *p, char c)
{
	if (p->bad || peek(p) != c)
		return false;
	p->at++;
	return true;
}

static bool open_with(struct pull *p, char open, char close)
{
	if (!take(p, open))
		return pull_give_up(p);
	return !take(p, close);
}

static bool next(struct pull *p, char close)
{
	if (take(p, ','))
		return true;
	return take(p, close) ? false : pull_give_up(p);
}

bool pull_list(struct pull *p)
{
	return open_with(p, '[', ']');
}

bool pull_object(struct pull *p)
{
	return open_with(p, '{', '}');
}

bool pull_next_element(struct pull *p)
{
	return next(p, ']');
}

bool pull_next_member(struct pull *p)
{
	return next(p, '}');
}

/* What may follow a backslash, but for surrogates and NUL. */
static bool pass_escape(struct pull *p)
{
	char hex[5] = "";
	unsigned long code;

	if (p->end - p->at < 2)
		return pull_give_up(p);
	p->at++;
	if (*p->at != 'u') {
		if (!*p->at || !strchr("\"\\/bfnrt", *p->at))
			return pull_give_up(p);
		p->at++;
		return true;
	}
	p->at++;
	if (p->end - p->at < 4)
		return pull_give_up(p);
	memcpy(hex, p->at, 4);
	if (strspn(hex, "0123456789abcdefABCDEF") != 4)
		return pull_give_up(p);
	code = strtoul(hex, NULL, 16);
	if (!code || (code >= 0xd800 && code < 0xe000))
		return pull_give_up(p);
	p->at += 4;
	return true;
}

/* A string; @plain becomes false if it has an escape. */
static struct pull_text pass_string(struct pull *p, bool *plain)
{
	struct pull_text t = { "", 0 };
	const char *from;

	if (!take(p, '"')) {
		pull_give_up(p);
		return t;
	}
	from = p->at;
	while (p->at < p->end && *p->at != '"') {
		if (*p->at == '\\') {
			*plain = false;
			if (!pass_escape(p))
				return t;
		} else if (*p->at < ' ' || *p->at == 0x7f) {
			pull_give_up(p);
			return t;
		} else {
			p->at++;
		}
	}
	if (p->at == p->end) {
		pull_give_up(p);
		return t;
	}
	t.v = from;
	t.len = p->at++ - from;
	return t;
}

struct pull_text pull_string(struct pull *p)
{
	bool plain = true;
	struct pull_text t = pass_string(p, &plain);

	if (!plain)
		pull_give_up(p);
	if (p->bad)
		t.len = 0;
	return t;
}

/* @code, from the Basic Multilingual Plane, as UTF-8. */
static char *put_code(char *to, unsigned int code)
{
	if (code < 0x80) {
		*to++ = (char)code;
		return to;
	}
	if (code < 0x800) {
		*to++ = (char)(0xc0 | code >> 6);
	} else {
		*to++ = (char)(0xe0 | code >> 12);
		*to++ = (char)(0x80 | (code >> 6 & 0x3f));
	}
	*to++ = (char)(0x80 | (code & 0x3f));
	return to;
}

/* What the escape behind a backslash stands for; it was checked. */
static char *put_escape(char *to, const char **from)
{
	static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
	char name = *(*from)++, hex[5] = "";
	const char *known = strchr(names, name);

	if (name == 'u') {
		memcpy(hex, *from, 4);
		*from += 4;
		return put_code(to, (unsigned int)strtoul(hex, NULL, 16));
	}
	*to++ = known ? values[known - names] : name;
	return to;
}

char *pull_text(struct pull *p)
{
	bool plain = true;
	struct pull_text t = pass_string(p, &plain);
	char *copy = p->bad ? NULL : malloc(t.len + 1), *to = copy;
	const char *from = t.v;

	if (!copy) {
		pull_give_up(p);
		return NULL;
	}
	/* An escape is never shorter than what it stands for. */
	while (from < t.v + t.len) {
		if (*from == '\\') {
			from++;
			to = put_escape(to, &from);
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
	return copy;
}

struct pull_text pull_key(struct pull *p)
{
	struct pull_text t = pull_string(p);

	if (!take(p, ':'))
		pull_give_up(p);
	return t;
}

static bool pass_word(struct pull *p, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(p->end - p->at) < len || memcmp(p->at, word, len))
		return false;
	p->at += len;
	return true;
}

bool pull_null(struct pull *p)
{
	return peek(p) == 'n' && pass_word(p, "null");
}

bool pull_bool(struct pull *p)
{
	bool value = peek(p) == 't';

	if (p->bad || !pass_word(p, value ? "true" : "false"))
		pull_give_up(p);
	return value;
}

static size_t pass_digits(struct pull *p)
{
	const char *from = p->at;

	while (p->at < p->end && *p->at >= '0' && *p->at <= '9')
		p->at++;
	return p->at - from;
}

static bool at_byte(const struct pull *p, char a, char b)
{
	return p->at < p->end && (*p->at == a || *p->at == b);
}

/* A number by JSON's grammar; @real if it has a fraction or exponent. */
static struct pull_text pass_number(struct pull *p, bool *real)
{
	struct pull_text t = { (peek(p), p->at), 0 };
	bool zero;
	size_t n;

	if (at_byte(p, '-', '-'))
		p->at++;
	zero = at_byte(p, '0', '0');
	n = pass_digits(p);
	if (!n || n > MOST_DIGITS || (zero && n > 1))
		pull_give_up(p);
	if (at_byte(p, '.', '.')) {
		*real = true;
		p->at++;
		if (!pass_digits(p))
			pull_give_up(p);
	}
	if (at_byte(p, 'e', 'E')) {
		*real = true;
		p->at++;
		if (at_byte(p, '+', '-'))
			p->at++;
		n = pass_digits(p);
		if (!n || n > MOST_EXPONENT)
			pull_give_up(p);
	}
	t.len = p->at - t.v;
	if (p->bad || t.len > MOST_NUMBER)
		pull_give_up(p);
	return t;
}

uint64_t pull_u64(struct pull *p, uint64_t max)
{
	bool real = false;
	struct pull_text t = pass_number(p, &real);
	uint64_t value = 0;

	if (!p->bad && (real || *t.v == '-'))
		pull_give_up(p);
	for (size_t i = 0; !p->bad && i < t.len; i++)
		value = value * 10 + (uint64_t)(t.v[i] - '0');
	if (value > max)
		pull_give_up(p);
	return p->bad ? 0 : value;
}

double pull_real(struct pull *p)
{
	char copy[MOST_NUMBER + 1] = "";
	bool real = false;
	struct pull_text t = pass_number(p, &real);

	if (p->bad)
		return 0;
	memcpy(copy, t.v, t.len);
	return strtod(copy, NULL);
}

static void skip(struct pull *p, int depth);

static void skip_list(struct pull *p, int depth)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p))
		skip(p, depth);
}

static void skip_object(struct pull *p, int depth)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		pull_key(p);
		skip(p, depth);
	}
}

static void skip(struct pull *p, int depth)
{
	bool ignored = false;

	if (!depth) {
		pull_give_up(p);
		return;
	}
	switch (peek(p)) {
	case '{':
		skip_object(p, depth - 1);
		break;
	case '[':
		skip_list(p, depth - 1);
		break;
	case '"':
		pass_string(p, &ignored);
		break;
	case 't':
	case 'f':
		pull_bool(p);
		break;
	case 'n':
		if (!pull_null(p))
			pull_give_up(p);
		break;
	default:
		pass_number(p, &ignored);
	}
}

void pull_skip(struct pull *p)
{
	skip(p, MOST_DEPTH);
}

void pull_end(struct pull *p)
{
	pass_space(p);
	if (p->at != p->end)
		pull_give_up(p);
}

bool pull_is(struct pull_text t, const char *word)
{
	/* Mostly it is not, and the first byte tells. */
	return t.len && *t.v == *word && !strncmp(t.v, word, t.len) &&
	       !word[t.len];
}
