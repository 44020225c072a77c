# SPDX-License-Identifier: MIT
# tests/faults/rules.mk - system calls that fail: INJECT_CASES of each command,
# or all.

INJECT := $(O)/tests/faults/inject
INJECT_CASES ?= 6
INJECT_SEED ?= 1

$(INJECT): tests/faults/inject.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,LD,$@)$(call compile,) -o $@ $<

-include $(INJECT).d

.PHONY: check-calls check-faults-all
check-calls: all $(INJECT)
	HARNESS=$(call sh,$(ABS_O)/bin/harness) \
		INJECT=$(call sh,$(ABS_O)/tests/faults/inject) \
		tests/faults/matrix.sh $(INJECT_CASES) $(INJECT_SEED)

# Hours.
check-faults-all: INJECT_CASES := all
check-faults-all: check-calls
