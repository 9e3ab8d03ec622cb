"""The page of exercises: what is ordered is shown, travels in the link, and is filled in on the Check page."""

from __future__ import annotations

import pytest
from driving import address, fine, html, open_app

from c45.exercises import WISHES, Sizes, make_exercise
from c45.exercises.paper import rows_of
from pages.shared.state import Order, from_query, to_query

PAGE = "pages/exercises.py"


def test_what_is_ordered_is_shown_and_stands_in_the_address():
    at = open_app(PAGE)
    fine(at.selectbox(key="wish").set_value("tie").run())
    fine(at.number_input(key="exercise_seed").set_value(7).run())
    expected = make_exercise("tie", 7)
    assert at.dataframe[0].value.values.tolist() == rows_of(expected.dataset)
    assert expected.title in html(at)
    assert address(at)["exercise"] == "tie,7,1,12,3,3,2,0"
    again = open_app(PAGE, **address(at))
    assert again.dataframe[0].value.values.tolist() == rows_of(expected.dataset)


def test_a_size_that_is_not_possible_is_said():
    at = open_app(PAGE)
    fine(at.selectbox(key="wish").set_value("xor").run())
    fine(at.number_input(key="exercise_rows").set_value(10).run())
    assert "multiple of 4" in html(at)
    fine(at.number_input(key="exercise_missing").set_value(60).run())
    assert "This size is not possible." in html(at)


def test_the_exercise_is_filled_in_on_the_check_page():
    at = open_app(PAGE, exercise="clear_winner,3,1,8,2,2,2,0")
    fine(next(b for b in at.button if b.label.startswith("Do it here")).click().run())
    assert address(at)["dataset"].startswith("made:")
    assert make_exercise("clear_winner", 3, sizes=Sizes(8, 2, 2)).title in html(at)


@pytest.mark.parametrize("wish", WISHES)
def test_an_order_survives_the_address(wish):
    state = from_query({"exercise": f"{wish},5,30,16,4,2,2,1"})
    assert state.exercise == Order(wish, 5, 30, Sizes(16, 4, 2, 2, 1))
    assert from_query(to_query(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tie",
        "luck,1,1,12,3,3,2,0",
        "tie,x,1,12,3,3,2,0",
        "tie,1,1,12,3,3,2,0,9",
        "tie,1,1,99,3,3,2,0",
    ],
)
def test_an_order_that_cannot_be_read_is_the_usual_one(text):
    assert from_query({"exercise": text}).exercise == Order()
