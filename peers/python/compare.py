"""Random games in komadai, pyffish and cshogi: the same legal moves, checks and positions after every move.

    compare.py SHOGUN.INI

Licence: GPL-3.0-or-later, because it loads pyffish and cshogi.
"""

import random
import sys

import cshogi
import komadai
import pyffish
from spelling import usi, variant_of

GAMES = 250
PLIES = 100
PAWN = {"shogi": "P*", "minishogi": "P*", "torishogi": "S*"}


def is_drop_mate(position, move):
    """The one difference that is forgiven: a pawn drop that mates, of which our rules say just that."""
    refusal = position.why_illegal(move)
    pawn = PAWN.get(position.game)
    return pawn is not None and move.startswith(pawn) and refusal.code == "pawn-drop-mate"


def compare_pyffish(game, position, fen):
    variant = variant_of(game)
    theirs = {usi(game, move) for move in pyffish.legal_moves(variant, fen, [])}
    ours = set(position.legal_moves())
    more = {move for move in theirs - ours if not is_drop_mate(position, move)}
    assert not more and not ours - theirs, f"{game} {position}: only pyffish {more}, only komadai {ours - theirs}"
    assert pyffish.gives_check(variant, fen, []) == position.in_check, f"{game} {position}: check"
    return len(theirs - ours)


def compare_cshogi(board, position):
    theirs = {cshogi.move_to_usi(move) for move in board.legal_moves}
    ours = set(position.legal_moves())
    assert theirs == ours, f"{position}: only cshogi {theirs - ours}, only komadai {ours - theirs}"
    assert board.is_check() == position.in_check, f"{position}: check"
    assert board.sfen().rsplit(" ", 1)[0] == position.text.rsplit(" ", 1)[0], f"{position}: cshogi has {board.sfen()}"


def play(game, seed):
    chance = random.Random(f"{game} {seed}")
    variant = variant_of(game)
    fen = pyffish.start_fen(variant)
    position = komadai.Position(game)
    board = cshogi.Board() if game == "shogi" else None
    positions = forgiven = 0
    for _ in range(chance.randrange(20, PLIES)):
        forgiven += compare_pyffish(game, position, fen)
        if board:
            compare_cshogi(board, position)
        positions += 1
        moves = sorted(position.legal_moves())
        if not moves:
            break
        move = chance.choice(moves)
        fen = pyffish.get_fen(variant, fen, [next(m for m in pyffish.legal_moves(variant, fen, []) if usi(game, m) == move)])
        position = position.play(move)
        if board:
            board.push_usi(move)
    return positions, forgiven


def main(ini):
    pyffish.load_variant_config(open(ini).read())
    for game in komadai.GAMES:
        positions = forgiven = 0
        for seed in range(GAMES):
            added, more = play(game, seed)
            positions += added
            forgiven += more
        peers = "pyffish and cshogi" if game == "shogi" else "pyffish"
        print(f"{game}: {GAMES} games, {positions} positions as in {peers}; {forgiven} pawn drops that mate left out")


if __name__ == "__main__":
    main(sys.argv[1])
