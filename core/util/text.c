/* SPDX-License-Identifier: MIT */
/*
 * core/util/text.c - numbers and words as text, lines without control
 * characters, cells of CSV.
 */
#include "util/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Digits behind the point at most; what needs more has an exponent. */
#define MOST_DECIMALS 6

/* Beyond this a number is not a measurement and digits say nothing. */
#define LARGEST 1e15

/* Below this a count per op needs an exponent. */
#define SMALL 0.001

/* Code points that act on a terminal or reorder what it shows. */
static bool is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
	       c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/* Bytes of the character that starts with @lead; 0: none does. */
static size_t utf8_len(unsigned char lead)
{
	if (lead < 0x80)
		return 1;
	if (lead < 0xc2 || lead > 0xf4)
		return 0;
	return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

size_t text_char(const char *text, bool *printable)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = utf8_len((unsigned char)*text);
	uint32_t c = (unsigned char)*text & (len > 1 ? 0x7f >> len : 0x7f);

	*printable = false;
	for (size_t i = 1; i < len; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 1;
		c = c << 6 | (text[i] & 0x3f);
	}
	if (!len || c < least[len] || c > 0x10ffff ||
	    (c >= 0xd800 && c < 0xe000))
		return 1;
	*printable = !is_control(c);
	return len;
}

static char *clean(char *text, char kept)
{
	bool ok;

	for (char *at = text; *at;) {
		size_t len = text_char(at, &ok);

		if (!ok && *at != kept)
			memset(at, '?', len);
		at += len;
	}
	return text;
}

char *text_clean(char *text)
{
	return clean(text, '\0');
}

char *text_clean_lines(char *text)
{
	return clean(text, '\n');
}

void text_vline(FILE *out, const char *prefix, const char *fmt, va_list ap)
{
	char *line;

	if (vasprintf(&line, fmt, ap) < 0)
		return;
	fprintf(out, "%s%s\n", prefix, text_clean(line));
	free(line);
}

void text_line(FILE *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vline(out, "", fmt, ap);
	va_end(ap);
}

static bool looks_like_zero(double value, int decimals)
{
	return value != 0 && fabs(value) <= pow(10, -decimals) / 2;
}

static const char *fixed_text(double value, int decimals, char buf[NUMBER_LEN])
{
	if (isnan(value))
		return "?";
	if (looks_like_zero(value, decimals))
		snprintf(buf, NUMBER_LEN, "%.2g", value);
	else if (fabs(value) < LARGEST)
		snprintf(buf, NUMBER_LEN, "%.*f", decimals, value);
	else
		snprintf(buf, NUMBER_LEN, "%.6g", value);
	return buf;
}

const char *number_text(double value, int decimals, char buf[NUMBER_LEN])
{
	if (looks_like_zero(value, decimals))
		return digits_text(value, 2, buf);
	return fixed_text(value, decimals, buf);
}

const char *digits_text(double value, int digits, char buf[NUMBER_LEN])
{
	int decimals = digits - 1;

	if (value != 0 && fabs(value) < LARGEST)
		decimals -= (int)floor(log10(fabs(value)));
	if (decimals < 0)
		decimals = 0;
	return fixed_text(value,
			  decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals,
			  buf);
}

const char *count_text(double count, char buf[NUMBER_LEN])
{
	if (isnan(count))
		return "-";
	if (count > 0 && count < SMALL)
		snprintf(buf, NUMBER_LEN, "%.1e", count);
	else if (count > 0)
		digits_text(count, 5, buf);
	else
		return "0";
	return buf;
}

const char *percent_text(double share, char buf[NUMBER_LEN])
{
	double percent = share * 100;

	if (percent > 0 && percent < 0.001)
		return "under 0.001";
	if (percent != 0 && fabs(percent) < 0.01)
		return digits_text(percent, 1, buf);
	return number_text(percent, 2, buf);
}

/* @word in @n of them. */
const char *plural(const char *word, double n, char *buf, size_t len)
{
	static const char *const hissing[] = { "s", "x", "ch", "sh" };
	const char *of = strstr(word, " of ");
	size_t l = strlen(word);
	const char *end = "s";

	for (size_t i = 0; i < sizeof(hissing) / sizeof(*hissing); i++) {
		size_t h = strlen(hissing[i]);

		if (l >= h && !strcmp(word + l - h, hissing[i]))
			end = "es";
	}
	if (l > 1 && word[l - 1] == 'y' && !strchr("aeiou", word[l - 2])) {
		end = "ies";
		l--;
	}
	if (n == 1)
		snprintf(buf, len, "%s", word);
	else if (!strcmp(word, "child"))
		snprintf(buf, len, "children");
	else if (of)
		snprintf(buf, len, "%.*ss%s", (int)(of - word), word, of);
	else
		snprintf(buf, len, "%.*s%s", (int)l, word, end);
	return buf;
}

void csv_text(FILE *out, const char *text)
{
	char *clean = text ? strdup(text) : NULL;
	bool quote;

	if (!clean)
		return;
	text_clean(clean);
	quote = strpbrk(clean, ",\"") != NULL;
	if (quote)
		fputc('"', out);
	for (const char *at = clean; *at; at++) {
		if (*at == '"')
			fputc('"', out);
		fputc(*at, out);
	}
	if (quote)
		fputc('"', out);
	free(clean);
}
