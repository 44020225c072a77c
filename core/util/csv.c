/* SPDX-License-Identifier: MIT */
/*
 * core/util/csv.c - cells of CSV as RFC 4180 has it.
 */
#include "util/csv.h"

#include <string.h>

#include "report/view.h"

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
