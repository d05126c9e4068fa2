#!/usr/bin/env bash
# Compares the PyTorch trainer with `komadai-lab train` on a small case on the CPU: equal weights give equal files, equal
# files give equal evaluations, and training reduces the loss.
#
#   PYTHON=python3 scripts/nets-torch.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

lab="${KOMADAI_LAB_BIN:-$TARGET/debug/komadai-lab}"
[ -x "$lab" ] || die "$lab is missing: cargo build --package komadai-lab"
python="${PYTHON:-}"
for candidate in ${python:-/usr/bin/python3 python3}; do
  if "$candidate" -c 'import numpy, torch' 2>/dev/null; then python="$candidate"; break; fi
done
[ -n "$python" ] || die "PyTorch and NumPy are needed (Debian's package: python3-torch), or PYTHON=…"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

"$lab" selfplay minishogi --eval-file classical --nodes 40 --games 4500 --concurrency 2 --output "$folder/games.kmds" >/dev/null 2>&1
"$lab" data "$folder/games.kmds" --dump "$folder/positions" >/dev/null
# After one epoch checkpoint and net have the same weights.
"$lab" train minishogi --data "$folder/games.kmds" --l1 64 --epochs 1 --batch 1024 --learning-rate 0.003 \
  --checkpoint "$folder/checkpoint" --output "$folder/rust.nnue" >/dev/null 2>&1
"$python" "$ROOT/scripts/train/train.py" "$folder/positions" --l1 64 --epochs 3 --batch 1024 --learning-rate 0.003 \
  --device cpu --output "$folder/torch.nnue" >"$folder/torch.log"
for net in rust torch; do
  "$lab" data "$folder/games.kmds" --net "$folder/$net.nnue" --evaluations "$folder/$net.txt" >/dev/null
done
"$python" "$ROOT/scripts/train/compare.py" "$folder"
