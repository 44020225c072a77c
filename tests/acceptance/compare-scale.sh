#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/acceptance/compare-scale.sh - ten thousand result files: how long, how much memory.
#
# Makes FILES files of BENCHMARKS benchmarks with RUNS runs each in a temporary
# directory (about 1.5 GB by default), as many machines in several
# configurations would leave them, compares all of them and says what it took.
# Fails above SECONDS_MAX of CPU time or KIB_MAX of memory. Not part of make check.
#
# $HARNESS is the program, ./harness if not set.

set -u
FILES=${FILES:-10000}
BENCHMARKS=${BENCHMARKS:-50}
RUNS=${RUNS:-10}
SECONDS_MAX=${SECONDS_MAX:-5}
KIB_MAX=${KIB_MAX:-262144}

cd "$(dirname "$0")/../.." || exit 1
HARNESS=${HARNESS:-./harness}
dir=$(mktemp -d "${TMPDIR:-/tmp}/compare-scale.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

# Five machines, three configurations each; each file has its own level.
make_files() {
	awk -v files="$FILES" -v benchmarks="$BENCHMARKS" -v runs="$RUNS" \
		-v dir="$dir" '
	function head(f,    m, c) {
		m = f % 5
		c = int(f / 5) % 3
		return sprintf("{\"schema\":\"harness.result\"," \
			"\"schema_version\":\"1.0\",\"id\":\"%032x\"," \
			"\"created\":\"2026-11-30T09:02:55Z\"," \
			"\"complete\":true," \
			"\"tool\":{\"version\":\"0.1.0\"," \
			"\"compiler\":\"gcc 12.2.0\",\"cflags\":\"-O2 -g\"}," \
			"\"command\":{\"argv\":[\"run\",\"@all\"]," \
			"\"seed\":42,\"repeat\":%d}," \
			"\"host\":{\"machine_id\":\"m%d\"," \
			"\"config_id\":\"m%dc%d\",\"host\":\"h%d\"," \
			"\"cpu_model\":\"model %d\",\"kernel\":\"6.1.%d\"}," \
			"\"env\":{\"checks\":[]},\"benchmarks\":[\n",
			f, runs, m, m, c, f, m, c)
	}
	function entry(b) {
		return sprintf("{\"name\":\"scale/b%02d\"," \
			"\"about\":\"a benchmark of many\"," \
			"\"op\":\"round trip\",\"params\":{\"msg\":\"4\"}," \
			"\"placement\":{\"cpus\":[1,1]," \
			"\"relation\":\"same\",\"threads\":false," \
			"\"groups\":1,\"tasks\":2},\"policy\":\"other\"," \
			"\"calls\":\"libc\",\"regime\":\"preempt\"," \
			"\"records\":false,\"ops\":47000," \
			"\"ops_given\":false,\"warmup_ops\":4700," \
			"\"bytes_per_op\":0,\"switches_per_op\":" \
			"{\"expected_min\":2.0,\"expected_max\":2.0," \
			"\"seen\":2.0},\"metrics\":{\"time\":" \
			"{\"unit\":\"ns/op\",\"better\":\"lower\"," \
			"\"role\":\"primary\"}},\"status\":\"done\"," \
			"\"reason\":null,\"nr_replaced\":0,\"errors\":[]," \
			"\"notes\":[],\"contrasts\":[],\"runs\":[\n", b)
	}
	BEGIN {
		srand(1)
		run = "{\"index\":%d,\"session\":0,\"valid\":true," \
			"\"ops\":47000,\"elapsed_ns\":%d,\"ticks\":%d," \
			"\"cpu_ns\":98605217,\"nvcsw\":93990,\"nivcsw\":10," \
			"\"minor_faults\":0,\"major_faults\":0," \
			"\"migrations\":0,\"steal_ns\":0," \
			"\"throttled_ns\":null,\"records_ns\":null," \
			"\"nr_records\":0,\"slice_ops\":0,\"slices_ns\":[]," \
			"\"why\":[]}%s\n"
		for (b = 0; b < benchmarks; b++)
			start[b] = entry(b)
		for (f = 0; f < files; f++) {
			path = sprintf("%s/%05d.json", dir, f)
			printf "%s", head(f) >path
			level = 1 + 0.01 * rand()
			for (b = 0; b < benchmarks; b++) {
				printf "%s", start[b] >path
				for (i = 0; i < runs; i++) {
					ns = (b + 10) * 1e7 * level * \
						(1 + 0.005 * rand())
					printf run, i, ns, 2.4 * ns, \
						i < runs - 1 ? "," : "" >path
				}
				print b < benchmarks - 1 ? "]}," : "]}" >path
			}
			print "]}" >path
			close(path)
		}
	}'
}

# Seconds, those of CPU time, and the most memory that was resident.
measure() {
	/usr/bin/env time -f '%e %U %S %M' -o "$dir/took" "$@" >"$dir/out"
}

command -v time >/dev/null || {
	echo "tests/acceptance/compare-scale.sh: needs GNU time (package time)" >&2
	exit 1
}
make_files
du -sm "$dir" | sed 's/\t.*/ MB of files/'
# The names fit: 10000 of them are a fifth of what exec allows.
measure "$HARNESS" compare "$dir"/*.json
status=$?
tail -n 5 "$dir/out"
read -r seconds user system kib <"$dir/took"
echo "$FILES files of $BENCHMARKS benchmarks: $seconds s," \
	"$user s + $system s of CPU time, $kib KiB, exit status $status"
awk -v s="$user" -v t="$system" -v k="$kib" -v sm="$SECONDS_MAX" \
	-v km="$KIB_MAX" 'BEGIN { exit !(s + t <= sm && k <= km) }'
