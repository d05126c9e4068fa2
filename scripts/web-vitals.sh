#!/usr/bin/env bash
# Measures the page on an emulated slow phone, stores the figures in docs/performance and updates docs/performance.md.
#
#   ROUNDS=3 scripts/web-vitals.sh         fewer rounds than 5
#   NO_LIGHTHOUSE=1 scripts/web-vitals.sh  page visits only
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need npm "install Node.js 20 or newer with npm"
"$ROOT/scripts/install-packages.sh" chromium
npm_install "$ROOT/e2e"
npm_install "$ROOT/e2e/tools/web-vitals"
cd "$ROOT/e2e"
npx playwright test --config tools/web-vitals
tools/web-vitals/document.mjs
