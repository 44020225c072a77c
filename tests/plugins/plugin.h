/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/plugin.h - what every plugin of the tests has in common.
 */
#ifndef TESTS_PLUGINS_PLUGIN_H
#define TESTS_PLUGINS_PLUGIN_H

#include <harness/bench.h>

#define EXPORT __attribute__((visibility("default")))

static inline int empty_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		bench_keep(bench_left_);
	}
	return 0;
}

/* Every required field but the name. */
#define REQUIRED                                              \
	.summary = "a plugin of the tests", .op = "empty op", \
	.description = "Does nothing.", .nr_tasks = 1, .task = empty_task

#endif
