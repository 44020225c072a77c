/* SPDX-License-Identifier: MIT */
/*
 * core/cli/fleet.c - harness compare --fleet: many machines on one screen.
 */
#include "cli/fleet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/fleet.h"
#include "compare/fleet_judge.h"
#include "compare/fleet_print.h"
#include "compare/read.h"
#include "util/exit_status.h"
#include "util/input.h"
#include "util/log.h"

#define WHY_LEN 256
#define MOST_BYTES ((size_t)16 << 20)

static int add_file(void *arg, size_t index, const char *path,
		    const struct session *s, int err, const char *why)
{
	(void)index;
	if (err == -ENOMEM)
		return err;
	return s ? fleet_add(arg, path, s) : fleet_leave_out(arg, path, why);
}

static int expect(struct fleet *f, const char *path)
{
	char why[WHY_LEN], *text;
	size_t len;
	int err = input_read(path, MOST_BYTES, false, &text, &len);

	if (err) {
		log_error(0, "cannot read %s: %s", path,
			  input_why(err, MOST_BYTES, why, sizeof(why)));
		return EXIT_UNREADABLE;
	}
	err = fleet_expect(f, text);
	free(text);
	return err ? EXIT_FAILED : EXIT_DONE;
}

/* Without --strict what was found is for people to look at. */
static int status_of(const struct fleet *f, bool strict)
{
	if (!f->nr_sessions) {
		log_error(0, "none of the files can be used");
		return EXIT_UNREADABLE;
	}
	if (!strict)
		return EXIT_DONE;
	if (f->left_out.nr)
		return EXIT_UNREADABLE;
	return f->nr_named || f->nr_missing ? EXIT_REGRESSION : EXIT_DONE;
}

int fleet_compare(const struct opts_words *w, const struct fleet_opts *o)
{
	struct fleet f = { 0 };
	const struct compare_visit v = { .file = add_file, .arg = &f };
	int err = compare_visit(w->v, w->nr, &v), status = EXIT_DONE;

	if (!err && o->expect)
		status = expect(&f, o->expect);
	if (!err && !status)
		err = fleet_judge(&f);
	if (!err && !status)
		err = fleet_print(stdout, &f, o->format, o->verbose);
	if (err) {
		log_error(err, "cannot compare");
		status = EXIT_FAILED;
	} else if (!status) {
		status = status_of(&f, o->strict);
	}
	fleet_free(&f);
	return status;
}
