#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/alternate.sh - two commands in turn, each of which prints a number.
# Sourced; wants $tmp, a directory.

# shellcheck disable=SC2154 # $tmp is the caller's

median() { sort -g | awk '{ v[NR] = $1 } END { if (!NR) exit 1
	print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

alternate() { # alternate N A B: what they print, N times, in $tmp/a, $tmp/b
	: >"$tmp/a"
	: >"$tmp/b"
	i=0
	while [ "$i" -lt "$1" ]; do
		eval "$2" >>"$tmp/a"
		eval "$3" >>"$tmp/b"
		i=$((i + 1))
	done
}
