#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-notable.sh - a CPU that libpfm4 does not know.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

run sched/pipe -s batch -r 2 -l 200 -e cycles,instructions,r11
is 'metrics need no table: exit status' "$status" 0
is 'cycles are counted' "$(statuses cycles)" ok
is 'instructions are counted' "$(statuses instructions)" ok
is 'a raw code is counted' "$(statuses r11)" ok
h events -v cycles
is 'events: exit status' "$status" 0
h run sched/pipe -l 200 -e no_such_event
is 'an unknown event: exit status' "$status" 2
says 'an unknown event: named' "$err" no_such_event
