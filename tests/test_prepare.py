"""Steps before growth: what each does to a small table, and what it refuses."""

from __future__ import annotations

import contextlib

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import DataError, Dataset
from c45.prepare import (
    Discretise,
    Drop,
    Filter,
    Merge,
    Rename,
    Sample,
    fitting,
    prepared,
    steps_from_text,
    steps_to_text,
)

#: The ages and the four names of the first step of the slides: under 18, 18-40, 41-65, over 65.
FRAME = pd.DataFrame(
    {
        "age": [12, 18, 30, 41, 65, 70, None],
        "sky": ["sun", "rain", None, "fog", "sun", "fog", "rain"],
        "buys": ["no", "no", "yes", "yes", "yes", "no", "maybe"],
    }
)
TABLE = Dataset.from_frame(FRAME, target="buys")


def cells(dataset: Dataset, column: str) -> list:
    return [None if pd.isna(v) else v for v in dataset.to_frame()[column]]


def test_own_boundaries_with_own_names():
    names = ("under 18", "18-40", "41-65", "over 65")
    step = Discretise("age", "boundaries", boundaries=(18, 41, 66), labels=names, closed="left")
    after = step.apply(TABLE)
    assert cells(after, "age") == [
        "under 18", "18-40", "18-40", "41-65", "41-65", "over 65", None,
    ]  # fmt: skip
    assert after.attribute("age").categories == names
    assert step.words == "Discretise age at 18, 41 and 66."


@pytest.mark.parametrize(
    "step, names, words",
    [
        (Discretise("age", "equal_width", 2), ("<= 41", "> 41"), "into 2 intervals of equal width"),
        (
            Discretise("age", "equal_frequency", 3),
            ("<= 24", "24 to 53", "> 53"),
            "into 3 intervals of equally many rows",
        ),
    ],
)
def test_intervals_without_names_are_called_by_their_ends(step, names, words):
    assert step.apply(TABLE).attribute("age").categories == names
    assert step.words == f"Discretise age {words}."


def test_columns_go_and_get_other_names():
    assert Drop(("sky",)).apply(TABLE).attribute_names == ("age",)
    after = prepared(TABLE, [Rename("age", "years"), Rename("buys", "class")])
    assert (after.attribute_names, after.target_name) == (("years", "sky"), "class")


def test_categories_and_classes_become_one():
    after = Merge("sky", ("rain", "fog"), "wet").apply(TABLE)
    assert cells(after, "sky") == ["sun", "wet", None, "wet", "sun", "wet", "wet"]
    assert after.attribute("sky").categories == ("wet", "sun")
    classes = Merge("buys", ("no", "maybe"), "no").apply(TABLE)
    assert (classes.classes, classes.class_counts.tolist()) == (("no", "yes"), [4, 3])


@pytest.mark.parametrize(
    "step, rows",
    [
        (Filter("age", "<=", 30), [0, 1, 2]),
        (Filter("age", ">", 30), [3, 4, 5]),
        (Filter("sky", "is", values=("sun", "fog")), [0, 3, 4, 5]),
        (Filter("sky", "is not", values=("sun",)), [1, 2, 3, 5, 6]),
        (Filter("age", "is known"), [0, 1, 2, 3, 4, 5]),
        (Filter("buys", "is", values=("yes",)), [2, 3, 4]),
    ],
)
def test_which_rows_stay(step, rows):
    kept = step.apply(TABLE).to_frame()
    expected = FRAME.iloc[rows].reset_index(drop=True)
    assert kept["age"].fillna(-1).tolist() == expected["age"].fillna(-1).tolist()
    assert kept["buys"].astype(str).tolist() == expected["buys"].tolist()


def test_a_class_whose_rows_are_filtered_out_is_no_class_any_more():
    after = Filter("buys", "is not", values=("maybe",)).apply(TABLE)
    assert (after.classes, after.class_counts.tolist()) == (("no", "yes"), [3, 3])


