"""Rules, records and an engine for four drop games: Shogi, Minishogi, Tori Shogi and Shogun Chess.

>>> import komadai
>>> game = komadai.Game("shogi")
>>> game.play("7g7f")
>>> len(game.legal_moves())
30

Moves, squares and positions are text: USI and SFEN in the Shogi family, UCI and FEN in Shogun Chess. Both spellings of a
move are read in every game. Sides are "first" (Sente, White) and "second" (Gote, Black).
"""

from ._komadai import (
    GAMES,
    Engine,
    Game,
    GameOver,
    IllegalMove,
    Info,
    Outcome,
    Position,
    ReadError,
    Record,
    RecordProblem,
    Refusal,
    SearchResult,
    __version__,
    read_records,
    write_records,
)

__all__ = [
    "GAMES",
    "Engine",
    "Game",
    "GameOver",
    "IllegalMove",
    "Info",
    "Outcome",
    "Position",
    "ReadError",
    "Record",
    "RecordProblem",
    "Refusal",
    "SearchResult",
    "__version__",
    "read_records",
    "write_records",
]
