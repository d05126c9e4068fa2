"""Records: round trips, problems, encodings."""

import random

import pytest

import komadai
from komadai import Game, ReadError, Record, read_records, write_records

FORMATS = {
    "shogi": ["kif", "kifu", "ki2", "csa", "pgn", "usi", "jkf"],
    "minishogi": ["kif", "ki2u", "csa", "pgn", "usi", "jkf"],
    "torishogi": ["kif", "ki2", "pgn", "usi", "jkf"],
    "shogun": ["pgn", "usi", "jkf"],
}


def random_game(game, seed, plies=40):
    chance = random.Random(f"{game} {seed}")
    made = Game(game)
    for _ in range(plies):
        moves = sorted(made.legal_moves())
        if not moves:
            break
        made.play(chance.choice(moves))
    return made


@pytest.mark.parametrize("game", komadai.GAMES)
def test_round_trip(game):
    games = [random_game(game, seed) for seed in range(5)]
    for played in games:
        if played.outcome is None:
            played.resign(played.side)
    records = [Record(played, {"White": "Aya", "Black": "Ben"}) for played in games]
    for format in FORMATS[game]:
        again = read_records(write_records(records, format))
        assert [record.moves for record in again] == [record.moves for record in records]
        for record, played in zip(again, games):
            assert record.game == game and record.problems == [] and record.replay().moves == played.moves
            if format != "usi":
                assert record.headers["White"] == "Aya"
                assert record.end == (played.outcome.reason, played.outcome.winner)


def test_variations_and_notes():
    kif = "手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n*good\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n"
    record = read_records(kif)[0]
    nodes = record.nodes
    assert nodes[0]["parent"] is None
    assert nodes[1] == {"parent": 0, "move": "7g7f", "comment": "good", "spent_ms": 5000}
    assert sorted(node["move"] for node in nodes if node["parent"] == 1) == ["3c3d", "8c8d"]
    assert record.end == ("resignation", "second") or record.end == ("resignation", "first")
    assert "{good}" in record.write("pgn").replace("{[%emt 0:00:05] good}", "{good}")


def test_shift_jis():
    kif = "先手：山田\n手合割：平手\n   1 ７六歩(77)\n"
    for encoding in ("cp932", "utf-8", "utf-8-sig", "utf-16"):
        record = read_records(kif.encode(encoding))[0]
        assert record.headers["White"] == "山田" and record.moves == ["7g7f"]
    assert "山田".encode("cp932") in write_records([record], "kif")


def test_problems():
    record = read_records("position startpos moves 7g7f 3c3e", game="shogi")[0]
    assert record.moves == ["7g7f"]
    (problem,) = record.problems
    assert (problem.code, problem.line, problem.column, problem.found) == ("illegal-move", 1, 30, "3c3e")
    assert problem.refusal == "wrong-movement" and str(problem) == problem.message
    with pytest.raises(ReadError) as raised:
        read_records("milk, eggs")
    assert raised.value.code == "no-record"
    with pytest.raises(ReadError):
        Record(Game("shogun")).write("kif")
    with pytest.raises(TypeError):
        read_records(3)
