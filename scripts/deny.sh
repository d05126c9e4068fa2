#!/usr/bin/env bash
# cargo-deny on the workspace, installed into .cache first: licences, bans, sources; and advisories, where their
# database can be fetched or lies in $CARGO_HOME/advisory-dbs.
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
"$DENY" check licenses bans sources
if ! log="$("$DENY" check advisories 2>&1)"; then
  case "$log" in
    *"failed to fetch advisory database"* | *"failed to acquire advisory database"* | *"advisory database"*fetch*)
      warn "advisories left out: their database cannot be fetched here"
      ;;
    *)
      printf '%s\n' "$log" >&2
      die "advisories"
      ;;
  esac
fi
