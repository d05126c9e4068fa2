"""Which men each game has and how they move.

This table mirrors the kind table of the rules crate (letters, promotions,
steps). The birds' limbs are computed from TORI_MOVES; when the rules crate
exports its table, that export replaces it and nothing else changes here.

dx +1 is the mover's right, dy +1 is forward; reach 1 is a step or a leap, 2 at
most two squares, SLIDE any number.
"""

from dataclasses import dataclass

SLIDE = 255


@dataclass(frozen=True)
class Step:
    """One direction of a man's movement."""

    dx: int
    dy: int
    reach: int = 1

    @property
    def leap(self):
        """True if the man jumps over what stands between."""
        return max(abs(self.dx), abs(self.dy)) > 1

    @property
    def direction(self):
        """The direction as a unit step, (sign dx, sign dy)."""
        return (self.dx > 0) - (self.dx < 0), (self.dy > 0) - (self.dy < 0)


SHOGI = ["P", "L", "N", "S", "G", "B", "R", "K", "pP", "pL", "pN", "pS", "pB", "pR"]
MINISHOGI = ["P", "S", "G", "B", "R", "K", "pP", "pS", "pB", "pR"]
TORISHOGI = ["S", "P", "C", "L", "R", "F", "K", "pS", "pF"]
SHOGUN = ["P", "N", "B", "R", "F", "K", "pP", "pN", "pB", "pR", "pF"]

KINDS = {"shogi": SHOGI, "minishogi": MINISHOGI, "torishogi": TORISHOGI, "shogun": SHOGUN}

SIDES = ("first", "second")

_AROUND = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]

TORI_MOVES = {
    "K": [Step(x, y) for x, y in _AROUND],
    "S": [Step(0, 1)],
    "F": [Step(x, y) for x, y in _AROUND if (x, y) != (0, -1)],
    "C": [Step(x, y) for x, y in _AROUND if y != 0],
    "P": [Step(0, 2), Step(1, -1), Step(-1, -1)],
    "L": [Step(0, 1, SLIDE), Step(1, -1, SLIDE), Step(-1, -1)],
    "R": [Step(0, 1, SLIDE), Step(-1, -1, SLIDE), Step(1, -1)],
    "pS": [Step(2, 2), Step(-2, 2), Step(0, -2)],
    "pF": [
        Step(1, 1, SLIDE), Step(-1, 1, SLIDE), Step(0, -1, SLIDE),
        Step(1, -1, 2), Step(-1, -1, 2),
        Step(0, 1), Step(1, 0), Step(-1, 0),
    ],
}
