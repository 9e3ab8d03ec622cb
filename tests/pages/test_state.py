"""The state of the app and its form in the address: what is written is read back; garbage changes nothing."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import ALGORITHMS, KNOBS, Parameters, dataset_names
from pages.shared.state import (
    SETTINGS,
    AppState,
    fitted,
    from_query,
    held_out,
    opened,
    read_as,
    to_query,
)

words = st.text(min_size=1, max_size=12)
pairs = st.lists(st.tuples(words, words), max_size=3).map(tuple)
uploads = st.from_regex(r"file:[0-9a-f]{12}:[^\0:]{0,8}[a-z]", fullmatch=True)


def values_of(name: str):
    """Every value that a knob can take."""
    knob = KNOBS[name]
    ways = [st.none()] if knob.optional else []
    if knob.choices:
        ways.append(st.sampled_from(list(knob.choices)))
    if knob.is_switch:
        ways.append(st.booleans())
    if knob.whole:
        ways.append(st.integers(int(knob.low), int(min(knob.high, 10**9))))
    if knob.share is not None:
        ways.append(st.floats(0, knob.share, exclude_min=True))
    if knob.number:
        ways.append(st.floats(knob.low, min(knob.high, 1e6)))
    return st.one_of(ways)


parameters = st.builds(Parameters, **{f.name: values_of(f.name) for f in fields(Parameters)})
states = st.builds(
    AppState,
    dataset=st.sampled_from(dataset_names()) | uploads,
    target=st.none() | words,
    attributes=st.none() | st.lists(words, min_size=1, max_size=4).map(tuple),
    kinds=st.lists(
        st.tuples(words, st.sampled_from(["continuous", "categorical"])), max_size=3
    ).map(tuple),
    share=st.none() | st.integers(0, 90),
    stratified=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
    algorithm=st.sampled_from(list(ALGORITHMS)),
    parameters=parameters,
    step=st.integers(0, 10**6),
    reading=st.lists(
        st.tuples(st.sampled_from(SETTINGS), st.text(min_size=1, max_size=20)),
        max_size=3,
        unique_by=lambda pair: pair[0],
    ).map(tuple),
    pruning_step=st.integers(0, 10**6),
    leaves=st.lists(st.integers(0, 10**6), max_size=4).map(tuple),
    node=st.none() | st.integers(0, 10**6),
    attribute=st.none() | words,
    row=st.none() | st.integers(0, 10**6),
    values=pairs,
    present=st.booleans(),
)


@given(states)
def test_a_state_survives_its_address(state):
    assert from_query(to_query(state)) == state


known_keys = st.sampled_from([f.name for f in fields(AppState)] + list(KNOBS))


@given(st.dictionaries(known_keys | st.text(max_size=8), st.text(max_size=40), max_size=12))
def test_garbage_in_an_address_is_never_an_error(query):
    assert isinstance(from_query(query), AppState)


def test_a_fresh_app_has_a_bare_address():
    assert to_query(AppState()) == {}


def test_an_address_says_only_what_differs():
    state = AppState(
        dataset="wine",
        algorithm="C4.5",
        parameters=replace(ALGORITHMS["C4.5"], max_depth=3, min_samples_leaf=0.05),
        step=2,
    )
    assert to_query(state) == {
        "dataset": "wine",
        "algorithm": "C4.5",
        "max_depth": "3",
        "min_samples_leaf": "0.05",
        "step": "3",
    }


def test_a_knob_is_read_against_its_preset():
    """CART has two groups of categories; going back to ID3's branches is a change, and is written."""
    knobs = replace(ALGORITHMS["CART"], categorical_split="multiway")
    state = AppState(algorithm="CART", parameters=knobs)
    assert to_query(state) == {"algorithm": "CART", "categorical_split": "multiway"}


@pytest.mark.parametrize(
    "query",
    [
        {"dataset": "no_such_table"},
        {"dataset": "../../etc/passwd"},
        {"dataset": "file:"},
        {"dataset": "file:abc"},
        {"algorithm": "CHAID"},
        {"criterion": "<script>"},
        {"max_depth": "-1"},
        {"max_depth": "1e400"},
        {"max_depth": "yes"},
        {"max_depth": "٣"},
        {"min_samples_split": "nan"},
        {"min_impurity_decrease": "inf"},
        {"step": "-3"},
        {"step": "9" * 400},
        {"row": "0"},
        {"share": "101"},
        {"seed": "4294967296"},
        {"kinds": "a,b,c"},
        {"kinds": "a,wobbly"},
        {"values": "a"},
        {"attributes": ""},
        {"stratified": "perhaps"},
        {"present": ""},
    ],
    ids=str,
)
def test_what_cannot_be_read_keeps_its_default(query):
    assert from_query(query) == AppState()


def test_one_bad_word_does_not_spoil_the_others():
    assert from_query({"dataset": "wine", "max_depth": "deep", "step": "5"}) == AppState(
        dataset="wine", step=4
    )


def test_names_with_commas_and_quotation_marks_in_a_list():
    state = AppState(attributes=('a,b "c"', "line\nend"), values=(("a,b", ""), ("x", "?")))
    assert to_query(state) == {
        "attributes": '"a,b ""c""","line\nend"',
        "values": '"a,b",,x,?',
    }
    assert from_query(to_query(state)) == state


def test_rows_are_counted_from_one_in_the_address():
    assert to_query(AppState(row=0)) == {"row": "1"}


def test_small_tables_keep_no_row_for_the_test():
    assert [held_out(AppState(), n) for n in (14, 49, 50, 178)] == [0, 0, 30, 30]
    assert held_out(AppState(share=20), 14) == 20
    assert held_out(AppState(share=0), 178) == 0


def test_another_table_keeps_the_knobs_and_drops_what_belongs_to_the_old_one():
    knobs = replace(ALGORITHMS["CART"], max_depth=2)
    before = AppState(
        "wine",
        "hue",
        ("ash",),
        (("ash", "categorical"),),
        20,
        True,
        7,
        "CART",
        knobs,
        5,
        3,
        "ash",
        9,
    )
    assert opened("iris", before) == AppState(
        "iris", stratified=True, seed=7, algorithm="CART", parameters=knobs
    )


def test_columns_and_rows_that_the_table_does_not_have_are_dropped():
    state = AppState(
        target="no",
        attributes=("Wind", "no"),
        kinds=(("no", "continuous"), ("Wind", "categorical")),
        row=14,
        values=(("Wind", "Weak"), ("no", "1")),
    )
    state = read_as(state, ("Outlook", "Wind", "Play"))
    assert fitted(state, ("Outlook", "Wind"), 14) == AppState(
        attributes=("Wind",), kinds=(("Wind", "categorical"),), values=(("Wind", "Weak"),)
    )
