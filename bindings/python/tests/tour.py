"""Runs the notebook's cells as Jupyter does. As a program: stores their outputs in the notebook."""

import contextlib
import io
import json
from pathlib import Path

PATH = Path(__file__).parent.parent / "examples/tour.ipynb"


def read():
    return json.loads(PATH.read_text())


def run_cell(source, count, names):
    """Printed text and displayed value of a cell."""
    *lines, last = source.split("\n")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), names)
        shown = eval(last, names)
    outputs = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if shown is not None:
        data = {"text/plain": repr(shown).splitlines(keepends=True)}
        if hasattr(shown, "_repr_svg_"):
            data["image/svg+xml"] = shown._repr_svg_().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(cells):
    """Outputs of all cells; empty for text."""
    names, count, outputs = {}, 0, []
    for cell in cells:
        code = cell["cell_type"] == "code"
        count += code
        outputs.append(run_cell("".join(cell["source"]), count, names) if code else [])
    return outputs


def store():
    notebook = read()
    count = 0
    for cell, outputs in zip(notebook["cells"], run(notebook["cells"]), strict=True):
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"], cell["outputs"] = count, outputs
    PATH.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    store()
