/* SPDX-License-Identifier: MIT */
/*
 * core/run/work.h - the work hook: what a task does each time it has got the CPU.
 *
 * A working set that it walks, or vector registers that it dirties: what a
 * switch really costs a program shows only when it has something to lose.
 */
#ifndef CORE_RUN_WORK_H
#define CORE_RUN_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Once in every task before work_touch(). Return: 0 or a negative errno. */
int work_touch_allow(int touch);

/* enum work_pattern - the order in which a set is walked */
enum work_pattern {
	WORK_SEQ,	/* line after line */
	WORK_STRIDE,	/* 17 lines on (or 13, 19), all of them */
	WORK_RANDOM,	/* in random order, addresses known ahead */
	WORK_CHASE,	/* at random, each line says where the next one is */
};

/* enum work_touch - which registers are dirtied */
enum work_touch {
	WORK_TOUCH_NONE,
	WORK_TOUCH_FP,
	WORK_TOUCH_VEC256,
	WORK_TOUCH_VEC512,
	WORK_TOUCH_AMX,
	WORK_TOUCH_SVE,
};

#define WORK_LINE 64u
#define WORK_MAX_BYTES (1ull << 37)

/**
 * struct work_spec - what to do
 * @bytes:	size of the set of each task (or slot); 0: none
 * @pattern:	enum work_pattern
 * @write:	lines are changed, else only read
 * @shared:	all tasks of a group walk one set, else each its own
 * @touch:	enum work_touch
 */
struct work_spec {
	uint64_t bytes;
	int pattern;
	bool write, shared;
	int touch;
};

/**
 * work_parse - read --ws SIZE[,SIZE...][:WORD...]
 * @text:	"0,64k,1M:chase:write:shared"
 * @sizes:	malloc'ed sizes in bytes, @nr; to be freed by the caller
 * @spec:	pattern, write and shared are set
 * @why:	on error the reason
 *
 * Return: 0, -EINVAL, -ERANGE, -ENOMEM.
 */
int work_parse(const char *text, uint64_t **sizes, size_t *nr,
	       struct work_spec *spec, char *why, size_t len);

/* Whether there is anything to do. */
static inline bool work_wanted(const struct work_spec *spec)
{
	return spec->bytes || spec->touch;
}

/* Words for --touch, in the order of enum work_touch. NULL-terminated. */
extern const char *const work_touch_words[];

/* "64KiB:chase:write", as it would be typed. Return: @buf. */
const char *work_text(const struct work_spec *spec, char *buf, size_t len);

/**
 * work_unsupported - why this CPU cannot touch those registers
 *
 * Return: static text, or NULL if it can.
 */
const char *work_unsupported(int touch);

/**
 * struct work - one task's sets, ready to be walked
 * @spec:	what to do
 * @nr_slots:	sets
 * @nr_lines:	lines in each
 * @sets:	@nr_slots sets one after the other
 * @order:	for WORK_RANDOM: @nr_lines line numbers
 */
struct work {
	struct work_spec spec;
	uint32_t nr_slots;
	uint64_t nr_lines;
	unsigned char *sets;
	uint32_t *order;
};

/**
 * work_start - make a task's sets, all pages touched
 * @shared:	memory of work_shared_bytes() for the group, or NULL if
 *		@spec->shared is false
 * @out:	to be freed with work_end()
 *
 * Return: 0 or -ENOMEM.
 */
int work_start(const struct work_spec *spec, uint32_t nr_slots, void *shared,
	       struct work *out);

void work_end(struct work *w);

/* Bytes that a group needs for a shared set; 0 without one. */
uint64_t work_shared_bytes(const struct work_spec *spec);

/* Walks one set and touches the registers: the hook itself. */
void work_perform(struct work *w, uint32_t slot);

#endif
