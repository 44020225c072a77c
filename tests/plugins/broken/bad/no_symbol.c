/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/no_symbol.c - a shared object that is no plugin. */
#include "../../plugin.h"

extern int unrelated;
EXPORT int unrelated;
