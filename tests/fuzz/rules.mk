# SPDX-License-Identifier: MIT
# tests/fuzz/rules.mk - a fuzz target, for clang with its libFuzzer and
# SAN=fuzzer-no-link,address,undefined: run.sh makes them so.

FUZZED := $(filter-out $(OBJ)/core/cli/main.o,$(PROGRAM_OBJ))

$(O)/tests/fuzz/%: tests/fuzz/%.c $(FUZZED)
	@mkdir -p $(@D)
	$(call say,FUZZ,$@)$(call compile,$(CORE_INC) $(PROGRAM_CFLAGS)) \
		-fsanitize=fuzzer -o $@ $< $(FUZZED) $(LDLIBS) $(PROGRAM_LIBS)
