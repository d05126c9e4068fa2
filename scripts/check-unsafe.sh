#!/usr/bin/env bash
# Tests the crates with unsafe blocks (move list of rules, prefetch of the engine) under Miri, or under the
# address sanitizer if Miri is unavailable. Uses its own target folder.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/unsafe"
# Few short tests: the interpreter is about a thousand times slower.
miri_filter="move_list"

if cargo +nightly miri setup --quiet >/dev/null 2>&1; then
  echo "under Miri: move lists"
  MIRIFLAGS="-Zmiri-disable-isolation" cargo +nightly miri test --package komadai-rules --lib -- "$miri_filter"
  exit
fi

echo "without Miri: address sanitizer"
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" ASAN_OPTIONS="detect_leaks=0"
target="$(rustc -vV | sed -n 's/^host: //p')"
# Skips the allocation tests, whose allocator the sanitizer replaces.
cargo test --quiet --target "$target" --package komadai-rules --lib
cargo test --quiet --target "$target" --package komadai-engine --lib
cargo test --quiet --target "$target" --package komadai-engine --test engine -- mates repetition
