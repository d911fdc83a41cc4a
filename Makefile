# Short commands for CMake. `make help` lists the targets.
#
# OpenBench calls: make -j EXE=<name> CXX=<compiler> [EVALFILE=<file>]

EXE      ?= skua
PRESET   ?= release
EVALFILE ?=
PGO      ?=
# Further options for CMake, for example CMAKE_FLAGS=-DSKUA_WERROR=OFF for a compiler with new warnings.
CMAKE_FLAGS  ?=
FUZZ_SECONDS ?= 30
# Further options for the service that `make serve` starts, for example SERVE="--port 9000".
SERVE ?=

# The number of jobs that make was given; without one, a job for each processor.
JOBS = $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(shell nproc 2>/dev/null || echo 2))
# CMake's own makefiles must not inherit our command line. Nothing here may read the standard input, which belongs to the
# program that `make run` starts.
CMAKE = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL CXX="$(CXX)" cmake

# $(call folder,preset): build/<preset>, and build/<preset>-<compiler> for any compiler but g++.
compiler = $(notdir $(lastword $(CXX)))
folder = build/$(1)$(if $(filter-out g++,$(compiler)),-$(compiler))
# $(call configure,preset) and $(call build,preset[,target])
configure = $(CMAKE) --preset $(1) -B $(call folder,$(1)) \
	-D SKUA_EVALFILE="$(EVALFILE)" $(CMAKE_FLAGS) </dev/null >/dev/null
build = $(configure) && $(CMAKE) --build $(call folder,$(1)) -j $(JOBS) $(if $(2),--target $(2)) </dev/null
# Profile-guided: a build that records, a run of bench, and a build that uses the profile; in a folder of its own.
pgo_folder = $(call folder,$(PRESET))-pgo
profile_step = $(CMAKE) --preset $(PRESET) -B $(pgo_folder) -D SKUA_PROFILE=$(1) \
	-D SKUA_EVALFILE="$(EVALFILE)" $(CMAKE_FLAGS) </dev/null >/dev/null && \
	$(CMAKE) --build $(pgo_folder) -j $(JOBS) --target skua </dev/null
