#!/usr/bin/env bash
# Checks that everything that is published can be: the crates package and compile as their users get them, the npm packages
# and the Python wheel install and work in fresh projects. Publishes nothing.
#
#   scripts/publish-check.sh                 all of it
#   scripts/publish-check.sh crates npm …    only the named parts: crates, npm, python
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

CRATES=(komadai-rules komadai-notation komadai-uci komadai-engine komadai-usi)
FRESH="$CACHE/publish"

fresh() {
  rm -rf "${FRESH:?}/$1"
  mkdir -p "$FRESH/$1"
}

# A dirty tree is checked too: what is published comes from a clean one.
check_crates() {
  say "crates: ${CRATES[*]}"
  cargo publish --quiet --dry-run --allow-dirty "${CRATES[@]/#/--package=}"
}

check_npm() {
  "$ROOT/scripts/build-wasm.sh"
  npm_install "$ROOT/e2e"
  fresh npm
  node scripts/check-npm.mjs "$FRESH/npm"
}

check_python() {
  scripts/python.sh build
  fresh python
  python3 -m venv "$FRESH/python/venv"
  "$FRESH/python/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$CACHE"/python-wheels/komadai-*.whl
  # The README's example, away from the sources.
  awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on' bindings/python/README.md >"$FRESH/python/example.py"
  (cd "$FRESH/python" && venv/bin/python example.py)
  say "Python: the wheel works in a fresh environment"
}

for part in "${@:-crates npm python}"; do
  for name in $part; do "check_$name"; done
done
