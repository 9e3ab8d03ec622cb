"""The floors of the house: a module imports only from floors below its own, and there are no circles.

The list is the plan in README.md ("How the code is laid out"). A package is one room: its modules
may import each other, without circles.
"""

from __future__ import annotations

import ast
import graphlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = [
    {"errors"},
    {"notation"},
    {"dataset", "measures", "metrics"},
    {"parameters", "splits", "reading", "error_limits", "discretise"},
    {"portion", "candidates", "allowed", "missing", "prepare"},
    {"alternatives"},
    {"search"},
    {"tree"},
    {"engine"},
    {"grow", "predict", "matching"},
    {"pruning", "remarks", "given"},
    {"steps", "evaluate", "classifier", "predict_file"},
    {"cross_validation", "curves", "compare", "resampling"},
    {"grid", "counterfactual"},
    {"reports", "weaknesses"},
    {"export"},
    {"explain"},
    {"check", "exercises"},
]
FLOOR = {room: i for i, floor in enumerate(FLOORS) for room in floor}
LIBRARY = sorted((ROOT / "c45").rglob("*.py"))
APP = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]


def imported(path: Path):
    """Every module a file imports, as dotted names; names taken from a package are told apart."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: relative imports hide which floor is meant"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(path: Path) -> str:
    return path.relative_to(ROOT / "c45").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", LIBRARY, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_imports_only_from_floors_below(path):
    me = room(path)
    if me == "__init__":
        return
    for name in imported(path):
        top, *rest = name.split(".")
        assert top not in {"streamlit", "plotly", "pages", "app", "tests"}, f"imports {name}"
        if top == "c45" and rest and rest[0] in FLOOR:
            assert FLOOR[rest[0]] < FLOOR[me] or rest[0] == me, f"imports {name}"


def test_every_module_has_a_floor():
    assert {room(p) for p in LIBRARY} - {"__init__"} == set(FLOOR)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_there_are_no_circles():
    files = {module_name(p): p for p in [*LIBRARY, *APP]}
    graph = {m: {n for n in imported(p) if n in files and n != m} for m, p in files.items()}
    # What a package gathers for others in its __init__ is no import of its own modules' making.
    for name, needs in graph.items():
        parents = {name.rsplit(".", i)[0] for i in range(1, name.count(".") + 1)}
        graph[name] = needs - parents
    assert list(graphlib.TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("path", APP, ids=lambda p: str(p.relative_to(ROOT)))
def test_pages_import_no_other_page(path):
    pages = {"app"} | {f"pages.{p.stem}" for p in (ROOT / "pages").glob("*.py")}
    assert not pages & set(imported(path))


def test_state_knows_no_screen():
    assert not any(n.startswith("streamlit") for n in imported(ROOT / "pages/shared/state.py"))


@pytest.mark.parametrize("path", [*LIBRARY, *APP], ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_is_run_that_came_from_outside(path):
    banned = {"eval", "exec", "compile", "__import__"}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in banned, f"line {node.lineno}"
    assert not {"pickle", "yaml", "marshal", "shelve"} & set(imported(path))
