"""The example of the README, the notebook and the type stubs."""

import inspect
import re
from pathlib import Path

import komadai
import pytest
import tour

HERE = Path(__file__).parent.parent


def test_the_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.S)
    exec(compile(example, "README.md", "exec"), {})


def test_the_notebook_reproduces_its_stored_outputs():
    """GitHub shows the stored outputs."""
    cells = tour.read()["cells"]
    outputs = tour.run(cells)
    pictures = 0
    for cell, fresh in zip(cells, outputs, strict=True):
        if cell["cell_type"] != "code":
            continue
        stored = cell["outputs"]
        assert stored, "no output: run tests/tour.py"
        pictures += any("image/svg+xml" in output.get("data", {}) for output in stored)
        if "changes" not in cell["metadata"].get("tags", []):
            assert stored == fresh, "another output: run tests/tour.py"
    assert pictures >= 2


def stub_text():
    return (Path(komadai.__file__).parent / "__init__.pyi").read_text()


def literal(name):
    """Values of a `Literal` in the stubs."""
    (inside,) = re.findall(rf"^{name} = Literal\[(.*?)\]", stub_text(), re.M | re.S)
    return re.findall(r'"([^"]+)"', inside)


def named_in_error(call):
    """Names listed in the error of an unknown name."""
    with pytest.raises(komadai.ReadError) as raised:
        call()
    return re.split(r", | or ", re.split(r" are |a side is ", str(raised.value))[-1])


def test_the_literal_types_match_the_code():
    position, game = komadai.Position(), komadai.Game()
    record = komadai.Record(game)
    assert literal("Style") == named_in_error(lambda: position.move_text("7g7f", "?"))
    assert literal("Format") == named_in_error(lambda: record.write("?"))
    assert literal("GameName") == list(komadai.GAMES) == named_in_error(lambda: komadai.Position("?"))
    assert literal("Side") == named_in_error(lambda: position.hand("?"))


def test_arguments_use_the_literal_types():
    names = {"style": "Style", "format": "Format", "side": "Side"}
    for argument, kind in re.findall(r"\b(style|format|side): (\w+)", stub_text()):
        assert kind == names[argument], argument
    # `search` takes a game, other functions its name.
    for kind in re.findall(r"(?:^|[(,])\s*game: ([\w |]+)", stub_text(), re.M):
        assert kind.strip().removesuffix(" | None") in ("GameName", "Game", "Game | Position"), kind


def test_every_name_has_a_type_and_a_docstring():
    stubs = stub_text()
    for name in komadai.__all__:
        value = getattr(komadai, name)
        assert re.search(rf"^(class {name}\b|def {name}\b|{name}:)", stubs, re.M), name
        if not inspect.isclass(value):
            continue
        assert value.__doc__, name
        body = re.search(rf"^class {name}\b.*?(?=^(?:@final|class |def |[A-Z_]\w*:)|\Z)", stubs, re.M | re.S).group()
        for member in vars(value):
            public = not member.startswith("_") and not issubclass(value, Exception)
            assert not public or re.search(rf"def {member}\(", body), f"{name}.{member}"
