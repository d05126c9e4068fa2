"""The wood of boards and stands. Lines and chequers are drawn by the page, woods for the dark theme are tinted there."""

from .svg import num

BASE, LIGHT, DARK = "#f2cb86", "#fbe0ab", "#b9782f"


class _Dice:
    """A tiny fixed random sequence, so that the grain is the same on every machine."""

    def __init__(self, seed):
        self.state = seed

    def roll(self, low, high):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return low + (high - low) * (self.state >> 8) / (2**31 >> 8)


def wood():
    """Straight grain from edge to edge; stretch it over the whole board."""
    dice, lines, x = _Dice(20), {}, 0.0
    while x < 1000:
        colour = LIGHT if dice.roll(0, 1) < 0.4 else DARK
        width = round(dice.roll(0.8, 3.2) * (3 if colour == LIGHT else 1), 0)
        opacity = round(dice.roll(0.1, 0.3), 1)
        sway = dice.roll(-9, 9)
        path = f"M{num(x, 0)} 0C{num(x + sway, 0)} 340 {num(x - sway + dice.roll(-4, 4), 0)} 660 {num(x + dice.roll(-6, 6), 0)} 1000"
        lines.setdefault((colour, width, opacity), []).append(path)
        x += dice.roll(4, 21)
    body = "".join(
        f'<path d="{"".join(paths)}" stroke="{colour}" stroke-width="{num(width)}" opacity="{num(opacity, 2)}"/>'
        for (colour, width, opacity), paths in sorted(lines.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" preserveAspectRatio="none">'
        f'<path fill="{BASE}" d="M0 0h1000v1000H0z"/><g fill="none">{body}</g></svg>\n'
    )


def files():
    """All boards as {path: text}."""
    return {"boards/wood.svg": wood()}
