/* SPDX-License-Identifier: MIT */
/*
 * core/result/import.c - what the imported formats share.
 */
#include "result/import.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/sha256.h"
#include "util/strbuf.h"
#include "util/why.h"

/*
 * A decimal number as a fraction of whole numbers.
 */

#define WORD_LEN 64
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
 * Records that are left out, and values of those that are not.
 */

/* Whether @one is among the parts of @list that stand between ", ". */
static bool is_listed(const char *list, const char *one)
{
	size_t len = strlen(one);

	for (const char *at = list; at && (at = strstr(at, one)); at++) {
		if ((at == list || at[-1] == ' ') &&
		    (!at[len] || !strncmp(at + len, ", ", 2)))
			return true;
	}
	return false;
}

int import_leave_out(struct import_result *out, const char *record,
		     const char *fmt, ...)
{
	struct strbuf one = { 0 }, all = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_addf(&one, "%s (", record);
	strbuf_vaddf(&one, fmt, ap);
	strbuf_add(&one, ")");
	va_end(ap);
	if (!one.err && !is_listed(out->left_out, one.text) &&
	    out->nr_left_out++ < IMPORT_MOST_NAMED) {
		if (out->left_out)
			strbuf_add(&all, out->left_out);
		strbuf_join(&all, ", ", "%s", one.text);
		free(out->left_out);
		out->left_out = strbuf_take(&all);
	}
	strbuf_free(&one);
	return out->left_out ? 0 : -ENOMEM;
}

int import_value(struct import_result *out, const char *record,
		 const char *number, bool whole, int unit, uint64_t *ops,
		 uint64_t *elapsed_ns)
{
	char plain[WORD_LEN];
	int err = import_plain(number, whole, plain, sizeof(plain));

	if (err == -ENOTUNIQ)
		return import_leave_out(
			       out, record,
			       "%.40s: the separator may stand for thousands "
			       "or for a decimal point",
			       number) ?:
			       1;
	if (!err)
		err = import_decimal(plain, unit, ops, elapsed_ns);
	if (err == -ERANGE)
		return import_leave_out(out, record, "%.40s is too large or too small", number) ?:
			       1;
	if (err)
		return import_leave_out(out, record, "%.40s is not a number above 0", *number ? number : "an empty cell") ?:
			       1;
	return 0;
}

int import_real(struct import_result *out, const char *record, double number,
		int unit, uint64_t *ops, uint64_t *elapsed_ns)
{
	char text[WORD_LEN];

	if (isnan(number))
		return import_leave_out(out, record, "no time") ?: 1;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, number);
		if (strtod(text, NULL) == number)
			break;
	}
	return import_value(out, record, text, false, unit, ops, elapsed_ns);
}

int import_param(struct entry *e, const char *name, const char *value)
{
	struct param *p = ARRAY_ADD(e->params, e->nr_params);

	if (!p)
		return -ENOMEM;
	p->name = strdup(name);
	p->value = strdup(value);
	return p->name && p->value ? 0 : -ENOMEM;
}

int import_note(struct entry *e, const char *fmt, ...)
{
	struct strbuf b = { 0 };
	va_list ap;
	int err;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	err = b.err ? b.err :
		      findings_add(&e->notes, "N-IMPORTED",
				   "%s: ops and elapsed_ns are fractions, not "
				   "counts",
				   b.text);
	strbuf_free(&b);
	return err;
}

/* Runs that every benchmark has: nobody asked for more. */
static uint32_t fewest_runs(const struct session *s)
{
	size_t fewest = s->nr_entries ? s->entries[0].nr_runs : 0;

	for (size_t i = 1; i < s->nr_entries; i++) {
		if (s->entries[i].nr_runs < fewest)
			fewest = s->entries[i].nr_runs;
	}
	return (uint32_t)fewest;
}

int import_end(struct import_result *out, int err, const char *what, char *why,
	       size_t len)
{
	if (err == -ENOMEM)
		why_set(why, len, err, "no memory");
	else if (err == -E2BIG)
		err = why_set(why, len, -EINVAL, "more than %d values",
			      IMPORT_MOST_RUNS);
	else if (!err && !fewest_runs(&out->sessions[0]) && out->left_out)
		err = why_set(why, len, -EINVAL, "nothing to import: %s",
			      out->left_out);
	else if (!err && !fewest_runs(&out->sessions[0]))
		err = why_set(why, len, -EINVAL, "%s", what);
	if (err)
		import_free(out);
	else
		out->sessions[0].repeat = fewest_runs(&out->sessions[0]);
	return err;
}

/*
 * Numbers, one a line.
 */

/* The next word from @at on, NUL-terminated; "" if there is none. */
static char *next_word(char **at)
{
	static const char blanks[] = " \t";
	char *word = *at + strspn(*at, blanks);
	char *end = word + strcspn(word, blanks);

	*at = end + (*end != '\0');
	*end = '\0';
	return word;
}

/* Return: enum import_unit, or -EINVAL. */
static int unit_of(const char *word)
{
	for (int i = 0; import_units[i]; i++) {
		if (!strcmp(import_units[i], word))
			return i;
	}
	return -EINVAL;
}

static int take_line(struct import_result *out, char *line, size_t nr, int unit)
{
	char record[WORD_LEN], *word, *own;
	uint64_t ops, elapsed_ns;
	int err;

	line[strcspn(line, "#")] = '\0';
	word = next_word(&line);
	own = next_word(&line);
	if (!*word)
		return 0;
	snprintf(record, sizeof(record), "line %zu", nr);
	if (*own)
		unit = unit_of(own);
	if (*next_word(&line) || (unit < 0 && is_digit(*own)))
		return import_leave_out(out, record, "more than one number");
	if (unit < 0)
		return import_leave_out(out, record, "unknown unit %.40s", own);
	err = import_value(out, record, word, false, unit, &ops, &elapsed_ns);
	if (err)
		return err < 0 ? err : 0;
	return import_run(&out->sessions[0].entries[0], ops, elapsed_ns);
}

int import_samples(struct import_source *s, struct import_result *out,
		   char *why, size_t len)
{
	struct session *session = import_session(out, s->text);
	struct entry *e = session ? import_entry(session,
						 s->name ?: "import/samples",
						 "op") :
				    NULL;
	char *text = s->text, *line;
	int err = e ? import_note(e, "samples in %s from %s",
				  import_units[s->unit], s->title) :
		      -ENOMEM;
	size_t nr = 0;

	while (!err && (line = import_line(&text)))
		err = take_line(out, line, ++nr, s->unit);
	return import_end(out, err, "no numbers in it", why, len);
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
	struct sample *r = NULL;

	if (e->nr_runs >= IMPORT_MOST_RUNS)
		return -E2BIG;
	r = entry_add_run(e);
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
