"""Pieces of each game and their moves, read from movement.json.

That file is written from the rules module by a test of the page
(web/src/rules/movement.test.ts), which fails when the two differ.

dx +1 is the mover's right, dy +1 is forward; reach 1 is a step or a leap, 2 at
most two squares, SLIDE any number.
"""

import json
from dataclasses import dataclass
from pathlib import Path

SLIDE = 255
SIDES = ("first", "second")


@dataclass(frozen=True)
class Step:
    """One direction of a piece's movement."""

    dx: int
    dy: int
    reach: int = 1
    only: str = "both"

    @property
    def leap(self):
        """True if the piece jumps over what stands between."""
        return max(abs(self.dx), abs(self.dy)) > 1

    @property
    def direction(self):
        """The direction as a unit step, (sign dx, sign dy)."""
        return (self.dx > 0) - (self.dx < 0), (self.dy > 0) - (self.dy < 0)


def _read():
    data = json.loads((Path(__file__).parent.parent / "movement.json").read_text(encoding="utf-8"))
    return {
        game: {
            kind: [Step(s["dx"], s["dy"], SLIDE if s["max"] is None else s["max"], s["only"]) for s in steps]
            for kind, steps in kinds.items()
        }
        for game, kinds in data.items()
    }


# game: {letter: steps}, promoted pieces are `p` and their letter
MOVES = _read()
KINDS = {game: list(kinds) for game, kinds in MOVES.items()}
