/* SPDX-License-Identifier: MIT */
/*
 * core/result/saved.h - the result files that a command line names, for commands
 * that print them: with messages.
 */
#ifndef CORE_RESULT_SAVED_H
#define CORE_RESULT_SAVED_H

#include "result/result.h"
#include "util/opts.h"

/**
 * saved_read - read all files, or none
 * @out:	one for each word; to be freed with saved_free()
 *
 * Return: 0, or a negative errno with a message.
 */
int saved_read(const struct opts_words *w, struct session **out);

/**
 * saved_check - complain of files without a benchmark
 *
 * An empty report would look like a fault of whoever printed it.
 *
 * Return: 0, or -ENODATA with a message for each.
 */
int saved_check(const struct opts_words *w, const struct session *s);

void saved_free(struct session *s, size_t nr);

#endif
