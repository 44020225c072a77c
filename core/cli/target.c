/* SPDX-License-Identifier: MIT */
/*
 * core/cli/target.c - the file of -o.
 */
#include "cli/target.h"

#include <errno.h>
#include <stdlib.h>

#include "result/output_name.h"
#include "util/log.h"

int target_reserve(const char *command, const char *pattern,
		   const struct session *s, struct target *t)
{
	int ret;

	*t = (struct target){ .command = command };
	if (!pattern)
		return 0;
	t->path = output_name(pattern, s);
	if (!t->path)
		return log_error(-ENOMEM, "%s", command);
	ret = result_writer_open(t->path, &t->w);
	return ret ? log_error(ret, "%s: cannot write '%s'", command, t->path) :
		     0;
}

int target_commit(struct target *t, int err)
{
	int ret = result_writer_commit(t->w, err);

	t->w = NULL;
	return ret ? log_error(ret, "%s: cannot save '%s'", t->command,
			       t->path) :
		     0;
}

void target_end(struct target *t)
{
	result_writer_abort(t->w);
	free(t->path);
	*t = (struct target){ 0 };
}
