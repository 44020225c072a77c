/* SPDX-License-Identifier: MIT */
/*
 * core/util/parse.c - numbers, sizes, times and yes/no as typed by a person.
 */
#include "util/parse.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* struct suffix - what may follow the digits, and what it multiplies by */
struct suffix {
	const char *text;
	uint64_t factor;
};

#define KIB UINT64_C(1024)

/* In each table the first row of a factor is the one that is printed. */
static const struct suffix count_suffixes[] = {
	{ "", 1 },	     { "k", 1000 }, { "M", 1000000 },
	{ "G", 1000000000 }, { NULL, 0 },
};

static const struct suffix bytes_suffixes[] = {
	{ "", 1 },
	{ "B", 1 },
	{ "KiB", KIB },
	{ "k", KIB },
	{ "K", KIB },
	{ "MiB", KIB *KIB },
	{ "M", KIB *KIB },
	{ "GiB", KIB *KIB *KIB },
	{ "G", KIB *KIB *KIB },
	{ "TiB", KIB *KIB *KIB *KIB },
	{ "T", KIB *KIB *KIB *KIB },
	{ NULL, 0 },
};

static const struct suffix ns_suffixes[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "", 1000000000 },
	{ "m", UINT64_C(60000000000) },
	{ "h", UINT64_C(3600000000000) },
	{ "d", UINT64_C(86400000000000) },
	{ NULL, 0 },
};

static const struct suffix *suffixes(int kind)
{
	switch (kind) {
	case PARSE_BYTES:
		return bytes_suffixes;
	case PARSE_NS:
		return ns_suffixes;
	default:
		return count_suffixes;
	}
}

static const struct suffix *find_suffix(int kind, const char *text)
{
	const struct suffix *s;

	for (s = suffixes(kind); s->text; s++) {
		if (!strcmp(s->text, text))
			return s;
	}
	return NULL;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Digits of the whole part. *@over is set where 64 bits do not hold it; the
 * digits are passed over all the same, so that "99...9x" is still no number.
 */
static const char *read_whole(const char *p, uint64_t *value, bool *over)
{
	*value = 0;
	for (; is_digit(*p); p++) {
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, *p - '0', value))
			*over = true;
	}
	return p;
}

/* Decimals of @unit, exact: 0, or -EINVAL for a part of a nanosecond. */
static int read_decimals(const char *from, const char *to, uint64_t unit,
			 uint64_t *value)
{
	*value = 0;
	for (; from < to; from++) {
		uint64_t digit = *from - '0';

		if (unit % 10 && digit)
			return -EINVAL;
		unit /= 10;
		*value += digit * unit;
	}
	return 0;
}

static int parse_any(int kind, const char *text, uint64_t *out)
{
	const char *point = NULL, *end;
	const struct suffix *s;
	uint64_t whole, part = 0;
	bool over = false;

	end = read_whole(text, &whole, &over);
	if (end == text)
		return -EINVAL;
	if (kind == PARSE_NS && *end == '.') {
		point = ++end;
		while (is_digit(*end))
			end++;
		if (end == point)
			return -EINVAL;
	}
	s = find_suffix(kind, end);
	if (!s || (point && read_decimals(point, end, s->factor, &part)))
		return -EINVAL;
	if (over || __builtin_mul_overflow(whole, s->factor, &whole) ||
	    __builtin_add_overflow(whole, part, &whole))
		return -ERANGE;
	*out = whole;
	return 0;
}

int parse_number(int kind, const char *text, uint64_t min, uint64_t max,
		 uint64_t *out)
{
	uint64_t value = 0;
	int err = parse_any(kind, text, &value);

	if (err)
		return err;
	if (value < min || value > max)
		return -ERANGE;
	*out = value;
	return 0;
}

int parse_bool(const char *text, bool *out)
{
	static const char *const words[] = { "no", "yes",   "off",
					     "on", "false", "true",
					     "0",  "1",	    NULL };
	uint64_t i = 0;

	if (parse_word(text, words, &i))
		return -EINVAL;
	*out = i & 1;
	return 0;
}

int parse_word(const char *text, const char *const *words, uint64_t *out)
{
	for (size_t i = 0; words[i]; i++) {
		if (!strcmp(words[i], text)) {
			*out = i;
			return 0;
		}
	}
	return -EINVAL;
}

void parse_why(int kind, int err, uint64_t min, uint64_t max, char *buf,
	       size_t len)
{
	static const char *const not_a[] = {
		[PARSE_COUNT] = "not a whole number",
		[PARSE_BYTES] = "not a size such as 64, 4k or 1MiB",
		[PARSE_NS] = "not a time such as 500us, 100ms or 1.5s",
	};
	char lo[32], hi[32];

	snprintf(buf, len, "%s (%s to %s)",
		 err == -ERANGE ? "out of range" : not_a[kind],
		 parse_text(kind, min, lo, sizeof(lo)),
		 parse_text(kind, max, hi, sizeof(hi)));
}

void parse_add_words(struct strbuf *b, const char *before,
		     const char *const *words)
{
	strbuf_add(b, before);
	for (size_t i = 0; words[i]; i++)
		strbuf_addf(b, "%s%s", i ? ", " : "", words[i]);
}

void parse_word_why(const char *const *words, char *buf, size_t len)
{
	struct strbuf b = { 0 };

	parse_add_words(&b, "not one of: ", words);
	snprintf(buf, len, "%s", strbuf_text(&b));
	strbuf_free(&b);
}

void parse_bool_why(char *buf, size_t len)
{
	snprintf(buf, len, "not yes or no");
}

const char *parse_text(int kind, uint64_t value, char *buf, size_t len)
{
	const struct suffix *s, *best = suffixes(kind);

	for (s = best; kind != PARSE_COUNT && value && s->text; s++) {
		if (s->factor > best->factor && value % s->factor == 0)
			best = s;
	}
	snprintf(buf, len, "%" PRIu64 "%s", value / best->factor, best->text);
	return buf;
}

const char *parse_quote(const char *text, char *buf, size_t len)
{
	size_t room = len - sizeof("''..."), n = 0;

	buf[n++] = '\'';
	while (*text) {
		bool ok;
		size_t l = text_char(text, &ok);

		if (n + l > room + 1)
			break;
		memcpy(buf + n, text, l);
		text += l;
		n += l;
	}
	snprintf(buf + n, len - n, "%s'", *text ? "..." : "");
	return text_clean(buf);
}

int parse_percent(const char *text, double *out)
{
	size_t digits = strspn(text, "0123456789"), len = digits;
	double value;

	if (text[len] == '.')
		len += 1 + strspn(text + len + 1, "0123456789");
	if (!digits || text[len] || len > 20)
		return -EINVAL;
	value = strtod(text, NULL);
	if (value > 100)
		return -EINVAL;
	*out = value / 100;
	return 0;
}
