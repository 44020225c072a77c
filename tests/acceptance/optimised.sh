#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/acceptance/optimised.sh - whether benchmarks keep their promises when compilers
# optimise as far as they can: gcc -O3 -flto and clang -O3.
#
# usage: optimised.sh [BUILD-PREFIX]
#
# Builds into BUILD-PREFIX-lto and BUILD-PREFIX-clang-o3 (build-lto, ...) and
# runs "harness selfcheck" in both, as root also as an ordinary user. GCC and
# CLANG name the compilers; one that is not installed is passed over.

set -u

prefix=${1:-build}
nobody=65534
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

verdict() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

# selfcheck DIRECTORY [COMMAND...]: prints what was contradicted, and the sum.
selfcheck() {
	local dir=$1

	shift
	"$@" "$dir/bin/harness" selfcheck >"$scratch/out"
	verdict $?
	grep -A 3 CONTRADICTED "$scratch/out"
	echo "$dir: ${*:+as an ordinary user: }$(tail -n 1 "$scratch/out")"
}

# check NAME COMPILER CFLAGS
check() {
	local dir=$prefix-$1

	if ! command -v "${2##* }" >/dev/null; then
		echo "not tested: $1 (no ${2##* })"
		return
	fi
	if ! make -s -j"$(getconf _NPROCESSORS_ONLN)" O="$dir" CC="$2" \
		CFLAGS="$3" all >/dev/null; then
		verdict 1
		return
	fi
	selfcheck "$dir"
	if [ "$(id -u)" -eq 0 ]; then
		# The tree may lie where nobody else may go.
		mkdir "$scratch/$1"
		cp -r "$dir/bin" "$dir/lib" "$scratch/$1"
		chmod -R a+rX "$scratch"
		selfcheck "$scratch/$1" setpriv --reuid=$nobody \
			--regid=$nobody --clear-groups
	fi
}

cd "$(dirname "$0")/../.." || exit 1
check lto "${GCC:-gcc}" '-O3 -g -flto=auto'
check clang-o3 "${CLANG:-clang}" '-O3 -g'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
