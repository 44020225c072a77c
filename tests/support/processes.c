/* SPDX-License-Identifier: MIT */
/*
 * tests/support/processes.c - the processes of a run while it goes on, and what
 * is left of it afterwards.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"

#define MARKER "HARNESS_TEST_MARKER"
#define STEP_NS 2000000
/* Two minutes and one: on a loaded machine a step takes longer. */
#define AWAIT_STEPS (120u * 500)
#define LEFT_STEPS (60u * 500)
#define MAX_PROCESSES 256

void processes_mark(void)
{
	/* A crash is to be a crash also where a sanitizer would catch it. */
	static const char plain[] = "handle_segv=0:handle_sigbus=0:"
				    "handle_abort=0:handle_sigfpe=0:"
				    "die_after_fork=0";
	char text[64];

	snprintf(text, sizeof(text), "%d-%lx", (int)getpid(),
		 (unsigned long)clock());
	setenv(MARKER, text, 1);
	setenv("ASAN_OPTIONS", plain, 1);
	setenv("TSAN_OPTIONS", plain, 1);
}

static void pause_a_step(void)
{
	const struct timespec ts = { .tv_nsec = STEP_NS };

	nanosleep(&ts, NULL);
}

/* Return: bytes, NUL-terminated; 0 if there is nothing to be read. */
static size_t read_proc(pid_t pid, const char *file, char *buf, size_t len)
{
	char path[64];
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, buf, len - 1);
		close(fd);
	}
	buf[n > 0 ? n : 0] = '\0';
	return n > 0 ? (size_t)n : 0;
}

static bool is_marked(pid_t pid)
{
	char env[65536], entry[96];
	size_t len, n = read_proc(pid, "environ", env, sizeof(env));

	len = (size_t)snprintf(entry, sizeof(entry), "%s=%s", MARKER,
			       getenv(MARKER));
	for (size_t at = 0; at < n; at += strlen(env + at) + 1)
		if (strlen(env + at) == len && !strcmp(env + at, entry))
			return true;
	return false;
}

static char state_of(pid_t pid)
{
	char stat[512];
	const char *p;

	if (!read_proc(pid, "stat", stat, sizeof(stat)))
		return 0;
	p = strrchr(stat, ')');
	return p && p[1] == ' ' ? p[2] : 0;
}

static bool is_named(pid_t pid, const char *name)
{
	char comm[64];
	size_t n = read_proc(pid, "comm", comm, sizeof(comm));

	return n && !strncmp(comm, name, n - 1) && !name[n - 1];
}

static int by_age(const void *a, const void *b)
{
	return *(const pid_t *)a - *(const pid_t *)b;
}

size_t processes_find(const char *name, pid_t *pids, size_t max)
{
	DIR *proc = opendir("/proc");
	struct dirent *d;
	size_t nr = 0;

	ck_assert_ptr_nonnull(proc);
	while ((d = readdir(proc))) {
		pid_t pid = (pid_t)atoi(d->d_name);

		if (pid <= 0 || (name && !is_named(pid, name)) ||
		    !is_marked(pid) || state_of(pid) == 'Z')
			continue;
		if (nr < max)
			pids[nr] = pid;
		nr++;
	}
	closedir(proc);
	qsort(pids, nr < max ? nr : max, sizeof(*pids), by_age);
	return nr;
}

void processes_await(const char *name, size_t nr, pid_t *pids)
{
	pid_t found[MAX_PROCESSES];

	for (unsigned int i = 0; i < AWAIT_STEPS; i++) {
		if (processes_find(name, found, MAX_PROCESSES) >= nr) {
			memcpy(pids, found, nr * sizeof(*pids));
			return;
		}
		pause_a_step();
	}
	ck_abort_msg("no %zu processes called %s", nr, name);
}

pid_t processes_await_after(const char *name, pid_t pid)
{
	pid_t found[MAX_PROCESSES], pgid = getpgid(pid);

	ck_assert_int_gt(pgid, 0);
	for (unsigned int i = 0; i < AWAIT_STEPS; i++) {
		size_t nr = processes_find(name, found, MAX_PROCESSES);
		pid_t other = nr ? getpgid(found[0]) : -1;

		/* The tasks of a run are a group; numbers may start again. */
		if (other > 0 && other != pgid)
			return found[0];
		pause_a_step();
	}
	ck_abort_msg("no later process called %s", name);
}

bool has_ended(const struct cli_job *j)
{
	siginfo_t si = { 0 };

	waitid(P_PID, (id_t)j->pid, &si, WEXITED | WNOHANG | WNOWAIT);
	return si.si_pid != 0;
}

