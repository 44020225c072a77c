/* SPDX-License-Identifier: MIT */
/* tests/plugins/broken/bad/no_op.c - a required field is missing. */
#include "../../plugin.h"

BENCH(.name = "bad/no_op", .summary = "a plugin of the tests",
      .description = "Does nothing.", .nr_tasks = 1, .task = empty_task, );
