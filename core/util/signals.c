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

#include "util/clock.h"

/* All that would end a program unasked: what has been set up is undone first. */
static const int ending[] = { SIGINT,  SIGTERM, SIGHUP,	 SIGQUIT,   SIGUSR1,
			      SIGUSR2, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF };

/* What signals_block() found and made; the same for the whole process. */
static struct {
	sigset_t before;
	sigset_t waited;
	bool blocked;
} state;

static bool is_ignored(int sig)
{
	struct sigaction sa;

	return !sigaction(sig, NULL, &sa) && sa.sa_handler == SIG_IGN;
}

void signals_block(void)
{
	sigemptyset(&state.waited);
	sigaddset(&state.waited, SIGCHLD);
	sigaddset(&state.waited, SIGTSTP);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!is_ignored(ending[i]))
			sigaddset(&state.waited, ending[i]);
	sigprocmask(SIG_BLOCK, &state.waited, &state.before);
	state.blocked = true;
}

void signals_default(void)
{
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
	return sig < 0 ? 0 : sig;
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
