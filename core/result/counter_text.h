/* SPDX-License-Identifier: MIT */
/*
 * core/result/counter_text.h - words about events: what they are called, and which
 * were not counted.
 */
#ifndef CORE_RESULT_COUNTER_TEXT_H
#define CORE_RESULT_COUNTER_TEXT_H

#include <stddef.h>

#include "result/result.h"

/* What of a name is its filter: ":u", ":k" or "". */
const char *counter_filter(const struct counter *c);

/* "ns" of the kernel's clocks; "" of all others, which are plain counts. */
const char *counter_unit(const char *name);

/* The event of that metric and filter on the PMU of @like, or nr_counters. */
size_t counter_find(const struct entry *e, const struct counter *like,
		    const char *metric, const char *filter);

/**
 * counter_label - name of an event, with its PMU where two have one name
 * @buf:	@len bytes: "cycles:k", "cycles@cpu_atom"
 *
 * Return: @buf.
 */
const char *counter_label(const struct entry *e, size_t i, char *buf,
			  size_t len);

#endif
