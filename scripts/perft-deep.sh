#!/usr/bin/env bash
# Checks the deepest published perft counts of the start positions, without hash on one core, in a few minutes.
# Shallower ones are in the tests.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

cargo build --quiet --profile dist --package komadai
failed=0
while read -r game depth expected; do
  began=$SECONDS
  nodes="$("$TARGET/dist/komadai" perft "$game" "$depth" | sed -n '$s/^nodes //p')"
  if [ "$nodes" = "$expected" ]; then
    say "$game $depth: $nodes, $((SECONDS - began)) s"
  else
    printf 'error: %s %s: %s instead of %s\n' "$game" "$depth" "$nodes" "$expected" >&2
    failed=1
  fi
done <<'END'
shogi 6 547581517
minishogi 7 132680617
torishogi 6 46867039
shogun 6 127885648
END
exit "$failed"
