#!/usr/bin/env bash
# Runs cargo-deny, installed into .cache, on the workspace and on the Python package: licences, bans, sources, and
# advisories if their database can be fetched or was fetched earlier ($CARGO_HOME/advisory-dbs).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

DENY="$CACHE/cargo-deny/bin/cargo-deny"
if have cargo-deny; then
  DENY="$(command -v cargo-deny)"
elif [ ! -x "$DENY" ]; then
  say "compiling cargo-deny (minutes)"
  cargo install --quiet --locked --root "$CACHE/cargo-deny" cargo-deny
fi

advisories() {
  local log
  if log="$("$DENY" "$@" check advisories 2>&1)"; then return; fi
  case "$log" in
    *"advisory database"*) ;;
    *)
      printf '%s\n' "$log" >&2
      die "advisories"
      ;;
  esac
  # A database fetched earlier may be outdated, but still helps.
  if log="$("$DENY" --offline "$@" check advisories 2>&1)"; then
    warn "advisories of the database as it lies in ${CARGO_HOME:-~/.cargo}/advisory-dbs: it cannot be fetched here"
    return
  fi
  case "$log" in
    *FETCH_HEAD* | *"advisory database"*) warn "advisories left out: their database cannot be fetched here" ;;
    *)
      printf '%s\n' "$log" >&2
      die "advisories"
      ;;
  esac
}

for manifest in Cargo.toml bindings/python/Cargo.toml; do
  say "$manifest"
  what=(--config deny.toml --manifest-path "$manifest")
  # One list of licences serves all manifests.
  "$DENY" "${what[@]}" check -A license-not-encountered licenses bans sources
  advisories "${what[@]}"
done
