/* SPDX-License-Identifier: MIT */
/*
 * bench/numa/node.h - memory nodes, and memory that is certain to be on one.
 */
#ifndef BENCH_NUMA_NODE_H
#define BENCH_NUMA_NODE_H

#include <harness/bench.h>

#include <linux/mempolicy.h>
#include <string.h>
#include <sys/mman.h>

#define NODES_MAX 1024
#define NODE_BITS (8 * sizeof(unsigned long))

/* struct node_set - nodes, as the kernel takes them */
struct node_set {
	unsigned long bits[NODES_MAX / (8 * sizeof(unsigned long))];
};

static inline bool node_in(const struct node_set *set, uint32_t node)
{
	return set->bits[node / NODE_BITS] >> node % NODE_BITS & 1;
}

/* Finds the nodes with memory that this process may use. */
static inline int node_allowed(struct node_set *set)
{
	memset(set, 0, sizeof(*set));
	return (int)syscall(SYS_get_mempolicy, NULL, set->bits, (long)NODES_MAX,
			    NULL, (long)MPOL_F_MEMS_ALLOWED);
}

/* Return: the node of this CPU. */
static inline uint32_t node_here(void)
{
	unsigned int node = 0;

	syscall(SYS_getcpu, NULL, &node, NULL);
	return node;
}

/* Return: the node of @set that follows @node, in a circle. */
static inline uint32_t node_after(const struct node_set *set, uint32_t node)
{
	uint32_t next = node;

	do
		next = (next + 1) % NODES_MAX;
	while (next != node && !node_in(set, next));
	return next;
}

/* Touches every page and asks the kernel where it is. */
static inline int node_check(struct bench_task *t, char *memory, uint64_t size,
			     uint32_t node)
{
	memset(memory, 1, size);
	for (uint64_t i = 0; i < size; i += 4096) {
		int on = -1;

		if (syscall(SYS_get_mempolicy, &on, NULL, 0L, memory + i,
			    (long)(MPOL_F_NODE | MPOL_F_ADDR)))
			return bench_error(t, errno, "get_mempolicy");
		if (on != (int)node)
			return bench_error(t, ENOMEM, "memory on that node");
	}
	return 0;
}

/* Of no bytes at all it only tells whether the call can be made. */
static inline int node_bind(void *memory, uint64_t size,
			    const struct node_set *set)
{
	return (int)syscall(SYS_mbind, (uintptr_t)memory & ~(uintptr_t)4095,
			    size, (long)MPOL_BIND, set->bits, (long)NODES_MAX,
			    0L);
}

/* Maps @size bytes on @node, all of them there. Return: 0 or an error. */
static inline int node_map(struct bench_task *t, uint64_t size, uint32_t node,
			   char **memory)
{
	struct node_set set = { { 0 } };

	*memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (*memory == MAP_FAILED)
		return bench_error(t, errno, "mmap");
	set.bits[node / NODE_BITS] = 1UL << node % NODE_BITS;
	if (node_bind(*memory, size, &set))
		return bench_error(t, errno, "mbind");
	return node_check(t, *memory, size, node);
}

#endif
