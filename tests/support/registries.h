/* SPDX-License-Identifier: MIT */
/*
 * tests/support/registries.h - the registry with the plugins made for tests.
 */
#ifndef TESTS_SUPPORT_REGISTRIES_H
#define TESTS_SUPPORT_REGISTRIES_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/registry.h"

#define PLUGINS TEST_BUILD_DIR "/tests/plugins"
#define GOOD PLUGINS "/good"
#define BROKEN PLUGINS "/broken"

static inline struct registry *open_dirs(const char *a, const char *b)
{
	const char *const dirs[] = { a, b, NULL };
	struct registry *r = NULL;

	ck_assert_int_eq(registry_open(dirs, &r), 0);
	return r;
}

static inline const struct plugin *find(const struct registry *r, const char *name)
{
	for (size_t i = 0; i < registry_nr(r); i++) {
		if (!strcmp(registry_get(r, i)->name, name))
			return registry_get(r, i);
	}
	ck_abort_msg("no %s", name);
	return NULL;
}

static inline void probe_word(struct registry *r, const char *word)
{
	size_t *idx, nr;

	ck_assert_int_eq(registry_match(r, word, &idx, &nr), 0);
	ck_assert_int_eq(registry_probe(r, idx, nr), 0);
	free(idx);
}

#endif
