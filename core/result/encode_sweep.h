/* SPDX-License-Identifier: MIT */
/*
 * core/result/encode_sweep.h - what the entries of a sweep over CPUs say together, as
 * jansson values. Computed from the runs, and not read back.
 */
#ifndef CORE_RESULT_ENCODE_SWEEP_H
#define CORE_RESULT_ENCODE_SWEEP_H

#include "result/json.h"

/**
 * json_sweep_rows - what the entries of a sweep over CPUs say together
 * @e:	@nr entries
 *
 * Return: an array, a row for each CPU or for each relation of pairs.
 */
json_t *json_sweep_rows(const struct entry *e, size_t nr);

#endif