void process_await_state(pid_t pid, char state)
{
	for (unsigned int i = 0; i < AWAIT_STEPS; i++) {
		if (state_of(pid) == state)
			return;
		pause_a_step();
	}
	ck_abort_msg("process %d is in state %c, not %c", (int)pid,
		     state_of(pid), state);
}

int first_cpu(void)
{
	cpu_set_t set;
	int cpu = 0;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET(cpu, &set))
		cpu++;
	return cpu;
}

int last_cpu(void)
{
	cpu_set_t set;
	int cpu = CPU_SETSIZE - 1;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET(cpu, &set))
		cpu--;
	return cpu;
}

void processes_stop(const struct cli_job *j, pid_t pid)
{
	kill(j->pid, SIGTSTP);
	process_await_state(pid, 'T');
	process_await_state(j->pid, 'T');
}

void process_status(pid_t pid, const char *key, char *buf, size_t len)
{
	char text[8192], *line, *next = text;

	read_proc(pid, "status", text, sizeof(text));
	while ((line = strsep(&next, "\n"))) {
		size_t n = strlen(key);

		if (strncmp(line, key, n) || line[n] != ':')
			continue;
		for (line += n + 1; isspace((unsigned char)*line); line++)
			;
		snprintf(buf, len, "%s", line);
		return;
	}
	ck_abort_msg("process %d has no %s", (int)pid, key);
}

void process_await_status(pid_t pid, const char *key, const char *value)
{
	char seen[256] = "";

	for (unsigned int i = 0; i < AWAIT_STEPS; i++) {
		process_status(pid, key, seen, sizeof(seen));
		if (!strcmp(seen, value))
			return;
		pause_a_step();
	}
	ck_abort_msg("process %d: %s is %s, not %s", (int)pid, key, seen,
		     value);
}

void ck_none_left_named(const char *name)
{
	pid_t pids[MAX_PROCESSES];
	char comm[64];

	for (unsigned int i = 0; i < LEFT_STEPS; i++) {
		if (!processes_find(name, pids, MAX_PROCESSES))
			return;
		pause_a_step();
	}
	read_proc(pids[0], "comm", comm, sizeof(comm));
	kill(pids[0], SIGKILL);
	ck_abort_msg("process %d is left: %s", (int)pids[0], comm);
}

void ck_none_left(void)
{
	ck_none_left_named(NULL);
}

void ck_has(const char *text, const char *words)
{
	ck_assert_msg(strstr(text, words), "\"%s\" lacks \"%s\"", text, words);
}

void cli_expect(struct cli *c, int status, const char *fmt, ...)
{
	char *command;
	va_list ap;

	va_start(ap, fmt);
	ck_assert_int_ge(vasprintf(&command, fmt, ap), 0);
	va_end(ap);
	cli_run(c, "%s", command);
	ck_assert_msg(c->status == status,
		      "status %d, not %d: %s\n%.600s%.600s", c->status, status,
		      command, c->out, c->err);
	free(command);
}

json_t *ck_json(const char *text)
{
	json_error_t error;
	json_t *doc = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	ck_assert_msg(doc != NULL, "line %d: %s: %.600s", error.line,
		      error.text, text);
	ck_assert_str_eq(json_string_value(json_object_get(doc, "schema")),
			 "harness.result");
	ck_assert(json_is_boolean(json_object_get(doc, "complete")));
	return doc;
}

json_t *ck_json_file(const char *path)
{
	struct cli c;
	json_t *doc;

	cli_expect(&c, 0, "cat '%s'", path);
	doc = ck_json(c.out);
	cli_free(&c);
	return doc;
}

json_t *result_benchmark(json_t *doc, size_t i)
{
	json_t *all = json_object_get(doc, "benchmarks");

	ck_assert_uint_lt(i, json_array_size(all));
	return json_array_get(all, i);
}

json_t *result_control(json_t *benchmark)
{
	json_t *found, *note;
	size_t i;

	json_array_foreach (json_object_get(benchmark, "notes"), i, note) {
		const char *id = json_string_value(json_object_get(note, "id"));
		const char *text =
			json_string_value(json_object_get(note, "text"));

		if (!strcmp(id, "N-CONTRAST") && strstr(text, "'control'")) {
			printf("not tested: %s\n", text);
			return NULL;
		}
	}
	found = json_array_get(json_object_get(benchmark, "contrasts"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(found, "name")),
			 "control");
	return found;
}
