#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-places.sh - CPUs for each relation, against /sys.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

cpus=/sys/devices/system/cpu

# chosen ARGUMENTS...: the two CPUs of a short run in $a and $b
chosen() {
	h run sched/pipe -r 1 -l 100 "$@"
	pair=$(sed -n 's/^# 2 processes on CPUs \([0-9]*\)[-,]\([0-9]*\) .*/\1 \2/p' \
		"$out")
	a=${pair% *}
	b=${pair#* }
}

# of CPU FILE: what /sys says
of() {
	cat "$cpus/cpu$1/$2"
}

package() {
	of "$1" topology/physical_package_id
}

threads() {
	of "$1" topology/thread_siblings_list
}

llc() {
	of "$1" cache/index2/shared_cpu_list
}

differ() {
	true_that "$1" "$2" != "$3"
}

h info
says 'info: the machine' "$out" \
	'8 CPUs, 4 cores, 3 last-level caches .*, 2 packages, 2 NUMA nodes'

chosen -c smt
is '-c smt: exit status' "$status" 0
differ '-c smt: two CPUs' "$a" "$b"
is '-c smt: of one core' "$(threads "$a")" "$(threads "$b")"

chosen -c llc
is '-c llc: exit status' "$status" 0
differ '-c llc: two cores' "$(threads "$a")" "$(threads "$b")"
is '-c llc: under one cache' "$(llc "$a")" "$(llc "$b")"

chosen -c package
is '-c package: exit status' "$status" 0
differ '-c package: two caches' "$(llc "$a")" "$(llc "$b")"
is '-c package: in one package' "$(package "$a")" "$(package "$b")"

chosen -c remote
is '-c remote: exit status' "$status" 0
differ '-c remote: two packages' "$(package "$a")" "$(package "$b")"

# Cores 0-1, 2-3, 4-5 in the first package, the first two under one cache, and
# 6-7 in the second.
h run sched/pipe -s batch -r 4 -l 100 -c each
is '-c each: exit status' "$status" 0
says '-c each: how much' "$err" '^harness: 8 CPUs x 4 runs, '
says '-c each: one table' "$out" '^# 2 processes on each of 8 CPUs, '
says '-c each: packages and nodes' "$out" '^CPU +package +node +us/op '
says '-c each: a CPU of the first package' "$out" '^ *5 +0 +0 +[0-9.]+ '
says '-c each: a CPU of the second one' "$out" '^ *6 +1 +1 +[0-9.]+ '
says '-c each: what was compared' "$out" 'corrected for 7 tests \(Holm\)'

h run sched/pipe -s batch -r 2 -l 50 -c pairs
is '-c pairs: exit status' "$status" 0
says '-c pairs: how much' "$err" '^harness: 28 pairs of CPUs x 2 runs, '
says '-c pairs: a matrix' "$out" '^us/op, CPU +0 +1 +2 +3 +4 +5 +6$'
is '-c pairs: rows of it' "$(grep -cE '^ +[1-7]( +[0-9.]+)+$' "$out")" 7
for row in 'smt 4' 'llc 4' 'package 8' 'remote 12'; do
	says "-c pairs: ${row#* } pairs are ${row% *}" "$out" \
		"^${row% *} +([0-9]+ +)?${row#* } +[0-9.]+ "
done

echo 0 >$cpus/cpu3/online
echo 0 >$cpus/cpu5/online
is 'holes in the online CPUs' "$(cat $cpus/online)" '0-2,4,6-7'
chosen -c package
is '-c package with holes: exit status' "$status" 0
is '-c package with holes: online CPUs' "$(of "$a" online) $(of "$b" online)" \
	'1 1'
differ '-c package with holes: two caches' "$(llc "$a")" "$(llc "$b")"
is '-c package with holes: one package' "$(package "$a")" "$(package "$b")"
h run sched/pipe -s batch -r 2 -l 50 -c each
says '-c each with holes: online CPUs' "$out" ' on each of 6 CPUs, '
h run sched/pipe -s batch -r 2 -l 50 -c pairs
says '-c pairs with holes: online CPUs' "$out" ' on each of 15 pairs of CPUs, '
h info
says 'info with holes' "$out" '^ *cpus_online +0-2,4,6-7$'
h run sched/pipe -r 1 -l 100 -c 3
is 'an offline CPU: exit status' "$status" 77
says 'an offline CPU: why' "$err" 'CPU 3 is offline'
h run sched/pipe -r 1 -l 100 -c 9
is 'an absent CPU: exit status' "$status" 77
says 'an absent CPU: why' "$err" 'no CPU 9 \(present: 0-7\)'
chosen -c 4,7
is 'a list: the CPUs named' "$a $b" '4 7'

h run sched/pipe -r 1 -l 100 -c 0-7
is 'a list with offline CPUs: exit status' "$status" 77
run sched/pipe -s batch -r 2 -l 100 -c 2 -e instructions
is 'counting with holes' "$(statuses instructions)" ok
