#!/usr/bin/env bash
# Compiles or runs the Rust tests.
#
#   scripts/rust-tests.sh compile     compiles them, and notes where they are
#   scripts/rust-tests.sh compiled    runs those without cargo, whose target folder others may have locked
#   scripts/rust-tests.sh             compiles what is stale and runs all
#
# Always the whole workspace with all features, so that no dependency is compiled twice.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source "$(dirname "${BASH_SOURCE[0]}")/servers.sh"
cd "$ROOT"

list="$CACHE/compiled/tests"
if ! cargo nextest --version >/dev/null 2>&1; then nextest=; else nextest=yes; fi

if [ "${1:-}" = compile ]; then
  cargo test --quiet --workspace --no-run
  [ -n "$nextest" ] || exit 0
  mkdir -p "${list%/*}"
  cargo nextest list --workspace --list-type binaries-only --message-format json >"$list-binaries.json"
  cargo metadata --format-version 1 >"$list-metadata.json"
  exit 0
fi

start_postgres
start_nats
status=0
if [ -z "$nextest" ]; then
  cargo test --quiet --workspace --lib --bins --tests --no-fail-fast || status=$?
else
  tests=(--workspace)
  [ "${1:-}" != compiled ] || tests=(--binaries-metadata "$list-binaries.json" --cargo-metadata "$list-metadata.json")
  cargo nextest run "${tests[@]}" --no-fail-fast --status-level fail \
    --final-status-level slow --show-progress none || status=$?
fi
stop_nats
stop_postgres
exit "$status"
