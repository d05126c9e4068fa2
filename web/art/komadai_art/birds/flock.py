"""The nine birds. Each function draws one bird pointing up around (0, 0)."""

from ..svg import lerp, nums, scale
from .limbs import INK, between, claw, disc, dot, fan, feather, path

YELLOW = "#f2b632"


def _eyes(y, x=2.6, r=1.1):
    return disc((-x, y), r, INK, "none") + disc((x, y), r, INK, "none")


def phoenix(c):
    """All eight steps: wings before and beside, three eyed tail plumes behind, crest and beak ahead."""
    gold, deep, teal, violet = "#f0b429", "#cf7a16", "#1f8a83", "#5b3a9a"
    for dx in (-1, 0, 1):
        tip = c.tip(dx, -1, 41)
        root = (dx * 3, 8)
        c.put(feather(root, tip, 6.5, teal, belly=0.75))
        eye = lerp(root, tip, 0.74)
        c.put(disc(eye, 4.2, gold, None, 1), disc(eye, 2.1, violet, "none"))
    for side in (-1, 1):
        ahead, beside = c.tip(side, 1, 40), c.tip(side, 0, 38)
        shoulder = (side * 3, 2)
        low = between(beside, (side * 30, 26), 0.42, 0.74)
        middle = between(ahead, beside, 0.5, 0.86)
        c.put(fan(shoulder, [low, beside, middle, ahead], gold, deep, 5.6))
        c.put(path(f"M{nums((side * 2, -9))}Q{nums((side * 17, -14))} {nums((side * 17, -3))}Q{nums((side * 14, 7))} {nums((side * 2, 9))}Z", violet))
    beak = c.tip(0, 1, 42)
    for side in (-1, 1):
        for spread, far in ((13, -34), (8, -41)):
            c.put(path(f"M0-25Q{nums((side * spread * 0.5, far))} {nums((side * spread, far))}", None, INK, 2.6))
            c.put(path(f"M0-25Q{nums((side * spread * 0.5, far))} {nums((side * spread, far))}", None, teal, 1.2))
            c.put(disc((side * spread, far), 2.2, gold, None, 1))
    c.put(path(f"M-3-28L{nums(beak)}L3-28Z", deep))
    c.put(path("M0-32C6-32 6-26 5-21C4-15 11-10 10 2C9 12 4 18 0 21C-4 18-9 12-10 2C-11-10-4-15-5-21C-6-26-6-32 0-32Z", violet))
    c.put(path("M0-14C5-10 7-4 6 3C5 9 2 13 0 15C-2 13-5 9-6 3C-7-4-5-10 0-14Z", gold, "none"))
    c.put(_eyes(-26).replace(INK, "#fff6d8"))


def swallow(c):
    """One step ahead: only the beak points; wings and forked tail are swept back."""
    navy, rust, pale = "#24498c", "#c9592c", "#e9eef7"
    beak = c.tip(0, 1, 33)
    for side in (-1, 1):
        c.put(path(f"M{side * 2} 10C{side * 4} 22 {side * 8} 32 {side * 16} 44C{side * 7} 38 {side * 1} 30 0 18Z", navy))
        c.put(path(
            f"M{side * 3}-13C{side * 18}-20 {side * 33}-8 {side * 38} 20"
            f"C{side * 30} 6 {side * 20} 4 {side * 3} 9Z", navy))
        c.put(path(f"M{side * 9}-9C{side * 20}-10 {side * 28}-3 {side * 33} 7", None, "#6d92d6", 1.6))
    c.put(path(f"M-3.5-21L{nums(beak)}L3.5-21Z", INK))
    c.put(path("M0-27C7-27 8-20 8-13C9-3 7 11 0 21C-7 11-9-3-8-13C-8-20-7-27 0-27Z", navy))
    c.put(path("M-6.2-21C-4-27 4-27 6.2-21C3-18-3-18-6.2-21Z", rust, "none"))
    c.put(path("M0-8C4-4 4 6 0 13C-4 6-4-4 0-8Z", "#6d92d6", "none"))
    c.put(_eyes(-19.5, 4.2, 1.2).replace(INK, pale))


