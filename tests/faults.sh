#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/faults.sh - kill the harness, or one of its processes, at random
# moments: nothing may survive, and the harness must not wait for the dead.
#
# usage: faults.sh [ROUNDS [SEED]]
#
# HARNESS is the program. The seed is printed: with it a failure can be tried
# again, as far as the machine behaves the same.

set -u

HARNESS=${HARNESS:-$(cd "$(dirname "$0")/.." && pwd)/build/bin/harness}
rounds=${1:-200}
seed=${2:-$((($(date +%s) + $$) % 30000))}
RANDOM=$seed
marker=HARNESS_FAULTS_MARKER=$$-$seed
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

benchmarks=(sched/pipe sched/futex sched/messaging sched/yield sched/sem
	sched/ring)
modes=("" "-T" "-g 3" "-T -g 3")
# SIGTERM ends the harness with a report, SIGKILL without a word. (A shell has
# what it starts in the background ignore SIGINT, and so does the harness.)
signals=(KILL KILL KILL TERM HUP)

# marked: the processes of this round, zombies excepted.
marked() {
	local env pid

	grep -l -a -z -x -s "$marker" /proc/[0-9]*/environ |
		while IFS=/ read -r _ _ pid env; do
			[ "$env" = environ ] && echo "$pid"
		done
}

# started PID: waits until it is the harness. What is killed before is still
# this shell, and would clean up as this shell does.
started() {
	local i

	for ((i = 0; i < 1000; i++)); do
		! grep -q -a -z -x -s "$marker" "/proc/$1/environ" || return 0
		[ -e "/proc/$1" ] || return 0
		sleep 0.005
	done
}

# gone: whether all of them are within ten seconds; the machine may be busy.
gone() {
	local i

	for ((i = 0; i < 200; i++)); do
		[ -n "$(marked)" ] || return 0
		sleep 0.05
	done
	return 1
}

# ended PID: whether it is within ten seconds; the machine may be busy.
ended() {
	local i state

	for ((i = 0; i < 1000; i++)); do
		read -r _ _ state _ 2>/dev/null <"/proc/$1/stat" || return 0
		[ "$state" != Z ] || return 0
		sleep 0.01
	done
	return 1
}

fail() {
	local pid

	echo "FAILED: round $round (seed $seed): $1: $what" >&2
	sed 's/^/    /' "$scratch/err" >&2
	for pid in $(marked); do
		echo "    left: $pid $(cat "/proc/$pid/comm" 2>/dev/null)" >&2
		kill -KILL "$pid" 2>/dev/null
	done
	failed=$((failed + 1))
}

# named TEST NAME: those of this round whose name is (=) or is not (!=) that.
named() {
	local pid name

	for pid in $(marked); do
		read -r name 2>/dev/null <"/proc/$pid/comm" &&
			test "$name" "$1" "$2" && echo "$pid"
	done
}

# victim: a task or the runner, at random.
victim() {
	local pids

	mapfile -t pids < <(named '!=' harness)
	[ ${#pids[@]} -gt 0 ] && echo "${pids[RANDOM % ${#pids[@]}]}"
}

# readable FILE: a result file that is not there, or is whole.
readable() {
	[ ! -e "$scratch/$1" ] || "$HARNESS" show -q --force "$scratch/$1" \
		>/dev/null 2>>"$scratch/err"
}

# check HARNESS_PID: after the blow all must end, and what is saved be whole.
check() {
	if ! ended "$1"; then
		fail "the harness goes on"
	elif ! gone; then
		fail "processes survive"
	elif ! readable r.json; then
		fail "the saved file cannot be read"
	else
		passed=$((passed + 1))
	fi
}

# Of four rounds, three are for the harness, amidst short runs, and one is for
# a process of a run that would not end.
one_round() {
	local bench=${benchmarks[RANDOM % ${#benchmarks[@]}]}
	local mode=${modes[RANDOM % ${#modes[@]}]}
	local signal=${signals[RANDOM % ${#signals[@]}]}
	local ops=300 delay pid target

	((round % 4 == 3)) && ops=2000000000
	# Half of them while the run is young, when it changes quickly.
	delay=$((RANDOM % 2 ? RANDOM % 30 : RANDOM % 120))
	rm -f "$scratch/r.json"
	# shellcheck disable=SC2086
	env "$marker" "$HARNESS" run $bench $mode -r 100000 -l $ops --force \
		-o "$scratch/r.json" >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	disown "$pid"
	started "$pid"
	sleep "$(printf '0.%03d' "$delay")"
	target=$pid
	if ((round % 4 == 3)); then
		target=$(victim) && signal=KILL || target=$pid
	fi
	what="SIG$signal to $target of $pid after $delay ms: $bench $mode"
	kill -s "$signal" "$target" 2>/dev/null
	check "$pid"
}

# The youngest task of every benchmark, of every other one a thread's process.
# Those that cannot run here, or not so, end by themselves.
each_benchmark() {
	local bench name pid target i mode=

	while read -r bench; do
		env "$marker" "$HARNESS" run "$bench" ${mode:+"$mode"} -r 1 -l 2000000000 \
			>"$scratch/out" 2>"$scratch/err" &
		pid=$!
		disown "$pid"
		started "$pid"
		# A name has 15 bytes for the kernel.
		name=${bench/\//-}
		target=
		for ((i = 0; i < 40; i++)); do
			[ -e "/proc/$pid" ] || break
			target=$(named '=' "${name:0:15}" | tail -n 1)
			[ -z "$target" ] || break
			sleep 0.02
		done
		what="SIGKILL to $target of $pid: $bench $mode"
		[ -z "$target" ] || kill -KILL "$target" 2>/dev/null
		check "$pid"
		mode=$([ -n "$mode" ] || echo -T)
	done < <("$HARNESS" list --json |
		sed -n 's/.*"name": *"\([^"]*\/[^"]*\)".*/\1/p')
}

# import_samples: which is mostly the writing of a large file.
import_samples() {
	exec env "$marker" "$HARNESS" import "$scratch/samples" --unit ns/op \
		-o "$scratch/saved.json" >"$scratch/out" 2>"$scratch/err"
}

# How long it takes, in milliseconds.
time_import() {
	local start=${EPOCHREALTIME/[.,]/}

	(import_samples)
	echo $(((${EPOCHREALTIME/[.,]/} - start) / 1000))
}

# Killed at moments that are spread over the whole of it, over an old file and
# without one: what is there afterwards can be read.
each_moment() {
	local moments=30 pid took delay i

	seq 1000 20000 >"$scratch/samples"
	took=$(time_import)
	for ((i = 0; i < 2 * moments; i++)); do
		((i < moments)) || rm -f "$scratch/saved.json"
		delay=$((took * (i % moments) * 12 / (moments * 10)))
		import_samples &
		pid=$!
		disown "$pid"
		sleep "$((delay / 1000)).$(printf '%03d' $((delay % 1000)))"
		what="SIGKILL to $pid after $delay of $took ms: import"
		kill -KILL "$pid" 2>/dev/null
		if ! ended "$pid"; then
			fail "the harness goes on"
		elif ! readable saved.json; then
			fail "the saved file cannot be read"
		else
			passed=$((passed + 1))
		fi
	done
}

echo "seed $seed"
for ((round = 0; round < rounds; round++)); do
	one_round
done
round=all
each_benchmark
each_moment
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
