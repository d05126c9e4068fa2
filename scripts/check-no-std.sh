#!/usr/bin/env bash
# Checks that komadai-rules and komadai-notation need no standard library. A program with its own panic
# handler links with them only if nothing pulls in std, which has another. With std it must fail.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cd "$ROOT/scripts/no-std"
cargo build --quiet --target-dir "$TARGET/no-std"
if cargo build --quiet --target-dir "$TARGET/no-std" --features with-std 2>"$TARGET/no-std/with-std.log"; then
  die "this check cannot fail: it accepts a program with the standard library"
fi
grep -q 'panic_impl' "$TARGET/no-std/with-std.log" || {
  cat "$TARGET/no-std/with-std.log" >&2
  die "the counter-check failed for another reason than the standard library"
}
say "rules and notation compile without std, and the check notices std when it is there"
