#!/usr/bin/env python3
"""Contact sheet: all men of all sets at 40, 64 and 120 px on board colours.

    python3 sheet.py [set/game …] [--out FOLDER] [--no-png]

Writes one HTML page per set and, through Chromium, a PNG of each.
"""

import argparse
import json
import subprocess
from pathlib import Path

PIECES = Path(__file__).resolve().parent.parent / "public" / "pieces"
WOOD = ["#f4cf8a", "#e9bd72"]
CHECKERS = ["#f0d9b5", "#b58863"]


def page(name, game, entry):
    """(html, width, height) of one set."""
    wood = entry["viewBox"][0] == 110
    rows, height, widest = [], 20, 0
    for size in (40, 64, 120):
        tall = size * 12 // 11 if wood else size
        for side in ("first", "second"):
            cells = []
            for i, kind in enumerate(entry["kinds"]):
                colour = WOOD[0] if wood else CHECKERS[(i + (side == "second")) % 2]
                url = (PIECES / entry["path"] / f"{side}-{kind}.svg").as_uri()
                cells.append(
                    f'<div style="width:{size}px;height:{tall}px;background:{colour} '
                    f'url({url}) center/contain no-repeat;box-shadow:inset 0 0 0 .5px #0006"></div>'
                )
                if not wood and size > 40:
                    other = CHECKERS[(i + (side == "first")) % 2]
                    cells.append(cells[-1].replace(colour, other))
            rows.append(f'<div style="display:flex">{"".join(cells)}</div>')
            height += tall
            widest = max(widest, len(cells) * size)
        rows.append('<div style="height:8px"></div>')
        height += 8
    html = f'<!doctype html><meta charset="utf-8"><title>{name} {game}</title><body style="margin:10px;background:#ddd">'
    return html + "\n".join(rows), widest + 20, height


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--out", type=Path, default=Path("/tmp/komadai-sheets"))
    parser.add_argument("--no-png", action="store_true")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((PIECES / "manifest.json").read_text(encoding="utf-8"))
    for name, games in manifest["sets"].items():
        for game, entry in games.items():
            if options.sets and f"{name}/{game}" not in options.sets:
                continue
            html, width, height = page(name, game, entry)
            target = options.out / f"{name}-{game}.html"
            target.write_text(html, encoding="utf-8")
            print(target)
            if not options.no_png:
                screenshot(target, width, height)


def screenshot(target, width, height):
    """PNG of the page beside it."""
    subprocess.run(
        [
            "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--no-first-run", f"--window-size={width},{height}", "--hide-scrollbars",
            f"--screenshot={target.with_suffix('.png')}", target.as_uri(),
        ],
        check=True, stderr=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    main()
