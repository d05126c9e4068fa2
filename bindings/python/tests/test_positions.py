"""Positions: legal moves, refusals, texts."""

import json
import pickle
from pathlib import Path

import pytest

import komadai
from komadai import IllegalMove, Position, ReadError

CASES = Path(__file__).parents[3] / "crates/rules/tests/cases/perft.jsonl"


@pytest.mark.parametrize(("game", "moves"), [("shogi", 30), ("minishogi", 14), ("torishogi", 17), ("shogun", 20)])
def test_start(game, moves):
    start = Position(game)
    assert start.game == game and start.side == "first" and not start.in_check
    assert len(set(start.legal_moves())) == start.count_legal_moves() == moves
    assert start.perft(3) == sum(start.play(move).perft(2) for move in start.legal_moves())


def test_perft():
    """Counts of the rules crate's own tests."""
    rows = [json.loads(line) for line in CASES.read_text().splitlines()]
    assert {row["game"] for row in rows} == set(komadai.GAMES)
    for row in rows:
        position = Position(row["game"], row["position"])
        counted = [count for count in row["perft"] if count < 100_000]
        assert [position.perft(depth + 1) for depth in range(len(counted))] == counted, row


def test_a_position_is_immutable():
    start = Position("shogi")
    after = start.play("7g7f")
    assert start == Position() and after != start
    assert after.side == "second"
    assert after.piece_at("7f") == "P" and after.piece_at("7g") is None and after.piece_at("3c") == "p"
    assert hash(start) == hash(Position("shogi")) and len({start, Position(), after}) == 2
    assert pickle.loads(pickle.dumps(after)) == after
    assert repr(after) == f"Position('shogi', '{after}')"


def test_texts():
    text = "4k4/9/9/9/9/9/9/9/4K4 b R2P 1"
    position = Position("shogi", "4k4/9/9/9/9/9/9/9/4K4 b PPR")
    assert position.text == str(position) == text
    assert position.hand("first") == {"R": 1, "P": 2} and position.hand("second") == {}
    assert position.king("second") == "5a"
    assert Position("shogun").fairy_fen.split("[")[0] == Position("shogun").board
    assert Position("torishogi", "handicap:falcon").side == "second"
    assert position.move_text("P*5e") == "P*55" and position.move_text("P*5e", "japanese") == "▲５五歩"


@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "nifu"),
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*4a", "dead-square"),
        ("4k4/9/9/9/9/9/9/4r4/4K4 b P 1", "P*3e", "king-in-check"),
        (None, "5e5d", "no-piece"),
        (None, "3c3d", "not-your-piece"),
        (None, "8h2b", "blocked"),
    ],
)
def test_why_a_move_is_refused(text, move, code):
    position = Position("shogi", text)
    refusal = position.why_illegal(move)
    assert refusal is not None and refusal.code == code and str(refusal) == refusal.message
    assert not position.is_legal(move)
    with pytest.raises(IllegalMove) as raised:
        position.play(move)
    assert raised.value.refusal.code == code and raised.value.move == move
    assert position.why_illegal(position.legal_moves()[0]) is None


def test_check():
    position = Position("shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1")
    assert position.gives_check("G*5b") and not position.gives_check("G*5e")
    checked = position.play("G*5b")
    assert checked.in_check and checked.checkers() == ["5b"]
    with pytest.raises(IllegalMove):
        position.gives_check("G*5a")


@pytest.mark.parametrize(
    ("make", "code", "text"),
    [
        (lambda: Position("chess"), "unknown-game", "chess"),
        (lambda: Position("shogi", "4k4/9/9 b - 1"), "too-few-ranks", ""),
        (lambda: Position("shogi", "9/9/9/9/9/9/9/9/4K4 b - 1"), "no-king", None),
        (lambda: Position("shogi", "handicap:pawns"), "unknown-handicap", "pawns"),
        (lambda: Position().play("7g7x"), "bad-square", "7x"),
        (lambda: Position().piece_at("z1"), "bad-square", "z1"),
        (lambda: Position().hand("black"), "unknown-side", "black"),
        (lambda: Position().move_text("7g7f", "klingon"), "unknown-style", "klingon"),
    ],
)
def test_errors_of_bad_texts(make, code, text):
    with pytest.raises(ReadError) as raised:
        make()
    assert raised.value.code == code
    if text:
        assert raised.value.text == text and text in str(raised.value)
    assert isinstance(raised.value, ValueError)


def test_a_picture():
    for game in komadai.GAMES:
        position = Position(game)
        svg = position._repr_svg_()
        assert svg.startswith("<svg") and svg.endswith("</svg>")
        pieces = svg.count('font-size="32"')
        assert pieces == sum(letter.isalpha() for letter in position.board)
        assert position.svg(flipped=True) != svg
    assert "#f3e27a" in Position().play("7g7f").svg(last_move="7g7f")
