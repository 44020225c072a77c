#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/ab.sh - what `harness ab` finds, what it makes up, and what
# perf stat finds in the same time.
#
# Usage: tests/acceptance/ab.sh [CALLS]      (40)
# Prints a table with a target in each line, and fails if one is missed. Not
# part of `make check`: it takes about ten minutes and wants a machine that does
# nothing else. Few CALLS show that it works, no more. See Documentation/method.md.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
harness=${HARNESS:-$top/build/bin/harness}
plugins=${PLANTED:-$(dirname -- "$harness")/../tests/plugins/planted}
calls=${1:-40}
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

now_ms() { echo $(($(date +%s%N) / 1000000)); }

row() { # row WHAT SEEN TARGET CONDITION: an awk condition decides
	if awk "BEGIN { exit !($4) }"; then
		word=ok
	else
		word=MISSED
		echo "$1" >>"$tmp/missed"
	fi
	printf '| %s | %s | %s | %s |\n' "$1" "$2" "$3" "$word"
}

share() { # share PERCENT: so many of the calls, rounded up
	awk -v n="$calls" -v p="$1" 'BEGIN {
		v = n * p / 100
		print (v > int(v)) ? int(v) + 1 : int(v) }'
}

# ab_calls FILE AB-WORDS...: "ratio lo hi verdict ms" of each call
ab_calls() {
	file=$1
	shift
	: >"$file"
	i=0
	while [ "$i" -lt "$calls" ]; do
		i=$((i + 1))
		begin=$(now_ms)
		"$harness" ab --json --seed "$i" "$@" >"$tmp/json" ||
			[ $? -eq 1 ]
		awk -v ms=$(($(now_ms) - begin)) '
			match($0, /^ "[a-z]+": /) {
				v = substr($0, RSTART + RLENGTH)
				gsub(/[",]/, "", v)
				split($0, part, "\"")
				seen[part[2]] = v
			}
			END { print seen["ratio"], seen["lo"], seen["hi"],
				seen["verdict"], ms }' "$tmp/json" >>"$file"
	done
}

count() { # count FILE CONDITION: lines that an awk condition picks
	awk "$2 { n++ } END { print n + 0 }" "$1"
}

median() { # median FILE COLUMN
	awk -v c="$2" '{ print $c }' "$1" | sort -g | awk '{ v[NR] = $1 }
		END { m = int((NR + 1) / 2)
			print NR % 2 ? v[m] : (v[m] + v[m + 1]) / 2 }'
}

largest() { # largest FILE COLUMN
	awk -v c="$2" '$c > m { m = $c } END { print m + 0 }' "$1"
}

# least SPINS: fewest ns per op of runs, a line for each number of additions
least() {
	HARNESS_PATH=$plugins "$harness" run planted/spin -p spin="$1" -r 20 \
		-t 50ms --no-control -q -f csv 2>"$tmp/err" |
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
		$col["valid"] == "true" {
			p = $col["params"]
			sub(/.*spin=/, "", p)
			sub(/;.*/, "", p)
			t = $col["time_ns_per_op"]
			if (!(p in m) || t < m[p])
				m[p] = t
		}
		END { for (p in m) print p, m[p] }' | sort -n
}

# Additions that take PERCENT of an op: in many of them nothing else counts.
find_size() {
	least 0,100000 >"$tmp/size"
	awk 'NR == 1 { t = $2 } END { if (NR != 2) exit 1
		printf "%.6f %.3f\n", ($2 - t) / 100000, t }' \
		"$tmp/size" >"$tmp/rate" || {
		echo "$0: the spin could not be measured: $(head -n 1 "$tmp/err")" >&2
		exit 1
	}
	read -r addition_ns op_ns <"$tmp/rate"
}

additions() { # additions PERCENT
	awk -v p="$1" -v a="$addition_ns" -v t="$op_ns" \
		'BEGIN { printf "%d\n", t * p / 100 / a + 0.5 }'
}

# Ten times 2 %, large enough for runs by themselves, in rounds.
verify_size() {
	least 0,$((10 * $(additions 2))) >"$tmp/size"
	growth=$(awk 'NR == 1 { t = $2 } END { if (NR == 2)
		printf "%.1f", 100 * ($2 / t - 1) }' "$tmp/size")
	row "ten times the planted 2 %, fastest of runs by themselves" \
		"+${growth:-?} %" "+16 to +24 %" \
		"${growth:-0} >= 16 && ${growth:-0} <= 24"
}

same_sides() {
	ab_calls "$tmp/aa" --threshold 0.5 sched/pipe -- --
	sd=$(awk '{ s += $1; q += $1 * $1 } END { v = (q - s * s / NR) / (NR - 1)
		printf "%.3f", 100 * sqrt((v > 0) ? v : 0) }' "$tmp/aa")
	row "A against A: longest of $calls calls" \
		"$(largest "$tmp/aa" 5) ms" "< 4000 ms" \
		"$(largest "$tmp/aa" 5) < 4000"
	row "A against A: standard deviation of the ratio" "$sd %" "<= 0.2 %" \
		"$sd <= 0.2"
	# shellcheck disable=SC2016 # the fields are awk's
	n=$(count "$tmp/aa" '$2 > 1 || $3 < 1')
	row "A against A: different at threshold 0" "$n of $calls" \
		"<= $((calls / 10))" "$n <= $((calls / 10))"
	# shellcheck disable=SC2016
	n=$(count "$tmp/aa" '$4 == "slower" || $4 == "faster"')
	row "A against A: different at 0.5 %" "$n of $calls" 0 "$n == 0"
}

