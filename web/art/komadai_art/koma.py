"""The wooden wedge: a pentagon with bevels, grain and shadow.

A cell is 110×120 (a board square of 11:12). Light always falls from above
left, also on the pieces that point down.
"""

from .svg import add, document, num, nums, perp, polygon, scale, sub, unit

WIDTH, HEIGHT = 110, 120
CENTRE = (55, 59.2)
KING_HEIGHT = 112

# light, middle and dark of the face, edge line, grain line
WOODS = {
    "maple": ("#fdeac2", "#f3d393", "#e3b66c", "#7d5522", "#b98440"),
    "cream": ("#fff6e0", "#f8e7c0", "#e8cd98", "#85683a", "#c6a76c"),
    "tan": ("#f1cf97", "#dcae6b", "#c18f4c", "#66431a", "#99692c"),
    "walnut": ("#7d5333", "#633d22", "#462914", "#1f1006", "#31190a"),
}

# Outlines of a wedge of height 1 around its middle, y down, pointing up: as in
# play, and a broader one with room for marks beside the character.
WEDGE = [(0, -0.5), (0.335, -0.355), (0.442, 0.5), (-0.442, 0.5), (-0.335, -0.355)]
BROAD = [(0, -0.5), (0.4, -0.37), (0.462, 0.5), (-0.462, 0.5), (-0.4, -0.37)]
_LIGHT = unit((-0.55, -0.83))
_GRAIN = [(-0.27, 0.02), (-0.12, -0.015), (0.03, 0.012), (0.15, -0.02), (0.29, 0.014)]


def outline(size, breadth=1.0, down=False, inset=0.0, form=WEDGE):
    """Corners of the wedge around (0, 0), clockwise from the tip."""
    points = [(x * KING_HEIGHT * size * breadth, y * KING_HEIGHT * size) for x, y in form]
    if inset:
        points = _inset(points, inset)
    return [(-x, -y) for x, y in points] if down else points


def _inset(points, distance):
    count, lines = len(points), []
    for i, a in enumerate(points):
        b = points[(i + 1) % count]
        shift = scale(perp(unit(sub(b, a))), distance)
        lines.append((add(a, shift), add(b, shift)))
    return [_crossing(lines[i - 1], lines[i]) for i in range(count)]


def _crossing(first, second):
    (a, b), (c, d) = first, second
    r, s = sub(b, a), sub(d, c)
    t = ((c[0] - a[0]) * s[1] - (c[1] - a[1]) * s[0]) / (r[0] * s[1] - r[1] * s[0])
    return add(a, scale(r, t))


def place(points):
    """Points around (0, 0) moved to the middle of the picture."""
    return [add(p, CENTRE) for p in points]


def body(size, wood, down=False, breadth=1.0, form=WEDGE):
    """(defs, body) of an empty wedge."""
    light, middle, dark, edge, grain = WOODS[wood]
    outer = place(outline(size, breadth, down, form=form))
    inner = place(outline(size, breadth, down, 3.6, form))
    defs = (
        f'<linearGradient id="w" gradientUnits="userSpaceOnUse" x1="22" y1="8" x2="88" y2="114">'
        f'<stop stop-color="{light}"/><stop offset=".5" stop-color="{middle}"/>'
        f'<stop offset="1" stop-color="{dark}"/></linearGradient>'
    )
    shape = polygon(outer)
    parts = [
        f'<path d="{shape}" transform="translate(1.4 2.6)" fill="#2b1606" stroke="#2b1606" '
        f'stroke-width="2.6" stroke-linejoin="round" opacity=".3"/>',
        f'<path d="{shape}" fill="url(#w)" stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"/>',
        _grain(inner, grain, down),
    ]
    for i, a in enumerate(outer):
        j = (i + 1) % len(outer)
        normal = scale(perp(unit(sub(outer[j], a))), -1)
        shine = normal[0] * _LIGHT[0] + normal[1] * _LIGHT[1]
        tone, strength = ("#fff", 0.62 * shine) if shine > 0 else ("#3d2000", -0.36 * shine)
        face = polygon([a, outer[j], inner[j], inner[i]])
        parts.append(f'<path d="{face}" fill="{tone}" opacity="{num(strength, 2)}"/>')
    return defs, "".join(parts)


def _grain(inner, colour, down):
    """Fine straight grain from foot to head, as in a well cut piece."""
    left, right = (2, 3) if down else (3, 2)
    foot = (inner[left][1] + inner[right][1]) / 2
    width = abs(inner[2][0] - inner[3][0])
    height = abs(inner[0][1] - foot)
    up = 1 if down else -1
    data = ""
    for x, sway in _GRAIN:
        reach = height * (0.97 - 0.42 * abs(x))
        start = (CENTRE[0] + x * width, foot)
        data += (
            f"M{nums(start)}q{nums((sway * width * 2, up * reach / 2))} "
            f"{nums((-x * width * 0.22, up * reach))}"
        )
    return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width=".7" opacity=".38"/>'


def document_of(size, wood, down, face, breadth=1.0, defs="", form=WEDGE):
    """A whole piece: the wedge and what stands on it."""
    wood_defs, wedge = body(size, wood, down, breadth, form)
    return document(WIDTH, HEIGHT, wedge + face, wood_defs + defs)
