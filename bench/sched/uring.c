/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/uring.c - one message back and forth between the io_uring
 * instances of two tasks; an op is one round trip.
 *
 * System calls and rings are used as they are, without liburing: a submission
 * is one entry, and one call submits it and waits for the answer.
 */
#include <harness/bench.h>

#include "../refused.h"

#include <linux/io_uring.h>
#include <sys/mman.h>

/* In IORING_OP_MSG_RING the length is what the other side finds as result. */
#define SEQ_MASK 0x7fffffffu

/**
 * struct ring - one io_uring instance, mapped at the same place in both tasks
 * @fd:		its descriptor
 * @sq_tail, @sq_mask, @sq_array: of the submission queue
 * @cq_head, @cq_tail, @cq_mask: of the completion queue
 */
struct ring {
	int fd;
	uint32_t *sq_tail, *sq_mask, *sq_array;
	uint32_t *cq_head, *cq_tail, *cq_mask;
	struct io_uring_sqe *sqes;
	struct io_uring_cqe *cqes;
};

/* struct uring_state - @ring: task i submits and waits in ring i */
struct uring_state {
	struct ring ring[2];
};

static int probe_ops(int fd)
{
	char buf[sizeof(struct io_uring_probe) +
		 256 * sizeof(struct io_uring_probe_op)] = { 0 };
	struct io_uring_probe *p = (void *)buf;

	if (syscall(SYS_io_uring_register, fd, IORING_REGISTER_PROBE, p, 256))
		return -errno;
	return p->last_op >= IORING_OP_MSG_RING ? 0 : -EOPNOTSUPP;
}

#define DISABLED "/proc/sys/kernel/io_uring_disabled"

static const char *uring_supported(void)
{
	struct io_uring_params p = { 0 };
	int fd = (int)syscall(SYS_io_uring_setup, 2, &p);
	int ret;

	if (fd < 0 && is_refusal(errno))
		return refused("io_uring_setup", errno,
			       access(DISABLED, F_OK) ? NULL : DISABLED);
	if (fd < 0)
		return NULL;
	ret = probe_ops(fd);
	close(fd);
	if (ret && is_refusal(-ret))
		return refused("io_uring_register", -ret, NULL);
	if (ret || !(p.features & IORING_FEAT_CQE_SKIP))
		return "io_uring cannot send messages between rings (it can "
		       "since Linux 5.18)";
	return NULL;
}

/* Also the child of a fork keeps the mapping at this address. */
static void *map_at(int fd, size_t bytes, uint64_t offset)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_POPULATE, fd, (off_t)offset);
}

static int map_ring(struct ring *r, const struct io_uring_params *p)
{
	char *sq = map_at(r->fd, p->sq_off.array + p->sq_entries * 4,
			  IORING_OFF_SQ_RING);
	char *cq = map_at(r->fd,
			  p->cq_off.cqes +
				  p->cq_entries * sizeof(struct io_uring_cqe),
			  IORING_OFF_CQ_RING);

	r->sqes = map_at(r->fd, p->sq_entries * sizeof(*r->sqes),
			 IORING_OFF_SQES);
	if (sq == MAP_FAILED || cq == MAP_FAILED || r->sqes == MAP_FAILED)
		return -errno;
	r->sq_tail = (uint32_t *)(sq + p->sq_off.tail);
	r->sq_mask = (uint32_t *)(sq + p->sq_off.ring_mask);
	r->sq_array = (uint32_t *)(sq + p->sq_off.array);
	r->cq_head = (uint32_t *)(cq + p->cq_off.head);
	r->cq_tail = (uint32_t *)(cq + p->cq_off.tail);
	r->cq_mask = (uint32_t *)(cq + p->cq_off.ring_mask);
	r->cqes = (struct io_uring_cqe *)(cq + p->cq_off.cqes);
	return 0;
}

static int uring_setup(struct bench_task *t)
{
	struct uring_state *s = t->state;

	for (int i = 0; i < 2; i++) {
		struct io_uring_params p = { 0 };
		int ret;

		s->ring[i].fd = (int)syscall(SYS_io_uring_setup, 2, &p);
		if (s->ring[i].fd < 0)
			return bench_error(t, errno, "io_uring_setup");
		ret = map_ring(&s->ring[i], &p);
		if (ret)
			return bench_error(t, ret, "mapping of the rings");
	}
	return 0;
}

