# SPDX-License-Identifier: MIT
# tests/fuzz/rules.mk - a fuzz target, for clang with its libFuzzer and
# SAN=fuzzer-no-link,address,undefined: run.sh makes them so.

FUZZED := $(filter-out $(OBJ)/core/cli/main.o,$(PROGRAM_OBJ))

$(O)/tests/fuzz/%: tests/fuzz/%.c tests/support/judge.c $(FUZZED)
	@mkdir -p $(@D)
	$(call say,FUZZ,$@)$(call compile,$(TEST_INC) $(PROGRAM_CFLAGS)) \
		-fsanitize=fuzzer -o $@ $< tests/support/judge.c $(FUZZED) $(LDLIBS) $(PROGRAM_LIBS)
