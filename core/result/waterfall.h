/* SPDX-License-Identifier: MIT */
/*
 * core/result/waterfall.h - what an op's time consists of: the parts, the whole
 * and what is left, and the file that holds them.
 */
#ifndef CORE_RESULT_WATERFALL_H
#define CORE_RESULT_WATERFALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* enum waterfall_part - in the order in which they add up */
enum waterfall_part {
	WATERFALL_ENTRY,   /* into the kernel and back */
	WATERFALL_WORK,	   /* what the calls do there */
	WATERFALL_SLEEP,   /* going to sleep, being woken */
	WATERFALL_SWITCH,  /* of the CPU, between threads */
	WATERFALL_SPACE,   /* to another address space */
	WATERFALL_PREEMPT, /* a woken task may preempt its waker */
	WATERFALL_REMOTE,  /* the woken task is on another CPU */
	WATERFALL_IDLE,	   /* which was idle */
	WATERFALL_LOAD,	   /* working set, registers */
	WATERFALL_NR_PARTS,
	WATERFALL_REMAINDER = WATERFALL_NR_PARTS,
	WATERFALL_WHOLE,
	WATERFALL_NR_ROWS,
};

/**
 * struct waterfall_row - a part, the remainder or the whole; ns per op
 * @values:	one for each sample; NULL: there is none
 * @reason:	why there is none, or NULL: it is not asked for here
 * @ns, @lo, @hi: estimate and its interval, NaN without; the remainder is what
 *		the parts leave of the whole
 */
struct waterfall_row {
	double *values;
	char *reason;
	double ns, lo, hi;
};

/**
 * struct waterfall - where the time of an op goes
 * @bench, @op:	name of the benchmark, of its op
 * @config:	"2 processes on CPU 1, SCHED_OTHER, libc calls"
 * @cpu_model, @kernel: of the machine; NULL: not known
 * @created:	UTC
 * @nr_variants: that were interleaved
 * @cpu_time:	the whole is CPU time of the tasks, not wall time
 * @calls:	per op, of the control; 0: not declared
 * @switches:	per op; NaN: not known
 * @level:	of the intervals, NaN: too few samples
 * @slowness:	of the machine in each sample, 1 is the median
 * @nr_samples:	values of each row
 * @rows:	by enum waterfall_part
 */
struct waterfall {
	char *bench, *op, *config;
	char *cpu_model, *kernel, *created;
	size_t nr_variants;
	bool cpu_time;
	double calls, switches;
	double level;
	double *slowness;
	size_t nr_samples;
	struct waterfall_row rows[WATERFALL_NR_ROWS];
};

/* Keys of the rows in the file. */
extern const char *const waterfall_keys[WATERFALL_NR_ROWS];

/**
 * waterfall_name - what a row is called: "2 x switch of the CPU"
 * @buf:	@len bytes, 40 are enough
 */
const char *waterfall_name(const struct waterfall *w, int row, char *buf,
			   size_t len);

/* Whether a part can be told from zero. */
bool waterfall_is_told(const struct waterfall_row *r);

/**
 * waterfall_estimate - from values to estimates with intervals
 *
 * Hodges-Lehmann estimates and the intervals of the exact signed-rank test, at
 * the median speed of the machine.
 *
 * Return: 0, -EINVAL (values that are not finite, no sample), -ENOMEM.
 */
int waterfall_estimate(struct waterfall *w);

/**
 * waterfall_values - the values of a row at the median speed
 *
 * Return: malloc'ed, one for each sample; NULL: no memory.
 */
double *waterfall_values(const struct waterfall *w, int row);

/* Writes the file, schema harness.explain. Return: 0, -EIO, or what failed. */
int waterfall_write(FILE *out, const struct waterfall *w);

/**
 * waterfall_read - read such a file, and estimate
 * @path:	"-" is stdin
 * @w:		to be freed with waterfall_free()
 * @why:	on error the reason
 *
 * Return: 0, -EINVAL, -ENOMEM, or another negative errno.
 */
int waterfall_read(const char *path, struct waterfall *w, char *why,
		   size_t len);

void waterfall_free(struct waterfall *w);

#endif
