#!/usr/bin/env bash
# Runs all checks and tests in parallel steps, and prints the steps, their times and failures at the end.
# Output goes to .cache/test-logs; the end of a failing step's log is shown.
#
#   scripts/test.sh                  everything, installing what is needed first
#   scripts/test.sh check            only the quick checks
#   scripts/test.sh e2e              the browser tests and their dependencies
#   scripts/test.sh rust clippy …    only the named steps (names: see below)
#
# A failing step does not stop the others. The last line counts each test reported by a test runner, and each check
# without tests (a formatter, a size budget), as one.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source "$(dirname "${BASH_SOURCE[0]}")/servers.sh"
cd "$ROOT"

LOGS="$CACHE/test-logs"
mkdir -p "$LOGS"
STARTED=$SECONDS

# One cargo profile for clippy, tests and the server of the browser tests, so that steps share their builds.
export CARGO_TERM_COLOR=never NO_COLOR=1 CI="${CI:-1}"
# No incremental data: from scratch each crate is compiled once.
[ -d "$TARGET/debug" ] || export CARGO_INCREMENTAL=0
# A copy, since a later step may overwrite the program.
export KOMADAI_BIN="$CACHE/program/komadai"

declare -A TITLE AFTER

# step <name> <title> [<steps that must end first>]: declares a step, implemented by the function run_<name>.
step() { TITLE[$1]="$2" AFTER[$1]="${3:-}"; }

# --- the steps -----------------------------------------------------------------------------------

step install "Programs from Debian's packages"
run_install() { scripts/install-packages.sh; }

step scripts "Tests of these scripts"
run_scripts() { node --test --test-reporter=spec scripts/test/; }

step rooms "Who depends on whom"
run_rooms() {
  node scripts/check-rooms.mjs
  node scripts/check-floors.mjs
  node scripts/third-party.mjs --check
  node scripts/check-deny.mjs
}

step sizes "Sizes of the sources, paths in the documents"
run_sizes() {
  node scripts/check-sizes.mjs
  node scripts/check-paths.mjs
}

