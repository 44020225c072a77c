# SPDX-License-Identifier: MIT
# Makefile - the whole build: GNU make, no recursion, no configure step.
# `make help` says what there is.

VERSION = 0.1.0

# Only the rules below: a built-in one would make "harness" out of harness.c.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

# --- what the caller may set ----------------------------------------------

O = build
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
INSTALL ?= install
CLANG_FORMAT ?= clang-format

PREFIX ?= /usr/local
# The program looks for plugins in ../lib/harness beside itself: these two
# move together.
BINDIR ?= $(PREFIX)/bin
PLUGINDIR ?= $(PREFIX)/lib/harness
INCLUDEDIR ?= $(PREFIX)/include
LIBDIR ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/harness
COMPLETIONDIR ?= $(DATADIR)/bash-completion/completions

ifneq ($(words $(O)),1)
$(error O='$(O)': make cannot build in a directory with a space in its name)
endif

# --- words for the shell and for C ----------------------------------------

empty :=
hash := \#
comma := ,
# A word quoted for the shell; a C string.
sh = '$(subst ','\'',$(1))'
cstr = "$(subst ",\",$(subst \,\\,$(1)))"

# With other goals beside it, clean comes first, whatever -j says.
ifneq ($(filter clean,$(MAKECMDGOALS)),)
ifneq ($(filter-out clean,$(MAKECMDGOALS)),)
$(shell rm -rf $(call sh,$(O)))
CLEANED := 1
endif
endif

# Goals for which nothing is compiled need no probes and leave no stamps.
PLAIN_GOALS := clean format help uninstall check-code check-shell \
	check-cppcheck check-format check-vm check-optimised check-fresh
BUILDING := $(filter-out $(PLAIN_GOALS),$(or $(MAKECMDGOALS),all))

# --- flags ----------------------------------------------------------------

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wvla -Wundef -Wformat=2
ifeq ($(WERROR),1)
WARN += -Werror
endif

ifneq ($(SAN),)
INSTRUMENT := -fsanitize=$(SAN) -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
else
# A plugin that needs a symbol nobody has must not link. (Sanitizers leave
# theirs to the program.)
NO_UNDEFINED := -Wl,-z,defs
endif
ifeq ($(COV),1)
INSTRUMENT += --coverage -O0
endif

# What an op costs depends on where its loop lies: always at a cache line.
ifneq ($(BUILDING),)
ALIGN := $(shell for f in -falign-functions=64 -falign-loops=64; do \
	$(CC) -Werror $$f -c -x c /dev/null -o /dev/null 2>/dev/null && \
	printf '%s ' $$f; done)
# $(call pkg_libs,packages,what to link without pkg-config)
pkg_libs = $(or $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null),$(2))
pkg_cflags = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
have_lib = $(shell echo 'int main(void) { return 0; }' | \
	$(CC) -x c - $(1) -o /dev/null 2>/dev/null && echo ' $(1)')
PROGRAM_CFLAGS := $(call pkg_cflags,jansson hwloc)
PROGRAM_LIBS := $(call pkg_libs,jansson hwloc,-ljansson -lhwloc) -lm
TEST_CFLAGS := $(call pkg_cflags,check)
TEST_LIBS := $(call pkg_libs,check,-lcheck -lm $(call have_lib,-lrt) \
	$(call have_lib,-lsubunit))
endif

