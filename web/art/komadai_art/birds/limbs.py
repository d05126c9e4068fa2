"""Feathers, claws and heads, and the canvas that knows where limbs must end."""

from ..svg import add, length, lerp, num, nums, perp, scale, sub, turn, unit

INK = "#2a190e"
LEAP = "#c3161f"
STEP_LENGTH = 40


class Canvas:
    """Collects shapes and keeps account of which directions of movement were shown.

    `bounds` is the polygon (around the wedge's middle) that limbs must not leave;
    the bird's own middle is at `origin` in it, and is (0, 0) for drawing.
    """

    def __init__(self, moves, bounds, origin):
        self._moves = {step.direction: step for step in moves}
        self._missing = set(self._moves)
        self._bounds = [sub(p, origin) for p in bounds]
        self._out = []

    def _edge(self, direction):
        """Distance from the middle to the bounds in a direction on the screen."""
        best = float("inf")
        for i, a in enumerate(self._bounds):
            side = sub(self._bounds[(i + 1) % len(self._bounds)], a)
            cross = direction[0] * side[1] - direction[1] * side[0]
            if abs(cross) < 1e-9:
                continue
            t = (a[0] * side[1] - a[1] * side[0]) / cross
            u = (a[0] * direction[1] - a[1] * direction[0]) / cross
            if t > 0 and -1e-6 <= u <= 1 + 1e-6:
                best = min(best, t)
        return best

    def tip(self, dx, dy, reach=None):
        """Where the limb for a direction of movement ends; counts it as shown.

        Steps end at one common distance, moves of two and leaps near the edge,
        slides at the edge. `reach` sets another length for a long neck or tail.
        """
        step = self._moves[dx, dy]
        self._missing.discard((dx, dy))
        direction = unit((dx, -dy))
        edge = self._edge(direction)
        if step.leap:
            far = edge - 4.5
        elif step.reach == 1:
            far = min(reach or STEP_LENGTH, edge)
        else:
            far = edge * (0.93 if step.reach == 2 else 1.0)
        return scale(direction, far)

    def is_slide(self, dx, dy):
        """True if the piece slides without limit in this direction."""
        return self._moves[dx, dy].reach > 2

    def put(self, *shapes):
        self._out.extend(shapes)

    def finish(self):
        """All shapes; raises if a direction of movement has no limb."""
        if self._missing:
            raise ValueError(f"directions without a limb: {sorted(self._missing)}")
        body = "".join(self._out)
        return f'<g fill="none" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">{body}</g>'


def path(data, fill=None, stroke=None, width=None, opacity=None):
    """A path element; None leaves an attribute as the canvas has it (ink line, no filling)."""
    out = f'<path d="{data}"'
    for name, value in (("fill", fill), ("stroke", stroke), ("stroke-width", width), ("opacity", opacity)):
        if value is not None:
            out += f' {name}="{num(value, 2) if isinstance(value, (int, float)) else value}"'
    return out + "/>"


def disc(at, radius, fill, stroke=None, width=None):
    out = f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius)}" fill="{fill}"'
    if stroke:
        out += f' stroke="{stroke}"'
    if width is not None:
        out += f' stroke-width="{num(width)}"'
    return out + "/>"


def leaf(root, tip, breadth, belly=0.5, bend=0.0):
    """Path data of a feather from root to tip, widest at `belly`, bent sideways by `bend`."""
    along = sub(tip, root)
    side = perp(unit(along))
    middle = add(lerp(root, tip, belly), scale(side, bend))
    left, right = add(middle, scale(side, -breadth)), add(middle, scale(side, breadth))
    back = lerp(root, tip, 0.92)
    bulge_left = add(back, scale(side, -breadth * 0.55))
    bulge_right = add(back, scale(side, breadth * 0.55))
    return (
        f"M{nums(root)}C{nums(left)} {nums(bulge_left)} {nums(tip)}"
        f"C{nums(bulge_right)} {nums(right)} {nums(root)}Z"
    )


def feather(root, tip, breadth, fill, tip_fill=None, tip_from=0.6, rib=None, bend=0.0, belly=0.5):
    """A feather; with `tip_fill` its outer part has another colour."""
    out = path(leaf(root, tip, breadth, belly, bend), fill)
    if tip_fill:
        start = lerp(root, tip, tip_from)
        out += path(leaf(start, lerp(start, tip, 0.97), breadth * 0.62, 0.5, bend * 0.3), tip_fill, "none")
    if rib:
        out += path(f"M{nums(lerp(root, tip, 0.2))}L{nums(lerp(root, tip, 0.9))}", None, rib, 0.8)
    return out


def fan(root, tips, fill, tip_fill, breadth, rib=None):
    """A spread wing: feathers from one shoulder, the last given lies on top."""
    return "".join(feather(root, tip, breadth, fill, tip_fill, rib=rib) for tip in tips)


def bars(root, tip, places, breadth, colour, width=2.0):
    """Stripes across a feather, narrower towards its tip."""
    side = perp(unit(sub(tip, root)))
    data = ""
    for t in places:
        at, half = lerp(root, tip, t), breadth * (1.08 - t)
        data += f"M{nums(add(at, scale(side, -half)))}L{nums(add(at, scale(side, half)))}"
    return path(data, None, colour, width)


def claw(root, tip, colour, size=6.0, thick=3.2):
    """A leg with three toes at its end."""
    ahead = unit(sub(tip, root))
    ankle = sub(tip, scale(ahead, size))
    toes = [add(ankle, scale(turn(ahead, angle), size * far)) for angle, far in ((-48, 0.95), (0, 1), (48, 0.95))]
    data = f"M{nums(root)}L{nums(ankle)}" + "".join(f"M{nums(ankle)}L{nums(toe)}" for toe in toes)
    return path(data, None, INK, thick + 2) + path(data, None, colour, thick)


def dot(at):
    """The red dot that marks a leap."""
    return disc(at, 4.6, LEAP, "#fff8e8", 1.4)


def between(a, b, t, far=1.0):
    """A point on the way from `a` to `b` round the middle, at `far` of the mean distance."""
    mixed = lerp(a, b, t)
    want = (length(a) * (1 - t) + length(b) * t) * far
    return scale(unit(mixed), want)
