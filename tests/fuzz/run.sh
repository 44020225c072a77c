#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/fuzz/run.sh - hostile input for the readers of result files.
#
#	tests/fuzz/run.sh [-n EXECUTIONS] [-s SEED] [-o DIR] [TARGET...]
#
# Builds each target (default: every tests/fuzz/fuzz_*.c) with clang and runs
# it that many times (default: a million), from the corpus in the tree and with
# the words that the readers know. What it finds new is kept in DIR/corpus
# (DIR: build-fuzz) for the next time; an input that breaks something is
# DIR/TARGET-crash-* or -timeout-*, and the exit status is 1. With a SEED and
# a new DIR the inputs are the same each time; 0, the default, draws one.

set -u
cd "$(dirname "$0")/../.." || exit 1

executions=1000000
dir=build-fuzz
seed=0

usage() {
	sed -n 's/^#	//p' "$0" >&2
	exit 2
}

while getopts n:o:s: option; do
	case $option in
	n) executions=$OPTARG ;;
	o) dir=$OPTARG ;;
	s) seed=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- tests/fuzz/fuzz_*.c

# What stands between quotes in the readers, as a member's name or a text, and
# pieces of JSON.
dictionary() {
	grep -ho '"[A-Za-z][A-Za-z0-9_./-]*"' core/result/*.c | sort -u |
		sed 's/^"\(.*\)"$/"\\"\1\\""/'
	cat <<-'EOF'
	"null"
	"true"
	"{}"
	"[]"
	"[[0,0]]"
	"\":{\""
	"\":[{\""
	"},{\""
	",\""
	"1e308"
	"-1"
	"0.5"
	"9223372036854775807"
	"\"9223372036854775808\""
	"\"18446744073709551615\""
	"\\u0000"
	"\\ud800"
	EOF
}

fuzz() {
	make -j"$(getconf _NPROCESSORS_ONLN)" O="$dir" CC=clang CFLAGS='-O1 -g' \
		SAN=fuzzer-no-link,address,undefined "$dir/tests/fuzz/$1" || return
	mkdir -p "$dir/corpus/$1"
	"$dir/tests/fuzz/$1" -runs="$executions" -seed="$seed" -max_len=4096 -timeout=10 \
		-dict="$dir/dictionary" -print_final_stats=1 \
		-artifact_prefix="$dir/$1-" \
		"$dir/corpus/$1" tests/fuzz/corpus/result
}

status=0
mkdir -p "$dir"
dictionary >"$dir/dictionary"
for target; do
	fuzz "$(basename "$target" .c)" || status=1
done
exit "$status"
