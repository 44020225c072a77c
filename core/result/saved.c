/* SPDX-License-Identifier: MIT */
/*
 * core/result/saved.c - the result files that a command line names.
 */
#include "result/saved.h"

#include <errno.h>
#include <stdlib.h>

#include "result/read.h"
#include "util/input.h"
#include "util/log.h"

#define WHY_LEN 512

int saved_read(const struct opts_words *w, struct session **out)
{
	struct session *s = calloc(w->nr, sizeof(*s));
	char why[WHY_LEN] = "";
	int err = 0;

	if (!s)
		return log_error(ENOMEM, "cannot read the files");
	err = input_check(w->v, w->nr, why, sizeof(why));
	if (err)
		log_error(0, "cannot read the files: %s", why);
	for (size_t i = 0; !err && i < w->nr; i++) {
		err = result_read(w->v[i], RESULT_WHOLE, &s[i], why,
				  sizeof(why));
		if (err)
			log_error(0, "cannot read %s: %s", w->v[i], why);
	}
	if (err)
		saved_free(s, w->nr);
	else
		*out = s;
	return err;
}

int saved_check(const struct opts_words *w, const struct session *s)
{
	int err = 0;

	for (size_t i = 0; i < w->nr; i++) {
		if (s[i].nr_entries)
			continue;
		err = -ENODATA;
		log_error(0, "%s holds no benchmark", w->v[i]);
	}
	return err;
}

void saved_free(struct session *s, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		session_free(&s[i]);
	free(s);
}
