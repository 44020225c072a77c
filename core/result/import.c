/* SPDX-License-Identifier: MIT */
/*
 * core/result/import.c - what the imported formats share.
 */
#include "result/import.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/parse.h"
#include "util/sha256.h"
#include "util/why.h"

/*
 * A decimal number as a fraction of whole numbers.
 */

#define MOST_DIGITS 18
#define MOST_EXPONENT 999
#define MOST_RATE_DIGITS UINT64_C(10000000000)

const char *const import_units[] = {
	"ns/op", "us/op", "ms/op", "s/op", "ops/s", NULL,
};

/* struct decimal - @digits times 10^@exponent */
struct decimal {
	uint64_t digits;
	int exponent;
};

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

/* Digits from @text on, behind the point with a @step of -1. */
static const char *take_digits(const char *text, int step, struct decimal *d)
{
	static const uint64_t full = UINT64_C(100000000000000000);

	for (; is_digit(*text); text++) {
		if (d->digits < full) {
			d->digits = d->digits * 10 + (uint64_t)(*text - '0');
			d->exponent += step;
		} else {
			d->exponent += step + 1;
		}
	}
	return text;
}

static const char *take_exponent(const char *text, struct decimal *d)
{
	bool negative = text[1] == '-';
	char *end;
	long value;

	text += 1 + (text[1] == '-' || text[1] == '+');
	if (!is_digit(*text))
		return NULL;
	value = strtol(text, &end, 10);
	if (value > MOST_EXPONENT)
		value = MOST_EXPONENT;
	d->exponent += (int)(negative ? -value : value);
	return end;
}

static int parse(const char *text, struct decimal *d)
{
	const char *from = text;

	*d = (struct decimal){ 0 };
	text = take_digits(text, 0, d);
	if (*text == '.')
		text = take_digits(text + 1, -1, d);
	if (!is_digit(*from) && !(*from == '.' && is_digit(from[1])))
		return -EINVAL;
	if (*text == 'e' || *text == 'E')
		text = take_exponent(text, d);
	if (!text || *text)
		return -EINVAL;
	return d->digits ? 0 : -EINVAL;
}

/* @value times 10^@n, or 0 where that is above 10^18 */
static uint64_t scaled(uint64_t value, int n)
{
	static const uint64_t most = UINT64_C(1000000000000000000);

	for (; n > 0; n--) {
		if (value > most / 10)
			return 0;
		value *= 10;
	}
	return value;
}

int import_decimal(const char *text, int unit, uint64_t *ops,
		   uint64_t *elapsed_ns)
{
	struct decimal d;
	int err = parse(text, &d);
	uint64_t a, b;

	if (err)
		return err;
	while (d.exponent < 0 && d.digits % 10 == 0) {
		d.digits /= 10;
		d.exponent++;
	}
	if (unit == IMPORT_OPS_PER_S) {
		/* Beyond nine decimals of a rate there is nothing to keep. */
		while (d.exponent < -9 && d.digits >= MOST_RATE_DIGITS) {
			d.digits /= 10;
			d.exponent++;
		}
		a = scaled(d.digits, d.exponent);
		b = scaled(UINT64_C(1000000000), -d.exponent);
	} else {
		d.exponent += 3 * (unit - IMPORT_NS_PER_OP);
		a = scaled(1, -d.exponent);
		b = scaled(d.digits, d.exponent);
	}
	if (!a || !b)
		return -ERANGE;
	*ops = a;
	*elapsed_ns = b;
	return 0;
}

/* How often @c stands in @text. */
static size_t count_char(const char *text, char c)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == c;
	return n;
}

/* Whether @len characters are digits in groups of three between @separator. */
static bool is_grouped(const char *text, size_t len, char separator)
{
	size_t first = strcspn(text, (char[]){ separator, '\0' });

	if (first < 1 || first > 3 || first >= len || (len - first) % 4)
		return false;
	for (size_t i = 0; i < len; i++) {
		bool between = i >= first && (i - first) % 4 == 0;

		if (between ? text[i] != separator : !is_digit(text[i]))
			return false;
	}
	return true;
}

/*
 * Which of '.' and ',' separates thousands in @text, and which the fraction;
 * '\0': none does.
 */
static int separators(const char *text, bool whole, char *thousands,
		      char *point)
{
	size_t dots = count_char(text, '.'), commas = count_char(text, ',');
	const char *dot = strrchr(text, '.'), *comma = strrchr(text, ',');
	char one = commas ? ',' : '.';

	*thousands = *point = '\0';
	if (dots && commas) {
		*point = dot > comma ? '.' : ',';
		*thousands = dot > comma ? ',' : '.';
		return (dot > comma ? dots : commas) == 1 ? 0 : -EINVAL;
	}
	if (dots + commas == 0)
		return 0;
	if (dots + commas > 1) {
		*thousands = one;
		return 0;
	}
	if ((commas || whole) && is_grouped(text, strlen(text), one))
		return -ENOTUNIQ;
	*point = one;
	return 0;
}

