#!/usr/bin/env bash
# Runs every check and test, and lists at the end the steps, their times and what failed.
#
#   scripts/test.sh                  everything, installing what is needed first
#   scripts/test.sh check            only the quick checks of the Rust code
#   scripts/test.sh e2e …            only the named steps (names: see below), and what they need
#
# A failing step does not stop the others. The last line counts: each test that a test runner
# reports is one, each check without tests (a formatter, a size budget) is one.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

LOGS="$CACHE/test-logs"
mkdir -p "$LOGS"
STARTED=$SECONDS
PASSED=0 FAILED=0
FAILURES=() TIMES=()

# One cargo profile for clippy, tests and the server that the browser tests talk to: what one step
# compiled the next one finds.
export CARGO_TERM_COLOR=never NO_COLOR=1 CI="${CI:-1}"
# From nothing each crate is compiled once: what would speed up a second build is left out.
[ -d "$TARGET/debug" ] || export CARGO_INCREMENTAL=0
export KOMADAI_BIN="$TARGET/debug/komadai"

# step <name> <title> <command …>
step() {
  local name="$1" title="$2" began=$SECONDS status=0 passed failed
  shift 2
  local log="$LOGS/$name.log"
  printf '\n==> %s\n' "$title"
  # Not `if` or `||`: in those a failing command in the middle would not end the step.
  set +e
  (set -e && "$@") 2>&1 | tee "$log"
  status="${PIPESTATUS[0]}"
  set -e
  read -r passed failed < <(awk -f scripts/count-tests.awk "$log")
  if [ "$status" -ne 0 ]; then
    [ "$failed" -gt 0 ] || failed=1
    FAILURES+=("$title (log: .cache/test-logs/$name.log)")
  elif [ "$failed" -gt 0 ]; then
    FAILURES+=("$title: its tests failed although it ended well")
  elif [ "$passed" -eq 0 ]; then
    passed=1
  fi
  # By name: of a long log often only the end is kept.
  local names
  mapfile -t names < <(awk -f scripts/failed-tests.awk "$log" | head -n 20)
  FAILURES+=("${names[@]/#/  }")
  PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
  local took=$((SECONDS - began)) verdict=ok
  [ "$failed" -eq 0 ] || verdict=FAILED
  TIMES+=("$(printf '%5d s  %-6s  %s' "$took" "$verdict" "$title")")
  printf -- '--- %s: %s, %d s\n' "$title" "$verdict" "$took"
}

# The program as the Rust tests compile it: with the features of the whole workspace and its tests, so
# that no dependency is compiled twice.
build_program() { cargo test --quiet --workspace --test cli --no-run; }

# --- the steps -----------------------------------------------------------------------------------

