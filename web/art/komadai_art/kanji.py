"""Pieces with written characters: one (the quails of Tori Shogi two), or the whole name in two."""

import json
from pathlib import Path

from . import koma
from .games import KINDS
from .svg import num, polygon

_DATA = json.loads((Path(__file__).parent.parent / "glyphs.json").read_text(encoding="utf-8"))
GLYPHS = _DATA["glyphs"]

INK, RED = "#1d120a", "#b3121d"
# Shogun Chess marks its promoted pieces with blue (White) and gold (Black).
PALE, BLUE, GOLD = "#fff1d0", "#0d3f96", "#ffcb3d"

# letter: characters on the face
FACES = {
    "shogi": {
        "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
        "pP": "と", "pL": "杏", "pN": "圭", "pS": "全", "pB": "馬", "pR": "龍",
    },
    "torishogi": {
        "S": "燕", "P": "雉", "C": "鶴", "L": "左鶉", "R": "右鶉", "F": "鷹", "K": "鵬",
        "pS": "雁", "pF": "鵰",
    },
    # From the game's Chinese names: 兵 馬 象 車 士 王, 兵長 将軍 大主教 首相 后.
    "shogun": {
        "P": "兵", "N": "馬", "B": "象", "R": "車", "F": "士", "K": "王",
        "pP": "長", "pN": "将", "pB": "教", "pR": "相", "pF": "后",
    },
}
FACES["minishogi"] = {k: FACES["shogi"][k] for k in KINDS["minishogi"]}

NAMES = {
    "shogi": {
        "P": "歩兵", "L": "香車", "N": "桂馬", "S": "銀将", "G": "金将", "B": "角行", "R": "飛車", "K": "玉将",
        "pP": "と金", "pL": "成香", "pN": "成桂", "pS": "成銀", "pB": "龍馬", "pR": "龍王",
    },
}
NAMES["minishogi"] = {k: NAMES["shogi"][k] for k in KINDS["minishogi"]}

# height of the wedge compared with the king's; breadth compared with its own height
SIZES = {
    "shogi": {
        "K": (1.0, 1.0), "R": (0.975, 1.0), "B": (0.965, 1.0), "G": (0.94, 0.985), "S": (0.93, 0.985),
        "N": (0.9, 0.97), "L": (0.885, 0.95), "P": (0.855, 0.95),
    },
    "torishogi": {
        "K": (1.0, 1.0), "F": (0.98, 1.0), "C": (0.965, 1.0), "L": (0.955, 1.0), "R": (0.955, 1.0),
        "P": (0.94, 0.985), "S": (0.9, 0.97),
    },
    "shogun": {
        "K": (1.0, 1.0), "R": (0.975, 1.0), "B": (0.96, 1.0), "N": (0.95, 0.985), "F": (0.935, 0.985),
        "P": (0.88, 0.96),
    },
}
SIZES["minishogi"] = SIZES["shogi"]


def face_text(game, side, kind, faces=None):
    """The characters on the face. The second player's king is 王, the first's 玉."""
    text = (faces or FACES)[game][kind]
    return text.replace("玉", "王") if side == "second" else text


def size_of(game, kind):
    """(height, breadth) of the wedge; a promoted piece keeps its wedge."""
    return SIZES[game][kind.removeprefix("p")]


def ink_of(game, side, kind):
    """Colour of the characters: promoted pieces are red, or as Shogun Chess has it."""
    if game == "shogun":
        return ((INK, BLUE), (PALE, GOLD))[side == "second"][kind.startswith("p")]
    return RED if kind.startswith("p") else INK


def wood_of(game, side):
    """In Shogun Chess White's pieces are pale and Black's are dark, besides pointing at each other."""
    return "walnut" if game == "shogun" and side == "second" else "maple"


def _fit(character, centre, box, most):
    """Transform that sets the character into `box` (width, height) around `centre`."""
    x0, y0, x1, y1 = GLYPHS[character]["box"]
    k = min(box[0] / (x1 - x0), box[1] / (y1 - y0), most)
    return k, centre[0] - k * (x0 + x1) / 2, centre[1] - k * (y0 + y1) / 2


def character(written, name, centre, box, most, colour, down, weight=12, carved=True):
    """A character set into a box, as an SVG group; `name` is its id in the picture."""
    k, x, y = _fit(written, centre, box, most)
    if down:
        matrix = f"translate({num(koma.CENTRE[0] - x)} {num(koma.CENTRE[1] - y)}) scale({num(-k, 4)})"
    else:
        matrix = f"translate({num(koma.CENTRE[0] + x)} {num(koma.CENTRE[1] + y)}) scale({num(k, 4)})"
    stroke = f'stroke="{colour}" stroke-width="{weight}" d="{GLYPHS[written]["path"]}"'
    if not carved:
        return f'<g transform="{matrix}" fill="{colour}"><path stroke-linejoin="round" {stroke}/></g>'
    # The offset copy is the lit far edge of the carved groove.
    glow = 13 if not down else -13
    edge = 'fill="#fff" opacity=".55"' if colour not in (PALE, GOLD) else 'fill="#000" opacity=".5"'
    return (
        f'<g transform="{matrix}" fill="{colour}"><use href="#{name}" {edge} '
        f'transform="translate({glow} {glow})"/><path id="{name}" {stroke}/></g>'
    )


def one(game, side, kind, down, carved=True, boost=0):
    """The face of the set with one character, over the whole wedge."""
    size, breadth = size_of(game, kind)
    text, colour = face_text(game, side, kind), ink_of(game, side, kind)
    width, height = koma.KING_HEIGHT * 0.884 * size * breadth, koma.KING_HEIGHT * size
    if len(text) == 1:
        return character(
            text, "g", (0, height * 0.05), (width * 0.79, height * 0.7), 0.094 * size, colour, down,
            # Characters with many strokes would fill up.
            (12 if game != "torishogi" else 5) + boost, carved,
        )
    # 左 and 右 in red distinguish the two quails.
    face = character(text[0], "h", (0, -height * 0.215), (width * 0.46, height * 0.27), 0.05, RED, down, 16 + boost, carved)
    return face + character(text[1], "g", (0, height * 0.19), (width * 0.74, height * 0.5), 0.085, colour, down, 8 + boost, carved)


def _rim(size, breadth, down, colour):
    """A line along the edge: promoted pieces of Shogun Chess are recognised by it, not by colour alone."""
    shape = polygon(koma.place(koma.outline(size, breadth, down, inset=7)))
    return f'<path d="{shape}" fill="none" stroke="{colour}" stroke-width="2.6" stroke-linejoin="round"/>'


def draw(game, side, kind, down):
    """One piece with one character as an SVG document."""
    size, breadth = size_of(game, kind)
    face = one(game, side, kind, down)
    if game == "shogun" and kind.startswith("p"):
        face = _rim(size, breadth, down, ink_of(game, side, kind)) + face
    return koma.document_of(size, wood_of(game, side), down, face, breadth)


def draw_pair(game, side, kind, down):
    """One piece with its whole name, one character above the other."""
    size, breadth = size_of(game, kind)
    text, colour = face_text(game, side, kind, NAMES), ink_of(game, side, kind)
    width, height = koma.KING_HEIGHT * 0.884 * size * breadth, koma.KING_HEIGHT * size
    face = ""
    for written, name, y, wide in ((text[0], "h", -0.155, 0.6), (text[1], "g", 0.24, 0.68)):
        face += character(
            written, name, (0, height * y), (width * wide, height * 0.375), 0.062 * size, colour, down, 14
        )
    return koma.document_of(size, wood_of(game, side), down, face, breadth)
