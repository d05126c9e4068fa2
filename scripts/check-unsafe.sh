#!/usr/bin/env bash
# The crates with unsafe blocks (the move list of rules, the prefetch of the engine) under Miri, or where its
# sources cannot be had, under the address sanitizer. With a target folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/unsafe"
# Few and short: an interpreter is a thousand times slower.
miri_filter="move_list"

if cargo +nightly miri setup --quiet >/dev/null 2>&1; then
  echo "under Miri: move lists"
  MIRIFLAGS="-Zmiri-disable-isolation" cargo +nightly miri test --package komadai-rules --lib -- "$miri_filter"
  exit
fi

echo "without Miri: address sanitizer"
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" ASAN_OPTIONS="detect_leaks=0"
target="$(rustc -vV | sed -n 's/^host: //p')"
# The allocation tests bring an allocator of their own, which the sanitizer replaces.
cargo test --quiet --target "$target" --package komadai-rules --lib
cargo test --quiet --target "$target" --package komadai-engine --lib
cargo test --quiet --target "$target" --package komadai-engine --test engine -- mates repetition
