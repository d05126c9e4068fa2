#!/usr/bin/env bash
# Builds the Python package of bindings/python in a virtual environment under .cache/python.
#
#   scripts/python.sh          builds the wheel, installs and tests it
#   scripts/python.sh build    builds and installs only
#
# Uses the test profile; PROFILE=dist builds the release.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

package=$ROOT/bindings/python
environment=$CACHE/python
need python3 "install Python 3.10 or newer with its module venv (python3-venv)"

# Installs again only if the list of packages changes.
if ! cmp -s "$package/requirements.txt" "$environment/requirements.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --only-binary=:all: \
    --requirement "$package/requirements.txt"
  cp "$package/requirements.txt" "$environment/requirements.txt"
fi

wheels=$CACHE/python-wheels
rm -rf "$wheels"
(cd "$package" && CARGO_TARGET_DIR="$TARGET/python" "$environment/bin/maturin" build --quiet \
  --profile "${PROFILE:-test-wheel}" --locked --out "$wheels")
wheel=("$wheels"/komadai-*-abi3-*.whl)
# Skips an unchanged wheel.
sum=$(sha256sum <"${wheel[0]}")
if [ "$sum" != "$(cat "$environment/wheel.sum" 2>/dev/null)" ]; then
  "$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"
  echo "$sum" >"$environment/wheel.sum"
fi
say "${wheel[0]#"$ROOT"/}"
[ "${1:-}" = build ] || (cd "$package" && "$environment/bin/python" -m pytest --quiet)
