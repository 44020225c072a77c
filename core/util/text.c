/* SPDX-License-Identifier: MIT */
/*
 * core/util/text.c - numbers and words as text, lines without control
 * characters that fit a terminal, cells of CSV.
 */
#include "util/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "util/strbuf.h"

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

/* Bytes of the first character, and its code point; -1: no UTF-8. */
static size_t decode(const char *text, int32_t *code)
{
	static const int32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = utf8_len((unsigned char)*text);
	int32_t c = (unsigned char)*text & (len > 1 ? 0x7f >> len : 0x7f);

	*code = -1;
	for (size_t i = 1; i < len; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 1;
		c = c << 6 | (text[i] & 0x3f);
	}
	if (!len || c < least[len] || c > 0x10ffff ||
	    (c >= 0xd800 && c < 0xe000))
		return 1;
	*code = c;
	return len;
}

size_t text_char(const char *text, bool *printable)
{
	int32_t code;
	size_t len = decode(text, &code);

	*printable = code >= 0 && !is_control((uint32_t)code);
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

/*
 * Lines that fit.
 */

/* Where a terminal does not say how wide it is, and what is too little. */
#define USUAL_WIDTH 80
#define LEAST_WIDTH 20

/* What later lines are indented by, where the text does not say. */
#define INDENT 4

/* COLUMNS, if it is a whole number; else 0 */
static int set_width(void)
{
	const char *text = getenv("COLUMNS");
	long width = 0;
	char *end;

	if (text && *text >= '0' && *text <= '9') {
		width = strtol(text, &end, 10);
		if (*end || width > INT16_MAX)
			width = 0;
	}
	return (int)width;
}

int text_terminal(FILE *out)
{
	int width = set_width();
	struct winsize ws;

	if (!isatty(fileno(out)))
		return 0;
	if (!width && !ioctl(fileno(out), TIOCGWINSZ, &ws))
		width = ws.ws_col;
	return width ? width : USUAL_WIDTH;
}

int text_width(FILE *out)
{
	int width = text_terminal(out);

	return width && width < LEAST_WIDTH ? LEAST_WIDTH : width;
}

/* struct range - characters that do not take one column, but @columns */
static const struct range {
	int32_t first, last;
	int columns;
} ranges[] = {
	{ 0x0300, 0x036f, 0 },	 { 0x0483, 0x0489, 0 },
	{ 0x0591, 0x05bd, 0 },	 { 0x064b, 0x065f, 0 },
	{ 0x1100, 0x115f, 2 },	 { 0x1ab0, 0x1aff, 0 },
	{ 0x1dc0, 0x1dff, 0 },	 { 0x200b, 0x200f, 0 },
	{ 0x20d0, 0x20ff, 0 },	 { 0x2e80, 0x303e, 2 },
	{ 0x3041, 0xa4cf, 2 },	 { 0xa960, 0xa97f, 2 },
	{ 0xac00, 0xd7a3, 2 },	 { 0xf900, 0xfaff, 2 },
	{ 0xfe00, 0xfe0f, 0 },	 { 0xfe20, 0xfe2f, 0 },
	{ 0xfe30, 0xfe6f, 2 },	 { 0xff00, 0xff60, 2 },
	{ 0xffe0, 0xffe6, 2 },	 { 0x1f300, 0x1f64f, 2 },
	{ 0x1f680, 0x1f6ff, 2 }, { 0x1f900, 0x1f9ff, 2 },
	{ 0x20000, 0x3fffd, 2 },
};

/* Bytes of the first character; what is no UTF-8 is a character each. */
static size_t character(const char *text, int *columns)
{
	int32_t code;
	size_t len = decode(text, &code);

	*columns = 1;
	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			*columns = ranges[i].columns;
	return len;
}

/* Bytes of @text that fit into @width, of @len; at least one character */
static size_t fitting(const char *text, size_t len, int width)
{
	size_t at = 0, n;
	int columns;

	while (at < len) {
		n = character(text + at, &columns);
		width -= columns;
		if (at && width < 0)
			break;
		at += n;
	}
	return at < len ? at : len;
}

int text_columns(const char *text, size_t len)
{
	int sum = 0, columns;

	for (size_t at = 0; at < len; sum += columns)
		at += character(text + at, &columns);
	return sum;
}

size_t text_fold(const char *text, int width, bool cut, const char **next)
{
	size_t end = 0, at = 0;
	int columns = 0;

	while (text[at] && text[at] != '\n') {
		size_t blanks = strspn(text + at, " ");
		size_t len = strcspn(text + at + blanks, " \n");

		columns += text_columns(text + at, blanks + len);
		if (end && columns > width)
			break;
		at += blanks + len;
		end = len ? at : end;
		if (columns > width)
			break;
	}
	*next = text + end + strspn(text + end, " ");
	*next += **next == '\n';
	if (cut && fitting(text, end, width) < end) {
		end = fitting(text, end, width);
		*next = text + end;
	}
	return end;
}

void text_lines(FILE *out, const char *text, int indent, int column, int width,
		bool cut)
{
	bool remark = !strncmp(text, "# ", 2);
	const char *next;

	for (;; text = next) {
		size_t len = text_fold(text, width - column, cut, &next);

		fwrite(text, 1, len, out);
		putc('\n', out);
		column = indent;
		if (!*next)
			return;
		if (*next != '\n')
			fprintf(out, "%s%*s", remark ? "#" : "",
				indent - remark, "");
	}
}

/* Words are one blank apart, and lines have none at their ends. */
static void add_words(struct strbuf *b, const char *text)
{
	for (; *text; text++) {
		bool first = !b->len || b->text[b->len - 1] == '\n';

		if (*text != ' ' || (!first && !strchr(" \n", text[1])))
			strbuf_add_n(b, text, 1);
	}
}

void text_wrap(FILE *out, const char *text, int indent, int column, int width)
{
	int there = text_width(out);
	bool narrow = there && there < width;
	struct strbuf words = { 0 };

	add_words(&words, text);
	if (words.len)
		text_clean_lines(words.text);
	text_lines(out, strbuf_text(&words), indent, column,
		   narrow ? there : width, narrow);
	strbuf_free(&words);
}

void text_vline(FILE *out, const char *prefix, const char *fmt, va_list ap)
{
	int width = text_width(out), indent = (int)strlen(prefix);
	struct strbuf line = { 0 };
	const char *text;

	strbuf_add(&line, prefix);
	strbuf_vaddf(&line, fmt, ap);
	text = strbuf_text(&line);
	if (!line.err && line.len)
		text_clean(line.text + indent);
	if (*text == '#' || !indent || indent > width / 2)
		indent = INDENT;
	if (width)
		text_lines(out, text, indent, 0, width, true);
	else
		fprintf(out, "%s\n", text);
	strbuf_free(&line);
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
	else if (count > 0 || count < 0)
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

char *text_utc_now(void)
{
	char text[32];
	time_t now = time(NULL);
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	return strdup(text);
}
