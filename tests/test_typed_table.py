"""Tables that a person types: copied, changed, read, and written into a link."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import DataError, dataset_names, grow, load_dataset
from c45.dataset import CONTINUOUS
from c45.export import to_text
from c45.reading import TypedTable
from c45.reading.typed import MOST_COLUMNS, MOST_ROWS
from tests.tables import datasets

SMALL = [n for n in dataset_names() if load_dataset(n).n_rows <= MOST_ROWS]


def typed(*rows: str) -> TypedTable:
    """The first row holds the names."""
    names, *cells = [tuple(row.split()) for row in rows]
    cells = [tuple("" if c == "-" else c for c in row) for row in cells]
    return TypedTable(names, tuple(cells), names[-1], {}, {})


@pytest.mark.parametrize("name", SMALL)
def test_a_copy_of_a_shipped_table_is_the_same_table_and_grows_the_same_tree(name):
    base = load_dataset(name)
    copy = TypedTable.from_text(TypedTable.of(base).to_text()).read().dataset
    assert copy.attributes == base.attributes and copy.classes == base.classes
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(copy.columns, base.columns))
    assert np.array_equal(copy.target, base.target)
    if base.n_rows < 200:
        assert to_text(grow(copy)) == to_text(grow(base))


def test_kinds_are_found_where_none_is_declared():
    table = typed("temp sky play", "28,5 sunny no", "31 rain yes", "? rain yes").read().dataset
    assert table.attribute("temp").is_continuous
    assert table.column("temp")[:2].tolist() == [28.5, 31.0]
    assert table.gaps == {"temp": 1.0}
    assert table.attribute("sky").categories == ("rain", "sunny")


def test_a_value_typed_later_comes_behind_the_declared_ones_and_one_out_of_use_goes():
    table = TypedTable.of(load_dataset("playtennis_id3"))
    rows = [list(row) for row in table.rows]
    for row in rows:
        row[0] = "Fog" if row[0] == "Overcast" else row[0]
    assert table.with_rows(rows).read().dataset.attributes[0].categories == ("Sunny", "Rain", "Fog")
    assert table.read().dataset.attributes[0].categories == ("Sunny", "Overcast", "Rain")


def test_a_word_among_declared_numbers_is_pointed_out_by_its_row():
    table = TypedTable.of(load_dataset("golf_c45_continuous"))
    rows = [list(row) for row in table.rows]
    rows[2][1] = "warm"
    with pytest.raises(DataError, match=r"Row 3, column 'temperature': 'warm' is no number\."):
        table.with_rows(rows).read()
    read = table.with_rows(rows).read(kinds={"temperature": "categorical"})
    assert "warm" in read.dataset.attribute("temperature").categories


def test_rows_are_counted_from_one_and_one_without_a_class_is_left_out_and_said():
    found = typed("sky play", "sunny no", "rain -", "rain yes", "- -").read()
    assert found.dataset.n_rows == 2
    assert "1 row without a class in 'play' left out (row 2)." in found.notes


def test_cells_that_look_like_a_header_a_footer_or_a_formula_stay_cells():
    table = typed("sky n", "sky n", "Total 3", "=1+1 4").read(target="n").dataset
    assert table.attribute("sky").categories == ("=1+1", "Total", "sky")


def test_columns_are_added_before_the_target_renamed_and_removed():
    table = typed("sky play", "sunny no", "rain yes").with_column("wind")
    assert table.names == ("sky", "wind", "play")
    assert table.rows == (("sunny", "", "no"), ("rain", "", "yes"))
    assert table.renamed("play", "go").target == "go"
    assert table.without_column("sky").rows == (("", "no"), ("", "yes"))


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda t: t.with_column("sky"), "There is a column called 'sky' already."),
        (lambda t: t.with_column("  "), "A column needs a name."),
        (lambda t: t.with_column("x" * 201), "A name of a column has 200 characters at most."),
        (lambda t: t.renamed("sky", "play"), "There is a column called 'play' already."),
        (lambda t: t.without_column("play"), "'play' is what is predicted; it stays."),
        (lambda t: t.without_column("sky"), "At least one attribute must stay."),
        (
            lambda t: t.with_rows([["", ""]]).read(),
            "The table has no cell with anything in it. Type a first row.",
        ),
        (
            lambda t: t.with_rows([["a", "b"]] * (MOST_ROWS + 1)),
            "A table of 1,001 rows and 2 columns is too large to be typed: 1,000 rows and 50 columns "
            "at most. Filter or sample it first, or change it in a spreadsheet.",
        ),
        (lambda t: t.with_rows([["a" * 10_001, "b"]]), "A cell holds more than 10,000 characters."),
    ],
)
def test_what_cannot_be_typed(change, words):
    with pytest.raises(DataError) as caught:
        change(typed("sky play", "sunny no"))
    assert str(caught.value) == words


def test_a_table_too_large_to_be_typed_is_refused_before_its_cells_are_written():
    wide = typed(" ".join(f"c{i}" for i in range(MOST_COLUMNS)), " ".join("a" * MOST_COLUMNS))
    with pytest.raises(DataError, match="51 columns"):
        wide.with_column("one more")


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "null", "[" * 5000,
        '[["a","b"],"c",{},{},[]]',
        '[["a","a"],"a",{},{},[]]',
        '[["a","b"],"b",{},{},[["1"]]]',
        '[["a","b"],"b",{},{},[[1,2]]]',
        '[["a","b"],"b",{"a":"date"},{},[]]',
        '[["a","b"],"b",{"b":"continuous"},{},[]]',
        '[["a","b"],"b",{},{"b":["x","x"]},[]]',
        '[["a"," "],"a",{},{},[]]',
    ],
)  # fmt: skip
def test_text_that_is_no_typed_table(text):
    with pytest.raises(DataError, match=r"This is no table that was typed here\."):
        TypedTable.from_text(text)


words = st.text(max_size=8)


@given(st.data())
def test_any_cells_survive_the_text_and_are_read_or_refused_in_a_sentence(data):
    names = data.draw(
        st.lists(words.filter(str.strip), min_size=2, max_size=4, unique_by=lambda n: n.strip())
    )
    names = [n.strip() for n in names]
    rows = data.draw(st.lists(st.tuples(*[words] * len(names)), max_size=5))
    table = TypedTable(tuple(names), tuple(rows), names[-1], {}, {})
    assert TypedTable.from_text(table.to_text()) == table
    with contextlib.suppress(DataError):
        assert 0 < table.read().dataset.n_rows <= len(rows)


@given(datasets(weights=False))
def test_any_table_is_copied_exactly(base):
    copy = TypedTable.of(base).read().dataset
    assert [a.kind for a in copy.attributes] == [a.kind for a in base.attributes]
    for a, b in zip(copy.columns, base.columns):
        assert np.array_equal(a, b, equal_nan=True)


def test_a_name_is_read_without_what_cannot_be_seen():
    table = TypedTable(("a\xa0b", "c"), (("1", "x"), ("2", "y")), "c", {"a\xa0b": CONTINUOUS}, {})
    assert table.read().dataset.column("a b").tolist() == [1, 2]


def test_names_that_look_the_same_are_refused():
    table = TypedTable(("a", "a\u200b", "c"), (("1", "2", "x"),), "c", {}, {})
    with pytest.raises(DataError, match="Two columns are called 'a'"):
        table.read()
    with pytest.raises(DataError, match="already"):
        table.renamed("c", "a\u200b")
