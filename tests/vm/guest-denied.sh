#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-denied.sh - what perf_event_paranoid lets an ordinary user do.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

# level N ARGUMENTS...: an ordinary user's run at that level
level() {
	echo "$1" >/proc/sys/kernel/perf_event_paranoid
	shift
	as_user run sched/pipe -s batch -r 2 -l 200 -q -f json "$@"
	counts_of_out
}

level 3 -e cycles,context-switches
is 'level 3: exit status' "$status" 0
is 'level 3: cycles' "$(statuses cycles)" no_access
is 'level 3: software events too' "$(statuses context-switches)" no_access
says 'level 3: why' "$err" 'perf_event_open is off for this user .* is 3'
is 'level 3: said once' "$(grep -c . "$err")" 1
is 'level 3: no number' "$(per_op cycles)" -

level 2 -e cycles,cycles:u
is 'level 2: exit status' "$status" 0
is 'level 2: the kernel' "$(statuses cycles)" no_access_kernel
is 'level 2: user mode' "$(statuses cycles:u)" ok
says 'level 2: why' "$err" 'counting in the kernel is not allowed .* is 2'

level 1 -e cycles
is 'level 1: own tasks' "$(statuses cycles)" ok
level 1 -e cycles --scope cpu
is 'level 1: whole CPUs' "$(statuses cycles)" no_access_cpu
says 'level 1: why' "$err" 'counting whole CPUs is not allowed .* is 1'

level 0 -e cycles --scope cpu
is 'level 0: whole CPUs' "$(statuses cycles)" ok
