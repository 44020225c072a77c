/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/mutex.c - the CPU handed over by unlocking a mutex on which the
 * other task waits; an op is a hand-over there and back.
 *
 * Each task owns two mutexes and always holds one of them. It lets its peer
 * go on by locking the second and unlocking the first, on which the peer
 * waits, and then waits for the one that the peer holds.
 */
#include <harness/bench.h>

#include <linux/futex.h>
#include <pthread.h>

enum { TYPE_NORMAL, TYPE_PI, TYPE_ROBUST };

/**
 * struct mutex_state - shared by the two tasks
 * @type:	of the mutexes
 * @gate:	gate[i] belong to task i
 * @phase:	phase[i]: which of its gates task i holds
 * @word:	what the control wakes and waits on
 */
struct mutex_state {
	uint64_t type;
	pthread_mutex_t gate[2][2];
	uint32_t phase[2];
	uint32_t word;
};

static const struct bench_option mutex_options[] = {
	BENCH_CHOICE(struct mutex_state, type, TYPE_NORMAL,
		     "kind of mutex: pi inherits priority, robust survives its "
		     "owner",
		     "normal", "pi", "robust"),
	BENCH_END
};

static int mutex_setup(struct bench_task *t)
{
	struct mutex_state *s = t->state;
	pthread_mutexattr_t a;
	int err = 0;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
	if (s->type == TYPE_PI)
		pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
	if (s->type == TYPE_ROBUST)
		pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	for (int i = 0; i < 4 && !err; i++)
		err = pthread_mutex_init(&s->gate[i / 2][i % 2], &a);
	pthread_mutexattr_destroy(&a);
	return err ? bench_error(t, err, "pthread_mutex_init") : 0;
}

static inline int lock(struct bench_task *t, uint32_t owner, uint32_t phase)
{
	struct mutex_state *s = t->state;
	int err = pthread_mutex_lock(&s->gate[owner][phase]);

	return err ? bench_error(t, err, "pthread_mutex_lock") : 0;
}

static inline int unlock(struct bench_task *t, uint32_t owner, uint32_t phase)
{
	struct mutex_state *s = t->state;
	int err = pthread_mutex_unlock(&s->gate[owner][phase]);

	return err ? bench_error(t, err, "pthread_mutex_unlock") : 0;
}

static int mutex_prepare(struct bench_task *t)
{
	return lock(t, t->id, 0);
}

/* Opens the gate of task @id that its peer waits for, closes the other. */
static inline int let_go(struct bench_task *t, uint32_t id, uint32_t phase)
{
	int ret = lock(t, id, !phase);

	return ret ? ret : unlock(t, id, phase);
}

/* Waits until task @id opens its gate. */
static inline int pass(struct bench_task *t, uint32_t id, uint32_t phase)
{
	int ret = lock(t, id, phase);

	return ret ? ret : unlock(t, id, phase);
}

static int mutex_task(struct bench_task *t, uint64_t loops)
{
	struct mutex_state *s = t->state;
	uint32_t *phase = &s->phase[t->id];
	int ret;

	bench_loop (t, loops) {
		ret = t->id == 0 ? let_go(t, 0, *phase) : pass(t, 0, *phase);
		if (ret)
			return ret;
		if (t->id)
			bench_work(t);
		ret = t->id == 0 ? pass(t, 1, *phase) : let_go(t, 1, *phase);
		if (ret)
			return ret;
		if (!t->id)
			bench_work(t);
		*phase = !*phase;
	}
	return 0;
}

/* The two system calls of a contended mutex, on a futex that nobody has. */
static inline long two_calls(struct bench_task *t)
{
	struct mutex_state *s = t->state;
	bool pi = s->type == TYPE_PI;

	return bench_sys(t, SYS_futex, &s->word,
			 pi ? FUTEX_LOCK_PI : FUTEX_WAKE, 1, NULL) +
	       bench_sys(t, SYS_futex, &s->word,
			 pi ? FUTEX_UNLOCK_PI : FUTEX_WAIT, 1, NULL);
}

/*
 * Without a peer the library makes no system call: those of a hand-over are
 * made by hand.
 */
static int mutex_baseline(struct bench_task *t, uint64_t loops)
{
	struct mutex_state *s = t->state;
	long expected = s->type == TYPE_PI ? 0 : -EAGAIN;

	bench_loop (t, loops) {
		for (uint32_t i = 0; i < 2; i++) {
			int ret = pass(t, i, 0);

			if (!ret)
				ret = pass(t, i, 1);
			if (ret)
				return ret;
			if (two_calls(t) != expected)
				return bench_error(t, EIO, "futex");
			bench_work(t);
		}
	}
	return 0;
}

BENCH(
	.name = "sched/mutex",
	.summary = "two tasks hand over the CPU by unlocking mutexes",
	.op = "round trip",
	.description =
		"Each of two tasks always holds one of its two mutexes while "
		"the other task waits for it. To let its peer continue, it "
		"locks its free mutex and unlocks the held one; then it waits "
		"for the peer's. An op is a hand-over there and back: exactly "
		"two context switches on one CPU, four locks and four "
		"unlocks.\n\n"
		"With -p type=pi the kernel hands the mutex to the waiter "
		"itself and knows its owner. The library functions are called "
		"directly; --calls has no effect on them. The number includes "
		"two contended and two uncontended locks. The control takes "
		"the four mutexes alone and makes the futex calls of a "
		"hand-over itself, without waiting.\n\n"
		"It measures the hand-over, not fairness or the cost of an "
		"uncontended mutex. Comparable with libMicro's cascade_mutex "
		"(one hand-over is half an op) and in kind with ptsematest.",
	.nr_tasks = 2,
	.state_size = sizeof(struct mutex_state),
	.options = mutex_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.setup = mutex_setup,
	.prepare = mutex_prepare,
	.task = mutex_task,
	.baseline = mutex_baseline,
);
