/* SPDX-License-Identifier: MIT */
/* tests/plugins/good/demo/noisy.c - prints, changes signals and closes what it finds open. */
#include <signal.h>
#include <stdio.h>

#include "../../plugin.h"

static void __attribute__((constructor)) make_noise(void)
{
	puts("noise on stdout");
	fflush(stdout);
	fputs("noise on stderr\n", stderr);
	signal(SIGTERM, SIG_IGN);
	for (int fd = 0; fd < 64; fd++)
		close(fd);
}

BENCH(.name = "demo/noisy", REQUIRED, );
