/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/undefined.c - needs a symbol that nobody has. */
#include "../../plugin.h"

int no_such_function_anywhere(struct bench_task *t);

BENCH(.name = "bad/undefined", .setup = no_such_function_anywhere, REQUIRED, );
