# Shared functions of scripts: paths, messages, npm packages.
# shellcheck shell=bash

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
CACHE="$ROOT/.cache"
LOGS="${TEST_LOGS:-$CACHE/test-logs}"
TARGET="${CARGO_TARGET_DIR:-$ROOT/target}"
WASM_TARGET=wasm32-unknown-unknown

say() { printf '    %s\n' "$*"; }
warn() { printf '    warning: %s\n' "$*" >&2; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Prints the version of a crate that the root manifest pins with `=`.
pinned_version() {
  sed -n "s/^$1 *= *\"=\([^\"]*\)\".*/\1/p" "$ROOT/Cargo.toml"
}

# need <program> <what to do when it is missing>
need() {
  have "$1" || die "$1 is needed: $2"
}

# npm_install <folder>: installs its npm packages; again only if the lock file has changed.
npm_install() {
  local dir="$1" lock="$1/package-lock.json" stamp="$1/node_modules/.komadai-installed"
  [ -f "$lock" ] || lock="$dir/package.json"
  if [ -f "$stamp" ] && cmp -s "$lock" "$stamp"; then return; fi
  say "npm packages of ${dir#"$ROOT"/}"
  if [ "${lock##*/}" = package-lock.json ]; then
    (cd "$dir" && npm ci --no-audit --no-fund --loglevel=error)
  else
    (cd "$dir" && npm install --no-audit --no-fund --loglevel=error)
  fi
  cp "$lock" "$stamp"
}
