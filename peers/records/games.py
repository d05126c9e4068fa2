"""Random games by pyffish, through `komadai convert`, into pyffish and cshogi.

    games.py PROGRAM SHOGUN.INI FOLDER      leaves the games and all their forms in FOLDER

Licence: GPL-3.0-or-later, because it loads pyffish and cshogi.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

import cshogi
import pyffish
from cshogi import CSA, KIF

GAMES = 10
PLIES = 120
# Interval at which the texts of all legal moves are checked to be unambiguous.
PLIES_APART = 10
# Our names of variants, and pychess' tag `Variant`.
VARIANTS = {"shogi": "Shogi", "minishogi": "Minishogi", "torishogi": "Torishogi", "shogun": "Shogun"}
# Mating drops are illegal in our rules; Fairy-Stockfish leaves that rule to its host.
DROPS_THAT_MAY_NOT_MATE = {"shogi": "P@", "minishogi": "P@", "torishogi": "S@"}
COMMENTS = ["good", "ここで長考", "what is 1-0? nothing"]


def variant_of(game):
    return "komadaishogun" if game == "shogun" else game


def is_drop_mate(game, fen, move):
    if not move.startswith(DROPS_THAT_MAY_NOT_MATE.get(game, "-")):
        return False
    return not pyffish.legal_moves(variant_of(game), fen, [move])


def random_move(game, fen, chance):
    legal = sorted(pyffish.legal_moves(variant_of(game), fen, []))
    chance.shuffle(legal)
    return next((move for move in legal if not is_drop_mate(game, fen, move)), None)


def random_game(game, seed):
    """The moves, and the game as in an export of pychess."""
    chance = random.Random(f"{game} {seed}")
    variant = variant_of(game)
    fen = pyffish.start_fen(variant)
    moves, text = [], []
    for ply in range(chance.randrange(1, PLIES)):
        move = random_move(game, fen, chance)
        if move is None:
            break
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
        time = f"[%emt 0:{chance.randrange(60):02}:{chance.randrange(60):02}]"
        comment = " " + chance.choice(COMMENTS) if chance.randrange(6) == 0 else ""
        text.append(f"{number} {pyffish.get_san(variant, fen, move)} {{{time}{comment}}}")
        if chance.randrange(8) == 0:
            other = random_move(game, fen, chance)
            if other != move:
                text.append(f"({number} {pyffish.get_san(variant, fen, other)})")
        moves.append(move)
        fen = pyffish.get_fen(variant, fen, [move])
    result = chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
    tags = [("Event", "random"), ("White", "A \\\"x\\\""), ("Black", "B"), ("Result", result)]
    tags.append(("Variant", VARIANTS[game]))
    tags = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return moves, f"{tags}\n{' '.join(text)} {result}\n"


def convert(program, source, target):
    done = subprocess.run([program, "convert", source, target], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise SystemExit(f"komadai convert {source} {target}: {done.stderr}\n{source.read_text()}")


def usi(game, move):
    """Fairy-Stockfish's move in USI; not for Shogun Chess."""
    ranks = {"shogi": 9, "minishogi": 5, "torishogi": 7}.get(game)
    if ranks is None:
        return move
    square = lambda name: f"{ranks - ord(name[0]) + ord('a')}{chr(ord('a') + ranks - int(name[1]))}"
    if move[1] == "@":
        return f"{move[0]}*{square(move[2:4])}"
    return square(move[:2]) + square(move[2:4]) + move[4:]


def main_line_san(pgn):
    """The move texts of the main line of a PGN."""
    body = pgn.split("\n\n", 1)[1]
    body = re.sub(r"\{[^}]*\}", " ", body)
    while "(" in body:
        body = re.sub(r"\([^()]*\)", " ", body)
    body = re.sub(r"\$\d+", " ", body)
    words = [word for word in body.split() if not re.fullmatch(r"\d+\.+", word)]
    return words[:-1]


def replay(game, moves, pgn):
    variant = variant_of(game)
    fen = pyffish.start_fen(variant)
    written = main_line_san(pgn)
    assert len(written) == len(moves), (game, written, moves)
    for ply, (word, move) in enumerate(zip(written, moves)):
        san = pyffish.get_san(variant, fen, move)
        assert word == san, f"{game}: {word} at {fen} instead of {san}"
        if ply % PLIES_APART == 0:
            legal = pyffish.legal_moves(variant, fen, [])
            meant = [other for other in legal if pyffish.get_san(variant, fen, other) == word]
            assert meant == [move], f"{game}: {word} at {fen} means {meant}, not {move}"
        fen = pyffish.get_fen(variant, fen, [move])


def check_cshogi(folder, name, moves):
    expected = [usi("shogi", move) for move in moves]
    for extension in ["kif", "kifu"]:
        path = folder / f"{name}.{extension}"
        text = path.read_bytes().decode("cp932" if extension == "kif" else "utf-8")
        parsed = KIF.Parser.parse_str(text)
        # cshogi appends the moves of the variations.
        read = [cshogi.move_to_usi(move) for move in parsed.moves][: len(expected)]
        assert read == expected, f"{path}: {read} instead of {expected}"
    parsed = CSA.Parser.parse_file(str(folder / f"{name}.csa"))[0]
    read = [cshogi.move_to_usi(move) for move in parsed.moves]
    assert read == expected, f"{name}.csa: {read} instead of {expected}"
    board = cshogi.Board(parsed.sfen)
    for move in parsed.moves:
        assert board.is_legal(move)
        board.push(move)


def main():
    program, ini, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    pyffish.load_variant_config(Path(ini).read_text())
    for game in VARIANTS:
        plies = 0
        for seed in range(GAMES):
            moves, text = random_game(game, seed)
            plies += len(moves)
            name = f"{game}-{seed}"
            source = folder / f"{name}.pgn"
            source.write_text(text)
            forms = ["usi", "json", "again.pgn"]
            forms += [] if game == "shogun" else ["kif", "kifu", "ki2", "ki2u"]
            forms += ["csa"] if game in ("shogi", "minishogi") else []
            for form in forms:
                convert(program, source, folder / f"{name}.{form}")
            line = (folder / f"{name}.usi").read_text().split(" moves ")
            read = line[1].split() if len(line) > 1 else []
            expected = [usi(game, move) for move in moves]
            assert read == expected, f"{name}: {read} instead of {expected}"
            replay(game, moves, (folder / f"{name}.again.pgn").read_text())
            if game == "shogi":
                check_cshogi(folder, name, moves)
        print(f"    {game}: {GAMES} games, {plies} moves: pyffish replays our PGN", flush=True)
    print("    cshogi reads our KIF and CSA")


main()
