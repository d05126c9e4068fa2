"""Small helpers that write SVG text: numbers, points, paths, documents."""

import math


def num(value, digits=1):
    """The shortest decimal spelling of `value`."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def nums(values, digits=1):
    """Numbers joined as tightly as SVG path data allows."""
    out = ""
    for value in values:
        text = num(value, digits)
        out += text if not out or text.startswith("-") else " " + text
    return out


def polygon(points, digits=1):
    """Closed path data through the points."""
    head, *rest = points
    return f"M{nums(head, digits)}" + "".join(f"L{nums(p, digits)}" for p in rest) + "Z"


def document(width, height, body, defs=""):
    """A self-contained SVG file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}">'
    return head + (f"<defs>{defs}</defs>" if defs else "") + body + "</svg>\n"


def add(a, b):
    return a[0] + b[0], a[1] + b[1]


def sub(a, b):
    return a[0] - b[0], a[1] - b[1]


def scale(a, k):
    return a[0] * k, a[1] * k


def length(a):
    return math.hypot(*a)


def unit(a):
    n = length(a)
    return a[0] / n, a[1] / n


def perp(a):
    """`a` turned a quarter to the right on the screen."""
    return -a[1], a[0]


def lerp(a, b, t):
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def turn(a, degrees):
    """`a` turned clockwise on the screen."""
    r = math.radians(degrees)
    c, s = math.cos(r), math.sin(r)
    return a[0] * c - a[1] * s, a[0] * s + a[1] * c
