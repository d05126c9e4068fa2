# Komadai. `make help` lists what can be done.
# Everything is incremental: a second run does only what changed.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Extra flags for the program, as in: make serve ARGS="--lan --bind 0.0.0.0:9000"
ARGS ?=
TARGET := $(or $(CARGO_TARGET_DIR),target)

# The generators of others are measured with these processor features; "native" for this machine's.
CPU ?= x86-64-v3
# Programs of Fairy-Stockfish for the bench, with large boards and without.
FAIRY_STOCKFISH ?=
FAIRY_STOCKFISH_SMALL ?=
export CPU FAIRY_STOCKFISH FAIRY_STOCKFISH_SMALL

.PHONY: help serve build engine lab dist publish-check test test-all check fmt wasm web e2e layouts games-bench report-bench engine-bench mates-bench puzzles-bench puzzles-check plans-check python web-vitals nets-smoke nets-torch perft-deep records-deep bench bench-wasm bench-peers bench-peers-record bench-instructions cost-bench chaos chaos-copies deny check-unsafe fuzz clean distclean

help: ## This list
	@echo "make <target>, where <target> is one of:"
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 15

serve: build ## Build everything and serve the site on http://127.0.0.1:8000 (more flags: ARGS="…")
	@$(TARGET)/release/komadai serve $(ARGS)

build: wasm web ## Build the program with the page in it: target/release/komadai
	@cargo build --release --package komadai

engine: ## Build the engine for GUIs, with nets: target/release/komadai-engine
	@cargo build --release --package komadai-usi --features nets

lab: ## Build the program for experiments on engines: target/release/komadai-lab
	@cargo build --release --package komadai-lab

dist: wasm web ## Pack program and engine for other machines: dist/*.tar.gz with licences and a systemd unit
	@cargo build --profile dist --package komadai --package komadai-usi --features komadai-usi/nets
	@scripts/dist.sh

publish-check: ## Crates, npm packages and wheel as their users get them (minutes; PARTS="crates npm python")
	@scripts/publish-check.sh $(PARTS)

test: ## Install what the tests need and run the tests (minutes)
	@scripts/test.sh

test-all: ## The same, and what is slow and seldom breaks: other people's programs, a fifth game, every layout, publishing
	@scripts/test.sh test-all

check: ## The quick checks: formats, lints, dependency arrows, no_std, documentation
	@scripts/test.sh check

fmt: ## Format all code
	@cargo fmt --all
	@scripts/fmt-web.sh

wasm: ## Build the browser modules (sets up their compiler first)
	@scripts/build-wasm.sh

web: wasm ## Build the page into web/dist
	@scripts/build-web.sh

e2e: ## Play real games in a real browser
	@scripts/test.sh e2e

layouts: wasm web ## Every page on every screen, in every language and size of text (minutes)
	@cargo build --quiet --package komadai
	@KOMADAI_BIN=$(TARGET)/debug/komadai scripts/layouts.sh $(ARGS)

python: ## Build the Python package and test it (bindings/python; PROFILE=dist for what ships)
	@scripts/python.sh

games-bench: wasm web ## My games with 10,000 games, measured (GAMES=10000 ROUNDS=5)
	@cargo build --quiet --package komadai
	@cd e2e && KOMADAI_BIN=$(abspath $(TARGET))/debug/komadai npx playwright test --config tools/my-games/playwright.config.ts

report-bench: build ## The report on a game of 100 moves, measured and recorded in docs/performance.md (MOVES=100)
	@cd e2e && KOMADAI_BIN=$(abspath $(TARGET))/release/komadai npx playwright test --config tools/report/playwright.config.ts
	@e2e/tools/report/document.mjs

engine-bench: build ## How long the engine on the analysis board takes to start and to stop, recorded as well (ROUNDS=10)
	@cd e2e && KOMADAI_BIN=$(abspath $(TARGET))/release/komadai npx playwright test --config tools/engine/playwright.config.ts
	@e2e/tools/engine/document.mjs

mates-bench: build ## The solver in the browser on the mates in nine plies, measured (PLIES=9)
	@cd e2e && KOMADAI_BIN=$(abspath $(TARGET))/release/komadai npx playwright test --config tools/mates/playwright.config.ts

puzzles-bench: build ## How long the first puzzle takes on a warm start, measured (ROUNDS=5)
	@cd e2e && KOMADAI_BIN=$(abspath $(TARGET))/release/komadai npx playwright test --config tools/puzzles/playwright.config.ts

