/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/misnamed.c - calls itself other than its path does. */
#include "../../plugin.h"

BENCH(.name = "sched/pipe", REQUIRED, );