int import_plain(const char *text, bool whole, char *buf, size_t len)
{
	char thousands, point, *to = buf;
	int err = separators(text, whole, &thousands, &point);
	size_t digits;

	if (err)
		return err;
	digits = point ? (size_t)(strrchr(text, point) - text) : strlen(text);
	if (strlen(text) >= len ||
	    (thousands && !is_grouped(text, digits, thousands)))
		return -EINVAL;
	for (; *text; text++) {
		if (*text != thousands)
			*to++ = *text == point ? '.' : *text;
	}
	*to = '\0';
	return 0;
}

/*
 * Numbers, one a line.
 */

/* The one word of a line; "" if there is none, NULL if there are several. */
static char *only_word(char *line)
{
	static const char blanks[] = " \t";
	char *end;

	line[strcspn(line, "#")] = '\0';
	line += strspn(line, blanks);
	end = line + strcspn(line, blanks);
	if (end[strspn(end, blanks)])
		return NULL;
	*end = '\0';
	return line;
}

static int bad_line(size_t nr, const char *what, int err, char *why, size_t len)
{
	char quoted[PARSE_QUOTE_LEN];

	return why_set(why, len, -EINVAL, "line %zu: %s is %s", nr,
		       parse_quote(what, quoted, sizeof(quoted)),
		       err == -ERANGE ? "too large or too small" :
					"not a number above 0");
}

static int take_line(struct entry *e, char *line, size_t nr, int unit,
		     char *why, size_t len)
{
	char *word = only_word(line);
	uint64_t ops, elapsed_ns;
	int err;

	if (!word)
		return why_set(why, len, -EINVAL,
			       "line %zu: more than one number", nr);
	if (!*word)
		return 0;
	err = import_decimal(word, unit, &ops, &elapsed_ns);
	if (err)
		return bad_line(nr, word, err, why, len);
	if (import_run(e, ops, elapsed_ns))
		return why_set(why, len, -ENOMEM, "no memory");
	return 0;
}

static int take_lines(struct import_source *s, struct entry *e, char *why,
		      size_t len)
{
	char *text = s->text, *line;
	size_t nr = 0;
	int err = 0;

	while (!err && (line = import_line(&text)))
		err = take_line(e, line, ++nr, s->unit, why, len);
	if (!err && !e->nr_runs)
		err = why_set(why, len, -EINVAL, "no numbers in it");
	return err;
}

int import_samples(struct import_source *s, struct import_result *out,
		   char *why, size_t len)
{
	struct session *session = import_session(out, s->text);
	struct entry *e = session ? import_entry(session, s->name, "op") : NULL;
	int err;

	if (e && findings_add(&e->notes, "N-IMPORTED",
			      "samples in %s from %s: ops and elapsed_ns are "
			      "fractions, not counts",
			      import_units[s->unit], s->title))
		e = NULL;
	err = e ? take_lines(s, e, why, len) :
		  why_set(why, len, -ENOMEM, "no memory");
	if (err)
		import_free(out);
	else
		session->repeat = (uint32_t)e->nr_runs;
	return err;
}

#define ID_LEN 32

/* The text's hash, cut as ids of sessions are; malloc'ed. */
static char *id_of(const char *seed)
{
	char hex[SHA256_HEX_LEN];

	sha256_hex(seed, strlen(seed), hex);
	return strndup(hex, ID_LEN);
}

struct session *import_session(struct import_result *out, const char *seed)
{
	struct session *bigger =
		reallocarray(out->sessions, out->nr + 1, sizeof(*bigger));
	struct session *s;

	if (!bigger)
		return NULL;
	out->sessions = bigger;
	s = &bigger[out->nr++];
	*s = (struct session){
		.id = id_of(seed),
		.complete = true,
	};
	return s->id ? s : NULL;
}

struct entry *import_entry(struct session *s, const char *name, const char *op)
{
	struct entry *e = session_add_entry(s);

	if (!e)
		return NULL;
	e->name = strdup(name);
	e->op = strdup(op);
	e->nr_tasks = 1;
	e->nr_groups = 1;
	return e->name && e->op ? e : NULL;
}

int import_run(struct entry *e, uint64_t ops, uint64_t elapsed_ns)
{
	struct sample *r = entry_add_run(e);

	if (!r)
		return -ENOMEM;
	r->index = (uint32_t)e->nr_runs - 1;
	r->ops = ops;
	r->elapsed_ns = elapsed_ns;
	r->valid = true;
	if (ops > e->ops)
		e->ops = ops;
	return 0;
}

char *import_line(char **text)
{
	char *line = *text, *end, last;

	if (!line)
		return NULL;
	end = line + strcspn(line, "\r\n");
	last = *end;
	*end = '\0';
	if (!last)
		*text = NULL;
	else
		*text = end + 1 + (last == '\r' && end[1] == '\n');
	return line;
}

void import_free(struct import_result *r)
{
	for (size_t i = 0; i < r->nr; i++)
		session_free(&r->sessions[i]);
	free(r->sessions);
	free(r->left_out);
	*r = (struct import_result){ 0 };
}
