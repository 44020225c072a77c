#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/overhead.sh - what the harness costs, against a bare loop and perf.
#
# Usage: tests/acceptance/overhead.sh [ALTERNATIONS]      (20)
# Prints the table of Documentation/method.md. Not part of `make check`: it
# takes some minutes and wants a machine that does nothing else. Every row is
# the median over alternations A B A B in one go, and the ratio of medians.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
harness=${HARNESS:-$top/build/bin/harness}
n=${1:-20}
ops=50000
cpu=${CPU:-0}
cc=${CC:-cc}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# shellcheck source=tests/acceptance/alternate.sh
. "$top/tests/acceptance/alternate.sh"

build() { # build NAME FLAG...
	out=$tmp/$1
	shift
	"$cc" -std=gnu11 -D_GNU_SOURCE -O2 -falign-functions=64 \
		-I"$top/include" "$@" \
		-o "$out" "$top/tests/acceptance/bare_pipe.c"
}

ours() { # ours CALLS: us per op of one run
	"$harness" run sched/pipe -l $ops -r 1 -c "$cpu" --calls "$1" \
		--no-control -f csv -q |
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		NR == 2 { printf "%.6f\n", $c["elapsed_ns"] / $c["ops"] / 1e3 }'
}

perf_pipe() {
	taskset -c "$cpu" perf bench sched pipe -l $ops |
	awk '$2 == "usecs/op" { print $1 }'
}

row() { # row NAME: medians of $tmp/a and $tmp/b
	a=$(median <"$tmp/a")
	b=$(median <"$tmp/b")
	awk -v n="$1" -v a="$a" -v b="$b" 'BEGIN {
		printf "| %s | %.3f | %.3f | %.3f |\n", n, a, b, a / b }'
}

against() { # against NAME OURS-COMMAND THEIR-COMMAND
	alternate "$n" "$2" "$3"
	row "$1"
}

cpu_ms() { # cpu_ms COMMAND...: CPU time of a command in ms
	perf stat -x, -e task-clock -- "$@" 2>&1 >/dev/null |
	awk -F, '/task-clock/ { print $1 }'
}

peak_kib() { # peak_kib RUNS: largest resident set of any process
	/usr/bin/time -f %M "$harness" run sched/pipe -r "$1" -t 20ms \
		2>&1 >/dev/null | tail -n 1
}

paddings() { # inline loop under eight paddings, and the shipped plugin
	pads='1 9 17 25 33 41 49 57'
	for p in $pads; do
		build "bare$p" -DPAD="$p" -falign-loops=1
		: >"$tmp/pad$p"
	done
	: >"$tmp/a"
	i=0
	while [ "$i" -lt "$n" ]; do
		for p in $pads; do
			"$tmp/bare$p" inline $ops "$cpu" >>"$tmp/pad$p"
		done
		ours inline >>"$tmp/a"
		i=$((i + 1))
	done
	for p in $pads; do
		median <"$tmp/pad$p"
	done | sort -g >"$tmp/medians"
	awk -v ours="$(median <"$tmp/a")" '{ v[NR] = $1 } END {
		printf "inline loop, eight paddings: best %.3f, median %.3f, ", v[1], (v[4] + v[5]) / 2
		printf "worst %.3f us (spread %.1f %%); sched/pipe %.3f us, %.3f of the best\n",
			v[8], 100 * (v[8] / v[1] - 1), ours, ours / v[1] }' "$tmp/medians"
}

spread() { # relative standard errors, and how far quiet values lie apart
	: >"$tmp/a"
	: >"$tmp/b"
	: >"$tmp/quiet"
	i=0
	while [ "$i" -lt "$n" ]; do
		"$harness" run sched/pipe -r 10 -c "$cpu" --no-control \
			>"$tmp/out"
		sed -n 's/.* +- \([0-9.]*\) % standard error.*/\1/p' \
			"$tmp/out" >>"$tmp/a"
		sed -n 's/^ *\([0-9.]*\) us\/op quiet.*/\1/p' "$tmp/out" \
			>>"$tmp/quiet"
		taskset -c "$cpu" perf stat --null --repeat 10 \
			perf bench sched pipe -l 20000 2>&1 >/dev/null |
			sed -n 's/.*( +- *\([0-9.]*\)% ).*/\1/p' >>"$tmp/b"
		i=$((i + 1))
	done
	row "relative standard error of 10 runs against perf stat, %"
	awk -v m="$(median <"$tmp/quiet")" '{ d = $1 / m - 1
		if (d < 0) d = -d
		near += d <= 0.015 }
		END { printf "| quiet values within 1.5 %% of their median | %d | of %d | |\n", near, NR }' \
		"$tmp/quiet"
}

build bare -falign-loops=64
echo "| $n alternations of $ops round trips, CPU $cpu | harness | other | ratio |"
echo "|---|---|---|---|"
against "libc calls against a bare loop, us/op" \
	"ours libc" "$tmp/bare libc $ops $cpu"
against "inline calls against a bare loop, us/op" \
	"ours inline" "$tmp/bare inline $ops $cpu"
if perf --version >/dev/null 2>&1; then
	against "libc calls against perf bench, us/op" "ours libc" perf_pipe
	against "CPU time of a whole run with -l 1 -r 1 against perf, ms" \
		"cpu_ms $top/harness run sched/pipe -l 1 -r 1" \
		"cpu_ms perf bench sched pipe -l 1"
	spread
fi
echo
paddings
"$harness" run self/null -r 10 -q | awk 'NF { print "self/null: " $0; exit }'
if [ -x /usr/bin/time ]; then
	echo "peak resident: $(peak_kib 10) KiB with -r 10, $(peak_kib 60) KiB with -r 60"
fi
