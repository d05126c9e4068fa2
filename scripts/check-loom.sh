#!/usr/bin/env bash
# Runs the engine's lock-free hash table under loom, which tries every interleaving of the memory model.
# Uses its own target folder, since the configuration differs.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom"
# Optimises loom only, in one unit without link-time optimisation: the rest takes longer to compile than to run.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
RUSTFLAGS="--cfg loom" cargo test --quiet --release --package komadai-engine --lib \
  --config profile.release.package.loom.opt-level=1 loom_
