#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-isolated.sh - CPUs taken from the scheduler (isolcpus=6,7) on
# a machine where no cache is shared.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

is 'CPUs are isolated' "$(cat /sys/devices/system/cpu/isolated)" 6-7
h run sched/pipe -s batch -r 1 -l 100
is 'the default: exit status' "$status" 0
says 'the default: no isolated CPU' "$out" '^# 2 processes on CPU 5,'
h run sched/pipe -s batch -r 1 -l 100 -c 7
is '-c 7: exit status' "$status" 0
says '-c 7: as asked for' "$out" '^# 2 processes on CPU 7,'
h run sched/pipe -s batch -r 1 -l 100 -c 6,7
is '-c 6,7: exit status' "$status" 0
says '-c 6,7: as asked for' "$out" '^# 2 processes on CPUs 6-7 '
run sched/pipe -s batch -r 2 -l 100 -c 7 -e instructions
is '-c 7: counted' "$(statuses instructions)" ok
h run sched/pipe -r 1 -l 100 -c llc
is 'no shared cache: exit status' "$status" 77
says 'no shared cache: why' "$err" 'no two cores under one last-level cache'
