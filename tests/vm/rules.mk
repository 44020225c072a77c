# SPDX-License-Identifier: MIT
# tests/vm/rules.mk - `make check-vm`: this project on emulated arm64 machines.

.PHONY: check-vm
check-vm:
	tests/vm/check-vm.sh $(call sh,$(O)/vm)
