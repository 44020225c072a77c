/* SPDX-License-Identifier: MIT */
/*
 * core/util/opts.h - the options of a command as a table: parsed, stored, and
 * printed as help from the same rows.
 *
 * Options may stand before or after the words; "--" ends them. Accepted are
 * -r10, -r 10, --repeat=10, --repeat 10 and -qv. Long names are never
 * abbreviated. An option given twice holds its last value.
 */
#ifndef CORE_UTIL_OPTS_H
#define CORE_UTIL_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * enum opt_kind - what an option stores at its offset
 * @OPT_END:	ends the table
 * @OPT_GROUP:	no option: @help is a heading in the help
 * @OPT_FLAG:	bool, true when given
 * @OPT_SET:	int, @min when given (--json for -f json)
 * @OPT_STRING:	const char *, borrowed from argv; not empty
 * @OPT_LIST:	const char **, malloc'ed and ended by NULL, or NULL: each use
 *		of the option appends (--plugins); the caller frees the array
 * @OPT_U32:	uint32_t, PARSE_COUNT in @min to @max
 * @OPT_COUNT:	uint64_t, PARSE_COUNT
 * @OPT_BYTES:	uint64_t, PARSE_BYTES
 * @OPT_NS:	uint64_t, PARSE_NS
 * @OPT_WORD:	int, index in @words
 * @OPT_CALL:	whatever @take makes of it
 */
enum opt_kind {
	OPT_END,
	OPT_GROUP,
	OPT_FLAG,
	OPT_SET,
	OPT_STRING,
	OPT_LIST,
	OPT_U32,
	OPT_COUNT,
	OPT_BYTES,
	OPT_NS,
	OPT_WORD,
	OPT_CALL,
};

/**
 * struct opt - one option
 * @kind:	enum opt_kind
 * @letter:	'r', or 0
 * @name:	"repeat", or NULL
 * @arg:	its argument in the help, "N"; NULL for FLAG and SET
 * @help:	lower case, no full stop; the default is added
 * @def:	default as one would type it, stored before parsing and shown in
 *		the help; or NULL: what the caller stored
 * @offset:	into the caller's structure
 * @min, @max:	range, for numbers
 * @words:	NULL-terminated, for OPT_WORD
 * @take:	for OPT_CALL: @dest is the caller's structure, @text the argument
 *		as in argv; returns 0, or -EINVAL, -ERANGE with the reason in
 *		@why, or -ENOMEM
 */
struct opt {
	int kind;
	char letter;
	const char *name;
	const char *arg;
	const char *help;
	const char *def;
	size_t offset;
	uint64_t min, max;
	const char *const *words;
	int (*take)(void *dest, const char *text, char *why, size_t len);
};

/**
 * struct opts_command - a command, as far as its command line goes
 * @name:	"run": messages start with "harness run: "
 * @synopsis:	after the name: "[options] BENCH..."; "" if there is nothing
 * @summary:	one sentence
 * @opts:	ends with OPT_END; -h and --help are there by themselves
 * @min_words, @max_words: how many words it takes (SIZE_MAX: any number)
 * @missing:	said when there are fewer: "no benchmark named (harness list
 *		shows them)"; may be NULL if @min_words is 0
 * @others:	options of another command that people may try here, or NULL
 * @others_why:	why one of them is refused: "option '-r' <others_why>"
 * @more:	paragraphs after the options, or NULL
 * @examples:	one command line a line, each ended by \n
 */
struct opts_command {
	const char *name;
	const char *synopsis;
	const char *summary;
	const struct opt *opts;
	size_t min_words, max_words;
	const char *missing;
	const struct opt *others;
	const char *others_why;
	const char *more;
	const char *examples;
};

/**
 * struct opts_words - what is not an option
 * @v:		@nr words borrowed from argv, in order, then NULL; the array is
 *		malloc'ed: free(w.v)
 */
struct opts_words {
	const char **v;
	size_t nr;
};

/**
 * opts_parse - read a command line; does not print
 * @c:		the command
 * @argc, @argv: from the command's own name on
 * @dest:	the caller's structure, initialised: what has no @def, and NULL
 *		in each OPT_LIST
 * @words:	filled in; free(words->v) also after an error
 * @why:	on error one line without "harness run: "
 * @len:	size of @why
 *
 * Return: 0; 1: --help was there, before anything wrong; -EINVAL, -ENOMEM.
 */
int opts_parse(const struct opts_command *c, int argc, char **argv, void *dest,
	       struct opts_words *words, char *why, size_t len);

/**
 * opts_read - the same, and speak: help on stdout, errors on stderr
 *
 *	err = opts_read(&command, argc, argv, &o, &words);
 *	if (err)
 *		return opts_status(err);
 *
 * Return: as opts_parse(). When not 0, @words holds nothing to free.
 */
int opts_read(const struct opts_command *c, int argc, char **argv, void *dest,
	      struct opts_words *words);

/*
 * The exit status for what a step of a command returned, opts_read() or a
 * later one: 0, 1 or -errno, where -EINVAL is a misuse.
 */
int opts_status(int err);

/**
 * opts_error - one line of misuse on stderr: "harness run: <what>"
 * @command:	"run"; NULL: "harness: <what>"
 * @fmt:	what is wrong, with the offending word; no full stop
 *
 * Control characters in it become '?', so that it stays one line.
 *
 * Return: -EINVAL.
 */
int opts_error(const char *command, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* -h, --help: the row that every command has. */
extern const struct opt opts_help_row;

/* Prints a command's help, not wider than 79 columns. */
void opts_help(FILE *out, const struct opts_command *c);

#endif