/* Queues a message that carries @seq from @r to @to. */
static inline void queue(struct ring *r, int to, uint32_t seq)
{
	uint32_t tail = *r->sq_tail, at = tail & *r->sq_mask;

	r->sqes[at] = (struct io_uring_sqe){
		.opcode = IORING_OP_MSG_RING,
		.flags = IOSQE_CQE_SKIP_SUCCESS,
		.fd = to,
		.len = seq & SEQ_MASK,
	};
	r->sq_array[at] = at;
	__atomic_store_n(r->sq_tail, tail + 1, __ATOMIC_RELEASE);
}

/* Submits @nr entries and waits until there are @wait completions. */
static inline int enter(struct bench_task *t, const struct ring *r, uint32_t nr,
			uint32_t wait)
{
	long n;

	for (;;) {
		n = bench_sys(t, SYS_io_uring_enter, r->fd, nr, wait,
			      wait ? IORING_ENTER_GETEVENTS : 0, NULL, 0);
		if (n == (long)nr)
			return 0;
		if (n != -EINTR)
			return bench_error(t, n < 0 ? (int)n : EIO,
					   "io_uring_enter");
	}
}

/* Takes the message that has come; its result is the number it carries. */
static inline int take(struct bench_task *t, struct ring *r, uint32_t seq)
{
	uint32_t head = *r->cq_head;
	int32_t res;

	if (__atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE) == head)
		return bench_error(t, EAGAIN, "nothing in the ring");
	res = r->cqes[head & *r->cq_mask].res;
	__atomic_store_n(r->cq_head, head + 1, __ATOMIC_RELEASE);
	if (res < 0)
		return bench_error(t, res, "IORING_OP_MSG_RING");
	if ((uint32_t)res != (seq & SEQ_MASK))
		return bench_error(t, EBADMSG, "wrong message in the ring");
	return 0;
}

/* One call each: submit and wait; task 1 has first to wait for a request. */
static int uring_task(struct bench_task *t, uint64_t loops)
{
	struct uring_state *s = t->state;
	struct ring *r = &s->ring[t->id];
	int peer = s->ring[!t->id].fd;
	uint32_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		if (t->id == 0)
			queue(r, peer, seq);
		ret = enter(t, r, t->id == 0, 1);
		if (!ret)
			ret = take(t, r, seq);
		if (ret)
			return ret;
		bench_work(t);
		if (t->id == 1) {
			queue(r, peer, seq);
			ret = enter(t, r, 1, 0);
			if (ret)
				return ret;
		}
		seq++;
	}
	return 0;
}

/* The same calls by one task, whose messages have come when it waits. */
static int uring_baseline(struct bench_task *t, uint64_t loops)
{
	struct uring_state *s = t->state;
	uint32_t seq = 0;

	bench_loop (t, loops) {
		for (int i = 0; i < 2; i++) {
			struct ring *to = &s->ring[!i];
			int ret;

			queue(&s->ring[i], to->fd, seq);
			ret = enter(t, &s->ring[i], 1, 0);
			if (!ret)
				ret = enter(t, to, 0, 1);
			if (!ret)
				ret = take(t, to, seq);
			if (ret)
				return ret;
			bench_work(t);
		}
		seq++;
	}
	return 0;
}

static int uring_teardown(struct bench_task *t)
{
	const struct uring_state *s = t->state;

	close(s->ring[0].fd);
	close(s->ring[1].fd);
	return 0;
}

BENCH(
	.name = "sched/uring",
	.summary = "one message back and forth between two io_uring instances",
	.op = "round trip",
	.description =
		"Two tasks pass a message back and forth, each into the "
		"other's io_uring completion queue (IORING_OP_MSG_RING, Linux "
		"5.18). Task 0 submits and waits in one io_uring_enter call. "
		"Task 1 waits in one and answers in a second: on one CPU an op "
		"is two context switches and three system calls.\n\n"
		"The number includes submission, completion and wake-up. The "
		"advantage of io_uring, many requests per call, does not show, "
		"as every request is waited for. The control makes four calls, "
		"since it cannot wait for an answer that it has yet to write, "
		"and nothing blocks. On two CPUs it is mostly the exit latency "
		"of the idle state.\n\n"
		"No peer measures it.",
	.nr_tasks = 2,
	.state_size = sizeof(struct uring_state),
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.supported = uring_supported,
	.setup = uring_setup,
	.teardown = uring_teardown,
	.task = uring_task,
	.baseline = uring_baseline,
	.calls = 4,
);
