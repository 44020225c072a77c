/* SPDX-License-Identifier: MIT */
/*
 * bench/user/boost.c - two contexts of one task, switched by boost.context; an
 * op is one jump, one way.
 *
 * The library is looked for at run time: its functions have C linkage, and so
 * nothing of it is needed to build this.
 */
#include <harness/bench.h>

#include <dlfcn.h>
#include <stdio.h>

#define STACK_BYTES 65536

/* The interface since 1.61: what a jump returns is who jumped, and its word. */
struct transfer {
	void *from;
	void *data;
};

/**
 * struct boost_state - of the one task
 * @library:	handle of dlopen
 * @jump:	jump_fcontext
 * @other:	where the second context waits
 * @visits:	jumps to it
 * @stack:	its stack
 */
struct boost_state {
	void *library;
	struct transfer (*jump)(void *to, void *data);
	void *other;
	uint64_t visits;
	_Alignas(64) char stack[STACK_BYTES];
};

/* Without its development files the library has its version in its name. */
static void *open_library(void)
{
	void *library = dlopen("libboost_context.so", RTLD_NOW | RTLD_LOCAL);

	for (int v = 199; v > 60 * 2 && !library; v--) {
		char name[48];

		snprintf(name, sizeof(name), "libboost_context.so.1.%d.%d",
			 v / 2, v % 2);
		library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	}
	return library;
}

static const char *boost_supported(void)
{
	void *library = open_library();
	bool complete = library && dlsym(library, "jump_fcontext") &&
			dlsym(library, "make_fcontext");

	if (library)
		dlclose(library);
	if (!library)
		return "libboost_context 1.61 or later is not installed";
	return complete ? NULL : "libboost_context has no jump_fcontext";
}

static void visitor(struct transfer in)
{
	struct bench_task *t = in.data;
	struct boost_state *s = t->state;

	for (;;) {
		bench_work(t);
		s->visits++;
		in = s->jump(in.from, NULL);
	}
}

static int boost_setup(struct bench_task *t)
{
	struct boost_state *s = t->state;
	void *(*make)(void *top, size_t size, void (*fn)(struct transfer in));

	t->group->ops_per_loop = 2;
	s->library = open_library();
	if (!s->library)
		return bench_error(t, ENOENT, "libboost_context");
	s->jump = dlsym(s->library, "jump_fcontext");
	make = dlsym(s->library, "make_fcontext");
	if (!s->jump || !make)
		return bench_error(t, ENOENT, "libboost_context's functions");
	s->other = make(s->stack + STACK_BYTES, STACK_BYTES, visitor);
	return 0;
}

static int boost_teardown(struct bench_task *t)
{
	const struct boost_state *s = t->state;

	dlclose(s->library);
	return 0;
}

/* There and back. */
static int boost_task(struct bench_task *t, uint64_t loops)
{
	struct boost_state *s = t->state;
	uint64_t end = s->visits + loops;

	bench_loop (t, loops) {
		s->other = s->jump(s->other, t).from;
		bench_work(t);
	}
	if (s->visits != end)
		return bench_error(t, EBADMSG, "the context was not reached");
	return 0;
}

static const struct bench_peer boost_peers[] = {
	{ "boost", "ns", 1,
	  "performance_fcontext: one jump, the average of many" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "user/boost",
	.summary = "a coroutine switch by boost.context",
	.op = "one-way switch",
	.description =
		"One task switches back and forth between two contexts with "
		"the C functions of boost.context, make_fcontext and "
		"jump_fcontext, from the installed library. An op is one jump, "
		"one way, without any system call. It saves what user/asm "
		"saves.\n\n"
		"The number includes the call through a function pointer, and none of the C++ classes around it. Comparable with the "
		"library's own performance_fcontext.",
	.nr_tasks = 1,
	.state_size = sizeof(struct boost_state),
	.peers = boost_peers,
	.supported = boost_supported,
	.setup = boost_setup,
	.teardown = boost_teardown,
	.task = boost_task,
);
