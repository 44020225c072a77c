/* SPDX-License-Identifier: MIT */
/*
 * tests/faults/inject.c - make one system call of a program and of all that it
 * starts fail once, and say how that ended.
 *
 * usage: inject -l
 *        inject -c REPORT COMMAND...
 *        inject -f CALL:N:ERRNO REPORT COMMAND...
 *
 * -l lists the calls with their errnos. -c counts: REPORT gets a line "CALL N"
 * for each call that was made. -f fails the N-th CALL, counted over all
 * processes in the order in which the kernel tells of them, and writes one line
 * to REPORT: "STATUS INJECTED LEFT LATE", with the exit status as a shell has
 * it, how many processes outlived the command, and whether it had to be killed
 * LIMIT_S after the fault.
 *
 * Faults begin where the dynamic loader of the command ends, which is with its
 * munmap() of ld.so.cache: that of glibc 2.36 crashes where memory is short.
 *
 * The kernel asks about each call (seccomp user notification); no process is
 * traced, so that stops, waits and signals are as ever.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

#define LIMIT_S 20
#define START_LIMIT_S 120
#define ROOM 512

/* struct job - @call: NULL: only count; @listener: -1 before the program */
struct job {
	const struct call *call;
	unsigned long nth;
	int err;
	pid_t pid;
	int listener;
	bool started, injected, late;
	unsigned long made[NR_CALLS];
	double deadline;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what)
{
	fprintf(stderr, "inject: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* Calls that are neither counted nor failed are not asked about. */
static size_t make_filter(struct sock_filter *code, const struct call *only)
{
	size_t n = 0;

	code[n++] = (struct sock_filter)BPF_STMT(
		BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < NR_CALLS; i++) {
		if (only && &calls[i] != only && calls[i].nr != SYS_munmap)
			continue;
		code[n++] = (struct sock_filter)BPF_JUMP(
			BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].nr, 0, 1);
		code[n++] = (struct sock_filter)BPF_STMT(
			BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
	}
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
						 SECCOMP_RET_ALLOW);
	return n;
}

static int listen_to_self(const struct call *only)
{
	struct sock_filter code[2 * NR_CALLS + 2];
	struct sock_fprog prog = { .filter = code };

	prog.len = (unsigned short)make_filter(code, only);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			    SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
}

/*
 * The child shares its descriptors until it executes the program, and so the
 * listener is there for the parent, without a call that would be asked about.
 */
static void start(struct job *j, char **argv)
{
	int *fd = mmap(NULL, sizeof(*fd), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (fd == MAP_FAILED)
		die("mmap");
	*fd = -1;
	j->pid = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
	if (j->pid < 0)
		die("clone");
	if (!j->pid) {
		int got = listen_to_self(j->call);

		__atomic_store_n(fd, got < 0 ? -2 : got, __ATOMIC_RELEASE);
		if (got >= 0)
			execv(argv[0], argv);
		_exit(126);
	}
	while ((j->listener = __atomic_load_n(fd, __ATOMIC_ACQUIRE)) == -1)
		sched_yield();
	if (j->listener < 0)
		die("seccomp");
}

/* Only who sleeps on a futex is interrupted. */
static bool can_fail(const struct seccomp_data *d)
{
	return d->nr != SYS_futex ||
	       (d->args[1] & FUTEX_CMD_MASK) == FUTEX_WAIT ||
	       (d->args[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
}

static int verdict(struct job *j, const struct seccomp_data *d)
{
	int nr = d->nr;
	size_t i = 0;

	if (!j->started) {
		j->started = nr == SYS_munmap;
		return 0;
	}
	while (i < NR_CALLS && calls[i].nr != nr)
		i++;
	if (i == NR_CALLS || !can_fail(d))
		return 0;
	j->made[i]++;
	if (&calls[i] != j->call || j->injected || j->made[i] != j->nth)
		return 0;
	j->injected = true;
	j->deadline = now() + LIMIT_S;
	return -j->err;
}

static void answer(struct job *j)
{
	union {
		struct seccomp_notif n;
		char room[ROOM];
	} ask = { 0 };
	union {
		struct seccomp_notif_resp r;
		char room[ROOM];
	} reply = { 0 };

	/* Who asked may have died. */
	if (ioctl(j->listener, SECCOMP_IOCTL_NOTIF_RECV, &ask))
		return;
	reply.r.id = ask.n.id;
	reply.r.error = verdict(j, &ask.n.data);
	if (!reply.r.error)
		reply.r.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
	ioctl(j->listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}

/* Answers for at most @ms. */
static void serve(struct job *j, int ms)
{
	struct pollfd p = { .fd = j->listener, .events = POLLIN };

	if (poll(&p, 1, ms) > 0 && p.revents & POLLIN)
		answer(j);
	else if (p.revents)
		poll(NULL, 0, ms);
}

static void end_all(struct job *j)
{
	kill(-j->pid, SIGKILL);
	kill(j->pid, SIGKILL);
}

/* Return: the exit status, as a shell has it. */
static int follow(struct job *j)
{
	int status = 0;

	j->deadline = now() + START_LIMIT_S;
	while (waitpid(j->pid, &status, WNOHANG) != j->pid) {
		serve(j, 10);
		if (now() < j->deadline || j->late)
			continue;
		j->late = true;
		end_all(j);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Orphans come to this process, which is a subreaper; they get a while. */
static int count_left(struct job *j)
{
	double end = now() + LIMIT_S;
	int left = 0;
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && now() < end)
		serve(j, pid ? 0 : 10);
	while (pid >= 0) {
		char path[64], text[32];
		FILE *f;

		snprintf(path, sizeof(path), "/proc/self/task/%d/children",
			 (int)getpid());
		f = fopen(path, "r");
		if (!f || !fgets(text, sizeof(text), f))
			pid = -1;
		else
			kill(atoi(text), SIGKILL);
		if (f)
			fclose(f);
		if (pid >= 0 && waitpid(-1, NULL, 0) > 0)
			left++;
	}
	return left;
}

static void list(void)
{
	for (size_t i = 0; i < NR_CALLS; i++) {
		printf("%s", calls[i].name);
		for (int k = 0; k < MAX_ERRNOS && calls[i].err[k]; k++)
			printf(" %s", strerrorname_np(calls[i].err[k]));
		puts("");
	}
}

/* Return: whether "CALL:N:ERRNO" is one that can be made. */
static bool parse(struct job *j, const char *text)
{
	char name[32], err[16];

	if (sscanf(text, "%31[^:]:%lu:%15s", name, &j->nth, err) != 3)
		return false;
	for (size_t i = 0; i < NR_CALLS; i++) {
		if (!strcmp(calls[i].name, name))
			j->call = &calls[i];
	}
	for (int k = 0; j->call && k < MAX_ERRNOS && j->call->err[k]; k++) {
		if (!strcmp(strerrorname_np(j->call->err[k]), err))
			j->err = j->call->err[k];
	}
	return j->err;
}

static void report(const struct job *j, FILE *f, int status, int left)
{
	if (j->call) {
		fprintf(f, "%d %d %d %d\n", status, j->injected, left, j->late);
		return;
	}
	for (size_t i = 0; i < NR_CALLS; i++) {
		if (j->made[i])
			fprintf(f, "%s %lu\n", calls[i].name, j->made[i]);
	}
}

int main(int argc, char **argv)
{
	struct job j = { 0 };
	int status, at = 2;
	FILE *f;

	if (argc == 2 && !strcmp(argv[1], "-l")) {
		list();
		return 0;
	}
	if (argc > 4 && !strcmp(argv[1], "-f") && parse(&j, argv[2]))
		at = 3;
	else if (argc < 4 || strcmp(argv[1], "-c") != 0) {
		fprintf(stderr, "inject: see the head of inject.c\n");
		return 2;
	}
	f = fopen(argv[at], "we");
	if (!f)
		die(argv[at]);
	if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
		die("prctl");
	start(&j, argv + at + 1);
	status = follow(&j);
	report(&j, f, status, count_left(&j));
	return fclose(f) ? 2 : 0;
}
