"""Chess figures for Shogun Chess: flat, upright for both sides.

Promoted pieces have shapes of their own and are blue for White (first), gold for
Black (second); their plinth keeps the side's colour so that the owner is plain.
"""

from .svg import document

# fill, line, detail on the fill
WHITE = ("#fffaf0", "#33291f", "#33291f")
BLACK = ("#45423f", "#0e0b09", "#efe8da")
BLUE = ("#4f93e6", "#10264a", "#f2f8ff")
GOLD = ("#f5c02f", "#2b1b00", "#4a2f00")
COLOURS = {"first": (WHITE, BLUE), "second": (BLACK, GOLD)}

PLINTH = "M27 110V104Q27 98 33 98H87Q93 98 93 104V110Z"
RIGHT_HALF = "M60 0H120V120H60Z"


def _stem(foot, neck, top):
    """The waisted body between the plinth and the collar."""
    return (
        f"M{60 - foot} 98C{60 - foot + 2} 84 {60 - neck - 1} {top + 22} {60 - neck} {top}"
        f"H{60 + neck}C{60 + neck + 1} {top + 22} {60 + foot - 2} 84 {60 + foot} 98Z"
    )


def _collar(half, y, tall=7):
    """A ring around the neck."""
    r = tall / 2
    return f"M{60 - half + r} {y}H{60 + half - r}a{r} {r} 0 0 1 0 {tall}H{60 - half + r}a{r} {r} 0 0 1 0-{tall}Z"


def _ball(x, y, r):
    return f"M{x - r} {y}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1-{2 * r} 0Z"


HORSE = (
    "M84 98C89 62 84 34 59 25L57 13 48 25C39 30 34 43 26 57C22 64 24 70 30 73"
    "C35 75 39 73 42 69C48 68 54 68 59 63C58 74 42 80 39 98Z"
)
MANE = "M59 25C84 34 89 62 84 98H71C78 68 74 42 59 25Z"

# kind: (shapes of the silhouette, part in the shade, lines drawn on it, filled details)
FIGURES = {
    "P": (
        [_stem(22, 7, 62), _ball(60, 43, 15.5), _collar(15, 58)],
        RIGHT_HALF, "", "",
    ),
    "pP": (
        [
            _stem(23, 8, 66),
            "M30 46A30 30 0 0 1 90 46L78 48A18 18 0 0 0 42 48Z",
            "M43 48A17 17 0 0 1 77 48V60Q76 66 68 66H52Q44 66 43 60Z",
            _collar(18, 64),
        ],
        RIGHT_HALF,
        "M42 28L48 35M60 17V28M78 28L72 35",
        "M49 48H71V53H63.5V64H56.5V53H49Z",
    ),
    "N": ([HORSE], MANE, "M61 27C76 43 79 68 73 96", _ball(47, 43, 3) + _ball(31, 64, 1.8)),
    "pN": (
        [
            "M84 98C89 68 84 46 62 38L48 37C40 42 35 52 28 63C24 69 26 75 32 78C37 80 41 78 44 74C50 73 55 73 60 68C58 78 42 84 39 98Z",
            "M44 38L34 17 48 25 55 9 63 23 78 15 73 38Z",
        ],
        "M62 38C84 46 89 68 84 98H71C78 74 76 52 62 38ZM59 10L63 23 78 15 73 38H59Z",
        "M64 40C77 52 79 74 73 96M45.5 33H73.5M48 74L37 56",
        _ball(48, 52, 3),
    ),
    "B": (
        [
            _stem(23, 7.5, 66),
            _ball(60, 19, 5.5),
            "M60 23C75 34 79 46 75 57Q73 64 66 64H54Q47 64 45 57C41 46 45 34 60 23Z",
            _collar(17, 62),
        ],
        RIGHT_HALF, "M67 34L58 48", "",
    ),
    "pB": (
        [
            _stem(25, 10, 70),
            "M42 62C40 74 38 82 30 90L42 93C48 84 49 74 50 62ZM78 62C80 74 82 82 90 90L78 93C72 84 71 74 70 62Z",
            "M38 66L31 42C34 30 50 24 60 8C70 24 86 30 89 42L82 66Z",
        ],
        RIGHT_HALF, "M37 57H83M60 22V50M51 34H69", "",
    ),
    "R": (
        [
            "M36 98L42 54H78L84 98Z",
            "M32 26H45V35H53V26H67V35H75V26H88V45L79 56H41L32 45Z",
        ],
        RIGHT_HALF, "M41 56H79M38.5 84H81.5", "",
    ),
    "pR": (
        [
            "M31 98L35 82H43V74H75V82H85L89 98Z",
            _ball(57, 76, 7),
        ],
        RIGHT_HALF, "M46 45L71 61", "",
    ),
    "F": (
        [
            _stem(24, 8, 70),
            _ball(60, 49, 15),
            "M44 45L38 26 50 34 60 21 70 34 82 26 76 45Q60 37 44 45Z",
            "M34 72Q36 62 46 62H74Q84 62 86 72Q80 78 73 74Q67 79 60 75Q53 79 47 74Q40 78 34 72Z",
        ],
        RIGHT_HALF, "M47 64L47 73M60 64V74M73 64L73 73", "",
    ),
    "K": (
        [
            _stem(25, 12, 76),
            "M55 9H65V16H72V25H65V44H55V25H48V16H55Z",
            "M60 48C52 30 27 31 28 50C29 62 41 66 43 78H77C79 66 91 62 92 50C93 31 68 30 60 48Z",
            _collar(21, 74, 8),
        ],
        RIGHT_HALF, "M60 50V66M38 50C39 56 46 60 50 67M82 50C81 56 74 60 70 67", "",
    ),
    "pF": (
        [
            _stem(25, 12, 74),
            "M42 72L24 40 40 54 42 28 53 50 60 20 67 50 78 28 80 54 96 40 78 72Z",
            _ball(24, 38, 5), _ball(42, 25, 5), _ball(60, 16, 5.5), _ball(78, 25, 5), _ball(96, 38, 5),
            _collar(21, 70, 8),
        ],
        RIGHT_HALF, "M44 63Q60 57 76 63", "",
    ),
}

