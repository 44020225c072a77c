/* SPDX-License-Identifier: MIT */
/*
 * harness/bench.h - the interface between the harness and a benchmark.
 *
 * A benchmark is one shared object, <collection>/<name>.so, that exports one
 * constant, harness_bench, made with BENCH(). This is the only header that it
 * includes besides the C library's. The harness creates, pins, repeats and
 * times; the benchmark performs operations.
 *
 * Documentation/writing-a-benchmark.md goes from a copy of bench/self/null.c
 * to a tested benchmark.
 */
#ifndef HARNESS_BENCH_H
#define HARNESS_BENCH_H

#ifndef _GNU_SOURCE
#error "define _GNU_SOURCE (pkg-config --cflags harness does)"
#endif

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Changes when a plugin built against another number could not work. */
#define HARNESS_BENCH_ABI 1

/**
 * enum bench_regime - who takes the CPU from whom
 * @BENCH_FORCED:	one CPU and no wake-up preemption (batch, idle, fifo,
 *			rr): a task runs until it blocks or yields
 * @BENCH_PREEMPT:	one CPU, SCHED_OTHER: a woken task may preempt its waker
 * @BENCH_SPREAD:	every task on a CPU of its own
 * @BENCH_NR_REGIMES:	also stands for a mixture, which is never judged
 */
enum bench_regime {
	BENCH_FORCED,
	BENCH_PREEMPT,
	BENCH_SPREAD,
	BENCH_NR_REGIMES
};

/**
 * struct bench_expect - context switches per op
 * @min:	fewest, all tasks of a group together
 * @max:	most
 *
 * {0} promises that there are none, BENCH_REPORTED promises nothing.
 */
struct bench_expect {
	double min, max;
};

#define BENCH_REPORTED { 0, 1e9 }

/**
 * enum bench_flags - what kind of benchmark this is
 * @BENCH_RECORDS:	the result is what bench_record() was given
 * @BENCH_APART:	on one CPU it means nothing: tasks are spread by default
 * @BENCH_THREADS:	tasks must be threads
 * @BENCH_PROCESSES:	tasks must be processes
 * @BENCH_CHILDREN:	an op creates and reaps children
 * @BENCH_FAULTS:	an op takes page faults
 * @BENCH_MIGRATES:	an op moves its task between CPUs
 * @BENCH_SYSV:		System V objects are made: tasks are in an IPC
 *			namespace of their own, where that is allowed
 */
enum bench_flags {
	BENCH_RECORDS	= 1 << 0,
	BENCH_APART	= 1 << 1,
	BENCH_THREADS	= 1 << 2,
	BENCH_PROCESSES	= 1 << 3,
	BENCH_CHILDREN	= 1 << 4,
	BENCH_FAULTS	= 1 << 5,
	BENCH_MIGRATES	= 1 << 6,
	BENCH_SYSV	= 1 << 7,
};

/* enum bench_unit - which suffixes the value of an option may carry */
enum bench_unit { BENCH_COUNT, BENCH_BYTES, BENCH_NS, BENCH_BOOL };

/**
 * struct bench_option - one -p NAME=VALUE
 * @name:	as typed; NULL ends the table
 * @help:	one line, lower case, no full stop
 * @offset:	of a uint64_t in the benchmark's state
 * @unit:	enum bench_unit
 * @def:	value when the option is not given
 * @min:	smallest value allowed
 * @max:	largest value allowed
 * @choices:	words for the values 0, 1, ..., NULL-terminated; or NULL
 */
struct bench_option {
	const char *name;
	const char *help;
	uint32_t offset;
	uint32_t unit;
	uint64_t def, min, max;
	const char *const *choices;
};

#define BENCH_OFFSET_(type, field)					\
	(offsetof(type, field) +					\
	 0 * sizeof(char[sizeof(((type *)0)->field) == 8 ? 1 : -1]))

/* A number: the option is called as the uint64_t field of the state. */
#define BENCH_OPTION(type, field, unit, def, min, max, help)		\
	{ #field, help, BENCH_OFFSET_(type, field), unit,		\
	  def, min, max, NULL }

