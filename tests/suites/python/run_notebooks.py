"""Runs notebooks without Jupyter: the cells of each in turn, and shows what their last lines are.

python3 run_notebooks.py FILE..."""

import ast
import json
import sys

import matplotlib

matplotlib.use("Agg")


def run(cell, names, place):
    """Runs a cell as Jupyter does: the value of an expression at its end is shown."""
    tree = ast.parse(cell, place)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, place, "exec"), names)
    if last is not None:
        value = eval(compile(last, place, "eval"), names)
        if value is not None:
            print(value)


for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as opened:
        notebook = json.load(opened)
    variables = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, code in enumerate(cells, 1):
        assert not code["outputs"], f"{file}: cell {number} has outputs: strip them"
        run("".join(code["source"]), variables, f"{file}, cell {number}")
    print(f"{file}: {len(cells)} cells, all run")