PMU_SRC := $(wildcard pmu/*.c)

STD := -std=gnu11 -D_GNU_SOURCE -pthread
LINK := -Wl,--as-needed
PLUGIN_FLAGS := -fPIC -fvisibility=hidden $(ALIGN)
PLUGIN_LIBS := -lrt -lm

# Each folder sees what it may include and no more: bench/ the public header,
# pmu/ itself, a folder of core/ itself and those of a lower layer (core/layers),
# as links in $(O)/layers/FOLDER.
CORE_INC := -Iinclude -Icore -Ipmu
LAYERS := $(shell sed -n 's/^\([0-9][0-9]*\) *\([a-z]*\) .*/\1:\2/p' core/layers)
layer_inc = -Iinclude -I$(O)/layers/$(notdir $(patsubst %/,%,$(dir $(1)))) -Ipmu
PMU_INC := -Ipmu
BENCH_INC := -Iinclude
TEST_INC := -Iinclude -Icore -Ipmu -Itests/support

compile = $(CC) $(STD) $(WARN) $(1) $(CPPFLAGS) $(CFLAGS) $(INSTRUMENT) \
	-MMD -MP -MF $(@:$(suffix $@)=.d) -MT $@
link = $(CC) $(STD) $(CFLAGS) $(INSTRUMENT) $(LINK) $(LDFLAGS)
plugin = $(call compile,$(1)) $(PLUGIN_FLAGS) -shared $(LINK) $(LDFLAGS) \
	$(2) -o $@ $< $(LDLIBS) $(PLUGIN_LIBS)

# --- files ----------------------------------------------------------------

OBJ := $(O)/obj
PROGRAM := $(O)/bin/harness
CHECK := $(O)/tests/check
objects = $(patsubst %.c,$(OBJ)/%.o,$(1))

CORE_OBJ := $(call objects,$(wildcard core/*/*.c))
PMU_OBJ := $(call objects,$(PMU_SRC))
PROGRAM_OBJ := $(CORE_OBJ) $(PMU_OBJ)
TEST_OBJ := $(call objects,$(wildcard tests/support/*.c tests/e2e/*.c \
	tests/unit/*/*.c))
CHECK_OBJ := $(filter-out $(OBJ)/core/cli/main.o,$(PROGRAM_OBJ)) $(TEST_OBJ)

BENCH_SRC := $(wildcard bench/*/*.c)
PLUGINS := $(patsubst bench/%.c,$(O)/lib/harness/%.so,$(BENCH_SRC))
COLLECTIONS := $(sort $(patsubst bench/%/,%,$(dir $(BENCH_SRC))))
SUITES := $(patsubst bench/%,$(O)/lib/harness/%,$(wildcard bench/*.suite))

# Plugins for the tests, most of them broken on purpose. What is not simply
# compiled has its rule in tests/plugins/rules.mk, which adds to TEST_PLUGINS.
TEST_PLUGINS := $(patsubst tests/plugins/%.c,$(O)/tests/plugins/%.so, \
	$(wildcard tests/plugins/*.c tests/plugins/*/*.c tests/plugins/*/*/*.c))
-include tests/plugins/rules.mk
-include tests/fuzz/rules.mk
-include tests/docs/rules.mk
-include tests/faults/rules.mk
-include tests/vm/rules.mk

# Headers are formatted by hand: clang-format knows no aligned enums and macros.
C_FILES := $(wildcard core/*/*.c pmu/*.c bench/*/*.c tests/*/*.c \
	tests/*/*/*.c tests/*/*/*/*.c)
SCRIPTS := $(filter-out scripts/fleet,$(wildcard harness scripts/* \
	scripts/fleet/* tests/*.sh tests/*/*.sh .ci/run completion/*))

# --- stamps, written while parsing so that `make -q` can say "up to date" ---

# $(call stamp,name,text): a file that changes when the text does.
stamp = $(shell printf '%s\n' $(call sh,$(2)) >$(O)/$(1).new; \
	if cmp -s $(O)/$(1).new $(O)/$(1); then rm $(O)/$(1).new; \
	else mv $(O)/$(1).new $(O)/$(1); fi)

ifneq ($(BUILDING),)
# A build that root made in another user's tree is found by that user.
UNWRITABLE := $(shell mkdir -p $(O) 2>/dev/null; test -w $(O) || \
	stat -c 'it belongs to %U' $(O) 2>/dev/null || echo 'it cannot be made')
ifneq ($(filter-out install,$(BUILDING)),)
$(if $(UNWRITABLE),$(error cannot write to $(O) ($(UNWRITABLE)): build \
	elsewhere with make O=DIR and start that with HARNESS_BUILD=DIR \
	./harness, or remove $(O) as that user))
endif
FLAGS_TEXT := $(CC) $(STD) $(WARN) $(CPPFLAGS) $(CFLAGS) $(INSTRUMENT) \
	$(PLUGIN_FLAGS) $(NO_UNDEFINED) $(PROGRAM_CFLAGS) $(TEST_CFLAGS) \
	$(LINK) $(LDFLAGS) $(LDLIBS) $(PROGRAM_LIBS) $(TEST_LIBS)
$(call stamp,flags,$(FLAGS_TEXT))
$(call stamp,objects,$(PROGRAM_OBJ) $(TEST_OBJ))
# So that a test can run make as this one was run.
$(call stamp,overrides,$(MAKEOVERRIDES))

# The hash only in the project's own repository, not in one around it.
GIT_VERSION := $(if $(wildcard .git),$(shell git -c safe.directory='*' \
	describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null))
VERSION_TEXT := $(VERSION)$(if $(GIT_VERSION),-g$(GIT_VERSION))
$(call stamp,version,$(VERSION_TEXT))

# A plugin or object whose source is gone must not be found at run time.
STALE := $(filter-out $(PLUGINS) $(SUITES) $(TEST_PLUGINS),$(wildcard \
	$(O)/lib/harness/*/*.so $(O)/lib/harness/*.suite \
	$(O)/tests/plugins/*.so $(O)/tests/plugins/*/*.so \
	$(O)/tests/plugins/*/*/*.so))
