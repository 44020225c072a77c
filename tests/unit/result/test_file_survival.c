/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_file_survival.c - a result file whose writer is killed, has a
 * rival or runs out of room: the old one or the new one, never half.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "golden.h"
#include "processes.h"
#include "result/file.h"
#include "sessions.h"
#include "tests.h"
#include "workdir.h"

/* More system calls, in and out, than saving a file needs. */
#define MOST_STOPS 2000

/* Files that each of two rivals saves. */
#define NR_SAVES 100

/* Longer than a page and than what a pipe holds. */
#define LONG_TEXT (300 << 10)

static char *long_text(char letter)
{
	char *text = malloc(LONG_TEXT + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, letter, LONG_TEXT);
	text[LONG_TEXT] = '\0';
	return text;
}

static int save(const char *path, const char *text)
{
	struct result_writer *w = NULL;
	int err = result_writer_open(path, &w);

	if (err)
		return err;
	fputs(text, result_writer_stream(w));
	return result_writer_commit(w, 0);
}

/* In a child: stops now, and then, traced, in and behind every call. */
static void be_traced(const char *text)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(1);
	raise(SIGSTOP);
	_exit(save("r.json", text) ? 1 : 0);
}

/* Kills a writer at that stop. Return: whether it had come that far. */
static bool kill_at(int stop, const char *text)
{
	pid_t pid = fork();
	int status;

	ck_assert_int_ge(pid, 0);
	if (!pid)
		be_traced(text);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	for (int i = 0; i < stop && WIFSTOPPED(status); i++) {
		ck_assert_int_eq(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	}
	if (WIFSTOPPED(status)) {
		ck_assert_int_eq(kill(pid, SIGKILL), 0);
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
		ck_assert(WIFSIGNALED(status));
		return true;
	}
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	return false;
}

/* What the kill left beside the target is removed. Return: how many files. */
static int clear_others(void)
{
	DIR *d = opendir(".");
	const struct dirent *e;
	int n = 0;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
		    !strcmp(e->d_name, "r.json"))
			continue;
		ck_assert_int_eq(unlink(e->d_name), 0);
		n++;
	}
	closedir(d);
	return n;
}

/* Whether the target, which must be one of the two, is the new one. */
static bool is_new(const char *old, const char *new)
{
	char *text = file_text("r.json");
	bool yes = !strcmp(text, new);

	ck_assert_msg(yes || !strcmp(text, old), "neither old nor new");
	free(text);
	return yes;
}

