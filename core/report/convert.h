/* SPDX-License-Identifier: MIT */
/*
 * core/report/convert.h - sessions in formats of other programs. Pure but for
 * the stream.
 */
#ifndef CORE_REPORT_CONVERT_H
#define CORE_REPORT_CONVERT_H

#include <stdio.h>

#include "result/result.h"

/**
 * struct convert_source - what is converted into one text
 * @sessions:	@nr of them, at least one
 * @files:	where they were read
 */
struct convert_source {
	const struct session *sessions;
	const char *const *files;
	size_t nr;
};

/*
 * One format each; invalid runs are in none but CSV. Return: 0, -ENOMEM; -E2BIG:
 * the format has one session; -EEXIST: one is there twice.
 */
typedef int convert_fn(FILE *out, const struct convert_source *src);

#endif
