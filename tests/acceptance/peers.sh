#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/peers.sh - benchmarks beside the programs whose numbers they stand for.
#
# Usage: tests/acceptance/peers.sh [ALTERNATIONS [PATTERN]]      (10, all pairs)
# For each pair: the same op, the same CPUs, the same policy, ours with libc
# calls; one run of ours, one of the peer's, interleaved. Medians in ns per op, and
# their ratio. PATTERN is a regular expression for the names of pairs. The CPUs
# are $CPUS (the first two allowed ones). Not part of `make check`: it takes
# some minutes and wants a machine that does nothing else. Exits with 1 if ours
# is more than 5 % slower anywhere but where Documentation/method.md says why.
# A peer that is not installed, or has no such test, is a row that says so.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
harness=${HARNESS:-$top/build/bin/harness}
n=${1:-10}
only=${2:-.}
target=1.05
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# shellcheck source=tests/acceptance/alternate.sh
. "$top/tests/acceptance/alternate.sh"

first_cpus() { # "0-3" or "0,2": the first two as "0,1"
	sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status |
	tr , '\n' | awk -F- '{ for (c = $1; c <= (NF > 1 ? $2 : $1); c++)
		if (n++ < 2) printf("%s%d", (n > 1 ? "," : ""), c) }'
}

cpus=${CPUS:-$(first_cpus)}
cpu=${cpus%%,*}
other=${cpus##*,}
missed=0

# --- one number each, in ns per op -------------------------------------------

ours() { # ours BENCH OPTION...: one run
	"$harness" run "$@" -r 1 --calls libc --no-control --force -f csv \
		2>"$tmp/ours" |
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		NR == 2 { v = $c["recorded_ns"]
			print v != "" ? v : $c["time_ns_per_op"] }'
}

on_cpu() { taskset -c "$cpu" "$@" 2>"$tmp/theirs"; }

usecs_per_op() { awk '$2 == "usecs/op" { print $1 * 1e3 }'; }

perf_op() { # perf_op COLLECTION BENCH OPTION...: where it prints usecs/op
	on_cpu perf bench "$@" | usecs_per_op
}

perf_total() { # perf_total OPS COLLECTION BENCH OPTION...: seconds for all
	ops=$1
	shift
	on_cpu perf bench "$@" |
	awk -v ops="$ops" '$1 == "Total" { print $3 * 1e9 / ops }'
}

perf_rate() { # perf_rate THREADS COLLECTION BENCH OPTION...: ops/s of one
	threads=$1
	shift
	on_cpu perf bench "$@" -t "$threads" -r 1 |
	awk -v t="$threads" '/^Averaged .* operations\/sec/ {
		print 1e9 / ($2 * t) }'
}

perf_ctl() { # additions that one thread made in a second; a third of its calls
	on_cpu perf bench epoll ctl -t 2 -r 1 |
	awk '/^Averaged .* ADD/ { print 1e9 / ($2 * 3 * 2) }'
}

perf_crowd() { # perf_crowd BENCH OPTION...: ms to deal with all sleepers
	perf bench -r 8 futex "$@" -t 8 2>"$tmp/theirs" |
	sed -n 's/^[WRA][^[].* in \([0-9.]*\) ms.*/\1/p' |
	awk '{ print $1 * 1e6 }'
}

perf_mem() { # perf_mem memcpy|memset: GiB/s, blocks of 1 MiB
	on_cpu perf bench mem "$1" -f default -s 1MB -l 2000 |
	awk '$2 == "GB/sec" { print 1e9 / ($1 * 1024) }'
}

perf_breakpoint() { # perf_breakpoint N BENCH
	on_cpu perf bench -r "$1" breakpoint "$2" | usecs_per_op
}

hack() { # hack MESSAGES OPTION...: seconds for all
	ops=$1
	shift
	on_cpu hackbench "$@" |
	awk -v ops="$ops" '$1 == "Time:" { print $2 * 1e9 / ops }'
}

stress_switch() { # stress_switch METHOD: its own ns
	taskset -c "$cpu" stress-ng --switch 1 --switch-method "$1" -t 1 \
		--metrics-brief 2>&1 |
	sed -n 's/.* \([0-9.]*\) nanosecs per context switch.*/\1/p'
}

# --- pairs ---------------------------------------------------------------------

row() { # row NAME OURS PEERS VERDICT-IF-SLOWER
	awk -v n="$1" -v a="$2" -v b="$3" -v t="$target" -v s="$4" 'BEGIN {
		ok = a / b <= t
		printf "| %s | %.1f | %.1f | %.3f | %s |\n", n, a, b, a / b, \
			ok ? "ok" : s
		exit !ok }'
}

absent() { # absent NAME WHY
	echo "| $1 | | | | $2 |"
}

# Debian's perf is there without its kernel's package, and then fails.
installed() {
	command -v "$1" >/dev/null || return 1
	[ "$1" != perf ] || perf --version >/dev/null 2>&1
}

# pair PROGRAM NAME OURS PEER [VERDICT-IF-SLOWER]: by default, that is a miss
pair() {
	echo "$2" | grep -q -E -e "$only" || return 0
	if ! installed "$1"; then
		absent "$2" "$1 is not installed"
		return 0
	fi
	if [ -z "$(eval "$4")" ]; then
		absent "$2" "this $1 does not have it"
		return 0
	fi
	alternate "$n" "$3" "$4"
	if [ ! -s "$tmp/a" ]; then
		absent "$2" "ours cannot run: $(head -n 1 "$tmp/ours")"
		return 0
	fi
	row "$2" "$(median <"$tmp/a")" "$(median <"$tmp/b")" "${5:-MISSED}" ||
		[ -n "${5:-}" ] || missed=1
}

