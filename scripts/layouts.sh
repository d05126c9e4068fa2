#!/usr/bin/env bash
# Opens every page at every size in a browser; `make test` opens a part of them. Passes its arguments to Playwright.
#
#   scripts/layouts.sh -g "lesson shogi"     matching layouts only
#   LAYOUTS_PICTURES=1 scripts/layouts.sh    saves screenshots in e2e/artefacts/layouts
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need npm "install Node.js 20 or newer with npm"
npm_install "$ROOT/e2e"
cd "$ROOT/e2e"
LAYOUTS=all npx playwright test tests/layouts.spec.ts tests/layout.spec.ts tests/learn.spec.ts "$@"
