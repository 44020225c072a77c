/* SPDX-License-Identifier: MIT */
/*
 * pmu/sys.c - the system calls.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmu.h"

static int native_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		       int group_fd, unsigned long flags)
{
	long fd = syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);

	return fd < 0 ? -errno : (int)fd;
}

static ssize_t native_read(int fd, void *buf, size_t len)
{
	ssize_t n = read(fd, buf, len);

	return n < 0 ? -errno : n;
}

static int native_ioctl(int fd, unsigned long request, unsigned long arg)
{
	return ioctl(fd, request, arg) < 0 ? -errno : 0;
}

static int native_close(int fd)
{
	return close(fd) < 0 ? -errno : 0;
}

const struct pmu_sys pmu_sys_native = {
	.open = native_open,
	.read = native_read,
	.ioctl = native_ioctl,
	.close = native_close,
};