/* A word out of a list; the field gets its index, @def is an index. */
#define BENCH_CHOICE(type, field, def, help, ...)			\
	{ #field, help, BENCH_OFFSET_(type, field), BENCH_COUNT, def, 0,	\
	  sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *) - 1,	\
	  (const char *const[]){ __VA_ARGS__, NULL } }

#define BENCH_END { NULL, NULL, 0, 0, 0, 0, 0, NULL }

/**
 * struct bench_peer - how another program would print this op
 * @name:	the program: "perf", "lmbench", ...; NULL ends the table
 * @unit:	its unit, as it prints it
 * @per_op:	its number for one op that takes one nanosecond, or BENCH_RATE()
 * @note:	what its number really contains, one sentence
 */
struct bench_peer {
	const char *name;
	const char *unit;
	double per_op;
	const char *note;
};

/* per_op of a peer that counts @n for each op and prints them per second. */
#define BENCH_RATE(n) (-1e9 * (n))

/**
 * struct bench_group - one instance of a benchmark, in memory that its tasks
 *	share
 * @nr_tasks:	tasks in the group
 * @nr_cpus:	different CPUs under the tasks; 0: not pinned
 * @regime:	enum bench_regime, BENCH_NR_REGIMES for a mixture
 * @policy:	SCHED_OTHER, SCHED_FIFO, ...
 * @threads:	tasks are threads of one process
 * @control:	this run performs @baseline: task 0 is alone
 * @cpu:	@nr_tasks CPU numbers, -1 where not pinned
 * @tid:	@nr_tasks thread ids, from prepare on
 * @ops_per_loop: set-up says how many ops of the whole group a loop is (1)
 * @nr_slots:	set-up says how many work sets a task walks round robin (1)
 * @bytes_per_op: set-up says it where a bandwidth is to be reported (0)
 * @expect:	copy of the benchmark's; set-up corrects it where an option
 *		decides
 * @stop:	task 0 has left its loop; see bench_stopped()
 * @calls:	copy of the benchmark's; set-up corrects it where an option
 *		decides
 *
 * Owned by the harness. A newer harness may append fields.
 */
struct bench_group {
	uint32_t nr_tasks;
	uint32_t nr_cpus;
	uint32_t regime;
	int32_t policy;
	bool threads;
	bool control;
	const int *cpu;
	const pid_t *tid;
	uint32_t ops_per_loop;
	uint32_t nr_slots;
	uint64_t bytes_per_op;
	struct bench_expect expect[BENCH_NR_REGIMES];
	uint32_t stop;
	uint32_t calls;
};

/**
 * struct bench_task - one task, as the benchmark's functions see it
 * @state:	the group's shared state, @state_size bytes, zeroed before the
 *		options were stored
 * @group:	its group
 * @id:		0 .. nr_tasks - 1
 * @libc:	system calls go through libc, not inline
 * @tsc:	bench_now() reads the CPU's constant-rate counter
 * @what:	what failed, see bench_error()
 *
 * The pointers behind them belong to the harness; use the functions below.
 */
struct bench_task {
	void *state;
	struct bench_group *group;
	uint32_t id;
	bool libc;
	bool tsc;
	const char *what;
	void (*work)(struct bench_task *t, uint32_t slot);
	void (*record)(struct bench_task *t, uint64_t ticks);
	uint64_t (*clock)(void);
	uint64_t (*begin)(struct bench_task *t, uint64_t loops);
	uint64_t (*mark)(struct bench_task *t);
};

/* nr_tasks: one task on each CPU that the placement names. */
#define BENCH_PER_CPU UINT32_MAX

