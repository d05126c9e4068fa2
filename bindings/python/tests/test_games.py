"""Games: moves, ends, rules."""

import pytest

from komadai import Game, GameOver, IllegalMove, ReadError


def test_moves_and_undo():
    game = Game("shogi", moves=["7g7f", "3c3d"])
    assert game.moves == ["7g7f", "3c3d"] and game.ply == len(game) == 2 and game.side == "first"
    other = game.copy()
    assert other.play("8h2b+") is None and len(game) == 2
    assert other.undo() == "8h2b+" and other.moves == game.moves
    assert game.position_at(0).text.endswith("b - 1") and game.position_at(-1) == game.position
    with pytest.raises(IndexError):
        game.position_at(3)
    assert game.move_texts("japanese") == ["▲７六歩", "△３四歩"]
    assert Game().undo() is None


def test_mate():
    game = Game("minishogi", "4k/5/4G/5/K4 b G 1")
    outcome = game.play("G*1b")
    assert (outcome.winner, outcome.reason, outcome.ply) == ("first", "checkmate", 1)
    assert game.outcome == outcome and game.legal_moves() == []
    with pytest.raises(GameOver):
        game.play("1a1b")
    game.undo()
    assert game.outcome is None and game.legal_moves()


def test_repetition():
    game = Game("shogi")
    round_ = ["2h3h", "8b7b", "3h2h", "7b8b"]
    for move in round_ * 3:
        outcome = game.play(move)
    assert (outcome.winner, outcome.reason) == (None, "repetition") and game.repetition == 4


@pytest.mark.parametrize(
    ("act", "winner", "reason"),
    [
        (lambda game: game.resign("first"), "second", "resignation"),
        (lambda game: game.flag("second"), "first", "time"),
        (lambda game: game.declare(), "second", "failed-declaration"),
    ],
)
def test_acts(act, winner, reason):
    game = Game("shogi", rules={"declaration": "csa-27"})
    outcome = act(game)
    assert (outcome.winner, outcome.reason) == (winner, reason)
    with pytest.raises(GameOver):
        act(game)


def test_unavailable_acts():
    for act in (Game("shogi").agree_impasse, Game("shogi").declare, Game("shogi").agree_draw):
        with pytest.raises(GameOver):
            act()
    assert Game("shogun").agree_draw().winner is None


def test_rules():
    assert Game("shogi", rules={"max-plies": "2"}, moves=["7g7f", "3c3d"]).outcome.reason == "move-limit"
    assert Game("shogi", rules={"max-plies": "500"}).rules["max-plies"] == "500"
    with pytest.raises(ReadError) as raised:
        Game("shogi", rules={"max-plies": "many"})
    assert raised.value.code == "bad-rule"


def test_an_illegal_move_in_a_list_has_its_ply():
    with pytest.raises(IllegalMove) as raised:
        Game("shogi", moves=["7g7f", "3c3d", "8h1a"])
    assert raised.value.ply == 2 and raised.value.refusal.code
