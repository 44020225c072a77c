#!/bin/busybox sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-init.sh - /init of a guest: runs the script that the kernel's
# command line names (vm=NAME: /vm/guest-NAME.sh) and switches off.
#
# The line "vm: done N" is printed whatever N the script returned; a guest that
# hangs or panics does not print it.
# shellcheck shell=dash disable=SC2154

export PATH=/bin HOME=/ LC_ALL=C

mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs -o mode=1777 shm /dev/shm
ln -s /proc/self/fd /dev/fd
ln -s fd/0 /dev/stdin
ln -s fd/1 /dev/stdout
ln -s fd/2 /dev/stderr
mount -t tracefs tracefs /sys/kernel/tracing
exec </dev/null >/dev/console 2>&1

# The kernel hands unknown name=value words of its command line to init.
"/vm/guest-$vm.sh"
echo "vm: done $?"
poweroff -f
