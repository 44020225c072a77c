#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-count.sh - counts that are exact, on one CPU.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

pipe() {
	run sched/pipe -s batch --seed 1 "$@"
}

# between WHAT LOW HIGH NUMBERS...: all of them
between() {
	what=$1 low=$2 high=$3
	shift 3
	echo "$@" | tr ' ' '\n' |
		awk -v l="$low" -v h="$high" '$1 < l || $1 > h || $1 == "-" {
			exit 1 }' || {
		not_ok "$what: $*"
		return
	}
	ok "$what"
}

pipe -r 3 -l 500 -e instructions,cycles
is 'pipe, counted: exit status' "$status" 0
is 'instructions are counted in every run' "$(statuses instructions)" ok
is 'one cycle an instruction' "$(per_op cycles)" "$(per_op instructions)"
# shellcheck disable=SC2046 # a list of numbers
between 'instructions of a round trip are plausible' 8000 32000 \
	$(per_op instructions)
echo "value pipe instructions $(per_op instructions)"

pipe -r 5 -l 500 -e instructions:u
user=$(per_op instructions:u)
is 'user instructions per op are equal in all runs' "${user% *}" "$user"
between 'user instructions of a round trip are plausible' 100 400 "$user"
echo "value pipe user $user"

pipe -r 3 -l 500 -e cycles:uk,cycles
awk '$2 == "cycles:u" { u = $3 } $2 == "cycles:k" { k = $3 }
	$2 == "cycles" && ($3 - u - k > 0.01 || u + k - $3 > 0.01) { exit 1 }
	END { exit !u || !k }' "$counts"
is 'user and kernel cycles add up to cycles' $? 0

# What the method itself executes depends on the slices of a run, of which
# there is one when -l is small, and not on the ops.
null() {
	run self/null --seed 1 -r 3 -l "$1" -w 0 -e instructions:u
	per_op instructions:u | awk -v n="$1" '{ printf "%.0f\n", $1 * n }'
}
small=$(null 1000)
large=$(null 3000)
echo "value null user $small $large"
is 'an empty op is exactly two instructions' $(((large - small) % 2000)) 0
is 'an empty op is exactly two instructions' $(((large - small) / 2000)) 2

pipe -r 4 -l 200 -e instructions,instructions:u,instructions:k,cycles:u,\
cycles:k,r08,r08:u,r08:k
is 'more events than counters: exit status' "$status" 0
is 'groups take turns' "$(statuses r8:k)" 'other_run ok'
for e in instructions r8:u r8:k; do
	awk -v e=$e '$2 == e && $4 == "ok" && $5 == $6 { n++ }
		END { exit n < 2 }' "$counts"
	is "$e: counted all the time in its turns" $? 0
done

# Five of the six counters for all events, then all of them.
/opt/hog 5 >/dev/null &
hog=$!
sleep 1
pipe -r 4 -l 200 -e instructions,instructions:u
is 'one counter left: two events take turns' \
	"$(statuses instructions) $(statuses instructions:u)" \
	'ok other_run other_run ok'
/opt/hog 1 >/dev/null &
hogs="$hog $!"
sleep 1
pipe -r 2 -l 200 -e instructions,task-clock
is 'no counter left: exit status' "$status" 0
is 'what never ran is not counted' "$(statuses instructions)" not_counted
is 'what never ran has no number' "$(per_op instructions)" -
is 'other events are counted all the same' "$(statuses task-clock)" ok
says 'what never ran is named' "$err" 'instructions: .*never ran'
# shellcheck disable=SC2086 # a list
kill $hogs

# The CPU takes r03, but counts nothing of it.
pipe -r 2 -l 500 -e instructions,r03
is 'an event that reads zero: exit status' "$status" 0
is 'an event that reads zero is no number' "$(per_op r3)" -
is 'an event that reads zero: status' "$(statuses r3)" only_zero
says 'an event that reads zero is named' "$err" 'r3: read 0 in every run'
is 'others of its group are counted' "$(statuses instructions)" ok

# switch_alone WORK: user instructions per switch, less those of the control
switch_alone() {
	h run planted/cost --plugins /opt/plugins/planted -p work="$1" \
		-s batch --seed 1 -r 3 -t 20ms -e instructions:u -q -f json
	sed 's/[][{},]/\n&\n/g' "$out" |
		awk '/"of_switch":/ { sub(/.*: */, ""); print }' |
		tail -n 1
}
# Either executes the padding before the loop, so that it cancels.
none=$(switch_alone 2)
much=$(switch_alone 502)
echo "value switch alone $none $much"
awk -v a="$none" -v b="$much" 'BEGIN {
	exit a == "" || b - a < 495 || b - a > 505 }'
is '1000 planted instructions per op are 500 of a switch' $? 0

# The clock of a run, from chains of additions, and that of the PMU. The
# instructions that count the rounds of a chain take time here.
pipe -r 3 -t 20ms -e cycles
clock=$(sed 's/[][{},]/\n&\n/g' "$out" |
	awk '/^ *"clock_mhz": *[0-9]/ { sub(/.*: */, ""); print; exit }')
pmu=$(sed 's/[][{},]/\n&\n/g' "$out" | awk '
	/^ *"counts":/ { inside = 1 }
	inside && /^ *"value":/ { sub(/.*: */, ""); value = $0 }
	inside && /^ *"running_ns":/ { sub(/.*: */, ""); print 1e3 * value / $0; exit }')
awk -v a="$clock" -v b="$pmu" 'BEGIN {
	exit a == "" || b == "" || a / b < 0.9 || a / b > 1.02 }'
is 'the clock by chains of additions is that of the PMU' $? 0
