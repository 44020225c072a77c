/* SPDX-License-Identifier: MIT */
/*
 * tests/faults/calls.h - the system calls that inject.c makes fail, and what
 * with.
 */
#ifndef TESTS_FAULTS_CALLS_H
#define TESTS_FAULTS_CALLS_H

#include <errno.h>
#include <sys/syscall.h>

#define MAX_ERRNOS 4

/* struct call - @err: plausible errnos, ended by 0 */
struct call {
	const char *name;
	int nr;
	int err[MAX_ERRNOS];
};

#define CALL(name, ...) { #name, SYS_##name, { __VA_ARGS__ } }

/*
 * No brk(): glibc 2.36 crashes in its first malloc() where that fails.
 * An architecture has some of them only under newer names.
 */
static const struct call calls[] = {
	CALL(openat, EMFILE, EACCES, ENOMEM),
	CALL(read, EIO, EINTR),
	CALL(pread64, EIO),
	CALL(write, ENOSPC, EIO, EINTR),
	CALL(lseek, EINVAL),
	CALL(fstat, ENOMEM),
	CALL(newfstatat, EACCES, ENOMEM),
	CALL(statx, EACCES, ENOSYS),
	CALL(faccessat, EACCES),
	CALL(getdents64, EIO, ENOMEM),
	CALL(readlinkat, EACCES),
	CALL(close, EIO),
	CALL(fcntl, EINVAL),
	CALL(ioctl, EINVAL),
	CALL(dup, EMFILE),
	CALL(dup3, EBUSY),
	CALL(pipe2, EMFILE, ENFILE),
	CALL(socketpair, EMFILE, EPERM),
	CALL(sendmsg, ENOBUFS),
	CALL(recvmsg, ENOMEM),
	CALL(ppoll, ENOMEM, EINTR),
	CALL(epoll_create1, EMFILE),
	CALL(eventfd2, EMFILE),
	CALL(memfd_create, EMFILE, ENOSYS),
	CALL(ftruncate, EIO, ENOSPC),
	CALL(fallocate, ENOSPC),
	CALL(fsync, EIO),
	CALL(fchmod, EPERM),
	CALL(renameat, EACCES, ENOSPC),
	CALL(renameat2, EACCES, ENOSPC),
	CALL(linkat, EPERM),
	CALL(unlinkat, EACCES),
	CALL(mkdirat, EACCES),
	CALL(mmap, ENOMEM),
	CALL(mprotect, ENOMEM),
	CALL(munmap, EINVAL),
	CALL(mremap, ENOMEM),
	CALL(madvise, EINVAL),
	CALL(clone, EAGAIN, ENOMEM),
	CALL(clone3, EAGAIN, ENOSYS),
	CALL(wait4, ECHILD, EINTR),
	CALL(waitid, ECHILD, EINTR),
	CALL(execve, EACCES, ENOMEM),
	CALL(kill, EPERM),
	CALL(tgkill, EPERM),
	CALL(setpgid, EPERM),
	CALL(prctl, EINVAL),
	CALL(prlimit64, EPERM),
	CALL(rt_sigaction, EINVAL),
	CALL(rt_sigprocmask, EINVAL),
	CALL(rt_sigtimedwait, EINTR),
	CALL(nanosleep, EINTR),
	CALL(clock_nanosleep, EINTR),
	CALL(clock_gettime, EINVAL, EPERM),
	CALL(getrusage, EPERM),
	CALL(getrandom, EAGAIN, ENOSYS),
	CALL(getcwd, ENOENT),
	CALL(uname, EFAULT),
	CALL(sysinfo, EPERM),
	CALL(futex, EINTR),
	CALL(sched_setaffinity, EINVAL, EPERM),
	CALL(sched_getaffinity, EPERM, ENOSYS),
	CALL(sched_setscheduler, EPERM),
	CALL(sched_getscheduler, EPERM),
	CALL(sched_setattr, EPERM),
	CALL(sched_getattr, EPERM),
	CALL(perf_event_open, EACCES, ENOSYS, EMFILE),
#ifdef SYS_fork
	CALL(open, EMFILE, EACCES),
	CALL(stat, EACCES),
	CALL(lstat, EACCES),
	CALL(access, EACCES),
	CALL(readlink, EACCES),
	CALL(rename, EACCES, ENOSPC),
	CALL(unlink, EACCES),
	CALL(mkdir, EACCES),
	CALL(rmdir, EBUSY),
	CALL(chmod, EPERM),
	CALL(dup2, EBUSY),
	CALL(pipe, EMFILE),
	CALL(poll, ENOMEM, EINTR),
	CALL(fork, EAGAIN),
	CALL(vfork, EAGAIN),
#endif
};

#define NR_CALLS (sizeof(calls) / sizeof(*calls))

#endif
