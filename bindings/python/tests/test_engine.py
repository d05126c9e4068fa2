"""The engine: limits, lines, listeners, threads."""

import threading
import time

import pytest

import komadai
from komadai import Engine, Game, Position


@pytest.mark.parametrize("game", komadai.GAMES)
def test_a_search_keeps_to_its_limits(game):
    engine = Engine(game, hash_mb=1)
    result = engine.search(Position(game), nodes=3_000)
    assert result.move in Position(game).legal_moves()
    assert 0 < result.nodes <= 3_000 and 0 <= result.win <= 1 and result.moves[0] == result.move
    assert engine.search(Position(game), depth=2).depth == 2


def test_mate_and_lines():
    game = Game("minishogi", "4k/5/4G/5/K4 b G 1")
    result = Engine("minishogi", hash_mb=1).search(game, depth=4, lines=3)
    assert result.mate == 1 and result.cp > 30_000
    assert [info.line for info in result.lines] == [1, 2, 3]
    assert len({info.moves[0] for info in result.lines}) == 3
    assert result.lines[0].moves[0] == result.move
    only = Engine("minishogi", hash_mb=1).search(game, depth=2, moves=["5e5d"])
    assert only.move == "5e5d"


def test_a_listener_is_given_every_iteration_and_may_end_the_search():
    depths = []
    Engine(hash_mb=1).search(Position(), depth=4, on_info=lambda info: depths.append(info.depth))
    assert depths == [1, 2, 3, 4]

    def refuse(info):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Engine(hash_mb=1).search(Position(), time=60, on_info=refuse)


def test_another_thread_runs_meanwhile_and_stops_it():
    engine = Engine(hash_mb=1)
    started = threading.Event()
    found = []
    search = lambda: found.append(engine.search(Position(), time=60, on_info=lambda info: started.set()))
    thread = threading.Thread(target=search)
    thread.start()
    assert started.wait(30)
    began = time.monotonic()
    engine.stop()
    thread.join(30)
    assert not thread.is_alive() and time.monotonic() - began < 30
    assert found[0].move in Position().legal_moves()


def test_levels_and_bad_calls():
    engine = Engine(hash_mb=1)
    assert engine.choose(Game(), "1", seed=7, time=0.05) in Position().legal_moves()
    over = Game()
    over.resign("first")
    assert engine.search(over, nodes=10).move is None
    for call in (
        lambda: engine.search(Position()),
        lambda: engine.search(Position(), time=0),
        lambda: engine.search(Position(), time=float("nan")),
        lambda: engine.choose(Position(), "grandmaster"),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        engine.search("startpos", nodes=1)
