/* SPDX-License-Identifier: MIT */
/*
 * core/compare/fleet_judge.h - which machines of a fleet stand out.
 */
#ifndef CORE_COMPARE_FLEET_JUDGE_H
#define CORE_COMPARE_FLEET_JUDGE_H

#include "compare/fleet.h"

/**
 * fleet_judge - judge all machines, once all sessions are there
 *
 * Sorts sessions and configurations, takes one value per machine and benchmark,
 * and sets those of a configuration against each other.
 *
 * Return: 0 or -ENOMEM.
 */
int fleet_judge(struct fleet *f);

#endif
