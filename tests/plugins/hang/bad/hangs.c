/* SPDX-License-Identifier: MIT */
/* tests/plugins/hang/bad/hangs.c - never finishes loading. */
#include "../../plugin.h"

static void __attribute__((constructor)) hang(void)
{
	for (;;)
		pause();
}

BENCH(.name = "bad/hangs", REQUIRED, );
