/* SPDX-License-Identifier: MIT */
/*
 * core/report/view.c - one entry with its summary, lines and numbers.
 */
#include "report/view.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Wide enough for 999999999 ops/sec and a blank before it. */
#define COLUMN 12

/* Finer than a nanosecond spread over a million ops is nothing. */
#define MOST_DECIMALS 6

/* Beyond this a number is not a measurement and digits say nothing. */
#define LARGEST 1e15

/* Below this a count per op needs an exponent. */
#define SMALL 0.001

void view_set_unit(struct view *v, double ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 } };

	v->unit = "ns";
	v->unit_ns = 1;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (ns >= units[i].ns) {
			v->unit = units[i].name;
			v->unit_ns = units[i].ns;
			return;
		}
	}
}

/* Copies of the runs that have a number, as if they were all valid. */
static struct sample *forced_runs(const struct sample *runs, size_t *nr)
{
	struct sample *all = calloc(*nr + 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; all && i < *nr; i++) {
		if (!runs[i].ops)
			continue;
		all[n] = runs[i];
		all[n++].valid = true;
	}
	*nr = n;
	return all;
}

/* The summary that the entry would have if its runs were all valid. */
static int summarize_forced(const struct entry *e, struct summary *out)
{
	struct entry all = *e;
	int err = -ENOMEM;

	all.runs = forced_runs(e->runs, &all.nr_runs);
	all.counted = forced_runs(e->counted, &all.nr_counted);
	if (all.runs && all.counted)
		err = summarize(&all, out);
	free(all.runs);
	free(all.counted);
	return err;
}

int view_open(struct view *v, FILE *out, const struct session *s,
	      const struct entry *e, const struct report_opts *opts)
{
	int err;

	memset(v, 0, sizeof(*v));
	v->out = out;
	v->session = s;
	v->e = e;
	v->opts = opts;
	err = summarize(e, &v->sum);
	if (!err && !v->sum.time.n && opts->force && e->nr_runs) {
		summary_free(&v->sum);
		err = summarize_forced(e, &v->sum);
		v->forced = true;
	}
	view_set_unit(v, v->sum.time.mean);
	return err;
}

void view_close(struct view *v)
{
	summary_free(&v->sum);
}

bool view_has_numbers(const struct view *v)
{
	return v->sum.time.n > 0 && isfinite(v->sum.time.mean);
}

bool view_counts(const struct view *v, const struct sample *r)
{
	return v->forced ? r->ops > 0 : r->valid;
}

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

static __attribute__((format(printf, 3, 0))) void
put_line(FILE *out, const char *prefix, const char *fmt, va_list ap)
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

void report_line(FILE *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_line(out, "", fmt, ap);
	va_end(ap);
}

void view_number(const struct view *v, const char *number, const char *fmt, ...)
{
	char prefix[NUMBER_LEN + COLUMN];
	va_list ap;

	snprintf(prefix, sizeof(prefix), v->comment ? "# %*s " : "%*s ",
		 v->comment ? 0 : COLUMN, number ? number : "-");
	va_start(ap, fmt);
	put_line(v->out, prefix, fmt, ap);
	va_end(ap);
}

void view_remark(const struct view *v, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_line(v->out, "# ", fmt, ap);
	va_end(ap);
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

const char *view_time(const struct view *v, double ns, char buf[NUMBER_LEN])
{
	return number_text(ns / v->unit_ns, 3, buf);
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

const char *task_word(const struct entry *e, double n)
{
	if (e->threads)
		return n == 1 ? "thread" : "threads";
	return n == 1 ? "process" : "processes";
}