puzzles-check: lab ## Every committed puzzle searched and solved anew, its mirror image too (minutes)
	@for game in shogi minishogi torishogi shogun; do $(TARGET)/release/komadai-lab puzzles check crates/lab/puzzles/$$game.jsonl || exit; done

plans-check: ## Every plan of the levels' book against eight opponents, each move judged by a long search (minutes)
	@cargo test --package komadai-engine --lib a_long_search_has_nothing_against_the_plans -- --ignored --nocapture

web-vitals: build ## The page on a slow phone, measured and recorded in docs/performance.md (ROUNDS=5)
	@KOMADAI_BIN=$(TARGET)/release/komadai scripts/web-vitals.sh

nets-smoke: ## A tiny net from nothing: self-play, training, export, evaluation (under a minute)
	@cargo build --quiet --package komadai-lab
	@scripts/nets-smoke.sh

nets-torch: ## The PyTorch script beside komadai-lab train, on the processor (needs PyTorch; PYTHON=python3)
	@cargo build --quiet --package komadai-lab
	@scripts/nets-torch.sh

perft-deep: ## Count the moves of all four games as deep as the tables go (minutes)
	@scripts/perft-deep.sh

records-deep: ## 20,000 random games a game through every format of records and back (minutes; RECORD_GAMES=20000)
	@cargo test --release --package komadai-notation --test notation -- --ignored comes_back_20000_times

bench: ## The engine's fixed search: speed and signature
	@cargo run --quiet --profile dist --package komadai -- bench $(ARGS)

# In a folder of its own: the feature takes AVX from every program that is built with it.
bench-wasm: wasm ## The engine's search in the browser's module and natively, by turns (ARGS="--rounds 9")
	@cargo build --quiet --profile dist --package komadai --features komadai-engine/portable-kernels \
		--target-dir $(TARGET)/portable
	@bindings/wasm/engine/bench.mjs $(TARGET)/portable/dist/komadai $(ARGS)

bench-peers: ## Generators side by side (ARGS="--quick", FAIRY_STOCKFISH=program, CPU=native)
	@peers/generators/run perft $(ARGS)

bench-peers-record: ## The same in full, recorded; redraws docs/performance.md
	@peers/generators/record

bench-instructions: ## Instructions of the hot paths against the last record (ARGS=--record adds one)
	@peers/generators/instructions.mjs $(ARGS)

cost-bench: ## How load on the server grows with the games, measured and drawn (ARGS="--games 500,1000 --seconds 60")
	@cargo build --release --package komadai
	@KOMADAI_BIN=$(TARGET)/release/komadai scripts/cost-of-games.mjs $(ARGS)

chaos: ## Games under a server that is killed, stopped and set back, judged afterwards (14 minutes; ARGS="--seed 7")
	@cargo build --quiet --package komadai
	@$(TARGET)/debug/komadai chaos --games 10000 --at-once 120 --kills 50 --pauses 20 --full-disks 8 --clocks-back 12 --restarts 10 --limit 800 $(ARGS)

chaos-copies: ## The same with two servers on PostgreSQL, with NATS between them, restarted too (7 minutes; ARGS="--seed 7")
	@cargo build --quiet --package komadai
	@$(TARGET)/debug/komadai chaos --copies 2 --games 10000 --at-once 60 --kills 30 --pauses 10 --clocks-back 6 --restarts 10 --database-restarts 10 --nats-restarts 10 --limit 400 $(ARGS)

deny: ## Licences, bans, sources and advisories of all libraries, by cargo-deny (installs it: minutes)
	@scripts/deny.sh

check-unsafe: ## The unsafe blocks under Miri, or else the address sanitizer (minutes)
	@scripts/check-unsafe.sh

fuzz: ## Search for inputs that break a property, a minute a target (FUZZ_S=1800, ARGS="moves setup")
	@fuzz/run $(ARGS)

clean: ## Remove what was built, keep downloaded tools
	@cargo clean
	@rm -rf web/dist web/src/wasm bindings/wasm/*/dist .cache/web.built e2e/artefacts e2e/test-results

distclean: clean ## Remove downloaded tools as well
	@rm -rf .cache web/node_modules e2e/node_modules scripts/tools/node_modules peers/*/node_modules
