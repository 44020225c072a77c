/* SPDX-License-Identifier: MIT */
/*
 * core/report/json.c - the result file as a report.
 */
#include "report/report.h"

#include <stdlib.h>

#include "result/file.h"

int report_json(FILE *out, const struct session *s,
		const struct report_opts *opts)
{
	char *text;
	int err = result_encode(s, &text);

	(void)opts;
	if (err)
		return err;
	fputs(text, out);
	free(text);
	return 0;
}
