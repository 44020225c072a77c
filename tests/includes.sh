#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/includes.sh - who may include whom, print, exit and read clocks.
#
# Usage: tests/includes.sh [TREE]
#
#	bench/ -> include/harness/bench.h <- core/ -> pmu/pmu.h <- pmu/
#
# Inside core/ an include points to the same or a lower layer (core/layers), no
# units include each other in a circle, and a function is declared in the
# header of the unit that defines it.
# The include paths in the Makefile enforce most of it; this finds the
# detours ("../../core/util/log.h") and what no compiler knows.

set -u
cd "$(dirname "$0")/.." || exit 1
here=$PWD/tests/support
cd "${1:-.}" || exit 1
failed=0

complain() {
	while IFS= read -r line; do
		echo "$line: $1" >&2
		failed=1
	done <<END
$2
END
}

# must_not PATTERN WHY FILE...: the code, not comments, has no such thing.
must_not() {
	pattern=$1
	why=$2
	shift 2
	found=$(awk -f "$here/code.awk" "$@" | grep -E "^[^:]*:[^:]*:.*$pattern")
	[ -z "$found" ] || complain "$why" "$found"
}

# The files that "name" means in an #include "name" of a file in folder $1.
check_quoted() {
	folder=$1
	allowed=$2
	shift 2
	for file; do
		sed -n -E 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"([^"]*)".*/\1/p' \
			"$file" |
			while IFS= read -r name; do
				for from in "$(dirname "$file")" $allowed; do
					[ ! -e "$from/$name" ] || break
				done
				where=$(realpath -m --relative-to=. "$from/$name")
				case $where in
				"$folder"/* | pmu/pmu.h) ;;
				*) echo "$file: includes $where" ;;
				esac
			done
	done
}

# The borders inside core/: includes that point up, circles, declarations that
# stand in another unit's header.
check_layers() {
	awk -f "$here/code.awk" "$@" |
		awk -f "$here/layers.awk" core/layers -
	awk -f "$here/code.awk" "$@" |
		awk -v edges=1 -f "$here/layers.awk" core/layers - | sort -u |
		tsort 2>&1 >/dev/null | sed -n 's/^tsort: core/core/p' | sort -u |
		sed 's/$/: in a circle of includes/'
}

others() {
	skip=$1
	shift
	for file; do
		case " $skip " in
		*" $file "*) ;;
		*) echo "$file" ;;
		esac
	done
}

existing() {
	for file; do
		[ ! -e "$file" ] || echo "$file"
	done
}

core=$(existing core/*/*.[ch])
bench=$(existing bench/*/*.[ch])
pmu=$(existing pmu/*.[ch])
public=include/harness/bench.h

print='(\<stderr\>|\<(perror|warn|warnx|err|errx|dprintf|psignal)[[:space:]]*\()'
output='\<(printf|fprintf|puts|fputs|putchar|vprintf|perror|dprintf)[[:space:]]*\('
leave='(^|[^_[:alnum:]])(exit|abort|quick_exit)[[:space:]]*\('
clock='\<(clock_gettime|gettimeofday|clock|time)[[:space:]]*\('

# Lists of file names without spaces from here on.
# shellcheck disable=SC2046,SC2086
{
	found=$(check_quoted bench '' $bench)
	[ -z "$found" ] || complain "a benchmark includes only <harness/bench.h>, the C library and other benchmarks" "$found"
	found=$(check_quoted core 'core pmu' $core)
	[ -z "$found" ] || complain "core/ includes core/ and pmu/pmu.h" "$found"
	found=$(check_layers $core)
	[ -z "$found" ] || complain "see core/layers" "$found"
	if [ -n "$pmu" ]; then
		found=$(check_quoted pmu '' $pmu)
		[ -z "$found" ] || complain "pmu/ includes only pmu/" "$found"
		must_not 'include[[:space:]]*<harness/' \
			"pmu/ knows nothing of benchmarks" $pmu
		must_not "$output" "pmu/ does not print" $pmu
	fi
	must_not 'include[[:space:]]*<harness/[^b]' \
		"the only public header is harness/bench.h" $core $bench
	must_not 'include[[:space:]]*<perfmon/' \
		"libpfm4 is known to pmu/ only" $core $bench
	must_not "$print" "messages go through core/util/log.h" \
		$(others 'core/util/log.c core/util/progress.c' $core)
	must_not "$output" "a benchmark does not print" $bench $public
	must_not "$leave" "only core/cli/main.c ends the harness; a child uses _exit" \
		$(others core/cli/main.c $core) $bench $pmu
	# A timer is late by its own clock, so that one has to be read.
	clockless=$(printf '%s\n' $bench | grep -v '^bench/wake/timer.c$')
	must_not "$clock" "a benchmark does not read clocks" $clockless
}
exit $failed
