/* SPDX-License-Identifier: MIT */
/*
 * bench/uprobe/probe.h - a function, and a probe on its entry or return made
 * with the kernel's uprobe PMU.
 */
#ifndef BENCH_UPROBE_PROBE_H
#define BENCH_UPROBE_PROBE_H

#include <harness/bench.h>

#include "../refused.h"

#include <fcntl.h>
#include <link.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#define PROBE_PMU "/sys/bus/event_source/devices/uprobe/type"

enum { PROBE_NONE = -1, PROBE_ENTRY, PROBE_RETURN };

/* Its first instruction is one that the kernel need not step through. */
void probe_target(void);
__asm__(".text\n.balign 64\n.globl probe_target\n.hidden probe_target\n"
	".type probe_target, %function\nprobe_target:\n"
	"nop\nret\n.size probe_target, . - probe_target\n");

/**
 * struct probe_state - of the one task
 * @fd:		of the event that counts the hits
 */
struct probe_state {
	int fd;
};

/* struct probe_place - where the function is in which file */
struct probe_place {
	const char *path;
	uint64_t offset;
};

static inline int probe_look(struct dl_phdr_info *info, size_t size, void *data)
{
	struct probe_place *place = data;
	uintptr_t target = (uintptr_t)probe_target;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t begin = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD || target < begin ||
		    target - begin >= p->p_filesz)
			continue;
		place->path = info->dlpi_name;
		place->offset = target - begin + p->p_offset;
		return 1;
	}
	return 0;
}

/* Return: the number of the uprobe PMU, or a negative errno. */
static inline int probe_pmu(void)
{
	int fd = open(PROBE_PMU, O_RDONLY | O_CLOEXEC);
	char text[16] = "";
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	return n > 0 ? atoi(text) : -EIO;
}

/* Return: a descriptor whose event counts this thread's hits, or -errno. */
static inline int probe_open(int where)
{
	struct probe_place place = { NULL, 0 };
	struct perf_event_attr attr = { .size = sizeof(attr) };
	int pmu = probe_pmu();
	long fd;

	if (pmu < 0)
		return pmu;
	if (!dl_iterate_phdr(probe_look, &place) || !place.path[0])
		return -ENOEXEC;
	attr.type = (uint32_t)pmu;
	attr.config = where == PROBE_RETURN;
	attr.uprobe_path = (uintptr_t)place.path;
	attr.probe_offset = place.offset;
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1,
		     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : (int)fd;
}

static inline const char *probe_supported(int where)
{
	int fd = probe_open(where);

	if (fd >= 0) {
		close(fd);
		return NULL;
	}
	switch (-fd) {
	case ENOENT:
		return "this kernel has no uprobe PMU (CONFIG_UPROBE_EVENTS)";
	case EACCES:
	case EPERM:
	case ENOSYS:
		return refused_perf("perf_event_open of a uprobe", -fd);
	default:
		return "the kernel does not probe this plugin's file";
	}
}

static inline int probe_read(struct bench_task *t, int fd, uint64_t *count)
{
	if (read(fd, count, sizeof(*count)) == sizeof(*count))
		return 0;
	return bench_error(t, EIO, "read of the probe's count");
}

/* @loops calls; with a probe it must have been hit each time. */
static inline int probe_calls(struct bench_task *t, uint64_t loops, int fd)
{
	uint64_t before = 0, after = loops;
	int ret = fd < 0 ? 0 : probe_read(t, fd, &before);

	if (ret)
		return ret;
	bench_loop (t, loops)
		probe_target();
	ret = fd < 0 ? 0 : probe_read(t, fd, &after);
	if (!ret && after - before != loops)
		ret = bench_error(t, EBADMSG, "the probe was not hit");
	return ret;
}

#endif
