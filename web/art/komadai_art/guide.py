"""Pieces that show how they move: marks around a character, a letter or a figure."""

from . import figures, kanji, koma, letters
from .games import MOVES
from .marks import marks
from .svg import num

WOODS = {"first": "cream", "second": "tan"}
HALO = "#fff6e0"
# The character stands a little below the middle of the wedge, whose head is narrow.
DROP = 6
FACE = (50, 56)


def _wedge(game, side, kind, down, face):
    x, y = koma.CENTRE
    drop = -DROP if down else DROP
    bounds = [(px, py - drop) for px, py in koma.outline(1, 1, down, 5.2, koma.BROAD)]
    signs = marks(MOVES[game][kind], bounds, HALO, down)
    place = f'<g transform="translate({num(x)} {num(y + drop)})">'
    return koma.document_of(1, WOODS[side], down, f"{face}{place}{signs}</g>", form=koma.BROAD)


def draw(game, side, kind, down):
    """One piece with its character in the middle of its marks."""
    text, colour = kanji.face_text(game, side, kind), kanji.ink_of(game, side, kind)
    if len(text) == 1:
        face = kanji.character(text, "g", (0, DROP), FACE, 0.066, colour, down, 16)
    else:
        face = kanji.character(text[0], "h", (0, DROP - 20), (FACE[0], 19), 0.04, kanji.RED, down, 18)
        face += kanji.character(text[1], "g", (0, DROP + 11), (FACE[0] - 6, 37), 0.06, colour, down, 10)
    return _wedge(game, side, kind, down, face)


def draw_letter(game, side, kind, down):
    """One piece with its letter in the middle of its marks, a plus before it when promoted."""
    x, y = koma.CENTRE
    turn = " rotate(180)" if down else ""
    face = f'<g transform="translate({num(x)} {num(y)}){turn} translate(0 {DROP + 2})">{letters.draw(kind)}</g>'
    return _wedge(game, side, kind, down, face)


_TILE = {"first": ("#f3e6c8", "#7d6136"), "second": ("#cfae80", "#4a3216")}
_BOUNDS = [(-51, -51), (51, -51), (51, 51), (-51, 51)]


def draw_figure(game, side, kind, down):
    """A chess figure, upright, on a tile with its marks along the edge."""
    fill, line = _TILE[side]
    tile = (
        '<rect x="5.5" y="7" width="111" height="111" rx="9" opacity=".3"/>'
        f'<rect x="4" y="4" width="112" height="112" rx="9" fill="{fill}" stroke="{line}" stroke-width="1.6"/>'
    )
    signs = marks(MOVES[game][kind], _BOUNDS, "#fffaf0", down)
    return figures.document_of(side, kind, f'{tile}<g transform="translate(60 60)">{signs}</g>', 0.68)
