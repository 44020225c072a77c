/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_file.c - result files on disk: whole or not at all, also
 * when the writer is killed, has a rival or runs out of room.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "golden.h"
#include "other_user.h"
#include "processes.h"
#include "result/file.h"
#include "result/read.h"
#include "sessions.h"
#include "tests.h"
#include "workdir.h"

/* More system calls, in and out, than saving a file needs. */
#define MOST_STOPS 2000

/* Files that each of two rivals saves. */
#define NR_SAVES 100

/* Longer than a page and than what a pipe holds. */
#define LONG_TEXT (300 << 10)

static void set_up(void)
{
	workdir_enter();
	umask(022);
}

static void ck_content(const char *path, const char *expected)
{
	char *text = file_text(path);

	ck_assert_str_eq(text, expected);
	free(text);
}

static mode_t mode_of(const char *path)
{
	struct stat st;

	ck_assert_int_eq(stat(path, &st), 0);
	return st.st_mode & 07777;
}

static int commit(struct result_writer *w, const char *text)
{
	fputs(text, result_writer_stream(w));
	return result_writer_commit(w, 0);
}

static void save(const char *path, const char *text)
{
	struct result_writer *w = NULL;

	ck_assert_int_eq(result_writer_open(path, &w), 0);
	ck_assert_int_eq(commit(w, text), 0);
}

static int refused(const char *path)
{
	struct result_writer *w = NULL;
	int err = result_writer_open(path, &w);

	ck_assert_ptr_null(w);
	return err;
}

START_TEST(makes_a_file_as_umask_says)
{
	umask(027);
	save("r.json", "new");
	ck_content("r.json", "new");
	ck_assert_int_eq(mode_of("r.json"), 0640);
	ck_assert_int_eq(nr_files(), 1);
}
END_TEST

START_TEST(replaces_a_file_and_keeps_its_mode)
{
	put_file("r.json", "old and longer", 0664);
	save("r.json", "new");
	ck_content("r.json", "new");
	ck_assert_int_eq(mode_of("r.json"), 0664);
	ck_assert_int_eq(nr_files(), 1);
}
END_TEST

START_TEST(leaves_the_old_file_until_commit)
{
	struct result_writer *w = NULL;
	char *path;

	ck_assert_int_gt(asprintf(&path, "%s/r.json", workdir.dir), 0);
	put_file("r.json", "old", 0644);
	ck_assert_int_eq(result_writer_open(path, &w), 0);
	ck_content("r.json", "old");
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(commit(w, "new"), 0);
	ck_content(path, "new");
	free(path);
}
END_TEST

START_TEST(leaves_nothing_after_abort)
{
	struct result_writer *w = NULL;

	ck_assert_int_eq(result_writer_open("r.json", &w), 0);
	result_writer_abort(w);
	result_writer_abort(NULL);
	ck_assert_int_eq(nr_files(), 0);
}
END_TEST

