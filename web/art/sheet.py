#!/usr/bin/env python3
"""Contact sheet: all pieces of all sets at 40, 64 and 120 px on board colours.

    python3 sheet.py [set/game …] [--sizes 40 64 120] [--scale 2] [--out FOLDER] [--no-png]

Writes one HTML page per set and, through Chromium, a PNG of each.
"""

import argparse
import json
import subprocess
from pathlib import Path

from komadai_art.games import KINDS

PIECES = Path(__file__).resolve().parent.parent / "public" / "pieces"
WOOD = "#f0c67c"
CHECKERS = ["#f0d9b5", "#b58863"]


def cell(name, game, side, kind, size, colour):
    """One square with one piece."""
    url = (PIECES / name / game / f"{side}-{kind}.svg").as_uri()
    tall = size if game == "shogun" else size * 12 / 11
    return (
        f'<div style="width:{size}px;height:{tall}px;background:{colour} url({url}) center/contain no-repeat;'
        f'box-shadow:inset 0 0 0 .5px #0006"></div>'
    )


def page(name, game, sizes):
    """(html, width, height) of one set."""
    wood = game != "shogun"
    rows, height, widest = [], 20, 0
    for size in sizes:
        for side in ("first", "second"):
            for row in range(1 if wood else 2):
                cells = []
                for i, kind in enumerate(KINDS[game]):
                    colour = WOOD if wood else CHECKERS[(i + row) % 2]
                    cells.append(cell(name, game, side, kind, size, colour))
                rows.append(f'<div style="display:flex">{"".join(cells)}</div>')
                height += size * 12 / 11 if wood else size
        widest = max(widest, len(KINDS[game]) * size)
        rows.append('<div style="height:8px"></div>')
        height += 8
    html = f'<!doctype html><meta charset="utf-8"><title>{name} {game}</title><body style="margin:10px;background:#ddd">'
    return html + "\n".join(rows), widest + 20, int(height) + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--out", type=Path, default=Path("/tmp/komadai-sheets"))
    parser.add_argument("--sizes", nargs="+", type=int, default=[40, 64, 120])
    parser.add_argument("--scale", type=float, default=1, help="device pixels per CSS pixel")
    parser.add_argument("--no-png", action="store_true")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((PIECES / "manifest.json").read_text(encoding="utf-8"))
    for game, sets in manifest["games"].items():
        for name in (entry["id"] for entry in sets):
            if options.sets and f"{name}/{game}" not in options.sets:
                continue
            html, width, height = page(name, game, options.sizes)
            target = options.out / f"{name}-{game}.html"
            target.write_text(html, encoding="utf-8")
            print(target)
            if not options.no_png:
                screenshot(target, width, height, options.scale)


def screenshot(target, width, height, scale):
    """PNG of the page beside it."""
    subprocess.run(
        [
            "chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--no-first-run", f"--window-size={width},{height}", "--hide-scrollbars", f"--force-device-scale-factor={scale}",
            f"--screenshot={target.with_suffix('.png')}", target.as_uri(),
        ],
        check=True, stderr=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    main()
