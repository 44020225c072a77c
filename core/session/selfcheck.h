/* SPDX-License-Identifier: MIT */
/*
 * core/session/selfcheck.h - prove what a benchmark promises, on this kernel.
 */
#ifndef CORE_SESSION_SELFCHECK_H
#define CORE_SESSION_SELFCHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "result/result.h"
#include "session/plan.h"

/**
 * struct selfcheck - what one configuration showed
 * @ops:	in the longer of two runs
 * @expect_min, @expect_max: promised switches per op
 * @seen:	switches per op; NaN where nothing ran
 * @growth:	time of twice the ops against that of once
 * @control_seen: voluntary switches per op of the control; NaN without one
 * @faults:	contradictions, empty if all is as promised
 */
struct selfcheck {
	uint64_t ops;
	double expect_min, expect_max;
	double seen;
	double growth;
	double control_seen;
	struct findings faults;
};

/**
 * selfcheck - run one planned configuration and its control
 * @pe:		entry without a reason
 * @out:	filled in; free @faults with findings_free()
 *
 * Runs of N and of 2N ops alternate until one round shows no contradiction,
 * with the same tasks a few times, then with fresh ones.
 *
 * Contradictions: the findings of validate() for 2N ops; C-TIME (the time does
 * not double when the ops double); C-CONTROL (the control blocks); C-RUN (a
 * run failed).
 *
 * Return: 0, -EINTR, -ENOMEM.
 */
int selfcheck(const struct plan_entry *pe, struct selfcheck *out);

#endif
