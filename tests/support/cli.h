/* SPDX-License-Identifier: MIT */
/*
 * tests/support/cli.h - run the program as a person does, from a shell.
 *
 *	struct cli c;
 *
 *	cli_run(&c, "$HARNESS run sched/pipe -r %s", "0");
 *	ck_assert_int_eq(c.status, 2);
 *	ck_one_line(c.err);
 *	cli_free(&c);
 *
 * $HARNESS is the program of this build.
 */
#ifndef TESTS_SUPPORT_CLI_H
#define TESTS_SUPPORT_CLI_H

/* What a command may take before the test fails: only what hangs takes it. */
#define CLI_LIMIT_SECONDS 120

/**
 * struct cli - what became of a command line
 * @status:	exit status of the shell; 128 + signal if a signal ended it
 * @signal:	what ended the shell itself, or 0. "exec $HARNESS ..." makes
 *		the program that process
 * @out:	standard output, NUL-terminated; owned, see cli_free()
 * @err:	standard error, likewise
 */
struct cli {
	int status;
	int signal;
	char *out;
	char *err;
};

/**
 * struct cli_job - a command line that is running
 * @pid:	its shell, and its process group
 */
struct cli_job {
	int pid;
	int out, err;
	char *command;
};

/**
 * cli_start - start a command line with sh -c
 * @fmt:	the command line, as for printf; "exec $HARNESS ..." makes the
 *		program that process
 *
 * Streams and process group are as for cli_run().
 */
void cli_start(struct cli_job *j, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Waits as cli_run() does, and frees what @j owns. */
void cli_end(struct cli_job *j, struct cli *c);

/**
 * cli_run - run a command line with sh -c and wait for it
 * @c:		filled in
 * @fmt:	the command line, as for printf
 *
 * It runs in a process group of its own with /dev/null as standard input.
 * Its output goes to files, so a process that it leaves behind keeps nobody
 * waiting. After CLI_LIMIT_SECONDS the group is killed and the test fails.
 */
void cli_run(struct cli *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Frees what @c owns and clears it. */
void cli_free(struct cli *c);

/* Fails the test unless @text is exactly one line, with its newline. */
void ck_one_line(const char *text);

/**
 * cli_tmpdir - a new private directory
 *
 * Removed with all that is in it when the test run ends.
 *
 * Return: absolute path, to be freed by the caller.
 */
char *cli_tmpdir(void);

#endif
