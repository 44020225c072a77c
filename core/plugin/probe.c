/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/probe.c - load plugins in a child process and hear what they say.
 *
 * The child writes its answers into the arena and one byte into a pipe for
 * each plugin. The bytes only say that it still gets on; what counts is which
 * items are filled in once it is gone.
 */
#include "plugin/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine/limits.h"
#include "plugin/loader.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/memory.h"
#include "util/signals.h"
#include "util/text.h"

/*
 * A description that outlives the plugin.
 */

/* struct copier - @full is set once something had no room */
struct copier {
	struct arena *arena;
	bool full;
};

static void *copy_bytes(struct copier *c, const void *from, size_t len)
{
	void *to = arena_alloc(c->arena, len);

	if (!to)
		c->full = true;
	return to ? memcpy(to, from, len) : NULL;
}

static const char *copy_text(struct copier *c, const char *text)
{
	return text ? copy_bytes(c, text, strlen(text) + 1) : NULL;
}

static const char *const *copy_choices(struct copier *c,
				       const char *const *words)
{
	const char **copy;
	size_t n = 0;

	while (words && words[n])
		n++;
	copy = n ? copy_bytes(c, words, (n + 1) * sizeof(*words)) : NULL;
	for (size_t i = 0; copy && i < n; i++)
		copy[i] = copy_text(c, words[i]);
	return copy;
}

static const struct bench_option *copy_options(struct copier *c,
					       const struct bench_option *o)
{
	struct bench_option *copy;
	size_t n = 0;

	while (o && o[n].name)
		n++;
	copy = n ? copy_bytes(c, o, (n + 1) * sizeof(*o)) : NULL;
	for (size_t i = 0; copy && i < n; i++) {
		copy[i].name = copy_text(c, o[i].name);
		copy[i].help = copy_text(c, o[i].help);
		copy[i].choices = copy_choices(c, o[i].choices);
	}
	return copy;
}

static const struct bench_peer *copy_peers(struct copier *c,
					   const struct bench_peer *p)
{
	struct bench_peer *copy;
	size_t n = 0;

	while (p && p[n].name)
		n++;
	copy = n ? copy_bytes(c, p, (n + 1) * sizeof(*p)) : NULL;
	for (size_t i = 0; copy && i < n; i++) {
		copy[i].name = copy_text(c, p[i].name);
		copy[i].unit = copy_text(c, p[i].unit);
		copy[i].note = copy_text(c, p[i].note);
	}
	return copy;
}

const struct bench *plugin_copy(struct arena *a, const struct bench *b)
{
	struct copier c = { .arena = a };
	size_t mark = arena_mark(a);
	struct bench *copy = copy_bytes(&c, b, sizeof(*b));

	if (copy) {
		copy->name = copy_text(&c, b->name);
		copy->summary = copy_text(&c, b->summary);
		copy->op = copy_text(&c, b->op);
		copy->description = copy_text(&c, b->description);
		copy->options = copy_options(&c, b->options);
		copy->peers = copy_peers(&c, b->peers);
	}
	if (!c.full)
		return copy;
	arena_reset(a, mark);
	return NULL;
}

#define REASON_LEN 1024

/**
 * struct probe - shared with the child
 * @arena:	where it lies itself
 * @items:	@nr plugins, filled in by the child
 * @current:	the one that the child is busy with, or NULL
 * @asking:	the plugin is loaded and has been asked whether it is supported
 */
struct probe {
	struct arena *arena;
	struct probe_item *items;
	size_t nr;
	struct probe_item *current;
	bool asking;
};

static bool is_open(const struct probe_item *item)
{
	return !item->bench && !item->broken;
}

static struct probe_item *first_open(const struct probe *p)
{
	for (size_t i = 0; i < p->nr; i++) {
		if (is_open(&p->items[i]))
			return &p->items[i];
	}
	return NULL;
}

/* A text by a plugin or the dynamic loader, on one line, in the arena. */
static const char *keep_line(struct arena *a, const char *text)
{
	char line[REASON_LEN];
	const char *kept;

	snprintf(line, sizeof(line), "%s", text);
	for (char *c = line; *c; c++)
		if (*c == '\n' || *c == '\t')
			*c = ' ';
	kept = arena_strdup(a, text_clean(line));
	return kept ? kept : "no memory is left for the reason";
}

/* --- in the child --- */

/* Core files of crashing plugins help nobody; 1 also stops core handlers. */
static void no_core_file(void)
{
	const struct rlimit one = { 1, 1 };

	setrlimit(RLIMIT_CORE, &one);
}

