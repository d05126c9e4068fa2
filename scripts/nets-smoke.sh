#!/usr/bin/env bash
# Makes a small net from scratch: self-play, training, export, evaluation.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

lab="${KOMADAI_LAB_BIN:-$TARGET/debug/komadai-lab}"
[ -x "$lab" ] || die "$lab is missing: cargo build --package komadai-lab"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# field <name> <file>: prints the number after a name.
field() {
  awk -v name="$1" '{ for (i = 1; i < NF; i++) if ($i == name) { print $(i + 1); exit } }' "$2"
}

"$lab" selfplay minishogi --eval-file classical --nodes 40 --games 400 --concurrency 2 --output games.kmds >/dev/null 2>&1
"$lab" data games.kmds >counts.txt
kept="$(field kept counts.txt)"
[ "$kept" -ge 5000 ] || die "$kept positions, fewer than 5000"

"$lab" train minishogi --data games.kmds --l1 32 --epochs 10 --patience 10 --batch 512 --learning-rate 0.003 \
  --output small.nnue >train.txt 2>train.log || die "$(tail -n 3 train.log)"
constant="$(awk '$1 == "constant" { print $3 }' train.txt)"
loss="$(awk '$1 == "best" { print $5 }' train.txt)"
awk -v loss="$loss" -v constant="$constant" 'BEGIN { exit !(loss < 0.8 * constant) }' ||
  die "held-out loss $loss: a constant has $constant"

"$lab" data games.kmds --net small.nnue --evaluations evaluations.txt >/dev/null
evaluations="$(wc -l <evaluations.txt)"
[ "$evaluations" -eq "$(field held-out counts.txt)" ] || die "$evaluations evaluations"
[ "$(sort -u evaluations.txt | wc -l)" -gt 20 ] || die "the net evaluates all positions alike"

say "$kept positions, held-out loss $loss, of a constant $constant, $evaluations evaluations"
