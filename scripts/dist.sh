#!/usr/bin/env bash
# Packs the program for other machines: dist/komadai-<version>-<system>.tar.gz and its checksum.
# Run by `make dist`, which builds page and program first.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# Size limit of the program in bytes, including page and engine.
MAX_SIZE=$((80 * 1000 * 1000))

program="$TARGET/dist/komadai"
size=$(stat -c %s "$program")
[ "$size" -le "$MAX_SIZE" ] || die "the program has $size bytes, more than $MAX_SIZE"
version=$("$program" --version | cut -d' ' -f2)
system=$(rustc -vV | sed -n 's/^host: //p')
name="komadai-$version-$system"

rm -rf "dist/$name"
mkdir -p "dist/$name/docs" "dist/$name/deploy"
cp "$program" LICENSE-* LICENSES.md deploy/README.md "dist/$name/"
cp docs/*.md docs/*.json "dist/$name/docs/"
cp deploy/komadai*.service deploy/komadai-backup.timer deploy/komadai.env deploy/nginx.conf deploy/Caddyfile "dist/$name/deploy/"
node scripts/third-party.mjs >"dist/$name/THIRD-PARTY.txt"
# Reproducible archive: sorted, without owners, dated by the last commit.
when=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$when" --directory dist "$name" |
  gzip -9n >"dist/$name.tar.gz"
(cd dist && sha256sum "$name.tar.gz" >SHA256SUMS)
say "$name: $((size / 1000 / 1000)) MB, packed $(($(stat -c %s "dist/$name.tar.gz") / 1000 / 1000)) MB"
say "dist/$name.tar.gz and dist/SHA256SUMS"
