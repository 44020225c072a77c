/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/condvar.c - the turn passed between two tasks under a mutex with
 * a condition variable; an op is one round trip.
 */
#include "turns.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>

/**
 * struct condvar_state - shared by the two tasks
 * @signal:	0 after the mutex was released, 1 while it is held
 * @scope:	0 shared between processes, 1 private to one
 * @turn:	the task whose turn it is; the mutex guards it
 * @word:	what the control wakes and waits on
 */
struct condvar_state {
	uint64_t signal;
	uint64_t scope;
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	uint32_t turn;
	uint32_t word;
};

static const struct bench_option condvar_options[] = {
	BENCH_CHOICE(struct condvar_state, signal, 0,
		     "signal after releasing the mutex, or before", "outside",
		     "inside"),
	BENCH_CHOICE(struct condvar_state, scope, 0,
		     "who may share the objects; private needs threads",
		     "shared", "private"),
	BENCH_END
};

static const char *condvar_accepts(const void *state,
				   const struct bench_group *g)
{
	const struct condvar_state *s = state;

	if (s->scope && !g->threads)
		return "a private condition variable works between threads "
		       "only: add -T";
	return NULL;
}

/* A waker that is displaced before it unlocks adds two switches. */
static void correct_expectation(const struct condvar_state *s,
				struct bench_group *g)
{
	static const struct bench_expect inside[] = {
		[BENCH_FORCED] = { 2, 3 },
		[BENCH_PREEMPT] = { 2, 5 },
		[BENCH_SPREAD] = { 0, 4 },
	};

	if (!s->signal)
		return;
	for (int i = 0; i < BENCH_NR_REGIMES; i++)
		g->expect[i] = inside[i];
	if (g->policy == SCHED_FIFO || g->policy == SCHED_RR)
		g->expect[BENCH_FORCED].max = 2;
}

static int condvar_setup(struct bench_task *t)
{
	struct condvar_state *s = t->state;
	int pshared = s->scope ? PTHREAD_PROCESS_PRIVATE :
				 PTHREAD_PROCESS_SHARED;
	pthread_mutexattr_t ma;
	pthread_condattr_t ca;
	int err;

	correct_expectation(s, t->group);
	pthread_mutexattr_init(&ma);
	pthread_condattr_init(&ca);
	pthread_mutexattr_setpshared(&ma, pshared);
	pthread_condattr_setpshared(&ca, pshared);
	err = pthread_mutex_init(&s->mutex, &ma);
	if (!err)
		err = pthread_cond_init(&s->cond, &ca);
	pthread_condattr_destroy(&ca);
	pthread_mutexattr_destroy(&ma);
	return err ? bench_error(t, err, "pthread_cond_init") : 0;
}

static inline int hand_over(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct condvar_state *s = t->state;

	(void)seq;
	pthread_mutex_lock(&s->mutex);
	s->turn = !id;
	if (s->signal)
		pthread_cond_signal(&s->cond);
	pthread_mutex_unlock(&s->mutex);
	if (!s->signal)
		pthread_cond_signal(&s->cond);
	return 0;
}

static inline int await_turn(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct condvar_state *s = t->state;
	int err = 0;

	(void)seq;
	pthread_mutex_lock(&s->mutex);
	while (s->turn != id && !err)
		err = pthread_cond_wait(&s->cond, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
	return err ? bench_error(t, err, "pthread_cond_wait") : 0;
}

static int condvar_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, hand_over, await_turn);
}

/*
 * Without a waiter the library makes no system call, and a wait without a
 * signal would never end: the two calls of a hand-over are made by hand.
 */
static inline int hand_over_alone(struct bench_task *t, uint32_t id,
				  uint64_t seq)
{
	struct condvar_state *s = t->state;
	int flag = s->scope ? FUTEX_PRIVATE_FLAG : 0;

	hand_over(t, id, seq);
	bench_sys(t, SYS_futex, &s->word, FUTEX_WAKE | flag, 1);
	bench_sys(t, SYS_futex, &s->word, FUTEX_WAIT | flag, 1, NULL);
	return 0;
}

static int condvar_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, hand_over_alone, await_turn);
}

static int condvar_teardown(struct bench_task *t)
{
	struct condvar_state *s = t->state;

	pthread_cond_destroy(&s->cond);
	pthread_mutex_destroy(&s->mutex);
	return 0;
}

static const struct bench_peer condvar_peers[] = {
	{ "eliben", "ns/switch", 0.5,
	  "thread-switch-condvar: half a round trip with the signal inside "
	  "the mutex (-p signal=inside -T), which makes 3.9 switches under "
	  "the default policy; it counts two" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/condvar",
	.summary = "two tasks alternate through a condition variable",
	.op = "round trip",
	.description =
		"Two tasks alternate: each sets a variable under a mutex, "
		"signals a condition variable and waits on it until the "
		"variable has its own number. With the signal outside the "
		"mutex, an op is two context switches on one CPU.\n\n"
		"With -p signal=inside and the default policy, the woken task "
		"often preempts its waker, finds the mutex locked and blocks "
		"again: about four switches per op, 2.0 to 2.1 under batch, "
		"two under fifo. The library functions are called directly; "
		"--calls has no effect on them.\n\n"
		"The number includes the library's bookkeeping and its futex "
		"calls. The control locks, signals and unlocks alone, and "
		"makes one wake call and one wait call that returns at once "
		"per hand-over. Comparable with the condition variable test of "
		"Bendersky's threadoverhead, which signals inside, and with "
		"libMicro's cascade_cond.",
	.nr_tasks = 2,
	.state_size = sizeof(struct condvar_state),
	.options = condvar_options,
	.peers = condvar_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.accepts = condvar_accepts,
	.setup = condvar_setup,
	.teardown = condvar_teardown,
	.task = condvar_task,
	.baseline = condvar_baseline,
);