$(if $(STALE),$(shell rm -f $(STALE) $(STALE:.so=.d)))
endif

# --- rules ----------------------------------------------------------------

ifeq ($(V),1)
say =
else
say = @printf '  %-7s %s\n' $(1) $(2);
endif

.PHONY: all harness check check-ab check-explain check-faults check-fresh \
	check-optimised check-peers \
	check-style check-code check-docs check-shell check-cppcheck \
	check-format tests format install uninstall \
	clean help

all: $(PROGRAM) $(PLUGINS) $(SUITES)

# ./harness is a script in the tree, never something to make.
harness: all

$(PROGRAM): $(PROGRAM_OBJ) $(O)/objects
	@mkdir -p $(@D)
	$(call say,LD,$@)$(link) -o $@ $(PROGRAM_OBJ) $(LDLIBS) $(PROGRAM_LIBS)

$(OBJ)/core/%.o: core/%.c $(O)/flags $(O)/layers/made
	@mkdir -p $(@D)
	$(call say,CC,$@)$(call compile,$(call layer_inc,$<) $(PROGRAM_CFLAGS)) \
		$(DEFINES) -c -o $@ $<

# A folder may include itself and those with a larger number.
$(O)/layers/made: core/layers
	@rm -rf $(@D)
	@for from in $(LAYERS); do \
		mkdir -p $(@D)/$${from#*:}; \
		for to in $(LAYERS); do \
			[ $$to = $$from ] || [ $${to%:*} -gt $${from%:*} ] || continue; \
			ln -s $(call sh,$(CURDIR))/core/$${to#*:} $(@D)/$${from#*:}/; \
		done; \
	done
	@touch $@

$(OBJ)/pmu/%.o: pmu/%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(call compile,$(PMU_INC)) -c -o $@ $<

DEFINES :=
$(OBJ)/core/util/version.o: $(O)/version
$(OBJ)/core/util/version.o: DEFINES = \
	-DHARNESS_VERSION=$(call sh,$(call cstr,$(VERSION_TEXT))) \
	-DHARNESS_CFLAGS=$(call sh,$(call cstr,$(strip $(CPPFLAGS) $(CFLAGS) \
	$(INSTRUMENT) $(PLUGIN_FLAGS))))

$(O)/lib/harness/%.so: bench/%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,PLUGIN,$@)$(call plugin,$(BENCH_INC),$(NO_UNDEFINED))

$(O)/lib/harness/%.suite: bench/%.suite
	@mkdir -p $(@D)
	$(call say,COPY,$@)cp $< $@

tests: $(CHECK) $(TEST_PLUGINS)

$(CHECK): $(CHECK_OBJ) $(O)/objects
	@mkdir -p $(@D)
	$(call say,LD,$@)$(link) -o $@ $(CHECK_OBJ) $(LDLIBS) $(PROGRAM_LIBS) \
		$(TEST_LIBS)

ABS_O := $(if $(filter /%,$(O)),$(O),$(CURDIR)/$(O))
TEST_DEFINES = \
	-DTEST_BUILD_DIR=$(call sh,$(call cstr,$(ABS_O))) \
	-DTEST_SOURCE_DIR=$(call sh,$(call cstr,$(CURDIR)))

$(OBJ)/tests/%.o: tests/%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(call compile,$(TEST_INC) $(PROGRAM_CFLAGS) \
		$(TEST_CFLAGS)) $(TEST_DEFINES) -c -o $@ $<

$(O)/tests/plugins/%.so: tests/plugins/%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,PLUGIN,$@)$(call plugin,$(BENCH_INC))