/**
 * struct bench - a benchmark
 * @abi:	HARNESS_BENCH_ABI; at offset 0 for ever
 * @size:	sizeof(struct bench); at offset 4 for ever
 * @name:	collection/name, as its path below the plugin directory
 * @summary:	one line, lower case, no full stop
 * @op:		what one op is, in the singular: "round trip"
 * @description: what is measured, what a number of it does not include, which
 *		peer's test it is comparable with; paragraphs split by \n\n
 * @flags:	enum bench_flags
 * @nr_tasks:	tasks in a group; 0: ask @tasks; BENCH_PER_CPU
 * @state_size:	bytes of the state, 0 to 64 MiB
 * @options:	option table or NULL
 * @peers:	peers' units or NULL
 * @expect:	switches per op in each regime
 * @tasks:	number of tasks for the options in @state; at least 1
 * @supported:	NULL, or why this machine cannot run it. Called in a process of
 *		its own, without a task
 * @accepts:	NULL, or why this placement or these options mean nothing.
 *		Called likewise; @g holds no ids yet
 * @setup:	once per group in task 0, before there are other tasks; untimed
 * @teardown:	once per group in task 0, after the others are gone; untimed.
 *		Not called when the run was ended by force, so name nothing
 *		that outlives its last descriptor
 * @prepare:	once in every task, all at the same time, ids known; untimed.
 *		Not called for the control
 * @task:	the measured loop: @loops loops, no clock, no output. Called
 *		several times (warm-up, then timed): it leaves the group as it
 *		found it
 * @baseline:	the control: the same calls for the same @loops, made by task 0
 *		alone, without a switch
 * @calls:	system calls that the control makes for an op; 0: not declared
 *
 * Required: name, summary, op, description, nr_tasks or tasks, task. The
 * functions that return int return 0 or a negative errno, with bench_error().
 * They never print, exit, or read a clock.
 */
struct bench {
	uint32_t abi;
	uint32_t size;
	const char *name;
	const char *summary;
	const char *op;
	const char *description;
	uint32_t flags;
	uint32_t nr_tasks;
	uint64_t state_size;
	const struct bench_option *options;
	const struct bench_peer *peers;
	struct bench_expect expect[BENCH_NR_REGIMES];
	uint32_t (*tasks)(const void *state);
	const char *(*supported)(void);
	const char *(*accepts)(const void *state, const struct bench_group *g);
	int (*setup)(struct bench_task *t);
	int (*teardown)(struct bench_task *t);
	int (*prepare)(struct bench_task *t);
	int (*task)(struct bench_task *t, uint64_t loops);
	int (*baseline)(struct bench_task *t, uint64_t loops);
	uint32_t calls;
};

/* Defines the plugin: BENCH(.name = "sched/pipe", ...); */
#define BENCH(...)							\
	__attribute__((visibility("default")))				\
	extern const struct bench harness_bench;			\
	const struct bench harness_bench = {				\
		.abi = HARNESS_BENCH_ABI, .size = sizeof(struct bench),	\
		__VA_ARGS__						\
	}

/*
 * The measured loop: bench_loop (t, loops) { one loop }. Leave it by return,
 * never by break or goto. The inner counter stays in a register; the harness
 * is called twice, and once per slice in between in task 0.
 */
#define bench_loop(t, loops)						\
	for (uint64_t bench_left_ = (t)->begin(t, loops); bench_left_;	\
	     bench_left_ = (t)->mark(t))				\
		for (; bench_left_; bench_left_--)

/* Where a task has just got the CPU: the harness's work hook, if any. */
static inline void bench_work_slot(struct bench_task *t, uint32_t slot)
{
	if (__builtin_expect(t->work != NULL, 0))
		t->work(t, slot);
}

static inline void bench_work(struct bench_task *t)
{
	bench_work_slot(t, 0);
}

/* Whether task 0 has left its loop: what ends a companion. */
static inline bool bench_stopped(const struct bench_task *t)
{
	return __atomic_load_n(&t->group->stop, __ATOMIC_RELAXED);
}

/* Tells the CPU that this is a spin loop. */
static inline void bench_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield" ::: "memory");
#else
	__asm__ volatile("" ::: "memory");
#endif
}

/* The compiler may neither drop what led to @v nor assume its value. */
#define bench_keep(v) __asm__ volatile("" : "+r"(v) : : "memory")

/* A time stamp in ticks, for bench_record() only. */
static inline uint64_t bench_now(const struct bench_task *t)
{
#if defined(__x86_64__)
	if (t->tsc) {
		uint32_t lo, hi;

		__asm__ volatile("rdtscp" : "=a"(lo), "=d"(hi) :
				 : "rcx", "memory");
		return (uint64_t)hi << 32 | lo;
	}
#elif defined(__aarch64__)
	if (t->tsc) {
		uint64_t v;

		__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(v) :
				 : "memory");
		return v;
	}
#endif
	return t->clock();
}

