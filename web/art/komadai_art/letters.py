"""The letters of the pieces, drawn with a broad pen in a box of 40×56 around (0, 0)."""

INK, RED = "#1d120a", "#b3121d"

STROKES = {
    "B": "M-14 26V-26H1a12.5 12.5 0 0 1 0 25H-14M1-1h2a13.5 13.5 0 0 1 0 27H-14",
    "C": "M17-15A17.5 21 0 1 0 17 15",
    "F": "M15-26H-13V26M-13-1H10",
    "G": "M17-15A17.5 21 0 1 0 17 15V3H5",
    "K": "M-14-26V26M15-26L-13 4M-3-6L16 26",
    "L": "M-12-26V26H15",
    "N": "M-15 26V-26L15 26V-26",
    "P": "M-13 26V-26H2a14 14 0 0 1 0 28H-13",
    "R": "M-14 26V-26H2a13.5 13.5 0 0 1 0 27H-14M1 1L15 26",
    "S": "M15-17C10-29-14-29-14-13S15-1 15 13 -11 29-16 16",
}
PLUS = "M-7 0H7M0-7V7"


def draw(kind):
    """A letter, and before it a plus when promoted."""
    letter, promoted = kind.removeprefix("p"), kind.startswith("p")
    colour = RED if promoted else INK
    pen = f'fill="none" stroke="{colour}" stroke-width="8.5" stroke-linecap="round" stroke-linejoin="round"'
    if not promoted:
        return f'<path {pen} d="{STROKES[letter]}"/>'
    return (
        f'<g {pen}><path transform="translate(8 0) scale(.82)" d="{STROKES[letter]}"/>'
        f'<path transform="translate(-20 2)" stroke-width="5.4" d="{PLUS}"/></g>'
    )
