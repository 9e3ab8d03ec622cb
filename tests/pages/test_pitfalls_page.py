"""What goes wrong: every lesson is asked first, then shown, on its own table and on the one at hand."""

from __future__ import annotations

import pytest
from driving import address, fine, html, open_app

from c45 import hold_out, instability, load_dataset, overfitting
from c45.weaknesses import WEAKNESSES
from pages.shared.pitfalls import PITFALLS, in_words
from pages.shared.theme import escape

PAGE = "pages/pitfalls.py"


def shown(at):
    return fine(next(b for b in at.button if b.label == "Show").click().run())


def test_every_weakness_has_a_lesson():
    assert list(PITFALLS) == list(WEAKNESSES)


@pytest.mark.parametrize("key", PITFALLS)
def test_nothing_is_told_before_it_is_asked_for(key):
    at = open_app(PAGE, pitfall=key)
    assert "on this table." not in html(at).replace("not on this table", "")
    assert address(at).get("pitfall", "overfitting") == key


@pytest.mark.parametrize("key", sorted(set(PITFALLS) - {"imbalance", "label_noise", "greed"}))
def test_a_lesson_opens_on_its_table_and_on_the_one_at_hand(key):
    for own in ({}, {"pitfall_own": "yes", "dataset": "iris"}):
        page = html(shown(open_app(PAGE, pitfall=key, **own)))
        assert ("It shows on this table." in page) != ("It does not show on this table." in page)


def test_the_numbers_are_those_of_the_library():
    part = hold_out(load_dataset("wine"), 0.3, random_state=0)
    found = overfitting(part)
    page = html(shown(open_app(PAGE)))
    assert escape(found.conclusion) in page
    assert ("It shows on this table." in page) == found.shown
    for row in found.rows:
        assert "".join(f">{in_words(cell)}</td>" for cell in row[1:2]) in page


def test_an_answer_is_told_right_or_not():
    found = instability(load_dataset("wine"))
    at = open_app(PAGE, pitfall="instability")
    fine(at.radio[0].set_value("yes" if found.shown else "no").run())
    assert "You were right." in html(shown(at))


def test_a_table_without_numbers_has_no_slanted_boundary():
    page = html(shown(open_app(PAGE, pitfall="diagonal_boundary", pitfall_own="yes")))
    assert "This lesson needs two columns of numbers" in page
