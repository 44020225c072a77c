/* SPDX-License-Identifier: MIT */
/*
 * core/machine/config_change.h - whether the machine is still configured as it was.
 */
#ifndef CORE_MACHINE_CONFIG_CHANGE_H
#define CORE_MACHINE_CONFIG_CHANGE_H

#include "result/result.h"

/**
 * config_compare - look at the machine again after the runs
 * @s:		session with the facts from before, or without any
 *
 * Every fact that differs becomes a note W-CONFIG of every entry.
 *
 * Return: 0 or -ENOMEM.
 */
int config_compare(struct session *s);

#endif