step fmt "Format of the Rust code"
run_fmt() {
  cargo fmt --all --check
  cargo fmt --check --manifest-path scripts/bindgen/Cargo.toml
  cargo fmt --check --manifest-path fuzz/Cargo.toml
  (cd peers/generators && cargo fmt --all --check)
  # Modules declared inside a macro, which cargo fmt misses.
  rustfmt --edition 2024 --check crates/rules/src/variants/*.rs
}

step toolchain "Compiler for the browser"
run_toolchain() { scripts/setup-wasm.sh; }

step wasm "Browser modules and their size budgets" toolchain
run_wasm() { scripts/build-wasm.sh --sizes; }

step modules "Tests of the browser modules" wasm
run_modules() { npm --prefix bindings/wasm test --silent; }

step page "The page: build" wasm
run_page() { scripts/build-web.sh; }

step web "The page: types, lints, tests" page
run_web() {
  npm --prefix web run --silent check
  npm --prefix web test --silent
}

step browser_lints "The browser tests: types, lints"
run_browser_lints() {
  npm_install "$ROOT/e2e"
  npm --prefix e2e run --silent check
}

step art "The pictures are what their script draws" install
run_art() { web/art/check; }

# Paths of the compiled tests, for a step that runs them without cargo, whose target folder may be locked by then.
COMPILED="$CACHE/compiled/tests"
have_nextest() { cargo nextest --version >/dev/null 2>&1; }

# The page is embedded in the program.
step compile "Rust code and its tests: compile" page
run_compile() {
  # Workspace and tests with all features, so that no dependency is compiled twice.
  cargo test --quiet --workspace --no-run
  if have_nextest; then
    mkdir -p "$(dirname "$COMPILED")"
    cargo nextest list --workspace --list-type binaries-only --message-format json >"$COMPILED-binaries.json"
    cargo metadata --format-version 1 >"$COMPILED-metadata.json"
  fi
  mkdir -p "$CACHE/program"
  cp "$TARGET/debug/komadai" "$CACHE/program/komadai.new"
  mv "$CACHE/program/komadai.new" "$KOMADAI_BIN"
}

step rust "Rust tests" "compile install"
run_rust() {
  local status=0
  start_postgres
  start_nats
  local compiled=(--workspace)
  if [[ " ${STEPS[*]} " = *" compile "* ]]; then
    compiled=(--binaries-metadata "$COMPILED-binaries.json" --cargo-metadata "$COMPILED-metadata.json")
  fi
  if have_nextest; then
    cargo nextest run "${compiled[@]}" --no-fail-fast --status-level fail \
      --final-status-level slow --show-progress none || status=$?
  else
    cargo test --quiet --workspace --lib --bins --tests --no-fail-fast || status=$?
  fi
  stop_nats
  stop_postgres
  return "$status"
}

step clippy "Lints" page
run_clippy() { cargo clippy --quiet --workspace --all-targets -- -D warnings; }

step no_std "rules and notation without the standard library"
run_no_std() { scripts/check-no-std.sh; }

step doc "Documentation" page
run_doc() { RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps; }

step doctests "Examples in the documentation" compile
run_doctests() { cargo test --quiet --workspace --doc; }

# After the tests of the program, since it recompiles it.
step fifth_game "A fifth game is one file and one line" "compile rust"
run_fifth_game() {
  # Behind a feature that release builds lack. Optimised for compile time: its tests are few.
  cargo test --quiet --workspace --test law --test engine --test cli \
    --features komadai-rules/test-games,komadai-engine/test-games,komadai/test-games \
    --config profile.dev.opt-level=0 \
    --config 'profile.dev.package.komadai-rules.opt-level=1' \
    --config 'profile.dev.package.komadai-engine.opt-level=1' \
    --config 'profile.dev.package.komadai-lab.opt-level=0' \
    judkins
}

step nets_smoke "A net: self-play, training, export, evaluation" compile
run_nets_smoke() { scripts/nets-smoke.sh; }

# Tolerates a busy machine: few games, and stalls of clients and server are measured and allowed for.
step chaos "Faults: games under a server that is killed, stopped and set back" "e2e install"
run_chaos() {
  "$KOMADAI_BIN" chaos --seed 1 --games 25 --at-once 6 --limit 45 \
    --kills 5 --pauses 3 --full-disks 1 --clocks-back 2 --restarts 1
}

step chaos_copies "Faults: games under two servers, PostgreSQL and NATS" "chaos install"
run_chaos_copies() {
  if ! have_postgres || ! have_nats; then
    say "left out: games under several servers, because Debian's postgresql or nats-server is not there"
    return 0
  fi
  "$KOMADAI_BIN" chaos --copies 2 --seed 1 --games 25 --at-once 6 --limit 45 \
    --kills 4 --pauses 3 --clocks-back 1 --restarts 2 --database-restarts 2 --nats-restarts 2
}

step loom "The hash table under every interleaving of threads"
run_loom() { scripts/check-loom.sh; }

step oracle "Rules against an independent program" compile
run_oracle() { peers/oracle/run; }

step protocols "The engine behind other people's USI and UCI clients" "compile install"
run_protocols() { peers/protocols/run; }

step records "Records in other people's programs" "compile install"
run_records() { peers/records/run; }

step python "The Python package, alone and beside others"
run_python() {
  cargo fmt --manifest-path bindings/python/Cargo.toml --check
  scripts/python.sh
  peers/python/run
}

step generators "Generators agree"
run_generators() {
  # A separate workspace, whose own flags might require a CPU that this machine lacks.
  cd peers/generators
  RUSTFLAGS="-C debuginfo=0" CARGO_TARGET_DIR="$TARGET/generators-test" \
    cargo test --quiet --lib --tests
}

step fuzz "The fuzzers' corpus"
run_fuzz() {
  # A separate workspace: the fuzzer compiles everything with its own flags.
  CARGO_TARGET_DIR="$TARGET/fuzz-corpus" cargo test --quiet --manifest-path fuzz/Cargo.toml
}

step e2e "Games in a real browser" "compile install browser_lints"
run_e2e() { npm --prefix e2e test --silent; }

# In start order: steps that others wait for come first.
ALL=(install toolchain scripts rooms sizes fmt browser_lints wasm loom page generators compile fuzz modules
  e2e rust chaos chaos_copies web clippy doc no_std art nets_smoke protocols records python oracle fifth_game doctests)
CHECK=(scripts rooms sizes fmt browser_lints clippy no_std doc)
# Steps that share a target folder, which cargo locks.
CARGO=" compile clippy doc doctests fifth_game oracle "
# Concurrent steps: most of them wait at times, for a single-threaded linker or a timer.
LANES="${TEST_LANES:-2}"
# Steps that use at most half a CPU and occupy no lane.
WAITING=" e2e chaos chaos_copies "

case "${1:-all}" in
  all) STEPS=("${ALL[@]}") ;;
  check) STEPS=("${CHECK[@]}") ;;
  e2e) STEPS=(install toolchain wasm page compile browser_lints e2e) ;;
  *) STEPS=("$@") ;;
esac
for name in "${STEPS[@]}"; do
  [ -n "${TITLE[$name]:-}" ] || die "no step '$name'; there are: ${ALL[*]}"
done

# --- side by side ---------------------------------------------------------------------------------

declare -A BEGAN STATE NAME_OF # start time and state ('' → running → ended) by step; step by process id
FAILED_STEPS=() TIMES=()
PASSED=0 FAILED=0 RUNNING=0 BUSY=0

begin() {
  local name="$1"
  printf '==> %s\n' "${TITLE[$name]}"
  BEGAN[$name]=$SECONDS STATE[$name]=running
  # Not `if` or `||`, which would disable `set -e` inside the step.
  (
    trap 'times >"$LOGS/$name.times"' EXIT
    set -e
    "run_$name"
  ) >"$LOGS/$name.log" 2>&1 </dev/null &
  NAME_OF[$!]="$name"
  if takes_lane "$name"; then BUSY=$((BUSY + 1)); fi
  RUNNING=$((RUNNING + 1))
}

takes_lane() { [[ "$WAITING" != *" $1 "* ]]; }

# CPU seconds of a step, from the output of `times`: user and system time of the shell and its children.
processor_seconds() {
  awk '{ for (i = 1; i <= NF; i++) { split($i, part, "m"); sum += part[1] * 60 + part[2] } }
    END { printf "%d", sum }' "$LOGS/$1.times"
}

# Reads the result of a step from its status and log.
ended() {
  local name="$1" status="$2" passed failed log="$LOGS/$1.log" verdict=ok
  local took=$((SECONDS - BEGAN[$name]))
  STATE[$name]=ended RUNNING=$((RUNNING - 1))
  if takes_lane "$name"; then BUSY=$((BUSY - 1)); fi
  read -r passed failed < <(awk -f scripts/count-tests.awk "$log")
  if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
  if [ "$failed" -eq 0 ] && [ "$passed" -eq 0 ]; then passed=1; fi
  PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
  [ "$failed" -eq 0 ] || verdict=FAILED
  TIMES+=("$(printf '%5d s  at %4d s  %5d s of processor  %-6s  %s' "$took" "$((BEGAN[$name] - STARTED))" \
    "$(processor_seconds "$name")" "$verdict" "${TITLE[$name]}")")
  # Lines for the user are indented by four spaces.
  grep '^    [^ ]' "$log" | head -n 20 || true
  if [ "$failed" -gt 0 ]; then
    FAILED_STEPS+=("$name")
    tail -n 200 "$log"
  elif awk -f scripts/failed-tests.awk "$log" | grep -q .; then
    FAILED_STEPS+=("$name") # passed on a retry: listed at the end
  fi
  printf -- '--- %s: %s, %d s, %d passed\n' "${TITLE[$name]}" "$verdict" "$took" "$passed"
}

# True if a step may start: its dependencies have ended and its target folder is free.
may_begin() {
  local name="$1" other
  for other in ${AFTER[$name]}; do
    [[ " ${STEPS[*]} " != *" $other "* || "${STATE[$other]:-}" = ended ]] || return 1
  done
  [[ "$CARGO" = *" $name "* ]] || return 0
  for other in $CARGO; do
    [ "${STATE[$other]:-}" != running ] || return 1
  done
}

# Each step is a process group, so that an interrupt ends its children too.
set -m
trap 'for pid in "${!NAME_OF[@]}"; do kill -- "-$pid" 2>/dev/null || true; done; exit 130' INT TERM

while :; do
  for name in "${STEPS[@]}"; do
    if takes_lane "$name" && [ "$BUSY" -ge "$LANES" ]; then continue; fi
    if [ -z "${STATE[$name]:-}" ] && may_begin "$name"; then begin "$name"; fi
  done
  [ "$RUNNING" -gt 0 ] || break
  status=0
  wait -n -p pid || status=$?
  ended "${NAME_OF[$pid]}" "$status"
  unset "NAME_OF[$pid]"
done

# --- the verdict ---------------------------------------------------------------------------------

printf '\n==> Summary\n'
printf '%s\n' "${TIMES[@]}"
printf '%5d s  in all\n' $((SECONDS - STARTED))
if [ "${#FAILED_STEPS[@]}" -gt 0 ]; then
  printf '\nFailed, or passed only when tried again:\n'
  for name in "${FAILED_STEPS[@]}"; do
    printf '  %s (log: .cache/test-logs/%s.log)\n' "${TITLE[$name]}" "$name"
    # Failed tests by name, since often only the end of a long log is kept.
    names="$(awk -f scripts/failed-tests.awk "$LOGS/$name.log" | head -n 20)"
    # A step without tests: its last lines.
    [ -n "$names" ] || names="$(tail -n 30 "$LOGS/$name.log")"
    printf '%s\n' "$names" | sed 's/^/    /'
  done
fi
printf '\n%d passed, %d failed\n' "$PASSED" "$FAILED"
[ "$FAILED" -eq 0 ]
