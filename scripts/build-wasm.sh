#!/usr/bin/env bash
# Builds the browser modules, bindings/wasm/<module> -> bindings/wasm/<module>/dist, and copies them to
# web/src/wasm/<module>, from where the page imports them. Skips modules that are up to date.
#
#   scripts/build-wasm.sh           builds
#   scripts/build-wasm.sh --sizes   builds, then prints each module's size and fails over budget
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# module, cargo profile, wasm-opt passes, largest size in bytes before compression
MODULES=(
  "rules  wasm-small --flatten,--rereloop,-Oz,-Oz,--low-memory-unused,-Oz 330000"
  "records wasm-small --flatten,--rereloop,-Oz,-Oz,--low-memory-unused,-Oz 760000"
  "engine wasm-fast  -O3                               1400000"
)

mkdir -p "$CACHE/wasm"
exec 9>"$CACHE/wasm/lock"
flock 9 # one build at a time

"$ROOT/scripts/setup-wasm.sh"
# shellcheck source=/dev/null
source "$CACHE/wasm/env.sh"

export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
# Flags from the environment would change the modules.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS

BINDGEN="$CACHE/wasm/bin/komadai-bindgen"
WASM_OPT="$ROOT/scripts/tools/node_modules/.bin/wasm-opt"
BINDINGS="$ROOT/bindings/wasm"
PAGE="$ROOT/web/src/wasm"

# The files a module was made of with their checksums, by which build-web.sh finds one that is out of date.
# Cargo's list has the sources of our own crates and what they include.
sources() {
  (
    cd "$ROOT"
    sed -e 's/^[^:]*: //' -e 's/\\ /\x1/g' "${1%.wasm}.d" | tr ' \1' '\n ' | sed "s|^$ROOT/||" | LC_ALL=C sort -u | {
      mapfile -t files
      mapfile -t manifests < <(printf '%s\n' "${files[@]}" | sed -n 's|/src/.*|/Cargo.toml|p' | sort -u)
      sha256sum -- "${files[@]}" "${manifests[@]}" Cargo.toml Cargo.lock scripts/build-wasm.sh
    }
  )
}

build() {
  local name="$1" profile="$2" passes="$3"
  local crate="komadai-wasm-$name" built="$TARGET/wasm/$WASM_TARGET/$profile/komadai_wasm_$name.wasm"
  local out="$BINDINGS/$name/dist"

  (cd "$ROOT" && cargo build --quiet --package "$crate" --profile "$profile" --target "$WASM_TARGET" \
    --target-dir "$TARGET/wasm" "${WASM_CARGO_FLAGS[@]}")

  local stamp="$out/.from"
  local from
  from="$(sha256sum <"$built") $(cat "$BINDGEN.version") $passes"
  if [ "$(cat "$stamp" 2>/dev/null)" != "$from" ]; then
    say "$name: JavaScript and wasm-opt ${passes//,/ }"
    local made="$CACHE/wasm/made/$name"
    rm -rf "$made"
    mkdir -p "$made"
    "$BINDGEN" "$built" "$made" "$name"
    node "$ROOT/scripts/indent-types.mjs" "$made/$name.d.ts"
    # shellcheck disable=SC2086
    "$WASM_OPT" ${passes//,/ } --strip-debug --strip-producers --strip-target-features "$made/${name}_bg.wasm" -o "$made/${name}_opt.wasm"
    mv "$made/${name}_opt.wasm" "$made/${name}_bg.wasm"
    echo "$from" >"$made/.from"
    rm -rf "$out"
    mv "$made" "$out"
  fi
  sources "$built" >"$out/.sources"
  if ! diff -rq "$out" "$PAGE/$name" >/dev/null 2>&1; then
    mkdir -p "$PAGE"
    rm -rf "${PAGE:?}/$name"
    cp -a "$out" "$PAGE/$name"
  fi
}

# In parallel: each module is linked on a single thread. Each profile has its own folder.
others=()
for module in "${MODULES[@]}"; do
  read -r name profile passes budget <<<"$module"
  if [ "$profile" = wasm-small ]; then continue; fi
  build "$name" "$profile" "$passes" &
  others+=($!)
done
for module in "${MODULES[@]}"; do
  read -r name profile passes budget <<<"$module"
  if [ "$profile" = wasm-small ]; then build "$name" "$profile" "$passes"; fi
done
for other in "${others[@]}"; do wait "$other"; done

over=0
for module in "${MODULES[@]}"; do
  read -r name profile passes budget <<<"$module"
  if [ "${1:-}" = --sizes ]; then
    size="$(stat -c %s "$BINDINGS/$name/dist/${name}_bg.wasm")"
    gzip="$(gzip -9c "$BINDINGS/$name/dist/${name}_bg.wasm" | wc -c)"
    say "$name: $size bytes of $budget allowed, $gzip bytes with gzip"
    if [ "$size" -gt "$budget" ]; then
      printf 'error: the %s module is %s bytes over its budget\n' "$name" "$((size - budget))" >&2
      over=1
    fi
  fi
done
exit "$over"