# Stamps exist once the file was parsed; this rule only says so.
$(O)/flags $(O)/objects $(O)/version: ;

check: all tests
	HARNESS=$(call sh,$(ABS_O)/bin/harness) $(CHECK)

check-faults: all tests
	@if test -e tests/faults.sh; then \
		HARNESS=$(call sh,$(ABS_O)/bin/harness) tests/faults.sh; \
	else echo 'make: tests/faults.sh is not there' >&2; exit 1; fi

# Measures: wants a quiet machine and ten minutes.
check-ab: all tests
	HARNESS=$(call sh,$(ABS_O)/bin/harness) tests/acceptance/ab.sh $(CALLS)

# Likewise.
check-explain: all tests
	HARNESS=$(call sh,$(ABS_O)/bin/harness) tests/acceptance/explain.sh $(CALLS)

# Measures, so that it is no test of a build: see the head of the script.
check-peers: all
	HARNESS=$(call sh,$(ABS_O)/bin/harness) tests/acceptance/peers.sh $(PEERS)

# An hour and more; what was made stays, and must not be there before.
check-fresh:
	tests/check-fresh.sh --load $(call sh,$(or $(FRESH),$(ABS_O)/fresh))

check-optimised:
	+tests/acceptance/optimised.sh $(call sh,$(O))

check-style: check-code check-docs check-shell check-cppcheck check-format

check-code:
	tests/includes.sh
	tests/includes-planted.sh
	tests/style.sh

check-docs: $(PROGRAM)
	HARNESS=$(call sh,$(ABS_O)/bin/harness) \
		FIELDS=$(call sh,$(ABS_O)/tests/docs/fields) tests/docs.sh

check-shell:
	shellcheck $$(grep -lE '^$(hash)!.*[/ ](ba|da)?sh' $(SCRIPTS))

check-cppcheck:
	cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
		--enable=warning,performance,portability \
		-D_GNU_SOURCE -D__linux__ -D__x86_64__ \
		--library=tests/cppcheck.cfg $(CORE_INC) core $(wildcard pmu) $(BENCH_SRC)

check-format:
	@if $(CLANG_FORMAT) --version | grep -q 'version 14\.'; then \
		echo $(CLANG_FORMAT) --dry-run -Werror; \
		$(CLANG_FORMAT) --dry-run -Werror $(C_FILES); \
	else echo 'formatting not checked: needs clang-format 14' >&2; fi

format:
	$(CLANG_FORMAT) -i $(C_FILES)

# --- install --------------------------------------------------------------

