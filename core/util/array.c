/* SPDX-License-Identifier: MIT */
/*
 * core/util/array.c - arrays that grow.
 */
#include "util/array.h"

#include <stdlib.h>
#include <string.h>

void *array_append(void **array, size_t *nr, size_t size)
{
	char *element;

	if (!(*nr & (*nr - 1))) {
		size_t room = *nr ? *nr * 2 : 1;
		void *bigger = reallocarray(*array, room, size);

		if (!bigger)
			return NULL;
		*array = bigger;
	}
	element = (char *)*array + *nr * size;
	memset(element, 0, size);
	(*nr)++;
	return element;
}