def falcon(c):
    """Every step but straight back: barred wings, claws behind, no tail."""
    brown, dark, pale = "#8a6238", "#4d3420", "#f4e3bd"
    for side in (-1, 1):
        c.put(claw((side * 5, 12), c.tip(side, -1, 41), YELLOW, 9))
        ahead, beside = c.tip(side, 1, 41), c.tip(side, 0, 38)
        shoulder = (side * 4, 3)
        low = between(beside, (side * 28, 24), 0.5, 0.72)
        tips = [low, beside, between(ahead, beside, 0.66, 0.86), between(ahead, beside, 0.33, 0.88), ahead]
        c.put(fan(shoulder, tips, brown, dark, 5.4))
        c.put(path(f"M{side * 2}-11Q{side * 19}-17 {side * 19}-4Q{side * 14} 8 {side * 2} 10Z", dark))
    beak = c.tip(0, 1, 38)
    c.put(path("M0-28C9-28 8-19 8-14C12-8 12 4 8 13C5 19 3 22 0 22C-3 22-5 19-8 13C-12 4-12-8-8-14C-8-19-9-28 0-28Z", pale))
    c.put(path("M-4-4h3M2-4h3M-6 2h3M-1.5 2h3M3 2h3M-4 8h3M2 8h3M-1.5 14h3", None, dark, 1.9))
    c.put(path("M0-28C9-28 8-19 8-14L5-11 3.5-16 0-13-3.5-16-5-11-8-14C-8-19-9-28 0-28Z", dark))
    c.put(path(f"M-4-26Q-3-32 {nums(beak)}Q4-33 4-26Q0-23-4-26Z", YELLOW))
    c.put(_eyes(-21, 4.2, 1.5).replace(INK, YELLOW))


def crane(c):
    """All but sideways: long neck, wings held ahead, plumes and legs behind."""
    white, black, red = "#fffdf6", "#2b2a33", "#c8202b"
    legs = c.tip(0, -1, 43)
    data = f"M-2 14L-1.5 36M2 14L1.5 36M0 34L{nums(legs)}M-1 36L{nums((-5, legs[1] - 2))}M1 36L{nums((5, legs[1] - 2))}"
    c.put(path(data, None, black, 2.4))
    for side in (-1, 1):
        c.put(feather((side * 2, 8), c.tip(side, -1, 41), 6.2, black, bend=side * -4))
        c.put(feather((side * 1, 6), scale(between((side * 30, 40), (0, 40), 0.5), 0.74), 4.6, black))
        ahead = c.tip(side, 1, 44)
        for t, far in ((0.5, 0.6), (0.32, 0.76), (0.16, 0.9)):
            c.put(feather((side * 3, 7), between(ahead, (side * 40, 2), t, far), 4.6, white, black, 0.66))
        c.put(feather((side * 3, 5), ahead, 5.6, white, black, 0.62))
    c.put(path("M0-16C9-12 12 0 8 10C5 17 2 20 0 21C-2 20-5 17-8 10C-12 0-9-12 0-16Z", white))
    beak = c.tip(0, 1, 49)
    c.put(path(f"M-2.4-37L{nums(beak)}L2.4-37Z", "#b9a86a"))
    c.put(path("M0-40C5-40 5-35 4.4-32C3.5-26 4-18 5.5-11Q0-6-5.5-11C-4-18-3.5-26-4.4-32C-5-35-5-40 0-40Z", black))
    c.put(path("M-4.7-36C-4-41.5 4-41.5 4.7-36C2-33.6-2-33.6-4.7-36Z", red))
    c.put(path("M-3.4-31.5Q-2-24-3.2-15.5M3.4-31.5Q2-24 3.2-15.5", None, white, 1.6))


