#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/explain.sh - whether the parts of `harness explain` add up,
# come out alike each time, and show a planted cost where it is.
#
# Usage: tests/acceptance/explain.sh [CALLS]      (5)
# Prints a table with a target in each line, and fails if one is missed. Not
# part of `make check`: it takes about ten minutes and wants a machine that does
# nothing else. See Documentation/method.md.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
harness=${HARNESS:-$top/build/bin/harness}
plugins=${PLANTED:-$(dirname -- "$harness")/../tests/plugins/planted}
calls=${1:-5}
LC_ALL=C
export LC_ALL
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
: >"$tmp/missed"

case $calls in
'' | *[!0-9]* | 0 | 1)
	echo "usage: $0 [CALLS], 2 or more" >&2
	exit 2
	;;
esac

row() { # row WHAT SEEN TARGET CONDITION: an awk condition decides
	if awk "BEGIN { exit !($4) }"; then
		word=ok
	else
		word=MISSED
		echo "$1" >>"$tmp/missed"
	fi
	printf '| %s | %s | %s | %s |\n' "$1" "$2" "$3" "$word"
}

# explain FILE WORDS...: "part ns lo hi" of each part; 77 passes through
explain() {
	file=$1
	shift
	"$harness" explain --json --no-progress "$@" >"$tmp/json" 2>"$tmp/err" ||
		return $?
	tr -d '",' <"$tmp/json" | awk '
		$1 == "part:" { part = $2 }
		$1 == "ns:" { ns = $2 }
		$1 == "lo:" { lo = $2 }
		$1 == "hi:" { hi = $2; if (ns != "null") print part, ns, lo, hi }
	' >"$file"
}

explain_or_end() { # the same, or says why not and ends
	if ! explain "$@"; then
		cat "$tmp/err" >&2
		exit 1
	fi
}

# of PART COLUMN FILE
of() {
	awk -v p="$1" -v c="$2" '$1 == p { print $c }' "$3"
}

median() {
	sort -g | awk '{ v[NR] = $1 } END {
		print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
	}'
}

echo '| what | seen | target | |'
echo '|---|---|---|---|'

# Calls of the same.
begin=$(date +%s)
i=0
while [ "$i" -lt "$calls" ]; do
	i=$((i + 1))
	explain_or_end "$tmp/pipe.$i" --seed "$i" sched/pipe
	grep -v -E '^(whole|remainder) ' "$tmp/pipe.$i" | sort -k2,2gr |
		awk '{ printf "%s ", $1 }' >"$tmp/order.$i"
done
took=$((($(date +%s) - begin) / calls))
row "seconds a call" "$took" "60" "$took <= 60"
orders=$(for f in "$tmp"/order.*; do cat "$f" && echo; done | sort -u | wc -l)
row "orders of parts in $calls calls" "$orders" 1 "$orders == 1"
for part in entry work sleep switch address-space preemption; do
	middle=$(for f in "$tmp"/pipe.*; do of $part 2 "$f"; done | median)
	inside=$(cat "$tmp"/pipe.* | awk -v p=$part -v m="$middle" '
		$1 == p && $3 <= m && m <= $4 { n++ } END { print n + 0 }')
	row "$part: calls whose interval holds their median, $middle ns" \
		"$inside" "$calls" "$inside == $calls"
done

# All benchmarks it must work for.
for bench in pipe futex socketpair yield eventfd mq uring; do
	for words in '' -T '-c apart' '-T -c apart'; do
		# shellcheck disable=SC2086 # options are words
		explain "$tmp/one" $words "sched/$bench" || {
			echo "| sched/$bench $words | $(cat "$tmp/err") | | not here |"
			continue
		}
		sum=$(awk '$1 != "whole" { s += $2 } END { printf "%.6f", s }' \
			"$tmp/one")
		whole=$(of whole 2 "$tmp/one")
		row "sched/$bench $words: sum of the parts" "$sum" "$whole" \
			"($sum - $whole) ^ 2 < 1e-6"
		lo=$(of remainder 3 "$tmp/one")
		hi=$(of remainder 4 "$tmp/one")
		row "sched/$bench $words: remainder" "$lo .. $hi" "holds 0" \
			"$lo <= 0 && 0 <= $hi"
	done
done

# planted WORDS PART: 500 ns more in it, in alternating calls
planted() {
	rm -f "$tmp"/plain.* "$tmp"/more.*
	i=0
	while [ "$i" -lt "$calls" ]; do
		i=$((i + 1))
		explain_or_end "$tmp/plain.$i" --plugins "$plugins" planted/cost
		explain_or_end "$tmp/more.$i" --plugins "$plugins" \
			planted/cost -p "$1"
	done
	for part in entry work sleep switch address-space preemption; do
		grown=$(i=0; while [ "$i" -lt "$calls" ]; do
			i=$((i + 1))
			echo "$(of $part 2 "$tmp/more.$i")" \
				"$(of $part 2 "$tmp/plain.$i")"
		done | awk '{ print $1 - $2 }' | median)
		width=$(for f in "$tmp"/plain.* "$tmp"/more.*; do
			echo "$(of $part 4 "$f")" "$(of $part 3 "$f")"
		done | awk '{ print $1 - $2 }' | median)
		if [ "$part" = "$2" ]; then
			row "planted $1: $part" "$grown ns" "475 .. 525" \
				"$grown >= 475 && $grown <= 525"
		else
			row "planted $1: $part" "$grown ns" "+- $width" \
				"$grown ^ 2 <= $width ^ 2"
		fi
	done
}

planted call=250ns work
planted wake=250ns sleep

if [ -s "$tmp/missed" ]; then
	echo "$0: $(wc -l <"$tmp/missed") targets missed" >&2
	exit 1
fi
