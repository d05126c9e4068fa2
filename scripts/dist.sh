#!/usr/bin/env bash
# Packs komadai and komadai-engine for other machines: dist/komadai-<version>-<system>.tar.gz and its checksum.
# Run by `make dist`, which builds page and programs first.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# check_size <program> <megabytes>: size limit, of komadai with page and engine, of komadai-engine with nets.
check_size() {
  local size
  size=$(stat -c %s "$TARGET/dist/$1")
  [ "$size" -le $(($2 * 1000 * 1000)) ] || die "$1 has $size bytes, more than $2 MB"
  say "$1: $((size / 1000 / 1000)) MB"
}

check_size komadai 80
check_size komadai-engine 20
program="$TARGET/dist/komadai"
version=$("$program" --version | cut -d' ' -f2)
system=$(rustc -vV | sed -n 's/^host: //p')
name="komadai-$version-$system"

rm -rf "dist/$name"
mkdir -p "dist/$name/docs" "dist/$name/deploy" "dist/$name/nets"
cp "$program" "$TARGET/dist/komadai-engine" LICENSE-* LICENSES.md deploy/README.md "dist/$name/"
cp docs/*.md docs/*.json "dist/$name/docs/"
# The licences of the embedded nets are on their cards.
cp nets/*.md "dist/$name/nets/"
cp deploy/komadai*.service deploy/komadai-backup.timer deploy/komadai.env deploy/nginx.conf deploy/Caddyfile "dist/$name/deploy/"
node scripts/third-party.mjs >"dist/$name/THIRD-PARTY.txt"
# Reproducible archive: sorted, without owners, dated by the last commit.
when=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$when" --directory dist "$name" |
  gzip -9n >"dist/$name.tar.gz"
(cd dist && sha256sum "$name.tar.gz" >SHA256SUMS)
say "$name: packed $(($(stat -c %s "dist/$name.tar.gz") / 1000 / 1000)) MB"
say "dist/$name.tar.gz and dist/SHA256SUMS"