def pheasant(c):
    """Leap ahead (red dot) and the two rear diagonals (long barred tail feathers)."""
    green, deep, buff, bar, red = "#2f8f4e", "#17573a", "#e2b872", "#6d4218", "#d02030"
    for side in (-1, 1):
        root, tip = (side * 2, 8), c.tip(side, -1, 53)
        c.put(feather(root, tip, 6.4, buff, belly=0.35))
        for t in (0.36, 0.5, 0.64, 0.78):
            at = lerp(root, tip, t)
            w = 4.4 * (1.12 - t)
            data = f"M{nums((at[0] - w * 0.7, at[1] + side * w * 0.7))}L{nums((at[0] + w * 0.7, at[1] - side * w * 0.7))}"
            c.put(path(data, None, bar, 2.2))
    for side in (-1, 1):
        c.put(path(f"M{side * 4}-10C{side * 17}-12 {side * 23} 2 {side * 19} 20C{side * 12} 18 {side * 6} 14 {side * 3} 10Z", buff))
        c.put(path(f"M{side * 9}-3Q{side * 16} 2 {side * 16} 13M{side * 7} 2Q{side * 12} 6 {side * 12} 12", None, bar, 1.6))
    c.put(path("M0-16C10-13 13-2 9 8C6 14 3 18 0 20C-3 18-6 14-9 8C-13-2-10-13 0-16Z", green))
    c.put(path("M-5-2Q0 3 5-2M-5 4Q0 9 5 4M-3 10Q0 13 3 10", None, deep, 1.6))
    c.put(path("M-3-29L0-37 3-29Z", YELLOW))
    c.put(path("M0-32C7-32 7-26 6-22C5.5-18 7-15 7-13Q0-9-7-13C-7-15-5.5-18-6-22C-7-26-7-32 0-32Z", deep))
    c.put(path("M-6.4-26C-7-21-4-20-2.6-22C-2-25-3-28-6.4-26ZM6.4-26C7-21 4-20 2.6-22C2-25 3-28 6.4-26Z", red, INK, 0.9))
    c.put(path("M-6.6-14.5Q0-10 6.6-14.5", None, "#fff8e6", 2.4))
    c.put(dot(c.tip(0, 1)))


def _quail(c, far):
    """Ahead without limit (plume), the long claw along the unlimited rear diagonal, a short one."""
    brown, dark, pale, cream = "#a8743c", "#5a3a1c", "#dcb277", "#fff1d2"
    for side in (far, -far):
        tip = c.tip(side, -1, 36)
        long = c.is_slide(side, -1)
        c.put(claw((side * 8, 12), tip, YELLOW, 13 if long else 8, 4 if long else 3))
    plume = c.tip(0, 1)
    c.put(path(f"M-2-24C-5-34-4-42 {nums(plume)}C5-43 5-33 2-24Z", dark))
    c.put(path("M0-18C17-16 23 0 19 12C15 23 7 27 0 27C-7 27-15 23-19 12C-23 0-17-16 0-18Z", brown))
    for side in (-1, 1):
        c.put(path(f"M{side * 7}-13C{side * 20}-10 {side * 23} 8 {side * 14} 20C{side * 8} 14 {side * 5} 0 {side * 7}-13Z", pale))
        c.put(path(f"M{side * 11}-5Q{side * 14} 2 {side * 19} 2M{side * 9} 2Q{side * 13} 8 {side * 18} 9M{side * 10} 9Q{side * 13} 14 {side * 15.5} 15", None, dark, 1.8))
    c.put(path("M0-8V22M-4.5 2L0 7 4.5 2M-4.5 11L0 16 4.5 11", None, cream, 1.7))
    c.put(path("M-3-27L0-33 3-27Z", INK))
    c.put(path("M0-29C8-29 10-22 9-16C8-10 4-8 0-8C-4-8-8-10-9-16C-10-22-8-29 0-29Z", dark))
    c.put(path("M-3-28Q-7-22-6.5-13M3-28Q7-22 6.5-13", None, cream, 1.9))
    c.put(path("M0-27V-11", None, pale, 1.4))


def left_quail(c):
    """The left quail slides to its right rear."""
    _quail(c, 1)


def right_quail(c):
    """The right quail slides to its left rear."""
    _quail(c, -1)


