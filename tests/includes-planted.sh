#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/includes-planted.sh - tests/includes.sh finds what is planted in a copy
# of the tree: an include that points up, a circle, a foreign prototype.

set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

copy() {
	rm -rf "$work/tree"
	mkdir "$work/tree"
	cp -r core bench pmu include "$work/tree"
}

# expect TEXT: the check of the copy fails and says so.
expect() {
	if said=$(tests/includes.sh "$work/tree" 2>&1) ||
		! printf '%s' "$said" | grep -q -F "$1"; then
		echo "tests/includes-planted.sh: not found: $1" >&2
		failed=1
	fi
}

copy
sed -i '1a #include "session/plan.h"' "$work/tree/core/util/rng.c"
expect 'core/util/rng.c: includes core/session/plan.h'

copy
sed -i '1a #include "stats/stats.h"' "$work/tree/core/stats/dist.h"
expect 'core/stats/dist: in a circle'

copy
sed -i '/^#define CORE_UTIL_RNG_H/a int params_planted(void);' \
	"$work/tree/core/util/rng.h"
printf '\nint params_planted(void)\n{\n\treturn 0;\n}\n' \
	>>"$work/tree/core/plugin/params.c"
expect 'core/util/rng.h: declares params_planted()'

exit $failed
