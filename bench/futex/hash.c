/* SPDX-License-Identifier: MIT */
/*
 * bench/futex/hash.c - FUTEX_WAIT that finds the word changed, on many words,
 * from every CPU at once; an op is one call.
 */
#include <harness/bench.h>

#include <linux/futex.h>

#define TASKS_MAX 2048
#define WORDS_MAX 1024

/**
 * struct hash_state - shared by the tasks
 * @futexes:	words that a task goes through
 * @shared:	the kernel looks a word up by its page, not by its address
 * @word:	of each task, a page apart
 */
struct hash_state {
	uint64_t futexes;
	uint64_t shared;
	_Alignas(4096) uint32_t word[TASKS_MAX][WORDS_MAX];
};

static const struct bench_option hash_options[] = {
	BENCH_OPTION(struct hash_state, futexes, BENCH_COUNT, 1024, 1,
		     WORDS_MAX, "futexes per task"),
	BENCH_OPTION(struct hash_state, shared, BENCH_BOOL, 0, 0, 1,
		     "futexes can be shared between processes"),
	BENCH_END
};

static const char *hash_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->nr_tasks > TASKS_MAX)
		return "there are words for 2048 tasks: name fewer CPUs";
	return NULL;
}

static int hash_setup(struct bench_task *t)
{
	t->group->ops_per_loop = t->group->nr_tasks;
	return 0;
}

static int hash_task(struct bench_task *t, uint64_t loops)
{
	struct hash_state *s = t->state;
	int op = s->shared ? FUTEX_WAIT : FUTEX_WAIT | FUTEX_PRIVATE_FLAG;
	uint32_t i = 0;

	bench_loop (t, loops) {
		long n = bench_sys(t, SYS_futex, &s->word[t->id][i], op, 1234,
				   NULL);

		if (n != -EAGAIN)
			return bench_error(t, n < 0 ? (int)n : EIO,
					   "FUTEX_WAIT");
		i = i + 1 == s->futexes ? 0 : i + 1;
	}
	return 0;
}

static const struct bench_peer hash_peers[] = {
	{ "perf", "operations/sec of all threads", BENCH_RATE(1),
	  "futex hash prints the average of its threads: this, divided by the "
	  "number of tasks" },
	{ "will-it-scale", "ops/s", BENCH_RATE(1),
	  "futex4, and futex2 with -p shared=yes: one word per task (-p "
	  "futexes=1); the sum over all its tasks" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "futex/hash",
	.summary = "futex hash table look-ups from every CPU",
	.op = "call",
	.description =
		"One task per CPU calls FUTEX_WAIT on words of its own, with a "
		"value that differs from the word: the kernel finds the bucket "
		"of its hash table, locks it, compares, and returns EAGAIN. An "
		"op is one such call of one task. With N tasks a loop is N "
		"ops, so with perfect scaling twice the CPUs halve the time "
		"per op.\n\n"
		"Nobody sleeps and nothing is switched. The number shows the "
		"system call, the hashing, and contention for shared buckets. "
		"Threads (-T) use the hash table of their process if the "
		"kernel has one (6.16 and later); processes use their own or "
		"the global one.\n\n"
		"Comparable with perf bench futex hash with threads; perf runs "
		"for a given time and prints the calls of one thread per "
		"second.",
	.flags = BENCH_APART,
	.nr_tasks = BENCH_PER_CPU,
	.state_size = sizeof(struct hash_state),
	.options = hash_options,
	.peers = hash_peers,
	.accepts = hash_accepts,
	.setup = hash_setup,
	.task = hash_task,
);