/* Sanitizers and the harness itself may handle what a crash raises. */
static void plain_signals(void)
{
	static const int fatal[] = { SIGSEGV, SIGBUS,  SIGABRT, SIGFPE,
				     SIGILL,  SIGTRAP, SIGSYS };
	sigset_t none;

	signals_default();
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
		signal(fatal[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Return: the end of the pipe @fd, now above the three standard streams. */
static int settle(int fd, int null_fd, pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	for (int stream = 0; stream <= 2; stream++)
		dup2(null_fd, stream);
	no_core_file();
	plain_signals();
	return fd;
}

/* @bench is stored last: a plugin that dies in supported() has none. */
static void ask(struct probe *p, struct probe_item *item,
		const struct bench *loaded)
{
	const struct bench *copy = plugin_copy(p->arena, loaded);
	const char *reason = NULL;

	if (!copy) {
		item->broken = "its description does not fit into memory";
		return;
	}
	p->asking = true;
	if (loaded->supported)
		reason = loaded->supported();
	p->asking = false;
	if (reason)
		item->unsupported = keep_line(p->arena, reason);
	item->bench = copy;
}

static void load(struct probe *p, struct probe_item *item)
{
	char why[REASON_LEN];
	struct bench loaded;

	p->current = item;
	if (plugin_load(item->path, item->name, &loaded, why, sizeof(why)))
		item->broken = keep_line(p->arena, why);
	else
		ask(p, item, &loaded);
	p->current = NULL;
}

/* A plugin may have closed the pipe: then another child goes on. */
static _Noreturn void load_all(struct probe *p, int fd)
{
	struct probe_item *item;

	while ((item = first_open(p))) {
		load(p, item);
		if (write(fd, "", 1) != 1)
			break;
	}
	_exit(0);
}

/* --- in the harness --- */

static int64_t now_ms(void)
{
	return (int64_t)(clock_wait_ns() / NS_PER_MS);
}

/* Return: bytes read; 0: the pipe is closed; -ETIME: nothing in time */
static ssize_t await(int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	int64_t end = now_ms() + PROBE_LIMIT_SECONDS * 1000;
	char bytes[64];

	for (;;) {
		int64_t left = end - now_ms();
		int n = poll(&pfd, 1, left > 0 ? left : 0);

		if (n > 0)
			return read(fd, bytes, sizeof(bytes));
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n == 0)
			return -ETIME;
	}
}

/* A child whose pipe is closed has still to end. Return: whether it did. */
static bool linger(pid_t pid)
{
	const struct timespec pause = { .tv_nsec = NS_PER_MS };

	for (int ms = 0; ms < PROBE_LIMIT_SECONDS * 1000; ms++) {
		siginfo_t info = { 0 };

		if (waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
		    info.si_pid)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/* Returns once the child is done with all, has ended, or is overdue: true. */
static bool watch(const struct probe *p, pid_t pid, int fd)
{
	ssize_t n;

	do {
		n = await(fd);
	} while (n > 0);
	if (n == -ETIME)
		return true;
	return first_open(p) && !linger(pid);
}

/* Return: the wait status; SIGKILL's if there is none to be had. */
static int reap(pid_t pid)
{
	int status;

	kill(-pid, SIGKILL);
	if (!linger(pid) || waitpid(pid, &status, WNOHANG) != pid)
		return SIGKILL;
	return status;
}

static void blame(struct probe *p, struct probe_item *item, bool overdue,
		  int status)
{
	const char *when = p->asking ? "when asked whether this machine can "
				       "run it" :
				       "while it was loaded";
	char text[REASON_LEN], sig[32];

	if (overdue && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		snprintf(text, sizeof(text), "did not finish %s within %d s",
			 p->asking ? "saying whether this machine can run it" :
				     "loading",
			 PROBE_LIMIT_SECONDS);
	else if (WIFSIGNALED(status))
		snprintf(text, sizeof(text), "crashed %s (%s)", when,
			 signals_name(WTERMSIG(status), sig, sizeof(sig)));
	else
		snprintf(text, sizeof(text),
			 "ended its process %s (exit status %d)", when,
			 WEXITSTATUS(status));
	p->asking = false;
	item->broken = keep_line(p->arena, text);
}

/*
 * The plugin that the child was busy with is to blame for its end; the first
 * one if it did not even start with that.
 */
static struct probe_item *culprit(const struct probe *p,
				  struct probe_item *first)
{
	if (p->current && is_open(p->current))
		return p->current;
	return is_open(first) ? first : NULL;
}

static int probe_failed(const char *what)
{
	char hint[LIMITS_TEXT];
	int err = -errno;

	log_error(0, "cannot look at the plugins: %s: %s%s", what,
		  strerror(-err), limits_text(err, "", hint));
	return err;
}

/* One child, from the first plugin that is open to as far as it gets. */
static int run_child(struct probe *p, int null_fd)
{
	struct probe_item *first = first_open(p), *item;
	pid_t parent = getpid(), pid;
	char limits[LIMITS_TEXT];
	bool overdue;
	int fds[2];
	int status, err;

	if (pipe2(fds, O_CLOEXEC))
		return probe_failed("no pipe");
	pid = fork();
	err = errno;
	if (!pid)
		load_all(p, settle(fds[1], null_fd, parent));
	close(fds[1]);
	if (pid < 0) {
		limits_text(-err, "creating a process", limits);
		close(fds[0]);
		log_error(0, "cannot look at the plugins: no process: %s%s",
			  strerror(err), limits);
		return -err;
	}
	setpgid(pid, pid);
	overdue = watch(p, pid, fds[0]);
	close(fds[0]);
	status = reap(pid);
	item = culprit(p, first);
	if (item)
		blame(p, item, overdue, status);
	return 0;
}

static struct probe *probe_new(struct arena *arena,
			       const struct probe_item *items, size_t nr)
{
	struct probe *p = arena_alloc(arena, sizeof(*p));

	if (!p)
		return NULL;
	p->arena = arena;
	p->nr = nr;
	p->items = arena_alloc(arena, nr * sizeof(*items));
	if (!p->items)
		return NULL;
	memcpy(p->items, items, nr * sizeof(*items));
	return p;
}

int probe_run(struct arena *arena, struct probe_item *items, size_t nr)
{
	struct probe *p = probe_new(arena, items, nr);
	int null_fd;
	int err = 0;

	if (!p)
		return log_error(ENOMEM, "cannot look at %zu plugins", nr);
	null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null_fd < 0)
		return probe_failed("/dev/null");
	while (!err && first_open(p))
		err = run_child(p, null_fd);
	close(null_fd);
	memcpy(items, p->items, nr * sizeof(*items));
	return err;
}
