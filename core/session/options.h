/* SPDX-License-Identifier: MIT */
/*
 * core/session/options.h - the options of harness run, as data.
 */
#ifndef CORE_SESSION_OPTIONS_H
#define CORE_SESSION_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/place.h"
#include "plugin/params.h"
#include "run/confine.h"
#include "run/work.h"
#include "util/opts.h"

/* enum run_format - -f; each has its file core/report_<name>.c */
enum run_format {
	FORMAT_TEXT,
	FORMAT_PERF,
	FORMAT_SIMPLE,
	FORMAT_JSON,
	FORMAT_CSV,
};

/* enum run_idle - --idle: what CPUs do in a run when no task wants them */
enum run_idle { RUN_IDLE_ALLOW, RUN_IDLE_POLL };

/**
 * struct run_opts - what was asked for
 * @command:	who asks, for messages: "run"; other commands set their name
 * @repeat:	-r, runs (1 to 1000000)
 * @ops:	-l, ops per run; 0: calibrate
 * @warmup:	-w, warm-up ops; -1: a tenth of the ops, at most 10 ms,
 *		but one loop
 * @time_ns:	-t, length of a run
 * @threads:	-T
 * @groups:	-g, @nr_groups numbers, at least one
 * @cpus:	-c
 * @cpus_given:	-c was there
 * @policy:	SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO, SCHED_RR
 * @prio:	1 to 99 for fifo and rr, else 0
 * @cgroups:	--cgroups: how many are made, 0 to 2
 * @confine:	--seccomp, --mitigate, --nice, --timer-slack
 * @params:	-p, @nr_params
 * @libc:	--calls libc
 * @idle:	--idle: enum run_idle
 * @until:	--until as a share, 0 without
 * @max_time_ns: --max-time; 0: 60 s with --until, else no limit
 * @sessions:	--sessions
 * @compat:	--compat, or NULL
 * @ws:		--ws: sizes in bytes, @nr_ws; NULL without
 * @work:	its pattern and words, and --touch; the size is 0
 * @events:	-e, or NULL
 * @scope:	--scope: enum pmu_scope, -1: whatever fits the placement
 * @no_control:	--no-control: leave out the phase that measures the control
 * @latency:	--latency
 * @format:	-f
 * @output:	-o, or NULL
 * @labels:	--label, KEY=VALUE, NULL-terminated; or NULL
 * @plugins:	--plugins, NULL-terminated
 * @given:	the options that were typed, with their values, borrowed from argv;
 *		NULL-terminated
 * @env:	--env of a variant of ab: NAME=VALUE, NULL-terminated; or NULL
 * @timeout_ns:	--timeout, 0: ten times what a run should take, plus 10 s
 * @seed:	--seed, or drawn; below 2^63, so that JSON can hold it
 * @force:	print numbers of invalid runs
 * @quiet:	-q: no header lines
 * @verbose:	-v
 * @sort:	index of "median" or "given"
 * @no_progress: --no-progress
 * @words:	@nr_words benchmarks, collections, globs
 */
struct run_opts {
	const char *command;
	uint32_t repeat;
	uint64_t ops;
	int64_t warmup;
	uint64_t time_ns;
	bool threads;
	uint32_t *groups;
	size_t nr_groups;
	struct place_spec cpus;
	bool cpus_given;
	int policy, prio;
	int cgroups;
	struct confine confine;
	struct name_value *params;
	size_t nr_params;
	bool libc;
	int idle;
	double until;
	uint64_t max_time_ns;
	uint32_t sessions;
	const char *compat;
	uint64_t *ws;
	size_t nr_ws;
	struct work_spec work;
	const char *events;
	int scope;
	bool no_control;
	bool latency;
	int format;
	const char *output;
	const char **labels;
	const char **plugins;
	const char **env;
	uint64_t timeout_ns;
	uint64_t seed;
	bool force, quiet, verbose, no_progress;
	int sort;
	const char **words;
	const char **given;
	size_t nr_words;
};

/**
 * run_opts_parse - read the words after "run"
 * @argc, @argv: as main() got them, from the word "run" on
 * @out:	filled in; to be freed with run_opts_free() also after an error
 *
 * Return: 0; 1 after --help was printed; -EINVAL or -ENOMEM with one line on
 * stderr. See opts_status().
 */
int run_opts_parse(int argc, char **argv, struct run_opts *out);

/**
 * run_opts_parse_line - read a line of a suite
 * @argc, @argv: its words, behind one that stands for the command
 * @all:	the command line that named the suite: its options win
 * @out:	to be freed with run_opts_free() also after an error
 * @why:	@len bytes: on -EINVAL what a suite may not hold, or "" where a
 *		message was printed
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int run_opts_parse_line(int argc, char **argv, const struct run_opts *all,
			struct run_opts *out, char *why, size_t len);

/**
 * run_opts_check - whether options that are right each make sense together
 *
 * Return: 0, or -EINVAL with one line on stderr.
 */
int run_opts_check(const struct run_opts *o);

/**
 * run_opts_default - what an empty command line means, for other commands
 * @words:	NULL-terminated, borrowed
 *
 * @groups is static: run_opts_free() must not be called.
 */
void run_opts_default(struct run_opts *o, const char **words);

void run_opts_free(struct run_opts *o);

/* Words of --cgroups, by number. */
extern const char *const run_orders[];
extern const char *const run_cgroups_words[];

/* The command line of harness run, for tests and for what prints it. */
extern const struct opts_command run_opts_command;

/**
 * run_opts_rows - options of harness run for the table of another command, whose
 *	structure begins with a struct run_opts
 * @names:	long names of the options, @nr
 * @rows:	room for @nr of them; in the order in which run has them
 *
 * Return: how many there are.
 */
size_t run_opts_rows(const char *const *names, size_t nr, struct opt *rows);

/* "other", "fifo:10", ... into @buf, of at least 16 bytes. Return: @buf. */
const char *policy_text(int policy, int prio, char *buf, size_t len);

#endif
