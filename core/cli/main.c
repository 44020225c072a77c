/* SPDX-License-Identifier: MIT */
/*
 * core/cli/main.c - from the program's start to a command, and its exit status.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/privilege.h"
#include "util/signals.h"
#include "util/suggest.h"
#include "util/version.h"

/*
 * A standard descriptor that the caller closed would be given to the next
 * file opened. What takes its place refuses output, so that a closed stdout
 * is noticed, and swallows messages. Return: 0 or -errno.
 */
static int fill_descriptors(void)
{
	static const int modes[] = { O_RDONLY, O_RDONLY, O_WRONLY };

	for (int fd = 0; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", modes[fd]) < 0 && open("/", O_RDONLY) < 0)
			return -errno;
	}
	return 0;
}

/*
 * Children are reaped and a reader that has gone is an error of write(2),
 * whatever the caller ignored or blocked.
 */
static void reset_signals(void)
{
	sigset_t set;

	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/*
 * What could not be written makes any command a failed one. Where that was
 * noticed before the end, what another byte meets tells why.
 */
static int finish(int status)
{
	int err;

	if (!ferror(stdout) && !fclose(stdout))
		return status;
	err = errno;
	if (ferror(stdout)) {
		clearerr(stdout);
		errno = 0;
		err = putchar('\n') == EOF || fflush(stdout) ? errno : 0;
	}
	log_error(err, "cannot write the output");
	return EXIT_FAILED;
}

/* What was probably meant, into @hint, or nothing. */
static void hint_command(const char *word, char *hint, size_t len)
{
	struct suggest s = { .word = word };

	hint[0] = '\0';
	for (const struct command *c = cmd_table; c->name; c++)
		suggest_try(&s, c->name);
	suggest_try(&s, "--help");
	suggest_try(&s, "--version");
	if (strchr(word, '/'))
		snprintf(hint, len, ": did you mean harness run?");
	else if (s.best)
		snprintf(hint, len, ": did you mean %s?", s.best);
}

static int unknown_command(const char *word)
{
	char quoted[PARSE_QUOTE_LEN], hint[64];

	hint_command(word, hint, sizeof(hint));
	opts_error(NULL, "unknown %s %s%s (see harness --help)",
		   word[0] == '-' ? "option" : "command",
		   parse_quote(word, quoted, sizeof(quoted)), hint);
	return EXIT_USAGE;
}

/* harness --version, harness --help: nothing may follow. */
static int alone(int argc, char **argv)
{
	char quoted[PARSE_QUOTE_LEN];

	if (argc == 2)
		return 0;
	opts_error(NULL, "unexpected word %s after %s",
		   parse_quote(argv[2], quoted, sizeof(quoted)), argv[1]);
	return EXIT_USAGE;
}

static int print_version(void)
{
	printf("harness %s (%s)\n", version_text(), version_compiler());
	return EXIT_DONE;
}

static int dispatch(int argc, char **argv)
{
	char *help[] = { "help", NULL };
	const struct command *c;

	if (argc < 2) {
		opts_error(NULL, "no command; usage: harness COMMAND "
				 "[options] (see harness --help)");
		return EXIT_USAGE;
	}
	c = cmd_find(argv[1]);
	if (c)
		return c->run(argc - 1, argv + 1);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
		return alone(argc, argv) ? EXIT_USAGE : print_version();
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return alone(argc, argv) ? EXIT_USAGE : cmd_help(1, help);
	return unknown_command(argv[1]);
}

/* Before any library is used. Return: whether to go on. */
static bool begin(void)
{
	char why[512];
	int err = privilege_begin(why, sizeof(why));

	if (err)
		log_error(0, "%s", why);
	else if (why[0])
		log_warn("%s", why);
	return !err;
}

int main(int argc, char **argv)
{
	if (fill_descriptors())
		return EXIT_FAILED;
	signals_begin();
	if (!begin())
		return EXIT_FAILED;
	reset_signals();
	return finish(dispatch(argc, argv));
}
