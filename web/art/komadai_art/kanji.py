"""Men with one written character (the quails of Tori Shogi with two)."""

import json
from pathlib import Path

from . import koma
from .games import KINDS
from .svg import num

_DATA = json.loads((Path(__file__).parent.parent / "glyphs.json").read_text(encoding="utf-8"))
GLYPHS = _DATA["glyphs"]

INK, RED = "#1d120a", "#b3121d"

# letter: (face of First, face of Second or None if the same)
FACES = {
    "shogi": {
        "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
        "pP": "と", "pL": "杏", "pN": "圭", "pS": "全", "pB": "馬", "pR": "龍",
    },
    "torishogi": {
        "S": "燕", "P": "雉", "C": "鶴", "L": "左鶉", "R": "右鶉", "F": "鷹", "K": "鵬",
        "pS": "雁", "pF": "鵰",
    },
}
FACES["minishogi"] = {k: FACES["shogi"][k] for k in KINDS["minishogi"]}

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
}
SIZES["minishogi"] = SIZES["shogi"]


def face_text(game, side, kind):
    """The characters on the face. The second player's king is 王, the first's 玉."""
    if kind == "K" and side == "second" and game in ("shogi", "minishogi"):
        return "王"
    return FACES[game][kind]


def size_of(game, kind):
    """(height, breadth) of the wedge; a promoted man keeps its wedge."""
    return SIZES[game][kind.removeprefix("p")]


def _fit(character, centre, box, most):
    """Transform that sets the character into `box` (width, height) around `centre`."""
    x0, y0, x1, y1 = GLYPHS[character]["box"]
    k = min(box[0] / (x1 - x0), box[1] / (y1 - y0), most)
    return k, centre[0] - k * (x0 + x1) / 2, centre[1] - k * (y0 + y1) / 2


def _character(character, name, centre, box, most, colour, down, weight=12):
    k, x, y = _fit(character, centre, box, most)
    if down:
        matrix = f"translate({num(koma.CENTRE[0] - x)} {num(koma.CENTRE[1] - y)}) scale({num(-k, 4)})"
    else:
        matrix = f"translate({num(koma.CENTRE[0] + x)} {num(koma.CENTRE[1] + y)}) scale({num(k, 4)})"
    # The pale copy below right is the far edge of the carved groove catching the light.
    glow = 13 if not down else -13
    return (
        f'<g transform="{matrix}" fill="{colour}"><use href="#{name}" fill="#fff" opacity=".55" '
        f'transform="translate({glow} {glow})"/>'
        f'<path id="{name}" stroke="{colour}" stroke-width="{weight}" d="{GLYPHS[character]["path"]}"/></g>'
    )


def draw(game, side, kind, down):
    """One man as an SVG document."""
    size, breadth = size_of(game, kind)
    text = face_text(game, side, kind)
    width, height = koma.KING_HEIGHT * 0.884 * size * breadth, koma.KING_HEIGHT * size
    colour = RED if kind.startswith("p") else INK
    if len(text) == 1:
        face = _character(
            text, "g", (0, height * 0.05), (width * 0.79, height * 0.7), 0.094 * size, colour, down,
            12 if game != "torishogi" else 5,  # many-stroked birds would fill up
        )
    else:
        # 左 and 右 in red: the one sign that tells the two quails apart.
        face = _character(text[0], "h", (0, -height * 0.215), (width * 0.46, height * 0.27), 0.05, RED, down, 16)
        face += _character(text[1], "g", (0, height * 0.19), (width * 0.74, height * 0.5), 0.085, colour, down, 8)
    return koma.document_of(size, "maple", down, face, breadth)