# The mortar's barrel leans to the right on its bed.
_BARREL = (
    '<g transform="rotate(33 56 66)">{ball}<path d="M40 70Q40 88 56 88Q72 88 72 70L74 36H38Z"/>'
    '<path d="M34 24H78Q80 24 80 27V36Q80 39 78 39H34Q32 39 32 36V27Q32 24 34 24Z"/></g>'
)


def _shapes(kind):
    paths = "".join(f'<path d="{d}"/>' for d in FIGURES[kind][0])
    if kind == "pR":
        paths = _BARREL.format(ball=f'<path d="{_ball(56, 22, 13)}"/>') + paths
    return paths


def _figure(side, kind, base, promoted):
    """The figure on its plinth, in the middle of 120×120."""
    fill, line, detail = promoted if kind.startswith("p") else base
    _, shade, lines, marks = FIGURES[kind]
    # No white outline around dark pieces: it looks grey on dark squares.
    body = (
        f'<g stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round">'
        f'<g fill="{fill}" stroke="{line}">{_shapes(kind)}</g>'
        f'<path d="{PLINTH}" fill="{base[0]}" stroke="{base[1]}"/>'
        f'<g clip-path="url(#c)"><g opacity=".15" stroke="none">{_shapes(kind)}<path d="{PLINTH}"/></g></g>'
    )
    if lines:
        body += f'<path d="{lines}" fill="none" stroke="{detail}" stroke-width="3"/>'
    if marks:
        body += f'<path d="{marks}" fill="{detail}"/>'
    return body + "</g>", f'<clipPath id="c"><path d="{shade}"/></clipPath>'


_SHADOW = '<ellipse cx="60" cy="110.5" rx="37" ry="4.5" opacity=".22"/>'


def draw(side, kind):
    """One piece as an SVG document."""
    figure, defs = _figure(side, kind, *COLOURS[side])
    return document(120, 120, _SHADOW + figure, defs)


def document_of(side, kind, around, size):
    """A smaller piece in front of `around`."""
    figure, defs = _figure(side, kind, *COLOURS[side])
    turn = f'<g transform="translate(60 60) scale({size}) translate(-60 -62)">'
    return document(120, 120, f"{around}{turn}{figure}</g>", defs)


def flat(side, kind, fill, line):
    """A piece in two colours without shade; promoted ones stand in a ring."""
    colours = (fill, line, line)
    _, _, lines, marks = FIGURES[kind]
    shapes = f'{_shapes(kind)}<path d="{PLINTH}"/>'
    # Two outlines, the outer one in the other colour, for contrast on every square.
    rim = "#ffffff" if line == "#000000" else "#000000"
    body = (
        f'<g stroke-linejoin="round" stroke-linecap="round">'
        f'<g fill="none" stroke="{rim}" stroke-width="9.5">{shapes}</g>'
        f'<g fill="{fill}" stroke="{line}" stroke-width="4.6">{shapes}</g>'
    )
    if lines:
        body += f'<path d="{lines}" fill="none" stroke="{colours[2]}" stroke-width="4.6"/>'
    if marks:
        body += f'<path d="{marks}" fill="{colours[2]}"/>'
    body += "</g>"
    if not kind.startswith("p"):
        return document(120, 120, body)
    ring = "".join(
        f'<circle cx="60" cy="60" r="52" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in ((rim, 15), (line, 11), (fill, 5.5))
    )
    return document(120, 120, f'{ring}<g transform="translate(60 60) scale(.74) translate(-60 -61)">{body}</g>')
