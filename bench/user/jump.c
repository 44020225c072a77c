/* SPDX-License-Identifier: MIT */
/*
 * bench/user/jump.c - sigsetjmp and siglongjmp back to it; an op is the pair.
 */
#include <harness/bench.h>

#include <setjmp.h>

/**
 * struct jump_state - of the one task
 * @mask:	the signal mask is saved and set as well
 * @landed:	jumps that arrived
 * @env:	where to
 */
struct jump_state {
	uint64_t mask;
	uint64_t landed;
	sigjmp_buf env;
};

static const struct bench_option jump_options[] = {
	BENCH_OPTION(struct jump_state, mask, BENCH_BOOL, 0, 0, 1,
		     "also save and restore the signal mask"),
	BENCH_END
};

static __attribute__((noinline)) void leap(struct jump_state *s)
{
	if (sigsetjmp(s->env, (int)s->mask) == 0)
		siglongjmp(s->env, 1);
	s->landed++;
}

static int jump_task(struct bench_task *t, uint64_t loops)
{
	struct jump_state *s = t->state;
	uint64_t end = s->landed + loops;

	bench_loop (t, loops)
		leap(s);
	if (s->landed != end)
		return bench_error(t, EBADMSG, "a jump went astray");
	return 0;
}

static const struct bench_peer jump_peers[] = {
	{ "libMicro", "usecs/call", 1e-3,
	  "siglongjmp: the same pair with -p mask=yes; it prints the median "
	  "of its samples after removing outliers" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "user/jump",
	.summary = "sigsetjmp and the siglongjmp back to it",
	.op = "jump",
	.description =
		"One task marks a place with sigsetjmp(3) and jumps to it with "
		"siglongjmp(3): registers are stored and loaded, mangled as in "
		"the C library. An op is the pair, and a call around it. Some "
		"libraries build exceptions and coroutines on it.\n\n"
		"With -p mask=yes the pair also makes two system calls for the "
		"signal mask, like libMicro's siglongjmp. There is no change "
		"of stacks and no context switch.",
	.nr_tasks = 1,
	.state_size = sizeof(struct jump_state),
	.options = jump_options,
	.peers = jump_peers,
	.task = jump_task,
);
