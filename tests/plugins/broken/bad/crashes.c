/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/crashes.c - crashes while it is loaded. */
#include <signal.h>

#include "../../plugin.h"

static void __attribute__((constructor)) crash(void)
{
	raise(SIGSEGV);
}

BENCH(.name = "bad/crashes", REQUIRED, );
