/* SPDX-License-Identifier: MIT */
/*
 * core/report/entry_path.h - a benchmark and its configuration as one word, for
 * other programs: "sched/pipe/msg=4/cpus=same/.../groups=1".
 *
 * A byte that would end the word or one of its parts is written as in a URL
 * ("%20"), so that two configurations never have one name. The number of groups
 * stands last, since benchstat takes "-8" at the end for a number of CPUs.
 */
#ifndef CORE_REPORT_ENTRY_PATH_H
#define CORE_REPORT_ENTRY_PATH_H

#include <stdio.h>

#include "result/result.h"

/* The benchmark's name and the parts. */
void entry_path_put(FILE *out, const struct entry *e);

/* The parts alone: "/msg=4/cpus=same/...". */
void entry_path_put_parts(FILE *out, const struct entry *e);

/* A text with each byte escaped that is a blank, not ASCII or in @forbidden. */
void entry_path_put_word(FILE *out, const char *text, const char *forbidden);

/**
 * entry_path_time - the result of a run
 *
 * Return: time per op in ns, or what the benchmark recorded; NaN: it is invalid
 * or has none.
 */
double entry_path_time(const struct entry *e, const struct sample *r);

#endif
