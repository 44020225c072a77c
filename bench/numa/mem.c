/* SPDX-License-Identifier: MIT */
/*
 * bench/numa/mem.c - memory of a chosen node is read; an op is one pass.
 */
#include "../refused.h"
#include "node.h"

#define LINE 64

enum { NODE_LOCAL, NODE_REMOTE };

/**
 * struct mem_state - of the one task
 * @size:	bytes that a pass reads
 * @node:	on the node of the task's CPU, or on another
 * @memory:	of that size
 */
struct mem_state {
	uint64_t size;
	uint64_t node;
	char *memory;
};

static const struct bench_option mem_options[] = {
	BENCH_OPTION(struct mem_state, size, BENCH_BYTES, 64 << 20, 4096,
		     1ULL << 34, "bytes read per pass"),
	BENCH_CHOICE(struct mem_state, node, NODE_LOCAL,
		     "memory on the task's own node, or on the next one that "
		     "has any",
		     "local", "remote"),
	BENCH_END
};

static const char *mem_supported(void)
{
	struct node_set nodes;
	char page;

	if (node_allowed(&nodes))
		return refused("get_mempolicy", errno, NULL);
	if (node_bind(&page, 0, &nodes))
		return refused("mbind", errno, NULL);
	return NULL;
}

static const char *mem_accepts(const void *state, const struct bench_group *g)
{
	const struct mem_state *s = state;
	struct node_set nodes;
	uint32_t nr = 0;

	(void)g;
	if (s->node == NODE_LOCAL || node_allowed(&nodes))
		return NULL;
	for (uint32_t i = 0; i < NODES_MAX; i++)
		nr += node_in(&nodes, i);
	if (nr < 2)
		return "there is no second node with memory here: use "
		       "-p node=local";
	return NULL;
}

static int mem_setup(struct bench_task *t)
{
	struct mem_state *s = t->state;
	uint32_t node = node_here();
	struct node_set nodes;

	t->group->bytes_per_op = s->size;
	if (node_allowed(&nodes))
		return bench_error(t, errno, "get_mempolicy");
	if (s->node == NODE_REMOTE)
		node = node_after(&nodes, node);
	return node_map(t, s->size, node, &s->memory);
}

static int mem_teardown(struct bench_task *t)
{
	const struct mem_state *s = t->state;

	munmap(s->memory, s->size);
	return 0;
}

/* A word of every line: the line comes whole. */
static int mem_task(struct bench_task *t, uint64_t loops)
{
	const struct mem_state *s = t->state;

	bench_loop (t, loops)
		for (uint64_t i = 0; i < s->size; i += LINE)
			(void)*(volatile uint64_t *)(s->memory + i);
	return 0;
}

static const struct bench_peer mem_peers[] = {
	{ "perf", "usecs", 1e-3,
	  "numa mem prints GB/sec of threads that read and write and that "
	  "the kernel may migrate; -P with -M and -C comes closest to this" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "numa/mem",
	.summary = "read memory of the local or a remote NUMA node",
	.op = "pass",
	.description =
		"One task reads memory bound to the node of its CPU, or with "
		"-p node=remote to the next node that has memory. An op is one "
		"pass over all of it, reading one word of every 64-byte line. "
		"The hardware prefetches whole lines: the result is a "
		"bandwidth.\n\n"
		"Before the first op, the kernel is asked for the node of each "
		"page; the run fails if a page is on the wrong one. Unlike "
		"perf bench numa mem, it does not test how the kernel places "
		"and migrates memory by itself, and does not write. There is "
		"no context switch. On a machine with one node, only local "
		"memory can be read.",
	.nr_tasks = 1,
	.state_size = sizeof(struct mem_state),
	.options = mem_options,
	.peers = mem_peers,
	.supported = mem_supported,
	.accepts = mem_accepts,
	.setup = mem_setup,
	.teardown = mem_teardown,
	.task = mem_task,
);
