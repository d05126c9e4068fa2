"""Random games in komadai, pyffish and cshogi: the same legal moves, checks and positions after every move.

    compare.py SHOGUN.INI

Licence: GPL-3.0-or-later, because it loads pyffish and cshogi.
"""

import random
import sys

import cshogi
import komadai
import pyffish
from spelling import fairy, usi, variant_of

GAMES = 250
PLIES = 100
PAWN = {"shogi": "P*", "minishogi": "P*", "torishogi": "S*"}


def is_drop_mate(position, move):
    """True for the only allowed difference: a mating pawn drop, refused by our rules for that reason."""
    refusal = position.why_illegal(move)
    pawn = PAWN.get(position.game)
    return pawn is not None and move.startswith(pawn) and refusal.code == "pawn-drop-mate"


def compare_pyffish(game, position, moves):
    """Number of mating pawn drops in pyffish's moves, which must equal ours otherwise."""
    variant = variant_of(game)
    start = pyffish.start_fen(variant)
    played = [fairy(game, move) for move in moves]
    theirs = {usi(game, move) for move in pyffish.legal_moves(variant, start, played)}
    ours = set(position.legal_moves())
    more = {move for move in theirs - ours if not is_drop_mate(position, move)}
    assert not more and not ours - theirs, f"{game} {position}: only pyffish {more}, only komadai {ours - theirs}"
    assert pyffish.gives_check(variant, start, played) == position.in_check, f"{game} {position}: check"
    board = pyffish.get_fen(variant, start, played).split("[")[0]
    assert board == position.fairy_fen.split("[")[0], f"{game} {position}: pyffish has {board}"
    return len(theirs - ours)


def compare_cshogi(board, position):
    theirs = {cshogi.move_to_usi(move) for move in board.legal_moves}
    ours = set(position.legal_moves())
    assert theirs == ours, f"{position}: only cshogi {theirs - ours}, only komadai {ours - theirs}"
    assert board.is_check() == position.in_check, f"{position}: check"
    assert board.sfen().rsplit(" ", 1)[0] == position.text.rsplit(" ", 1)[0], f"{position}: cshogi has {board.sfen()}"


def play(game, seed):
    """Plays a random game; returns the numbers of compared positions and of ignored mating pawn drops."""
    chance = random.Random(f"{game} {seed}")
    position = komadai.Position(game)
    board = cshogi.Board() if game == "shogi" else None
    last = chance.randrange(2, PLIES)
    # A call of pyffish takes milliseconds.
    asked = {chance.randrange(last), last}
    moves = []
    positions = forgiven = 0
    while True:
        if board:
            compare_cshogi(board, position)
        legal = sorted(position.legal_moves())
        if len(moves) in asked or not legal:
            forgiven += compare_pyffish(game, position, moves)
        positions += 1
        if not legal or len(moves) == last:
            return positions, forgiven
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
        if board:
            board.push_usi(moves[-1])


def main(ini):
    pyffish.load_variant_config(open(ini).read())
    for game in komadai.GAMES:
        positions = forgiven = 0
        for seed in range(GAMES):
            added, more = play(game, seed)
            positions += added
            forgiven += more
        peers = "cshogi and at two places pyffish" if game == "shogi" else "pyffish at two places"
        print(f"{game}: {GAMES} games of {positions} positions as in {peers}; {forgiven} pawn drops that mate left out")


if __name__ == "__main__":
    main(sys.argv[1])
