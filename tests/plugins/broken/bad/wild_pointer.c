/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/wild_pointer.c - its texts lie nowhere. */
#include "../../plugin.h"

BENCH(.name = (const char *)64, REQUIRED, );
