#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/fleet.sh - compare --fleet on generated machines: planted
# faults are named, no healthy machine is; thousands take seconds.
#
# 200 machines with ten benchmarks of ten runs: h11 is slow by 25 %, h22 slow in
# one benchmark, h33 has two states, h44 drifts, h55 is a clone of h54, h66 has
# other microcode. Then MACHINES healthy ones: fails above SECONDS_MAX of time
# or KIB_MAX of memory. Not part of make check; $HARNESS is the program,
# ./harness if not set.

set -u
MACHINES=${MACHINES:-5000}
SECONDS_MAX=${SECONDS_MAX:-20}
KIB_MAX=${KIB_MAX:-1048576}

cd "$(dirname "$0")/../.." || exit 1
HARNESS=${HARNESS:-./harness}
dir=$(mktemp -d "${TMPDIR:-/tmp}/fleet.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
failed=0

complain() {
	echo "tests/acceptance/fleet.sh: $*" >&2
	failed=1
}

# make_machines DIR NUMBER FAULTS: two sessions of each.
make_machines() {
	mkdir -p "$1"
	awk -v dir="$1" -v n="$2" -v faults="$3" \
		-f tests/support/fleet.awk
}

expect_named() {
	grep -q -- "^$1 .*$2" "$dir/out" || complain "$1: not named: $2"
}

make_machines "$dir/faults" 200 1
"$HARNESS" compare --fleet -v "$dir"/faults/*.json >"$dir/out" ||
	complain "exit status $?"
expect_named h11 'outlier in 10 of 10 benchmarks'
expect_named h22 'fleet/b3'
expect_named h33 'two modes'
expect_named h44 'drifts'
expect_named h55 'clone.* h54'
grep -q '^B .*microcode 0x2.*h66' "$dir/out" ||
	complain "h66: its microcode is not named"
grep -q '; 5 machines stand out, 0 files left out' "$dir/out" ||
	complain "not five machines stand out: $(head -n 1 "$dir/out")"

make_machines "$dir/many" "$MACHINES" 0
/usr/bin/env time -f '%e %M' -o "$dir/took" "$HARNESS" compare --fleet \
	"$dir"/many/*.json >"$dir/out" || complain "$MACHINES machines: exit status $?"
read -r seconds kib <"$dir/took"
echo "$MACHINES machines: $seconds s, $kib KiB, $(wc -l <"$dir/out") lines"
grep -q '; 0 machines stand out' "$dir/out" ||
	complain "a healthy machine is named: $(head -n 1 "$dir/out")"
awk -v s="$seconds" -v k="$kib" -v sm="$SECONDS_MAX" -v km="$KIB_MAX" \
	'BEGIN { exit !(s <= sm && k <= km) }' || complain "too slow or too big"
exit $failed
