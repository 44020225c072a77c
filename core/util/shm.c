/* SPDX-License-Identifier: MIT */
/*
 * core/util/shm.c - memory shared by the harness, its runner and the tasks.
 */
#include <sys/mman.h>

#include "run/runner.h"

void *shm_alloc(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void shm_free(void *p, size_t size)
{
	if (p)
		munmap(p, size);
}
