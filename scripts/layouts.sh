#!/usr/bin/env bash
# Walks every page at every size in a browser; `make test` walks a part of it. What is given is passed on:
#
#   scripts/layouts.sh -g "lesson shogi"     only these
#   LAYOUTS_PICTURES=1 scripts/layouts.sh    keeps a picture of each in e2e/artefacts/layouts
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need npm "install Node.js 20 or newer with npm"
npm_install "$ROOT/e2e"
cd "$ROOT/e2e"
LAYOUTS=all npx playwright test tests/layouts.spec.ts "$@"
