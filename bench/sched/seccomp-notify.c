/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/seccomp-notify.c - a system call of one task that another task
 * answers through seccomp's user notification; an op is one such call.
 */
#include <harness/bench.h>

#include "../refused.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

/* First argument of the getppid calls that the filter picks out. */
#define MAGIC 0x5eccu

/* Since Linux 6.6; not in older headers. */
#ifndef SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP 1u
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif

/**
 * struct notify_state - shared by the two tasks
 * @sync:	the call's task is woken as if its waker were about to sleep
 * @fd:		where task 0, the supervisor, receives and answers
 */
struct notify_state {
	uint64_t sync;
	int fd;
};

static const struct bench_option notify_options[] = {
	BENCH_OPTION(struct notify_state, sync, BENCH_BOOL, 0, 0, 1,
		     "wake on the waker's CPU, as the waker is about to sleep"),
	BENCH_END
};

static const char *notify_supported(void)
{
	uint32_t action = SECCOMP_RET_USER_NOTIF;

	if (!syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action))
		return NULL;
	if (errno != EOPNOTSUPP)
		return refused("seccomp", errno, NULL);
	return "the kernel has no seccomp user notification (it came "
	       "with Linux 5.0)";
}

/*
 * Installs the filter. It can never be removed, so it lets pass all but the
 * call with the magic argument; the tasks created later inherit it.
 */
static int install(void)
{
	uint32_t low = offsetof(struct seccomp_data, args[0]);
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MAGIC, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {
		.len = sizeof(code) / sizeof(*code),
		.filter = code,
	};

	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		code[2].k += 4;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			    SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
}

static int notify_setup(struct bench_task *t)
{
	struct notify_state *s = t->state;

	s->fd = install();
	if (s->fd < 0)
		return bench_error(t, errno, "seccomp");
	if (s->sync && ioctl(s->fd, SECCOMP_IOCTL_NOTIF_SET_FLAGS,
			     (long)SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP))
		return bench_error(t, errno, "SECCOMP_IOCTL_NOTIF_SET_FLAGS");
	return 0;
}

/* Once the supervisor's copy is the only one, its death ends the call. */
static int notify_prepare(struct bench_task *t)
{
	const struct notify_state *s = t->state;

	if (t->id)
		bench_close_unused(t, s->fd);
	return 0;
}

/* Receives one call and answers it with its second argument. */
static inline int answer(struct bench_task *t)
{
	const struct notify_state *s = t->state;
	struct seccomp_notif req;
	struct seccomp_notif_resp resp = { 0 };
	long n;

	do {
		req = (struct seccomp_notif){ 0 };
		n = bench_sys(t, SYS_ioctl, s->fd, SECCOMP_IOCTL_NOTIF_RECV,
			      &req);
	} while (n == -EINTR);
	if (n < 0)
		return bench_error(t, (int)n, "SECCOMP_IOCTL_NOTIF_RECV");
	resp.id = req.id;
	resp.val = (int64_t)req.data.args[1];
	n = bench_sys(t, SYS_ioctl, s->fd, SECCOMP_IOCTL_NOTIF_SEND, &resp);
	if (n < 0)
		return bench_error(t, (int)n, "SECCOMP_IOCTL_NOTIF_SEND");
	return 0;
}

static int supervise(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		int ret = answer(t);

		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

/* The second argument comes back as the result. */
static int call(struct bench_task *t, uint64_t loops)
{
	long seq = 0;

	bench_loop (t, loops) {
		long n = bench_sys(t, SYS_getppid, MAGIC, seq);

		if (n != seq)
			return bench_error(t, n < 0 ? (int)n : EBADMSG,
					   "the supervised call");
		seq = (seq + 1) & 0xffff;
		bench_work(t);
	}
	return 0;
}

static int notify_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? supervise(t, loops) : call(t, loops);
}

/* A filtered call that passes, and two requests that find no call. */
static int notify_baseline(struct bench_task *t, uint64_t loops)
{
	const struct notify_state *s = t->state;
	struct seccomp_notif_resp resp = { 0 };
	uint64_t id = 0;

	bench_loop (t, loops) {
		bench_sys(t, SYS_getppid, 0, 0);
		bench_sys(t, SYS_ioctl, s->fd, SECCOMP_IOCTL_NOTIF_ID_VALID,
			  &id);
		if (bench_sys(t, SYS_ioctl, s->fd, SECCOMP_IOCTL_NOTIF_SEND,
			      &resp) != -ENOENT)
			return bench_error(t, EIO, "answer to no call");
		bench_work(t);
	}
	return 0;
}

static int notify_teardown(struct bench_task *t)
{
	const struct notify_state *s = t->state;

	close(s->fd);
	return 0;
}

static const struct bench_peer notify_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "the same supervised call, including creation and exit of its child" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/seccomp-notify",
	.summary = "a system call answered by a supervisor (seccomp notify)",
	.op = "supervised call",
	.description =
		"A seccomp filter hands a system call of one task to another "
		"task, the supervisor. The supervisor receives the call and "
		"answers it, and the caller continues with the answer. On one "
		"CPU an op is two context switches, the call and two "
		"ioctls.\n\n"
		"With -p sync=1 (Linux 6.6) each side is woken with the hint "
		"that its waker is about to sleep, which matters between CPUs. "
		"The number includes running the filter and the wake-ups. The "
		"control makes a filtered call that passes and two ioctls that "
		"find no call to answer; queueing and copying the call, which "
		"need a second task, are missing there.\n\n"
		"Comparable with perf bench sched seccomp-notify.",
	.nr_tasks = 2,
	.state_size = sizeof(struct notify_state),
	.options = notify_options,
	.peers = notify_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = notify_supported,
	.setup = notify_setup,
	.teardown = notify_teardown,
	.prepare = notify_prepare,
	.task = notify_task,
	.baseline = notify_baseline,
);
