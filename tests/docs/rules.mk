# SPDX-License-Identifier: MIT
# tests/docs/rules.mk - what the manual and the schema have from the tables of
# fields: make docs-fields after a change in core/result/fields.c.

FIELDS := $(O)/tests/docs/fields
FIELD_PAGES := Documentation/output.md Documentation/result.schema.json

$(FIELDS): tests/docs/fields.c $(OBJ)/core/result/fields.o $(O)/flags
	@mkdir -p $(@D)
	$(call say,LD,$@)$(call compile,$(CORE_INC)) -o $@ $< \
		$(OBJ)/core/result/fields.o

.PHONY: docs-fields
docs-fields: $(FIELDS)
	@for page in $(FIELD_PAGES); do \
		$(FIELDS) <$$page >$(O)/page && cat $(O)/page >$$page || exit; \
	done

check-docs: $(FIELDS)
