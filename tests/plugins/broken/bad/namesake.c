/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/namesake.c - a function that happens to have the name. */
#include "../../plugin.h"

EXPORT void harness_bench(void);

void harness_bench(void) {}
