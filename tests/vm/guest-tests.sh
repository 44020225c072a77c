#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vm/guest-tests.sh - the tests that need nothing but the program, and do
# not let it wait in a busy loop.

# shellcheck source=/dev/null disable=SC2154
. /vm/guest-lib.sh

export HARNESS="$harness" CK_DEFAULT_TIMEOUT=120

for suite in arena bench_page checks counting facts info loader log opts \
	params parse place place_choose place_parse plugin_check \
	plugin_options pmu_denied pmu_diagnose pmu_fds pmu_metrics \
	pmu_native pmu_plan pmu_reading pmu_resolve procfs rank rank_signed \
	rank_sum registry result rng stats stats_nist summary sweep_choose \
	sweep_estimate topology trust work; do
	CK_RUN_SUITE=$suite timeout 200 /opt/check >"$out" 2>"$err"
	status=$?
	[ $status -eq 0 ] || cat "$out" >>"$err"
	is "tests of $suite" $status 0
	says "tests of $suite: there are some" "$out" '^100%: Checks: [1-9]'
done
