"""Fairy-Stockfish's names and spelling.

Licence: GPL-3.0-or-later, as everything in this folder.
"""

RANKS = {"shogi": 9, "minishogi": 5, "torishogi": 7}


def variant_of(game):
    return "komadaishogun" if game == "shogun" else game


def usi(game, move):
    """Fairy-Stockfish's move as Komadai writes it."""
    ranks = RANKS.get(game)
    if ranks is None:
        return move

    def square(name):
        return f"{ranks - ord(name[0]) + ord('a')}{chr(ord('a') + ranks - int(name[1]))}"

    if move[1] == "@":
        return f"{move[0]}*{square(move[2:4])}"
    return square(move[:2]) + square(move[2:4]) + move[4:]


def fairy(game, move):
    """Komadai's move as Fairy-Stockfish writes it."""
    ranks = RANKS.get(game)
    if ranks is None:
        return move

    def square(name):
        return f"{chr(ord('a') + ranks - int(name[0]))}{ranks - ord(name[1]) + ord('a')}"

    if move[1] == "*":
        return f"{move[0]}@{square(move[2:4])}"
    return square(move[:2]) + square(move[2:4]) + move[4:]
