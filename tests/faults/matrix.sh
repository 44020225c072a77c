#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/faults/matrix.sh - every command, with one system call that fails.
#
# usage: matrix.sh [CASES [SEED]]      CASES: a number for each command, or all
#
# Of each system call of a command the 1st, 2nd, middle and last are made to
# fail with the errnos of calls.h, one in each execution. It must end within
# 20 s (a busy machine is slow), with its usual output or with a line that says
# what failed. Nothing may be left: no process, no file but a whole result. Set
# HARNESS and INJECT.

set -u

HARNESS=${HARNESS:?the program}
INJECT=${INJECT:?the program of inject.c}
cases=${1:-10}
seed=${2:-1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch/tmp
passed=0
failed=0
injected=0

# What stands for an errno in a text.
causes='denied|not permitted|not implemented|cannot|refuse|too many open files|out of memory'

mkdir "$TMPDIR"
run=(run sched/pipe -r 2 -l 50 --force)
for side in a b; do
	"$HARNESS" "${run[@]}" -r 5 -o "$scratch/$side.json" >/dev/null 2>&1
done
seq 1000 1030 >"$scratch/samples"

# What runs: "exact" is printed alike each time.
commands=(
	"exact list -v"
	"exact help"
	"exact help sched/pipe"
	"exact show $scratch/a.json"
	"exact compare --force $scratch/a.json $scratch/b.json"
	"exact check $scratch/a.json $scratch/b.json"
	"exact convert --to benchfmt $scratch/a.json"
	"exact import $scratch/samples --unit ns/op -o $scratch/out.json"
	"varies info"
	"varies events"
	"varies ${run[*]} -o $scratch/out.json"
	"varies ${run[*]} -T -g 2 -f json"
	"varies ${run[*]} -e context-switches,task-clock"
	"varies ${run[*]} --latency -c 0,1"
	"varies run sched/messaging -r 1 -l 4 --force"
	"varies run sched/pipe sched/yield -c each -r 1 -l 50 --force"
	"varies run mem/memcpy syscall/basic -r 1 -t 2ms --force"
	"varies ab sched/pipe --before true --pairs 10 --slices 10 -- -s other -- -s batch"
)

# random N: the same numbers for the same seed, whatever ran in between.
state=$seed
random() {
	state=$(((state * 1103515245 + 12345) % 2147483648))
	picked=$((state / 65536 % $1))
}

# plan: "CALL:N:ERRNO" of all cases of the command that was counted.
plan() {
	local call n errs err nth

	while read -r call n; do
		errs=$("$INJECT" -l | sed -n "s/^$call //p")
		for err in $errs; do
			for nth in $(printf '%s\n' 1 2 $((n / 2)) "$n" | sort -un); do
				((nth < 1 || nth > n)) || echo "$call:$nth:$err"
			done
		done
	done <"$scratch/counts"
}

fail() {
	echo "FAILED: $fault: harness $what: $1" >&2
	head -n 5 "$scratch/err" | sed 's/^/    /' >&2
	failed=$((failed + 1))
}

# explained: a line of the harness, or the reason in what it prints.
explained() {
	grep -q -E '^harness( [a-z]+)?: |no number|  C-[A-Z]+: |: unreadable: |slower' \
		"$scratch/err" "$scratch/out"
}

# alike: the usual output, or one that has the reason in it.
alike() {
	[ -s "$scratch/err" ] || cmp -s "$scratch/out" "$scratch/good" ||
		[ "$(grep -c -i -E "$causes" "$scratch/out")" -gt \
			"$(grep -c -i -E "$causes" "$scratch/good")" ]
}

judge() {
	local status did left late

	read -r status did left late <"$scratch/report" || {
		fail "not carried out"
		return
	}
	injected=$((injected + did))
	if ((late)); then
		fail "goes on after 20 s"
	elif ((left)); then
		fail "$left processes left"
	elif ((status > 5 && status != 77)); then
		fail "exit status $status"
	elif ((status)) && ! explained; then
		fail "exit status $status without a word"
	elif ((!status)) && [ "$kind" = exact ] && ! alike; then
		fail "another output, without a word"
	elif [ -n "$(ls -A "$TMPDIR")" ] || ls "$scratch"/*.json.* >/dev/null 2>&1; then
		fail "left: $(ls -A "$TMPDIR" "$scratch")"
		rm -rf "${TMPDIR:?}"/* "$scratch"/*.json.*
	elif [ -e "$scratch/out.json" ] &&
		! "$HARNESS" show -q --force "$scratch/out.json" >/dev/null 2>&1; then
		fail "the saved file cannot be read"
	else
		passed=$((passed + 1))
	fi
}

# one FAULT COMMAND...: late ones once more, since the machine may be busy.
one() {
	fault=$1
	shift
	for _ in 1 2; do
		rm -f "$scratch/out.json" "$scratch/report"
		"$INJECT" -f "$fault" "$scratch/report" "$HARNESS" "$@" \
			>"$scratch/out" 2>"$scratch/err" </dev/null
		grep -q ' 1$' "$scratch/report" || break
	done
	judge
}

each_case() {
	local list i swap

	mapfile -t list < <(plan)
	for ((i = 0; i < ${#list[@]}; i++)); do
		[ "$cases" = all ] || ((i < cases)) || break
		random $((${#list[@]} - i))
		swap=${list[i]}
		list[i]=${list[i + picked]}
		list[i + picked]=$swap
		one "${list[i]}" "$@"
	done
}

echo "seed $seed"
for line in "${commands[@]}"; do
	read -r kind what <<<"$line"
	# shellcheck disable=SC2086
	"$HARNESS" $what >"$scratch/good" 2>/dev/null </dev/null
	# shellcheck disable=SC2086
	"$INJECT" -c "$scratch/counts" "$HARNESS" $what >/dev/null 2>&1 </dev/null
	what_made=$(wc -l <"$scratch/counts")
	((what_made)) || fault=none fail "makes no system call?"
	before=$injected
	start=$SECONDS
	# shellcheck disable=SC2086
	each_case $what
	echo "$((injected - before)) faults in $((SECONDS - start)) s: ${what//"$scratch/"/}"
done
echo "$injected faults injected"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
