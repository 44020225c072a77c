# SPDX-License-Identifier: MIT
# tests/plugins/rules.mk - files that a compiler does not make: whole plugins
# spoilt afterwards, and files that never were one.

BROKEN := $(O)/tests/plugins/broken/bad
WHOLE := $(O)/tests/plugins/good/demo/full.so
SPOILT := $(patsubst %,$(BROKEN)/%.so,empty text truncated headless \
	machine byte_order object)

TEST_PLUGINS += $(SPOILT)
$(SPOILT): tests/plugins/rules.mk

# $(call patch,file,offset,octal bytes): overwrite bytes of the ELF header
patch = printf '$(3)' | \
	dd of=$(1) bs=1 seek=$(2) conv=notrunc status=none

$(BROKEN)/empty.so:
	@mkdir -p $(@D)
	$(call say,SPOIL,$@): >$@

$(BROKEN)/text.so:
	@mkdir -p $(@D)
	$(call say,SPOIL,$@)echo 'not an object file' >$@

# Its first segment is whole, so that only its size tells.
$(BROKEN)/truncated.so: $(WHOLE)
	@mkdir -p $(@D)
	$(call say,SPOIL,$@)head -c 8192 $< >$@

$(BROKEN)/headless.so: $(WHOLE)
	@mkdir -p $(@D)
	$(call say,SPOIL,$@)head -c 20 $< >$@

# e_machine is at offset 18: 22 is s390 where the low byte comes first.
$(BROKEN)/machine.so: $(WHOLE)
	@mkdir -p $(@D)
	$(call say,SPOIL,$@)cp $< $@ && $(call patch,$@,18,\026\000)

# EI_DATA is at offset 5: 3 is neither of the two byte orders.
$(BROKEN)/byte_order.so: $(WHOLE)
	@mkdir -p $(@D)
	$(call say,SPOIL,$@)cp $< $@ && $(call patch,$@,5,\003)

$(BROKEN)/object.so: tests/plugins/good/demo/full.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,SPOIL,$@)$(call compile,$(BENCH_INC)) $(PLUGIN_FLAGS) \
		-c -o $@ $<
