"""Every table in `datasets/` is two files that fit each other. Needs nothing from the library."""

import csv
import tomllib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "datasets"
TOMLS = sorted(FOLDER.glob("*.toml"))
MISSING = "?"


def facts_of(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))


def columns_of(path):
    """The columns of the table that belongs to a TOML file, as name -> list of cells."""
    with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    assert len(set(header)) == len(header), "two columns share a name"
    assert rows, "no rows"
    for line, row in enumerate(rows, start=2):
        assert len(row) == len(header), f"row {line} has {len(row)} cells, not {len(header)}"
        assert all(cell == cell.strip() != "" for cell in row), f"row {line}: blank cell or space"
    return {name: [row[i] for row in rows] for i, name in enumerate(header)}


@pytest.fixture(params=TOMLS, ids=lambda path: path.stem)
def table(request):
    return facts_of(request.param), columns_of(request.param)


def test_each_table_is_a_pair_of_files():
    assert TOMLS, "no tables found"
    assert {path.stem for path in TOMLS} == {path.stem for path in FOLDER.glob("*.csv")}
    assert {path.suffix for path in FOLDER.iterdir()} <= {".csv", ".toml", ".md"}


def test_title_source_and_lesson_are_given(table):
    facts, _ = table
    for key in ("title", "source", "teaches"):
        assert facts[key].strip(), f"{key} is empty"
    assert facts.get("algorithm", "ID3").strip()


def test_titles_differ():
    titles = [facts_of(path)["title"] for path in TOMLS]
    assert len(set(titles)) == len(titles)


def test_target_and_kinds_name_exactly_the_columns(table):
    facts, columns = table
    assert facts["target"] not in facts["kinds"]
    assert {facts["target"], *facts["kinds"]} == set(columns)
    assert [name for name in columns if name != facts["target"]] == list(facts["kinds"])
    assert set(facts["kinds"].values()) <= {"continuous", "categorical"}


def test_categories_hold_every_value_of_the_rows(table):
    facts, columns = table
    for name, order in facts.get("categories", {}).items():
        assert facts["kinds"].get(name, "categorical") == "categorical", f"{name} is continuous"
        assert all(isinstance(value, str) for value in order), f"{name}: values are strings"
        assert len(set(order)) == len(order), f"{name}: a value is listed twice"
        assert MISSING not in order, f"{name}: {MISSING} stands for a missing value"
        assert set(columns[name]) - {MISSING} <= set(order), f"{name}: a value is not listed"


def test_no_class_is_missing(table):
    facts, columns = table
    assert MISSING not in columns[facts["target"]]


def test_continuous_columns_are_numbers(table):
    facts, columns = table
    for name, kind in facts["kinds"].items():
        if kind == "continuous":
            values = [float(cell) for cell in columns[name] if cell != MISSING]
            assert all(abs(value) < float("inf") for value in values), f"{name}: not finite"


def test_printed_figures_are_complete(table):
    facts, columns = table
    for figure in facts.get("published", []):
        assert {"quantity", "as_printed", "value", "agrees"} <= set(figure), figure
        assert figure.get("attribute", facts["target"]) in columns, figure
        assert all(step[0] in columns for step in figure.get("node", [])), figure
        assert figure["agrees"] is ("note" not in figure), figure
        assert figure["agrees"] is ("kind" not in figure), figure
