"""A game of Shogi through cshogi's USI client, whose board checks that moves are legal."""

import os
import sys
from importlib.metadata import version

import cshogi
from cshogi.usi import Engine, InfoListener, MultiPVListener

PLIES = 60
NODES = 300


def check(holds, message):
    if not holds:
        sys.exit(f"usi: {message}")


def play_a_game(engine):
    """Lets the engine play both sides and returns the moves."""
    engine.usinewgame()
    board = cshogi.Board()
    moves = []
    for ply in range(PLIES):
        if not list(board.legal_moves):
            break
        engine.position(moves)
        listener = InfoListener()
        # All kinds of limits that the client supports.
        limit = [
            {"nodes": NODES},
            {"btime": 1000, "wtime": 1000, "binc": 10, "winc": 10},
            {"btime": 0, "wtime": 0, "byoyomi": 60},
        ][0 if ply % 12 else ply // 12 % 3]
        best, _ = engine.go(**limit, listener=listener.listen())
        if best in ("resign", "win"):
            break
        legal = {cshogi.move_to_usi(move) for move in board.legal_moves}
        check(best in legal, f"{best} is illegal after {' '.join(moves)}")
        check(listener.bestmove == best and listener.pv[0] == best, "the last principal variation does not begin with the best move")
        check(isinstance(listener.score, int), "the client cannot read the score")
        line = cshogi.Board(board.sfen())
        for text in listener.pv:
            check(text in {cshogi.move_to_usi(m) for m in line.legal_moves}, f"{text} in the line {listener.pv}")
            line.push_usi(text)
        board.push_usi(best)
        moves.append(best)
    check(len(moves) > 20, f"a game of {len(moves)} moves")
    return moves


def request_three_lines(engine):
    engine.setoption("MultiPV", 3)
    engine.position([])
    listener = MultiPVListener()
    engine.go(nodes=2000, listener=listener.listen())
    first = [info["pv"][0] for info in listener.info]
    check(len(set(first)) == 3, f"three lines, got {first}")
    engine.setoption("MultiPV", 1)


def find_a_mate(engine):
    sfen = "sfen +L5pp1/7s1/1+N+N1G4/P1P1P2k1/2p2p1s1/1P+bp2L2/3N1PP2/2+l1K1N2/3P2L2 w RBGPr2g2s5p 180"
    engine.position(sfen=sfen)
    answer = engine.go_mate(byoyomi=5000)
    board = cshogi.Board(sfen.removeprefix("sfen "))
    for text in answer.split():
        check(text in {cshogi.move_to_usi(m) for m in board.legal_moves}, f"checkmate {answer}")
        board.push_usi(text)
    check(board.is_game_over() and board.is_check(), f"{answer} does not mate")


def main():
    engine = Engine(os.path.abspath(sys.argv[1]))
    check(engine.name.startswith("Komadai"), f"its name is {engine.name}")
    engine.setoption("USI_Hash", 16)
    engine.setoption("Threads", 2)
    engine.isready()
    moves = play_a_game(engine)
    request_three_lines(engine)
    find_a_mate(engine)
    engine.quit()
    print(f"USI: a game of {len(moves)} moves, three lines and a mate with cshogi {version('cshogi')}")


main()
