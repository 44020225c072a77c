/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/exits.c - ends its process while it is loaded. */
#include "../../plugin.h"

static void __attribute__((constructor)) leave(void)
{
	_exit(3);
}

BENCH(.name = "bad/exits", REQUIRED, );
