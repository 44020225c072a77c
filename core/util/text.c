/* SPDX-License-Identifier: MIT */
/*
 * core/util/text.c - numbers and words as text, lines without control
 * characters, cells of CSV.
 */
#include "util/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Finer than a nanosecond spread over a million ops is nothing. */
#define MOST_DECIMALS 6

/* Beyond this a number is not a measurement and digits say nothing. */
#define LARGEST 1e15

/* Below this a count per op needs an exponent. */
#define SMALL 0.001

/* Lead byte of U+0080 to U+00BF, of which the lower half are controls. */
#define C1_LEAD '\xc2'

bool is_control(const char *text, size_t i)
{
	/* The lead byte of this one may have been replaced just before. */
	bool upper = i && (text[i] & 0xe0) == 0x80;

	return iscntrl((unsigned char)text[i]) ||
	       (text[i] == C1_LEAD && (text[i + 1] & 0xe0) == 0x80) ||
	       (upper && (text[i - 1] == C1_LEAD || text[i - 1] == '?'));
}

void text_vline(FILE *out, const char *prefix, const char *fmt, va_list ap)
{
	char *line;

	if (vasprintf(&line, fmt, ap) < 0)
		return;
	for (size_t i = 0; line[i]; i++) {
		if (is_control(line, i))
			line[i] = '?';
	}
	fprintf(out, "%s%s\n", prefix, line);
	free(line);
}

void text_line(FILE *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vline(out, "", fmt, ap);
	va_end(ap);
}

const char *number_text(double value, int decimals, char buf[NUMBER_LEN])
{
	if (isnan(value))
		return "?";
	if (fabs(value) < LARGEST)
		snprintf(buf, NUMBER_LEN, "%.*f", decimals, value);
	else
		snprintf(buf, NUMBER_LEN, "%.6g", value);
	return buf;
}

const char *digits_text(double value, int digits, char buf[NUMBER_LEN])
{
	int decimals = digits - 1;

	if (value != 0 && fabs(value) < LARGEST)
		decimals -= (int)floor(log10(fabs(value)));
	if (decimals < 0)
		decimals = 0;
	return number_text(value,
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
	bool quote;

	if (!text)
		return;
	quote = strpbrk(text, ",\"") != NULL;
	if (quote)
		fputc('"', out);
	for (size_t i = 0; text[i]; i++) {
		if (text[i] == '"')
			fputc('"', out);
		fputc(is_control(text, i) ? '?' : text[i], out);
	}
	if (quote)
		fputc('"', out);
}
