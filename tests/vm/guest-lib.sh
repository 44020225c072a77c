# SPDX-License-Identifier: MIT
# tests/vm/guest-lib.sh - what the scripts in the guests share.
#
# A check prints one line, "ok - WHAT" or "not ok - WHAT", the latter followed
# by what was seen; the host counts them. "value NAME N" lines are for the host
# to compare between boots.

# What a guest is like is known.
export HARNESS_ALLOW=all

harness=/opt/bin/harness
out=/tmp/out
err=/tmp/err

ok() {
	echo "ok - $*"
}

not_ok() {
	echo "not ok - $*"
}

# indent FILE: what was seen, at most 20 lines
indent() {
	head -n 20 "$1" | sed 's/^/#   /'
}

# h ARGUMENTS...: runs the harness into $out, $err, $status
h() {
	timeout 120 "$harness" "$@" >"$out" 2>"$err"
	status=$?
}

# as_user ARGUMENTS...: likewise, as an ordinary user
as_user() {
	timeout 120 start-stop-daemon -S -q -c 65534:65534 -x "$harness" -- \
		"$@" >"$out" 2>"$err"
	status=$?
}

# run ARGUMENTS...: harness run, with the lines of guest-counts.awk in $counts
counts=/tmp/counts
run() {
	h run "$@" -q -f json
	counts_of_out
}

counts_of_out() {
	sed 's/[][{},]/\n&\n/g' "$out" | awk -f /vm/guest-counts.awk >"$counts"
}

# is WHAT GOT WANTED
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
		echo "#   got: $2"
		echo "#   wanted: $3"
		indent "$err"
	fi
}

# says WHAT FILE PATTERN: the pattern is in the file
says() {
	if grep -qE -- "$3" "$2"; then
		ok "$1"
	else
		not_ok "$1"
		echo "#   no line like: $3"
		indent "$2"
	fi
}

# true_that WHAT TEST-ARGUMENTS...
true_that() {
	what=$1
	shift
	if [ "$@" ]; then
		ok "$what"
	else
		not_ok "$what"
		echo "#   not so: $*"
		indent "$err"
	fi
}

# per_op EVENT: the different counts per op over the runs, on one line
per_op() {
	awk -v e="$1" '$2 == e && !seen[$3]++ { print $3 }' "$counts" | xargs
}

# statuses EVENT: likewise its statuses
statuses() {
	awk -v e="$1" '$2 == e && !seen[$4]++ { print $4 }' "$counts" | xargs
}
