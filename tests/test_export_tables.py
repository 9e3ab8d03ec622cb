"""Tables written out: safe in a spreadsheet, and read back equal."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import Dataset, load_dataset, read_table
from c45.export.tables import arff_text, spreadsheet_text, write_arff, write_csv

HOSTILE = ["=1+1", "+1+1", "-2+3", "@SUM(1)", "\t=1+1", "\r=1", " =1+1", "\uff1d1+1", "=HYPERLINK(\"http://x\",\"y\")", "-", "--1", "-a"]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_a_formula_gets_an_apostrophe(text):
    assert spreadsheet_text(text) == "'" + text


@pytest.mark.parametrize("text", ["-2.5", "+3", "-1e-05", "-.5", "0", "a=b", "", "1-2", "yes"])
def test_numbers_and_ordinary_text_stay_as_they_are(text):
    assert spreadsheet_text(text) == text


def test_csv_of_a_small_table():
    frame = pd.DataFrame(
        {"=x": [-1.5, 2.0, None], "g": ["=A1", None, "a,b"], "cls": ["-1", "b", "b"]}
    )
    assert write_csv(Dataset.from_frame(frame, target="cls")) == (
        "'=x,g,cls\n-1.5,'=A1,-1\n2,?,b\n?,\"a,b\",b\n"
    )
    assert write_csv(frame) == "'=x,g,cls\n-1.5,'=A1,-1\n2,,b\n,\"a,b\",b\n"


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=1, max_size=8))
def test_no_cell_starts_a_formula(texts):
    written = write_csv(pd.DataFrame({"a": texts}))
    for (cell, *_), text in zip(list(csv.reader(io.StringIO(written, newline="")))[1:], texts):
        assert cell in (text, "'" + text)
        sign = cell.lstrip(" \u00a0\u3000")[:1]
        assert not sign or sign not in "=+-@\t\r\n" or float(cell) is not None


@settings(max_examples=300, deadline=None)
@given(
    st.text(
        alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"),
        min_size=1,
        max_size=12,
    )
)
def test_arff_text_is_read_back_letter_for_letter(text):
    table = read_table(
        f"@relation r\n@attribute {arff_text('a')} {{{arff_text(text)}}}\n@attribute c {{u,v}}\n@data\n{arff_text(text)},u\n{arff_text(text)},v\n"
    )
    assert table.attributes[0].categories == (text,)


@pytest.mark.parametrize(
    "name", ["aima_restaurant", "golf_c45_missing", "iris", "wine", "watermelon20_id3_cart"]
)
def test_arff_of_a_shipped_table_is_read_back(name):
    table = load_dataset(name)
    assert read_table(write_arff(table)).digest == table.digest


def test_arff_keeps_weights():
    frame = pd.DataFrame({"g": ["a", "b"], "cls": ["u", "v"]})
    table = Dataset.from_frame(frame, target="cls", weights=[2, 0.5])
    assert read_table(write_arff(table)).weights.tolist() == [2.0, 0.5]
