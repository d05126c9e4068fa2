"""The example of the README, and the types beside the module."""

import inspect
import json
import re
from pathlib import Path

import komadai

HERE = Path(__file__).parent.parent


def test_the_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.S)
    exec(compile(example, "README.md", "exec"), {})


def test_the_notebook_runs_and_shows_pictures():
    notebook = json.loads((HERE / "examples/tour.ipynb").read_text())
    names = {}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        *lines, last = "".join(cell["source"]).split("\n")
        exec("\n".join(lines), names)
        try:
            shown = eval(last, names)
        except SyntaxError:
            exec(last, names)
            continue
        pictures += hasattr(shown, "_repr_svg_") and shown._repr_svg_().startswith("<svg")
    assert pictures >= 2


def test_every_name_has_a_type_and_a_docstring():
    stubs = (Path(komadai.__file__).parent / "__init__.pyi").read_text()
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
