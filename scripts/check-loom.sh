#!/usr/bin/env bash
# The lock-free protocol of the engine's hash table under loom, which tries every interleaving that the memory
# model allows. With a target folder of its own: everything is compiled with another configuration.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom"
# Loom is optimised, in one unit without link-time optimisation; of everything else only the table runs, and compiling it takes longer.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
RUSTFLAGS="--cfg loom" cargo test --quiet --release --package komadai-engine --lib \
  --config profile.release.package.loom.opt-level=1 loom_
