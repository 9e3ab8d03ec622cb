"""Missing values: C4.5's fractional rows to the last digit, and the other choices."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

from c45 import ALGORITHMS, DataError, Dataset, Parameters, from_json, grow, to_json, to_python
from c45.missing import prepared
from c45.predict import path_of, predict, predict_distribution
from c45.pruning import prune
from tests.textbook import table

C45 = ALGORITHMS["C4.5"]
GOLF = table("golf_c45_missing")  # Quinlan 1993, chapter 3: one outlook of 14 is not known


def outlook_at_the_root(**knobs):
    return grow(GOLF, Parameters(criterion="gain_ratio", **knobs)).root.report.candidate("outlook")


def near(value):
    return pytest.approx(value, abs=1e-9)


def test_the_known_rows_give_the_gain_and_the_unknown_one_is_a_branch_of_split_info():
    outlook = outlook_at_the_root()
    assert outlook.known_fraction == near(13 / 14)
    assert outlook.entropy_before == near(0.9612366047228759)
    assert outlook.entropy_after == near(0.7468850726574374)
    assert outlook.gain == near(0.19904070834647855)
    assert outlook.split_info == near(1.809200032697812)
    assert outlook.gain_ratio == near(0.1100158659900511)


def test_a_row_goes_down_every_branch_with_a_fraction():
    tree = grow(GOLF, C45)
    sunny, overcast, rain = tree.root.children
    assert [sunny.n, overcast.n, rain.n] == near([5 + 5 / 13, 3 + 3 / 13, 5 + 5 / 13])
    humid = sunny.children[1]
    assert humid.counts.tolist() == near([3, 5 / 13])
    assert tree.portion_of(humid.id).weights.tolist() == near([1, 1, 1, 5 / 13])


def test_a_row_with_a_gap_is_answered_by_all_branches():
    tree = grow(GOLF, C45)
    columns = [np.array([0]), np.array([70.0]), np.array([np.nan]), np.array([1])]
    shares = dict(zip(tree.classes, predict_distribution(tree, columns)[0]))
    assert shares == {"Play": near(0.44285714285714284), "Dont": near(0.5571428571428572)}
    assert predict(tree, columns) == ["Dont"]


@pytest.mark.parametrize(
    ("missing", "gain", "ratio"),
    [
        ("fractional", 0.1990, 0.1100),
        ("leave_out", 0.2144, 0.1384),
        ("own_category", 0.2467, 0.1364),
        ("most_common", 0.1649, None),
    ],
)
def test_each_choice_gives_another_gain(missing, gain, ratio):
    """The figures that circulate for this one example, each of them a choice."""
    outlook = outlook_at_the_root(missing=missing)
    assert round(outlook.gain, 4) == gain
    assert ratio is None or round(outlook.gain_ratio, 4) == ratio


def test_left_out_rows_keep_their_numbers():
    tree = grow(GOLF, Parameters(missing="leave_out"))
    assert tree.root.counts.tolist() == [5, 8]
    assert tree.rows_of(0).tolist() == [i for i in range(14) if i != 11]
    assert tree.dataset.notes[-1] == "1 row with a gap is left out."


def test_a_gap_as_a_category_is_a_branch_also_for_new_rows():
    tree = grow(GOLF, Parameters(missing="own_category"))
    assert [c.n for c in tree.root.children] == [5, 3, 5, 1]
    assert tree.root.split.words(3) == "missing"
    assert tree.rows_of(tree.root.children[3].id).tolist() == [11]
    assert path_of(tree, {"windy": "true"})[0].sentence == (
        "outlook is not known and is taken as missing."
    )
    assert predict(tree, [np.array([-1]), *[np.array([np.nan])] * 2, np.array([0])]) == ["Play"]


def test_a_category_called_missing_is_told_apart():
    frame = pd.DataFrame({"a": ["missing", "x", None, "x"], "y": ["p", "q", "p", "q"]})
    table = prepared(Dataset.from_frame(frame, target="y"), Parameters(missing="own_category"))
    assert table.attributes[0].categories == ("missing", "x", "(missing)")


def test_numbers_have_no_category_of_their_own():
    frame = pd.DataFrame({"x": [1.0, 2.0, np.nan, 4.0], "y": ["p", "p", "q", "q"]})
    tree = grow(Dataset.from_frame(frame, target="y"), Parameters(missing="own_category"))
    assert [c.n for c in tree.root.children] == near([2 + 2 / 3, 1 + 1 / 3])


def test_the_most_common_category_and_the_mean_are_filled_in():
    frame = pd.DataFrame(
        {
            "sky": pd.Categorical([None, "b", "a", "b", "a"], ["b", "a"]),
            "x": [1.0, np.nan, 2.0, 6.0, np.nan],
            "y": ["p", "p", "q", "q", "q"],
        }
    )
    given = Dataset.from_frame(frame, target="y")
    table = prepared(given, Parameters(missing="most_common"))
    assert table.column("sky").tolist() == [0, 0, 1, 0, 1]  # the first declared of equals
    assert table.column("x").tolist() == [1, 3, 2, 6, 3]
    assert [a.fill for a in table.attributes] == ["b", 3.0]
    assert table.notes[-2:] == ("1 gap in sky counts as b.", "2 gaps in x count as 3.")
    assert given.column("sky").tolist() == [-1, 0, 1, 0, 1]
    weighted = dataclasses.replace(given, weights=np.array([1.0, 1, 5, 1, 1]))
    filled = prepared(weighted, Parameters(missing="most_common"))
    assert [a.fill for a in filled.attributes] == ["a", pytest.approx(17 / 7)]


def test_a_column_without_any_value_stays_as_it_is():
    frame = pd.DataFrame({"x": [np.nan] * 4, "z": [1.0, 2, 3, 4], "y": ["p", "p", "q", "q"]})
    table = Dataset.from_frame(frame, target="y")
    for missing in ("fractional", "own_category", "most_common"):
        root = grow(table, Parameters(missing=missing)).root
        assert root.report.candidate("x").rejected == "no row here has a value for it"
        assert root.split.question() == "z <= 2.5"


@pytest.mark.parametrize(
    ("missing", "says"),
    [
        ("refuse", r"Column 'x' has no value in 2 rows of 2\..*let rows count in fractions"),
        ("leave_out", r"Every row has a gap \(in 'x'\), so none is left"),
    ],
)
def test_what_cannot_be_grown_from_is_said(missing, says):
    frame = pd.DataFrame({"x": [np.nan, np.nan], "z": [1.0, 2.0], "y": ["p", "q"]})
    with pytest.raises(DataError, match=says):
        grow(Dataset.from_frame(frame, target="y"), Parameters(missing=missing))


@pytest.mark.parametrize("missing", ["own_category", "most_common", "leave_out"])
def test_what_fills_a_gap_goes_with_the_tree(missing):
    tree = grow(GOLF, dataclasses.replace(C45, missing=missing))
    again = from_json(to_json(tree))
    source: dict = {}
    exec(to_python(tree), source)
    assert again == tree
    columns = [np.full(4, -1), np.full(4, np.nan), [60.0, 80, np.nan, 99], np.array([0, 1, -1, 0])]
    columns = [np.array(c) for c in columns]
    names = ["false", "true", None, "false"]
    rows = [{"humidity": h, "windy": w} for h, w in zip(columns[2], names)]
    assert predict(again, columns) == predict(tree, columns) == [source["predict"](r) for r in rows]


def test_held_out_rows_with_gaps_are_filled_as_well():
    train, held_out = GOLF.take(range(4, 14)), GOLF.take(range(4))
    held_out = dataclasses.replace(held_out, columns=(np.full(4, -1), *held_out.columns[1:]))
    parameters = Parameters(missing="own_category", pruning="reduced_error")
    pruning = prune(grow(train, parameters), validation=held_out)
    assert pruning.steps[-1].as_leaf.n == 4
    missing_branch = pruning.steps[-1].branches[-1]
    assert (pruning.steps[-1].question, missing_branch.n) == ("outlook", 4)
