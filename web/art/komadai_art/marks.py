"""Marks along the edge of a piece that show how it moves, computed from the table of movement.

A disc is one step, two discs are up to two, an arrow is any distance, a diamond
is a leap over what stands between. A ring may not capture, a cross only captures.
"""

import math

from .games import SLIDE
from .svg import add, nums, perp, polygon, scale, sub, unit

STEP, REACH, LEAP = "#14543f", "#a8321f", "#43318c"
RADIUS = 5.8


def _edge(bounds, towards):
    """Distance from (0, 0) to the polygon in a direction on the screen."""
    best = math.inf
    for i, a in enumerate(bounds):
        side = sub(bounds[(i + 1) % len(bounds)], a)
        cross = towards[0] * side[1] - towards[1] * side[0]
        if abs(cross) < 1e-9:
            continue
        t = (a[0] * side[1] - a[1] * side[0]) / cross
        u = (a[0] * towards[1] - a[1] * towards[0]) / cross
        if t > 0 and -1e-6 <= u <= 1 + 1e-6:
            best = min(best, t)
    return best


def _disc(at, radius=RADIUS):
    return f"M{nums(add(at, (-radius, 0)))}a{nums((radius, radius))} 0 1 0 {nums((2 * radius, 0))}a{nums((radius, radius))} 0 1 0 {nums((-2 * radius, 0))}Z"


def _diamond(at, radius=RADIUS + 1.8):
    return polygon([add(at, p) for p in ((0, -radius), (radius * 0.8, 0), (0, radius), (-radius * 0.8, 0))])


def _arrow(tip, towards):
    """A head that touches `tip` and a short shaft behind it."""
    back, side = scale(towards, -11.5), scale(perp(towards), 7.6)
    foot, end = add(tip, back), add(tip, scale(towards, -18))
    slim = scale(perp(towards), 2.6)
    return polygon([
        tip, add(foot, side), add(foot, slim), add(end, slim),
        sub(end, slim), sub(foot, slim), sub(foot, side),
    ])


def _shape(step, at, towards, reach):
    """(kind of mark, path data)"""
    if step.leap:
        return LEAP, _diamond(at)
    if step.reach == SLIDE:
        return REACH, _arrow(scale(towards, reach), towards)
    if step.reach > 1:
        return STEP, _disc(at) + _disc(sub(at, scale(towards, 2.3 * RADIUS)))
    return STEP, _disc(at)


def marks(steps, bounds, halo, down=False):
    """The marks of a piece as SVG, around (0, 0): `bounds` is the polygon they stay in.

    `down` turns them for a piece that moves down the screen (and `bounds` with them).
    """
    plain, rings, crosses = {STEP: "", REACH: "", LEAP: ""}, "", ""
    for step in steps:
        towards = unit((step.dx, -step.dy))
        if down:
            towards = scale(towards, -1)
        reach = _edge(bounds, towards)
        at = scale(towards, reach - RADIUS * 1.2)
        if step.only == "quiet":
            rings += _disc(at, RADIUS - 1)
        elif step.only == "capture":
            a = RADIUS - 0.6
            crosses += f"M{nums(add(at, (-a, -a)))}l{nums((2 * a, 2 * a))}M{nums(add(at, (a, -a)))}l{nums((-2 * a, 2 * a))}"
        else:
            colour, data = _shape(step, at, towards, reach)
            plain[colour] += data
    out = "".join(f'<path fill="{colour}" d="{data}"/>' for colour, data in plain.items() if data)
    if out:
        out = f'<g stroke="{halo}" stroke-width="1.6" stroke-linejoin="round">{out}</g>'
    for colour, data in ((STEP, rings), (REACH, crosses)):
        if data:
            out += f'<g fill="none" stroke-linecap="round"><path stroke="{halo}" stroke-width="6" d="{data}"/>'
            out += f'<path stroke="{colour}" stroke-width="3" d="{data}"/></g>'
    return out