merge_profile = $(if $(findstring clang,$(compiler)),\
	llvm-profdata merge -o $(pgo_folder)/profile/merged.profdata $(pgo_folder)/profile/*.profraw,true)
profiled_build = rm -rf $(pgo_folder)/profile && $(call profile_step,record) && \
	$(pgo_folder)/skua bench >/dev/null && $(merge_profile) && $(call profile_step,use)
# $(call setup,level): installs missing packages
setup = CXX="$(CXX)" bash scripts/setup.sh $(1) </dev/null
# The page's tests, with the service of the tests
test_page = SKUA_SERVER=$(abspath $(call folder,test))/skua-server bash scripts/web.sh
# $(call test,preset,ctest options)
test = cd $(call folder,$(1)) && ctest -j2 --output-on-failure --no-tests=error $(2)

# The package web/engine, beside the program of the tests
test_engine_package = SKUA_BINARY=$(abspath $(call folder,test))/skua node --test web/engine/test/

SOURCES = $(shell find src tests benchmarks lab server -name '*.h' -o -name '*.cpp' 2>/dev/null)

# Sources that are not compiled on this system, so that clang-tidy does not know how to read them.
OTHER_PLATFORMS = src/base/platform_windows.cpp src/base/platform_wasm.cpp src/wasm/main.cpp

.NOTPARALLEL:
.PHONY: all help run lab server page serve docs windows wasm web test test-long sanitize fuzz bench lint format clean

## all         build ./skua; options: EXE=<name> CXX=<compiler> PRESET=portable-v1|portable-v2|portable-v3|tune
##             PGO=1 (profile-guided: builds twice; the program is a little faster)
all: program

# Not named $(EXE), so that a program may be called "test".
.PHONY: program
program:
	@$(call setup,run)
	@$(if $(PGO),$(profiled_build),$(call build,$(PRESET),skua))
	@cp -f $(if $(PGO),$(pgo_folder),$(call folder,$(PRESET)))/skua $(abspath $(EXE))

## run         build ./skua and start it
run: program
	@$(abspath $(EXE))

## lab         build ./skua-lab, the training tools: self-play games, networks, tuning
lab:
	@$(call setup,lab)
	@$(call build,$(PRESET),skua-lab)
	@cp -f $(call folder,$(PRESET))/skua-lab skua-lab

## server      build ./skua-server, the service: HTTP, WebSocket, jobs
server:
	@$(call setup,server)
	@$(call build,$(PRESET),skua-server)
	@cp -f $(call folder,$(PRESET))/skua-server skua-server

## page        build the page for a server: web/page/dist; SKUA_ENGINE_DIR=<folder> uses an engine that is built
page: $(if $(SKUA_ENGINE_DIR),,wasm)
	@$(call setup,web)
	@bash scripts/web.sh build
	@find web/page/dist -type f -size +2k -exec gzip -9kf {} +

## serve       build the page and the service, and start it on http://127.0.0.1:8080; SERVE="--port 9000" adds options
serve: page server
	@./skua-server --page web/page/dist --store build/store $(SERVE)

## docs        rewrite the tables of docs/evaluation.md from the weights of the classical evaluation
docs: lab
	@sed -i '/^## The terms$$/q' docs/evaluation.md
	@{ echo; ./skua-lab terms data/weights-start.inc; } >>docs/evaluation.md

## windows     build skua.exe for 64-bit Windows, with MinGW-w64
windows: override CXX = g++
windows:
	@$(call setup,windows)
	@$(call build,windows,skua)
	@cp -f $(call folder,windows)/skua.exe skua.exe

## wasm        build the package web/engine: the engine as WebAssembly, for web pages and Node
wasm: override CXX = g++
wasm:
	@$(call setup,wasm)
	@$(call build,wasm,skua-wasm)
	@$(call build,wasm-threads,skua-wasm)
	@bash scripts/wasm_package.sh $(call folder,wasm) $(call folder,wasm-threads)

## web         build the page and serve it on http://127.0.0.1:8000; SKUA_ENGINE_DIR=<folder> uses an engine that is built
web: $(if $(SKUA_ENGINE_DIR),,wasm)
	@$(call setup,web)
	@bash scripts/web.sh serve

## test        run the tests, with assertions on (a few minutes)
test:
	@$(call setup,test)
	@$(call build,test)
	@$(call test,test,-LE long)
	@$(MAKE) --no-print-directory wasm
	@$(test_engine_package)
	@$(test_page) test

## test-long   everything: both compilers, long tests, sanitizers, fuzz targets, the Windows program under Wine
test-long:
	@$(call setup,long)
	@echo "== g++ and clang++ build everything without a warning"
	@$(MAKE) --no-print-directory CXX=g++ build-all
	@$(MAKE) --no-print-directory CXX=clang++ build-all
	@echo "== every build searches the same"
	@bash scripts/same_bench.sh $(foreach preset,release portable-v1 portable-v2 portable-v3 tune test,\
		build/$(preset)/skua build/$(preset)-clang++/skua)
	@echo "== the Windows program under Wine"
	@$(MAKE) --no-print-directory windows
	@bash scripts/windows_smoke.sh build/windows/skua.exe build/release/skua
	@echo "== all tests, including the long ones"
	@$(call test,test)
	@echo "== the files of deploy/, and openapi.json"
	@bash scripts/check_deploy.sh $(call folder,release)/skua-server
	@echo "== the engine as WebAssembly, and the page in Chromium"
	@$(MAKE) --no-print-directory wasm
	@$(test_engine_package)
	@$(test_page) long
	@$(MAKE) --no-print-directory sanitize
	@$(MAKE) --no-print-directory fuzz
	@echo "== everything passed"

.PHONY: build-all
build-all:
	@$(call build,release)
	@$(call build,tune)
	@$(call build,test)
	@for preset in portable-v1 portable-v2 portable-v3; do $(call build,$$preset,skua) || exit 1; done

## sanitize    run the tests under the address, undefined-behaviour and thread sanitizers
sanitize:
	@$(call setup,test)
	@echo "== address and undefined-behaviour sanitizers"
	@$(call build,debug)
	@$(call test,debug,-LE long)
	@echo "== thread sanitizer"
	@$(call build,tsan)
	@$(call test,tsan,-LE long)

## fuzz        run each fuzz target for FUZZ_SECONDS (30)
fuzz: override CXX = clang++
fuzz:
	@$(call setup,long)
	@echo "== fuzz targets, $(FUZZ_SECONDS) seconds each"
	@$(call build,fuzz,fuzz_targets)
	@bash scripts/fuzz.sh $(call folder,fuzz) $(FUZZ_SECONDS)

## bench       measure the speed of the parts, and of perft beside Debian's Stockfish
bench:
	@$(call setup,bench)
	@$(call build,release,skua skua_benchmarks)
	@$(call folder,release)/skua_benchmarks
	@bash scripts/bench_perft.sh $(call folder,release)/skua

## lint        check formatting, and run clang-tidy
lint: override CXX = clang++
lint:
	@$(call setup,lint)
	@clang-format --dry-run -Werror $(SOURCES)
	@$(CMAKE) --preset test -B $(call folder,lint) -D CMAKE_UNITY_BUILD=OFF </dev/null >/dev/null
	@printf '%s\n' $(filter %.cpp,$(filter-out tests/fuzz/% benchmarks/% $(OTHER_PLATFORMS),$(SOURCES))) | \
		xargs -P $(JOBS) -n 1 clang-tidy --quiet -p $(call folder,lint) 2>/dev/null
	@echo "lint: no complaints"

## format      format all sources in place
format:
	@$(call setup,lint)
	@clang-format -i $(SOURCES)

## clean       remove everything that was built
clean:
	rm -rf build $(EXE) skua.exe skua-lab skua-server web/engine/dist web/engine/COPYING \
		web/page/dist web/page/generated web/page/node_modules

help:
	@sed -n -e 's/^##  /        /p' -e 's/^## /  make /p' Makefile
