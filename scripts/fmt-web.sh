#!/usr/bin/env bash
# Formats web and e2e with the formatters that each package.json names.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

for room in web e2e; do
  [ -f "$ROOT/$room/package.json" ] || continue
  npm_install "$ROOT/$room"
  (cd "$ROOT/$room" && npm run --silent --if-present format)
done
