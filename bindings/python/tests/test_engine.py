"""The engine: limits, lines, listeners, threads."""

import _thread
import signal
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


USES = {
    "search": lambda engine: engine.search(Position(), depth=1),
    "choose": lambda engine: engine.choose(Position(), "1"),
    "clear": lambda engine: engine.clear(),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_listener_cannot_use_its_searching_engine(use):
    engine = Engine(hash_mb=1)
    ended = []

    def search():
        with pytest.raises(RuntimeError, match="its own listener"):
            engine.search(Position(), time=600, on_info=lambda info: use(engine))
        ended.append(True)

    # Daemon: a deadlocked thread could not be joined.
    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    thread.join(30)
    assert ended
    assert engine.search(Position(), depth=1).move


def test_a_listener_may_use_another_engine_and_stop_its_own():
    engine, other = Engine(hash_mb=1), Engine(hash_mb=1)
    found = []

    def listen(info):
        found.append(other.search(Position(), depth=1).move)
        engine.stop()

    assert engine.search(Position(), time=600, on_info=listen).move and found[0]


def searching(engine):
    started = threading.Event()
    search = lambda: engine.search(Position(), time=600, on_info=lambda info: started.set())
    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    assert started.wait(30)
    return thread


def test_another_thread_waits_for_a_search():
    engine = Engine(hash_mb=1)
    first = searching(engine)
    moves = []
    second = threading.Thread(target=lambda: moves.append(engine.search(Position(), depth=1).move), daemon=True)
    second.start()
    second.join(0.1)
    assert not moves
    engine.stop()
    first.join(30)
    second.join(30)
    assert moves[0] in Position().legal_moves()


WAITS = {
    "search": lambda engine: engine.search(Position(), time=600),
    "choose": lambda engine: engine.choose(Position(), "full", time=600),
}


@pytest.fixture
def interrupts():
    """Background processes of a shell may ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
@pytest.mark.parametrize("busy", (False, True), ids=("itself", "waiting"))
def test_ctrl_c_ends_a_long_choice_or_a_wait(interrupts, wait, busy):
    engine = Engine(hash_mb=1)
    other = searching(engine) if busy else None
    over, late = threading.Event(), threading.Event()

    def end_all():
        late.set()
        while not over.wait(0.05):
            engine.stop()

    rescue = threading.Timer(30, end_all)
    rescue.start()
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        wait(engine)
    over.set()
    rescue.cancel()
    assert not late.is_set()
    engine.stop()
    if other:
        other.join(30)
    assert engine.search(Position(), depth=1).move


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
