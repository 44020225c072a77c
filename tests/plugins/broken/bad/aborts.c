/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/aborts.c - aborts while it is loaded. */
#include <stdlib.h>

#include "../../plugin.h"

static void __attribute__((constructor)) give_up(void)
{
	abort();
}

BENCH(.name = "bad/aborts", REQUIRED, );
