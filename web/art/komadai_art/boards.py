"""Boards: two woods, the line grids of the shogi family and the checkered board."""

from .svg import num

# base, light streak, dark streak
WOODS = {
    "wood-light": ("#f2cb86", "#fbe0ab", "#b9782f"),
    "wood-dark": ("#a8703a", "#c48d52", "#5c3413"),
}


class _Dice:
    """A tiny fixed random sequence, so that the grain is the same on every machine."""

    def __init__(self, seed):
        self.state = seed

    def roll(self, low, high):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return low + (high - low) * (self.state >> 8) / (2**31 >> 8)


def wood(name):
    """Straight grain from edge to edge; stretch it over the whole board."""
    base, light, dark = WOODS[name]
    dice, lines, x = _Dice(20), {}, 0.0
    while x < 1000:
        colour = light if dice.roll(0, 1) < 0.4 else dark
        width = round(dice.roll(0.8, 3.2) * (3 if colour == light else 1), 0)
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
        f'<path fill="{base}" d="M0 0h1000v1000H0z"/><g fill="none">{body}</g></svg>\n'
    )


def grid(size, dots):
    """Lines of a size×size board with squares of 11:12 and a dot at each crossing in `dots`."""
    w, h = size * 11, size * 12
    data = "".join(f"M{i * 11} 0V{h}M0 {i * 12}H{w}" for i in range(1, size))
    stars = "".join(f'<circle cx="{x * 11}" cy="{y * 12}" r=".8"/>' for x in dots for y in dots)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" preserveAspectRatio="none">'
        f'<g fill="#2b1a08"><path d="{data}M0 0H{w}V{h}H0Z" fill="none" stroke="#2b1a08" stroke-width="1" '
        f'vector-effect="non-scaling-stroke"/>{stars}</g></svg>\n'
    )


def checkered():
    """Eight by eight; the three ranks at either end, where men promote, are slightly warmer."""
    dark = "".join(f"M{x} {y}h1v1h-1z" for y in range(8) for x in range(8) if (x + y) % 2)
    zones = "M0 0h8v3H0zM0 5h8v3H0z"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" shape-rendering="crispEdges">'
        f'<path fill="#f0d9b5" d="M0 0h8v8H0z"/><path fill="#b58863" d="{dark}"/>'
        f'<path fill="#b5483c" opacity=".09" d="{zones}"/></svg>\n'
    )


def files():
    """All boards as {path: text}."""
    result = {f"boards/{name}.svg": wood(name) for name in WOODS}
    result["boards/grid-9.svg"] = grid(9, (3, 6))
    result["boards/grid-7.svg"] = grid(7, ())
    result["boards/grid-5.svg"] = grid(5, (1, 4))
    result["boards/checkered-8.svg"] = checkered()
    return result
