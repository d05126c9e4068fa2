"""Speed of listing legal moves in Python, by komadai, cshogi and pyffish: paired rounds over the same positions.

    bench.py SHOGUN.INI

Licence: GPL-3.0-or-later, because it loads pyffish and cshogi.
"""

import random
import statistics
import sys
import time

import cshogi
import komadai
import pyffish
from spelling import variant_of

POSITIONS = 200
ROUNDS = 9


def positions_of(game):
    """Positions of random games, a few of each."""
    chance = random.Random(game)
    found = []
    while len(found) < POSITIONS:
        position = komadai.Position(game)
        for ply in range(80):
            moves = sorted(position.legal_moves())
            if not moves:
                break
            position = position.play(chance.choice(moves))
            if ply % 8 == 7 and position.count_legal_moves():
                found.append(position)
    return found[:POSITIONS]


def seconds(work, items):
    began = time.perf_counter()
    for item in items:
        work(item)
    return (time.perf_counter() - began) / len(items)


def paired(name, ours, theirs):
    """Median of the ratios of interleaved runs, so that other load slows both alike."""
    rounds = []
    for turn in range(ROUNDS):
        pair = [ours, theirs] if turn % 2 == 0 else [theirs, ours]
        taken = {id(side): seconds(*side) for side in pair}
        rounds.append((taken[id(ours)], taken[id(theirs)]))
    mine, other = (statistics.median(column) * 1e6 for column in zip(*rounds))
    ratios = sorted(b / a for a, b in rounds)
    low, high = ratios[len(ratios) // 10], ratios[-1 - len(ratios) // 10]
    print(f"{name}: {mine:.2f} µs against {other:.2f} µs, {statistics.median(ratios):.1f} times as fast ({low:.1f} to {high:.1f})")


def main(ini):
    pyffish.load_variant_config(open(ini).read())
    for game in komadai.GAMES:
        positions = positions_of(game)
        moves = sum(position.count_legal_moves() for position in positions) / len(positions)
        print(f"{game}: {len(positions)} positions with {moves:.0f} legal moves each")
        fens = [position.fairy_fen for position in positions]
        texts = [position.text for position in positions]
        variant = variant_of(game)
        paired(
            "  text to list, pyffish",
            (lambda text: komadai.Position(game, text).legal_moves(), texts),
            (lambda fen: pyffish.legal_moves(variant, fen, []), fens),
        )
        if game != "shogi":
            continue
        boards = [cshogi.Board(text) for text in texts]
        paired(
            "  board to list, cshogi",
            (lambda position: position.legal_moves(), positions),
            (lambda board: list(board.legal_moves), boards),
        )
        paired(
            "  board to list of USI, cshogi",
            (lambda position: position.legal_moves(), positions),
            (lambda board: [cshogi.move_to_usi(move) for move in board.legal_moves], boards),
        )
        paired(
            "  text to list, cshogi",
            (lambda text: komadai.Position(game, text).legal_moves(), texts),
            (lambda text: list(cshogi.Board(text).legal_moves), texts),
        )


if __name__ == "__main__":
    main(sys.argv[1])
