#!/usr/bin/env bash
# Builds the page, web/ -> web/dist, if its sources have changed. The browser modules must be there and up to date:
# run build-wasm.sh first. `npm run build` in web/ does the same.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need npm "install Node.js 20 or newer with npm"
mkdir -p "$CACHE"
exec 9>"$CACHE/web.lock"
flock 9 # one build at a time: each empties web/dist first

for module in rules records engine; do
  sources="$ROOT/web/src/wasm/$module/.sources"
  [ -f "$sources" ] || die "the browser modules are missing: run scripts/build-wasm.sh (make wasm)"
  changed="$(cd "$ROOT" && sha256sum --check --quiet "$sources" 2>/dev/null | sed 's/: .*//' || true)"
  [ -z "$changed" ] ||
    die "the $module module is older than ${changed%%$'\n'*}: run scripts/build-wasm.sh (make wasm)"
done
npm_install "$ROOT/web"

# Hash of all sources by content, not by date: the build itself may write sources (translations).
fingerprint() {
  local puzzles=../crates/lab/puzzles
  (cd "$ROOT/web" && find . $([ -d "$puzzles" ] && echo "$puzzles") \( -name node_modules -o -name .sources -o -path ./dist \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}
stamp="$CACHE/web.built"
if [ -f "$ROOT/web/dist/index.html" ] && [ "$(fingerprint)" = "$(cat "$stamp" 2>/dev/null)" ]; then
  say "the page is up to date"
  exit 0
fi
(cd "$ROOT/web" && node_modules/.bin/vite build)
fingerprint >"$stamp"
