"""The Prepare page: each step is previewed, done, listed, taken back, and travels in the link."""

from __future__ import annotations

import math

import numpy as np
import pytest

from c45 import DataError, load_dataset, read_table
from c45.export.tables import write_arff, write_csv
from c45.prepare import Discretise, Drop, Merge, prepared, steps_from_text, steps_to_text
from pages.shared.step_controls import names, numbers
from tests.pages.driving import address, fine, html, open_app

PREPARE = "pages/prepare.py"


def test_equal_width_is_previewed_done_listed_and_taken_back():
    at = open_app(PREPARE, dataset="golf_c45_continuous")
    assert "None: the tree grows from the table as it is." in html(at)
    assert "Discretise temperature into 3 intervals of equal width." in html(at)
    assert "In 3 intervals, the column gains" in html(at)
    assert "prepare" not in address(at)  # a preview changes nothing
    fine(at.button(key="do_step").click().run())
    assert steps_from_text(address(at)["prepare"]) == (Discretise("temperature", "equal_width"),)
    assert "1. Discretise temperature into 3 intervals of equal width." in html(at)
    fine(at.button(key="take_back_0").click().run())
    assert "prepare" not in address(at)


def test_own_boundaries_with_own_names():
    at = open_app(PREPARE, dataset="golf_c45_continuous")
    fine(at.selectbox(key="way").set_value("boundaries").run())
    assert "Give the boundaries from the lowest to the highest" in html(at)
    assert at.button(key="do_step").disabled
    fine(at.text_input(key="boundaries").set_value("70, 80").run())
    fine(at.text_input(key="interval_names").set_value("cool, mild, hot").run())
    fine(at.button(key="do_step").click().run())
    wanted = Discretise("temperature", "boundaries", 3, (70.0, 80.0), ("cool", "mild", "hot"))
    assert steps_from_text(address(at)["prepare"]) == (wanted,)


def entropy(counts: list[int]) -> float:
    return -sum(k / sum(counts) * math.log2(k / sum(counts)) for k in counts if k)


def test_the_gain_of_the_intervals_is_the_sum_by_hand():
    golf = load_dataset("golf_c45_continuous")
    temperature, play = golf.column("temperature"), golf.target
    cut = np.digitize(temperature, [71, 78], right=True)  # 64 + 7 and 64 + 14
    counts = [[int(((cut == i) & (play == c)).sum()) for c in (0, 1)] for i in range(3)]
    after = sum(sum(row) * entropy(row) for row in counts) / 14
    gain = f"{entropy([9, 5]) - after:.3f}"
    page = html(open_app(PREPARE, dataset="golf_c45_continuous"))
    assert f"In 3 intervals, the column gains {gain} of 0.940 bits" in page
    assert "Counted on all 14 rows." in page


def test_other_steps_show_rows_and_classes_before_and_after():
    at = open_app(PREPARE, dataset="playtennis_id3")
    fine(at.selectbox(key="kind_of_step").set_value("Discretise").run())
    assert "No column holds numbers, so there is nothing to discretise." in html(at)
    fine(at.selectbox(key="kind_of_step").set_value("Filter rows").run())
    fine(at.multiselect(key="filter_values_Outlook").set_value(["Sunny", "Rain"]).run())
    assert "What it would do: Keep rows whose Outlook is Sunny or Rain." in html(at)
    assert "14 rows, 4 attributes" in html(at) and "10 rows, 4 attributes" in html(at)
    fine(at.button(key="do_step").click().run())
    assert "10 rows and 4 attributes after 1 step." in html(at)
    fine(at.selectbox(key="kind_of_step").set_value("Merge values").run())
    fine(at.multiselect(key="merge_values_Outlook").set_value(["Sunny", "Rain"]).run())
    fine(at.button(key="do_step").click().run())
    fine(at.selectbox(key="kind_of_step").set_value("Leave out columns").run())
    fine(at.multiselect(key="drop_columns").set_value(["Wind"]).run())
    fine(at.button(key="do_step").click().run())
    fine(at.selectbox(key="kind_of_step").set_value("Rename").run())
    fine(at.text_input(key="rename_to").set_value("Sky").run())
    fine(at.button(key="do_step").click().run())
    fine(at.selectbox(key="kind_of_step").set_value("Sample rows").run())
    fine(at.number_input(key="sample_n").set_value(5).run())
    fine(at.button(key="do_step").click().run())
    assert "5 rows and 3 attributes after 5 steps." in html(at)
    # Without the first filter the merge still stands: it never needed the rows that were gone.
    fine(at.button(key="take_back_0").click().run())
    assert "5 rows and 3 attributes after 4 steps." in html(at)


def test_a_step_that_no_longer_fits_is_left_out_and_said():
    steps = (Merge("Outlook", ("Sunny", "Rain"), "open"), Drop(("Outlook",)))
    at = open_app(PREPARE, prepare=steps_to_text((steps[1], steps[0])))
    assert "Left out, because it no longer fits the table:" in html(at)
    assert steps_from_text(address(at)["prepare"]) == (steps[1],)


def test_a_link_with_steps_grows_the_prepared_table():
    at = open_app("pages/tree.py", prepare=steps_to_text((Drop(("Outlook",)),)))
    assert "Drop" not in html(at)
    tree = open_app(PREPARE, prepare=steps_to_text((Drop(("Outlook",)),)))
    assert "14 rows and 3 attributes after 1 step." in html(tree)


def test_the_table_as_arff_reads_back_equal():
    table = prepared(load_dataset("golf_c45_continuous"), [Discretise("humidity", "equal_width")])
    back = read_table(write_arff(table))
    assert back.attributes == table.attributes and back.classes == table.classes
    assert all(np.array_equal(a, b) for a, b in zip(back.columns, table.columns))
    assert write_csv(table).splitlines()[:2] == [
        "outlook,temperature,humidity,windy,class",
        f"sunny,85,{back.attribute('humidity').categories[1]},false,Dont",
    ]


@pytest.mark.parametrize(
    "text, found",
    [
        ("18, 40, 65", (18, 40, 65)), ("18,40", (18, 40)), ("1,5; 2,5", (1.5, 2.5)),
        ("0.5 2", (0.5, 2)), (" -3 ", (-3,)), ("", ()), ("1,5 2,5", (1.5, 2.5)),
    ],
)  # fmt: skip
def test_boundaries_as_people_write_them(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize("text", ["18; x", "nan", "1e999"])
def test_what_is_no_boundary(text):
    with pytest.raises(DataError, match="is no number"):
        numbers(text)


def test_names_of_intervals():
    assert names("young, middle , old") == ("young", "middle", "old")
    assert names("under 18; 18, and more") == ("under 18", "18, and more")
