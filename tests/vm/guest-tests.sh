#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-tests.sh - the tests that need nothing but the program, and do
# not let it wait in a busy loop.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

export HARNESS="$harness" CK_DEFAULT_TIMEOUT=120

for suite in checks event_set facts help info json_read loader log \
	mann_whitney memory opts params parse place plugin_check \
	pmu_denied pmu_diagnose pmu_fds pmu_metrics pmu_native pmu_plan \
	pmu_reading pmu_resolve procfs rank registry result rng \
	signed_rank stats strbuf summary sweep_choose sweep_estimate \
	topology trust work; do
	CK_RUN_SUITE=$suite timeout 200 /opt/check >"$out" 2>"$err"
	status=$?
	[ $status -eq 0 ] || cat "$out" >>"$err"
	is "tests of $suite" $status 0
	says "tests of $suite: there are some" "$out" '^100%: Checks: [1-9]'
done
