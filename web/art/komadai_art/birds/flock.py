"""The nine birds. Each function draws one bird pointing up around (0, 0)."""

from ..svg import lerp, nums, scale
from .limbs import INK, bars, between, claw, disc, dot, fan, feather, path

YELLOW = "#f2b632"


def _eyes(y, x=2.6, r=1.1):
    return disc((-x, y), r, INK, "none") + disc((x, y), r, INK, "none")


def phoenix(c):
    """All eight steps: wings before and beside, three eyed tail plumes behind, crest and beak ahead."""
    gold, deep, teal, violet, pale = "#f5b92e", "#d5731a", "#17877f", "#5a3499", "#ffedb8"
    for dx in (-1, 1, 0):
        tip = c.tip(dx, -1, 50 if dx else 48)
        c.put(feather((dx * 2, 6), tip, 9, teal, belly=0.82))
        eye = lerp((dx * 2, 6), tip, 0.78)
        c.put(disc(eye, 4.6, gold, None, 1.1), disc(eye, 2.3, violet, "none"))
    for side in (-1, 1):
        ahead, beside = c.tip(side, 1, 50), c.tip(side, 0, 41)
        low = between(beside, (side * 30, 24), 0.45, 0.7)
        tips = [low, beside]
        tips += [between(ahead, beside, t, far) for t, far in ((0.82, 0.86), (0.62, 0.82), (0.42, 0.82), (0.2, 0.9))] + [ahead]
        c.put(fan((side * 2, 5), tips, gold, deep, 6.6))
        c.put(path(f"M{side * 2}-12Q{side * 17}-20 {side * 21}-10Q{side * 20} 6 {side * 2} 11Z", violet))
        c.put(path(f"M{side * 8}-13Q{side * 15}-15 {side * 18}-9M{side * 8}-7Q{side * 14}-8 {side * 17}-2", None, "#a98be0", 1.6))
    for side in (-1, 1):
        for tip, width in (((side * 17, -28), 4.2), ((side * 12, -40), 4.2)):
            c.put(feather((side * 2, -24), tip, width, teal, gold, 0.6, bend=side * 2, belly=0.6))
    c.put(path(f"M-3.4-31L{nums(c.tip(0, 1, 44))}L3.4-31Z", deep))
    c.put(path("M0-35C7-35 8-28 6.5-22C5.5-15 12-9 11 2C10 13 5 20 0 23C-5 20-10 13-11 2C-12-9-5.5-15-6.5-22C-8-28-7-35 0-35Z", gold))
    c.put(path("M0-15C6-10 8-4 7 3C6 10 3 15 0 17C-3 15-6 10-7 3C-8-4-6-10 0-15Z", violet, "none"))
    c.put(path("M-3.4-5Q0-1 3.4-5M-3.6 1Q0 5 3.6 1M-2.6 7Q0 10 2.6 7", None, pale, 1.3))
    c.put(_eyes(-27.5, 3.2, 1.4))


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
    """Every step but straight back: pointed wings before and beside, claws behind, no tail."""
    slate, dark, pale = "#6d8096", "#2f3a49", "#f7ecd2"
    for side in (-1, 1):
        c.put(claw((side * 5, 12), c.tip(side, -1, 45), YELLOW, 10, 3.6))
        ahead, beside = c.tip(side, 1, 48), c.tip(side, 0, 41)
        tips = [between(ahead, beside, t, far) for t, far in ((1.28, 0.66), (1.12, 0.84))] + [beside]
        tips += [between(ahead, beside, t, far) for t, far in ((0.8, 0.84), (0.6, 0.78), (0.4, 0.8), (0.2, 0.9))] + [ahead]
        c.put(fan((side * 3, 4), tips, slate, dark, 6))
        band = scale(between(ahead, beside, 0.5), 0.56)
        c.put(path(f"M{nums(scale(ahead, 0.52))}Q{nums(scale(band, 1.1))} {nums(scale(beside, 0.56))}", None, pale, 1.7))
        c.put(path(f"M{side * 2}-13Q{side * 15}-21 {side * 18}-11Q{side * 15} 4 {side * 2} 10Z", dark))
    c.put(path("M0-28C9-28 8-19 8-14C12-8 12 4 9 13C6 20 3 23 0 23C-3 23-6 20-9 13C-12 4-12-8-8-14C-8-19-9-28 0-28Z", pale))
    c.put(path("M-5-3h3.4M1.6-3h3.4M-7 3h3.4M-1.7 3h3.4M3.6 3h3.4M-5 9h3.4M1.6 9h3.4M-1.7 15h3.4", None, dark, 2.1))
    c.put(path("M0-30C9.5-30 9-20 8.4-15L5.4-9 4-17 0-14-4-17-5.4-9-8.4-15C-9-20-9.5-30 0-30Z", dark))
    c.put(path(f"M-4.4-28Q-3.4-35 {nums(c.tip(0, 1, 41))}Q4.6-36 4.4-28Q0-25-4.4-28Z", YELLOW))
    c.put(_eyes(-22.5, 4.4, 1.9).replace(INK, YELLOW))


