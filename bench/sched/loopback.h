/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/loopback.h - sockets on the loopback address of IPv4.
 */
#ifndef BENCH_SCHED_LOOPBACK_H
#define BENCH_SCHED_LOOPBACK_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/**
 * loopback_socket - a socket that is bound to a free port of 127.0.0.1
 * @type:	SOCK_STREAM or SOCK_DGRAM
 * @address:	filled in with where it is bound to
 *
 * Return: its descriptor, or -1 with errno set.
 */
static inline int loopback_socket(int type, struct sockaddr_in *address)
{
	socklen_t len = sizeof(*address);
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0), err;

	*address = (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	if (fd < 0)
		return -1;
	if (!bind(fd, (struct sockaddr *)address, sizeof(*address)) &&
	    !getsockname(fd, (struct sockaddr *)address, &len))
		return fd;
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

static inline int loopback_connect(int fd, const struct sockaddr_in *to)
{
	return connect(fd, (const struct sockaddr *)to, sizeof(*to));
}

/* Why this machine has no such sockets, or NULL. */
static inline const char *loopback_supported(void)
{
	struct sockaddr_in address;
	int fd = loopback_socket(SOCK_DGRAM, &address), ret;

	if (fd < 0)
		return "no socket can be bound to 127.0.0.1";
	ret = loopback_connect(fd, &address);
	close(fd);
	return ret ? "127.0.0.1 cannot be reached: ip link set lo up" : NULL;
}

#endif
