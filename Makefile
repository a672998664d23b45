# SPDX-License-Identifier: MIT
# What a person types.  The rules and the lists of sources are in Makefile.build.
#
# `make help` lists the targets.  Everything that is made goes to build/.

py := scripts/python
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
BUILD = @+$(MAKE) --no-print-directory -s -f Makefile.build -j$(JOBS) DEBUG=$(or $(DEBUG),0)
variant = $(if $(filter 1,$(DEBUG)),--debug)
T ?=
PORT ?= 1234

all: ## build the kernel, the programs and the host tools (DEBUG=1: the debug build)
	@+$(MAKE) --no-print-directory -f Makefile.build -j$(JOBS) DEBUG=$(or $(DEBUG),0)

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1 — \2/p' Makefile

setup: ## install what is missing on this machine (asks first)
	@scripts/setup all

demo: ## set up, build, and show paging under three policies in one table
	@scripts/setup run
	$(BUILD) all
	@$(py) scripts/bench.py --demo

demo-containment: ## a fork bomb, hogs and a thrasher in groups with limits, and one beside them that is on time
	@scripts/setup run
	$(BUILD) all
	@$(py) scripts/demo_containment.py

demo-guest: ## guests under the kernel's own hypervisor, and their machines' counters in one table
	@scripts/setup run
	$(BUILD) all
	@$(py) scripts/demo_guest.py

check: ## set up, build, and run the tests (T=vm, T=vm/page-linear, DEBUG=1)
	@scripts/setup check
	$(BUILD) all host-tests
	$(if $(variant),@+$(MAKE) --no-print-directory -s -f Makefile.build -j$(JOBS) DEBUG=0 all)
	@$(py) tests/harness $(variant) $(if $(WITH),--with '$(WITH)') $(T)

check-full: ## run the whole matrix, both builds; goes on where it stopped (FRESH=1: from the start)
	@scripts/setup check
	$(BUILD) all host-tests
	@+$(MAKE) --no-print-directory -s -f Makefile.build -j$(JOBS) DEBUG=1 all
	@$(py) tests/harness --full $(if $(FRESH),--fresh) $(T)

grade: ## marks by tests/rubric.txt, with a report (LAB=threads, userprog, vm or filesys: that only)
	@scripts/setup check
	$(BUILD) all host-tests || { echo "grade: not graded: it does not build" >&2; exit 3; }
	@+$(MAKE) --no-print-directory -s -f Makefile.build -j$(JOBS) DEBUG=1 all || \
	    { echo "grade: not graded: its debug build does not build" >&2; exit 3; }
	@$(py) tests/harness/grade.py $(LAB)

run: ## boot into the shell (VGA=1: on a screen; ARGS='-q run page-linear': into something else)
	$(BUILD) all
	@$(py) scripts/pageturner $(variant) $(if $(VGA),--vga) -- $(or $(ARGS),-q -quiet run sh)

gdb: ## debug: make gdb ARGS='…', or REPLAY=FILE, or attach to `pageturner --gdb` (PORT=1234)
	@$(py) scripts/gdb/attach.py --port $(PORT) $(variant) $(if $(REPLAY),--replay $(REPLAY)) \
	    -- $(or $(ARGS),-q run page-linear)

bench-boot: ## power-on to power-off against the emulator's own floor, median of 20
	@scripts/setup run
	$(BUILD) all
	@$(py) scripts/bench_boot.py

bench-kernel: ## instructions per kernel path, beside the peers
	@scripts/setup run
	$(BUILD) all
	@$(py) scripts/bench_kernel.py

models: ## have Spin go through every state of the models, and find each bug seeded in them
	@scripts/setup check
	@$(py) tests/models/found.py

bench-shadow: ## shadow-page eviction: guests under every policy, cache size and seed; goes on where it stopped (SEEDS=N, FRESH=1)
	@scripts/setup run
	$(BUILD) all
	@$(py) scripts/bench_shadow.py $(if $(SEEDS),--seeds $(SEEDS)) $(if $(FRESH),--fresh)

fuzz: ## a million random system calls, both builds (CALLS=N, SEED=N: the first seed)
	@scripts/setup check
	$(BUILD) all
	@+$(MAKE) --no-print-directory -s -f Makefile.build -j$(JOBS) DEBUG=1 all
	@$(py) tests/harness/fuzz.py --calls $(or $(CALLS),1000000) --seed $(or $(SEED),1)

mutants: ## prove that each deliberate break in tests/mutants is caught; goes on where it stopped (T=NAME: only that one, FRESH=1)
	@scripts/setup check
	$(BUILD) all host-tests
	@$(py) tests/harness/mutants.py $(if $(FRESH),--fresh) $(T)

format: ## format the C sources with clang-format
	@git ls-files '*.c' '*.h' | xargs clang-format -i

format-check: ## say which C sources are not formatted
	@git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror

clean: ## remove everything that was made
	rm -rf build

.PHONY: all help setup demo demo-containment demo-guest check check-full grade run gdb bench-boot bench-kernel bench-shadow fuzz models \
    mutants format format-check clean
