/* SPDX-License-Identifier: MIT */
/*
 * core/run/work.c - a working set, made and walked.
 */
#include "run/work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/rng.h"
#include "run/work_touch.h"

/* The same walk in every task and every run. */
#define ORDER_SEED 1

static uint64_t lines_of(const struct work_spec *spec)
{
	return (spec->bytes + WORK_LINE - 1) / WORK_LINE;
}

uint64_t work_shared_bytes(const struct work_spec *spec)
{
	return spec->shared ? lines_of(spec) * WORK_LINE : 0;
}

static int make_order(struct work *w)
{
	size_t *order = malloc(w->nr_lines * sizeof(*order));
	struct rng rng;

	w->order = malloc(w->nr_lines * sizeof(*w->order));
	if (!order || !w->order) {
		free(order);
		return -ENOMEM;
	}
	for (uint64_t i = 0; i < w->nr_lines; i++)
		order[i] = i;
	rng_seed(&rng, ORDER_SEED);
	rng_shuffle(&rng, order, w->nr_lines);
	for (uint64_t i = 0; i < w->nr_lines; i++)
		w->order[i] = (uint32_t)order[i];
	free(order);
	return 0;
}

static unsigned char *line(const struct work *w, uint32_t slot, uint64_t i)
{
	return w->sets + ((uint64_t)slot * w->nr_lines + i) * WORK_LINE;
}

/* Each line holds the number of the next one: one cycle through all. */
static void make_chain(struct work *w, uint32_t slot)
{
	for (uint64_t i = 0; i < w->nr_lines; i++) {
		uint64_t next = w->order[(i + 1) % w->nr_lines];

		memcpy(line(w, slot, w->order[i]), &next, sizeof(next));
	}
}

static int map_sets(struct work *w, void *shared)
{
	size_t bytes = (size_t)w->nr_slots * w->nr_lines * WORK_LINE;

	if (shared) {
		w->sets = shared;
		return 0;
	}
	w->sets = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (w->sets == MAP_FAILED) {
		w->sets = NULL;
		return -ENOMEM;
	}
	return 0;
}

int work_start(const struct work_spec *spec, uint32_t nr_slots, void *shared,
	       struct work *out)
{
	bool by_lot = spec->pattern == WORK_RANDOM ||
		      spec->pattern == WORK_CHASE;
	int ret = 0;

	*out = (struct work){
		.spec = *spec,
		.nr_slots = shared ? 1 : nr_slots,
		.nr_lines = lines_of(spec),
	};
	if (!out->nr_lines)
		return 0;
	ret = map_sets(out, shared);
	if (!ret && by_lot)
		ret = make_order(out);
	for (uint32_t s = 0; s < out->nr_slots && !ret; s++)
		if (spec->pattern == WORK_CHASE)
			make_chain(out, s);
	if (ret)
		work_end(out);
	return ret;
}

void work_end(struct work *w)
{
	if (w->sets && !w->spec.shared)
		munmap(w->sets, (size_t)w->nr_slots * w->nr_lines * WORK_LINE);
	free(w->order);
	*w = (struct work){ 0 };
}

/* Reads or changes the second word of a line; the first is the chain's. */
static inline uint64_t visit(unsigned char *p, bool write)
{
	volatile uint64_t *word = (volatile uint64_t *)p + 1;

	if (write)
		*word += 1;
	return *word;
}

/* A prime that does not divide the number of lines reaches all of them. */
static uint64_t stride_of(uint64_t nr_lines)
{
	static const uint64_t primes[] = { 17, 13, 19 };

	for (size_t i = 0; i < sizeof(primes) / sizeof(*primes); i++)
		if (primes[i] < nr_lines && nr_lines % primes[i])
			return primes[i];
	return 1;
}

static void walk_stride(struct work *w, uint32_t slot, uint64_t step)
{
	uint64_t at = 0, sum = 0;

	for (uint64_t i = 0; i < w->nr_lines; i++) {
		sum += visit(line(w, slot, at), w->spec.write);
		at += step;
		if (at >= w->nr_lines)
			at -= w->nr_lines;
	}
	__asm__ volatile("" : : "r"(sum));
}

static void walk_random(struct work *w, uint32_t slot)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < w->nr_lines; i++)
		sum += visit(line(w, slot, w->order[i]), w->spec.write);
	__asm__ volatile("" : : "r"(sum));
}

static void walk_chain(struct work *w, uint32_t slot)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < w->nr_lines; i++) {
		unsigned char *p = line(w, slot, at);

		if (w->spec.write)
			visit(p, true);
		memcpy(&at, p, sizeof(at));
	}
	__asm__ volatile("" : : "r"(at));
}

void work_perform(struct work *w, uint32_t slot)
{
	if (w->nr_lines) {
		slot = slot < w->nr_slots ? slot : 0;
		if (w->spec.pattern == WORK_CHASE)
			walk_chain(w, slot);
		else if (w->spec.pattern == WORK_RANDOM)
			walk_random(w, slot);
		else
			walk_stride(w, slot,
				    w->spec.pattern == WORK_SEQ ?
					    1 :
					    stride_of(w->nr_lines));
	}
	if (w->spec.touch)
		work_touch(w->spec.touch);
}
