#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-basics.sh - the commands, on another architecture.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

h list
is 'list: exit status' "$status" 0
says 'list: has sched/pipe' "$out" '^ *sched/pipe '
is 'list: says nothing else' "$(cat "$err")" ''
h info
is 'info: exit status' "$status" 0
says 'info: the architecture' "$out" '^ *arch +aarch64$'
says 'info: the CPU' "$out" '^ *cpu_model +Neoverse-N1$'
says 'info: the CPUs' "$out" '^ *cpus_online +0-1$'
says 'info: the topology' "$out" '2 CPUs, 2 cores'
h events
is 'events: exit status' "$status" 0
says 'events: cycles can be counted' "$out" '^ *cycles +counts '
says 'events: the PMU' "$out" 'armv8_pmuv3/cpu_cycles/'
says 'events: the table of libpfm4' "$out" 'arm_n1'

for calls in libc inline; do
	run sched/pipe -s batch -r 2 -l 500 --calls $calls \
		-e instructions:u,context-switches
	is "pipe, $calls calls: exit status" "$status" 0
	h run sched/pipe -s batch -r 2 -l 500 --calls $calls
	says "pipe, $calls calls: 2 switches/op" "$out" \
		'2\.00 switches/op \(declared 2\.00\)'
	says "pipe, $calls calls: named" "$out" "$calls calls"
	eval "user_$calls=$(per_op instructions:u | cut -d' ' -f1)"
done
# shellcheck disable=SC2154 # set by eval
awk -v libc="$user_libc" -v inline="$user_inline" \
	'BEGIN { exit !(inline + 0 > 0 && inline + 0 < libc + 0) }'
is 'inline calls are fewer instructions' $? 0

h selfcheck sched/pipe self/null
is 'selfcheck: exit status' "$status" 0
says 'selfcheck: nothing is contradicted' "$out" ' 0 contradicted'
