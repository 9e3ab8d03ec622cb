"""The Compare page: the trees side by side, where they part and why, rows they answer differently."""

from __future__ import annotations

import re
from html import unescape

from driving import address, fine, html, open_app

from c45 import compare, hold_out, load_dataset
from pages.shared.compare_panels import disagreements

PAGE = "pages/compare.py"


def words(at) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at))))


def test_one_branch_a_category_or_two_groups():
    """Play tennis: ID3 gives Outlook three branches (Quinlan 1986), CART may only make two."""
    at = open_app(PAGE, learners="ID3,CART")
    shown = words(at)
    assert "ID3 5 2 1.000 CART 7 4 1.000 Majority class 1 0 0.643" in shown
    assert "ID3 asks Outlook and CART asks Outlook = Overcast." in shown
    assert "All learners give the same answer for all 14 rows. No rows are kept for a test" in shown
    assert address(at) == {"learners": "ID3,CART"}


def test_three_learners_on_wine_and_what_they_say_differently():
    """The page's figures are those of the library on the page's split: 30 percent, seed 42."""
    names = ("C4.5", "CART", "scikit-learn")
    part = hold_out(load_dataset("wine"), 0.3, random_state=42)
    found = compare(part, names)
    at = open_app(PAGE, dataset="wine", learners=",".join(names))
    shown = words(at)
    assert found.sentence in shown
    for c in found.learners:
        size = f"{c.name} {c.tree.n_leaves} {c.tree.depth} {c.train.accuracy:.3f} {c.test.accuracy:.3f}"
        assert size in shown
    assert found.first_difference(0, 1).sentence in shown
    apart = disagreements(found, load_dataset("wine"))
    assert list(apart["row"]) == [d.row + 1 for d in found.disagreements]
    assert at.dataframe[0].value.shape[0] == len(apart)
    fine(at.selectbox(key="pair").set_value((1, 2)).run())
    assert found.first_difference(1, 2).sentence in words(at)


def test_one_learner_is_no_comparison():
    at = open_app(PAGE)
    fine(at.multiselect(key="learners").set_value(["CART"]).run())
    assert "One learner is no comparison." in html(at)


def test_pruning_is_named_as_the_cause():
    at = open_app(PAGE, dataset="iris", learners="C4.5,C4.5 without pruning")
    assert "pruning" in words(at).split("Sizes and accuracy")[1]


def test_what_scikit_learn_cannot_take_is_said():
    """Quinlan's golf table with a gap (1993): scikit-learn's tree is not grown, and the page says why."""
    at = open_app(PAGE, dataset="golf_c45_missing", learners="C4.5,scikit-learn")
    assert "These cannot be compared on this table." in words(at)
    assert 'role="alert"' in html(at)