planted() { # planted PERCENT THRESHOLD SHARE
	spin=$(additions "$1")
	HARNESS_PATH=$plugins ab_calls "$tmp/planted$1" --threshold "$2" \
		planted/spin -- -p spin=0 -- -p spin="$spin"
	# shellcheck disable=SC2016
	n=$(count "$tmp/planted$1" '$4 == "slower"')
	least=$(share "$3")
	ratio=$(median "$tmp/planted$1" 1)
	row "planted $1 % ($spin additions): found at threshold $2 %" \
		"$n of $calls, median ratio $(printf %.4f "$ratio")" ">= $least" "$n >= $least"
}

# What perf stat makes of a variant: "mean standard-error runs" in seconds.
perf_stat() { # perf_stat REPEATS SPIN
	HARNESS_PATH=$plugins perf stat --null --repeat "$1" -o "$tmp/perf" \
		"$harness" run planted/spin -l "$ops" -r 1 --no-control -q \
		-p spin="$2" >/dev/null
	awk -v n="$1" '/seconds time elapsed/ { print $1, $3, n }' "$tmp/perf"
}

# Welch's interval of the difference of two means, in per cent of the first.
perf_compare() { # perf_compare REPEATS: "lo hi ms"
	begin=$(now_ms)
	{
		perf_stat "$1" 0
		perf_stat "$1" "$spin"
	} | awk -v begin="$begin" -v end="date +%s%N" '
		{ m[NR] = $1; v[NR] = $2 * $2; n[NR] = $3 }
		END {
			s = v[1] + v[2]
			df = (s > 0) ? s * s / (v[1] * v[1] / (n[1] - 1) + \
				v[2] * v[2] / (n[2] - 1)) : 1
			z = 1.959964
			t = z + (z ^ 3 + z) / (4 * df) + \
				(5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * df ^ 2)
			d = m[2] - m[1]
			end | getline ns
			printf "%.3f %.3f %d\n", 100 * (d - t * sqrt(s)) / m[1],
				100 * (d + t * sqrt(s)) / m[1], ns / 1e6 - begin
		}'
}

# As often as fits into one call of ab, and into all of them together.
against_perf() {
	ab_ms=$(median "$tmp/planted1" 5)
	ops=$(awk -v t="$op_ns" 'BEGIN { printf "%d\n", 1e8 / t }')
	run_s=$(perf_stat 3 0 | awk '{ print $1 }')
	repeats=$(awk -v ms="$ab_ms" -v s="$run_s" 'BEGIN {
		n = int(ms / 2000 / s); print (n < 3) ? 3 : n }')
	: >"$tmp/perfs"
	i=0
	while [ "$i" -lt "$calls" ]; do
		perf_compare "$repeats" >>"$tmp/perfs"
		i=$((i + 1))
	done
	# shellcheck disable=SC2016
	n=$(count "$tmp/perfs" '$1 > 0')
	# shellcheck disable=SC2016
	wrong=$(count "$tmp/perfs" '$2 < 0')
	# shellcheck disable=SC2016
	found=$(count "$tmp/planted1" '$4 == "slower"')
	row "perf stat, $repeats + $repeats runs in $(median "$tmp/perfs" 3) ms (ab: $ab_ms ms): the planted 1 %" \
		"found by $n of $calls, called faster by $wrong" \
		"fewer than the $found of ab" "$n < $found"
	perf_compare $((repeats * calls)) >"$tmp/all"
	read -r lo hi ms <"$tmp/all"
	row "perf stat, $((repeats * calls)) runs of one, then of the other, in $((ms / 1000)) s: the planted 1 %" \
		"$lo .. $hi %" "not found: has 0 in it, or not 1" \
		"$lo <= 0 || $lo > 1 || $hi < 1"
}

verdict_within_a_minute() { # verdict_within_a_minute A-OPTIONS B-OPTIONS
	begin=$(now_ms)
	# shellcheck disable=SC2086 # several words
	"$harness" ab sched/pipe -- $1 -- $2 >"$tmp/out" || [ $? -eq 1 ]
	ms=$(($(now_ms) - begin))
	said=$(sed -n 's/^ *\(.*\) B against A (\(.*\), p.*: \(.*\) at a .*/\1 (\2) \3/p' \
		"$tmp/out")
	row "ab sched/pipe -- $1 -- $2" "${said:-no verdict}, $ms ms" \
		"a verdict, < 60000 ms" "$ms < 60000 && \"$said\" != \"\""
}

echo "| $calls calls of each | seen | target | |"
echo "|---|---|---|---|"
same_sides
find_size
verify_size
planted 2 0.5 95
planted 1 0 90
if perf --version >/dev/null 2>&1; then
	against_perf
else
	echo "| perf stat | not installed | | |"
fi
verdict_within_a_minute "-s other" "-s batch"
verdict_within_a_minute -T ""
echo
echo "An op of planted/spin without a spin takes $op_ns ns, an addition $addition_ns ns."
[ ! -s "$tmp/missed" ]