def crane(c):
    """All but sideways: long neck, wings held ahead, plumes and legs behind."""
    white, black, red = "#ffffff", "#2b2a33", "#d0202c"
    legs = c.tip(0, -1, 47)
    foot = legs[1]
    data = f"M-2 14V{foot - 6:.0f}M2 14V{foot - 6:.0f}M0 {foot - 9:.0f}V{foot:.0f}M-2 {foot - 7:.0f}L-7 {foot - 1:.0f}M2 {foot - 7:.0f}L7 {foot - 1:.0f}"
    c.put(path(data, None, black, 2.6))
    for side in (-1, 1):
        c.put(feather((side * 1, 6), (side * 15, 33), 5.4, black))
        c.put(feather((side * 2, 6), c.tip(side, -1, 46), 7, black, bend=side * -4))
        ahead = c.tip(side, 1, 49)
        for t, far in ((0.6, 0.56), (0.45, 0.66), (0.3, 0.78), (0.15, 0.9)):
            c.put(feather((side * 2, 8), between(ahead, (side * 40, 2), t, far), 6.4, white, black, 0.68))
        c.put(feather((side * 2, 6), ahead, 7.4, white, black, 0.64))
    c.put(path("M0-16C10-12 13 0 9 10C6 18 2 21 0 22C-2 21-6 18-9 10C-13 0-10-12 0-16Z", white))
    c.put(path("M-4 0Q0 5 4 0M-4 7Q0 12 4 7", None, "#b9b6ae", 1.5))
    c.put(path(f"M-2.6-37L{nums(c.tip(0, 1, 52))}L2.6-37Z", "#c9b468"))
    c.put(path("M0-41C6-41 6-35.5 5-32C4-26 4.4-18 6.4-11Q0-5-6.4-11C-4.4-18-4-26-5-32C-6-35.5-6-41 0-41Z", black))
    c.put(path("M-5.4-36.5C-5-43 5-43 5.4-36.5C2.5-33.6-2.5-33.6-5.4-36.5Z", red))
    c.put(path("M-3.6-32Q-2.2-24-3.7-14.5M3.6-32Q2.2-24 3.7-14.5", None, white, 2))


def pheasant(c):
    """Leap ahead (red dot) and the two rear diagonals (long barred tail feathers)."""
    green, deep, buff, bar, red = "#2f8f4e", "#17573a", "#e2b872", "#6d4218", "#d02030"
    for side in (-1, 1):
        root, tip = (side * 2, 8), c.tip(side, -1, 56)
        c.put(feather(root, tip, 7, buff, belly=0.4))
        c.put(bars(root, tip, (0.3, 0.42, 0.54, 0.66, 0.78), 4.6, bar, 2.2))
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
    brown, dark, pale, cream = "#b07a3e", "#5a3a1c", "#e2ba80", "#fff1d2"
    for side in (far, -far):
        tip = c.tip(side, -1, 38)
        long = c.is_slide(side, -1)
        tip = scale(tip, 0.95) if long else tip  # room for the toes
        c.put(claw((side * 8, 12), tip, YELLOW, 14 if long else 9, 4.4 if long else 3.2))
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
    c.put(path("M0-27V-11", None, pale, 1.4), _eyes(-20, 7, 1.5))


def left_quail(c):
    """The left quail slides to its right rear."""
    _quail(c, 1)


def right_quail(c):
    """The right quail slides to its left rear."""
    _quail(c, -1)


def goose(c):
    """Three leaps: both wings ahead and the tail behind, each with its dot."""
    red, dark, pale = "#d63b31", "#86161b", "#ffdcc6"
    tail = c.tip(0, -1)
    for x in (-12, 12, -6, 6, 0):
        c.put(feather((x * 0.3, 10), (x, tail[1] - 6 - abs(x) * 0.45), 4.8, dark, pale, 0.74))
    c.put(dot(tail))
    for side in (-1, 1):
        ahead = c.tip(side, 1)
        end = scale(ahead, 0.87)
        for t, far in ((0.8, 0.62), (0.62, 0.66), (0.45, 0.74), (0.29, 0.83), (0.14, 0.92)):
            c.put(feather((side * 2, 10), between(end, (side * 44, 14), t, far), 6.2, red, dark, 0.7))
        c.put(feather((side * 2, 6), end, 7.4, red, dark, 0.66))
        c.put(path(f"M{side * 1}-6Q{side * 10}-18 {side * 21}-21Q{side * 20}-3 {side * 2} 14Z", "#f08a72"))
        c.put(dot(ahead))
    c.put(path("M0-12C10-9 13 6 9 16C6 23 2 27 0 28C-2 27-6 23-9 16C-13 6-10-9 0-12Z", red))
    c.put(path("M-1 12Q3 16 6 11M-2 19Q1 22 4 18", None, pale, 1.5))
    # Folded neck: the goose does not move straight ahead.
    neck = "M-2 12C-11 3-12-14-5-20C0-24 5-21 5-15"
    c.put(path(neck, None, INK, 9.4), path(neck, None, dark, 6.6))
    c.put(path("M4-18L14-9 1-9Z", YELLOW))
    c.put(disc((3.4, -15), 5.2, dark), disc((4, -15.8), 1.5, "#fff", "none"))


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
