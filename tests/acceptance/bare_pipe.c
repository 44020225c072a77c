/* SPDX-License-Identifier: MIT */
/*
 * tests/acceptance/bare_pipe.c - a pipe ping-pong with no harness around it, for
 * tests/acceptance/overhead.sh to set sched/pipe against.
 *
 * Compiled with -DPAD=N: N bytes of no-ops before the loop, to see what the
 * layout of the code alone does. Usage: bare_pipe libc|inline OPS CPU; prints
 * microseconds per round trip.
 */
#include <harness/bench.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#ifdef PAD
#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define PADDING ".skip " STRING(PAD) ", 0x90"
#else
#define PADDING ""
#endif

static double now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (double)ts.tv_sec * 1e6 + (double)ts.tv_nsec / 1e3;
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		exit(1);
}

#define LOOP(write_, read_)                        \
	do {                                       \
		__asm__ volatile(PADDING);         \
		for (long i = 0; i < ops; i++) {   \
			if (first && write_ != 4)  \
				exit(1);           \
			if (read_ != 4)            \
				exit(1);           \
			if (!first && write_ != 4) \
				exit(1);           \
		}                                  \
	} while (0)

static __attribute__((noinline)) void libc_loop(bool first, int in, int out,
						long ops)
{
	char b[4] = { 0 };

	LOOP(write(out, b, 4), read(in, b, 4));
}

static __attribute__((noinline)) void inline_loop(bool first, int in, int out,
						  long ops)
{
	char b[4] = { 0 };

	LOOP(bench_inline_(SYS_write, out, (long)b, 4, 0, 0, 0),
	     bench_inline_(SYS_read, in, (long)b, 4, 0, 0, 0));
}

int main(int argc, char **argv)
{
	void (*loop)(bool, int, int, long);
	int there[2], back[2];
	long ops, warmup;
	double begin;
	pid_t peer;

	if (argc != 4 || pipe(there) || pipe(back))
		return 2;
	loop = strcmp(argv[1], "inline") ? libc_loop : inline_loop;
	ops = atol(argv[2]);
	warmup = ops / 10;
	pin(atoi(argv[3]));
	peer = fork();
	if (peer == 0) {
		close(there[1]);
		close(back[0]);
		loop(false, there[0], back[1], warmup);
		loop(false, there[0], back[1], ops);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	loop(true, back[0], there[1], warmup);
	begin = now_us();
	loop(true, back[0], there[1], ops);
	printf("%.6f\n", (now_us() - begin) / (double)ops);
	waitpid(peer, NULL, 0);
	return 0;
}
