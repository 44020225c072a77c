/* SPDX-License-Identifier: MIT */
/*
 * tests/support/pmu_fake.c - the made-up kernel of tests/support/pmu_fake.h.
 */
#include <errno.h>
#include <string.h>

#include "pmu_fake.h"
#include "stats/verdict.h"

#define FIRST_FD 1000
#define MOST_FDS 512

struct pmu_fake pmu_fake;

/* Number of events of each group, by descriptor; 0: closed. */
static struct {
	int leader, members;
} slots[MOST_FDS];

void pmu_fake_reset(void)
{
	memset(slots, 0, sizeof(slots));
	pmu_fake = (struct pmu_fake){
		.read_short = -1,
		.enabled_ns = 1000000,
		.running_ns = 1000000,
		.value = 1000,
	};
}

static int fake_open(struct perf_event_attr *a, pid_t pid, int cpu,
		     int group_fd, unsigned long flags)
{
	int err, slot;

	pmu_fake.last = *a;
	pmu_fake.last_pid = pid;
	pmu_fake.last_cpu = cpu;
	pmu_fake.last_group = group_fd;
	pmu_fake.last_flags = flags;
	err = pmu_fake.verdict ? pmu_fake.verdict(a, cpu, group_fd) : 0;
	if (err)
		return -err;
	slot = group_fd < 0 ? 0 : group_fd - FIRST_FD;
	if (group_fd >= 0 && pmu_fake.most &&
	    slots[slot].members >= pmu_fake.most)
		return -EINVAL;
	if (group_fd >= 0)
		slots[slot].members++;
	for (slot = 0; slot < MOST_FDS && slots[slot].leader; slot++)
		;
	if (slot == MOST_FDS)
		return -EMFILE;
	slots[slot].leader = group_fd < 0 ? FIRST_FD + slot : group_fd;
	slots[slot].members = group_fd < 0;
	pmu_fake.nr_open++;
	pmu_fake.nr_opened++;
	return FIRST_FD + slot;
}

static ssize_t fake_read(int fd, void *buf, size_t len)
{
	uint64_t *v = buf;
	int nr = slots[fd - FIRST_FD].members;
	bool runs = !pmu_fake.most_run || nr <= pmu_fake.most_run;
	size_t bytes = (3 + (size_t)nr) * sizeof(*v);

	if (pmu_fake.read_err)
		return -pmu_fake.read_err;
	if (len < bytes)
		return -ENOSPC;
	v[0] = (uint64_t)nr;
	v[1] = pmu_fake.enabled_ns;
	v[2] = runs ? pmu_fake.running_ns : 0;
	for (int i = 0; i < nr; i++)
		v[3 + i] = runs ? pmu_fake.value : 0;
	return pmu_fake.read_short >= 0 ? pmu_fake.read_short : (ssize_t)bytes;
}

static int fake_ioctl(int fd, unsigned long request, unsigned long arg)
{
	if (slots[fd - FIRST_FD].leader != fd || arg)
		return -EBADF;
	pmu_fake.nr_enabled += request == PERF_EVENT_IOC_ENABLE;
	return 0;
}

static int fake_close(int fd)
{
	slots[fd - FIRST_FD].leader = 0;
	slots[fd - FIRST_FD].members = 0;
	pmu_fake.nr_open--;
	return 0;
}

const struct pmu_sys pmu_fake_sys = {
	.open = fake_open,
	.read = fake_read,
	.ioctl = fake_ioctl,
	.close = fake_close,
};
