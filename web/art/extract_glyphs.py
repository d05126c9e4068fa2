#!/usr/bin/env python3
"""Take the kanji outlines from the font once and write them to glyphs.json.

Only this script needs fonttools and the font; the generator reads glyphs.json.

    npm pack @fontsource/yuji-syuku@5.3.0 && tar xzf fontsource-yuji-syuku-5.3.0.tgz
    pip install fonttools==4.68.0
    python3 extract_glyphs.py package/files/yuji-syuku-japanese-400-normal.woff
"""

import json
import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

NEEDED = "玉王飛角金銀桂香歩龍馬全圭杏と鵬鷹鶴雉左右鶉燕雁将駒兵車行成象士長教相后"

# The font lacks 鵰 (eagle): it is composed of the left part of 彫 and the right part of 鵠.
# Contour numbers are those of release 5.3.0 of the package.
# (character, contours, x scale, y scale, x shift, y shift)
COMPOSED = {
    "鵰": [
        ("彫", (0, 4, 5, 6, 7, 8), 0.80, 1.04, -50, 0),
        ("鵠", (0, 4, 5, 6, 7, 8, 9), 0.97, 1.0, 20, 0),
    ],
}


class RelativePath:
    """A pen that writes the shortest plain SVG path: whole units, relative, y down."""

    def __init__(self):
        self.out, self.at, self.last, self.start = [], (0, 0), "", (0, 0)

    def _put(self, command, *points):
        if command != self.last or command == "m":
            self.out.append(command)
        else:
            self.out.append(" ")
        numbers = []
        for x, y in points:
            numbers += [x - self.at[0], y - self.at[1]]
        text = str(numbers[0])
        for number in numbers[1:]:
            text += str(number) if number < 0 else f" {number}"
        if self.out[-1] == " " and text.startswith("-"):
            self.out[-1] = ""
        self.out.append(text)
        self.at, self.last = points[-1], command

    @staticmethod
    def _grid(point):
        return round(point[0]), round(-point[1])

    def moveTo(self, point):
        self._put("m", self._grid(point))
        self.start = self.at

    def lineTo(self, point):
        if self._grid(point) != self.at:
            self._put("l", self._grid(point))

    def qCurveTo(self, *points):
        points = [self._grid(p) for p in points]
        for i, control in enumerate(points[:-1]):
            if i < len(points) - 2:
                following = points[i + 1]
                end = ((control[0] + following[0]) // 2, (control[1] + following[1]) // 2)
            else:
                end = points[-1]
            self._put("q", control, end)

    def curveTo(self, *points):
        self._put("c", *[self._grid(p) for p in points])

    def closePath(self):
        self.out.append("z")
        self.last = "z"
        self.at = self.start


def contours(glyphs, name):
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    result, current = [], []
    for operation in pen.value:
        current.append(operation)
        if operation[0] == "closePath":
            result.append(current)
            current = []
    return result


def replay(operations, pen):
    for name, arguments in operations:
        getattr(pen, name)(*arguments)


def main():
    font = TTFont(sys.argv[1])
    glyphs, characters = font.getGlyphSet(), font.getBestCmap()
    unit = font["head"].unitsPerEm
    result = {}
    parts = {c: [(c, None, 1, 1, 0, 0)] for c in NEEDED} | COMPOSED
    for character, pieces in parts.items():
        path, bounds = RelativePath(), BoundsPen(None)
        for source, chosen, sx, sy, tx, ty in pieces:
            every = contours(glyphs, characters[ord(source)])
            for number in range(len(every)) if chosen is None else chosen:
                for pen in (path, bounds):
                    replay(every[number], TransformPen(pen, (sx, 0, 0, sy, tx, ty)))
        x0, y0, x1, y1 = bounds.bounds
        result[character] = {
            "box": [round(x0), round(-y1), round(x1), round(-y0)],
            "path": "".join(path.out),
        }
    data = {
        "font": "Yuji Syuku, copyright 2021 The Yuji Project Authors",
        "licence": "SIL Open Font License 1.1 (OFL.txt)",
        "unitsPerEm": unit,
        "glyphs": dict(sorted(result.items())),
    }
    target = Path(__file__).with_name("glyphs.json")
    target.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
