/* SPDX-License-Identifier: MIT */
/*
 * core/util/signals.c - the signals that the harness waits for.
 */
#include "util/signals.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"

/* All that would end a program unasked: what has been set up is undone first. */
static const int ending[] = { SIGINT,  SIGTERM, SIGHUP,	 SIGQUIT,   SIGUSR1,
			      SIGUSR2, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF };

/* What signals_block() found and made; the same for the whole process. */
static struct {
	sigset_t before;
	sigset_t waited;
	bool blocked;
	char ended_by[24];
} state;

static bool is_ignored(int sig)
{
	struct sigaction sa;

	return !sigaction(sig, NULL, &sa) && sa.sa_handler == SIG_IGN;
}

static void put(const char *text)
{
	ssize_t n = write(STDERR_FILENO, text, strlen(text));

	(void)n;
}

/* Says its name and dies of it, with what a shell reports of such a death. */
static void on_ending(int sig)
{
	put("harness: interrupted by SIG");
	put(sigabbrev_np(sig));
	put("\n");
	raise(sig);
}

void signals_begin(void)
{
	struct sigaction sa = { .sa_handler = on_ending,
				.sa_flags = SA_RESETHAND };

	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!is_ignored(ending[i]))
			sigaction(ending[i], &sa, NULL);
}

static void forget_handlers(void)
{
	struct sigaction sa;

	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!sigaction(ending[i], NULL, &sa) &&
		    sa.sa_handler == on_ending)
			signal(ending[i], SIG_DFL);
}

int signals_block(void)
{
	sigemptyset(&state.waited);
	sigaddset(&state.waited, SIGCHLD);
	sigaddset(&state.waited, SIGTSTP);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!is_ignored(ending[i]))
			sigaddset(&state.waited, ending[i]);
	if (sigprocmask(SIG_BLOCK, &state.waited, &state.before))
		return -errno;
	state.blocked = true;
	return 0;
}

void signals_default(void)
{
	forget_handlers();
	signal(SIGCHLD, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGCONT, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	if (state.blocked) {
		sigprocmask(SIG_SETMASK, &state.before, NULL);
		sigprocmask(SIG_UNBLOCK, &state.waited, NULL);
	}
}

int signals_wait(uint64_t timeout_ns)
{
	struct timespec ts = {
		.tv_sec = (time_t)(timeout_ns / NS_PER_SEC),
		.tv_nsec = (long)(timeout_ns % NS_PER_SEC),
	};
	int sig;

	do {
		if (timeout_ns)
			sig = sigtimedwait(&state.waited, NULL, &ts);
		else
			sig = sigwaitinfo(&state.waited, NULL);
	} while (sig < 0 && errno == EINTR);
	if (sig > 0 && signals_ends(sig))
		signals_name(sig, state.ended_by, sizeof(state.ended_by));
	return sig < 0 ? 0 : sig;
}

const char *signals_ended_by(void)
{
	return state.ended_by;
}

bool signals_ends(int sig)
{
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (sig == ending[i])
			return true;
	return false;
}

const char *signals_name(int sig, char *buf, unsigned int len)
{
	const char *abbrev = sigabbrev_np(sig);

	if (abbrev)
		snprintf(buf, len, "SIG%s", abbrev);
	else
		snprintf(buf, len, "signal %d", sig);
	return buf;
}