step_install() { step install "Programs from Debian's packages" scripts/install-packages.sh; }
step_scripts() { step scripts "Tests of these scripts" node --test --test-reporter=spec scripts/test/; }
step_rooms() { step rooms "Who depends on whom" node scripts/check-rooms.mjs; }
step_words() {
  house() {
    node scripts/check-words.mjs
    node scripts/check-sizes.mjs
  }
  step words "Words and sizes of the sources" house
}
step_fmt() {
  format() {
    cargo fmt --all --check
    cargo fmt --check --manifest-path scripts/bindgen/Cargo.toml
    # Declared inside a macro, where cargo fmt does not see them.
    rustfmt --edition 2024 --check crates/rules/src/variants/*.rs
  }
  step fmt "Format of the Rust code" format
}
step_toolchain() { step toolchain "Compiler for the browser" scripts/setup-wasm.sh; }
step_wasm() { step wasm "Browser modules and their size budgets" scripts/build-wasm.sh --sizes; }
step_modules() { step modules "Tests of the browser modules" npm --prefix bindings/wasm test --silent; }
step_web() {
  npm_web() { scripts/build-web.sh && npm --prefix web run --silent check && npm --prefix web test --silent; }
  step web "The page: build, types, lints, tests" npm_web
}
step_art() { step art "The pictures are what their script draws" web/art/check; }
step_clippy() {
  step clippy "Lints" cargo clippy --quiet --workspace --all-targets -- -D warnings
}
step_no_std() { step no-std "rules and notation without the standard library" scripts/check-no-std.sh; }
step_doc() {
  step doc "Documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps
}
step_rust() {
  if cargo nextest --version >/dev/null 2>&1; then
    step rust "Rust tests" cargo nextest run --workspace --no-fail-fast --status-level fail \
      --final-status-level slow --show-progress none
  else
    step rust "Rust tests" cargo test --quiet --workspace --lib --bins --tests --no-fail-fast
  fi
}
step_fifth_game() {
  # Behind a feature that no build for players has. Compiled for speed of compiling: its tests are few.
  judkins() {
    cargo test --quiet --workspace --test law --test engine --test cli \
      --features komadai-rules/test-games,komadai-engine/test-games,komadai/test-games \
      --config profile.dev.opt-level=0 \
      --config 'profile.dev.package.komadai-rules.opt-level=1' \
      --config 'profile.dev.package.komadai-engine.opt-level=1' \
      --config 'profile.dev.package.komadai-lab.opt-level=0' \
      judkins
  }
  step fifth_game "A fifth game is one file and one line" judkins
}
step_loom() { step loom "The hash table under every interleaving of threads" scripts/check-loom.sh; }
step_doctests() { step doctests "Examples in the documentation" cargo test --quiet --workspace --doc; }
step_oracle() { step oracle "Rules against an independent program" peers/oracle/run; }
step_protocols() {
  clients() {
    build_program
    peers/protocols/run
  }
  step protocols "The engine behind other people's USI and UCI clients" clients
}
step_generators() {
  # A workspace of its own; flags of its own would ask for a processor that may not be there.
  generators() {
    cd peers/generators
    cargo fmt --all --check
    RUSTFLAGS="-C debuginfo=0" CARGO_TARGET_DIR="$TARGET/generators-test" \
      cargo test --quiet --lib --tests
  }
  step generators "Generators agree" generators
}
step_fuzz() {
  # A workspace of its own: the fuzzer compiles everything with its own flags.
  corpus() {
    cargo fmt --check --manifest-path fuzz/Cargo.toml
    CARGO_TARGET_DIR="$TARGET/fuzz-corpus" cargo test --quiet --manifest-path fuzz/Cargo.toml
  }
  step fuzz "The fuzzers' corpus" corpus
}
step_e2e() {
  browser() {
    build_program
    npm_install "$ROOT/e2e"
    npm --prefix e2e test --silent
  }
  step e2e "Games in a real browser" browser
}

ALL=(install scripts rooms words fmt toolchain wasm modules art web clippy no_std doc rust fifth_game loom doctests oracle protocols generators fuzz e2e)
CHECK=(scripts rooms words fmt clippy no_std doc)

case "${1:-all}" in
  all) STEPS=("${ALL[@]}") ;;
  check) STEPS=("${CHECK[@]}") ;;
  e2e) STEPS=(install toolchain wasm web e2e) ;;
  *) STEPS=("$@") ;;
esac
for name in "${STEPS[@]}"; do
  declare -F "step_$name" >/dev/null || die "no step '$name'; there are: ${ALL[*]}"
done
for name in "${STEPS[@]}"; do
  "step_$name"
done

# --- the verdict ---------------------------------------------------------------------------------

printf '\n==> Summary\n'
printf '%s\n' "${TIMES[@]}"
printf '%5d s  in all\n' $((SECONDS - STARTED))
if [ "${#FAILURES[@]}" -gt 0 ]; then
  printf '\nFailed, or passed only when tried again:\n'
  printf '  %s\n' "${FAILURES[@]}"
fi
printf '\n%d passed, %d failed\n' "$PASSED" "$FAILED"
[ "$FAILED" -eq 0 ]