START_TEST(leaves_nothing_when_it_is_killed)
{
	pid_t pid = fork();
	struct result_writer *w = NULL;
	int status;

	if (!pid) {
		if (result_writer_open("r.json", &w))
			_exit(1);
		raise(SIGKILL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(nr_files(), 0);
}
END_TEST

START_TEST(two_writers_of_one_file_both_succeed)
{
	struct result_writer *a = NULL, *b = NULL;

	ck_assert_int_eq(result_writer_open("r.json", &a), 0);
	ck_assert_int_eq(result_writer_open("r.json", &b), 0);
	ck_assert_int_eq(commit(b, "second"), 0);
	ck_content("r.json", "second");
	ck_assert_int_eq(commit(a, "first"), 0);
	ck_content("r.json", "first");
	ck_assert_int_eq(nr_files(), 1);
}
END_TEST

START_TEST(refuses_what_is_no_place_for_a_file)
{
	char name[300];

	ck_assert_int_eq(mkdir("d", 0755), 0);
	put_file("f", "", 0644);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	ck_assert_int_eq(refused("d"), -EISDIR);
	ck_assert_int_eq(refused("d/"), -EISDIR);
	ck_assert_int_eq(refused("new/"), -EISDIR);
	ck_assert_int_eq(refused(""), -ENOENT);
	ck_assert_int_eq(refused("nosuch/r.json"), -ENOENT);
	ck_assert_int_eq(refused("f/r.json"), -ENOTDIR);
	ck_assert_int_eq(refused(name), -ENAMETOOLONG);
	ck_assert_int_eq(nr_files(), 2);
}
END_TEST

/* Gives up root for good: the test runs in a process of its own. */
static void become_ordinary(void)
{
	if (geteuid())
		return;
	ck_assert_int_eq(chown(".", 65534, 65534), 0);
	ck_assert_int_eq(setgid(65534), 0);
	ck_assert_int_eq(setuid(65534), 0);
}

START_TEST(refuses_what_may_not_be_written)
{
	become_ordinary();
	put_file("r.json", "old", 0444);
	ck_assert_int_eq(refused("r.json"), -EACCES);
	ck_content("r.json", "old");
	ck_assert_int_eq(mkdir("d", 0555), 0);
	ck_assert_int_eq(refused("d/r.json"), -EACCES);
	ck_assert_int_eq(nr_files(), 2);
}
END_TEST

START_TEST(replaces_what_a_link_leads_to)
{
	ck_assert_int_eq(mkdir("d", 0755), 0);
	put_file("d/r.json", "old", 0600);
	ck_assert_int_eq(symlink("d/r.json", "a"), 0);
	ck_assert_int_eq(symlink("a", "b"), 0);
	save("b", "new");
	ck_content("d/r.json", "new");
	ck_assert_int_eq(mode_of("d/r.json"), 0600);
	ck_assert_int_eq(nr_files(), 3);
	ck_content("b", "new");
}
END_TEST

START_TEST(makes_what_a_link_leads_to)
{
	ck_assert_int_eq(mkdir("d", 0755), 0);
	ck_assert_int_eq(symlink("../new.json", "d/a"), 0);
	save("d/a", "new");
	ck_content("new.json", "new");
}
END_TEST

START_TEST(refuses_links_without_end)
{
	ck_assert_int_eq(symlink("b", "a"), 0);
	ck_assert_int_eq(symlink("a", "b"), 0);
	ck_assert_int_eq(refused("a"), -ELOOP);
}
END_TEST

/* What another user may have put where all users may put things. */
static void plant(const char *what, uid_t owner)
{
	ck_assert_int_eq(mkdir("all", 0777), 0);
	ck_assert_int_eq(chmod("all", 01777), 0);
	if (!strcmp(what, "link"))
		ck_assert_int_eq(symlink("../r.json", "all/x"), 0);
	else if (!strcmp(what, "fifo"))
		ck_assert_int_eq(mkfifo("all/x", 0666), 0);
	else
		put_file("all/x", "theirs", 0666);
	ck_assert_int_eq(lchown("all/x", owner, owner), 0);
}

START_TEST(writes_through_nothing_that_another_user_has_planted)
{
	static const char *const kinds[] = { "link", "fifo", "file" };
	char through[64];

	if (geteuid())
		return;
	plant(kinds[_i], 61234);
	ck_assert_int_eq(symlink("all/x", "mine"), 0);
	snprintf(through, sizeof(through), "%s/all/x", workdir.dir);
	ck_assert_int_eq(refused("all/x"), -EACCES);
	ck_assert_int_eq(refused(through), -EACCES);
	ck_assert_int_eq(refused("mine"), -EACCES);
	ck_assert_int_eq(access("r.json", F_OK), -1);
}
END_TEST

START_TEST(writes_through_a_link_of_its_own_in_a_shared_directory)
{
	plant("link", geteuid());
	save("all/x", "text");
	ck_content("r.json", "text");
}
END_TEST

START_TEST(writes_to_devices_and_pipes_directly)
{
	struct result_writer *w = NULL;
	char text[8] = "";
	int fd;

	save("/dev/null", "gone");
	ck_assert_int_eq(result_writer_open("/dev/full", &w), 0);
	ck_assert_int_eq(commit(w, "no room"), -ENOSPC);
	ck_assert_int_eq(mkfifo("p", 0600), 0);
	ck_assert_int_eq(refused("p"), -ENXIO);
	fd = open("p", O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(fd, 0);
	save("p", "through");
	ck_assert_int_eq(read(fd, text, sizeof(text)), 7);
	ck_assert_mem_eq(text, "through", 7);
	close(fd);
	ck_assert_int_eq(nr_files(), 1);
}
END_TEST

START_TEST(follows_what_standard_output_has_written)
{
	int fd = open("out", O_WRONLY | O_CREAT, 0644), saved = dup(1);

	ck_assert_int_ge(dup2(fd, STDOUT_FILENO), 0);
	ck_assert_int_eq(write(STDOUT_FILENO, "text,", 5), 5);
	save("/dev/stdout", "json,");
	save("out", "json,");
	ck_assert_int_eq(write(STDOUT_FILENO, "text", 4), 4);
	ck_assert_int_ge(dup2(saved, STDOUT_FILENO), 0);
	ck_content("out", "text,json,json,text");
	close(fd);
	close(saved);
}
END_TEST

START_TEST(keeps_the_old_file_when_there_is_no_room)
{
	struct rlimit limit = { 16, 16 };
	struct result_writer *w = NULL;

	signal(SIGXFSZ, SIG_IGN);
	put_file("r.json", "old", 0644);
	ck_assert_int_eq(result_writer_open("r.json", &w), 0);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert_int_eq(commit(w, "longer than sixteen bytes"), -EFBIG);
	ck_content("r.json", "old");
	ck_assert_int_eq(nr_files(), 1);
}
END_TEST

START_TEST(keeps_the_old_file_when_the_content_is_incomplete)
{
	struct result_writer *w = NULL;

	put_file("r.json", "old", 0644);
	ck_assert_int_eq(result_writer_open("r.json", &w), 0);
	fputs("half", result_writer_stream(w));
	ck_assert_int_eq(result_writer_commit(w, -ENOMEM), -ENOMEM);
	ck_content("r.json", "old");
	ck_assert_int_eq(nr_files(), 1);
}
END_TEST

START_TEST(writes_nothing_that_was_given_up)
{
	struct result_writer *w = NULL;
	char text[8];
	int fd;

	ck_assert_int_eq(mkfifo("p", 0600), 0);
	fd = open("p", O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(result_writer_open("p", &w), 0);
	fputs("half", result_writer_stream(w));
	result_writer_abort(w);
	ck_assert_int_eq(read(fd, text, sizeof(text)), 0);
	close(fd);
}
END_TEST

/* Where nothing can be named through /proc, it has a name from the start. */
START_TEST(works_without_proc)
{
	struct result_writer *w = NULL;

	ck_assert_int_eq(unshare(CLONE_NEWNS), 0);
	ck_assert_int_eq(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), 0);
	ck_assert_int_eq(mount("none", "/proc", "tmpfs", 0, NULL), 0);
	put_file("r.json", "old", 0640);
	ck_assert_int_eq(result_writer_open("r.json", &w), 0);
	ck_assert_int_eq(nr_files(), 2);
	ck_content("r.json", "old");
	ck_assert_int_eq(commit(w, "new"), 0);
	ck_content("r.json", "new");
	ck_assert_int_eq(mode_of("r.json"), 0640);
	ck_assert_int_eq(result_writer_open("r.json", &w), 0);
	result_writer_abort(w);
	ck_assert_int_eq(nr_files(), 1);
	ck_assert_int_eq(umount("/proc"), 0);
}
END_TEST

/*
 * A writer that is killed, has a rival or runs out of room.
 */

static char *long_text(char letter)
{
	char *text = malloc(LONG_TEXT + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, letter, LONG_TEXT);
	text[LONG_TEXT] = '\0';
	return text;
}

static int try_save(const char *path, const char *text)
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
	_exit(try_save("r.json", text) ? 1 : 0);
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
		err = try_save("r.json", text);
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
	ck_assert_int_eq(try_save("r.json", text), -ENOSPC);
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

/*
 * Reading.
 */

static int unreadable(const char *path, char *why)
{
	struct session s = { 0 };

	return result_read(path, RESULT_WHOLE, &s, why, 64);
}

START_TEST(reads_what_it_has_written)
{
	char *text = document(session_pipe()), *again;
	struct session s = { 0 };
	char why[128] = "";

	put_file("r.json", text, 0600);
	ck_assert_int_eq(
		result_read("r.json", RESULT_WHOLE, &s, why, sizeof(why)), 0);
	again = document(s);
	ck_assert_str_eq(text, again);
	free(text);
	free(again);
}
END_TEST

START_TEST(says_why_a_file_cannot_be_read)
{
	char why[64];

	ck_assert_int_eq(unreadable("nosuch", why), -ENOENT);
	ck_assert_str_eq(why, "No such file or directory");
	ck_assert_int_eq(unreadable(".", why), -EISDIR);
	ck_assert_str_eq(why, "Is a directory");
	ck_assert_int_eq(unreadable("/dev/null", why), -EINVAL);
	ck_assert_str_eq(why, "the file is empty");
	put_file("big", "{", 0600);
	ck_assert_int_eq(truncate("big", ((off_t)256 << 20) + 1), 0);
	ck_assert_int_eq(unreadable("big", why), -EFBIG);
	ck_assert_str_eq(why, "larger than 256 MiB");
}
END_TEST

/* Gives up root for good, so it needs a process of its own. */
START_TEST(says_that_a_file_may_not_be_read)
{
	char why[64];

	put_file("secret", "{}", 0);
	if (!geteuid()) {
		ck_assert_int_eq(chmod(".", 0755), 0);
		ck_assert_int_eq(setuid(65534), 0);
	}
	ck_assert_int_eq(unreadable("secret", why), -EACCES);
	ck_assert_str_eq(why, "Permission denied");
}
END_TEST

START_TEST(does_not_read_for_ever)
{
	char why[64];

	ck_assert_int_eq(unreadable("/dev/zero", why), -EFBIG);
}
END_TEST

/* Whether a process of this user may have file systems of its own. */
static bool may_mount(void)
{
	pid_t pid = fork();
	int status = 1;

	if (!pid)
		_exit(unshare(CLONE_NEWNS) ||
		      mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL));
	if (pid > 0)
		waitpid(pid, &status, 0);
	return !status;
}

/* Tests that change their process for good need one of their own. */
static bool forks(void)
{
	const char *mode = getenv("CK_FORK");

	return !mode || strcmp(mode, "no");
}

static Suite *result_file_suite(void)
{
	Suite *s = suite_create("result_file");
	TCase *t = tcase_create("files");

	tcase_add_checked_fixture(t, set_up, workdir_leave);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, makes_a_file_as_umask_says);
	tcase_add_test(t, replaces_a_file_and_keeps_its_mode);
	tcase_add_test(t, leaves_the_old_file_until_commit);
	tcase_add_test(t, leaves_nothing_after_abort);
	tcase_add_test(t, leaves_nothing_when_it_is_killed);
	tcase_add_test(t, two_writers_of_one_file_both_succeed);
	tcase_add_test(t, refuses_what_is_no_place_for_a_file);
	tcase_add_test(t, replaces_what_a_link_leads_to);
	tcase_add_test(t, makes_what_a_link_leads_to);
	tcase_add_test(t, refuses_links_without_end);
	if (other_user_is_there())
		tcase_add_loop_test(
			t, writes_through_nothing_that_another_user_has_planted,
			0, 3);
	tcase_add_test(t,
		       writes_through_a_link_of_its_own_in_a_shared_directory);
	tcase_add_test(t, writes_to_devices_and_pipes_directly);
	tcase_add_test(t, follows_what_standard_output_has_written);
	tcase_add_test(t, keeps_the_old_file_when_the_content_is_incomplete);
	tcase_add_test(t, writes_nothing_that_was_given_up);
	tcase_add_test(
		t, a_kill_at_any_system_call_leaves_the_old_file_or_the_new);
	tcase_add_test(t,
		       a_kill_at_any_system_call_leaves_no_file_or_the_first);
	tcase_add_test(t, two_rivals_and_a_reader_never_meet_half_a_file);
	tcase_add_test(t, a_run_whose_file_has_no_room_says_so_and_fails);
	tcase_add_test(t, reads_what_it_has_written);
	tcase_add_test(t, says_why_a_file_cannot_be_read);
	tcase_add_test(t, does_not_read_for_ever);
	if (forks() && other_user_is_there()) {
		tcase_add_test(t, says_that_a_file_may_not_be_read);
		tcase_add_test(t, refuses_what_may_not_be_written);
	}
	if (forks()) {
		tcase_add_test(t, a_full_disk_keeps_the_old_file);
		tcase_add_test(t, keeps_the_old_file_when_there_is_no_room);
	}
	if (forks() && may_mount())
		tcase_add_test(t, works_without_proc);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_file_suite);
