#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-biglittle.sh - two kinds of CPUs, each with a PMU of its own.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

little=armv8_cortex_a53
big=armv8_cortex_a72
devices=/sys/bus/event_source/devices

is 'the guest has two PMUs' \
	"$(cat $devices/$little/cpus $devices/$big/cpus | xargs)" '0-1 2-3'

# pinned CPUS PMU: cycles on these CPUs are that PMU's
pinned() {
	run sched/pipe -s batch -r 2 -l 200 -c "$1" -e cycles,instructions
	is "-c $1: exit status" "$status" 0
	is "-c $1: cycles are counted" "$(statuses cycles)" ok
	is "-c $1: instructions are counted" "$(statuses instructions)" ok
	says "-c $1: by $2" "$out" "\"encoding\": *\"$2/cpu_cycles/ "
	awk '$2 == "cycles" && $3 + 0 < 8000 { exit 1 }' "$counts"
	is "-c $1: no silent zero" $? 0
}

pinned 0 $little
pinned 1 $little
pinned 2 $big
pinned 3 $big

run sched/pipe -s batch -r 2 -l 200 -c 0,3 -e cycles
is '-c 0,3: cycles of both kinds' "$(grep -c ' cycles ' "$counts")" 4
is '-c 0,3: both are counted' "$(statuses cycles)" ok
awk '$3 + 0 < 8000 { exit 1 }' "$counts"
is '-c 0,3: no silent zero' $? 0

run sched/pipe -s batch -r 2 -l 200 -c 3 -e $little/cpu_cycles/
is 'an event of the other kind: exit status' "$status" 0
is 'an event of the other kind' "$(statuses $little/cpu_cycles/)" \
	wrong_cpu_type
says 'an event of the other kind: why' "$err" 'one type of core only'
h run sched/pipe -s batch -r 4 -l 200 -c each
is '-c each: exit status' "$status" 0
says '-c each: kinds of cores' "$out" '^CPU +type +us/op '
is '-c each: two of each kind' "$(awk '$2 ~ /^capacity-/ && !seen[$2 " " $1]++ {
	n[$2]++ } END { for (k in n) print n[k] }' "$out" | xargs)" '2 2'
h run sched/pipe -s batch -r 2 -l 200 -c smt
is 'no two threads of a core: exit status' "$status" 77
says 'no two threads of a core: why' "$err" 'no two CPUs of one core'

# Whatever the kind of core, it executes the same instructions.
h run sched/pipe -s batch -r 5 -l 500 -c each -e cycles,instructions -q \
	-o /tmp/each.json
is 'profile: exit status of the sweep' "$status" 0
h compare --profile --per op /tmp/each.json
is 'profile: exit status' "$status" 0
says 'profile: a column of either kind of core' "$out" \
	'^per op .*A CPU 0 capacity-.*CPU 3 capacity-'
h compare --profile --per op -f csv /tmp/each.json
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "instructions") c = i }
	NR == 2 { base = $c }
	NR > 2 { n++; if ($c < 0.98 * base || $c > 1.02 * base) bad = 1 }
	END { exit bad || n != 3 || base < 8000 }' "$out"
is 'profile: instructions are equal on all cores' $? 0
