/* SPDX-License-Identifier: MIT */
/*
 * tests/support/processes.h - the processes of a run while it goes on, and what is
 * left of it afterwards.
 *
 * They are found by a marker in their environment, which fork() hands down,
 * not by name: other tests may run at the same time.
 */
#ifndef TESTS_SUPPORT_PROCESSES_H
#define TESTS_SUPPORT_PROCESSES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cli.h"

/* Plugins that misbehave while they run. */
#define FAULTS "--plugins " TEST_BUILD_DIR "/tests/plugins/faults"

/* The runner's name; tasks are called "sched-pipe", "fault-happens", ... */
#define RUNNER "harness-runner"

/* As a setup of a test case: gives what is started from now on a new marker. */
void processes_mark(void);

/**
 * processes_find - marked processes, zombies excepted
 * @name:	as the kernel shows it, or NULL for all
 * @pids:	at most @max of them, by age
 *
 * Return: how many there are.
 */
size_t processes_find(const char *name, pid_t *pids, size_t max);

/* Waits until there are @nr of that name or more. Fails the test if not. */
void processes_await(const char *name, size_t nr, pid_t *pids);

/* Waits until one of that name is there that is of a later run than @pid is. */
pid_t processes_await_after(const char *name, pid_t pid);

/* Whether the command has ended; cli_end() is still to come. */
bool has_ended(const struct cli_job *j);

/* Waits until a process has that state letter. */
void process_await_state(pid_t pid, char state);

/* The first and the last CPU that this process may use. */
int first_cpu(void);
int last_cpu(void);

/* Stops the harness as Ctrl-Z does. Waits until it is, and @pid, too. */
void processes_stop(const struct cli_job *j, pid_t pid);

/* A line of /proc/@pid/status without its name: "Cpus_allowed_list". */
void process_status(pid_t pid, const char *key, char *buf, size_t len);

/*
 * Waits until a line of /proc/@pid/status is that. A task that was just forked
 * still has what its parent has, its name too.
 */
void process_await_status(pid_t pid, const char *key, const char *value);

/* Fails the test unless all marked processes are gone, or go in a minute. */
void ck_none_left(void);

/* The same for those of that name. */
void ck_none_left_named(const char *name);

/* Fails the test unless @text contains @words. */
void ck_has(const char *text, const char *words);

/*
 * cli_run(), and the exit status must be @status. Not for runs that others on
 * the CPU may make invalid: see steady_expect().
 */
void cli_expect(struct cli *c, int status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A strict JSON document; json_decref() it. */
json_t *ck_json(const char *text);

/* The same from a file. */
json_t *ck_json_file(const char *path);

/* Benchmark @i of a result. */
json_t *result_benchmark(json_t *doc, size_t i);

/*
 * Its control, which must be there; NULL where a slow machine has left no time
 * for it, and the result says so.
 */
json_t *result_control(json_t *benchmark);

#endif
