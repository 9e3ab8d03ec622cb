"""A block of cells between a spreadsheet and a sheet."""

from __future__ import annotations

import pandas as pd
import pytest

from c45 import DataError, Dataset
from c45.check import RIGHT, blank_block, mark, read_block, sheet
from tests.textbook import table

SHEET = sheet(table("playtennis_id3"), attributes=("Wind",))


def test_an_empty_block_comes_back_filled_in():
    filled = []
    for line, cell in zip(blank_block(SHEET).splitlines(), SHEET.cells):
        value = "Wind" if cell.key == "choice" else f"{cell.value:.3f}".rstrip("0").rstrip(".")
        filled.append(line + value.replace(".", ","))
    pasted = read_block(SHEET, "\r\n".join(filled))
    assert pasted.notes == ()
    assert {m.word for m in mark(SHEET, pasted.answers).marks} == {RIGHT}


def test_labels_in_any_order_and_with_other_columns():
    text = "what\tvalue\nGain of Wind:\t\t0,048\n\nENTROPY of the  node\t0.9\t0.940\n"
    pasted = read_block(SHEET, text)
    assert pasted.answers == {"a0:gain": "0,048", "before": "0.940"}
    assert pasted.notes == (
        "Line 1, 'what', is no figure of this sheet.",
        "Line 4 has 2 figures; the last one is taken.",
    )


def test_figures_alone_are_taken_in_the_order_of_the_sheet():
    assert read_block(SHEET, "5\n9\n14\n0,940").answers == {
        "count:0": "5",
        "count:1": "9",
        "n": "14",
        "before": "0,940",
    }
    assert read_block(SHEET, "2\t\t8\n", start="a0:b0:count:0").answers == {
        "a0:b0:count:0": "2",
        "a0:b0:n": "8",
    }
    assert read_block(SHEET, "5;9;14").answers == {"count:0": "5", "count:1": "9", "n": "14"}


@pytest.mark.parametrize(
    "text, said",
    [
        ("\n".join(["1"] * 40), "The block has 40 cells, and the sheet has 15 from here on"),
        ("\t\t\n", "The block is empty"),
        ("1" * 100_001, "a working sheet has far fewer"),
    ],
)
def test_a_block_that_does_not_fit_is_refused(text, said):
    with pytest.raises(DataError, match=said):
        read_block(SHEET, text)


def test_names_from_data_stay_one_cell():
    frame = pd.DataFrame({"a\tb": ["=x", "y\nz", "=x"], "class": ["+1\t", "n", "n"]})
    made = sheet(Dataset.from_frame(frame, target="class"))
    lines = blank_block(made).splitlines()
    assert len(lines) == len(made.cells) and all(line.count("\t") == 1 for line in lines)
    filled = "\n".join(f"{line}1" for line in lines)
    assert set(read_block(made, filled).answers) == {c.key for c in made.cells}
