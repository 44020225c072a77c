/* SPDX-License-Identifier: MIT */
/*
 * core/util/array.h - arrays that grow.
 */
#ifndef CORE_UTIL_ARRAY_H
#define CORE_UTIL_ARRAY_H

#include <stddef.h>

/**
 * array_append - make room for one more element
 * @array:	of @nr elements of @size bytes; NULL while there are none
 *
 * Arrays grow when their length is a power of two, so that no capacity needs
 * to be kept.
 *
 * Return: the new element, zeroed; NULL: no memory.
 */
void *array_append(void **array, size_t *nr, size_t size);

#endif
