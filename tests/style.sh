#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/style.sh - sizes of functions and files, first lines, loose ends.

set -u
cd "$(dirname "$0")/.." || exit 1

FUNCTION_MAX=60
FILE_MAX=900
BENCH_MAX=300

existing() {
	for file; do
		[ ! -f "$file" ] || echo "$file"
	done
}

c_files=$(existing include/harness/*.h core/*/*.[ch] pmu/*.[ch] bench/*/*.[ch] \
	tests/*/*.[ch] tests/*/*/*.[ch] tests/*/*/*/*.[ch])
scripts=$(existing Makefile harness scripts/* scripts/*/* tests/*.sh tests/*/*.awk \
	tests/*/*.sh tests/*/*.mk .ci/run)
texts=$(existing ./*.md Documentation/*.* bench/*.suite)

# A function's body stands between braces in the first column.
function_sizes() {
	awk -v max=$FUNCTION_MAX '
		/^\{/ { start = FNR }
		/^\}/ && start {
			if (FNR - start - 1 > max)
				print FILENAME ":" start ": function of " \
					FNR - start - 1 " lines, more than " max
			start = 0
		}' "$@"
}

# The public interface is one header, however long.
file_sizes() {
	for file; do
		case $file in
		include/harness/bench.h) continue ;;
		bench/*) max=$BENCH_MAX ;;
		*) max=$FILE_MAX ;;
		esac
		lines=$(wc -l <"$file")
		[ "$lines" -le "$max" ] ||
			echo "$file: $lines lines, more than $max"
	done
}

# The licence, then "path - purpose", on which ./ and include/ are left out.
first_lines() {
	for file; do
		path=${file#include/}
		head -n 2 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
			echo "$file: no SPDX-License-Identifier in its first lines"
		head -n 6 "$file" |
			grep -q -F -e "* $path - " -e "# $path - " \
				-e "* ${path#bench/} - " ||
			echo "$file: its first lines do not say '$path - purpose'"
	done
}

# Words of unfinished work, spelled so that this file does not match.
loose_ends() {
	grep -n -E -w -e 'TO''DO' -e 'FIX''ME' -e 'X''XX' -e 'HA''CK' "$@" /dev/null
	grep -n -i -E -e 'for n''ow' -e 'place''holder' "$@" /dev/null
}

white_space() {
	grep -n -E '[[:blank:]]+$' "$@" /dev/null
	for file; do
		[ -z "$(tail -c 1 "$file")" ] ||
			echo "$file: no newline at the end"
	done
}

# Lists of file names without spaces from here on.
# shellcheck disable=SC2086
found=$(
	function_sizes $c_files
	file_sizes $c_files
	first_lines $c_files $scripts
	loose_ends $c_files $scripts $texts
	white_space $c_files $scripts $texts
)
[ -n "$found" ] || exit 0
printf '%s\n' "$found" >&2
exit 1
