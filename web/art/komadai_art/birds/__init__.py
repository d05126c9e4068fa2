"""Drawn birds for Tori Shogi: every limb points where the piece moves."""

from .. import koma
from ..games import MOVES
from ..svg import num
from . import flock
from .limbs import Canvas

# height of the wedge compared with the phoenix's
SIZES = {"K": 1.0, "F": 0.99, "C": 0.98, "L": 0.97, "R": 0.97, "P": 0.96, "S": 0.93}
WOODS = {"first": "cream", "second": "tan"}
# The bird's middle lies a little below the middle of the wedge, whose head is narrow.
_DROP = 4


def drawing(kind):
    """The bird alone, around (0, 0), pointing up; fails if a direction of movement has no limb."""
    canvas = Canvas(MOVES["torishogi"][kind], koma.outline(SIZES[kind.removeprefix("p")], inset=5.5), (0, _DROP))
    flock.DRAW[kind](canvas)
    return canvas.finish()


def draw(side, kind, down):
    """One piece as an SVG document."""
    x, y = koma.CENTRE
    place = f"translate({num(x)} {num(y)})" + (" rotate(180)" if down else "") + f" translate(0 {_DROP})"
    return koma.document_of(
        SIZES[kind.removeprefix("p")], WOODS[side], down, f'<g transform="{place}">{drawing(kind)}</g>'
    )