awk '$1 > 0.5 { print "tests/acceptance/peers.sh: this machine is busy (load " $1 \
	"): a ratio of two runs here says little" }' /proc/loadavg >&2
echo "| $n alternations, CPUs $cpus, libc calls | harness, ns/op | peer, ns/op | ratio | at most $target |"
echo "|---|---|---|---|---|"

pair perf 'sched/pipe: perf bench sched pipe' \
	"ours sched/pipe -c $cpu -l 50000" \
	"perf_op sched pipe -l 50000"
pair perf 'sched/pipe -T: perf bench sched pipe -T' \
	"ours sched/pipe -T -c $cpu -l 50000" \
	"perf_op sched pipe -T -l 50000"
pair perf 'sched/seccomp-notify: perf bench sched seccomp-notify' \
	"ours sched/seccomp-notify -c $cpu -l 30000" \
	"perf_op sched seccomp-notify -l 30000"
pair perf 'sched/messaging: perf bench sched messaging -g 1' \
	"ours sched/messaging -c $cpu -l 100000" \
	"perf_total 100000 sched messaging -g 1 -l 250"
pair perf 'sched/messaging -T, pipe: perf bench sched messaging -g 1 -p -t' \
	"ours sched/messaging -T -p over=pipe -c $cpu -l 1000000" \
	"perf_total 1000000 sched messaging -g 1 -l 2500 -p -t"
pair hackbench 'sched/messaging: hackbench -g 1' \
	"ours sched/messaging -c $cpu -l 100000" \
	"hack 100000 -g 1 -l 250"
pair hackbench 'sched/messaging -T, pipe: hackbench -g 1 -p -T' \
	"ours sched/messaging -T -p over=pipe -c $cpu -l 1000000" \
	"hack 1000000 -g 1 -l 2500 -p -T"
pair stress-ng 'sched/messaging, one byte in a pipe that holds one: stress-ng --switch' \
	"ours sched/messaging -p over=pipe -p fds=1 -p msg=1 -p hold=1 -c $cpu -t 500ms" \
	"stress_switch pipe"
pair perf 'syscall/basic: perf bench syscall basic' \
	"ours syscall/basic -c $cpu -l 1M" \
	"perf_op syscall basic -l 1000000"
pair perf 'syscall/getpgid: perf bench syscall getpgid' \
	"ours syscall/getpgid -c $cpu -l 1M" \
	"perf_op syscall getpgid -l 1000000"
pair perf 'syscall/fork: perf bench syscall fork' \
	"ours syscall/fork -c $cpu -l 2000" \
	"perf_op syscall fork -l 2000"
pair perf 'syscall/execve: perf bench syscall execve' \
	"ours syscall/execve -c $cpu -l 1000" \
	"perf_op syscall execve -l 1000"
pair perf 'futex/hash, one thread: perf bench futex hash -t 1' \
	"ours futex/hash -T -c $cpu -t 500ms" \
	"perf_rate 1 futex hash -s"
pair perf 'futex/hash, two threads: perf bench futex hash -t 2' \
	"ours futex/hash -T -c $cpus -t 500ms" \
	"perf_rate 2 futex hash -s"
pair perf 'futex/wake: perf bench futex wake -t 8' \
	"ours futex/wake -T -c $cpus -l 1000" \
	"perf_crowd wake"
pair perf 'futex/wake-parallel: perf bench futex wake-parallel -t 8 -w 2' \
	"ours futex/wake-parallel -T -c $cpus -l 1000" \
	"perf_crowd wake-parallel -w 2"
pair perf 'futex/requeue: perf bench futex requeue -t 8' \
	"ours futex/requeue -T -c $cpus -l 1000" \
	"perf_crowd requeue"
pair perf 'futex/lock-pi, sleeping: perf bench futex lock-pi -t 2' \
	"ours futex/lock-pi -T -p hold=sleep -c $cpus -t 500ms" \
	"perf_rate 2 futex lock-pi -s"
pair perf 'epoll/wait, pausing: perf bench epoll wait -t 1' \
	"ours epoll/wait -T -p pause=500ns -c $other,$cpu -t 500ms" \
	"perf_rate 1 epoll wait" \
	'explained: perf counts what is read, not what is made'
pair perf 'epoll/ctl: perf bench epoll ctl -t 2' \
	"ours epoll/ctl -T -p multiq=no -c $cpus -t 500ms" \
	"perf_ctl"
pair perf 'mem/memcpy: perf bench mem memcpy' \
	"ours mem/memcpy -c $cpu -l 2000" \
	"perf_mem memcpy"
pair perf 'mem/memset: perf bench mem memset' \
	"ours mem/memset -c $cpu -l 2000" \
	"perf_mem memset"
pair perf 'breakpoint/thread: perf bench breakpoint thread' \
	"ours breakpoint/thread -c $cpu -l 2000" \
	"perf_breakpoint 2000 thread"
pair perf 'breakpoint/enable: perf bench breakpoint enable' \
	"ours breakpoint/enable -c $cpu -l 100000" \
	"perf_breakpoint 100000 enable"
[ "$missed" = 0 ]
