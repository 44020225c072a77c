/* SPDX-License-Identifier: MIT */
/*
 * tests/support/cli.c - run the program as a person does, from a shell.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "tests.h"

/* An unnamed file for one of the command's streams. */
static int output_file(const char *name)
{
	int fd = memfd_create(name, MFD_CLOEXEC);

	if (fd < 0)
		ck_abort_msg("memfd_create: %s", strerror(errno));
	return fd;
}

/* However the tests were started: a shell's "&" leaves SIGQUIT ignored. */
static void default_signals(void)
{
	sigset_t none;

	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void exec_shell(const char *command, int out, int err)
{
	int in = open("/dev/null", O_RDONLY);

	default_signals();
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		_exit(127);
	if (in > 2)
		close(in);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* Return: the wait status, or -1 if the command had to be killed. */
static int wait_bounded(pid_t pid)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	double limit = now() + CLI_LIMIT_SECONDS;
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (now() > limit) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
			return -1;
		}
		nanosleep(&pause, NULL);
	}
	return status;
}

static char *read_all(int fd)
{
	struct stat st;
	char *text;
	ssize_t n;

	if (fstat(fd, &st))
		ck_abort_msg("fstat: %s", strerror(errno));
	text = malloc((size_t)st.st_size + 1);
	ck_assert_ptr_nonnull(text);
	n = pread(fd, text, (size_t)st.st_size, 0);
	ck_assert_int_ge(n, 0);
	text[n] = '\0';
	close(fd);
	return text;
}

/* The command with @tree instead of the tree's path. Takes @command. */
static char *in_tree(char *command, const char *tree)
{
	const size_t len = strlen(TEST_SOURCE_DIR);
	const char *at = command, *next;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	while ((next = strstr(at, TEST_SOURCE_DIR))) {
		fwrite(at, 1, (size_t)(next - at), f);
		fputs(tree, f);
		at = next + len;
	}
	fputs(at, f);
	ck_assert_int_eq(fclose(f), 0);
	free(command);
	return text;
}

static void start(struct cli_job *j, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

static void start(struct cli_job *j, const char *fmt, va_list ap)
{
	j->out = output_file("stdout");
	j->err = output_file("stderr");
	ck_assert_int_ge(vasprintf(&j->command, fmt, ap), 0);
	if (getenv("HARNESS_TREE"))
		j->command = in_tree(j->command, getenv("HARNESS_TREE"));
	j->pid = fork();
	if (j->pid < 0)
		ck_abort_msg("fork: %s", strerror(errno));
	if (!j->pid)
		exec_shell(j->command, j->out, j->err);
	setpgid(j->pid, j->pid);
}

void cli_start(struct cli_job *j, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	start(j, fmt, ap);
	va_end(ap);
}

void cli_end(struct cli_job *j, struct cli *c)
{
	int status = wait_bounded(j->pid);

	c->out = read_all(j->out);
	c->err = read_all(j->err);
	if (status == -1)
		ck_abort_msg("still running after %d s: %s\nstderr: %s",
			     CLI_LIMIT_SECONDS, j->command, c->err);
	free(j->command);
	c->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	c->status = c->signal ? 128 + c->signal : WEXITSTATUS(status);
}

void cli_run(struct cli *c, const char *fmt, ...)
{
	struct cli_job j;
	va_list ap;

	va_start(ap, fmt);
	start(&j, fmt, ap);
	va_end(ap);
	cli_end(&j, c);
}

void cli_free(struct cli *c)
{
	free(c->out);
	free(c->err);
	*c = (struct cli){ 0 };
}

void ck_one_line(const char *text)
{
	const char *end = strchr(text, '\n');

	if (!end || end == text || end[1])
		ck_abort_msg("not one line: \"%s\"", text);
}

char *cli_tmpdir(void)
{
	const char *tmp = getenv("TMPDIR");
	char *path;

	ck_assert_int_ge(asprintf(&path, "%s/XXXXXX", tmp ? tmp : "/tmp"), 0);
	if (!mkdtemp(path))
		ck_abort_msg("%s: %s", path, strerror(errno));
	return path;
}
