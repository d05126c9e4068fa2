# The steps of `make test`, `make test-all`, `make check` and `make e2e`, for scripts/test.sh.
# A recipe's first line is the title of its step.

check_steps := scripts rooms sizes fmt browser_lints clippy no_std doc
e2e_steps := install toolchain wasm page compile browser_lints e2e
# In start order: the longest chain first (toolchain, wasm, page, compile, rust), and steps of one target folder,
# which cargo locks, apart from each other.
test_steps := install rust e2e chaos toolchain clippy wasm page compile scripts rooms sizes fmt browser_lints web modules \
	python no_std art nets_smoke protocols doctests
# Slow and seldom broken.
test-all_steps := $(test_steps) doc fifth_game loom fuzz generators oracle records python_peers publish

include scripts/steps.mk

install:
	# Programs from Debian's packages
	scripts/install-packages.sh

scripts:
	# Tests of these scripts
	node --test --test-reporter=spec scripts/test/

rooms:
	# Dependency arrows, styles, licences of libraries
	node scripts/check-rooms.mjs
	node scripts/check-floors.mjs
	node scripts/check-styles.mjs
	node scripts/third-party.mjs --check
	node scripts/check-deny.mjs

sizes:
	# Sizes of the sources, paths in the documents
	node scripts/check-sizes.mjs
	node scripts/check-paths.mjs

fmt:
	# Format of the Rust code
	cargo fmt --all --check
	cargo fmt --check --manifest-path scripts/bindgen/Cargo.toml
	cargo fmt --check --manifest-path fuzz/Cargo.toml
	cargo fmt --check --manifest-path bindings/python/Cargo.toml
	(cd peers/generators && cargo fmt --all --check)
	# Modules declared inside a macro, which cargo fmt misses.
	rustfmt --edition 2024 --check crates/rules/src/variants/*.rs

toolchain:
	# Compiler for the browser
	scripts/setup-wasm.sh

wasm: $(call after,toolchain)
	# Browser modules and their size budgets
	scripts/build-wasm.sh --sizes

modules: $(call after,wasm)
	# Tests of the browser modules
	npm --prefix bindings/wasm test --silent

page: $(call after,wasm)
	# The page: build
	scripts/build-web.sh

web: $(call after,install page)
	# The page: types, lints, tests
	npm --prefix web run --silent check
	npm --prefix web test --silent

browser_lints:
	# The browser tests: types, lints
	npm_install "$$ROOT/e2e"
	npm --prefix e2e run --silent check

art: $(call after,install)
	# The pictures are what their script draws
	web/art/check

# The page is embedded in the program. The programs are copied, since a later step may overwrite them.
compile: $(call after,page)
	# Rust code and its tests: compile
	scripts/rust-tests.sh compile
	mkdir -p "$${KOMADAI_BIN%/*}"
	for program in "$$KOMADAI_BIN" "$$KOMADAI_ENGINE_BIN" "$$KOMADAI_LAB_BIN"; do
		cp "$$TARGET/debug/$${program##*/}" "$$program.new"
		mv "$$program.new" "$$program"
	done

rust: $(call after,compile install)
	# Rust tests
	export KOMADAI_TEST_FACTOR=$(if $(filter test-all,$(GROUP)),4,1)
	scripts/rust-tests.sh $(if $(filter compile,$(STEPS)),compiled)

clippy:
	# Lints
	cargo clippy --quiet --workspace --all-targets -- -D warnings

no_std:
	# rules and notation without the standard library
	scripts/check-no-std.sh

doc: $(call after,compile)
	# Documentation
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps

doctests: $(call after,compile)
	# Examples in the documentation
	cargo test --quiet --workspace --doc

nets_smoke: $(call after,compile)
	# A net: self-play, training, export, evaluation
	scripts/nets-smoke.sh

protocols: $(call after,compile install)
	# The engine behind other people's USI and UCI clients
	peers/protocols/run

python:
	# The Python package
	scripts/python.sh

e2e: $(call after,compile install browser_lints)
	# Games in a real browser
	export LAYOUTS=$(if $(filter test-all,$(GROUP)),all)
	npm --prefix e2e test --silent

# Tolerates a busy machine: few games, and stalls of clients and server are measured and allowed for.
chaos: $(call after,compile install)
	# Faults: servers that are killed, stopped and set back
	faults=(--seed 1 --games 25 --at-once 6 --limit 45 --pauses 3)
	"$$KOMADAI_BIN" chaos "$${faults[@]}" --kills 5 --full-disks 1 --clocks-back 2 --restarts 1
	source scripts/servers.sh
	if have_postgres && have_nats; then
		"$$KOMADAI_BIN" chaos "$${faults[@]}" --copies 2 --kills 4 --clocks-back 1 --restarts 2 --database-restarts 2 --nats-restarts 2
	else
		say "left out: games under several servers, because Debian's postgresql or nats-server is not there"
	fi

# A flag, not a feature, which would add a member to enums that dependants match on. It recompiles everything, in a target
# folder of its own, optimised for compile time.
fifth_game:
	# A fifth game is one file and one line
	RUSTFLAGS="$${RUSTFLAGS:-} --cfg komadai_test_games" CARGO_TARGET_DIR="$$TARGET/fifth-game" \
		cargo test --quiet --package komadai-rules --package komadai-engine --test law --test engine \
		--config profile.dev.opt-level=0 \
		--config 'profile.dev.package.komadai-rules.opt-level=1' \
		--config 'profile.dev.package.komadai-engine.opt-level=1' \
		judkins

loom:
	# The hash table under every interleaving of threads
	scripts/check-loom.sh

oracle: $(call after,compile)
	# Rules against an independent program
	peers/oracle/run

records: $(call after,compile install)
	# Records in other people's programs
	peers/records/run

python_peers: $(call after,python)
	# The Python package beside others
	peers/python/run

# A separate workspace, whose own flags might require a CPU that this machine lacks.
generators:
	# Generators agree
	cd peers/generators
	RUSTFLAGS="-C debuginfo=0" CARGO_TARGET_DIR="$$TARGET/generators-test" cargo test --quiet --lib --tests

# A separate workspace: the fuzzer compiles everything with its own flags.
fuzz:
	# The fuzzers' corpus
	CARGO_TARGET_DIR="$$TARGET/fuzz-corpus" cargo test --quiet --manifest-path fuzz/Cargo.toml

publish: $(call after,wasm python)
	# Crates, npm packages and wheel as their users get them
	scripts/publish-check.sh