D = $(call sh,$(DESTDIR)$(1))
put = $(INSTALL) -d $(call D,$(2)) && $(INSTALL) -m $(1) $(3) $(call D,$(2))
# As in the tree, so that the links from one page to another hold.
DOCS = $(wildcard README.md COPYING Documentation/*.md Documentation/*.json \
	Documentation/reference/*)
# $(call docs_in,folder)
docs_in = $(foreach f,$(DOCS),$(if $(filter $(1)/,$(dir $(f))),$(f)))
DOC_DIRS := . Documentation Documentation/reference
MAN = $(wildcard Documentation/*.1)
pc_value = $(call sh,s|@$(1)@|$(2)|)

install: all
	$(call put,755,$(BINDIR),$(PROGRAM))
	set -e; for p in $(PLUGINS:$(O)/lib/harness/%=%); do \
		d=$(call D,$(PLUGINDIR))/$${p%/*}; \
		$(INSTALL) -d "$$d"; \
		$(INSTALL) -m 644 $(O)/lib/harness/$$p "$$d"; \
	done
	$(if $(SUITES),$(call put,644,$(PLUGINDIR),$(SUITES)))
	$(call put,644,$(INCLUDEDIR)/harness,include/harness/bench.h)
	$(INSTALL) -d $(call D,$(LIBDIR)/pkgconfig)
	sed -e $(call pc_value,PREFIX,$(PREFIX)) \
		-e $(call pc_value,INCLUDEDIR,$(INCLUDEDIR)) \
		-e $(call pc_value,PLUGINDIR,$(PLUGINDIR)) \
		-e $(call pc_value,VERSION,$(VERSION)) \
		-e $(call pc_value,ALIGN,$(strip $(ALIGN))) \
		-e $(call sh,s|^\([a-z]*dir\)=$(PREFIX)/|\1=$${prefix}/|) \
		harness.pc.in >$(call D,$(LIBDIR)/pkgconfig/harness.pc)
	chmod 644 $(call D,$(LIBDIR)/pkgconfig/harness.pc)
	$(if $(MAN),$(call put,644,$(MANDIR)/man1,$(MAN)))
	$(foreach d,$(DOC_DIRS),$(call put,644,$(DOCDIR)/$(d),$(call docs_in,$(d))) &&) :
	$(INSTALL) -d $(call D,$(COMPLETIONDIR))
	$(INSTALL) -m 644 completion/harness.bash \
		$(call D,$(COMPLETIONDIR)/harness)

uninstall:
	rm -f $(call D,$(BINDIR)/harness) \
		$(call D,$(INCLUDEDIR)/harness/bench.h) \
		$(call D,$(LIBDIR)/pkgconfig/harness.pc) \
		$(call D,$(COMPLETIONDIR)/harness) \
		$(foreach m,$(MAN),$(call D,$(MANDIR)/man1/$(notdir $(m)))) \
		$(foreach d,$(DOCS),$(call D,$(DOCDIR)/$(d))) \
		$(foreach p,$(PLUGINS) $(SUITES),$(call D,$(PLUGINDIR)$(p:$(O)/lib/harness%=%)))
	-rmdir $(foreach c,$(COLLECTIONS),$(call D,$(PLUGINDIR)/$(c))) \
		$(call D,$(PLUGINDIR)) \
		$(call D,$(DOCDIR)/Documentation/reference) \
		$(call D,$(DOCDIR)/Documentation) $(call D,$(DOCDIR)) \
		$(call D,$(INCLUDEDIR)/harness)

clean:
	$(if $(CLEANED),@:,rm -rf $(O))

help:
	@printf '%s\n' \
	'make              build the program and the benchmarks into build/' \
	'make check        build and run the tests' \
	'make check-faults kill, stop and crash runs at random moments' \
	'make check-calls  system calls fail, some of each command; check-faults-all: all' \
	'make check-peers  beside perf bench, stress-ng, hackbench; PEERS="N PATTERN"' \
	'make check-optimised  gcc -O3 -flto and clang -O3: do promises hold?' \
	'make check-vm     run it all on emulated arm64 machines (needs QEMU, Debian)' \
	'make check-fresh  README commands on a new Debian: root, user, idle, loaded; FRESH=DIR' \
	'make check-ab     what ab finds, against perf stat; wants a quiet machine (CALLS=40)' \
	'make check-explain  whether parts add up and repeat; likewise (CALLS=5)' \
	'make check-style  check-code, -docs, -shell, -cppcheck, -format' \
	'make format       format the C files (clang-format 14)' \
	'make install      DESTDIR= PREFIX=$(PREFIX); make uninstall' \
	'make clean        remove build/' \
	'' \
	'O=DIR             build there instead of in build/' \
	'SAN=address,undefined  SAN=thread  COV=1  WERROR=1  V=1' \
	'CC CPPFLAGS CFLAGS LDFLAGS LDLIBS PKG_CONFIG INSTALL CLANG_FORMAT'

-include $(PROGRAM_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(PLUGINS:.so=.d) \
	$(TEST_PLUGINS:.so=.d)
