/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_decimal.c - a decimal number as a fraction of whole numbers.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "result/import.h"

#define MOST_DIGITS 18
#define MOST_EXPONENT 999

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
