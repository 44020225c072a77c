/* SPDX-License-Identifier: MIT */
/*
 * bench/wake/cacheline.c - a cache line passed between two CPUs whose tasks
 * spin on it; an op is one transfer.
 */
#include <harness/bench.h>

enum { METHOD_STORE, METHOD_CAS, METHOD_LINES };

/**
 * struct line_state - shared by the two tasks
 * @method:	how the turn is handed over
 * @next:	next[i]: what task i waits for next
 * @line:	a counter of transfers; METHOD_LINES: line[i] is written by
 *		task i only
 */
struct line_state {
	uint64_t method;
	uint64_t next[2];
	struct {
		_Alignas(128) uint64_t count;
	} line[2];
};

static const struct bench_option line_options[] = {
	BENCH_CHOICE(struct line_state, method, METHOD_STORE,
		     "one line by store, one by compare-and-swap, or one line "
		     "per direction",
		     "store", "cas", "lines"),
	BENCH_END
};

static const char *line_accepts(const void *state, const struct bench_group *g)
{
	(void)state;
	if (g->regime != BENCH_SPREAD)
		return "tasks that spin for each other need a CPU each: name "
		       "two CPUs";
	return NULL;
}

/* A loop is a transfer there and one back. */
static int line_setup(struct bench_task *t)
{
	struct line_state *s = t->state;

	s->next[1] = 1;
	t->group->ops_per_loop = 2;
	return 0;
}

/* The turn is a counter: even, task 0 may go on; odd, task 1. */
static inline void pass_store(struct line_state *s, uint64_t from)
{
	uint64_t *count = &s->line[0].count;

	while (__atomic_load_n(count, __ATOMIC_ACQUIRE) != from)
		bench_pause();
	__atomic_store_n(count, from + 1, __ATOMIC_RELEASE);
}

static inline void pass_cas(struct line_state *s, uint64_t from)
{
	uint64_t *count = &s->line[0].count;
	uint64_t seen = from;

	while (!__atomic_compare_exchange_n(count, &seen, from + 1, false,
					    __ATOMIC_ACQ_REL,
					    __ATOMIC_RELAXED)) {
		seen = from;
		bench_pause();
	}
}

/* Task @id waits for its peer's line to reach @from, then writes its own. */
static inline void pass_lines(struct line_state *s, uint32_t id, uint64_t from)
{
	while (__atomic_load_n(&s->line[!id].count, __ATOMIC_ACQUIRE) != from)
		bench_pause();
	__atomic_store_n(&s->line[id].count, from + 1, __ATOMIC_RELEASE);
}

static int line_task(struct bench_task *t, uint64_t loops)
{
	struct line_state *s = t->state;
	uint64_t from = s->next[t->id];

	s->next[t->id] += 2 * loops;
	bench_loop (t, loops) {
		if (s->method == METHOD_STORE)
			pass_store(s, from);
		else if (s->method == METHOD_CAS)
			pass_cas(s, from);
		else
			pass_lines(s, t->id, from);
		from += 2;
	}
	return 0;
}

/* What both tasks do to the lines, done by one that has them to itself. */
static int line_baseline(struct bench_task *t, uint64_t loops)
{
	struct line_state *s = t->state;
	uint64_t from = s->next[0];

	s->next[0] += 2 * loops;
	bench_loop (t, loops) {
		for (uint32_t id = 0; id < 2; id++) {
			if (s->method == METHOD_STORE)
				pass_store(s, from);
			else if (s->method == METHOD_CAS)
				pass_cas(s, from);
			else
				pass_lines(s, id, from);
			from++;
		}
	}
	return 0;
}

static const struct bench_peer cacheline_peers[] = {
	{ "core-to-core-latency", "ns", 1,
	  "one way, by compare-and-swap (-p method=cas) between all pairs of "
	  "CPUs (-c pairs)" },
	{ "c2clat", "ns", 1,
	  "one way, one line per direction (-p method=lines); the fastest of "
	  "its samples" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "wake/cacheline",
	.summary = "a cache line passed between two spinning CPUs",
	.op = "transfer",
	.description =
		"Two tasks on different CPUs spin on a counter in shared "
		"memory: one makes it odd, the other even. An op is one "
		"transfer, half a round trip, without any system call or "
		"context switch.\n\n"
		"It is the minimum cost of any hand-over between two CPUs. The "
		"difference to sched/futex between the same CPUs is the kernel "
		"and the idle state. With -p method=cas the counter is changed "
		"by compare-and-swap; with lines there is a line per "
		"direction, each written by one task only. The control changes "
		"the lines alone, in its own cache. -c pairs measures all "
		"pairs of CPUs.\n\n"
		"The number includes the pause instruction of the spinning "
		"side, and on a CPU shared with other work also that work. On "
		"one CPU the tasks would only wait for the end of their time "
		"slices, so that is refused. Comparable with "
		"core-to-core-latency and c2clat, which print half a round "
		"trip too.",
	.flags = BENCH_APART,
	.nr_tasks = 2,
	.state_size = sizeof(struct line_state),
	.options = line_options,
	.peers = cacheline_peers,
	.expect = { { 0 }, { 0 }, { 0 } },
	.accepts = line_accepts,
	.setup = line_setup,
	.task = line_task,
	.baseline = line_baseline,
);
