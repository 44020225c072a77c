/* SPDX-License-Identifier: MIT */
/*
 * core/report/report.c - a session as text, in one of the formats.
 */
#include "report/report.h"

#include <errno.h>

#include "report/csv.h"
#include "report/perf.h"
#include "report/text.h"
#include "result/encode.h"
#include "session/options.h"

/*
 * The result file as a report.
 */

static int report_json(FILE *out, const struct session *s,
		       const struct report_opts *opts)
{
	(void)opts;
	return result_encode(out, s);
}

typedef int report_fn(FILE *out, const struct session *s,
		      const struct report_opts *opts);

static report_fn *const formats[] = {
	[FORMAT_TEXT] = report_text,	 [FORMAT_PERF] = report_perf,
	[FORMAT_SIMPLE] = report_simple, [FORMAT_JSON] = report_json,
	[FORMAT_CSV] = report_csv,
};

int report_print(FILE *out, const struct session *s, int format,
		 const struct report_opts *opts)
{
	int err = formats[format](out, s, opts);

	if (!err && ferror(out))
		return -EIO;
	return err;
}
