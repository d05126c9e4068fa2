"""Output of the generator, as {path below web/public: text}."""

import json

from . import birds, boards, figures, guide, icons, kanji, plain
from .games import KINDS, SIDES

# Generated folders: any other file in them counts as stale.
OWNED = ("pieces", "boards")


def _wedges(set_name, game, draw, files):
    """A set of pieces that point: upright for First, turned for Second, and the flipped board."""
    for side in SIDES:
        for kind in KINDS[game]:
            for flipped in (False, True):
                down = (side == "second") != flipped
                folder = f"pieces/{set_name}/{game}" + ("/flipped" if flipped else "")
                files[f"{folder}/{side}-{kind}.svg"] = draw(game, side, kind, down)


def _figures(set_name, game, draw, files):
    """A set of pieces that stand upright for both sides."""
    for side in SIDES:
        for kind in KINDS[game]:
            files[f"pieces/{set_name}/{game}/{side}-{kind}.svg"] = draw(game, side, kind, False)


# set, game, writer, drawing function; the first of a game is its default
SETS = [
    ("kanji", "shogi", _wedges, kanji.draw),
    ("kanji2", "shogi", _wedges, kanji.draw_pair),
    ("guide", "shogi", _wedges, guide.draw),
    ("letters", "shogi", _wedges, guide.draw_letter),
    ("plain", "shogi", _wedges, plain.draw),
    ("kanji", "minishogi", _wedges, kanji.draw),
    ("kanji2", "minishogi", _wedges, kanji.draw_pair),
    ("guide", "minishogi", _wedges, guide.draw),
    ("letters", "minishogi", _wedges, guide.draw_letter),
    ("plain", "minishogi", _wedges, plain.draw),
    ("birds", "torishogi", _wedges, lambda game, side, kind, down: birds.draw(side, kind, down)),
    ("kanji", "torishogi", _wedges, kanji.draw),
    ("guide", "torishogi", _wedges, guide.draw),
    ("letters", "torishogi", _wedges, guide.draw_letter),
    ("plain", "torishogi", _wedges, plain.draw),
    ("figures", "shogun", _figures, lambda game, side, kind, down: figures.draw(side, kind)),
    ("kanji", "shogun", _wedges, kanji.draw),
    ("guide", "shogun", _wedges, guide.draw_figure),
    ("plain", "shogun", _figures, lambda game, side, kind, down: plain.draw_figure(side, kind)),
]


def _manifest():
    """Sets of each game, the default first; `turned`: there are pictures for the flipped board."""
    games = {game: [] for game in KINDS}
    for name, game, writer, _ in SETS:
        games[game].append({"id": name, "turned": writer is _wedges})
    return json.dumps({"version": 2, "games": games}, indent=1) + "\n"


def everything():
    """All generated text files."""
    files = {}
    for name, game, writer, draw in SETS:
        writer(name, game, draw, files)
    files["pieces/manifest.json"] = _manifest()
    files |= boards.files() | icons.files()
    return files


def sizes(files):
    """Bytes per set and game, without and with the flipped pieces."""
    result = {}
    for name, game, *_ in SETS:
        folder = f"pieces/{name}/{game}/"
        for path, text in files.items():
            if path.startswith(folder):
                key = f"{name}/{game}" + ("/flipped" if "/flipped/" in path else "")
                result[key] = result.get(key, 0) + len(text.encode())
    return result
