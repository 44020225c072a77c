/* SPDX-License-Identifier: MIT */
/*
 * core/session/interference.h - what is to be said about the machine during runs.
 */
#ifndef CORE_SESSION_INTERFERENCE_H
#define CORE_SESSION_INTERFERENCE_H

#include "result/result.h"
#include "run/interference.h"

/**
 * interference_explain - note which parts of struct interference an entry does not have
 * @r:		of its first run
 *
 * Return: 0 or -ENOMEM.
 */
int interference_explain(struct entry *e, const struct interference_reading *r);

/**
 * interference_note - what the machine did during all runs of an entry, as notes
 *
 * W-BUSY, W-STEAL, W-SMT, W-IRQ, W-HEAT, and W-NICE of the tasks themselves.
 *
 * Return: 0 or -ENOMEM.
 */
int interference_note(struct entry *e);

/* Lowest and highest clock rate of valid runs; NaN: not known. */
void interference_clock(const struct entry *e, double *least, double *most);

#endif
