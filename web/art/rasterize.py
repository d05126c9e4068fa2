#!/usr/bin/env python3
"""Render the PNG icons from the SVG ones with Chromium, and record both in icons.lock.json.

Chromium's pixels differ a little between versions, so staleness is judged by the
recorded hashes: the SVG a PNG was made from, and the PNG itself.
"""

import hashlib
import json
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from komadai_art.icons import PNGS

HERE = Path(__file__).resolve().parent
ICONS = HERE.parent / "public" / "icons"
LOCK = HERE / "icons.lock.json"


def sha(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stale():
    """Names of PNG icons that do not belong to the present SVG."""
    lock = json.loads(LOCK.read_text()) if LOCK.is_file() else {}
    bad = []
    for name, (source, _) in PNGS.items():
        target = ICONS / name
        if not target.is_file() or lock.get(name) != {"from": sha(ICONS / source), "png": sha(target)}:
            bad.append(name)
    return bad


def _chunks(data):
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + size]
        at += 12 + size


def crop(data, size):
    """The upper left size×size of an 8 bit RGB or RGBA PNG, as a PNG."""
    parts = list(_chunks(data))
    width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", parts[0][1])
    if depth != 8 or colour not in (2, 6):
        raise ValueError(f"unexpected PNG: depth {depth}, colour type {colour}")
    step = 4 if colour == 6 else 3
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    stride, before, rows = width * step, bytearray(width * step), b""
    for y in range(size):
        start = y * (stride + 1)
        row = _unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, step)
        rows += _filter(row[: size * step], before[: size * step], step)
        before = row

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", size, size, 8, colour, 0, 0, 0)
    return data[:8] + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def _filter(row, above, step):
    """The row in the PNG filter with the smallest sum of absolute differences."""
    size = len(row)
    shifted, corner = bytes(step) + row[: size - step], bytes(step) + above[: size - step]
    choices = {
        0: row,
        1: bytes((row[i] - shifted[i]) & 255 for i in range(size)),
        2: bytes((row[i] - above[i]) & 255 for i in range(size)),
        4: bytes((row[i] - _nearest(shifted[i], above[i], corner[i])) & 255 for i in range(size)),
    }
    kind = min(choices, key=lambda k: sum(min(v, 256 - v) for v in choices[k]))
    return bytes([kind]) + bytes(choices[kind])


def _nearest(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda v: abs(guess - v))


def _unfilter(kind, row, above, step):
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = up
        elif kind == 3:
            add = (left + up) // 2
        elif kind == 4:
            add = _nearest(left, up, corner)
        else:
            add = 0
        row[i] = (row[i] + add) & 255
    return row


def render(source, size, target):
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
        page.write_text(
            f'<body style="margin:0"><img src="{source.as_uri()}" style="display:block;width:{size}px;height:{size}px">'
        )
        subprocess.run(
            [
                "chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                "--no-first-run", "--hide-scrollbars", "--default-background-color=00000000",
                "--window-size=640,800", f"--screenshot={shot}", page.as_uri(),
            ],
            check=True, stderr=subprocess.DEVNULL,
        )
        target.write_bytes(crop(shot.read_bytes(), size))


def main():
    lock = {}
    for name, (source, size) in PNGS.items():
        render(ICONS / source, size, ICONS / name)
        lock[name] = {"from": sha(ICONS / source), "png": sha(ICONS / name)}
        print(name, (ICONS / name).stat().st_size, "bytes")
    LOCK.write_text(json.dumps(lock, indent=1) + "\n")


if __name__ == "__main__":
    main()
