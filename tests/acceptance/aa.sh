#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/aa.sh - the same against the same: how often compare calls two
# sessions of one machine different.
#
# Usage: tests/acceptance/aa.sh [SESSIONS]      (40)
# Prints the tables of Documentation/method.md, and fails if a target is missed.
# Not part of `make check`: with 40 sessions it takes about 25 minutes. In the
# environment: RUNS (10) per session, BENCHES, PAUSE (20) seconds between
# sessions, LOAD, a command that runs beside them all the time, FILES, a folder
# that keeps the sessions; sessions that are in it already are not run again.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
harness=${HARNESS:-$top/build/bin/harness}
sessions=${1:-40}
runs=${RUNS:-10}
pause=${PAUSE:-20}
benches=${BENCHES:-sched/pipe sched/futex sched/yield sched/eventfd sched/messaging syscall/basic}
LC_ALL=C
export LC_ALL
tmp=$(mktemp -d)
load=
trap '[ -z "$load" ] || kill "$load" 2>/dev/null; rm -rf "$tmp"' EXIT
XDG_STATE_HOME=$tmp/state
export XDG_STATE_HOME
files=${FILES:-$tmp}
mkdir -p "$files"

case $sessions in
'' | *[!0-9]* | [0-7])
	echo "usage: $0 [SESSIONS], 8 or more" >&2
	exit 2
	;;
esac

if [ -n "${LOAD:-}" ]; then
	$LOAD >/dev/null 2>&1 &
	load=$!
fi

n=0
while [ "$n" -lt "$sessions" ]; do
	n=$((n + 1))
	file=$files/$(printf %03d "$n").json
	[ ! -e "$file" ] || continue
	[ "$n" -eq 1 ] || sleep "$pause"
	# shellcheck disable=SC2086
	"$harness" run -q --no-progress $benches -r "$runs" \
		-o "$file" >/dev/null 2>"$tmp/err" || [ -e "$file" ] || {
		cat "$tmp/err" >&2
		exit 1
	}
done

# Benchmark, median and clock of each session.
medians() {
	for f in "$@"; do
		"$harness" compare --no-counters -f csv "$f" -- "$f" |
			awk -F, 'NR > 1 { print $1, $7, $(NF - 1) }'
	done
}

# The floors that the files show, all of one boot.
floors() {
	medians "$@" | awk '
	{
		if (!($1 in list))
			name[++nr] = $1
		list[$1] = list[$1] (list[$1] == "" ? "" : ",") \
			"{\"boot\": \"1\", \"created\": \"\", \"ns\": " $2 ($3 > 0 ? ", \"clock_mhz\": " $3 : "") "}"
	}
	END {
		printf "{\"schema\": \"harness.noise\", \"schema_version\": \"1.0\", \"floors\": ["
		for (i = 1; i <= nr; i++)
			printf "%s{\"benchmark\": \"%s\", \"sessions\": [%s]}", \
				(i > 1 ? "," : ""), name[i], list[name[i]]
		print "]}"
	}'
}

# calls OPTIONS -- FILES: each benchmark of each pair, and 1 where it is called
# slower or faster.
calls() {
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	while [ $# -gt 1 ]; do
		a=$1
		shift
		for b in "$@"; do
			# shellcheck disable=SC2086
			"$harness" compare --no-counters -f csv $options "$a" "$b" |
				awk -F, 'NR > 1 { print $1, /,(slower|faster),(true|false),/ }'
		done
	done
}

half=$((sessions / 2))
set -- "$files"/[0-9]*.json
first=
rest=
i=0
for f in "$@"; do
	i=$((i + 1))
	if [ "$i" -le "$half" ]; then first="$first $f"; else rest="$rest $f"; fi
done
# shellcheck disable=SC2086
floors $first >"$tmp/floor.json"
medians "$@" >"$tmp/medians"
calls -- "$@" >"$tmp/plain"
# shellcheck disable=SC2086
calls --threshold 0 --correction none --floor "$tmp/floor.json" -- $rest >"$tmp/floored"

awk -v plain="$tmp/plain" -v floored="$tmp/floored" '
function add(file, n, k,   word) {
	while ((getline <file) > 0) {
		split($0, word, " ")
		n[word[1]]++
		k[word[1]] += word[2]
		n["all"]++
		k["all"] += word[2]
	}
}
{
	if (!($1 in count))
		name[++nr] = $1
	count[$1]++
	sum[$1] += log($2)
	squares[$1] += log($2) ^ 2
	if ($3 > 0) {
		c = log($2 * $3)
		clocked[$1]++
		cycles[$1] += c
		cycle_squares[$1] += c ^ 2
	}
}
function sd(n, sum, squares,   v) {
	v = n > 1 ? (squares - sum ^ 2 / n) / (n - 1) : 0
	return 100 * sqrt((v > 0 ? v : 0))
}
END {
	add(plain, n, k)
	add(floored, m, j)
	print "| benchmark | sd between sessions | of cycles | called different at 2 % | at 0, with the floor of the other half |"
	print "|---|---|---|---|---|"
	for (i = 1; i <= nr; i++) {
		b = name[i]
		printf "| %s | %.2f %% | %.2f %% | %d of %d | %d of %d |\n", b, \
			sd(count[b], sum[b], squares[b]), \
			sd(clocked[b], cycles[b], cycle_squares[b]), \
			k[b], n[b], j[b], m[b]
	}
	x = 100 * k["all"] / n["all"]
	y = 100 * j["all"] / m["all"]
	printf "| all | | | %.2f %% (target 1) | %.2f %% (target 5) |\n", x, y
	exit (x > 1 || y > 5)
}' "$tmp/medians"
