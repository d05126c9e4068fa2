"""Black and white pieces of high contrast.

The sides differ in filling and direction, promoted pieces by a bar at the foot
(a ring around the chess figures) besides their colour.
"""

from . import figures, kanji, koma
from .svg import document, lerp, polygon

# face, line, writing, writing when promoted
LOOKS = {
    "first": ("#ffffff", "#000000", "#000000", "#b00018"),
    "second": ("#141414", "#ffffff", "#ffffff", "#ffb4a2"),
}


def draw(game, side, kind, down):
    """One flat wedge."""
    fill, line, base, promoted = LOOKS[side]
    size, breadth = kanji.size_of(game, kind)
    corners = koma.place(koma.outline(size, breadth, down))
    inner = koma.place(koma.outline(size, breadth, down, 4))
    # A dark rim, and a white one inside it on black pieces, for contrast on every board.
    body = (
        f'<path d="{polygon(corners)}" fill="#000"/>'
        f'<path d="{polygon(inner)}" fill="{fill}" stroke="{line}" stroke-width="{2.6 if side == "second" else 1}"/>'
    )
    is_promoted = kind.startswith("p")
    ink = promoted if is_promoted else base
    if is_promoted:
        _, right, foot_right, foot_left, left = inner
        bar = [lerp(foot_left, left, 0.17), lerp(foot_right, right, 0.17), lerp(foot_right, right, 0.055), lerp(foot_left, left, 0.055)]
        body += f'<path d="{polygon(bar)}" fill="{ink}"/>'
    text = kanji.face_text(game, side, kind)
    width, height = koma.KING_HEIGHT * 0.884 * size * breadth, koma.KING_HEIGHT * size
    lift = -0.035 if is_promoted else 0
    weight = 8 if game == "torishogi" else 34
    if len(text) == 1:
        body += kanji.character(
            text, "g", (0, height * (0.05 + lift)), (width * 0.76, height * (0.6 if is_promoted else 0.68)), 0.09 * size,
            ink, down, weight, carved=False,
        )
    else:
        # Without colour, place and shape of the framed character distinguish the quails.
        body += kanji.character(text[0], "h", (0, height * -0.2), (width * 0.5, height * 0.27), 0.055, ink, down, 20, carved=False)
        body += kanji.character(text[1], "g", (0, height * 0.2), (width * 0.74, height * 0.5), 0.085, ink, down, weight, carved=False)
    return document(koma.WIDTH, koma.HEIGHT, body)


def draw_figure(side, kind):
    """One flat chess figure; promoted ones stand in a ring."""
    fill, line, *_ = LOOKS[side]
    return figures.flat(side, kind, fill, line)