def test_rows_are_drawn_once_each_and_stay_in_order():
    drawn = Sample(4, 7).apply(TABLE)
    assert drawn.n_rows == 4
    assert Sample(4, 7).apply(TABLE).digest == drawn.digest
    assert Sample(7).apply(TABLE).digest == TABLE.digest


@pytest.mark.parametrize(
    "step, words",
    [
        (Discretise("sky", "entropy"), "Column 'sky' holds categories; only numbers are cut."),
        (
            Discretise("age", "boundaries", boundaries=(40, 18)),
            "Give the boundaries from the lowest to the highest, such as 18, 40, 65.",
        ),
        (
            Discretise("age", "boundaries", boundaries=(18, 40), labels=("young", "old")),
            "2 boundaries make 3 intervals, so 3 different names are needed; there are 2.",
        ),
        (
            Discretise("age", "entropy"),
            "Entropy finds no cut of 'age' that pays for itself (Fayyad and Irani): the column tells "
            "too little about the classes. Choose another way.",
        ),
        (Drop(("age", "sky")), "At least one attribute must stay."),
        (Rename("age", "sky"), "There is a column called 'sky' already."),
        (Rename("age", " "), "A column needs a name."),
        (
            Merge("age", ("1", "2"), "x"),
            "Column 'age' holds numbers; only categories are merged.",
        ),
        (
            Merge("sky", ("fog",), "x"),
            "Choose at least two values to merge, and a name for what they become.",
        ),
        (Merge("sky", ("rain", "fog"), "sun"), "Column 'sky' has a value 'sun' already."),
        (Merge("sky", ("rain", "hail"), "x"), "Column 'sky' has no value 'hail' to merge."),
        (Filter("age", ">", 99), "No row is left. (Keep rows whose age > 99.)"),
        (Filter("sky", ">", 1), "Column 'sky' holds categories; compare it with is."),
        (Sample(8), "8 rows cannot be drawn: the table has 7."),
    ],
)
def test_what_a_step_refuses(step, words):
    with pytest.raises(DataError) as caught:
        step.apply(TABLE)
    assert str(caught.value) == words


def test_steps_that_no_longer_fit_are_left_out():
    steps = (Drop(("sky",)), Merge("sky", ("rain", "fog"), "wet"), Rename("age", "years"))
    assert fitting(TABLE, steps) == (steps[0], steps[2])


name = st.text(max_size=5)
number = st.floats(allow_nan=False, allow_infinity=False)
many_names = st.lists(name, max_size=3).map(tuple)
any_step = st.one_of(
    st.builds(
        Discretise, name, st.sampled_from(["equal_width", "boundaries"]), st.integers(2, 9),
        st.lists(number, max_size=3).map(tuple), many_names, st.sampled_from(["left", "right"]),
    ),
    st.builds(Drop, many_names),
    st.builds(Rename, name, name),
    st.builds(Merge, name, many_names, name),
    st.builds(Filter, name, st.sampled_from(["<=", "is", "is known"]), number, many_names),
    st.builds(Sample, st.integers(1, 99), st.integers(0, 99)),
)  # fmt: skip


@given(st.lists(any_step, max_size=5))
def test_any_steps_are_read_back_as_written(steps):
    assert steps_from_text(steps_to_text(steps)) == tuple(steps)


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[[]]", '[["drop"]]', '[["erase",["id"]]]', '[["drop","id"]]', '[["drop",[1]]]',
        '[["sample",1.5]]', '[["sample",true]]', '[["sample",3,-1]]', '[["discretise","a","magic"]]',
        '[["filter","a","like"]]', '[["discretise","a","boundaries",3,[1e999]]]', "[" * 9999,
        "[" + ",".join(['["drop",["a"]]'] * 51) + "]", '[["rename","a","b","c"]]',
    ],
)  # fmt: skip
def test_text_that_is_no_list_of_steps(text):
    with pytest.raises(DataError, match=r"This is no list of steps\."):
        steps_from_text(text)


@given(st.text(max_size=60) | st.lists(st.lists(st.text(max_size=5))).map(str))
def test_any_text_is_steps_or_refused(text):
    with contextlib.suppress(DataError):
        assert isinstance(steps_from_text(text), tuple)