/* A file system without unnamed files has a temporary one all the time. */
static bool has_unnamed(void)
{
	int fd = open(".", O_WRONLY | O_TMPFILE, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

START_TEST(a_kill_at_any_system_call_leaves_the_old_file_or_the_new)
{
	char *old = long_text('o'), *new = long_text('n');
	int stop = 0, nr_new = 0, nr_left = 0;

	put_file("r.json", old, 0644);
	while (stop < MOST_STOPS && kill_at(stop, new)) {
		if (is_new(old, new)) {
			nr_new++;
			put_file("r.json", old, 0644);
		}
		nr_left += clear_others();
		stop++;
	}
	ck_assert(is_new(old, new));
	ck_assert_int_eq(clear_others(), 0);
	/* Something was seen of before and after. */
	ck_assert_int_gt(nr_new, 0);
	ck_assert_int_lt(nr_new, stop);
	/* Only between its naming, out of the call, and its renaming, in it. */
	if (has_unnamed())
		ck_assert_int_le(nr_left, 2);
	free(old);
	free(new);
}
END_TEST

START_TEST(a_kill_at_any_system_call_leaves_no_file_or_the_first)
{
	char *new = long_text('n');
	int stop = 0, nr_new = 0, nr_left = 0;

	while (stop < MOST_STOPS && kill_at(stop, new)) {
		if (!access("r.json", F_OK)) {
			ck_assert(is_new(new, new));
			nr_new++;
			ck_assert_int_eq(unlink("r.json"), 0);
		}
		nr_left += clear_others();
		stop++;
	}
	ck_assert(is_new(new, new));
	ck_assert_int_gt(nr_new, 0);
	ck_assert_int_lt(nr_new, stop);
	if (has_unnamed())
		ck_assert_int_eq(nr_left, 0);
	free(new);
}
END_TEST

static pid_t start_rival(const char *text)
{
	pid_t pid = fork();
	int err = 0;

	ck_assert_int_ge(pid, 0);
	if (pid)
		return pid;
	for (int i = 0; i < NR_SAVES && !err; i++)
		err = save("r.json", text);
	_exit(err ? 1 : 0);
}

/* Every look finds one of the two, as long as both are at it. */
START_TEST(two_rivals_and_a_reader_never_meet_half_a_file)
{
	char *a = long_text('a'), *b = long_text('b');
	int running = 2, status;

	put_file("r.json", a, 0644);
	start_rival(a);
	start_rival(b);
	while (running) {
		pid_t pid = waitpid(-1, &status, WNOHANG);

		is_new(a, b);
		ck_assert_int_ge(pid, 0);
		if (!pid)
			continue;
		ck_assert(WIFEXITED(status));
		ck_assert_int_eq(WEXITSTATUS(status), 0);
		running--;
	}
	ck_assert_int_eq(nr_files(), 1);
	free(a);
	free(b);
}
END_TEST

static char *put_old_result(void)
{
	char *old = document(session_pipe());

	put_file("r.json", old, 0644);
	return old;
}

static void ck_kept(const char *old)
{
	char *text = file_text("r.json");

	ck_assert_str_eq(text, old);
	free(text);
	ck_assert_int_eq(clear_others(), 0);
}

/*
 * A file system of four pages with an old file: what is written next is
 * larger. Return: whether there is one.
 */
static bool enter_small_file_system(void)
{
	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("none", workdir.dir, "tmpfs", 0, "size=16k"))
		return false;
	ck_assert_int_eq(chdir(workdir.dir), 0);
	return true;
}

START_TEST(a_full_disk_keeps_the_old_file)
{
	char *text, *old;

	if (!enter_small_file_system())
		return;
	text = long_text('x');
	old = put_old_result();
	ck_assert_int_eq(save("r.json", text), -ENOSPC);
	ck_kept(old);
	free(old);
	free(text);
}
END_TEST

START_TEST(a_run_whose_file_has_no_room_says_so_and_fails)
{
	char *old = put_old_result();
	struct cli c;

	/* Through a pipe: the limit is for the command's output, too. */
	cli_run(&c, "ulimit -f 1; { $HARNESS run self/null -r 3 -l 100 --force "
		    "-o r.json >/dev/null; echo status $? >&2; } 2>&1 | cat");
	ck_has(c.out, "cannot save 'r.json': File too large\n");
	ck_has(c.out, "status 1\n");
	cli_free(&c);
	ck_kept(old);
	free(old);
}
END_TEST

static Suite *result_survival_suite(void)
{
	Suite *s = suite_create("result_survival");
	TCase *t = tcase_create("files");
	const char *mode = getenv("CK_FORK");

	tcase_add_checked_fixture(t, workdir_enter, workdir_leave);
	tcase_set_timeout(t, 60);
	tcase_add_test(
		t, a_kill_at_any_system_call_leaves_the_old_file_or_the_new);
	tcase_add_test(t,
		       a_kill_at_any_system_call_leaves_no_file_or_the_first);
	tcase_add_test(t, two_rivals_and_a_reader_never_meet_half_a_file);
	tcase_add_test(t, a_run_whose_file_has_no_room_says_so_and_fails);
	/* It changes its process for good. */
	if (!mode || strcmp(mode, "no"))
		tcase_add_test(t, a_full_disk_keeps_the_old_file);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_survival_suite);
