/* SPDX-License-Identifier: MIT */
/*
 * core/util/progress.h - one line that tells a person at a terminal how far it is.
 */
#ifndef CORE_UTIL_PROGRESS_H
#define CORE_UTIL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct progress - what the line says
 * @on:		there is a terminal to write to
 * @what:	name of the benchmark, or of the phase
 * @run, @nr_runs: run i of n, of all benchmarks together; n 0: not known
 * @mean_ns:	running mean of the benchmark, ns per op; 0: none yet
 * @begin_ns:	when the first run began
 * @shown:	there is a line on the terminal
 */
struct progress {
	bool on;
	const char *what;
	uint64_t run, nr_runs;
	double mean_ns;
	uint64_t begin_ns;
	bool shown;
};

/* @wanted: false with -q or --no-progress. Only ever on for a terminal. */
void progress_init(struct progress *p, bool wanted, uint64_t nr_runs);

/* Writes the line anew; as runner_job.tick it gets the progress as @data. */
void progress_show(void *data);

/* Takes the line away. */
void progress_clear(struct progress *p);

#endif
