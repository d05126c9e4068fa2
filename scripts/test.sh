#!/usr/bin/env bash
# Runs steps of scripts/test.mk beside each other, and prints their times and failures at the end.
#
#   scripts/test.sh                  the group `test`: installs what is needed, then all steps of `make test`
#   scripts/test.sh check            another group: test-all, check, e2e
#   scripts/test.sh rust clippy …    the named steps alone
#
# A failing step stops only those that need it. The last line counts each test reported by a test runner, and each
# check without tests (a formatter, a size budget), as one.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

rm -rf "$LOGS"
mkdir -p "$LOGS"
export LOGS
# One cargo profile for clippy, tests and the server of the browser tests, so that steps share their builds.
export CARGO_TERM_COLOR=never NO_COLOR=1 CI="${CI:-1}"
# No incremental data: from scratch each crate is compiled once.
[ -d "$TARGET/debug" ] || export CARGO_INCREMENTAL=0
export KOMADAI_BIN="$CACHE/program/komadai"
export KOMADAI_ENGINE_BIN="$CACHE/program/komadai-engine"
export KOMADAI_LAB_BIN="$CACHE/program/komadai-lab"

status=0
began=$(date +%s)
# Three jobs for two processors: most steps wait at times, for a single-threaded linker or a timer.
env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory --makefile="${TEST_MAKEFILE:-scripts/test.mk}" --jobs="${TEST_JOBS:-3}" --keep-going --output-sync=target \
  GROUP="${*:-test}" || status=$?

printf '\n==> Summary\n'
cat "$LOGS"/*.result 2>/dev/null | sort -n | while read -r start took processor verdict passed failed title; do
  printf '%5d s  at %4d s  %5d s of processor  %-6s  %s\n' \
    "$took" "$((start - began))" "$processor" "$verdict" "$title"
done
printf '%5d s  in all\n' $(($(date +%s) - began))

for name in $(cat "$LOGS/steps"); do
  log="$LOGS/$name.log"
  if [ ! -f "$LOGS/$name.result" ]; then
    printf '\nNot run, since a step that it needs failed: %s\n' "$name"
    continue
  fi
  # Failed tests by name, since often only the end of a long log is kept.
  names="$(awk -f scripts/failed-tests.awk "$log" | head -n 20)"
  read -r _ _ _ verdict _ <"$LOGS/$name.result"
  if [ "$verdict" = ok ] && [ -z "$names" ]; then continue; fi
  # A step without tests: its last lines.
  [ -n "$names" ] || names="$(tail -n 30 "$log")"
  printf '\nFailed, or passed only when tried again: %s (log: %s)\n' "$name" "${log#"$ROOT"/}"
  printf '%s\n' "$names" | sed 's/^/    /'
done

cat "$LOGS"/*.result 2>/dev/null | awk '{ passed += $5; failed += $6 } END { printf "\n%d passed, %d failed\n", passed, failed }'
exit "$status"