def goose(c):
    """Three leaps: both wings ahead and the tail behind, each with its dot."""
    red, dark, pale = "#cf3a32", "#7d1418", "#ffd9c4"
    tail = c.tip(0, -1)
    for x in (-7, 7, 0):
        c.put(feather((x * 0.4, 10), (x, tail[1] - 7 - abs(x) * 0.5), 4.2, dark, pale, 0.72))
    c.put(dot(tail))
    for side in (-1, 1):
        ahead = c.tip(side, 1)
        end = scale(ahead, 0.83)
        for t, far in ((0.62, 0.6), (0.44, 0.7), (0.28, 0.8), (0.13, 0.92)):
            c.put(feather((side * 2, 8), between(end, (side * 38, 10), t, far), 4.6, red, dark, 0.7))
        c.put(feather((side * 2, 4), end, 6, red, dark, 0.68))
        c.put(path(f"M{side * 1}-6Q{side * 10}-16 {side * 19}-18Q{side * 17} 0 {side * 2} 12Z", pale))
        c.put(dot(ahead))
    c.put(path("M0-10C8-7 10 4 7 13C5 19 2 22 0 23C-2 22-5 19-7 13C-10 4-8-7 0-10Z", red))
    # The neck is folded back: the goose does not move straight ahead.
    c.put(path("M-2 6C-9 0-8-14-2-17C2-19 7-17 7-13", None, INK, 7.4))
    c.put(path("M-2 6C-9 0-8-14-2-17C2-19 7-17 7-13", None, dark, 5))
    c.put(path("M6-16L14-9 4-8Z", YELLOW))
    c.put(disc((5, -13), 4.2, dark), disc((5.4, -13.6), 1.1, "#fff", "none"))


def eagle(c):
    """Long wings and long tail for its slides, double claws for two squares, short limbs for steps."""
    red, dark, pale = "#b3201f", "#5f0d12", "#ffe2c0"
    tail = c.tip(0, -1)
    for x in (-13, 13, -6.5, 6.5, 0):
        c.put(feather((x * 0.3, 10), (x, tail[1] - abs(x) * 0.35), 4.6, dark, pale, 0.72))
    for side in (-1, 1):
        claws = c.tip(side, -1)
        c.put(claw((side * 6, 10), claws, YELLOW, 9, 3.4))
        c.put(claw((side * 6, 10), scale(claws, 0.72), YELLOW, 9, 3.4))
        ahead, beside = c.tip(side, 1), c.tip(side, 0, 36)
        shoulder = (side * 3, 5)
        tips = [beside] + [between(ahead, beside, t, f) for t, f in ((0.78, 0.8), (0.56, 0.82), (0.36, 0.88), (0.18, 0.94))] + [ahead]
        c.put(fan(shoulder, tips, red, dark, 5.2))
        c.put(path(f"M{side * 2}-12Q{side * 18}-22 {side * 22}-10Q{side * 18} 6 {side * 2} 11Z", dark))
        c.put(path(f"M{side * 9}-11Q{side * 15}-13 {side * 17}-8M{side * 9}-5Q{side * 14}-6 {side * 16}-2", None, "#e0604f", 1.4))
    c.put(path("M0-22C9-18 12-4 9 8C6 17 3 21 0 22C-3 21-6 17-9 8C-12-4-9-18 0-22Z", red))
    c.put(path("M-4-2L0 2 4-2M-4 5L0 9 4 5M-3 12L0 15 3 12", None, pale, 1.6))
    beak = c.tip(0, 1, 40)
    c.put(path("M0-33C9-33 9-24 8-19L5-15 3-18 0-14-3-18-5-15-8-19C-9-24-9-33 0-33Z", pale))
    c.put(path(f"M-4.5-30Q-4-37 {nums(beak)}Q5-38 4.5-30Q0-27-4.5-30Z", YELLOW))
    c.put(_eyes(-25.5, 4.4, 1.5))


DRAW = {
    "K": phoenix, "S": swallow, "F": falcon, "C": crane, "P": pheasant,
    "L": left_quail, "R": right_quail, "pS": goose, "pF": eagle,
}
