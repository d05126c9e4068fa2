"""Everything the generator writes, as {path below web/public: text}."""

import json

from . import birds, boards, figures, icons, kanji
from .games import KINDS, SIDES

# Folders in which every file is ours: a stray file there counts as stale.
OWNED = ("pieces", "boards")


def _wedges(set_name, game, draw, files):
    """A set of men that point: upright for First, turned for Second, and the flipped board."""
    for side in SIDES:
        for kind in KINDS[game]:
            for flipped in (False, True):
                down = (side == "second") != flipped
                folder = f"pieces/{set_name}/{game}" + ("/flipped" if flipped else "")
                files[f"{folder}/{side}-{kind}.svg"] = draw(game, side, kind, down)


def _figures(set_name, game, draw, files):
    """A set of men that stand upright for both sides."""
    for side in SIDES:
        for kind in KINDS[game]:
            files[f"pieces/{set_name}/{game}/{side}-{kind}.svg"] = draw(side, kind)


# set, game, how it is written, its drawing function, is it the game's default
SETS = [
    ("kanji", "shogi", _wedges, kanji.draw, True),
    ("kanji", "minishogi", _wedges, kanji.draw, True),
    ("kanji", "torishogi", _wedges, kanji.draw, False),
    ("birds", "torishogi", _wedges, lambda game, side, kind, down: birds.draw(side, kind, down), True),
    ("figures", "shogun", _figures, figures.draw, True),
]


def _manifest():
    sets = {}
    for name, game, writer, _, default in SETS:
        wedge = writer is _wedges
        sets.setdefault(name, {})[game] = {
            "path": f"{name}/{game}",
            "viewBox": [110, 120] if wedge else [120, 120],
            "flipped": wedge,
            "default": default,
            "kinds": KINDS[game],
        }
    return json.dumps({"version": 1, "sets": sets}, indent=1) + "\n"


def _stylesheet(name, game, flipped):
    lines = [".pieces-%s-%s {" % (name, game)]
    for side in SIDES:
        for kind in KINDS[game]:
            lines.append(f"  --piece-{side}-{kind}: url({game}/{side}-{kind}.svg);")
            if flipped:
                lines.append(f"  --piece-flipped-{side}-{kind}: url({game}/flipped/{side}-{kind}.svg);")
    return "\n".join(lines) + "\n}\n"


def everything():
    """All generated text files."""
    files = {}
    for name, game, writer, draw, _ in SETS:
        writer(name, game, draw, files)
        files[f"pieces/{name}/{game}.css"] = _stylesheet(name, game, writer is _wedges)
    files["pieces/manifest.json"] = _manifest()
    files |= boards.files() | icons.files()
    return files


def sizes(files):
    """Bytes per set and game, without and with the flipped men."""
    result = {}
    for name, game, *_ in SETS:
        folder = f"pieces/{name}/{game}/"
        for path, text in files.items():
            if path.startswith(folder):
                key = f"{name}/{game}" + ("/flipped" if "/flipped/" in path else "")
                result[key] = result.get(key, 0) + len(text.encode())
    return result
