/* SPDX-License-Identifier: MIT */
/*
 * core/session/sample.h - from a run's request to a sample of the result, and back.
 */
#ifndef CORE_SESSION_SAMPLE_H
#define CORE_SESSION_SAMPLE_H

#include <stdbool.h>

#include "result/result.h"
#include "run/measure.h"

/**
 * sample_add - append what a run yielded, judged
 * @e:		entry; its promise and warm-up are set by the first run
 * @q:		a performed request
 * @variant:	what was performed
 * @suspended:	the run was stopped on the way
 *
 * Return: 0 or -ENOMEM.
 */
int sample_add(struct entry *e, const struct run_request *q,
	       const struct variant *variant, bool suspended);

/**
 * sample_add_counted - append what a counted run yielded, judged
 *
 * As sample_add(), to the counted samples.
 */
int sample_add_counted(struct entry *e, const struct run_request *q,
		       const struct variant *variant, bool suspended);

/**
 * sample_add_latency - add the loop times of a run that timed each loop
 *
 * As sample_add(), to the entry's latency; an invalid run is only counted.
 *
 * Return: 0, 1 if the run is invalid, or -ENOMEM.
 */
int sample_add_latency(struct entry *e, const struct run_request *q,
		       const struct variant *variant, bool suspended);

/* For how long others had the CPUs of a performed run; NaN: not known. */
double sample_foreign_ns(const struct run_request *q);

#endif
