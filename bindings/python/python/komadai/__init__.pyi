"""Rules, records and an engine for four drop games: Shogi, Minishogi, Tori Shogi and Shogun Chess."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypedDict, final

GameName = Literal["shogi", "minishogi", "torishogi", "shogun"]
Side = Literal["first", "second"]
Style = Literal[
    "western",
    "western-top-left",
    "western-letters",
    "hosking",
    "kawasaki",
    "japanese",
    "japanese-digits",
    "kif",
    "usi",
]
Format = Literal["kif", "kifu", "ki2", "ki2u", "csa", "pgn", "usi", "sfen", "json", "jkf"]

GAMES: Final[tuple[GameName, ...]]
__version__: Final[str]

class ReadError(ValueError):
    """A text that can't be read."""

    code: str
    """Stable name of the error."""
    text: str | None
    """The offending part."""
    offset: int | None
    """Offset of the offending part, in bytes."""

class IllegalMove(ValueError):
    """A move that the rules forbid."""

    refusal: Refusal
    move: str
    ply: int
    """Number of legal moves of a list before it."""

class GameOver(ValueError):
    """The game is over, or the act is not possible in this game or position."""

@final
class Outcome:
    """Outcome of a game."""

    @property
    def winner(self) -> Side | None: ...
    @property
    def reason(self) -> str:
        """"checkmate", "stalemate", "repetition", "perpetual-check", "impasse", "declaration", "failed-declaration",
        "n-move-rule", "move-limit", "resignation", "time", "illegal-move" or "agreement"."""
    @property
    def ply(self) -> int:
        """Number of moves played at the end."""

@final
class Refusal:
    """Reason why a move is illegal. `str()` of it is the English sentence."""

    @property
    def code(self) -> str:
        """Stable name: "nifu", "king-in-check", …"""
    @property
    def message(self) -> str: ...
    @property
    def squares(self) -> list[str]:
        """The squares that explain it."""

@final
class Position:
    """A legal position of one of the four games. Immutable: `play` returns a new position.

    `text` is SFEN or FEN, `handicap:<name>`, or nothing for the start. Raises `ReadError`.
    """

    def __new__(cls, game: GameName = "shogi", text: str | None = None) -> Position: ...
    @property
    def game(self) -> GameName: ...
    @property
    def side(self) -> Side:
        """The side to move."""
    @property
    def text(self) -> str:
        """Canonical text: SFEN, in Shogun Chess FEN."""
    @property
    def fairy_fen(self) -> str:
        """FEN of Fairy-Stockfish and pychess."""
    @property
    def board(self) -> str:
        """The first field of `text`."""
    @property
    def in_check(self) -> bool: ...
    @property
    def key(self) -> int:
        """64-bit hash of the position, the same in every run of this version."""
    def legal_moves(self) -> list[str]:
        """The legal moves, in no particular order."""
    def count_legal_moves(self) -> int: ...
    def is_legal(self, move: str) -> bool: ...
    def gives_check(self, move: str) -> bool:
        """True if a legal move gives check. Raises `IllegalMove`."""
    def why_illegal(self, move: str) -> Refusal | None:
        """The reason why a move is illegal; None if it is legal."""
    def play(self, move: str) -> Position:
        """The position after a legal move. Raises `IllegalMove`."""
    def move_text(self, move: str, style: Style = "western") -> str:
        """A legal move in a notation for people, a `Style`."""
    def perft(self, depth: int) -> int:
        """Number of legal move sequences of length `depth`."""
    def piece_at(self, square: str) -> str | None:
        """The letter of a piece, with a `+` when promoted and in lower case for the second side."""
    def hand(self, side: Side) -> dict[str, int]:
        """Number of pieces of each kind in a side's hand, by capital letter."""
    def king(self, side: Side) -> str | None: ...
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def svg(self, *, last_move: str | None = None, flipped: bool = False) -> str:
        """A diagram. Notebooks show it by themselves."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str, str]: ...

@final
class Game:
    """A game: start position, moves, rules and outcome.

    `rules` are options that differ from the game's defaults, as `{"repetition": "creator-loses-4"}`. Raises
    `ReadError`, `IllegalMove` and `GameOver`.
    """

    def __new__(
        cls,
        game: GameName = "shogi",
        position: str | None = None,
        moves: Sequence[str] | None = None,
        *,
        rules: Mapping[str, str] | None = None,
    ) -> Game: ...
    @property
    def game(self) -> GameName: ...
    @property
    def position(self) -> Position: ...
    @property
    def side(self) -> Side: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def ply(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game; None while it goes on."""
    @property
    def repetition(self) -> int:
        """Number of occurrences of the position on the board, this one included."""
    @property
    def rules(self) -> dict[str, str]:
        """All rule options with their values."""
    def position_at(self, ply: int) -> Position:
        """The position after `ply` moves; negative numbers count from the end. Raises `IndexError`."""
    def legal_moves(self) -> list[str]:
        """The legal moves; none after the end of the game."""
    def why_illegal(self, move: str) -> Refusal | None: ...
    def play(self, move: str) -> Outcome | None:
        """Plays a move. Returns the outcome if the move ends the game. Raises `IllegalMove` and `GameOver`."""
    def undo(self) -> str | None:
        """Takes back the last move, and with it any end of the game; returns the move, None if there is none."""
    def resign(self, side: Side) -> Outcome: ...
    def flag(self, side: Side) -> Outcome:
        """Ends the game by flag fall of a side."""
    def declare(self) -> Outcome:
        """Declares a win by entering king for the side to move; a wrong declaration loses."""
    def agree_impasse(self) -> Outcome: ...
    def agree_draw(self) -> Outcome: ...
    def move_texts(self, style: Style = "western") -> list[str]:
        """The moves in a notation for people, a `Style`."""
    def copy(self) -> Game: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...