/* Hands over one value, a difference of two bench_now(). */
static inline void bench_record(struct bench_task *t, uint64_t ticks)
{
	if (t->record)
		t->record(t, ticks);
}

/**
 * bench_error - note what failed
 * @t:		the task
 * @err:	errno value, positive or negative
 * @what:	static string: the call, or what was wrong
 *
 * Return: -|@err|, to be returned by the callback.
 */
static inline int bench_error(struct bench_task *t, int err, const char *what)
{
	t->what = what;
	return err > 0 ? -err : err;
}

/* --- system calls: through libc, or inline with --calls inline --- */

#if defined(__x86_64__)
#define BENCH_HAVE_INLINE 1
static inline long bench_inline_(long nr, long a, long b, long c, long d,
				 long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long ret;

	__asm__ volatile("syscall" : "=a"(ret)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
			   "r"(r9)
			 : "rcx", "r11", "memory");
	return ret;
}
#elif defined(__aarch64__)
#define BENCH_HAVE_INLINE 1
static inline long bench_inline_(long nr, long a, long b, long c, long d,
				 long e, long f)
{
	register long x8 __asm__("x8") = nr;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;

	__asm__ volatile("svc #0" : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return x0;
}
#elif defined(__riscv) && __riscv_xlen == 64
#define BENCH_HAVE_INLINE 1
static inline long bench_inline_(long nr, long a, long b, long c, long d,
				 long e, long f)
{
	register long a7 __asm__("a7") = nr;
	register long a0 __asm__("a0") = a;
	register long a1 __asm__("a1") = b;
	register long a2 __asm__("a2") = c;
	register long a3 __asm__("a3") = d;
	register long a4 __asm__("a4") = e;
	register long a5 __asm__("a5") = f;

	__asm__ volatile("ecall" : "+r"(a0)
			 : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
			 : "memory");
	return a0;
}
#else
#define BENCH_HAVE_INLINE 0
static inline long bench_inline_(long nr, long a, long b, long c, long d,
				 long e, long f)
{
	long ret = syscall(nr, a, b, c, d, e, f);

	return ret < 0 ? -errno : ret;
}
#endif

static inline long bench_sys_(const struct bench_task *t, long nr, long a,
			      long b, long c, long d, long e, long f)
{
	if (t->libc) {
		long ret = syscall(nr, a, b, c, d, e, f);

		return ret < 0 ? -errno : ret;
	}
	return bench_inline_(nr, a, b, c, d, e, f);
}

#define BENCH_SYS_(t, nr, a, b, c, d, e, f, ...)			\
	bench_sys_(t, nr, (long)(a), (long)(b), (long)(c), (long)(d),	\
		   (long)(e), (long)(f))

/**
 * bench_sys - make any system call: bench_sys(t, SYS_tkill, tid, sig)
 *
 * Up to six arguments, integers or pointers. Return: the call's result, or
 * a negative errno. Through libc this is syscall(3); where libc's own wrapper
 * is what programs pay (read, write), use the function below instead.
 */
#define bench_sys(t, ...) BENCH_SYS_(t, __VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

/* read(2). Return: bytes, or a negative errno. */
static inline ssize_t bench_read(const struct bench_task *t, int fd, void *buf,
				 size_t len)
{
	if (t->libc) {
		ssize_t ret = read(fd, buf, len);

		return ret < 0 ? -errno : ret;
	}
	return bench_inline_(SYS_read, fd, (long)buf, (long)len, 0, 0, 0);
}

/* write(2). Return: bytes, or a negative errno. */
static inline ssize_t bench_write(const struct bench_task *t, int fd,
				  const void *buf, size_t len)
{
	if (t->libc) {
		ssize_t ret = write(fd, buf, len);

		return ret < 0 ? -errno : ret;
	}
	return bench_inline_(SYS_write, fd, (long)buf, (long)len, 0, 0, 0);
}

/*
 * Closes a descriptor that belongs to another task of the group, so that a
 * dead peer shows as end of file. Threads share the table and the control
 * plays every part: there it does nothing.
 */
static inline void bench_close_unused(const struct bench_task *t, int fd)
{
	if (!t->group->threads && !t->group->control)
		close(fd);
}

#endif
