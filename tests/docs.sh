#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/docs.sh - the manual against --help, and the other pages against the
# tree: options, commands, links.
#
# $HARNESS is the program, ./harness if not set; $FIELDS what writes the tables
# of fields (tests/docs/fields.c), build/tests/docs/fields if not set.

# shellcheck disable=SC2013 # words are what it reads: no file name has a space

set -u
HARNESS=${HARNESS:-./harness}
FIELDS=${FIELDS:-build/tests/docs/fields}
cd "$(dirname "$0")/.." || exit 1
manual=Documentation/harness.1
failed=0
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

complain() {
	echo "tests/docs.sh: $*" >&2
	failed=1
}

commands() {
	sed -n 's/^int cmd_\([a-z]*\)(.*/\1/p' core/cli/cmd.h
}

# Options in the text of --help: those that start a line.
options_of_help() {
	for command in $(commands); do
		"$HARNESS" "$command" --help </dev/null ||
			complain "harness $command --help fails"
	done | sed -n 's/^[[:space:]]\{1,\}\(-.*\)/\1/p' |
		awk '{
			for (i = 1; i <= NF && $i ~ /^-/; i++) {
				sub(/[,=[].*/, "", $i)
				print $i
				if ($(i + 1) !~ /^-/)
					break
			}
		}'
}

# Options in the mdoc source: "Fl r", "Fl -repeat", "Fl Fl repeat".
options_of_manual() {
	awk '/^\./ {
		for (i = 1; i < NF; i++)
			if ($i == "Fl" || $i == ".Fl") {
				if ($(i + 1) == "Fl")
					print "--" $(i += 2)
				else
					print "-" $(i + 1)
			}
	}' $manual
}

check_manual() {
	if [ ! -e $manual ]; then
		complain "$manual is not there"
		return
	fi
	options_of_help | sort -u >"$tmp/help"
	options_of_manual | sed 's/\\&//g' | sort -u >"$tmp/manual"
	for option in $(comm -23 "$tmp/help" "$tmp/manual"); do
		complain "$manual does not have the option $option"
	done
	for option in $(comm -13 "$tmp/help" "$tmp/manual"); do
		complain "no --help has the option $option of $manual"
	done
	for command in $(commands); do
		grep -q -E "^\.(.* )?(Cm|Ss|Nm harness) (.* )?$command\b" $manual ||
			complain "$manual does not have the command $command"
		"$HARNESS" help | grep -q -w "$command" ||
			complain "harness help does not have the command $command"
	done
	if command -v mandoc >/dev/null; then
		mandoc -T lint -W warning $manual >&2 || failed=1
	else
		groff -mandoc -ww -z $manual 2>&1 | grep . >&2 && failed=1
	fi
}

# The words after "harness" and the targets after "make" in blocks of code.
check_examples() {
	awk '/^```/ { code = !code; next } code || /^(    |\t)/' "$1" >"$tmp/code"
	for command in $(grep -o -E '(\./harness|\$ harness) [a-z]+' \
		"$tmp/code" | awk '{ print $NF }' | sort -u); do
		commands | grep -q -x "$command" ||
			complain "$1: there is no command '$command'"
	done
	for target in $(grep -o -E '\bmake [a-z-]+\b' "$tmp/code" |
		awk '{ print $2 }' | sort -u); do
		grep -q -E "^$target:" Makefile ||
			complain "$1: there is no target '$target'"
	done
	for file in $(grep -o -E \
		'\b(scripts|tests|Documentation|core)/[a-zA-Z0-9_./-]*[a-z]' \
		"$1" | sort -u); do
		[ -e "$file" ] || complain "$1: there is no $file"
	done
}

# As the headings of a page are named in links.
anchors() {
	sed -n 's/^#\{1,6\} *//p' "$1" | tr '[:upper:] ' '[:lower:]-' |
		tr -d '`.,:;?!()/"'"'"'+*&@<>='
}

check_links() {
	folder=$(dirname "$1")
	grep -o '\]([^)]*)' "$1" | sed 's/^](//; s/)$//' |
		grep -v -E '^[a-z]+:' >"$tmp/links"
	while IFS= read -r link; do
		file=${link%%#*}
		page=$1
		[ -z "$file" ] || page=$folder/$file
		if [ ! -e "$page" ]; then
			complain "$1: link to $link, which is not there"
		elif [ "$link" != "$file" ]; then
			anchors "$page" | grep -q -x -F -e "${link#*#}" ||
				complain "$1: $page has no heading ${link#*#}"
		fi
	done <"$tmp/links"
}

# Pages that have the fields of result files from the tables in the code.
check_fields() {
	for page in Documentation/output.md Documentation/result.schema.json; do
		if ! "$FIELDS" <"$page" >"$tmp/page"; then
			complain "cannot run $FIELDS"
		elif ! cmp -s "$page" "$tmp/page"; then
			complain "$page differs from core/result/fields.c:" \
				"make docs-fields"
		fi
	done
}

check_manual
check_fields
for page in ./*.md Documentation/*.md; do
	if [ -e "$page" ]; then
		check_examples "$page"
		check_links "$page"
	fi
done
exit $failed
