"""The mark of Komadai: a king on the stand for captured pieces (the komadai)."""

from . import kanji, koma
from .svg import num, polygon

_, _FACE_MIDDLE, _, _EDGE, _ = koma.WOODS["maple"]

_DEFS = (
    '<linearGradient id="k" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff0cf"/>'
    f'<stop offset=".5" stop-color="{_FACE_MIDDLE}"/><stop offset="1" stop-color="#dba75a"/></linearGradient>'
    '<linearGradient id="t" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#d08a45"/>'
    '<stop offset="1" stop-color="#8f5122"/></linearGradient>'
    '<radialGradient id="b" cx=".35" cy=".22" r="1.05"><stop stop-color="#3f8a6d"/>'
    '<stop offset=".55" stop-color="#1f5a47"/><stop offset="1" stop-color="#0f3329"/></radialGradient>'
)


def _koma(x, y, height, weight):
    """A piece bearing 玉 with its foot at y and its middle at x."""
    def place(points):
        return [(x + px, y - height / 2 + py) for px, py in points]

    unit = height / koma.KING_HEIGHT
    outer = [(px * unit, py * unit) for px, py in koma.outline(1)]
    inner = [(px * unit, py * unit) for px, py in koma.outline(1, inset=5)]
    o, i = place(outer), place(inner)
    parts = [f'<path d="{polygon(o)}" fill="url(#k)" stroke="{_EDGE}" stroke-width="{num(height * 0.014)}" stroke-linejoin="round"/>']
    for a, tone, strength in ((0, "#3d2000", 0.05), (1, "#3d2000", 0.2), (2, "#3d2000", 0.32), (3, "#fff", 0.4), (4, "#fff", 0.65)):
        b = (a + 1) % 5
        parts.append(f'<path d="{polygon([o[a], o[b], i[b], i[a]])}" fill="{tone}" opacity="{strength}"/>')
    glyph = kanji.GLYPHS["玉"]
    x0, y0, x1, y1 = glyph["box"]
    k = min(height * 0.69 / (x1 - x0), height * 0.62 / (y1 - y0))
    gx, gy = x - k * (x0 + x1) / 2, y - height * 0.45 - k * (y0 + y1) / 2
    parts.append(
        f'<g transform="translate({num(gx)} {num(gy)}) scale({num(k, 4)})"><path d="{glyph["path"]}" '
        f'transform="translate(10 12)" fill="#fff" opacity=".55"/><path d="{glyph["path"]}" fill="{kanji.INK}" '
        f'stroke="{kanji.INK}" stroke-width="{weight}"/></g>'
    )
    return "".join(parts)


def _stand(x, y, width):
    """A stand whose table top lies at y."""
    h = width / 2
    deck, leg = width * 0.085, width * 0.2
    line = f'stroke="#4d2a0d" stroke-width="{num(width * 0.014)}" stroke-linejoin="round"'
    leg_path = (
        f"M{num(x - h * 0.2)} {num(y + deck)}C{num(x - h * 0.12)} {num(y + leg)} {num(x - h * 0.14)} {num(y + leg)} "
        f"{num(x - h * 0.42)} {num(y + deck + leg)}H{num(x + h * 0.42)}C{num(x + h * 0.14)} {num(y + leg)} "
        f"{num(x + h * 0.12)} {num(y + leg)} {num(x + h * 0.2)} {num(y + deck)}Z"
    )
    foot_y = y + deck + leg
    return (
        f'<path d="{leg_path}" fill="#7c461d" {line}/>'
        f'<path d="M{num(x - h * 0.62)} {num(foot_y + deck)}V{num(foot_y)}H{num(x + h * 0.62)}V{num(foot_y + deck)}Z" fill="url(#t)" {line}/>'
        f'<path d="M{num(x - h)} {num(y + deck)}V{num(y)}H{num(x + h)}V{num(y + deck)}Z" fill="url(#t)" {line}/>'
        f'<path d="M{num(x - h + 3)} {num(y + 4)}H{num(x + h - 3)}" stroke="#ffd9a0" stroke-width="{num(width * 0.012)}" opacity=".7"/>'
    )


def _svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><defs>{_DEFS}</defs>{body}</svg>\n'


def _scene(scale):
    body = '<ellipse cx="256" cy="440" rx="150" ry="13" fill="#000" opacity=".3"/>' + _stand(256, 345, 330) + _koma(256, 344, 278, 14)
    if scale == 1:
        return body
    shift = 256 * (1 - scale)
    return f'<g transform="translate({num(shift)} {num(shift)}) scale({scale})">{body}</g>'


def files():
    """The SVG icons as {path: text}."""
    return {
        "icons/icon.svg": _svg('<rect width="512" height="512" rx="112" fill="url(#b)"/>' + _scene(1)),
        "icons/maskable.svg": _svg('<rect width="512" height="512" fill="url(#b)"/>' + _scene(0.84)),
        "icons/logo.svg": _svg(_scene(1.18)),
        # At 16 px only the piece itself is legible.
        "icons/favicon.svg": _svg(_koma(256, 500, 488, 34)),
        # Icon of the player's turn: a dot, so that it does not depend on colour.
        "icons/favicon-turn.svg": _svg(
            _koma(256, 500, 488, 34) + '<circle cx="396" cy="116" r="100" fill="#c8321f" stroke="#fff8f0" stroke-width="24"/>'
        ),
    }


# PNG name: (SVG it is made from, pixels)
PNGS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-192.png": ("maskable.svg", 192),
    "maskable-512.png": ("maskable.svg", 512),
    "apple-touch-icon.png": ("maskable.svg", 180),
    "favicon-32.png": ("favicon.svg", 32),
}
