/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/params.h - the options of a benchmark: -p NAME=VALUE[,VALUE...] read
 * against its option table. Pure: no I/O.
 */
#ifndef CORE_PLUGIN_PARAMS_H
#define CORE_PLUGIN_PARAMS_H

#include <harness/bench.h>
#include <stddef.h>
#include <stdint.h>

#include "result/result.h"
#include "util/strbuf.h"

/**
 * struct name_value - one -p NAME=VALUE[,VALUE...]
 * @name:	malloc'ed, not empty
 * @values:	borrowed from argv, may be empty
 */
struct name_value {
	char *name;
	const char *values;
};

/* Configurations that one sweep may have. */
#define PARAMS_MAX_CONFIGS 10000

/* Enough for params_text(). */
#define PARAMS_TEXT_LEN 64

/**
 * struct params - the configurations that were asked for
 * @options:	the benchmark's table, borrowed; NULL if it has none
 * @nr_options:	rows in it
 * @nr_configs:	at least 1
 * @values:	malloc'ed; of option o in configuration c at
 *		c * @nr_options + o
 *
 * With several values for several options, every combination is a
 * configuration; the last option of the table varies fastest.
 */
struct params {
	const struct bench_option *options;
	size_t nr_options;
	size_t nr_configs;
	uint64_t *values;
};

/**
 * params_expand - read -p options against a benchmark
 * @bench:	only its name and option table are looked at
 * @given:	@nr of them, in order; of two with one name the last holds
 * @out:	filled in, to be freed with params_free(); untouched on error
 * @why:	on error one line that names option, value and what is allowed
 * @len:	size of @why
 *
 * Values are counts, bytes, times or yes/no after the option's unit, as in
 * parse.h, or one of its words. The same value twice is an error.
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int params_expand(const struct bench *bench, const struct name_value *given,
		  size_t nr, struct params *out, char *why, size_t len);

void params_free(struct params *p);

/**
 * params_store - put one configuration into a benchmark's state
 * @config:	below nr_configs
 * @state:	memory that every offset of the table lies in
 */
void params_store(const struct params *p, size_t config, void *state);

/**
 * params_text - one value as it would be typed
 * @buf:	"64", "4KiB", "100us", "yes", a word; @len PARAMS_TEXT_LEN or more
 *
 * Return: @buf.
 */
const char *params_text(const struct bench_option *o, uint64_t value, char *buf,
			size_t len);

/* Adds which values an option takes: "1 to 4KiB", "one of: a, b". */
void params_add_range(struct strbuf *b, const struct bench_option *o);

/**
 * params_list - one configuration for a result
 * @config:	below nr_configs
 * @out:	malloc'ed array of @nr, its strings malloc'ed too, in table
 *		order; NULL if there are no options
 *
 * Return: 0, or -ENOMEM with nothing to free.
 */
int params_list(const struct params *p, size_t config, struct param **out,
		size_t *nr);

#endif
