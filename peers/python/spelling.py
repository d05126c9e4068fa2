"""Fairy-Stockfish's names of variants and spelling of moves.

Licence: GPL-3.0-or-later, as everything in this folder.
"""

from string import ascii_lowercase, digits

RANKS = {"shogi": 9, "minishogi": 5, "torishogi": 7}


def variant_of(game):
    return "komadaishogun" if game == "shogun" else game


def respelled(game, move, drop):
    """Converts a move between USI and UCI: letter and digit of a square are swapped and count from the other end."""
    ranks = RANKS.get(game)
    if ranks is None:
        return move
    letters = ascii_lowercase[:ranks]
    numbers = digits[1 : ranks + 1]
    turned = str.maketrans(letters + numbers, numbers[::-1] + letters[::-1])
    if move[1] in "*@":
        return move[0] + drop + move[2:].translate(turned)
    return move.translate(turned)


def usi(game, move):
    """Fairy-Stockfish's move in Komadai's spelling."""
    return respelled(game, move, "*")


def fairy(game, move):
    """Komadai's move in Fairy-Stockfish's spelling."""
    return respelled(game, move, "@")
