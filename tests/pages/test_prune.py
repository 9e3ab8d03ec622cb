"""The Prune page: every method, step by step, with the figures of the published examples."""

from __future__ import annotations

import re

import pytest
from driving import address, fine, html, open_app

from c45 import ALGORITHMS

PAGE = "pages/prune.py"
VOTE = {
    "dataset": "vote_pessimistic_pruning",
    "algorithm": "C4.5",
    "min_branch_rows": "1",
    "min_samples_split": "2",
}


def words(at) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at)))


def heading(at) -> str:
    return re.search(r"<h1[^>]*>(.*?)</h1>", html(at)).group(1)


def test_quinlans_subtree_becomes_a_leaf():
    """Quinlan 1993, chapter 4: 2.507 errors as a leaf, 3.273 as it stands."""
    at = open_app(PAGE, **VOTE)
    shown = words(at)
    assert "1 + 1.507 = 2.507" in shown
    assert "1.238 + 1.285 + 0.750 = 3.273" in shown
    assert "It becomes a leaf that answers democrat" in shown
    assert "Exact binomial limit 2.554" in shown
    assert "Normal approximation 1.866" in shown
    assert "The tree as it grew as it answers Leaves 3 1" in shown
    assert "6 × (1 − 0.250^(1/6)) = 1.238" in shown
    assert "As a leaf it expects no more errors than otherwise" in shown


def test_without_pruning_the_page_offers_the_methods():
    at = open_app(PAGE, dataset="iris", algorithm="ID3")
    assert heading(at) == "The tree as it grew"
    at.button(key="method_pessimistic").click()
    fine(at.run())
    assert address(at)["pruning"] == "pessimistic"
    assert "Step 1 of" in words(at)


def test_steps_go_forward_and_back_and_stand_in_the_address():
    at = open_app(PAGE, dataset="wine", algorithm="ID3", pruning="pessimistic")
    titles = [heading(at)]
    next(b for b in at.button if b.label == "Next").click()
    fine(at.run())
    assert address(at)["pruning_step"] == "2"
    titles.append(heading(at))
    assert titles[0] != titles[1]
    next(b for b in at.button if b.label == "Back").click()
    fine(at.run())
    assert heading(at) == titles[0]
    assert "pruning_step" not in address(at)


def test_the_alpha_slider_prunes_to_the_root_alone():
    at = open_app(PAGE, dataset="wine", algorithm="CART", pruning="cost_complexity")
    slider = at.select_slider(key="alpha_step")
    slider.set_value(len(slider.options) - 1)
    fine(at.run())
    assert float(address(at)["ccp_alpha"]) > 0.1
    assert re.search(r"Leaves \d+ 1 ", words(at))


def test_reduced_error_counts_the_rows_held_out():
    at = open_app(PAGE, dataset="iris", algorithm="ID3", pruning="reduced_error")
    assert "Held-out rows" in words(at)
    assert re.search(r"Wrong on held-out rows \d+ of 31 \d+ of 31", words(at))
    grow = open_app("pages/grow.py", dataset="iris", algorithm="ID3", pruning="reduced_error")
    assert "74 of 74 training rows reach this node" in words(grow)  # 105 training rows without 31


def test_a_node_is_made_a_leaf_by_hand_and_back():
    at = open_app(PAGE, dataset="playtennis_id3", algorithm="ID3")
    at.selectbox(key="leaf_by_hand").select(1)
    fine(at.run())
    assert address(at)["leaves"] == "1"
    assert "2 nodes fewer, 4 leaves left" in words(at)
    tree = open_app("pages/tree.py", dataset="playtennis_id3", leaves="1")
    assert "The whole tree: 2 questions, 4 answers" in words(tree)
    next(b for b in at.button if b.label == "Undo").click()
    fine(at.run())
    assert "leaves" not in address(at)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    "dataset", ["golf_c45_missing", "contact_lenses", "wine", "refund_marital", "xor"]
)
@pytest.mark.parametrize("method", ["none", "pessimistic", "reduced_error", "cost_complexity"])
def test_every_method_opens_on_every_kind_of_table(dataset, algorithm, method):
    at = open_app(PAGE, dataset=dataset, algorithm=algorithm, pruning=method)
    assert heading(at)
    assert "nan" not in words(at).split()


@pytest.mark.parametrize(
    "query",
    [
        {"pruning_step": "9999999"},
        {"pruning_step": "x", "leaves": "1.2.x"},
        {"leaves": "0.1.99", "pruning": "pessimistic"},
        {"ccp_alpha": "-1", "pruning": "cost_complexity"},
    ],
    ids=str,
)
def test_garbage_in_the_address_never_raises(query):
    open_app(PAGE, dataset="iris", **query)