class Node(TypedDict, total=False):
    """A move or an end in a record, with its annotations."""

    parent: int | None
    move: str
    end: str
    winner: Side | None
    comment: str
    comment_before: str
    bookmark: str
    nags: list[int]
    spent_ms: int
    clock_ms: int
    cp: int
    mate: int

@final
class RecordProblem:
    """An error at a place of a record. `str()` of it is an English sentence."""

    @property
    def code(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int:
        """In characters, from 1."""
    @property
    def found(self) -> str: ...
    @property
    def expected(self) -> str:
        """The expected text, in English."""
    @property
    def refusal(self) -> str | None:
        """The reason of an illegal move."""
    @property
    def message(self) -> str: ...

@final
class Record:
    """The record of a game: headers, start, and moves with variations and annotations.

    Made from a game, with headers by their names in PGN.
    """

    def __new__(cls, game: Game, headers: Mapping[str, str] | None = None) -> Record: ...
    @property
    def game(self) -> GameName: ...
    @property
    def start(self) -> Position: ...
    @property
    def headers(self) -> dict[str, str]: ...
    @property
    def moves(self) -> list[str]:
        """The moves of the main line."""
    @property
    def end(self) -> tuple[str, Side | None] | None:
        """The end of the main line: reason and winner; None if the record has none."""
    @property
    def problems(self) -> list[RecordProblem]:
        """Errors of the record; the rest of a line after an error is dropped."""
    @property
    def nodes(self) -> list[Node]:
        """All moves and ends, parents before children; the first is the start."""
    def replay(self) -> Game:
        """The game of the main line, by the record's rules or the defaults."""
    def write(self, format: Format) -> str:
        """The text of the record. Raises `ReadError` if the format can't hold the game."""

def read_records(
    source: str | bytes, *, format: Format | None = None, game: GameName | None = None
) -> list[Record]:
    """Reads all games of a text or of the bytes of a file.

    Format and encoding are detected; `game` is for records that do not name theirs. A bad record is read as far as
    possible, see `Record.problems`. Raises `ReadError` if the format is not detected.
    """

def write_records(records: Sequence[Record], format: Format) -> bytes:
    """The bytes of a file with these records: "kif" and "ki2" in Shift-JIS, the others in UTF-8."""

@final
class Info:
    """A principal variation, scored for the side to move."""

    @property
    def depth(self) -> int: ...
    @property
    def line(self) -> int:
        """Number of the variation, from 1 for the best."""
    @property
    def cp(self) -> int:
        """Centipawns; beyond ±30,000 for a mate."""
    @property
    def mate(self) -> int | None:
        """Plies to mate, negative if the side to move is mated; None without a known mate."""
    @property
    def win(self) -> float:
        """Probability of a win, from 0 to 1."""
    @property
    def nodes(self) -> int: ...
    @property
    def time_ms(self) -> int: ...
    @property
    def moves(self) -> list[str]: ...

@final
class SearchResult:
    """Result of a search."""

    @property
    def move(self) -> str | None:
        """The best move; None when the game is over."""
    @property
    def cp(self) -> int: ...
    @property
    def mate(self) -> int | None: ...
    @property
    def win(self) -> float: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> list[str]:
        """The principal variation."""
    @property
    def lines(self) -> list[Info]:
        """The requested number of best lines."""

@final
class Engine:
    """An engine with its hash table. One search at a time; other threads wait for it."""

    def __new__(cls, game: GameName = "shogi", *, hash_mb: int = 16, threads: int = 1) -> Engine: ...
    def search(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
        moves: Sequence[str] | None = None,
        on_info: Callable[[Info], Any] | None = None,
    ) -> SearchResult:
        """Searches until a limit is reached or `stop` is called from another thread.

        `time` is in seconds, `moves` limits the first move. Other threads of Python run meanwhile; Ctrl-C ends a search.
        An exception of `on_info` ends the search and is raised here. `on_info` may call `stop` and use other engines;
        this engine raises a RuntimeError.
        """
    def choose(self, game: Game | Position, level: str, *, seed: int = 0, time: float = 1.0) -> str | None:
        """A move of an opponent of a level: "0" and up, weak to strong, or "full". Ctrl-C ends it."""
    def stop(self) -> None:
        """Ends the running search, from another thread or from the listener."""
    def clear(self) -> None:
        """Clears the hash table and histories, for a new game."""
