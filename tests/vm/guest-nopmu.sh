#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-nopmu.sh - a CPU without counters.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

run sched/pipe -s batch -r 3 -l 500 -e cycles,instructions,context-switches
is 'exit status' "$status" 0
is 'cycles: no PMU' "$(statuses cycles)" no_pmu
is 'cycles: no number' "$(per_op cycles)" -
is 'context switches are counted' "$(statuses context-switches)" ok
says 'it is said' "$err" 'no hardware counters'
is 'it is said once' "$(grep -c . "$err")" 1
h run sched/pipe -s batch -r 3 -l 500 -e default
is 'the default events: exit status' "$status" 0
says 'the default events: times' "$out" ' us/op '
is 'the default events: said once' "$(grep -c 'no hardware' "$err")" 1
h events cycles
is 'events: exit status' "$status" 0
says 'events: why not' "$out" '<no pmu>'
