/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/crashes_asked.c - crashes in supported(). */
#include <signal.h>

#include "../../plugin.h"

static const char *crash(void)
{
	raise(SIGBUS);
	return NULL;
}

BENCH(.name = "bad/crashes_asked", .supported = crash, REQUIRED, );
